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

describe("receiving, closing, cancelling", () => {
  let testApp: TestApp;
  let buyer: Client;
  let manager: Client;
  let context: OrderRecords;
  const read = (id: string) => saved(buyer.get(`${ordersPath}/${id}`));
  const lastStep = async (id: string) => (await saved(buyer.get(`${ordersPath}/${id}/history`))).items[0];
  const confirmed = async () => {
    const { id } = await sentOrder(buyer, context);
    await step(buyer, id, "confirm", { name: "Anke Lührs" });
    return read(id);
  };
  const states = (order: Body) => order.items.map(({ status }) => status);

  beforeAll(async () => {
    testApp = await startTestApp();
    [buyer, manager] = [await testApp.as("BUYER"), await testApp.as("WAREHOUSE_MANAGER")];
    context = await orderRecords(await testApp.as("SUPER_ADMIN"));
  });
  afterAll(() => testApp.close());

  test("lines and order follow from what is counted, and the order closes by itself with the last line", async () => {
    const order = await confirmed();
    await receive(manager, context, order, { 0: { accepted: "10" }, 1: { accepted: "5", damaged: "5" } });
    const partly = await read(order.id);
    expect(partly).toMatchObject({
      status: "confirmed",
      receiptStatus: "partial",
      acceptedPct: 41,
      damagedPct: 8,
      attention: "damage",
      attentionCount: 1,
    });
    expect(states(partly)).toEqual(["received", "partially_received", "confirmed"]);
    await receive(manager, context, order, { 1: { accepted: "10" }, 2: { accepted: "30" } });
    expect(await read(order.id)).toMatchObject({
      status: "closed",
      receiptStatus: "full",
      closedAt: expect.any(String),
      closedByName: null,
      closeReason: null,
      attention: null,
    });
    expect(
      await asSuper(
        testApp,
        "select step, from_status, to_status, changes from events where entity_id = $1 and step = 'closed'",
        [order.id],
      ),
    ).toEqual([{ step: "closed", from_status: "confirmed", to_status: "closed", changes: { automatic: true } }]);
    expect(
      await asSuper(
        testApp,
        "select payload ->> 'what' as what from outbox where task = 'mail-vendor' and payload ->> 'orderId' = $1",
        [order.id],
      ),
    ).toEqual([{ what: "receipt" }]);
  });

  test("a small shortfall within the company's tolerance counts as received", async () => {
    await asSuper(testApp, "update companies set under_receipt_close_pct = 0.5 where id = $1", [testApp.companies.a]);
    const order = await confirmed();
    await receive(manager, context, order, { 0: { accepted: "9.95" }, 1: { accepted: "19.89" } });
    expect(states(await read(order.id))).toEqual(["received", "partially_received", "confirmed"]);
    await asSuper(testApp, "update companies set under_receipt_close_pct = 0 where id = $1", [testApp.companies.a]);
  });

  test("goods that were all rejected count as not received", async () => {
    const order = await confirmed();
    await receive(manager, context, order, { 0: { rejected: "10" } });
    expect(await read(order.id)).toMatchObject({
      receiptStatus: "not_received",
      items: [{ status: "confirmed", rejectedQty: "10", openQty: "10" }, {}, {}],
    });
  });

  test("a reversed receipt steps everything back, also an order that had closed by itself", async () => {
    const order = await confirmed();
    const receipt = await receive(manager, context, order, {
      0: { accepted: "10" },
      1: { accepted: "20" },
      2: { accepted: "30" },
    });
    expect((await read(order.id)).status).toBe("closed");
    await saved(
      decide(manager, `/api/warehouse/receipts/${receipt.id}/reverse`, { reason: "Counted for the wrong truck" }),
    );
    const back = await read(order.id);
    expect(back).toMatchObject({ status: "confirmed", receiptStatus: "not_received", closedAt: null, acceptedPct: 0 });
    expect(states(back)).toEqual(["confirmed", "confirmed", "confirmed"]);
  });

  test("one line is closed short with a reason; the last one closes the order", async () => {
    const order = await confirmed();
    await receive(manager, context, order, { 0: { accepted: "10" }, 1: { accepted: "8" } });
    const one = await step(buyer, order.id, "short-close-line", {
      itemId: order.items[1]?.id,
      reason: "Rest is out of production",
    });
    expect(one).toMatchObject({
      status: "confirmed",
      receiptStatus: "partial",
      items: [{}, { status: "short_closed", closeReason: "Rest is out of production", openQty: "0" }, {}],
    });
    expect(await lastStep(order.id)).toMatchObject({
      step: "lineShortClosed",
      reason: "Rest is out of production",
      changes: { "items.2.status": { from: "partially_received", to: "short_closed" }, missing: "12 EA" },
    });
    expect(
      await decide(buyer, `${ordersPath}/${order.id}/short-close-line`, {
        itemId: order.items[1]?.id,
        reason: "once more",
      }),
    ).toMatchObject({ status: 409, body: { code: "line_is_over" } });
    const last = await step(buyer, order.id, "short-close-line", {
      itemId: order.items[2]?.id,
      reason: "Not needed any more",
    });
    expect(last).toMatchObject({ status: "closed", receiptStatus: "partial", attention: "short", attentionCount: 54 });
  });

  test("closing an order closes what is open short, with the reason; what comes later is put aside", async () => {
    const order = await confirmed();
    await receive(manager, context, order, { 0: { accepted: "10" } });
    expect((await decide(buyer, `${ordersPath}/${order.id}/close`)).status).toBe(422);
    const closed = await step(buyer, order.id, "close", { reason: "Season is over" });
    expect(closed).toMatchObject({
      status: "closed",
      closedByName: "buyer Alpha",
      closeReason: "Season is over",
      receiptStatus: "partial",
    });
    expect(states(closed)).toEqual(["received", "short_closed", "short_closed"]);
    expect(await receive(manager, context, order, { 1: { accepted: "1" } })).toMatchObject({
      lines: [{ isUnexpected: true }],
      issues: [{ kind: "unexpected" }],
    });
  });

  test("an order with a truck on its way is not closed", async () => {
    const order = await confirmed();
    const [delivery] = await asSuper<{ id: string }>(
      testApp,
      `insert into delivery_schedules (company_id, number, location_id, status, planned_start, planned_end,
        original_planned_start, occupied_from, occupied_until)
       values ($1, 'DS-1', $2, 'scheduled', now(), now() + interval '1 hour', now(), now(),
         now() + interval '1 hour') returning id`,
      [testApp.companies.a, context.shipToLocationId],
    );
    await asSuper(
      testApp,
      `insert into delivery_schedule_items (company_id, delivery_schedule_id, purchase_order_item_id, planned_qty)
        values ($1, $2, $3, 10)`,
      [testApp.companies.a, delivery?.id, order.items[0]?.id],
    );
    expect(await decide(buyer, `${ordersPath}/${order.id}/close`, { reason: "Season is over" })).toMatchObject({
      status: 409,
      body: { code: "has_live_delivery", message: expect.stringContaining("DS-1") },
    });
    await receive(manager, context, order, { 0: { accepted: "10" }, 1: { accepted: "20" }, 2: { accepted: "30" } });
    expect(await read(order.id)).toMatchObject({ status: "confirmed", receiptStatus: "full" });
  });

  test("only a few may reopen, within 90 days, and lines that were closed short are expected again", async () => {
    const order = await confirmed();
    await receive(manager, context, order, { 0: { accepted: "10" } });
    await step(buyer, order.id, "close", { reason: "Season is over" });
    expect((await decide(buyer, `${ordersPath}/${order.id}/reopen`, { reason: "They found some" })).status).toBe(403);
    const open = await step(manager, order.id, "reopen", { reason: "They found some" });
    expect(open).toMatchObject({ status: "confirmed", closedAt: null, closeReason: null });
    expect(states(open)).toEqual(["received", "confirmed", "confirmed"]);
    await step(buyer, order.id, "close", { reason: "Season is over" });
    await asSuper(testApp, "update purchase_orders set closed_at = now() - interval '91 days' where id = $1", [
      order.id,
    ]);
    expect((await saved(manager.get(`${ordersPath}/${order.id}`)))["steps"]).not.toContain("reopen");
    expect(await decide(manager, `${ordersPath}/${order.id}/reopen`, { reason: "They found some" })).toMatchObject({
      status: 409,
      body: { code: "closed_too_long_ago" },
    });
  });

  test("an order is cancelled in any state before goods came, and the vendor is told if it was sent", async () => {
    const mailData = (id: string) =>
      asSuper(testApp, "select 1 from outbox where task = 'mail-vendor' and payload ->> 'orderId' = $1", [id]);
    const draft = await saved(
      buyer.post(ordersPath, {
        vendorId: context.vendorId,
        shipToLocationId: context.shipToLocationId,
        requestedDate: inDays(3),
      }),
    );
    expect(await step(buyer, draft.id, "cancel", { reason: "Written by mistake" })).toMatchObject({
      status: "cancelled",
      cancelReason: "Written by mistake",
    });
    expect(await mailData(draft.id)).toHaveLength(0);
    const order = await confirmed();
    await step(buyer, order.id, "hold", { reason: "We think about it" });
    const cancelled = await step(buyer, order.id, "cancel", { reason: "Project stopped" });
    expect(cancelled).toMatchObject({ status: "cancelled", onHold: false, steps: [] });
    expect(states(cancelled)).toEqual(["cancelled", "cancelled", "cancelled"]);
    expect(await mailData(order.id)).toHaveLength(1);
    const received = await confirmed();
    await receive(manager, context, received, { 0: { accepted: "1" } });
    expect((await read(received.id))["steps"]).not.toContain("cancel");
    expect(await decide(buyer, `${ordersPath}/${received.id}/cancel`, { reason: "too late" })).toMatchObject({
      status: 409,
      body: { code: "order_has_receipts" },
    });
  });

  test("a running order is not archived, a closed one is", async () => {
    const order = await confirmed();
    expect(await buyer.post(`${ordersPath}/${order.id}/archive`)).toMatchObject({
      status: 409,
      body: { code: "wrong_state" },
    });
    await step(buyer, order.id, "close", { reason: "Season is over", isUnwanted: true });
    expect((await saved(buyer.post(`${ordersPath}/${order.id}/archive`)))["archivedAt"]).toEqual(expect.any(String));
  });

  test("two who act on one order at once do not both win", async () => {
    const order = await confirmed();
    const answers = await Promise.all(
      [...Array(4).keys()].map((n) =>
        buyer.post(`${ordersPath}/${order.id}/${n % 2 ? "close" : "cancel"}`, {
          reason: `Try number ${n}`,
          version: order.version,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test("counting and steps on one order at once neither block each other for good nor lose a piece", async () => {
    const order = await confirmed();
    const count = () =>
      receive(manager, context, order, { 0: { accepted: "1" }, 2: { accepted: "1" } }).then(
        ({ lines }) => ((lines as unknown as Body[])[0]?.["isUnexpected"] ? 0 : 1), // put aside while it is on hold
      );
    const { version } = order;
    const act = (name: string, body: object) =>
      buyer
        .post(`${ordersPath}/${order.id}/${name}`, body)
        .then(({ status, text }) => (expect([200, 409], text).toContain(status), 0));
    const done = await Promise.all(
      [...Array(8).keys()].flatMap((n) => [
        count(),
        n % 2 ? act("release", {}) : act("hold", { reason: "Quality check" }),
        act("short-close-line", { itemId: order.items[1]?.id, reason: "Out of production", version }),
      ]),
    );
    await decide(buyer, `${ordersPath}/${order.id}/short-close-line`, { itemId: order.items[1]?.id, reason: "Enough" });
    const counted = String(done.reduce<number>((sum, one) => sum + one, 0));
    expect((await read(order.id)).items).toMatchObject([
      { receivedQty: counted },
      { status: "short_closed" },
      { receivedQty: counted },
    ]);
  });

  test("closing an order ends its hold: goods that are put aside can be taken, and nobody stands in a circle", async () => {
    const order = await sentOrder(buyer, context);
    await step(buyer, order.id, "hold", { reason: "Quality question" });
    expect(await step(buyer, order.id, "close", { reason: "Enough" })).toMatchObject({
      status: "closed",
      onHold: false,
      holdReason: null,
    });
  });

  test("a hold that an order was closed with can be released", async () => {
    const order = await sentOrder(buyer, context);
    await step(buyer, order.id, "close", { reason: "Enough" });
    await asSuper(testApp, "update purchase_orders set on_hold = true, hold_reason = 'old' where id = $1", [order.id]);
    expect(await step(buyer, order.id, "release")).toMatchObject({ status: "closed", onHold: false });
  });
});
