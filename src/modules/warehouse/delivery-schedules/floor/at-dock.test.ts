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
import { orderRecords, saved, sentOrder } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let admin: Client;
let client: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
  client = await testApp.as("DOCK_SUPERVISOR");
});
afterAll(() => testApp.close());
afterAll(async () => expect(await dockFaults(testApp)).toEqual([]));

type Yard = Awaited<ReturnType<typeof aYard>>;
const step = (id: string, name: string, body: unknown = {}) => client.post(`${deliveriesPath}/${id}/${name}`, body);
const undo = (id: string) => step(id, "undo", { reason: "It was the truck behind" });
const read = (id: string) => saved(client.get(`${deliveriesPath}/${id}`));
const history = async (id: string) => (await client.get(`${deliveriesPath}/${id}/history`)).body.items;
const boardOf = async (yard: Yard, date?: string) => {
  const day = date ? `&date=${date}` : "";
  return saved(client.get(`${deliveriesPath}/board?locationId=${yard.locationId}${day}`));
};
const onBoard = async (yard: Yard, id: string): Promise<Body | undefined> => {
  const { docks, unplaced } = (await boardOf(yard)) as unknown as { docks: { deliveries: Body[] }[]; unplaced: Body[] };
  return [...unplaced, ...docks.flatMap(({ deliveries }) => deliveries)].find((card) => card.id === id);
};
const truckAt = async (yard: Yard, over: Record<string, unknown> = {}) => {
  const { id } = await booked(client, yard, { ...windowFromNow(-30, 60), ...over });
  return saved(step(id, "arrive", { at: fromNow(-20) }));
};
const liveStatus = async (dockId: string | undefined) =>
  (await client.get(`/api/warehouse/docks/${dockId}`)).body["liveStatus"];
const moments = { status: 422, body: { fields: { at: expect.any(String) } } };

describe("a truck that changes its dock while it is unloaded", () => {
  test("frees the first from then on and takes the other, and what is planned there needs a time", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const [first, second] = yard.dockIds;
    const truck = await truckAt(yard);
    await saved(step(truck.id, "start", { at: fromNow(-15) }));
    const planned = await booked(client, yard, { dockId: second, ...windowFromNow(5, 30) });
    expect(await step(truck.id, "change-dock", { dockId: second, at: fromNow(-16) })).toMatchObject(moments);
    expect(await step(truck.id, "change-dock", { dockId: first })).toMatchObject({
      status: 422,
      body: { fields: { dockId: expect.any(String) } },
    });
    expect(await saved(step(truck.id, "change-dock", { dockId: second, at: fromNow(-2) }))).toMatchObject({
      status: "in_progress",
      dockCode: "D2",
      dockedAt: expect.any(String),
      dockChangedAt: expect.any(String),
    });
    expect([await liveStatus(first), await liveStatus(second)]).toEqual(["free", "occupied"]);
    expect(await read(planned.id)).toMatchObject({ dockId: null, mark: "needs_time", displacedById: truck.id });
    expect((await history(truck.id))[0]).toMatchObject({
      step: "dockChanged",
      changes: { dock: { from: "D1", to: "D2" } },
    });
    expect(
      (await client.post(deliveriesPath, { locationId: yard.locationId, dockId: first, ...windowFromNow(1, 20) }))
        .status,
    ).toBe(200);
    expect(await step(truck.id, "depart", { at: fromNow(-5) })).toMatchObject(moments); // it came to its dock later
    await saved(step(truck.id, "unload"));
    await saved(step(truck.id, "depart"));
    expect(await liveStatus(second)).toBe("free");
  });

  test("is asked whether the truck that stands there has gone, and puts it down as gone in the same step", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const [truck, other] = [await truckAt(yard), await truckAt(yard, { dockId: yard.dockIds[1] })];
    for (const { id } of [truck, other]) await saved(step(id, "start", { at: fromNow(-10) }));
    const there = { dockId: yard.dockIds[1] };
    expect(await step(truck.id, "change-dock", there)).toMatchObject({ status: 409, body: { code: "dock_occupied" } });
    await saved(step(truck.id, "change-dock", { ...there, departed: [{ id: other.id, at: fromNow(-1) }] }));
    expect(await read(other.id)).toMatchObject({ status: "unloaded", gateOutAt: expect.any(String) });
  });

  test("goes back to the first when that is undone, unless another truck stands there by now", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const truck = await truckAt(yard);
    await saved(step(truck.id, "start", { at: fromNow(-10) }));
    await saved(step(truck.id, "change-dock", { dockId: yard.dockIds[1] }));
    expect(await saved(undo(truck.id))).toMatchObject({ dockCode: "D1", dockChangedAt: null, status: "in_progress" });
    expect([await liveStatus(yard.dockIds[0]), await liveStatus(yard.dockIds[1])]).toEqual(["occupied", "free"]);
    await saved(step(truck.id, "change-dock", { dockId: yard.dockIds[1] }));
    const next = await truckAt(yard, { ...windowFromNow(1, 30) });
    await saved(step(next.id, "start"));
    expect(await undo(truck.id)).toMatchObject({ status: 409, body: { code: "rests_on_it" } });
  });

  test("waits for another one while it is not unloaded yet", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const truck = await truckAt(yard);
    expect(await saved(step(truck.id, "change-dock", { dockId: yard.dockIds[1] }))).toMatchObject({
      status: "arrived",
      dockCode: "D2",
      dockedAt: null,
      dockChangedAt: null,
    });
  });
});

