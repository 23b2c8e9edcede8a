import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
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

describe("the vendor's answer", () => {
  let testApp: TestApp;
  let buyer: Client;
  let context: OrderRecords;
  const sent = async (over: Record<string, unknown> = {}) =>
    (await sentOrder(buyer, context, over)) as unknown as PurchaseOrder;
  const read = async (id: string) => (await saved(buyer.get(`${ordersPath}/${id}`))) as unknown as PurchaseOrder;
  const history = async (id: string) => (await saved(buyer.get(`${ordersPath}/${id}/history`))).items;
  const rules = (columns: string) =>
    asSuper(testApp, `update companies set ${columns} where id = $1`, [testApp.companies.a]);
  /** All lines accepted, but for what `changes` says of them by their place. */
  const answer = (order: PurchaseOrder, changes: Record<number, Record<string, unknown>>) => ({
    name: "Anke Lührs",
    note: "Huila crop is short.",
    lines: order.items.map(({ id }, at) => ({ itemId: id, answer: "accept", ...changes[at] })),
  });
  const propose = async (order: PurchaseOrder, changes: Record<number, Record<string, unknown>>) => (
    await step(buyer, order.id, "propose", answer(order, changes)),
    read(order.id)
  );

  beforeAll(async () => {
    testApp = await startTestApp();
    buyer = await testApp.as("BUYER");
    context = await orderRecords(await testApp.as("SUPER_ADMIN"));
  });
  afterAll(() => testApp.close());

  test("a confirmation takes quantities and days as asked; the first promise stays for good", async () => {
    const order = await sent();
    const page = await step(buyer, order.id, "confirm", {
      name: "Anke Lührs",
      vendorReference: "BKK-88120",
      note: "Thank you",
    });
    expect(page).toMatchObject({
      status: "confirmed",
      mayAnswer: false,
      answer: { kind: "accepted", by: "Anke Lührs", note: "Thank you" },
    });
    const after = await read(order.id);
    expect(after).toMatchObject({
      status: "confirmed",
      vendorReference: "BKK-88120",
      promisedDate: order.requestedDate,
      originalPromisedDate: order.requestedDate,
    });
    expect(after.items.map(({ status, confirmedQty, promisedDate }) => [status, confirmedQty, promisedDate])).toEqual(
      ["10", "20", "30"].map((qty) => ["confirmed", qty, order.requestedDate]),
    );
    expect((await history(order.id))[0]).toMatchObject({
      step: "confirmed",
      actorKind: "user",
      actorName: "buyer Alpha",
      changes: { answeredBy: "Anke Lührs" },
    });
    expect((await saved(buyer.get(`${ordersPath}?q=bkk-88120`))).items.map(({ id }) => id)).toEqual([order.id]);
    expect(await buyer.post(`${ordersPath}/${order.id}/confirm`, { name: "Anke Lührs" })).toMatchObject({
      status: 409,
      body: { code: "wrong_state" },
    });
  });

  test("a proposal stands beside what was asked and changes nothing by itself", async () => {
    const order = await sent();
    const after = await propose(order, {
      0: { answer: "change", qty: "6", note: "short this month" },
      1: { answer: "change", unitPrice: "2.75", date: inDays(21) },
      2: { answer: "reject" },
    });
    expect(after).toMatchObject({
      status: "change_proposed",
      total: order.total,
      revision: 1,
      attention: "changes",
      attentionCount: 3,
      vendorResponse: "change_proposed",
    });
    expect(after.items.map(({ orderedQty, unitPrice }) => [orderedQty, unitPrice])).toEqual([
      ["10", "2.5"],
      ["20", "2.5"],
      ["30", "2.5"],
    ]);
    expect(after.proposal).toMatchObject({
      state: "pending",
      submittedBy: "Anke Lührs",
      note: "Huila crop is short.",
      askedTotal: "150",
      offeredTotal: "70",
      lines: [
        {
          lineNo: 1,
          answer: "change",
          asked: { qty: "10", unitPrice: "2.5", date: order.requestedDate, lineTotal: "25" },
          offered: { qty: "6", unitPrice: "2.5", date: order.requestedDate, lineTotal: "15" },
          note: "short this month",
        },
        { lineNo: 2, answer: "change", offered: { qty: "20", unitPrice: "2.75", date: inDays(21), lineTotal: "55" } },
        { lineNo: 3, answer: "reject", offered: null },
      ],
    });
  });

  test("accepting makes it the next revision, which the vendor confirms; the promise is what they offered", async () => {
    const order = await propose(await sent(), {
      0: { answer: "change", qty: "6" },
      1: { answer: "change", unitPrice: "2.75", date: inDays(21) },
      2: { answer: "reject" },
    });
    const accepted = (await step(buyer, order.id, "accept-proposal", {
      note: "Fine with us",
    })) as unknown as PurchaseOrder;
    expect(accepted).toMatchObject({
      status: "sent",
      revision: 2,
      total: "70",
      lineCount: 2,
      attention: null,
      promisedDate: inDays(21),
      proposal: { state: "accepted", decidedByName: "buyer Alpha", decisionNote: "Fine with us" },
    });
    expect(accepted.items).toMatchObject([
      { orderedQty: "6", status: "open" },
      { unitPrice: "2.75", promisedDate: inDays(21), requestedDate: order.requestedDate },
      { orderedQty: "30", status: "rejected_by_vendor", openQty: "0" },
    ]);
    expect((await history(order.id))[0]).toMatchObject({
      step: "proposalAccepted",
      note: "Fine with us",
      changes: {
        revision: 2,
        total: { from: "150", to: "70" },
        "items.1.orderedQty": { from: "10", to: "6" },
        "items.2.unitPrice": { from: "2.5", to: "2.75" },
        "items.3.status": { from: "open", to: "rejected_by_vendor" },
      },
    });
    await step(buyer, order.id, "confirm", { name: "Anke Lührs" });
    const confirmed = await read(order.id);
    expect(confirmed).toMatchObject({
      status: "confirmed",
      promisedDate: inDays(21),
      originalPromisedDate: inDays(21),
    });
    expect(confirmed.items.map(({ status }) => status)).toEqual(["confirmed", "backordered", "rejected_by_vendor"]);
  });

  test("what they offer may count as their word at once", async () => {
    const order = await propose(await sent(), { 0: { answer: "change", qty: "6" } });
    const accepted = await step(buyer, order.id, "accept-proposal", { next: "confirmed" });
    expect(accepted).toMatchObject({
      status: "confirmed",
      revision: 2,
      vendorResponse: "accepted",
      items: [{ confirmedQty: "6", status: "confirmed" }, { status: "confirmed" }, { status: "confirmed" }],
    });
  });

  test("a refusal keeps the order, says why, and asks again", async () => {
    const order = await propose(await sent(), { 0: { answer: "change", unitPrice: "99" } });
    const refused = await step(buyer, order.id, "refuse-proposal", { reason: "The price was agreed" });
    expect(refused).toMatchObject({
      status: "sent",
      revision: 1,
      total: "150",
      vendorResponse: "none",
      attention: null,
      proposal: { state: "rejected", decisionNote: "The price was agreed" },
    });
    expect(await decide(buyer, `${ordersPath}/${order.id}/accept-proposal`)).toMatchObject({
      status: 409,
      body: { code: "wrong_state" },
    });
    expect((await propose(await read(order.id), { 0: { answer: "change", unitPrice: "3" } })).proposal).toMatchObject({
      state: "pending",
      offeredTotal: "155",
    });
  });

  test("every open line is answered once, and something differs", async () => {
    const order = await sent();
    const post = (lines: unknown) => buyer.post(`${ordersPath}/${order.id}/propose`, { name: "Anke", lines });
    const [one, two, three] = order.items.map(({ id }) => id);
    const changed = { itemId: one, answer: "change", qty: "6" };
    expect(await post([changed])).toMatchObject({
      status: 422,
      body: { fields: { lines: expect.stringContaining("2, 3") } },
    });
    expect(
      await post([changed, changed, { itemId: two, answer: "accept" }, { itemId: three, answer: "accept" }]),
    ).toMatchObject({ status: 422, body: { fields: { "lines.1.itemId": expect.any(String) } } });
    expect(await post([one, two, three].map((itemId) => ({ itemId, answer: "change" })))).toMatchObject({
      status: 422,
      body: { code: "nothing_differs" },
    });
    expect(await post([one, two, three].map((itemId) => ({ itemId, answer: "reject" })))).toMatchObject({
      status: 422,
      body: { code: "all_rejected" },
    });
    expect(
      await post([
        { ...changed, date: "2020-01-01" },
        { itemId: two, answer: "accept" },
        { itemId: three, answer: "accept" },
      ]),
    ).toMatchObject({ status: 422, body: { fields: { "lines.0.date": expect.any(String) } } });
    expect((await read(order.id)).status).toBe("sent");
  });

  test("a decline needs a reason; the order can be written again and goes out as the next revision", async () => {
    const order = await sent();
    expect((await buyer.post(`${ordersPath}/${order.id}/decline`, { name: "Anke" })).status).toBe(422);
    await step(buyer, order.id, "decline", { name: "Anke Lührs", reason: "Price list ended" });
    expect(await read(order.id)).toMatchObject({
      status: "declined",
      attention: "declined",
      attentionNote: "Price list ended",
      vendorRespondedBy: "Anke Lührs",
    });
    expect(await step(buyer, order.id, "revise")).toMatchObject({
      status: "draft",
      vendorResponse: "none",
      vendorNote: null,
    });
    await step(buyer, order.id, "submit");
    expect(await step(buyer, order.id, "send")).toMatchObject({ status: "sent", revision: 2 });
  });

  test("written anew it begins without lines that were given up and without old promises; the first one stays to be measured by", async () => {
    const order = await propose(await sent(), { 0: { answer: "change", date: inDays(21) }, 2: { answer: "reject" } });
    await step(buyer, order.id, "accept-proposal");
    await step(buyer, order.id, "decline", { name: "Anke Lührs", reason: "No stock left" });
    const draft = await step(buyer, order.id, "revise");
    expect(draft).toMatchObject({ total: "75", lineCount: 2, promisedDate: null });
    expect(draft.items).toMatchObject([
      { lineNo: 1, status: "open", promisedDate: null, originalPromisedDate: inDays(21) },
      { lineNo: 2, status: "open" },
    ]);
    expect(draft.items).toHaveLength(2);
  });

  test("an order of which goods came is not declined, and no line is offered below what came", async () => {
    const order = await sent();
    await receive(await testApp.as("WAREHOUSE_MANAGER"), context, order as unknown as Body, { 0: { accepted: "4" } });
    expect(
      await buyer.post(`${ordersPath}/${order.id}/decline`, { name: "Anke", reason: "No stock left" }),
    ).toMatchObject({ status: 409, body: { code: "order_has_receipts" } });
    const less = answer(order, { 0: { answer: "change", qty: "3" }, 1: { answer: "reject" } });
    expect(await buyer.post(`${ordersPath}/${order.id}/propose`, less)).toMatchObject({
      status: 422,
      body: { fields: { "lines.0.qty": expect.stringMatching(/^4 /) } },
    });
    expect(
      await buyer.post(`${ordersPath}/${order.id}/propose`, answer(order, { 0: { answer: "reject" } })),
    ).toMatchObject({ status: 422, body: { fields: { "lines.0.answer": expect.any(String) } } });
  });

  test("an accepted proposal that raises the order above what was approved waits for another person, then goes out", async () => {
    await rules("po_approval_threshold = 200");
    const order = await propose(await sent(), { 0: { answer: "change", unitPrice: "50" } });
    expect(await step(buyer, order.id, "accept-proposal")).toMatchObject({
      status: "pending_approval",
      waitsBecause: "above_threshold",
      waitsFrom: "change_proposed",
      total: "625",
      revision: 1,
      proposal: { state: "accepted" },
    });
    const manager = await testApp.as("WAREHOUSE_MANAGER");
    expect(await step(manager, order.id, "approve")).toMatchObject({ approvedByName: "warehouse_manager Alpha" });
    expect(await step(buyer, order.id, "send")).toMatchObject({ status: "sent", revision: 2, waitsFrom: null });
    await rules("po_approval_threshold = null");
  });

  test("a declined or cancelled order leaves no proposal behind that waits", async () => {
    const order = await propose(await sent(), { 0: { answer: "change", qty: "6" } });
    await step(buyer, order.id, "decline", { name: "Anke Lührs", reason: "We stop trading" });
    expect((await read(order.id)).proposal?.state).toBe("superseded");
    const other = await propose(await sent(), { 0: { answer: "change", qty: "6" } });
    expect(await step(buyer, other.id, "cancel", { reason: "Project stopped" })).toMatchObject({
      status: "cancelled",
      proposal: { state: "superseded" },
    });
  });

  test("the vendor's page shows nothing internal", async () => {
    const order = await sent({
      internalNotes: "secret margin 40 %",
      vendorNotes: "EPAL only",
      sourceDocument: "Project Falcon",
    });
    const { status, text, body } = await buyer.get(`/api/links/purchase-orders/${order.id}`);
    expect(status, text).toBe(200);
    expect(text).not.toMatch(/secret margin|Falcon|overReceipt|internal|createdBy/);
    expect(body as Body).toMatchObject({
      number: order.number,
      vendorNotes: "EPAL only",
      mayAnswer: true,
      buyer: { name: "buyer Alpha", email: "buyer@alpha.example" },
      companyName: "Alpha Logistics",
      total: "150",
    });
    const draft = await saved(
      buyer.post(ordersPath, {
        vendorId: context.vendorId,
        shipToLocationId: context.shipToLocationId,
        requestedDate: inDays(3),
      }),
    );
    expect(await buyer.get(`/api/links/purchase-orders/${draft.id}`)).toMatchObject({
      status: 200,
      body: { status: "draft", mayAnswer: false },
    });
  });
});
