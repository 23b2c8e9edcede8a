import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { changeProduct, offered, offerOf, productsPath } from "#main/testing/records/offers.ts";
import { orderRecords, saved, type OrderRecords } from "#main/testing/records/orders.ts";

type Offer = Record<string, unknown>;

describe("the price of an offer", () => {
  let testApp: TestApp;
  let admin: Client;
  let buyer: Client;
  let records: OrderRecords;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await testApp.as("SUPER_ADMIN");
    buyer = await testApp.as("BUYER");
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    records = await orderRecords(admin, { products: 1 });
  });

  const offer = async (over: Offer, packages?: readonly unknown[]): Promise<Offer> =>
    offersOf(await offerOf(buyer, records, 0, over, packages))[0] ?? {};
  const offersOf = (product: Body): Offer[] => product["vendors"] as Offer[];
  const productId = () => records.products[0]?.id ?? "";
  const read = async () => offersOf(await saved(buyer.get(`${productsPath}/${productId()}`)))[0] ?? {};
  const change = (over: Offer) =>
    changeProduct(buyer, productId(), { vendors: [{ vendorId: records.vendorId, currency: "EUR", ...over }] });
  const history = async (step: string) =>
    (await saved(buyer.get(`${productsPath}/${productId()}/history`))).items.filter((entry) => entry["step"] === step);
  /** As offers stand after the upgrade: a unit that nobody has said. */
  const unsaid = () =>
    asSuper(testApp, "update product_vendors set unit_confirmed_at = null where product_id = $1", [productId()]);
  const open = async () => (await saved(buyer.get(`${productsPath}/open-price-units?productId=${productId()}`))).items;
  const seen = (over: Offer = {}) => ({
    productId: productId(),
    vendorId: records.vendorId,
    unitPrice: "10",
    priceUom: "XCT",
    priceQtyPerUom: "12",
    ...over,
  });
  const confirm = (over: Offer = {}, client = buyer) =>
    client.post(`${productsPath}/confirm-price-units`, { offers: [seen(over)] });

  test("always has a unit, also where the database is asked directly", async () => {
    await offer({ unitPrice: "10" });
    await expect(
      asSuper(testApp, "update product_vendors set price_uom = null where product_id = $1", [productId()]),
    ).rejects.toThrow("product_vendors_price_has_a_unit");
  });

  test("is for the unit that is said, which counts as confirmed", async () => {
    expect(await offer({ unitPrice: "10", priceUom: "EA" })).toMatchObject({
      priceUom: "EA",
      priceQtyPerUom: "1",
      isUnitConfirmed: true,
    });
    expect(await offer({ unitPrice: "12.35", priceUom: "EA", priceQtyPerUom: "100" })).toMatchObject({
      priceUom: "EA",
      priceQtyPerUom: "100",
    });
    expect(await offer({ unitPrice: "120", priceUom: "XCT" })).toMatchObject({ priceUom: "XCT", priceQtyPerUom: "12" });
  });

  test("is for the size that the product is ordered in where nobody says it, and that is marked as not confirmed", async () => {
    expect(await offer({ unitPrice: "10" })).toMatchObject({
      priceUom: "XCT",
      priceQtyPerUom: "12",
      isUnitConfirmed: false,
    });
  });

  test("is for what is ordered where that is said, and for the base unit where there is no pack: nothing is in doubt", async () => {
    expect(await offer({ unitPrice: "400", packageUom: "XPX", qtyPerUom: "480" })).toMatchObject({
      priceUom: "XPX",
      priceQtyPerUom: "480",
      isUnitConfirmed: true,
    });
    records = await orderRecords(admin, { products: 1 });
    expect(await offer({ unitPrice: "10" }, [])).toMatchObject({
      priceUom: "EA",
      priceQtyPerUom: "1",
      isUnitConfirmed: true,
    });
  });

  test("stays for its unit when another price comes without one", async () => {
    await offer({ unitPrice: "10", priceUom: "EA" });
    const after = offersOf(await saved(change({ unitPrice: "11" })))[0];
    expect(after).toMatchObject({ unitPrice: "11", priceUom: "EA", priceQtyPerUom: "1", isUnitConfirmed: true });
  });

  test("keeps its mark when something else of the product is changed", async () => {
    await offer({ unitPrice: "10" });
    await saved(changeProduct(buyer, productId(), { name: "Renamed" }));
    expect(await read()).toMatchObject({ isUnitConfirmed: false });
    await saved(confirm());
    await saved(changeProduct(buyer, productId(), { name: "Renamed again" }));
    expect(await read()).toMatchObject({ isUnitConfirmed: true });
    expect(await history("priceChanged")).toHaveLength(1);
  });

  test("asks how many a pack holds where that is not clear", async () => {
    const sizes = [12, 24].map((holds) => ({ uom: "XCT", quantityInBase: String(holds) }));
    await saved(changeProduct(buyer, productId(), { packages: sizes }));
    expect(await change({ unitPrice: "10", priceUom: "XCT" })).toMatchObject({
      status: 422,
      body: { fields: { "vendors.0.priceQtyPerUom": "Say how much one carton holds, counted in “piece”." } },
    });
    expect((await change({ unitPrice: "10", priceUom: "XCT", priceQtyPerUom: "24" })).status).toBe(200);
  });

  test("is not taken for twelve pieces because the twelve of the carton was left in the form", async () => {
    await offer({ unitPrice: "10", priceUom: "XCT" });
    expect(await change({ unitPrice: "10", priceUom: "EA", priceQtyPerUom: "12" })).toMatchObject({
      status: 422,
      body: { fields: { "vendors.0.priceQtyPerUom": expect.stringContaining("Give 1") } },
    });
  });

  test("stays for a carton of 12 when the product's carton holds 10 from now on", async () => {
    await offer({ unitPrice: "120", priceUom: "XCT" });
    await saved(changeProduct(buyer, productId(), { packages: [{ uom: "XCT", quantityInBase: "10" }] }));
    expect(await read()).toMatchObject({ unitPrice: "120", priceUom: "XCT", priceQtyPerUom: "12" });
    expect(await offered(buyer, records, 0)).toMatchObject({ uom: "XCT", qtyPerUom: "12", unitPrice: "120" });
  });

  test("that is changed stands in the history with both units", async () => {
    await offer({ unitPrice: "10", priceUom: "EA" });
    await saved(change({ unitPrice: "110", priceUom: "XCT", priceQtyPerUom: "12" }));
    expect((await history("priceChanged"))[0]).toMatchObject({
      changes: { price: { from: "10 EUR per piece", to: "110 EUR per carton of 12" } },
    });
  });

  describe("whose unit nobody has confirmed", () => {
    beforeEach(async () => {
      await offer({ unitPrice: "10", priceUom: "XCT" });
      await unsaid();
    });

    test("is found in the list and told beside what it could be for instead", async () => {
      const list = async (asked: string) =>
        (await saved(buyer.get(`${productsPath}?priceUnitNotConfirmed=${asked}&ids=${productId()}`))).items.length;
      expect([await list("yes"), await list("no")]).toEqual([1, 0]);
      expect(await open()).toMatchObject([
        {
          unitPrice: "10",
          currency: "EUR",
          priceUom: "XCT",
          priceQtyPerUom: "12",
          others: [{ uom: "EA", qtyPerUom: "1" }],
        },
      ]);
      expect(await offered(buyer, records, 0)).toMatchObject({ offer: { isUnitConfirmed: false } });
      expect(await open()).toHaveLength(1); // looking confirms nothing
    });

    test("is confirmed as it is by somebody who may edit products, and the history says who", async () => {
      expect((await confirm({}, await testApp.as("VIEWER"))).status).toBe(403);
      expect(await saved(confirm())).toEqual({ confirmed: 1, corrected: 0 });
      expect(await read()).toMatchObject({ unitPrice: "10", priceUom: "XCT", isUnitConfirmed: true });
      expect(await open()).toEqual([]);
      expect((await history("priceUnitConfirmed"))[0]).toMatchObject({
        actorName: "buyer Alpha",
        changes: { price: { to: "10 EUR per carton of 12" } },
      });
    });

    test("is corrected to the unit that was meant: a new price with its history, not the old one read otherwise", async () => {
      expect(await saved(confirm({ meant: { uom: "EA", qtyPerUom: "1" } }))).toEqual({ confirmed: 0, corrected: 1 });
      expect(await read()).toMatchObject({
        unitPrice: "10",
        priceUom: "EA",
        priceQtyPerUom: "1",
        isUnitConfirmed: true,
      });
      expect((await history("priceUnitCorrected"))[0]).toMatchObject({
        changes: { price: { from: "10 EUR per carton of 12", to: "10 EUR per piece" } },
      });
    });

    test("is not confirmed where it was changed since somebody looked, and then nothing of the whole is", async () => {
      const other = await orderRecords(admin, { products: 1 });
      await offerOf(buyer, other, 0, { unitPrice: "5" });
      const fine = { productId: other.products[0]?.id, vendorId: other.vendorId, unitPrice: "5" };
      const answer = await buyer.post(`${productsPath}/confirm-price-units`, {
        offers: [seen({ unitPrice: "9" }), { ...seen(), ...fine }],
      });
      expect(answer).toMatchObject({ status: 409, body: { code: "price_changed" } });
      expect(await open()).toHaveLength(1);
      expect(
        (await saved(buyer.get(`${productsPath}/open-price-units?vendorId=${other.vendorId}`))).items,
      ).toHaveLength(1);
    });

    test("is nobody's business in another company", async () => {
      const elsewhere = await testApp.as("BUYER", "b");
      expect((await confirm({}, elsewhere)).status).toBe(409);
      expect((await saved(elsewhere.get(`${productsPath}/open-price-units?productId=${productId()}`))).items).toEqual(
        [],
      );
      expect(await open()).toHaveLength(1);
    });
  });
});