describe("a truck that was never checked out", () => {
  test("has left before the next one came to its dock, not after it", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const [before, next] = [await truckAt(yard), await truckAt(yard, { dockId: yard.dockIds[1] })];
    await saved(step(before.id, "start", { at: fromNow(-18) }));
    const start = (leftAt: string) =>
      step(next.id, "start", { dockId: yard.dockIds[0], at: fromNow(-10), departed: [{ id: before.id, at: leftAt }] });
    expect(await start(fromNow(-5))).toMatchObject({
      status: 422,
      body: {
        fields: { departed: `${before["number"]} has to have left before the next truck came to the dock.` },
      },
    });
    await saved(start(fromNow(-11)));
  });
});

describe("a driver who leaves the trailer", () => {
  test("is recorded with the time: the trailer stands at its dock, on the page and the board, until it is fetched", async () => {
    const yard = await aYard(admin);
    const truck = await truckAt(yard);
    expect(await step(truck.id, "drop-trailer", { at: fromNow(-25) })).toMatchObject(moments);
    const at = fromNow(-12);
    expect(await saved(step(truck.id, "drop-trailer", { at, dockId: yard.dockIds[0] }))).toMatchObject({
      status: "arrived",
      driverLeftAt: at,
      dockedAt: at,
      gateOutAt: null,
      dockCode: "D1",
    });
    expect(await liveStatus(yard.dockIds[0])).toBe("occupied");
    expect(await onBoard(yard, truck.id)).toMatchObject({ driverLeftAt: at, dockedAt: at });
    expect(await step(truck.id, "drop-trailer")).toMatchObject({ status: 409, body: { code: "driver_has_left" } });
    const next = await truckAt(yard, { dockId: null, ...windowFromNow(100, 130) });
    expect(await step(next.id, "start", { dockId: yard.dockIds[0] })).toMatchObject({
      status: 409,
      body: { code: "dock_occupied" },
    });
    const started = await saved(step(truck.id, "start", { at: fromNow(-5) }));
    expect(started).toMatchObject({ status: "in_progress", dockedAt: at, driverLeftAt: at, dockCode: "D1" });
    expect(await step(truck.id, "depart", { at: fromNow(-13) })).toMatchObject(moments);
    expect(await saved(step(truck.id, "depart"))).toMatchObject({ driverLeftAt: at, gateOutAt: expect.any(String) });
    expect(await liveStatus(yard.dockIds[0])).toBe("free");
  });

  test("may leave it in the yard, or while it is unloaded, and that is taken back like any step", async () => {
    const yard = await aYard(admin);
    const truck = await truckAt(yard);
    expect(await saved(step(truck.id, "drop-trailer"))).toMatchObject({ dockedAt: null, status: "arrived" });
    expect(await saved(undo(truck.id))).toMatchObject({ driverLeftAt: null, status: "arrived" });
    await saved(step(truck.id, "start"));
    expect(await saved(step(truck.id, "drop-trailer"))).toMatchObject({
      status: "in_progress",
      driverLeftAt: expect.any(String),
    });
    expect(await saved(undo(truck.id))).toMatchObject({ driverLeftAt: null, status: "in_progress", dockCode: "D1" });
  });

  test("leaves a trailer that may be fetched before anybody unloads it: the next truck says so", async () => {
    const yard = await aYard(admin);
    const truck = await truckAt(yard);
    await saved(step(truck.id, "drop-trailer", { dockId: yard.dockIds[0], at: fromNow(-10) }));
    const next = await truckAt(yard, { dockId: null, ...windowFromNow(100, 130) });
    const departed = [{ id: truck.id, at: fromNow(-1) }];
    await saved(step(next.id, "start", { dockId: yard.dockIds[0], departed }));
    expect(await read(truck.id)).toMatchObject({ gateOutAt: expect.any(String), mark: "not_completed" });
  });
});

