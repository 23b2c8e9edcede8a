import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import {
  aYard,
  booked,
  deliveriesPath,
  dockFaults,
  from,
  fromNow,
  windowFromNow,
} from "#main/testing/records/docks.ts";
import { decide, orderRecords, ordersPath, saved, sentOrder, type OrderRecords } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let admin: Client;
let client: Client;
let records: OrderRecords;
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
  client = await testApp.as("DOCK_SUPERVISOR");
  records = await orderRecords(admin, { products: 1 });
});
afterAll(() => testApp.close());
afterAll(async () => expect(await dockFaults(testApp)).toEqual([]));

type Yard = Awaited<ReturnType<typeof aYard>>;
const step = (id: string, name: string, body: unknown = {}) => client.post(`${deliveriesPath}/${id}/${name}`, body);
const undo = (id: string) => step(id, "undo", { reason: "It was the truck behind" });
const read = (id: string) => saved(client.get(`${deliveriesPath}/${id}`));
const history = async (id: string) => (await client.get(`${deliveriesPath}/${id}/history`)).body.items;
const issuesOf = async (id: string) =>
  (await saved(admin.get(`/api/warehouse/issues?deliveryScheduleId=${id}`))).items as unknown as readonly Body[];
const truckAt = async (yard: Yard, over: Record<string, unknown> = {}) => {
  const { id } = await booked(client, yard, { ...windowFromNow(-30, 60), ...over });
  return saved(step(id, "arrive"));
};
const anOrder = (yard: Yard) => sentOrder(admin, { ...records, shipToLocationId: yard.locationId });
const linesOf = (order: Body) => [
  { purchaseOrderItemId: order.items[0]?.id, plannedQty: order.items[0]?.["orderedQty"] },
];
const receive = (yard: Yard, order: Body, deliveryScheduleId: string) => {
  const item = order.items[0] as Body;
  const { productId, uom, qtyPerUom, orderedQty: acceptedQty } = item;
  return saved(
    admin.post("/api/warehouse/receipts", {
      clientReceiptKey: randomUUID(),
      locationId: yard.locationId,
      deliveryScheduleId,
      lines: [{ purchaseOrderItemId: item.id, productId, uom, qtyPerUom, acceptedQty }],
    }),
  );
};
const liveStatus = async (dockId: string | undefined) =>
  (await client.get(`/api/warehouse/docks/${dockId}`)).body["liveStatus"];

