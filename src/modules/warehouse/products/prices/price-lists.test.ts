import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { cartonOf12, changeProduct, productsPath } from "#main/testing/records/offers.ts";
import { orderRecords, saved, type OrderRecords } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let buyer: Client;
let records: OrderRecords;
let product: Body;
let codes: readonly [string, string];
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  buyer = await testApp.as("BUYER");
});
afterAll(() => testApp.close());
beforeEach(async () => {
  records = await orderRecords(await testApp.as("SUPER_ADMIN"), { products: 1 });
  product = await saved(changeProduct(buyer, records.products[0]!.id, { packages: [cartonOf12], vendors: [] }));
  const other = await saved(
    buyer.post("/api/warehouse/vendors", { code: `${product["sku"]}-2`, name: "Other", currency: "USD" }),
  );
  codes = [String((await saved(buyer.get(`/api/warehouse/vendors/${records.vendorId}`))).code), other.code];
});

const offers = async () =>
  Object.fromEntries(
    ((await saved(buyer.get(`${productsPath}/${product.id}`)))["vendors"] as Body[]).map((one) => [
      one["vendorSku"] ?? one["vendorName"],
      one,
    ]),
  ) as Record<string, Body>;
const bring = (head: string, ...rows: string[]) =>
  importFile(buyer, "price-list", [head, ...rows.map((row) => `${product["sku"]};${row}`), ""].join("\n"));

test("a price list brings several vendors of one product, with packs, smallest quantities and how long prices hold", async () => {
  const done = await bring(
    "Artikelnummer;Lieferant;Bestellnummer;Gebinde;Preis;Preiseinheit;Mindestmenge;Lieferzeit;Gültig ab;Gültig bis",
    `${codes[0]};A;carton of 12;12,50;Karton à 12;2;7;31.01.2026;31.12.2026`,
    `${codes[1]};B;;1,20;;;;;`,
  );
  expect(done).toMatchObject({ createdCount: 2, badCount: 0 });
  expect(await offers()).toMatchObject({
    A: {
      packageUom: "XCT",
      qtyPerUom: "12",
      unitPrice: "12.5",
      priceUom: "XCT",
      priceQtyPerUom: "12",
      currency: "EUR",
      minOrderQty: "2",
      leadTimeDays: 7,
      validFrom: "2026-01-31",
      validTo: "2026-12-31",
      isPreferred: true, // the first one
      isUnitConfirmed: true,
    },
    B: { unitPrice: "1.2", currency: "USD", isPreferred: false, validTo: null },
  });
});

test("what a later list does not say stays, and the history of the product says whose price changed", async () => {
  const head = "SKU;Vendor;Vendor's own number;Ordered in;Price;Price unit;Price until";
  await bring(head, `${codes[0]};A;carton of 12;12.5;carton of 12;2026-12-31`, `${codes[1]};B;;1;piece;`);
  const before = await offers();
  const { version } = await saved(buyer.get(`${productsPath}/${product.id}`));
  const done = await bring("SKU;Vendor;Price", `${codes[0]};13`, `${codes[1]};1.00`);
  expect(done).toMatchObject({ createdCount: 0, updatedCount: 1, unchangedCount: 1 });
  expect(await offers()).toEqual({ ...before, A: { ...before["A"], unitPrice: "13" } });
  expect((await saved(buyer.get(`${productsPath}/${product.id}`))).version).toBe(version + 1);
  const history = (await saved(buyer.get(`${productsPath}/${product.id}/history`))) as unknown as { items: Body[] };
  expect(history.items[0]).toMatchObject({
    step: "updated",
    note: `file.csv: ${codes[0]}`,
    changes: { unitPrice: { from: "12.5 EUR per carton of 12", to: "13 EUR per carton of 12" } },
  });
});

test("another vendor that is preferred takes the place of the one before; two of one product are refused", async () => {
  const head = "SKU;Vendor;Vendor's own number;Preferred vendor";
  await bring(head, `${codes[0]};A;yes`, `${codes[1]};B;no`);
  await bring(head, `${codes[1]};B;yes`);
  expect(await offers()).toMatchObject({ A: { isPreferred: false }, B: { isPreferred: true } });
  const file = `${head}\n${product["sku"]};${codes[0]};A;yes\n${product["sku"]};${codes[1]};B;yes\n`;
  const tried = await checkFile(buyer, await saved(uploadFile(buyer, "price-list", file)));
  expect(await badRows(buyer, tried)).toEqual({ 3: { isPreferred: "Row 2 has the same." } });
});

test("a row of an unknown product, vendor, unit or currency, or of days that end before they begin, is to correct", async () => {
  const head = "SKU;Vendor;Ordered in;Price;Price currency;Price from;Price until";
  const rows = [
    `nothing;${codes[0]};;1;;;`,
    `${product["sku"]};nobody;;1;;;`,
    `${product["sku"]};${codes[0]};crumb of 3;1;QQQ;2026-02-01;2026-01-01`,
  ];
  const tried = await checkFile(buyer, await saved(uploadFile(buyer, "price-list", [head, ...rows, ""].join("\n"))));
  expect(await badRows(buyer, tried)).toEqual({
    2: { sku: "There is no product nothing. Import the products first." },
    3: { vendorCode: "There is no vendor nobody. Import the vendors first." },
    4: {
      orderUnit: "crumb of 3 is no unit that is known here.",
      currency: "There is no currency QQQ.",
      validTo: "It has to be after the first day.",
    },
  });
  expect((await buyer.post(`/api/imports/${tried.id}/apply`, { mode: "skip_bad" })).status).toBe(409);
});

test("of hundreds of prices each is there once", async () => {
  const vendors = Array.from({ length: 450 }, (_, n) => `${product["sku"]}-V${n}`);
  await importFile(buyer, "vendor", `Code,Name\n${vendors.map((code) => `${code},${code}`).join("\n")}\n`);
  const tried = await checkFile(
    buyer,
    await saved(
      uploadFile(
        buyer,
        "price-list",
        `SKU,Vendor,Price\n${vendors.map((code, n) => `${product["sku"]},${code},${n}`).join("\n")}\n`,
      ),
    ),
  );
  expect(await applyFile(buyer, tried)).toMatchObject({ createdCount: 450 });
  const { text } = await buyer.get(`${productsPath}/prices/export.csv`);
  for (const [n, code] of vendors.entries()) expect(text.split(`,${code},${code},`), `row ${n}`).toHaveLength(2);
});
