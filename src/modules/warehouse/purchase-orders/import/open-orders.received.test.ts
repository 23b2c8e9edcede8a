import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { orderFiles, type OrderFiles } from "#main/testing/records/open-orders.ts";
import { ordersPath, receive, saved, sentOrder, step } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let buyer: Client;
let manager: Client;
let files: OrderFiles;
let old: string;
let made = 0;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  [buyer, manager] = [await testApp.as("BUYER"), await testApp.as("WAREHOUSE_MANAGER")];
});
afterAll(() => testApp.close());
beforeEach(async () => {
  files = await orderFiles(await testApp.as("SUPER_ADMIN"), buyer);
  old = `45-${(made += 1)}`;
});

const tried = async (content: string) => checkFile(buyer, await saved(uploadFile(buyer, "purchase-order", content)));
const find = async (): Promise<Body> => {
  const { items } = await saved(buyer.get(`${ordersPath}?q=${old}`));
  return saved(buyer.get(`${ordersPath}/${items.find((order) => order["externalNumber"] === old)?.id}`));
};
/** A draft of another program: ten cartons of 12, of which four had come. */
async function tenCartons(): Promise<Body> {
  const row = { order: old, line: "1", sku: files.skus[0], unit: "carton of 12", price: "12" };
  await importFile(buyer, "purchase-order", files.file({ ...row, qty: "10", received: "4" }));
  return find();
}
/** Writes the draft's one line anew, as its screen does. */
const rewrite = (order: Body, line: object) => {
  const { vendorId, shipToLocationId, requestedDate, currency, version, items } = order as Body &
    Record<string, unknown>;
  const [{ id, productId } = { id: "", productId: "" }] = items as unknown as { id: string; productId: unknown }[];
  const input = { id, productId, unitPrice: "1", ...line };
  return saved(
    buyer.put(`${ordersPath}/${order.id}`, {
      vendorId,
      shipToLocationId,
      requestedDate,
      currency,
      version,
      items: [input],
    }),
  );
};
/** The cells of an order in the file of open lines: line, what was ordered and what was received. */
async function openLines(number: string): Promise<string[]> {
  const { text } = await buyer.get(`${ordersPath}/lines/export.csv`);
  const plain = text.replaceAll(/"[^"]*"/g, "quoted"); // cells with a comma in them, of which none is looked at
  const [head = [], ...rows] = plain.split(/\r?\n/).map((line) => line.split(","));
  const at = ["Line", "Ordered quantity", "Received already", "Unit"].map((name) => head.indexOf(name));
  return rows.filter(([, own]) => own === number).map((cells) => at.map((n) => cells[n]).join(" "));
}

test("what had come of a line before stays the same goods when the line gets another unit", async () => {
  const order = await tenCartons();
  expect(order.items[0]).toMatchObject({ orderedQty: "6", receivedBeforeQty: "4" });
  const pieces = await rewrite(order, { orderedQty: "72", uom: "EA" });
  expect(pieces.items[0]).toMatchObject({ orderedQty: "72", receivedBeforeQty: "48" });
  expect(await openLines(String(order["number"]))).toEqual(["1 120 48 piece"]);
  const again = await rewrite(pieces, { orderedQty: "6", uom: "XCT", qtyPerUom: "12" });
  expect(again.items[0]).toMatchObject({ orderedQty: "6", receivedBeforeQty: "4" });
  const odd = await rewrite(again, { orderedQty: "7", uom: "XBX", qtyPerUom: "7" });
  expect(odd.items[0]).toMatchObject({ receivedBeforeQty: "6.857143" });
  expect((await rewrite(odd, { orderedQty: "72", uom: "EA" })).items[0]).toMatchObject({ receivedBeforeQty: "48" });
});

test("another product on the line has nothing of what had come before", async () => {
  const order = await tenCartons();
  const other = await rewrite(order, { productId: files.records.products[1]?.id, orderedQty: "6", uom: "EA" });
  expect(other.items[0]).toMatchObject({ sku: files.skus[1], receivedBeforeQty: "0" });
  expect(await openLines(String(order["number"]))).toEqual(["1 6 0 piece"]);
});

test("an import in another unit that does not say what was received takes it for the same goods", async () => {
  await tenCartons();
  const row = { order: old, line: "1", sku: files.skus[0], unit: "piece", price: "1" };
  const check = await tried(files.withoutReceived({ ...row, qty: "120" }));
  expect(await badRows(buyer, check)).toEqual({});
  await applyFile(buyer, check);
  expect((await find()).items[0]).toMatchObject({ uom: "EA", orderedQty: "72", receivedBeforeQty: "48" });
  // What is of another product now is none of it, and the dry run shows that.
  const other = await tried(files.withoutReceived({ ...row, sku: files.skus[1], qty: "120" }));
  const { items } = await saved(buyer.get(`/api/imports/${other.id}/rows?outcome=changed`));
  expect(items[0]?.["changes"]).toMatchObject({ receivedQty: { from: "48", to: "0" } });
  await applyFile(buyer, other);
  expect((await find()).items[0]).toMatchObject({ sku: files.skus[1], orderedQty: "120", receivedBeforeQty: "0" });
});

test("a part of a pack that had come and cannot be said in the file's unit is to correct, not rounded", async () => {
  const row = { order: old, line: "1", sku: files.skus[0], price: "1" };
  await importFile(buyer, "purchase-order", files.file({ ...row, qty: "120", received: "7", unit: "piece" }));
  expect(await badRows(buyer, await tried(files.withoutReceived({ ...row, qty: "10", unit: "carton of 12" })))).toEqual(
    {
      2: { quantity: "This is counted in whole pieces." },
    },
  );
});

test("the file of open lines has what is still to come, and says what came of it here", async () => {
  const order = await sentOrder(buyer, files.records);
  const [first, second, third] = ["1 10 0 piece", "2 20 0 piece", "3 30 0 piece"];
  expect(await openLines(String(order["number"]))).toEqual([first, second, third]);
  await receive(manager, files.records, order, { 0: { accepted: "10" }, 1: { accepted: "8", rejected: "2" } });
  await step(buyer, order.id, "short-close-line", { itemId: order.items[2]?.id, reason: "not made any more" });
  expect(await openLines(String(order["number"]))).toEqual(["2 20 8 piece"]);
  const { text } = await buyer.get(`${ordersPath}/lines/export.csv`);
  const done = await importFile(buyer, "purchase-order", text);
  expect(done).toMatchObject({ createdCount: 0, unchangedCount: done["rowCount"] });
});

test("what came of an imported order there and here is one figure", async () => {
  await importFile(buyer, "purchase-order", files.file({ order: old, qty: "100", received: "40" }));
  const { id, number } = await find();
  await step(buyer, id, "submit");
  await receive(manager, files.records, await step(buyer, id, "send"), { 0: { accepted: "15" } });
  expect(await openLines(String(number))).toEqual(["1 100 55 piece"]);
});
