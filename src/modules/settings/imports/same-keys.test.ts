import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { productsPath } from "#main/testing/records/offers.ts";
import { orderFiles } from "#main/testing/records/open-orders.ts";
import { ordersPath, saved } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let buyer: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  buyer = await testApp.as("BUYER");
});
afterAll(() => testApp.close());

const csv = (head: string, ...rows: readonly string[]) => [head, ...rows, ""].join("\n");
const tried = async (client: Client, entity: string, content: string) =>
  checkFile(client, await saved(uploadFile(client, entity, content)));
const productFile = (...skus: readonly string[]) =>
  csv("SKU;Name;Category", ...skus.map((sku) => `${sku};Dowel ${sku};Hardware`));
const skusWith = async (word: string) =>
  (await saved(buyer.get(`${productsPath}?q=${encodeURIComponent(word)}`))).items.map((one) => one["sku"]);

describe("what the database takes for one key is one key in the check of a file", () => {
  /** JavaScript takes each pair for two: it has another small letter for the first, and one for the end of a word. */
  const pairs = [
    ["İx", "ix"],
    ["ΑΣ", "ασ"],
  ] as const;

  test.each(pairs)("of the products %s and %s the second is named, and the others come in", async (one, other) => {
    const file = await tried(buyer, "product", productFile(`1 ${one}`, `1 ${other}`, `2 ${other}`));
    expect(file).toMatchObject({ badCount: 1, newCount: 2 });
    expect(await badRows(buyer, file)).toEqual({ 3: { sku: "Row 2 has the same." } });
    expect(await applyFile(buyer, file, "skip_bad")).toMatchObject({ state: "done", createdCount: 2, failure: null });
  });

  test.each(pairs)("a vendor %s is found where a file of products or prices says %s", async (one, other) => {
    await saved(buyer.post("/api/warehouse/vendors", { code: `V ${one}`, name: "Sealing Works", currency: "EUR" }));
    const row = `3 ${one};Dowel;Hardware;V ${other};2;piece`;
    await importFile(buyer, "product", csv("SKU;Name;Category;Vendor;Price;Price unit", row));
    const list = csv("SKU;Vendor;Price", `3 ${other};V ${other};3`);
    expect(await importFile(buyer, "price-list", list)).toMatchObject({ createdCount: 0, updatedCount: 1 });
    const [product] = (await saved(buyer.get(`${productsPath}?q=${encodeURIComponent(`3 ${one}`)}`))).items;
    const { vendors } = await saved(buyer.get(`${productsPath}/${product!.id}`));
    expect(vendors).toMatchObject([{ unitPrice: "3", priceUom: "EA" }]);
  });

  test.each(pairs)("rows of the orders %s and %s make one order", async (one, other) => {
    const files = await orderFiles(await testApp.as("SUPER_ADMIN"), buyer);
    const rows = [
      { order: `4 ${one}`, line: "1" },
      { order: `4 ${other}`, line: "2", sku: files.skus[2] },
    ];
    expect(await importFile(buyer, "purchase-order", files.file(...rows))).toMatchObject({ createdCount: 2 });
    const { items } = await saved(buyer.get(`${ordersPath}?vendorId=${files.records.vendorId}`));
    expect(items).toMatchObject([{ externalNumber: `4 ${one}`, lineCount: 2 }]);
    const again = files.file({ order: `4 ${one}`, line: "1" }, { order: `4 ${other}`, line: "1", sku: files.skus[2] });
    expect(await badRows(buyer, await tried(buyer, "purchase-order", again))).toMatchObject({
      3: { lineNo: "Row 2 has the same." },
    });
  });

  test.each(pairs)("of the docks %s and %s of one location the second is named", async (one, other) => {
    const { shipToLocationId } = (await orderFiles(await testApp.as("SUPER_ADMIN"), buyer)).records;
    const admin = await testApp.as("SUPER_ADMIN");
    const { code, name } = await saved(admin.get(`/api/settings/locations/${shipToLocationId}`));
    const file = csv("Code;Name;Location", `${one};Gate;${code}`, `${other};Gate;${String(name)}`);
    expect(await badRows(admin, await tried(admin, "dock", file))).toEqual({ 3: { code: "Row 2 has the same." } });
  });
});

describe("codes that look the same are the same", () => {
  const looks = [
    ["é in two ways", "Caf\u00e9 1", "Cafe\u0301 1"],
    ["a sign that nobody sees", "Zinc 2", "Zi\u200Bnc 2"],
    ["a blank that does not break", "Bolt 3", "Bolt\u00A03"],
    ["two blanks", "Nut 4", "Nut  4"],
  ] as const;

  test.each(looks)(
    "%s: two rows of a file are about one product, and a later file about the same",
    async (_, one, other) => {
      const file = await tried(buyer, "product", productFile(one, other));
      expect(await badRows(buyer, file)).toEqual({ 3: { sku: "Row 2 has the same." } });
      await importFile(buyer, "product", productFile(other));
      expect(await skusWith(one)).toEqual([one]);
      const later = await importFile(buyer, "product", productFile(one).replace(`Dowel ${one}`, `Dowel ${other}`));
      expect(later).toMatchObject({ createdCount: 0 });
    },
  );

  test.each(looks)("%s: a typed vendor's code is refused where there is one that looks so", async (_, one, other) => {
    const vendor = { name: "Sealing Works", currency: "EUR" };
    expect(await saved(buyer.post("/api/warehouse/vendors", { ...vendor, code: other }))).toMatchObject({ code: one });
    expect(await buyer.post("/api/warehouse/vendors", { ...vendor, code: one })).toMatchObject({ status: 409 });
  });

  test.each(looks)("%s: rows of one order stand together", async (_, one, other) => {
    const files = await orderFiles(await testApp.as("SUPER_ADMIN"), buyer);
    const rows = [
      { order: one, line: "1" },
      { order: other, line: "2", sku: files.skus[2] },
    ];
    await importFile(buyer, "purchase-order", files.file(...rows));
    const { items } = await saved(buyer.get(`${ordersPath}?q=${encodeURIComponent(one)}`));
    expect(items).toMatchObject([{ externalNumber: one, lineCount: 2 }]);
  });

  test("a name keeps its blanks, and its letters are written in one way", async () => {
    const name = "Caf\u00e9  \u200Bnoir";
    const body = { code: "NAMED-1", name: name.normalize("NFD"), currency: "EUR" };
    expect(await saved(buyer.post("/api/warehouse/vendors", body))).toMatchObject({ name });
  });
});
