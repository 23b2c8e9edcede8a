import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aYard, deliveriesPath, from } from "#main/testing/records/docks.ts";
import {
  decide,
  orderRecords,
  ordersPath,
  saved,
  sentOrder,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";

let testApp: TestApp;
let admin: Client;
let client: Client;
let records: OrderRecords;
let yard: { locationId: string; dockIds: readonly [string, ...string[]] };
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
  client = await testApp.as("DOCK_SUPERVISOR");
  records = await orderRecords(admin);
  yard = await aYard(admin, { docks: 2, dock: { parallelCapacity: 10 } });
});
afterAll(() => testApp.close());

/** An order of 10, 20 and 30 pieces that is out at its vendor and goes to the yard. */
const order = () => sentOrder(admin, { ...records, shipToLocationId: yard.locationId });
const itemOf = (one: Body, at: number) => one.items[at] as Body;
const line = (item: Body, plannedQty: string) => ({ purchaseOrderItemId: item.id, plannedQty });
const deliver = (lines: readonly unknown[], over: Record<string, unknown> = {}) =>
  saved(client.post(deliveriesPath, { locationId: yard.locationId, ...from(8, 9), lines, ...over }));
const act = (id: string, name: string, body: unknown = {}) =>
  saved(client.post(`${deliveriesPath}/${id}/${name}`, body));
const read = (id: string) => saved(client.get(`${deliveriesPath}/${id}`));
const history = async (id: string) => (await saved(client.get(`${deliveriesPath}/${id}/history`))).items;
const holdsDock = async (id: string) =>
  (await asSuper(testApp, "select 1 from bookings where subject_id = $1 and active", [id])).length;
const notices = (id: string) =>
  asSuper<{ notice: string }>(
    testApp,
    `select payload ->> 'notice' as notice from outbox
      where task = 'mail-delivery-notice' and payload ->> 'deliveryScheduleId' = $1`,
    [id],
  );

describe("an order whose truck is here", () => {
  test("is not cancelled: the refusal names the truck, where it stands and the two ways out", async () => {
    const one = await order();
    const delivery = await deliver([line(itemOf(one, 0), "4")]);
    await act(delivery.id, "arrive");
    const cancel = () => decide(admin, `${ordersPath}/${one.id}/cancel`, { reason: "Project stopped" });
    expect(await cancel()).toMatchObject({
      status: 409,
      body: {
        code: "delivery_here",
        message: `${delivery["number"]} is here, at the gate. Refuse the delivery, or receive it and close the order short.`,
        details: { deliveries: [{ id: delivery.id, status: "arrived" }] },
      },
    });
    await act(delivery.id, "start");
    expect(await cancel()).toMatchObject({
      status: 409,
      body: {
        message: `${delivery["number"]} stands at dock D1. Refuse the delivery, or receive it and close the order short.`,
      },
    });
    expect((await saved(admin.get(`${ordersPath}/${one.id}`)))["status"]).toBe("sent");
    await act(delivery.id, "refuse", { reason: "Nothing of it is wanted" });
    expect((await saved(cancel()))["status"]).toBe("cancelled");
  });

  test("is neither closed nor is one of its lines closed short that stands on the truck; the others are", async () => {
    const one = await order();
    const delivery = await deliver([line(itemOf(one, 0), "4")]);
    await act(delivery.id, "arrive");
    await act(delivery.id, "start");
    const refused = {
      status: 409,
      body: {
        code: "delivery_here",
        message: `${delivery["number"]} stands at dock D1. Refuse the delivery, or receive and complete it first.`,
      },
    };
    const short = (at: number) =>
      decide(admin, `${ordersPath}/${one.id}/short-close-line`, {
        itemId: itemOf(one, at).id,
        reason: "Not made any more",
      });
    expect(await decide(admin, `${ordersPath}/${one.id}/close`, { reason: "Season is over" })).toMatchObject(refused);
    expect(
      await decide(admin, `${ordersPath}/${one.id}/close`, { reason: "Season is over", onTheWay: "let_it_come" }),
    ).toMatchObject(refused);
    expect(await short(0)).toMatchObject(refused);
    expect((await saved(short(1))).items[1]).toMatchObject({ status: "short_closed" });
  });

  test("is cancelled or its truck arrives, whichever is first: never a cancelled order with its truck at a planned door", async () => {
    for (let n = 0; n < 6; n += 1) {
      const one = await order();
      const delivery = await deliver([line(itemOf(one, 0), "4")], from(20 + n, 21 + n));
      const [cancelled, arrived] = await Promise.all([
        decide(admin, `${ordersPath}/${one.id}/cancel`, { reason: "raced" }),
        client.post(`${deliveriesPath}/${delivery.id}/arrive`),
      ]);
      expect([200, 409]).toContain(cancelled.status);
      const { status } = await read(delivery.id);
      if (cancelled.status === 200) expect(["cancelled", "arrived"]).toContain(status);
      else expect([arrived.status, status]).toEqual([200, "arrived"]);
    }
  });
});

