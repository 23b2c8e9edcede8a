import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { changeProduct } from "#main/testing/records/offers.ts";
import { checkDigit } from "#shared/fields/gtin.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { products } from "./products.contract.ts";

const path = "/api/warehouse/products";
const fnc1 = "\u001d";
const aGtin = (n: number): string => {
  const digits = `506${String(n).padStart(9, "0")}`;
  return digits + checkDigit(digits);
};

async function aProduct(n: number, client: Client, over: Record<string, unknown> = {}) {
  const category = await client.post("/api/warehouse/product-categories", {
    name: `Category of ${n} ${Math.random()}`,
  });
  return { sku: `SKU-${n}`, name: `Product ${n}`, categoryId: String(category.body["id"]), ...over };
}

async function aVendorOf(client: Client, code: string): Promise<string> {
  const { body } = await client.post("/api/warehouse/vendors", { code, name: `Vendor ${code}`, currency: "EUR" });
  return body["id"];
}

conform(products, {
  name: "products",
  async valid(n, admin) {
    const vendorId = await aVendorOf(admin, `V-${n}`);
    return aProduct(n, admin, {
      gtin: aGtin(n),
      packages: [{ uom: "XCS", quantityInBase: "12", gtin: aGtin(500_000 + n), isPurchaseDefault: true }],
      vendors: [
        {
          vendorId,
          vendorSku: `their-${n}`,
          unitPrice: "0.0035",
          currency: "EUR",
          isPreferred: true,
          validFrom: "2026-01-01",
        },
      ],
    });
  },
  change: { name: "Renamed", shelfLifeDays: 90, tempMinC: "-18" },
  filters: { vendorId: "0190a000-0000-7000-8000-000000000000", priceUnitNotConfirmed: "yes" },
  statements: {
    create: 6,
    because: "it has two kinds of rows, and is looked up for units that are not listed and for GTINs that are taken",
  },
});

