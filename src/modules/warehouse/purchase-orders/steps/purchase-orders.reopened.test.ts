import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import {
  decide,
  orderRecords,
  ordersPath,
  receive,
  saved,
  sentOrder,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";

let testApp: TestApp;
let buyer: Client;
let manager: Client;
let context: OrderRecords;
beforeAll(async () => {
  testApp = await startTestApp();
  [buyer, manager] = [await testApp.as("BUYER"), await testApp.as("WAREHOUSE_MANAGER")];
  context = await orderRecords(await testApp.as("SUPER_ADMIN"));
});
afterAll(() => testApp.close());

const read = (id: string) => saved(buyer.get(`${ordersPath}/${id}`));
const all = { 0: { accepted: "10" }, 1: { accepted: "20" }, 2: { accepted: "30" } };
const reverse = (receipt: Body) =>
  saved(decide(manager, `/api/warehouse/receipts/${receipt.id}/reverse`, { reason: "Counted for the wrong truck" }));

test("an order that nobody confirmed is not confirmed by closing and a reversal", async () => {
  const order = await sentOrder(buyer, context);
  const receipt = await receive(manager, context, await read(order.id), all);
  expect(await read(order.id)).toMatchObject({ status: "closed" });
  await reverse(receipt);
  expect(await read(order.id)).toMatchObject({ status: "sent", closedAt: null, vendorResponse: "none" });
});

test("an order that nobody confirmed is not confirmed by closing and opening it", async () => {
  const order = await sentOrder(buyer, context);
  await step(buyer, order.id, "close", { reason: "Season is over" });
  expect(await step(manager, order.id, "reopen", { reason: "They found some" })).toMatchObject({ status: "sent" });
});

test("what the tolerance closed is expected again once its order is opened, until it comes or somebody closes it", async () => {
  const tolerate = (pct: number) =>
    asSuper(testApp, "update companies set under_receipt_close_pct = $2 where id = $1", [testApp.companies.a, pct]);
  await tolerate(5);
  const order = await sentOrder(buyer, context);
  await receive(manager, context, await read(order.id), { ...all, 1: { accepted: "19" }, 2: { accepted: "29" } });
  expect(await read(order.id)).toMatchObject({ status: "closed", receiptStatus: "full" });
  const open = await step(manager, order.id, "reopen", { reason: "The rest is on its way" });
  expect(open).toMatchObject({
    status: "sent",
    abilities: expect.arrayContaining(["schedule"]),
    items: [
      { status: "received", openQty: "0" },
      { status: "partially_received", openQty: "1" },
      { status: "partially_received", openQty: "1" },
    ],
  });
  const { lines } = await saved(manager.get(`/api/warehouse/receipts/expected?purchaseOrderId=${order.id}`));
  expect(lines).toMatchObject([{ openQty: "0" }, { openQty: "1" }, { openQty: "1" }]);
  await receive(manager, context, open, { 1: { accepted: "1" } });
  expect((await read(order.id)).items).toMatchObject([{}, { status: "received" }, { openQty: "1" }]);
  const closed = await step(buyer, order.id, "short-close-line", { itemId: open.items[2]?.id, reason: "Enough" });
  expect(closed).toMatchObject({ status: "closed", items: [{}, {}, { status: "short_closed" }] });
  await tolerate(0);
});

test("an order of which everything came is opened to be amended: until then it says that nothing is expected of it", async () => {
  const order = await sentOrder(buyer, context);
  await receive(manager, context, await read(order.id), all);
  const open = await step(manager, order.id, "reopen", { reason: "One more line" });
  expect(open).toMatchObject({ status: "sent", attention: "nothing_expected" });
  expect(open["abilities"]).not.toContain("schedule");
  const found = (await buyer.get(`${ordersPath}?view=open&ids=${order.id}`)).body.items;
  expect(found).toMatchObject([{ attention: "nothing_expected" }]);
  const { id: _none, ...more } = lineOf(open.items[0]!);
  const amended = await step(buyer, order.id, "amend", {
    reason: "One more line",
    items: [...open.items.map(lineOf), { ...more, orderedQty: "3" }],
  });
  expect(amended).toMatchObject({ status: "sent", attention: null, items: [{}, {}, {}, { openQty: "3" }] });
});

test("what a person closed stays closed when a receipt is taken back, is marked, and what is missing is reported", async () => {
  const order = await sentOrder(buyer, context);
  await step(buyer, order.id, "confirm", { name: "Anke Lührs" });
  const receipt = await receive(manager, context, await read(order.id), { 0: { accepted: "10" } });
  await step(buyer, order.id, "close", { reason: "Season is over" });
  await reverse(receipt);
  expect(await read(order.id)).toMatchObject({
    status: "closed",
    closedByName: "buyer Alpha",
    closeReason: "Season is over",
    receiptStatus: "not_received",
    attention: "reversed_since_closing",
    items: [
      { status: "short_closed", closeReason: "Season is over", receivedQty: "0" },
      { status: "short_closed" },
      { status: "short_closed" },
    ],
  });
  const rows = await asSuper<{ qty: string }>(
    testApp,
    `select trim_scale(qty_affected)::text as qty from reported_issues
      where purchase_order_id = $1 and kind = 'short' order by created_at, number`,
    [order.id],
  );
  expect(rows.map(({ qty }) => qty).toSorted()).toEqual(["10", "20", "30"]);
  const open = await step(manager, order.id, "reopen", { reason: "It was a mistake" });
  expect(open).toMatchObject({ status: "confirmed", attention: null });
});

test("a line that a person closed short stays so when another line's receipt is taken back", async () => {
  const order = await sentOrder(buyer, context);
  const receipt = await receive(manager, context, await read(order.id), {
    0: { accepted: "10" },
    1: { accepted: "20" },
  });
  await step(buyer, order.id, "short-close-line", {
    itemId: (await read(order.id)).items[2]?.id,
    reason: "Out of production",
  });
  expect(await read(order.id)).toMatchObject({ status: "closed" });
  await reverse(receipt);
  expect(await read(order.id)).toMatchObject({
    status: "sent",
    items: [{ status: "open" }, { status: "open" }, { status: "short_closed", closeReason: "Out of production" }],
  });
});

test("goods are received while a proposal waits, against what was agreed last", async () => {
  const order = await sentOrder(buyer, context);
  const { items } = await read(order.id);
  const lines = items.map(({ id }, at) => ({
    itemId: id,
    answer: at === 0 ? "change" : "accept",
    qty: at === 0 ? "4" : null,
  }));
  await step(buyer, order.id, "propose", { name: "Anke Lührs", lines });
  expect(await read(order.id)).toMatchObject({
    status: "change_proposed",
    abilities: expect.arrayContaining(["schedule"]),
  });
  await receive(manager, context, await read(order.id), { 0: { accepted: "10" } });
  expect(await read(order.id)).toMatchObject({
    status: "change_proposed",
    proposal: { state: "pending" },
    items: [{ acceptedQty: "10", status: "received" }, {}, {}],
  });
});

test("an order is revised although an issue tells of a line that was amended out, and of one that is left out then", async () => {
  const order = await sentOrder(buyer, context);
  const before = await read(order.id);
  const issue = { kind: "quality", description: "The sample was poor" };
  for (const at of [0, 1])
    await saved(manager.post("/api/warehouse/issues", { ...issue, purchaseOrderItemId: before.items[at]?.id }));
  const amended = await step(buyer, order.id, "amend", {
    reason: "Not this one",
    items: before.items.slice(1).map(lineOf),
  });
  expect(amended.items[0]).toMatchObject({ status: "cancelled" });
  await step(buyer, order.id, "decline", { name: "Anke Lührs", reason: "Sold out" });
  const draft = await step(buyer, order.id, "revise");
  expect(draft).toMatchObject({ status: "draft", items: [{ lineNo: 1, status: "cancelled" }, {}, {}] });
  const { vendorId, shipToLocationId, requestedDate, version } = draft;
  const written = await buyer.put(`${ordersPath}/${order.id}`, {
    vendorId,
    shipToLocationId,
    requestedDate,
    version,
    items: draft.items.slice(2).map(lineOf),
  });
  expect(written.status, written.text).toBe(200);
  expect(written.body).toMatchObject({
    lineCount: 1,
    items: [{ status: "cancelled" }, { status: "cancelled" }, { status: "open" }],
  });
});

const lineOf = ({ id, productId, orderedQty, uom, qtyPerUom, unitPrice }: Body) => ({
  id,
  productId,
  orderedQty,
  uom,
  qtyPerUom,
  unitPrice,
});
