import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { changeProduct, offerOf, productsPath } from "#main/testing/records/offers.ts";
import { orderRecords, saved, type OrderRecords } from "#main/testing/records/orders.ts";

describe("the prices of an imported file", () => {
  let testApp: TestApp;
  let admin: Client;
  let buyer: Client;
  let records: OrderRecords;
  let vendor: Body;
  beforeAll(async () => {
    testApp = await startTestApp({ jobs: true });
    admin = await testApp.as("SUPER_ADMIN");
    buyer = await testApp.as("BUYER");
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    records = await orderRecords(admin, { products: 2 });
    vendor = await saved(admin.get(`/api/warehouse/vendors/${records.vendorId}`));
  });

  /** A row for each product of the ground: its price, and what that is for. */
  async function check(rows: readonly (readonly [price: string, unit?: string])[], client = buyer): Promise<Body> {
    const withUnit = rows.some(([, unit]) => unit !== undefined);
    const text = rows.map(([price, unit = ""], at) => {
      const cells = [records.products[at]?.sku, `Product ${at}`, "Goods", vendor["code"], price];
      return [...cells, ...(withUnit ? [unit] : [])].join(",");
    });
    const file = [`SKU,Name,Category,Vendor,Price${withUnit ? ",Price unit" : ""}`, ...text].join("\r\n");
    const form = `--part\r\nContent-Disposition: form-data; name="file"; filename="prices.csv"\r\nContent-Type: text/csv\r\n\r\n${file}\r\n--part--\r\n`;
    const headers = { "content-type": "multipart/form-data; boundary=part" };
    const upload = await saved(client.send("POST", "/api/imports?entity=product", form, headers));
    return saved(client.post(`/api/imports/${upload.id}/check`, { mapping: upload["mapping"] }));
  }
  async function apply(record: Body): Promise<void> {
    expect(record["badCount"], JSON.stringify(record)).toBe(0);
    await saved(buyer.post(`/api/imports/${record.id}/apply`, { mode: "all_or_nothing" }));
    await expect
      .poll(async () => (await saved(buyer.get(`/api/imports/${record.id}`)))["state"], { timeout: 20_000 })
      .toBe("done");
  }
  const offerAt = async (at: number) =>
    (
      (await saved(buyer.get(`${productsPath}/${records.products[at]?.id}`)))["vendors"] as Record<string, unknown>[]
    )[0];

  test("are for the unit that stands beside them, in words, as a code or as a number of pieces", async () => {
    await saved(
      changeProduct(buyer, records.products[0]?.id ?? "", { packages: [{ uom: "XCT", quantityInBase: "12" }] }),
    );
    const record = await check([
      ["120", "carton of 12"],
      ["12.35", "per 100"],
    ]);
    expect(record["notes"]).toEqual([]);
    await apply(record);
    expect(await offerAt(0)).toMatchObject({
      unitPrice: "120",
      priceUom: "XCT",
      priceQtyPerUom: "12",
      isUnitConfirmed: true,
    });
    expect(await offerAt(1)).toMatchObject({
      unitPrice: "12.35",
      priceUom: "EA",
      priceQtyPerUom: "100",
      isUnitConfirmed: true,
    });
    await apply(await check([["121", "12-pack"]]));
    expect(await offerAt(0)).toMatchObject({ unitPrice: "121", priceUom: "XCT", priceQtyPerUom: "12" });
  });

  test("stay for the unit of the offer that is there where the file says none, and the dry run says so", async () => {
    await offerOf(buyer, records, 0, { unitPrice: "120", priceUom: "XCT" });
    const record = await check([["11"], ["3"]]);
    expect(record["notes"]).toEqual([
      "The file does not say what 2 prices are for. They are taken for: 1 × carton of 12, 1 × piece.",
    ]);
    expect(await offerAt(0)).toMatchObject({ unitPrice: "120" }); // nothing was changed by looking
    await apply(record);
    expect(await offerAt(0)).toMatchObject({
      unitPrice: "11",
      priceUom: "XCT",
      priceQtyPerUom: "12",
      isUnitConfirmed: true,
    });
    expect(await offerAt(1)).toMatchObject({
      unitPrice: "3",
      priceUom: "EA",
      priceQtyPerUom: "1",
      isUnitConfirmed: true,
    });
  });

  test("are for the size that the product is ordered in where there is no offer yet, and wait to be confirmed", async () => {
    const pack = { uom: "XCT", quantityInBase: "12", isPurchaseDefault: true };
    await saved(changeProduct(buyer, records.products[0]?.id ?? "", { packages: [pack] }));
    await apply(await check([["11"]]));
    expect(await offerAt(0)).toMatchObject({ unitPrice: "11", priceUom: "XCT", isUnitConfirmed: false });
    await apply(await check([["12", "carton"]]));
    expect(await offerAt(0)).toMatchObject({ unitPrice: "12", priceUom: "XCT", isUnitConfirmed: true });
  });

  test("with a unit that nobody knows, or a pack of which nobody knows what it holds, are rows to correct", async () => {
    const record = await check([
      ["11", "something else"],
      ["11", "carton"],
    ]);
    const { items } = await saved(buyer.get(`/api/imports/${record.id}/rows?outcome=bad`));
    expect(items.map((row) => row["errors"])).toEqual([
      { priceUnit: "something else is no unit that is known here." },
      { priceUnit: "Say how much one carton holds, counted in “piece”." },
    ]);
  });
});