describe("a product", () => {
  let testApp: TestApp;
  let buyer: Client;
  beforeAll(async () => {
    testApp = await startTestApp();
    buyer = await testApp.as("BUYER");
  });
  afterAll(() => testApp.close());

  const create = async (n: number, over: Record<string, unknown> = {}) =>
    buyer.post(path, await aProduct(n, buyer, over));
  const find = async (code: string, client = buyer) =>
    client.get(`${path}/find-by-code?code=${encodeURIComponent(code)}`);

  test("keeps its GTIN in 14 digits, whatever length was typed", async () => {
    expect((await create(1, { gtin: "036000291452" })).body).toMatchObject({
      gtin: "00036000291452",
      status: "active",
      onHand: "0",
    });
    expect((await create(2, { gtin: "036000291453" })).body).toMatchObject({
      code: "invalid",
      fields: { gtin: expect.stringContaining("typing error") },
    });
    expect((await create(3, { gtin: "36000291452" })).body).toMatchObject({
      fields: { gtin: expect.stringContaining("leading zero") },
    });
  });

  test("shares no GTIN with another product or package, and says which one has it", async () => {
    await create(4, { gtin: aGtin(4), packages: [{ uom: "XBX", quantityInBase: "6", gtin: aGtin(40) }] });
    expect(await create(5, { gtin: aGtin(40) })).toMatchObject({
      status: 409,
      body: { code: "already_exists", fields: { gtin: expect.stringContaining("SKU-4") } },
    });
    expect(await create(6, { packages: [{ uom: "XBX", quantityInBase: "6", gtin: aGtin(4) }] })).toMatchObject({
      status: 409,
      body: { fields: { "packages.0.gtin": expect.stringContaining("SKU-4") } },
    });
    expect(
      await create(7, { gtin: aGtin(7), packages: [{ uom: "XBX", quantityInBase: "6", gtin: aGtin(7) }] }),
    ).toMatchObject({ status: 422, body: { fields: { "packages.0.gtin": expect.any(String) } } });
    const elsewhere = await testApp.as("BUYER", "b");
    expect((await elsewhere.post(path, await aProduct(4, elsewhere, { gtin: aGtin(4) }))).status).toBe(200);
  });

  test("has one preferred vendor, one default package, each vendor once", async () => {
    const [one, two] = [await aVendorOf(buyer, "one"), await aVendorOf(buyer, "two")];
    const offers = (a: boolean, b: boolean) => [
      { vendorId: one, isPreferred: a },
      { vendorId: two, isPreferred: b },
    ];
    expect(await create(8, { vendors: offers(true, true) })).toMatchObject({
      status: 422,
      body: { fields: { vendors: expect.stringContaining("preferred") } },
    });
    expect(await create(9, { vendors: [{ vendorId: one }, { vendorId: one }] })).toMatchObject({
      status: 422,
      body: { fields: { vendors: expect.stringContaining("twice") } },
    });
    expect((await create(10, { vendors: offers(false, true) })).body).toMatchObject({
      preferredVendorName: "Vendor two",
      vendors: [{ vendorName: "Vendor one", qtyPerUom: "1" }, { vendorName: "Vendor two" }],
    });
  });

  test("is found in its own category and in those above it, and by its vendors", async () => {
    const add = async (name: string, parentId: string | null) =>
      String((await buyer.post("/api/warehouse/product-categories", { name, parentId })).body["id"]);
    const top = await add("Food", null);
    const below = await add("Noodles", await add("Dry food", top));
    const vendorId = await aVendorOf(buyer, "noodles");
    const { body } = await create(11, { categoryId: below, vendors: [{ vendorId }] });
    const ids = async (query: string) => (await buyer.get(`${path}?${query}`)).body.items.map(({ id }) => id);
    expect(await ids(`categoryId=${top}`)).toEqual([body["id"]]);
    expect(await ids(`categoryId=${below}`)).toEqual([body["id"]]);
    expect(await ids(`vendorId=${vendorId}`)).toEqual([body["id"]]);
    expect(await ids(`vendorId=${vendorId}&categoryId=${await add("Drinks", null)}`)).toEqual([]);
  });

  test("keeps its base unit once quantities are kept in it", async () => {
    const { body } = await create(12);
    const changed = { ...(await aProduct(12, buyer)), baseUom: "KGM" };
    const other = await buyer.put(`${path}/${body["id"]}`, { ...changed, version: 1 });
    expect(other.body).toMatchObject({ baseUom: "KGM", version: 2 });
    await orderOf(body["id"]);
    expect(await buyer.put(`${path}/${body["id"]}`, { ...changed, baseUom: "EA", version: 2 })).toMatchObject({
      status: 409,
      body: { code: "base_unit_in_use" },
    });
    expect(await buyer.remove(`${path}/${body["id"]}?version=2`)).toMatchObject({
      status: 409,
      body: { code: "in_use" },
    });
  });

  test("is counted, packed, ordered and priced in units of the list; one that it has already stays", async () => {
    const vendorId = await aVendorOf(buyer, "units");
    const unknown = "There is no unit ZZZ. Choose one from the list.";
    const offer = { vendorId, packageUom: "ZZZ", qtyPerUom: "2", unitPrice: "1", priceUom: "ZZZ", priceQtyPerUom: "2" };
    const over = { baseUom: "ZZZ", packages: [{ uom: "ZZZ", quantityInBase: "3" }], vendors: [offer] };
    expect(await create(14, over)).toMatchObject({
      status: 422,
      body: {
        fields: {
          baseUom: unknown,
          "packages.0.uom": unknown,
          "vendors.0.packageUom": unknown,
          "vendors.0.priceUom": unknown,
        },
      },
    });
    const { body } = await create(14, { packages: [{ uom: "XPA", quantityInBase: "3" }] });
    await asSuper(testApp, "update product_packages set uom = 'ZZZ' where product_id = $1", [body["id"]]);
    expect((await changeProduct(buyer, body["id"], { name: "As before" })).status).toBe(200);
    expect((await changeProduct(buyer, body["id"], { baseUom: "YYY" })).body).toMatchObject({
      fields: { baseUom: "There is no unit YYY. Choose one from the list." },
    });
  });

  test("gets another base unit once no pack and no price keeps a number that is counted in the old one", async () => {
    const vendorId = await aVendorOf(buyer, "counted");
    const packs = [{ uom: "XCT", quantityInBase: "12" }];
    const vendors = [{ vendorId, unitPrice: "5", priceUom: "XCT", priceQtyPerUom: "12" }];
    const { body } = await create(15, { packages: packs, vendors });
    const change = (over: Record<string, unknown>) => changeProduct(buyer, body["id"], { baseUom: "KGM", ...over });
    const counted =
      "Packs and prices of this product are counted in piece. Take them out first, then give them in the new unit.";
    expect(await change({})).toMatchObject({ status: 422, body: { fields: { baseUom: counted } } });
    expect((await change({ packages: [] })).status).toBe(422);
    expect((await change({ vendors: [] })).status).toBe(422);
    const inKilos = [{ vendorId, unitPrice: "2", priceUom: "KGM", priceQtyPerUom: "1" }];
    expect((await change({ packages: [{ uom: "XCT", quantityInBase: "6" }], vendors: inKilos })).body).toMatchObject({
      baseUom: "KGM",
    });
    expect((await change({ packages: [], vendors: [] })).status).toBe(200);
    expect((await change({ baseUom: "EA", packages: packs, vendors })).status).toBe(200);
  });

  test("is discontinued and activated by steps that the record names", async () => {
    const { body } = await create(13);
    expect(body["steps"]).toEqual(["withdraw", "discontinue"]);
    const gone = await buyer.post(`${path}/${body["id"]}/discontinue`, { reason: "no longer made" });
    expect(gone.body).toMatchObject({ status: "discontinued", steps: ["activate"] });
    expect((await (await testApp.as("VIEWER")).get(`${path}/${body["id"]}`)).body["steps"]).toEqual([]);
  });

  describe("found by a scan", () => {
    beforeAll(async () => {
      const vendorId = await aVendorOf(buyer, "scan");
      await create(20, {
        sku: "Tea-01",
        name: "Tea",
        gtin: aGtin(20),
        trackingMode: "lot",
        packages: [{ uom: "XCS", quantityInBase: "24", gtin: aGtin(21) }],
        vendors: [{ vendorId, vendorSku: "T/99", packageUom: "XPX", qtyPerUom: "480" }],
      });
      await create(22, { sku: "Coffee", name: "Coffee", vendors: [{ vendorId, vendorSku: "tea-01" }] });
    });

    test("of the piece, the case, our number or the vendor's, each with what it stands for", async () => {
      expect((await find(aGtin(20))).body).toMatchObject({
        matches: [{ by: "gtin", sku: "Tea-01", uom: "EA", quantityInBase: "1", trackingMode: "lot" }],
      });
      expect((await find(aGtin(21))).body).toMatchObject({
        scanned: { gtin: `0${aGtin(21)}` },
        matches: [{ by: "package", uom: "XCS", quantityInBase: "24" }],
      });
      expect((await find("t/99")).body).toMatchObject({
        matches: [{ by: "vendor_sku", uom: "XPX", quantityInBase: "480", vendorName: "Vendor scan" }],
      });
      expect((await find("nothing has it")).body["matches"]).toEqual([]);
    });

    test("our own number goes before a vendor's that is the same", async () => {
      expect((await find("TEA-01")).body).toMatchObject({ matches: [{ by: "sku", name: "Tea" }] });
    });

    test("of a GS1 code also tells lot and expiry, and of a pallet how many cases it holds", async () => {
      const scan = await find(`]C101${`0${aGtin(21)}`}1728063010LOT-7${fnc1}`);
      expect(scan.body).toMatchObject({
        scanned: { lot: "LOT-7", expiryDate: "2028-06-30" },
        matches: [{ by: "package", quantityInBase: "24" }],
      });
      expect((await find(`]C100106141412345678908020${aGtin(21)}3740`)).body).toMatchObject({
        scanned: { sscc: "106141412345678908", count: 40 },
        matches: [{ name: "Tea" }],
      });
    });

    test("that cannot be read says in words why", async () => {
      expect(await find("]C117281301")).toMatchObject({
        status: 422,
        body: { code: "unreadable_code", message: expect.stringContaining("no date") },
      });
    });

    test("is not found in another company", async () => {
      expect((await find("Tea-01", await testApp.as("BUYER", "b"))).body["matches"]).toEqual([]);
    });

    test("goes by indexes, not through all products", async () => {
      await asSuper(
        testApp,
        `insert into products (company_id, sku, name, category_id) select company_id, 'Bulk ' || n, 'Bulk',
          category_id from products, generate_series(1, 3000) n where sku = 'Tea-01'`,
      );
      await asSuper(testApp, "analyze products");
      expect(
        await explain(
          "select id from products p where p.company_id = current_company() and p.sku_key = lower('Bulk 7')",
        ),
      ).toMatch(/Index Cond: .*sku_key = /);
      expect(
        await explain("select id from products p where p.company_id = current_company() and p.gtin = '05060000000204'"),
      ).toMatch(/Index Cond: .*gtin = /);
    });
  });

  async function explain(query: string): Promise<string> {
    const client = await testApp.database.work.connect();
    try {
      await client.query(`begin; set local role waybill_app; set local waybill.company_id = '${testApp.companies.a}'`);
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${query}`);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    } finally {
      await client.query("rollback");
      client.release();
    }
  }

  async function orderOf(productId: string): Promise<void> {
    const vendorId = await aVendorOf(buyer, `of-${productId}`);
    await asSuper(
      testApp,
      `with location as (
         insert into locations (company_id, code, name, timezone) values ($1, 'L1', 'Site', 'Europe/Amsterdam')
           returning id
       ), ordered as (
         insert into purchase_orders (company_id, number, vendor_id, ship_to_location_id, currency, order_date,
           requested_date, buyer_id)
         select $1, 'PO-1', $2, id, 'EUR', now(), now(), $3 from location returning id
       )
       insert into purchase_order_items (company_id, purchase_order_id, line_no, product_id, description, sku,
         ordered_qty, uom, qty_per_uom, unit_price, line_total, requested_date)
       select $1, id, 1, $4, 'd', 's', 1, 'EA', 1, 1, 1, now() from ordered`,
      [testApp.companies.a, vendorId, testApp.users.BUYER, productId],
    );
  }
});
