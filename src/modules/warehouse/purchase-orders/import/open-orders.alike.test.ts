import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { orderFiles, type Cells, type OrderFiles } from "#main/testing/records/open-orders.ts";
import { ordersPath, saved, step } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let buyer: Client;
let files: OrderFiles;
/** A number of their old program that no other test has. */
let old: string;
let made = 0;
/** A draft that came in under that number, with a line 10; and its number here. */
let draft: Body;
let here: string;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  buyer = await testApp.as("BUYER");
});
afterAll(() => testApp.close());
beforeEach(async () => {
  files = await orderFiles(await testApp.as("SUPER_ADMIN"), buyer);
  old = `45-${(made += 1)}`;
  await importFile(buyer, "purchase-order", files.file({ order: old, line: "10" }));
  const { items } = await saved(buyer.get(`${ordersPath}?q=${old}`));
  draft = items.find((order) => order["externalNumber"] === old) as Body;
  here = String(draft["number"]);
});

/** A file as Waybill writes it, in which some rows have been added by hand: they do not say the order's number here. */
const tried = async (...rows: readonly (Cells & { readonly here?: string })[]) => {
  const [head, ...lines] = files.file(...rows).split("\n");
  const text = lines.map((line, at) => (line === "" ? line : `${line},${rows[at]?.here ?? ""}`));
  const content = [`${head},Number in Waybill`, ...text].join("\n");
  return checkFile(buyer, await saved(uploadFile(buyer, "purchase-order", content)));
};
const read = () => saved(buyer.get(`${ordersPath}/${draft.id}`));
const others = (count: number) => Array.from({ length: count }, (_, n) => ({ order: `${old}-${n}` }));

test.each([
  ["beside its other rows", 0],
  ["more than five hundred rows below them", 600],
])("a row that is added to an order of our own file without its number here is about it too, %s", async (_, apart) => {
  const check = await tried(
    { order: old, line: "10", qty: "11", here },
    ...others(apart),
    { order: old.toUpperCase(), line: "20", sku: files.skus[2], qty: "7" }, //
  );
  expect(check).toMatchObject({ newCount: apart + 1, changedCount: 1, badCount: 0 });
  expect(await applyFile(buyer, check)).toMatchObject({ state: "done", createdCount: apart + 1, updatedCount: 1 });
  const order = await read();
  expect(order["version"]).toBe(2);
  expect(order.items.map((item) => [item["lineNo"], item["orderedQty"]])).toEqual([
    [10, "11"],
    [20, "7"],
  ]);
  const events = await asSuper(testApp, "select step from events where entity_id = $1 order by at, id", [draft.id]);
  expect(events).toEqual([{ step: "created" }, { step: "updated" }]);
});

test("such rows agree in what they say of the order, say each line once, and fall together", async () => {
  const row = { order: old, line: "10", here };
  const wrong = async (more: Cells & { here?: string }) =>
    badRows(buyer, await tried(row, { order: old, sku: files.skus[2], ...more }));
  const fallen = { 2: { orderNumber: "Row 3 belongs to it and has an error." } };
  expect(await wrong({ line: "10" })).toEqual({ ...fallen, 3: { lineNo: "Row 2 has the same." } });
  expect(await wrong({ line: "20", price: "much" })).toEqual({ ...fallen, 3: { unitPrice: expect.any(String) } });
  expect(await wrong({ line: "" })).toEqual({
    ...fallen,
    3: { lineNo: "Row 2 says otherwise. Give this in all rows that belong together, or in none." },
  });
  expect(await wrong({ line: "20", here: "=A1" })).toEqual({
    ...fallen,
    3: { numberInWaybill: "This is a formula. Give its value." },
  });
  const twice = await tried(row, { ...row, qty: "12", here: "" });
  expect(await badRows(buyer, twice)).toMatchObject({ ...fallen, 3: { lineNo: "Row 2 has the same." } });
  const swapped = await tried({ order: old, line: "20", sku: files.skus[2] }, { ...row, price: "much" });
  expect(await badRows(buyer, swapped)).toMatchObject({ 2: { orderNumber: "Row 3 belongs to it and has an error." } });
});

test("an order whose number begins as a formula does is found by both of its names, too", async () => {
  const dashed = `'-${old}`;
  await importFile(buyer, "purchase-order", files.file({ order: dashed, line: "10" }));
  const { items } = await saved(buyer.get(`${ordersPath}?q=${old}`));
  const number = items.find((order) => order["externalNumber"] === `-${old}`)?.["number"];
  const check = await tried(
    { order: dashed, line: "10", here: String(number) },
    { order: `-${old}`, line: "20", sku: files.skus[2], price: "much" },
  );
  expect(await badRows(buyer, check)).toMatchObject({ 2: { orderNumber: "Row 3 belongs to it and has an error." } });
});

test("where the number in the other program now means another order, its row has nothing to do with the one named here", async () => {
  await step(buyer, draft.id, "cancel", { reason: "ordered twice" });
  const check = await tried({ order: old, line: "10", here }, { order: old, line: "20" });
  expect(await badRows(buyer, check)).toEqual({
    2: { orderNumber: `${here} was cancelled. Leave its rows out.` },
  });
  expect(await applyFile(buyer, check, "skip_bad")).toMatchObject({ state: "done", createdCount: 1 });
});
