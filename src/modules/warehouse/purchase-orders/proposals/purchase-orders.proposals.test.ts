import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aYard, deliveriesPath, from } from "#main/testing/records/docks.ts";
import {
  decide,
  inDays,
  orderRecords,
  ordersPath,
  receive,
  saved,
  sentOrder,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";
import type { PurchaseOrder } from "../purchase-orders.contract.ts";

let testApp: TestApp;
let buyer: Client;
let manager: Client;
let admin: Client;
let context: OrderRecords;
const rules = (columns: string) =>
  asSuper(testApp, `update companies set ${columns} where id = $1`, [testApp.companies.a]);
const read = async (id: string) => (await saved(buyer.get(`${ordersPath}/${id}`))) as unknown as PurchaseOrder;
/** The order of 10, 20 and 30 pieces at 2.50 with the vendor's changes by the place of the line, as `by` types them. */
const proposed = async (changes: Record<number, Record<string, unknown>>, by = buyer, records = context) => {
  const { id } = await sentOrder(buyer, records);
  return propose(await read(id), changes, by);
};
const propose = async (order: PurchaseOrder, changes: Record<number, Record<string, unknown>>, by = buyer) => {
  const lines = order.items.map(({ id }, at) => ({ itemId: id, answer: "accept", ...changes[at] }));
  await step(by, order.id, "propose", { name: "Anke Lührs", lines });
  return read(order.id);
};
/** Fewer of the first line, the second dearer and later, nothing of the third. */
const three = {
  0: { answer: "change", qty: "6" },
  1: { answer: "change", unitPrice: "3", date: inDays(28) },
  2: { answer: "reject" },
};
const linesOf = (order: PurchaseOrder, ...decisions: (string | Record<string, unknown>)[]) =>
  decisions.map((one, at) => ({
    itemId: order.items[at]?.id,
    ...(typeof one === "string" ? { decision: one } : { decision: "counter", ...one }),
  }));
const accept = (order: PurchaseOrder, lines: unknown, more: object = {}) =>
  decide(buyer, `${ordersPath}/${order.id}/accept-proposal`, { lines, ...more });
const taken = async (order: PurchaseOrder, lines: unknown, more: object = {}) =>
  (await saved(accept(order, lines, more))) as unknown as PurchaseOrder;

beforeAll(async () => {
  testApp = await startTestApp();
  [buyer, manager, admin] = [
    await testApp.as("BUYER"),
    await testApp.as("WAREHOUSE_MANAGER"),
    await testApp.as("COMPANY_ADMIN"),
  ];
  context = await orderRecords(await testApp.as("SUPER_ADMIN"));
});
afterAll(() => testApp.close());

describe("who may approve a proposal that makes an order dearer", () => {
  const dear = { 0: { answer: "change", unitPrice: "250" } };
  const ownOrder = { status: 409, body: { code: "own_order" } };
  const approve = (by: Client, id: string) => decide(by, `${ordersPath}/${id}/approve`);
  beforeAll(() => rules("po_approval_threshold = 200"));
  afterAll(() => rules("po_approval_threshold = null"));

  test("is nobody who typed it in the vendor's name", async () => {
    const order = await proposed(dear, manager);
    expect(await step(buyer, order.id, "accept-proposal")).toMatchObject({ status: "pending_approval" });
    expect(await approve(manager, order.id)).toMatchObject(ownOrder);
    expect((await approve(admin, order.id)).status).toBe(200);
  });

  test("is nobody who accepted it", async () => {
    const order = await proposed(dear);
    expect(await step(manager, order.id, "accept-proposal")).toMatchObject({ status: "pending_approval" });
    expect(await approve(manager, order.id)).toMatchObject(ownOrder);
    expect((await approve(admin, order.id)).status).toBe(200);
  });
});

describe("a proposal that is decided line by line", () => {
  test("is accepted, kept as asked and countered in one answer; the next revision goes to the vendor to be confirmed", async () => {
    const order = await proposed(three);
    const counter = { unitPrice: "2.75", date: inDays(21) };
    const after = await taken(order, linesOf(order, "accept", counter, "keep"), { note: "As on the phone" });
    expect(after).toMatchObject({
      status: "sent",
      revision: 2,
      total: "145",
      vendorResponse: "none",
      items: [
        { orderedQty: "6", unitPrice: "2.5", lineTotal: "15" },
        { orderedQty: "20", unitPrice: "2.75", lineTotal: "55", requestedDate: order.requestedDate },
        { orderedQty: "30", status: "open", lineTotal: "75" },
      ],
      proposal: {
        state: "accepted",
        decisionNote: "As on the phone",
        lines: [
          { decision: "accept" },
          { decision: "counter", offered: { unitPrice: "3" }, countered: { unitPrice: "2.75", date: inDays(21) } },
          { decision: "keep" },
        ],
      },
    });
    expect((await saved(buyer.get(`${ordersPath}/${order.id}/history`))).items[0]).toMatchObject({
      step: "proposalAccepted",
      changes: {
        revision: 2,
        total: { from: "150", to: "145" },
        "items.2.unitPrice": { from: "2.5", to: "2.75" },
        keptLines: { to: "3" },
        counteredLines: { to: "2" },
      },
    });
    await step(buyer, order.id, "confirm", { name: "Anke Lührs" });
    expect((await read(order.id)).items).toMatchObject([
      { confirmedQty: "6", promisedDate: order.requestedDate },
      { confirmedQty: "20", promisedDate: inDays(21), originalPromisedDate: inDays(21) },
      { confirmedQty: "30" },
    ]);
  });

  test("asks for the date of a counter-offer, which is nobody's promise until the vendor confirms it", async () => {
    const order = await proposed({ 0: { answer: "change", date: inDays(28) } });
    const after = await taken(order, linesOf(order, { date: inDays(21) }));
    expect(after.items[0]).toMatchObject({ promisedDate: inDays(21), originalPromisedDate: null, orderedQty: "10" });
    const page = await saved(buyer.get(`/api/links/purchase-orders/${order.id}`));
    expect(page).toMatchObject({ mayAnswer: true, revision: 2 });
    await propose(after, { 0: { answer: "change", date: inDays(25) } });
    await step(buyer, order.id, "accept-proposal", { next: "confirmed" });
    expect((await read(order.id)).items[0]).toMatchObject({ originalPromisedDate: inDays(25) });
  });

  test("asks for no new date where a counter-offer keeps the one that was asked: nobody has promised it", async () => {
    const order = await proposed({ 0: { answer: "change", qty: "6", date: inDays(28) } });
    const after = await taken(order, linesOf(order, { qty: "8", date: order.requestedDate }));
    expect(after.items[0]).toMatchObject({ orderedQty: "8", promisedDate: null, originalPromisedDate: null });
    expect(after.promisedDate).toBeNull();
  });

  test("takes a counter-offer that says what was proposed as accepted, and one that says what was asked as kept", async () => {
    const order = await proposed(three);
    const after = await taken(
      order,
      linesOf(order, { qty: "6.0" }, { unitPrice: "2.50", date: order.requestedDate }, "keep"),
    );
    expect(after.proposal?.lines).toMatchObject([{ decision: "accept" }, { decision: "keep" }, { decision: "keep" }]);
    expect(after).toMatchObject({ total: "140", items: [{}, { promisedDate: null, unitPrice: "2.5" }, {}] });
  });

  test("never orders less than came while it waited, nor drops a line of which something came", async () => {
    const order = await proposed(three);
    await receive(manager, context, order as unknown as Body, { 0: { accepted: "8" }, 2: { accepted: "3" } });
    const after = await saved(decide(buyer, `${ordersPath}/${order.id}/accept-proposal`));
    expect(after).toMatchObject({
      total: "87.5",
      items: [
        { orderedQty: "8", status: "received" },
        { orderedQty: "20", unitPrice: "3" },
        { orderedQty: "3", status: "received" },
      ],
    });
  });

  test("of which everything is kept is refused instead, with a reason", async () => {
    const order = await proposed(three);
    expect(await accept(order, linesOf(order, "keep", "keep", "keep"))).toMatchObject({
      status: 422,
      body: {
        code: "nothing_taken",
        fields: { lines: "Nothing of the proposal is taken. Refuse it instead, and say why." },
      },
    });
    expect(await read(order.id)).toMatchObject({ status: "change_proposed", proposal: { state: "pending" } });
  });

  test("is refused when everything came while it waited: the order is closed", async () => {
    const order = await proposed({ 0: { answer: "change", unitPrice: "3" } });
    const all = { 0: { accepted: "10" }, 1: { accepted: "20" }, 2: { accepted: "30" } };
    await receive(manager, context, order as unknown as Body, all);
    expect(await read(order.id)).toMatchObject({ status: "change_proposed", receiptStatus: "full" });
    await step(buyer, order.id, "refuse-proposal", { reason: "As agreed" });
    expect(await read(order.id)).toMatchObject({ status: "closed" });
  });

  test("is the vendor's word at once only where all of it is accepted", async () => {
    const order = await proposed(three);
    for (const second of ["keep", { qty: "19" }])
      expect(
        (await accept(order, linesOf(order, "accept", second, "accept"), { next: "confirmed" })).body["fields"],
      ).toMatchObject({ next: expect.stringContaining("Send it to them") });
    const all = await taken(order, linesOf(order, "accept", "accept", "accept"), { next: "confirmed" });
    expect(all).toMatchObject({ status: "confirmed", vendorResponse: "accepted", lineCount: 2 });
  });

  test("names each line that the vendor changes once, and a counter-offer says what is asked for", async () => {
    const order = await proposed({ 0: three[0], 1: three[1] });
    const refused = async (lines: unknown) => (await accept(order, lines)).body["fields"];
    const [one, two] = linesOf(order, "accept", "accept");
    expect(await refused([one])).toMatchObject({ lines: expect.stringMatching(/open: 2\.$/) });
    expect(await refused([one, two, two])).toHaveProperty(["lines.2.itemId"]);
    expect(await refused([one, two, { itemId: order.items[2]?.id, decision: "keep" }])).toHaveProperty([
      "lines.2.itemId",
    ]);
    expect(await refused(linesOf(order, "accept", {}))).toHaveProperty(["lines.1.decision"]);
    expect(await refused(linesOf(order, { qty: "0" }, "keep"))).toHaveProperty(["lines.0.qty"]);
    expect(await refused(linesOf(order, { qty: "1.5" }, "keep"))).toMatchObject({
      "lines.0.qty": "This is counted in whole pieces.",
    });
    expect(await refused(linesOf(order, "keep", { date: "2020-01-01" }))).toHaveProperty(["lines.1.date"]);
  });

  test("is judged by what it makes of the order: a counter-offer above the limit waits, and is undone where that is rejected", async () => {
    await rules("po_approval_threshold = 200");
    const order = await proposed(three);
    expect(await taken(order, linesOf(order, { qty: "100" }, "keep", "keep"))).toMatchObject({
      status: "pending_approval",
      waitsFrom: "change_proposed",
      total: "375",
      revision: 1,
    });
    await step(manager, order.id, "reject", { reason: "Too dear" });
    const back = await read(order.id);
    expect(back).toMatchObject({ status: "change_proposed", total: "150", proposal: { state: "pending" } });
    expect(back.proposal?.lines.some((line) => "decision" in line || "countered" in line)).toBe(false);
    await taken(order, linesOf(order, { qty: "100" }, "keep", "keep"));
    await step(manager, order.id, "approve");
    expect(await step(buyer, order.id, "send")).toMatchObject({
      status: "sent",
      revision: 2,
      items: [{ orderedQty: "100" }, { orderedQty: "20" }, { status: "open" }],
    });
    await rules("po_approval_threshold = null");
  });

  test("takes deliveries on their way along: they bring what the counter-offer leaves", async () => {
    const yard = await aYard(admin, { docks: 1, dock: { parallelCapacity: 10 } });
    const order = await proposed(three, buyer, { ...context, shipToLocationId: yard.locationId });
    const bring = (at: number, plannedQty: string, hour: number) =>
      saved(
        admin.post(deliveriesPath, {
          locationId: yard.locationId,
          ...from(hour, hour + 1),
          lines: [{ purchaseOrderItemId: order.items[at]?.id, plannedQty }],
        }),
      );
    const [less, none] = [await bring(0, "10", 8), await bring(2, "30", 10)];
    const lines = linesOf(order, { qty: "8" }, "keep", "accept");
    expect(await accept(order, lines)).toMatchObject({ status: 409, body: { code: "deliveries_undecided" } });
    await taken(order, lines, { onTheWay: "cancel_it" });
    expect((await saved(admin.get(`${deliveriesPath}/${less.id}`)))["lines"]).toMatchObject([{ plannedQty: "8" }]);
    expect(await saved(admin.get(`${deliveriesPath}/${none.id}`))).toMatchObject({ status: "cancelled" });
  });
});