describe("a step that was taken on the wrong truck", () => {
  test("is taken back with a reason: state, times and what was said of the truck are as before, and the history keeps both", async () => {
    const yard = await aYard(admin);
    const delivery = await booked(client, yard, {
      ...windowFromNow(30, 90),
      driverName: "Ada",
      tractorPlate: "11-AA-1",
    });
    const arrived = await saved(step(delivery.id, "arrive", { at: fromNow(-5), driverName: "Bob" }));
    expect(arrived["undoable"]).toMatchObject({ step: "arrive" });
    expect(arrived["abilities"]).toContain("undo");
    expect((await step(delivery.id, "undo")).body.fields).toMatchObject({ reason: expect.any(String) });
    expect(await saved(undo(delivery.id))).toMatchObject({
      status: "scheduled",
      gateInAt: null,
      driverName: "Ada",
      dockCode: "D1",
      mark: null,
      undoable: null,
      steps: ["move", "arrive", "cancel"],
    });
    expect((await history(delivery.id)).slice(0, 2)).toMatchObject([
      {
        step: "undone",
        fromStatus: "arrived",
        toStatus: "scheduled",
        reason: "It was the truck behind",
        changes: { step: "arrive", gateInAt: { from: arrived["gateInAt"], to: null } },
      },
      { step: "arrived" },
    ]);
    await saved(step(delivery.id, "arrive"));
  });

  test("keeps what somebody wrote of the truck since", async () => {
    const yard = await aYard(admin);
    const { id } = await booked(client, yard, { ...windowFromNow(-30, 60), driverName: "Ada" });
    const { version, ...arrived } = await saved(step(id, "arrive", { driverName: "Bob" }));
    const { vendorId, carrierName, tractorPlate } = arrived;
    const told = { vendorId, carrierName, tractorPlate, driverName: "Cleo", lines: [], version };
    await saved(client.put(`${deliveriesPath}/${id}`, told));
    expect(await saved(undo(id))).toMatchObject({ status: "scheduled", driverName: "Cleo" });
  });

  test("is taken back one by one, the newest first, and only for half an hour", async () => {
    const yard = await aYard(admin);
    const { id } = await truckAt(yard);
    await saved(step(id, "start"));
    await saved(step(id, "unload"));
    expect(await saved(undo(id))).toMatchObject({ status: "in_progress", unloadEndAt: null });
    expect(await saved(undo(id))).toMatchObject({ status: "arrived", dockedAt: null, unloadStartAt: null });
    await asSuper(
      testApp,
      `update delivery_schedules set undoable_steps =
        jsonb_set(undoable_steps, '{0,at}', to_jsonb((undoable_steps -> 0 ->> 'at')::timestamptz - interval '31 minutes'))
        where id = $1`,
      [id],
    );
    expect((await read(id))["abilities"]).not.toContain("undo");
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: "nothing_to_undo" } });
  });

  test("is taken back by whoever may take it, and by nobody else", async () => {
    const yard = await aYard(admin);
    const { id } = await truckAt(yard);
    await saved(step(id, "start"));
    const [receiver, buyer] = [await testApp.as("RECEIVER"), await testApp.as("BUYER")];
    await asSuper(
      testApp,
      "update roles set permissions = array_remove(permissions, 'CAN_CHECK_IN') where code = 'RECEIVER'",
    );
    const path = `${deliveriesPath}/${id}`;
    const reason = "wrong truck";
    expect((await saved(buyer.get(path)))["abilities"]).not.toContain("undo");
    expect((await buyer.post(`${path}/undo`, { reason })).status).toBe(403);
    expect((await saved(receiver.get(path)))["abilities"]).toContain("undo");
    expect((await receiver.post(`${path}/undo`, { reason })).status).toBe(200); // it starts trucks
    expect((await saved(receiver.get(path)))["abilities"]).not.toContain("undo");
    expect((await receiver.post(`${path}/undo`, { reason })).status).toBe(403); // it checks nobody in
  });

  test("gives the door back to whoever lost it to that, and this truck its own", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const planned = await booked(client, yard, windowFromNow(10, 40));
    const truck = await truckAt(yard, { dockId: yard.dockIds[1] });
    const downtime = { dockId: yard.dockIds[0], startsAt: fromNow(100), endsAt: fromNow(160), reason: "sweeping" };
    await saved(client.post("/api/warehouse/dock-downtimes", downtime));
    await saved(step(truck.id, "start", { dockId: yard.dockIds[0] }));
    expect(await read(planned.id)).toMatchObject({ dockId: null, mark: "needs_time" });
    expect(await saved(undo(truck.id))).toMatchObject({ status: "arrived", dockCode: "D2" });
    expect(await read(planned.id)).toMatchObject({ dockCode: "D1", mark: null, displacedById: null });
    expect((await history(planned.id))[0]).toMatchObject({ step: "reinstated" });
    expect(await liveStatus(yard.dockIds[0])).toBe("expected");
    const again = { locationId: yard.locationId, dockId: yard.dockIds[1], ...windowFromNow(5, 20) };
    expect(await client.post(deliveriesPath, again)).toMatchObject({ status: 409, body: { code: "taken" } });
  });

  test("gives a downtime of the door back what it lost to that", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const truck = await truckAt(yard, { dockId: yard.dockIds[1] });
    const downtime = { dockId: yard.dockIds[0], startsAt: fromNow(-10), endsAt: fromNow(160), reason: "sweeping" };
    await saved(client.post("/api/warehouse/dock-downtimes", downtime));
    await saved(step(truck.id, "start", { dockId: yard.dockIds[0] }));
    await saved(undo(truck.id));
    const then = { locationId: yard.locationId, dockId: yard.dockIds[0], ...windowFromNow(10, 40) };
    const refused = { status: 409, body: { message: expect.stringContaining("sweeping") } };
    expect(await client.post(deliveriesPath, then)).toMatchObject(refused);
  });

  test("leaves the door to whoever booked it since: the delivery needs another", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const truck = await truckAt(yard, { dockId: yard.dockIds[1] });
    await saved(step(truck.id, "start", { dockId: yard.dockIds[0] }));
    await booked(client, yard, { dockId: yard.dockIds[1], ...windowFromNow(5, 20) });
    expect(await saved(undo(truck.id))).toMatchObject({ status: "arrived", dockId: null, mark: "needs_door" });
  });

  test("that said it has left puts it back at its door, unless another truck stands there by now", async () => {
    const yard = await aYard(admin);
    const truck = await truckAt(yard);
    await saved(step(truck.id, "start"));
    await saved(step(truck.id, "depart"));
    expect(await liveStatus(yard.dockIds[0])).toBe("free");
    expect(await saved(undo(truck.id))).toMatchObject({ status: "in_progress", gateOutAt: null, dockClearedAt: null });
    expect(await liveStatus(yard.dockIds[0])).toBe("occupied");
    await saved(step(truck.id, "depart"));
    const next = await saved(
      client.post(`${deliveriesPath}/walk-ins`, { locationId: yard.locationId, tractorPlate: "NEXT" }),
    );
    await saved(step(next.id, "start", { dockId: yard.dockIds[0] }));
    expect(await undo(truck.id)).toMatchObject({
      status: 409,
      body: {
        code: "rests_on_it",
        message: `${next["number"]} stands at dock D1 by now: this can no longer be undone.`,
      },
    });
    await saved(undo(next.id));
    expect(await saved(undo(truck.id))).toMatchObject({ status: "in_progress", dockCode: "D1" });
  });

  test("by which a truck was recorded as gone to make room is taken back the same way", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const gone = await truckAt(yard);
    await saved(step(gone.id, "start"));
    const next = await truckAt(yard, { dockId: yard.dockIds[1] });
    await saved(step(next.id, "start", { dockId: yard.dockIds[0], departed: [{ id: gone.id, at: null }] }));
    await saved(undo(next.id));
    expect(await saved(undo(gone.id))).toMatchObject({ status: "in_progress", dockCode: "D1", gateOutAt: null });
  });

  test("of a walk-in that nobody meant leaves a cancelled delivery with the reason", async () => {
    const yard = await aYard(admin);
    const path = `${deliveriesPath}/walk-ins`;
    const truck = await saved(client.post(path, { locationId: yard.locationId, tractorPlate: "XX-1" }));
    expect(await saved(undo(truck.id))).toMatchObject({
      status: "cancelled",
      gateInAt: null,
      cancelReason: "It was the truck behind",
    });
    expect(await issuesOf(truck.id)).toMatchObject([{ kind: "unexpected", status: "dismissed" }]);
  });
});