describe("what is on its way of an order", () => {
  test("is given up with it: docks are free, each carrier is told once, a shared truck comes without it", async () => {
    const [one, other] = [await order(), await order()];
    const asked = { askParty: "carrier", carrierEmail: "plan@carrier.example" };
    const alone = await deliver([line(itemOf(one, 0), "4")], asked);
    const shared = await deliver([line(itemOf(one, 1), "5"), line(itemOf(other, 1), "6")], from(10, 11));
    const proposed = await deliver([line(itemOf(one, 2), "5"), line(itemOf(other, 2), "6")], {
      ...from(12, 13),
      ...asked,
    });
    await step(admin, one.id, "cancel", { reason: "wrong vendor" });
    expect(await read(alone.id)).toMatchObject({ status: "cancelled", cancelReason: "wrong vendor" });
    expect([await holdsDock(alone.id), await holdsDock(shared.id), await holdsDock(proposed.id)]).toEqual([0, 1, 1]);
    expect(await read(shared.id)).toMatchObject({ status: "scheduled", lines: [{ purchaseOrderId: other.id }] });
    expect(await read(proposed.id)).toMatchObject({ status: "proposed", revision: 1, lines: [{ plannedQty: "6" }] });
    expect(await notices(alone.id)).toEqual([{ notice: "cancelled" }]);
    expect(await notices(shared.id)).toEqual([{ notice: "reduced" }]);
    expect(await notices(proposed.id)).toEqual([]); // it is asked anew instead
  });

  test("has to be decided on before a line is closed short: cancelled, or let come", async () => {
    const one = await order();
    const delivery = await deliver([line(itemOf(one, 0), "4"), line(itemOf(one, 1), "5")], from(14, 15));
    const short = (at: number, onTheWay?: string) =>
      decide(admin, `${ordersPath}/${one.id}/short-close-line`, {
        itemId: itemOf(one, at).id,
        reason: "Not made any more",
        ...(onTheWay ? { onTheWay } : {}),
      });
    expect(await short(0)).toMatchObject({
      status: 409,
      body: {
        code: "has_live_delivery",
        message: expect.stringContaining(String(delivery["number"])),
        details: { deliveries: [{ id: delivery.id, status: "scheduled" }] },
      },
    });
    expect((await saved(short(0, "cancel_it"))).items[0]).toMatchObject({ status: "short_closed", scheduledQty: "0" });
    expect(await read(delivery.id)).toMatchObject({ status: "scheduled", lines: [{ plannedQty: "5" }] });
    expect((await saved(short(1, "let_it_come"))).items[1]).toMatchObject({
      status: "short_closed",
      scheduledQty: "5",
    });
    expect((await read(delivery.id)).lines).toMatchObject([{ lineNo: 2, isClosed: true }]);
    expect((await saved(short(2))).items[2]).toMatchObject({ status: "short_closed" });
    expect(await history(delivery.id)).toMatchObject([
      {
        step: "orderLineClosed",
        reason: "Not made any more",
        actorName: "company_admin Alpha",
        changes: { closedOrder: { to: one["number"] }, closedLine: { to: 2 } },
      },
      { step: "updated", changes: { withoutPurchaseOrder: { from: one.id } } },
      { step: "created" },
    ]);
    expect(await notices(delivery.id)).toEqual([{ notice: "reduced" }]); // of the line that was given up
  });

  test("has to be decided on before the order is closed, and what is cancelled with it frees its dock", async () => {
    const one = await order();
    const delivery = await deliver([line(itemOf(one, 0), "4")], from(16, 17));
    const close = (onTheWay?: string) =>
      decide(admin, `${ordersPath}/${one.id}/close`, { reason: "Season is over", ...(onTheWay ? { onTheWay } : {}) });
    expect(await close()).toMatchObject({ status: 409, body: { code: "has_live_delivery" } });
    expect((await saved(close("cancel_it")))["status"]).toBe("closed");
    expect(await read(delivery.id)).toMatchObject({ status: "cancelled", cancelReason: "Season is over" });
    expect(await holdsDock(delivery.id)).toBe(0);
    expect(await notices(delivery.id)).toEqual([{ notice: "cancelled" }]);
    const kept = await order();
    const coming = await deliver([line(itemOf(kept, 0), "4")], from(18, 19));
    expect(await step(admin, kept.id, "close", { reason: "Season is over", onTheWay: "let_it_come" })).toMatchObject({
      status: "closed",
    });
    expect(await read(coming.id)).toMatchObject({ status: "scheduled", lines: [{ isClosed: true }] });
    expect((await history(coming.id))[0]).toMatchObject({
      step: "orderClosed",
      reason: "Season is over",
      changes: { closedOrder: { to: kept["number"] } },
    });
    await step(admin, kept.id, "reopen", { reason: "They want it after all" });
    expect(await read(coming.id)).toMatchObject({ lines: [{ isClosed: false }] });
  });
});
