import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { runTask } from "#main/testing/jobs.ts";
import {
  aForklift,
  kindsHeld,
  aYard,
  booked,
  deliveriesPath,
  dockFaults,
  from,
  fromNow,
  windowFromNow,
} from "#main/testing/records/docks.ts";
import { saved } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let admin: Client;
let client: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  admin = await testApp.as("COMPANY_ADMIN");
  client = await testApp.as("DOCK_SUPERVISOR");
});
afterAll(() => testApp.close());

type Yard = Awaited<ReturnType<typeof aYard>>;
const step = (id: string, name: string, body: unknown = {}) => client.post(`${deliveriesPath}/${id}/${name}`, body);
const read = (id: string) => saved(client.get(`${deliveriesPath}/${id}`));
const at = async (yard: Yard, over: Record<string, unknown>) => {
  const delivery = await booked(client, yard, over);
  await saved(step(delivery.id, "arrive"));
  return delivery;
};
const liveStatus = async (dockId: string | undefined) =>
  (await client.get(`/api/warehouse/docks/${dockId}`)).body["liveStatus"];
const bookNow = (yard: Yard, over: Record<string, unknown> = {}) =>
  client.post(deliveriesPath, {
    locationId: yard.locationId,
    dockId: yard.dockIds[0],
    ...windowFromNow(1, 20),
    ...over,
  });

const faults = () => dockFaults(testApp);
afterAll(async () => expect(await faults()).toEqual([]));

