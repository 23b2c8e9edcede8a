import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { offerOf } from "#main/testing/records/offers.ts";
import { orderRecords, saved } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let admin: Client;
let buyer: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  admin = await testApp.as("SUPER_ADMIN");
  buyer = await testApp.as("BUYER");
  await saved(admin.post("/api/warehouse/product-categories", { name: "Goods", code: "G" }));
  await saved(admin.post("/api/warehouse/vendors", { code: "W1", name: "Weber", currency: "EUR" }));
});
afterAll(() => testApp.close());

describe("a price of a file", () => {
  test("keeps its currency and unit where the file does not say them; a change of them stands in the file and in the dry run", async () => {
    const records = await orderRecords(await testApp.as("SUPER_ADMIN"), { products: 1 });
    const offer = { unitPrice: "120", priceUom: "XCT", priceQtyPerUom: "12", currency: "USD" };
    await offerOf(buyer, records, 0, offer);
    const one = records.products[0] as { id: string; sku: string };
    const { code } = await saved(buyer.get(`/api/warehouse/vendors/${records.vendorId}`));
    const now = await saved(buyer.get(`/api/warehouse/products/${one.id}`));
    const row = [one.sku, now["name"], now["categoryName"], code].join(",");
    const head = "SKU,Name,Category,Vendor,Price";
    const changes = async (file: string) => {
      const tried = await checkFile(buyer, await saved(uploadFile(buyer, "product", file)));
      expect(await badRows(buyer, tried)).toEqual({});
      return (await saved(buyer.get(`/api/imports/${tried.id}/rows?outcome=changed`))).items.map(
        (item) => item["changes"],
      );
    };
    expect(await changes(`${head}\n${row},120\n`)).toEqual([]);
    const from = "120 USD per carton of 12";
    expect(await changes(`${head}\n${row},11\n`)).toEqual([{ unitPrice: { from, to: "11 USD per carton of 12" } }]);
    await importFile(buyer, "product", `${head}\n${row},11\n`);
    const offered = async () => (await saved(buyer.get(`/api/warehouse/products/${one.id}`)))["vendors"];
    expect(await offered()).toMatchObject([{ ...offer, unitPrice: "11" }]);
    const said = `${head},Price currency,Price unit\n${row},11,EUR,piece\n`;
    expect(await changes(said)).toEqual([{ unitPrice: { from: "11 USD per carton of 12", to: "11 EUR per piece" } }]);
    await importFile(buyer, "product", said);
    expect(await offered()).toMatchObject([{ unitPrice: "11", currency: "EUR", priceUom: "EA", priceQtyPerUom: "1" }]);
  });

  test("without a vendor is a row to correct, not one that loses its price", async () => {
    const tried = await checkFile(
      admin,
      await saved(uploadFile(admin, "product", "SKU,Name,Category,Price\nP,P,Goods,3\n")),
    );
    expect(await badRows(admin, tried)).toEqual({
      2: { vendorCode: "Say whose price this is, or take the price out of the mapping." },
    });
  });

  test("what says nothing without a vendor or a price is a row to correct, not one that loses it", async () => {
    const file = [
      "SKU,Name,Category,Vendor,Vendor's own number,Price,Price unit,Price currency",
      "P,P,Goods,,V1,,,",
      "Q,Q,Goods,,,,piece,EUR",
      "R,R,Goods,W1,,,kg,",
    ];
    const tried = await checkFile(admin, await saved(uploadFile(admin, "product", `${file.join("\n")}\n`)));
    const priceUnit = "Give the price as well, or take the price unit out of the mapping.";
    expect(await badRows(admin, tried)).toEqual({
      2: { vendorSku: "Say whose number this is, or take it out of the mapping." },
      3: { priceUnit, currency: "Give the price as well, or take the currency out of the mapping." },
      4: { priceUnit },
    });
    const list = "SKU,Vendor,Price unit\nR,W1,kg\n";
    const other = await checkFile(admin, await saved(uploadFile(admin, "price-list", list)));
    expect(await badRows(admin, other)).toMatchObject({ 2: { priceUnit } });
  });

  test("that a vendor has yet to say has a currency already: another one is a change", async () => {
    const records = await orderRecords(await testApp.as("SUPER_ADMIN"), { products: 1 });
    await offerOf(buyer, records, 0, { unitPrice: null, currency: "EUR" });
    const { code } = await saved(buyer.get(`/api/warehouse/vendors/${records.vendorId}`));
    const file = (currency: string) => `SKU,Vendor,Price currency\n${records.products[0]?.sku},${code},${currency}\n`;
    const same = await importFile(buyer, "price-list", file("EUR"));
    expect(same).toMatchObject({ updatedCount: 0, unchangedCount: 1 });
    expect(await importFile(buyer, "price-list", file("USD"))).toMatchObject({ updatedCount: 1 });
    const product = await saved(buyer.get(`/api/warehouse/products/${records.products[0]?.id}`));
    expect(product["vendors"]).toMatchObject([{ unitPrice: null, currency: "USD" }]);
  });

  test("or a product in a unit that the list does not have is a row to correct", async () => {
    const file = "SKU,Name,Category,Base unit,Vendor,Price,Price unit\nZ1,Z,Goods,ZZZ,,,\nZ2,Z,Goods,,W1,1,ZZZ 12\n";
    const tried = await checkFile(admin, await saved(uploadFile(admin, "product", file)));
    const unknown = "There is no unit ZZZ. Choose one from the list.";
    expect(await badRows(admin, tried)).toEqual({ 2: { baseUom: unknown }, 3: { priceUnit: unknown } });
    const [{ sku } = { sku: "" }] = (await orderRecords(await testApp.as("SUPER_ADMIN"), { products: 1 })).products;
    const list = `SKU,Vendor,Ordered in\n${sku},W1,ZZZ 12\n`;
    const other = await checkFile(admin, await saved(uploadFile(admin, "price-list", list)));
    expect(await badRows(admin, other)).toEqual({ 2: { orderUnit: unknown } });
  });
});