describe("what followed from a step that is taken back", () => {
  test("is undone with it: the shortage that completing reported, and the order that closed with it", async () => {
    const yard = await aYard(admin);
    const order = await anOrder(yard);
    const truck = await truckAt(yard, { lines: linesOf(order) });
    await saved(step(truck.id, "complete", { nothingReceivedReason: "Checked in by mistake" }));
    expect(await issuesOf(truck.id)).toMatchObject([{ kind: "short", status: "open" }]);
    expect(await saved(undo(truck.id))).toMatchObject({
      status: "arrived",
      nothingReceivedReason: null,
      gateOutAt: null,
    });
    expect(await issuesOf(truck.id)).toMatchObject([{ kind: "short", status: "dismissed" }]);
    expect(await saved(undo(truck.id))).toMatchObject({ status: "scheduled" });
    await saved(step(truck.id, "arrive"));
    await receive(yard, order, truck.id);
    await saved(step(truck.id, "start"));
    expect(await saved(step(truck.id, "depart"))).toMatchObject({ status: "completed" });
    expect((await saved(admin.get(`${ordersPath}/${order.id}`))).status).toBe("closed");
    expect(await saved(undo(truck.id))).toMatchObject({ status: "in_progress" });
    expect(await saved(admin.get(`${ordersPath}/${order.id}`))).toMatchObject({
      status: "sent",
      receiptStatus: "full",
    });
    await saved(step(truck.id, "complete"));
    expect((await saved(admin.get(`${ordersPath}/${order.id}`))).status).toBe("closed");
  });

  test("is settled where somebody has begun with it", async () => {
    const yard = await aYard(admin);
    const truck = await truckAt(yard);
    await saved(step(truck.id, "refuse", { reason: "wet boxes" }));
    const [issue] = await issuesOf(truck.id);
    await saved(admin.post(`/api/warehouse/issues/${issue?.id}/acknowledge`));
    await saved(admin.post(`/api/warehouse/issues/${issue?.id}/investigate`));
    expect(await saved(undo(truck.id))).toMatchObject({ status: "arrived", refusedReason: null, dockCode: "D1" });
    expect(await issuesOf(truck.id)).toMatchObject([{ status: "resolved", resolution: "settled" }]);
  });

  test("is open again where the step had ended it: the report that a truck did not come", async () => {
    const yard = await aYard(admin);
    const { id } = await booked(client, yard, windowFromNow(-90, -30));
    await saved(step(id, "mark-no-show"));
    await saved(step(id, "arrive"));
    expect(await saved(undo(id))).toMatchObject({ status: "no_show" });
    expect((await issuesOf(id)).map(({ kind, status }) => `${String(kind)} ${status}`).toSorted()).toEqual([
      "no_show open",
      "unexpected dismissed",
    ]);
  });

  test("refuses it where it is a receipt, and says which, until that is reversed", async () => {
    const yard = await aYard(admin);
    const order = await anOrder(yard);
    const truck = await truckAt(yard, { lines: linesOf(order) });
    const receipt = await receive(yard, order, truck.id);
    expect(await undo(truck.id)).toMatchObject({
      status: 409,
      body: { code: "rests_on_it", message: `Receipt ${receipt["number"]} was posted since. Reverse it first.` },
    });
    await saved(
      decide(admin, `/api/warehouse/receipts/${receipt.id}/reverse`, { reason: "counted on the wrong truck" }),
    );
    expect(await saved(undo(truck.id))).toMatchObject({ status: "scheduled" });
  });

  test("refuses it where it is that a person closed or cancelled the order", async () => {
    const yard = await aYard(admin);
    const order = await anOrder(yard);
    const truck = await truckAt(yard, { lines: linesOf(order) });
    await saved(step(truck.id, "refuse", { reason: "wet boxes" }));
    await saved(decide(admin, `${ordersPath}/${order.id}/cancel`, { reason: "Project stopped" }));
    expect(await undo(truck.id)).toMatchObject({
      status: 409,
      body: { code: "rests_on_it", message: expect.stringContaining(String(order["number"])) },
    });
  });
});