describe("a truck that stands at a door", () => {
  test("holds it from then on, though it came three hours early: the dock is occupied, and nobody else gets it now", async () => {
    const yard = await aYard(admin);
    const early = await at(yard, windowFromNow(180, 240));
    expect(await liveStatus(yard.dockIds[0])).toBe("free");
    const started = await saved(step(early.id, "start"));
    expect(Date.parse(String(started["occupiedFrom"]))).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(String(started["occupiedUntil"]))).toBeGreaterThanOrEqual(Date.now() + 59 * 60_000);
    expect(await liveStatus(yard.dockIds[0])).toBe("occupied");
    expect(await bookNow(yard)).toMatchObject({
      status: 409,
      body: { code: "taken", message: expect.stringContaining(String(early["number"])) },
    });
    const date = fromNow().slice(0, 10);
    const { body } = await client.get(`${deliveriesPath}/board?locationId=${yard.locationId}&date=${date}`);
    expect((body["docks"] as unknown[])[0]).toMatchObject({ liveStatus: "occupied" });
  });

  test("holds it half an hour at least when its plan is over, and again as long as it stands", async () => {
    const yard = await aYard(admin);
    const late = await at(yard, windowFromNow(-50, 5));
    const started = await saved(step(late.id, "start"));
    expect(Date.parse(String(started["occupiedUntil"]))).toBeGreaterThan(Date.now() + 29 * 60_000);
    const next = await saved(bookNow(yard, windowFromNow(60, 90)));
    // Half an hour later it stands there still.
    await asSuper(
      testApp,
      `update delivery_schedules set occupied_from = now() - interval '2 hours', docked_at = now() - interval '2 hours',
        occupied_until = now() - interval '1 minute' where id = $1`,
      [late.id],
    );
    await asSuper(
      testApp,
      `update bookings set during = tstzrange(now() - interval '2 hours', now() - interval '1 minute')
        where subject_id = $1 and active`,
      [late.id],
    );
    expect(await bookNow(yard)).toMatchObject({ status: 409, body: { code: "taken" } }); // whether or not the clock was there
    await runTask(testApp, "extend-dock-stay", { deliveryScheduleId: late.id });
    expect(Date.parse(String((await read(late.id))["occupiedUntil"]))).toBeGreaterThan(Date.now() + 29 * 60_000);
    expect(await read(next.id)).toMatchObject({ dockId: yard.dockIds[0], mark: null });
    expect(await faults()).toEqual([]);
  });

  test("takes it from what is planned there: that needs a time, says because of whom, and gets free times proposed", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const truck = await at(yard, { dockId: yard.dockIds[1], ...windowFromNow(-5, 60) });
    const planned = await saved(bookNow(yard, windowFromNow(10, 40)));
    const behind = await saved(bookNow(yard, windowFromNow(70, 100)));
    await aForklift(testApp, planned.id);
    await saved(step(truck.id, "start", { dockId: yard.dockIds[0] }));
    expect(await read(planned.id)).toMatchObject({
      status: "scheduled",
      dockId: null,
      lane: null,
      mark: "needs_time",
      displacedById: truck.id,
      displacedByNumber: truck["number"],
    });
    expect(await kindsHeld(testApp, planned.id)).toEqual(["asset"]); // only the dock was taken from it
    expect(await read(behind.id)).toMatchObject({ dockId: yard.dockIds[0], mark: null });
    expect((await client.get(`${deliveriesPath}/${planned.id}/history`)).body.items[0]).toMatchObject({
      step: "displaced",
      changes: { dock: { from: "D1", to: null }, displacedBy: { to: truck["number"] } },
    });
    const { items } = (await client.get(`${deliveriesPath}/${planned.id}/free-places`)).body;
    expect(items).toHaveLength(3);
    const [{ dockCode, ...offer }] = items as unknown as [Record<string, string>];
    const moved = await saved(step(planned.id, "move", offer));
    expect(moved).toMatchObject({ dockCode, mark: null, displacedById: null });
  });

  test("takes it also from a truck that waits at the gate for it, which is told of the doors that are free now", async () => {
    const yard = await aYard(admin, { docks: 3 });
    const waiting = await at(yard, windowFromNow(-5, 60));
    const first = await at(yard, { dockId: yard.dockIds[1], ...windowFromNow(-5, 60) });
    await saved(step(first.id, "start", { dockId: yard.dockIds[0] }));
    expect(await read(waiting.id)).toMatchObject({ status: "arrived", dockId: null, mark: "needs_door" });
    expect((await client.get(`${deliveriesPath}/${waiting.id}/free-places`)).body.items).toMatchObject([
      { dockCode: "D2" },
      { dockCode: "D3" },
    ]);
    expect(await saved(step(waiting.id, "start", { dockId: yard.dockIds[2] }))).toMatchObject({
      dockCode: "D3",
      mark: null,
    });
  });

  test("takes it also while it is out of use, for as long as it stands there", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const truck = await at(yard, { dockId: yard.dockIds[1], ...windowFromNow(-5, 60) });
    await saved(
      client.post("/api/warehouse/dock-downtimes", {
        dockId: yard.dockIds[0],
        startsAt: fromNow(-10),
        endsAt: fromNow(300),
        reason: "sweeping",
      }),
    );
    expect(await saved(step(truck.id, "start", { dockId: yard.dockIds[0] }))).toMatchObject({ dockCode: "D1" });
    expect(await bookNow(yard, windowFromNow(200, 230))).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("sweeping") },
    });
  });

  test("and was never checked out is asked for by name, and recorded as gone in the step that needs its door", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const [gone, next] = [
      await at(yard, windowFromNow(-40, 10)),
      await at(yard, { dockId: yard.dockIds[1], ...windowFromNow(-5, 60) }),
    ];
    await saved(step(gone.id, "start"));
    expect(await step(next.id, "start", { dockId: yard.dockIds[0] })).toMatchObject({
      status: 409,
      body: {
        code: "dock_occupied",
        message: `${gone["number"]} still stands at dock D1. Has it gone, and when?`,
        details: { standing: [{ id: gone.id, number: gone["number"] }] },
      },
    });
    expect(
      await step(next.id, "start", { dockId: yard.dockIds[0], departed: [{ id: gone.id, at: fromNow(-300) }] }),
    ).toMatchObject({ status: 422, body: { fields: { departed: expect.any(String) } } });
    const left = String((await read(gone.id))["unloadStartAt"]);
    const started = await saved(
      step(next.id, "start", { dockId: yard.dockIds[0], departed: [{ id: gone.id, at: left }] }),
    );
    expect(started).toMatchObject({ status: "in_progress", dockCode: "D1" });
    expect(await read(gone.id)).toMatchObject({
      status: "unloaded",
      gateOutAt: left,
      dockClearedAt: left,
      mark: "not_completed",
    });
    expect((await client.get(`${deliveriesPath}/${gone.id}/history`)).body.items[0]).toMatchObject({
      step: "departed",
    });
  });

  test("gives it back when it has left, whether or not anybody has counted what it brought", async () => {
    const yard = await aYard(admin);
    const truck = await at(yard, windowFromNow(-5, 60));
    await saved(step(truck.id, "start"));
    expect(await saved(step(truck.id, "depart"))).toMatchObject({
      status: "unloaded",
      gateOutAt: expect.any(String),
      dockClearedAt: expect.any(String),
      unloadEndAt: expect.any(String),
      mark: "not_completed",
    });
    expect(await liveStatus(yard.dockIds[0])).toBe("free");
    expect((await bookNow(yard)).status).toBe(200);
    expect(await step(truck.id, "depart")).toMatchObject({ status: 409, body: { code: "has_left" } });
    expect((await saved(client.get(`/api/warehouse/docks/${yard.dockIds[0]}`)))["status"]).toBe("active");
  });

  test("is at no door of another location", async () => {
    const [yard, other] = [await aYard(admin), await aYard(admin)];
    const truck = await at(yard, windowFromNow(-5, 60));
    expect(await step(truck.id, "start", { dockId: other.dockIds[0] })).toMatchObject({
      status: 422,
      body: { fields: { dockId: expect.any(String) } },
    });
  });
});