describe("a truck at another site than booked", () => {
  test("is here with its lines, waits for a dock there, and the buyer is asked; undone, it is booked where it was", async () => {
    const records = await orderRecords(admin, { products: 1 });
    const [yard, other] = [await aYard(admin), await aYard(admin)];
    const order = await sentOrder(admin, { ...records, shipToLocationId: yard.locationId });
    const lines = [{ purchaseOrderItemId: order.items[0]?.id, plannedQty: "4" }];
    const { id } = await booked(client, yard, { ...windowFromNow(-30, 60), lines });
    expect(await saved(step(id, "arrive", { locationId: other.locationId }))).toMatchObject({
      status: "arrived",
      locationId: other.locationId,
      dockId: null,
      mark: "needs_door",
      lines: [{ plannedQty: "4" }],
    });
    const issues = await saved(admin.get(`/api/warehouse/issues?deliveryScheduleId=${id}`));
    expect(issues.items).toMatchObject([{ kind: "unexpected", status: "open" }]);
    expect((await history(id))[0]).toMatchObject({
      step: "arrived",
      changes: { location: { to: expect.any(String) } },
    });
    const free = { locationId: yard.locationId, dockId: yard.dockIds[0], ...windowFromNow(5, 20) };
    const there = await saved(client.post(deliveriesPath, free));
    await saved(step(there.id, "cancel", { reason: "only to see that it is free" }));
    expect(await saved(undo(id))).toMatchObject({ status: "scheduled", locationId: yard.locationId, dockCode: "D1" });
    await saved(step(id, "arrive", { locationId: other.locationId }));
    expect(await saved(step(id, "start", { dockId: other.dockIds[0] }))).toMatchObject({ dockCode: "D1" });
  });
});

describe("a time that has passed", () => {
  test("is no plan: with an override a booking of today is written down late, one of another day is refused", async () => {
    const yard = await aYard(admin, { docks: 2 });
    await booked(client, yard, windowFromNow(-90, -30));
    const longAgo = windowFromNow(-60 * 50, -60 * 49);
    const post = () =>
      client.post(deliveriesPath, { locationId: yard.locationId, dockId: yard.dockIds[0], ...longAgo });
    const refused = { status: 409, body: { code: "outside_rules", message: "This time has passed already." } };
    expect(await post()).toMatchObject(refused);
    const { id } = await booked(client, yard, from(8, 9));
    expect(await step(id, "move", { dockId: yard.dockIds[0], ...longAgo })).toMatchObject(refused);
  });

  test("is not exchanged for another", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const [over, ahead] = [
      await booked(client, yard, windowFromNow(-90, -30)),
      await booked(client, yard, { dockId: yard.dockIds[1], ...windowFromNow(30, 60) }),
    ];
    expect(
      await step(ahead.id, "swap", { withId: over.id, version: ahead.version, withVersion: over.version }),
    ).toMatchObject({
      status: 409,
      body: { message: "This time has passed already." },
    });
  });
});

describe("the board", () => {
  test("shows a truck that stands there since yesterday on today's, and not once it has gone", async () => {
    const yard = await aYard(admin);
    const truck = await truckAt(yard);
    await saved(step(truck.id, "start"));
    await asSuper(
      testApp,
      `update delivery_schedules set planned_start = planned_start - interval '3 days', planned_end = planned_end - interval '3 days',
        gate_in_at = gate_in_at - interval '3 days', docked_at = docked_at - interval '3 days',
        unload_start_at = unload_start_at - interval '3 days', occupied_from = occupied_from - interval '3 days' where id = $1`,
      [truck.id],
    );
    expect(await onBoard(yard, truck.id)).toMatchObject({ status: "in_progress", dockId: yard.dockIds[0] });
    await saved(step(truck.id, "depart"));
    expect(await onBoard(yard, truck.id)).toBeUndefined();
  });
});
