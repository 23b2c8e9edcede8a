import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, uploadFile } from "#main/testing/files/imports.ts";
import { changeProduct, offerOf, productsPath } from "#main/testing/records/offers.ts";
import { orderRecords, saved, type OrderRecords } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let buyer: Client;
let records: OrderRecords;
let vendor: string;
let skus: readonly string[];
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  buyer = await testApp.as("BUYER");
});
afterAll(() => testApp.close());
beforeEach(async () => {
  records = await orderRecords(await testApp.as("SUPER_ADMIN"), { products: 2 });
  for (const at of [0, 1]) await priced(at, "10");
  vendor = String((await saved(buyer.get(`/api/warehouse/vendors/${records.vendorId}`))).code);
  skus = records.products.map(({ sku }) => sku);
});

const priced = (at: number, unitPrice: string) =>
  offerOf(buyer, records, at, { unitPrice, priceUom: "EA", priceQtyPerUom: "1" }, []);
const prices = () =>
  Promise.all(
    records.products.map(async ({ id }) => {
      const { vendors } = await saved(buyer.get(`${productsPath}/${id}`));
      return (vendors as Body[])[0]?.["unitPrice"];
    }),
  );
const tried = async (entity: string, head: string, ...rows: readonly string[]) =>
  checkFile(buyer, await saved(uploadFile(buyer, entity, [head, ...rows, ""].join("\n"))));
const priceList = () => tried("price-list", "SKU;Vendor;Price", ...skus.map((sku) => `${sku};${vendor};12`));
const productList = (...rows: readonly string[]) => tried("product", "SKU;Name;Category", ...rows);
const told = "What is saved of this was changed after the file was checked. Upload the file again to import this row.";

test("a price that somebody changes after a file was checked stays, its row says so, and the others are written", async () => {
  const file = await priceList();
  expect(file).toMatchObject({ changedCount: 2, badCount: 0 });
  await priced(0, "15");
  const end = await applyFile(buyer, file, "skip_bad");
  expect(end).toMatchObject({ state: "done", updatedCount: 1, unchangedCount: 0, badCount: 1 });
  expect(await prices()).toEqual(["15", "12"]);
  expect(await badRows(buyer, end)).toEqual({ 2: { sku: told } });
  const result = await buyer.get(`/api/imports/${end.id}/result.csv`);
  expect(result.text.split("\r\n")[1]).toMatch(new RegExp(`bad.*${told}`));
});

test("where all rows or none are to come in, none does, and it is said which row it was, in the language of who imports", async () => {
  const file = await priceList();
  await priced(1, "15");
  await asSuper(testApp, "update users set locale = 'de' where company_id = $1", [testApp.companies.a]);
  expect(await applyFile(buyer, file)).toMatchObject({
    state: "failed",
    failure:
      "Zeile 3 kann nicht mehr importiert werden: Was sie nennt, wurde geändert. Prüfen Sie die Datei noch einmal.",
  });
  await asSuper(testApp, "update users set locale = 'en' where company_id = $1", [testApp.companies.a]);
  expect(await prices()).toEqual(["10", "15"]);
  const again = await checkFile(buyer, file);
  expect(await applyFile(buyer, again)).toMatchObject({ state: "done", updatedCount: 2, failure: null });
  expect(await prices()).toEqual(["12", "12"]);
});

test("a product that is changed, made, renumbered or archived after the check is not written over", async () => {
  const rows = [`${skus[0]};From the file;Hardware`, `${skus[1]};From the file;Hardware`];
  const fresh = [`new-${skus[0]}`, `gone-${skus[0]}`] as const;
  const category = (await saved(buyer.get(`${productsPath}/${records.products[0]!.id}`)))["categoryId"];
  const made = (sku: string) => saved(buyer.post(productsPath, { sku, name: "By hand", categoryId: category }));
  const gone = await made(fresh[1]);
  const file = await productList(
    ...rows,
    ...fresh.map((sku) => `${sku};From the file;Hardware`),
    `last-${skus[0]};Last;Hardware`,
  );
  expect(file).toMatchObject({ badCount: 0, newCount: 2, changedCount: 3 });
  await saved(changeProduct(buyer, records.products[0]!.id, { name: "By hand" }));
  await saved(buyer.post(`${productsPath}/${records.products[1]!.id}/archive`));
  await made(fresh[0]);
  await saved(changeProduct(buyer, gone.id, { sku: `other-${skus[0]}` }));
  const end = await applyFile(buyer, file, "skip_bad");
  expect(end).toMatchObject({ state: "done", createdCount: 1, updatedCount: 0, badCount: 4 });
  expect(Object.keys(await badRows(buyer, end))).toEqual(["2", "3", "4", "5"]);
  expect(await saved(buyer.get(`${productsPath}/${records.products[0]!.id}`))).toMatchObject({ name: "By hand" });
});

test("a change of something else, or to what the row says, holds no row back", async () => {
  const file = await priceList();
  await saved(changeProduct(buyer, records.products[0]!.id, { name: "Another name" }));
  await priced(1, "12");
  expect(await applyFile(buyer, file)).toMatchObject({
    state: "done",
    updatedCount: 1,
    unchangedCount: 1,
    badCount: 0,
  });
  expect(await prices()).toEqual(["12", "12"]);
});