describe("many at once", () => {
  test("at one door of two lanes: two stand there, the others are told who, and no lane is held twice", async () => {
    const yard = await aYard(admin, { docks: 2, dock: { parallelCapacity: 2 } });
    const wide = await aYardDock(yard, 10);
    const trucks = await Promise.all(
      Array.from({ length: 10 }, async () => at(yard, { dockId: wide, ...windowFromNow(-5, 60) })),
    );
    const plans = await Promise.all(Array.from({ length: 2 }, (_, n) => bookNow(yard, windowFromNow(5 + n, 50 + n))));
    expect(plans.map(({ status }) => status)).toEqual([200, 200]);
    const answers = await Promise.all([
      ...trucks.map(({ id }) => step(id, "start", { dockId: yard.dockIds[0] })),
      ...plans.map(({ body }) => step(String(body.id), "move", { ...from(30, 31), dockId: yard.dockIds[1] })),
      ...Array.from({ length: 6 }, (_, n) => bookNow(yard, { dockId: null, ...windowFromNow(2 + n, 40 + n) })),
    ]);
    const starts = answers.slice(0, trucks.length);
    expect(starts.map(({ status }) => status).sort()).toEqual([...Array(2).fill(200), ...Array(8).fill(409)]);
    expect(starts.filter(({ status }) => status === 409).map(({ body }) => body["code"])).toEqual(
      Array(8).fill("dock_occupied"),
    );
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  test("at a door for which nothing is planned: one stands there, and each of the others is asked whether it has gone", async () => {
    const yard = await aYard(admin);
    const trucks = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        saved(client.post(`${deliveriesPath}/walk-ins`, { locationId: yard.locationId, tractorPlate: `W-${n}` })),
      ),
    );
    const answers = await Promise.all(trucks.map(({ id }) => step(id, "start", { dockId: yard.dockIds[0] })));
    expect(answers.map(({ status, body }) => (status === 200 ? "stands" : body["code"])).toSorted()).toEqual([
      ...Array(11).fill("dock_occupied"),
      "stands",
    ]);
    expect(await faults()).toEqual([]);
  });

  test("that take each other's doors: each gets one or is told, and nothing blocks itself for good", async () => {
    const yard = await aYard(admin, { docks: 6 });
    const trucks: Body[] = [];
    for (const dockId of yard.dockIds) trucks.push(await at(yard, { dockId, ...windowFromNow(-5, 60) }));
    const answers = await Promise.all(
      trucks.map(({ id }, n) => step(id, "start", { dockId: yard.dockIds[(n * 5 + 1) % 6] })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await faults()).toEqual([]);
  });
});

/** Another dock of a yard, wide enough for all. */
async function aYardDock(yard: Yard, parallelCapacity: number): Promise<string> {
  return (
    await saved(
      admin.post("/api/warehouse/docks", { locationId: yard.locationId, code: "WIDE", sortOrder: 9, parallelCapacity }),
    )
  ).id;
}