describe("a refused truck that comes back", () => {
  test("is recorded as arrived again, after it left, and its first visit stands in the history", async () => {
    const yard = await aYard(admin);
    const truck = await truckAt(yard);
    await saved(step(truck.id, "start"));
    const refused = await saved(step(truck.id, "refuse", { reason: "wet boxes" }));
    expect(await step(truck.id, "arrive", { at: fromNow(-20) })).toMatchObject({
      status: 422,
      body: { fields: { at: expect.stringContaining("left") } },
    });
    expect(await saved(step(truck.id, "arrive"))).toMatchObject({
      status: "arrived",
      dockedAt: null,
      gateOutAt: null,
      refusedReason: null,
      dockCode: "D1",
    });
    expect((await history(truck.id))[0]).toMatchObject({
      step: "arrived",
      changes: { gateInAt: { from: truck["gateInAt"] }, gateOutAt: { from: refused["gateOutAt"], to: null } },
    });
    expect((await issuesOf(truck.id)).map(({ kind, status }) => `${String(kind)} ${status}`).toSorted()).toEqual([
      "other dismissed",
      "unexpected open",
    ]);
    expect(await saved(undo(truck.id))).toMatchObject({
      status: "refused",
      refusedReason: "wet boxes",
      gateOutAt: refused["gateOutAt"],
      dockedAt: refused["dockedAt"],
    });
    await saved(step(truck.id, "arrive"));
    await saved(step(truck.id, "start"));
  });
});

test("a truck of a day to come that was checked in by mistake and completed is booked there again", async () => {
  const yard = await aYard(admin);
  const { id } = await booked(client, yard, from(8, 9));
  await saved(step(id, "arrive"));
  await saved(step(id, "complete", { nothingReceivedReason: "Checked in by mistake" }));
  await saved(undo(id));
  expect(await saved(undo(id))).toMatchObject({ status: "scheduled", dockCode: "D1" });
  const other = { locationId: yard.locationId, dockId: yard.dockIds[0], ...from(8.25, 8.5) };
  expect(await client.post(deliveriesPath, other)).toMatchObject({ status: 409, body: { code: "taken" } });
});
