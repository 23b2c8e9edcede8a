// Not conformed: a day of trips is no record; trips are conformed in trips.test.ts.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statementsOf } from "#main/testing/database/statements.ts";
import { saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { aTrip, anActiveDriver, inHours, tripsPath as path } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import type { TimelineDay } from "./timeline.contract.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const dispatcher = () => testApp.as("DISPATCHER");
const manager = () => testApp.as("FLEET_MANAGER");

/** The day of the company on which a moment lies, by the product's own account of its days. */
async function dayWith(moment: string, query = "", as?: Client): Promise<TimelineDay> {
  const client = as ?? (await dispatcher());
  for (const days of [-1, 0, 1]) {
    const date = new Date(Date.parse(moment) + days * 86_400_000).toISOString().slice(0, 10);
    const { body, status } = await client.get(`${path}/timeline?date=${date}${query}`);
    expect(status).toBe(200);
    const found = body as unknown as TimelineDay;
    if (found.day.from <= moment && moment < found.day.until) return found;
  }
  throw new Error("every moment lies on a day");
}
const planOf = ({ version, vehicleId, driverId, plannedStart, plannedEnd }: Body) => ({
  version,
  vehicleId,
  driverId,
  plannedStart,
  plannedEnd,
});
const move = async (trip: Body, over: object, as?: Client) =>
  (as ?? (await dispatcher())).post(`${path}/${trip.id}/move`, { ...planOf(trip), ...over });
const later = (moment: unknown, minutes: number) =>
  new Date(Date.parse(String(moment)) + minutes * 60_000).toISOString();

describe("a day of the fleet", () => {
  test("has a trip that left earlier than it was planned for, on the day on which it drives", async () => {
    const trip = await aTrip(testApp, { from: 50, steps: ["plan", "dispatch"] });
    const startedAt = inHours(-0.1);
    await saved((await dispatcher()).post(`${path}/${trip.id}/start`, { at: startedAt }));
    const today = await dayWith(startedAt);
    expect(today.trips).toContainEqual(expect.objectContaining({ id: trip.id, status: "in_progress" }));
    await saved((await dispatcher()).post(`${path}/${trip.id}/abort`, { reason: "came back" }));
    expect(
      (await dayWith(startedAt)).trips.map(({ id }) => id),
      "also once it is over",
    ).toContain(trip.id);
  });

  test("is that of the company's own clock, and today unless another is asked for", async () => {
    const client = await dispatcher();
    await asSuper(testApp, "update companies set timezone = 'Pacific/Auckland' where id = $1", [testApp.companies.a]);
    try {
      const body = (await client.get(`${path}/timeline?date=2031-07-01`)).body as unknown as TimelineDay;
      expect(body).toMatchObject({
        timezone: "Pacific/Auckland",
        day: { from: "2031-06-30T12:00:00.000Z", until: "2031-07-01T12:00:00.000Z" },
      });
      const today = (await client.get(`${path}/timeline`)).body as unknown as TimelineDay;
      expect(today.day.from <= today.now && today.now < today.day.until).toBe(true);
    } finally {
      await asSuper(testApp, "update companies set timezone = 'Europe/Amsterdam' where id = $1", [testApp.companies.a]);
    }
  });

  test("has each vehicle with its trips and their stops, and one that a trip of the day before brings home", async () => {
    const trip = await aTrip(testApp, { from: 240 });
    const long = await aTrip(testApp, { from: 200, hours: 60 });
    const { items, trips } = await dayWith(String(trip["plannedStart"]));
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([trip["vehicleId"], long["vehicleId"]]));
    expect(trips.find(({ id }) => id === trip.id)).toMatchObject({
      tripNumber: trip["tripNumber"],
      status: "planned",
      vehicleId: trip["vehicleId"],
      driverId: trip["driverId"],
      isMovable: true,
      stops: [
        { name: "Depot", status: "pending" },
        { name: "Baker", status: "pending" },
      ],
    });
    expect(trips.map(({ id }) => id)).toContain(long.id);
  });

  test("of drivers shows a trip in the row of everybody who is on it", async () => {
    const helper = await anActiveDriver(testApp, { lastName: "Helping" });
    const trip = await aTrip(testApp, { from: 300, crew: [{ driverId: helper.id, role: "helper" }] });
    const { items, trips } = await dayWith(String(trip["plannedStart"]), "&rows=drivers");
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([trip["driverId"], helper.id]));
    expect(trips.find(({ id }) => id === trip.id)).toMatchObject({ crewIds: [helper.id] });
    const ofHelper = await dayWith(String(trip["plannedStart"]), "&rows=drivers&q=helping");
    expect(ofHelper.trips.map(({ id }) => id)).toContain(trip.id);
  });

  test("says that somebody is not available, and to nobody why", async () => {
    const { id } = await anActiveDriver(testApp, { lastName: "Absent" });
    await asSuper(
      testApp,
      `insert into bookings (company_id, resource_id, during, reason, subject_id)
        values ($1, $2, tstzrange(now(), now() + interval '40 days'), 'leave', gen_random_uuid())`,
      [testApp.companies.a, id],
    );
    const answer = await dayWith(inHours(400), "&rows=drivers&q=absent");
    expect(answer.items).toMatchObject([{ id, away: [answer.day] }]);
    expect(JSON.stringify(answer)).not.toMatch(/leave|hold|maintenance/);
  });

  test("says when a trip on the road is expected back, as its week does, and of no other", async () => {
    const trip = await aTrip(testApp, { from: 2, hours: 4, steps: ["plan", "dispatch", "start"] });
    await asSuper(
      testApp,
      `update trips set planned_start = now() - interval '114 minutes', planned_end = now() + interval '2 hours',
        actual_start = now() - interval '30 minutes' where id = $1`,
      [trip.id],
    );
    await asSuper(testApp, "update trip_stops set planned_arrival = now() + interval '1 hour' where trip_id = $1", [
      trip.id,
    ]);
    const waiting = await aTrip(testApp, { from: 1, hours: 1, steps: ["plan", "dispatch"] });
    const { body } = await (await dispatcher()).get(`${path}/timeline/week`);
    const now = new Date().toISOString();
    for (const { trips } of [await dayWith(now), body as unknown as TimelineDay]) {
      const found = trips.find(({ id }) => id === trip.id);
      const late = Date.parse(String(found?.expectedEnd)) - Date.parse(String(found?.plannedEnd));
      expect(Math.round(late / 60_000)).toBe(84);
    }
    expect((await dayWith(String(waiting["plannedStart"]))).trips).toContainEqual(
      expect.objectContaining({ id: waiting.id, expectedEnd: null }),
    );
  });

  test("has when a vehicle is held, until that is expected to be over or to the day's end, and to nobody why", async () => {
    const tag = `HELDDAY${Math.trunc(performance.now())}`;
    const [open, expected] = [
      await aVehicle(await manager(), { unitNumber: `${tag}-A` }),
      await aVehicle(await manager(), { unitNumber: `${tag}-B` }),
    ];
    const lastDay = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const hold = async (vehicleId: string, over: object = {}) =>
      saved((await manager()).post("/api/fleet/vehicle-holds", { vehicleId, reason: "gearbox", ...over }));
    await hold(open.id);
    await hold(expected.id, { expectedEnd: lastDay });
    const held = async (date: string) => {
      const { body } = await (await dispatcher()).get(`${path}/timeline?date=${date}&q=${tag}`);
      const { day, items } = body as unknown as TimelineDay;
      expect(JSON.stringify(items)).not.toContain("gearbox");
      return items.map((row) => row.held.map(({ from, until }) => from === day.from && until === day.until));
    };
    const dayAfter = new Date(Date.parse(`${lastDay}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    expect(await held(lastDay)).toEqual([[true], [true]]);
    expect(await held(dayAfter)).toEqual([[true], []]);
  });

  test("has drafts that have no vehicle yet, and nothing that was cancelled", async () => {
    const client = await dispatcher();
    const draft = await aTrip(testApp, { from: 500, steps: [] });
    await saved(client.post(`${path}/${draft.id}/move`, { ...planOf(draft), vehicleId: null }));
    const gone = await aTrip(testApp, { from: 500 });
    await saved(client.post(`${path}/${gone.id}/cancel`, { reason: "not needed" }));
    const { trips } = await dayWith(String(draft["plannedStart"]));
    expect(trips.find(({ id }) => id === draft.id)).toMatchObject({ status: "draft", vehicleId: null });
    expect(trips.map(({ id }) => id)).not.toContain(gone.id);
  });

  test("takes as many statements for many vehicles as for one, goes on page by page, and is searched", async () => {
    const tag = "PAGED";
    for (let n = 0; n < 5; n += 1) await aVehicle(await manager(), { unitNumber: `${tag}-${n}` });
    await aTrip(testApp, { from: 24 });
    const client = await dispatcher();
    const sent = await statementsOf(() => client.get(`${path}/timeline`));
    expect(sent).toHaveLength(2);
    expect(await statementsOf(() => client.get(`${path}/timeline?limit=1`))).toHaveLength(2);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { body } = await client.get(`${path}/timeline?q=${tag}&limit=2${after === null ? "" : `&after=${after}`}`);
      const page = body as unknown as TimelineDay;
      expect(page.total).toEqual({ count: 5, more: false });
      seen.push(...page.items.map(({ name }) => name));
      after = page.nextAfter;
    } while (after !== null);
    expect(seen).toEqual([0, 1, 2, 3, 4].map((n) => `${tag}-${n}`));
    expect((await client.get(`${path}/timeline?limit=201`)).status).toBe(422);
  });

  test("has on top, where it is asked for, what is held or late on a trip, then the other trips, then what has none", async () => {
    const tag = `SORT${Math.trunc(performance.now())}`;
    const [idle, fine, held, late] = await Promise.all(
      ["A", "B", "C", "D"].map(async (end) => aVehicle(await manager(), { unitNumber: `${tag}-${end}` })),
    );
    await aTrip(testApp, { from: 2, hours: 1, vehicleId: fine?.id });
    await aTrip(testApp, { from: 2, hours: 1, vehicleId: held?.id });
    const hold = { vehicleId: held?.id, reason: "mirror broken" };
    await saved((await manager()).post("/api/fleet/vehicle-holds", hold));
    const missed = await aTrip(testApp, { from: 2, hours: 1, vehicleId: late?.id });
    await asSuper(testApp, "update trips set planned_start = now() - interval '1 minute' where id = $1", [missed.id]);
    const order = async (query: string) =>
      (await dayWith(inHours(2.5), `&q=${tag}${query}`)).items.map(({ name }) => name.slice(-1));
    expect(await order("")).toEqual(["A", "B", "C", "D"]);
    expect(await order("&sort=need")).toEqual(["C", "D", "B", "A"]);
    const first = await dayWith(inHours(2.5), `&q=${tag}&sort=need&limit=3`);
    expect(await order(`&sort=need&limit=3&after=${String(first.nextAfter)}`)).toEqual(["A"]);
    expect(idle?.id).not.toBe(first.items[0]?.id);
  });

  test("shows whoever sees trips and no register the vehicles and drivers of trips, and no others", async () => {
    const trip = await aTrip(testApp, { from: 600 });
    const idle = await aVehicle(await manager());
    const viewer = await clientWith(testApp, ["CAN_VIEW_TRIPS"]);
    for (const rows of ["vehicles", "drivers"]) {
      const { items, trips } = await dayWith(String(trip["plannedStart"]), `&rows=${rows}`, viewer);
      expect(items.map(({ id }) => id)).toEqual([rows === "vehicles" ? trip["vehicleId"] : trip["driverId"]]);
      expect(items.map(({ id }) => id)).not.toContain(idle.id);
      expect(trips.find(({ id }) => id === trip.id)).toMatchObject({ isMovable: false });
    }
  });
});

describe("a trip that is moved", () => {
  test("takes its stops along, and its vehicle and driver are free when they were and taken when they are", async () => {
    const trip = await aTrip(testApp, { from: 700 });
    const stopsBefore = trip["stops"] as unknown as { plannedArrival: string }[];
    const moved = await saved(
      move(trip, { plannedStart: later(trip["plannedStart"], 300), plannedEnd: later(trip["plannedEnd"], 300) }),
    );
    expect(moved).toMatchObject({ status: "planned", version: trip.version + 1 });
    expect(moved["stops"]).toMatchObject(
      stopsBefore.map(({ plannedArrival }) => ({ plannedArrival: later(plannedArrival, 300) })),
    );
    const same = { vehicleId: trip["vehicleId"], driverId: trip["driverId"] };
    expect(await aTrip(testApp, { from: 700, ...same })).toMatchObject({ status: "planned" });
    const inTheWay = await aTrip(testApp, { from: 706, ...same, steps: [] });
    expect(await (await dispatcher()).post(`${path}/${inTheWay.id}/plan`)).toMatchObject({ status: 409 });
    const { body } = await (await dispatcher()).get(`${path}/${trip.id}/history`);
    expect(body.items[0]).toMatchObject({ step: "moved", changes: { plannedStart: { from: trip["plannedStart"] } } });
  });

  test("to a vehicle or a time that another trip has is refused with that trip's number, and stays where it was", async () => {
    const trip = await aTrip(testApp, { from: 800 });
    const other = await aTrip(testApp, { from: 803 });
    const refused = {
      status: 409,
      body: { code: "resource_taken", message: expect.stringContaining(String(other["tripNumber"])) },
    };
    expect(await move(trip, { vehicleId: other["vehicleId"] })).toMatchObject(refused);
    expect(await move(trip, { driverId: other["driverId"] })).toMatchObject(refused);
    expect((await (await dispatcher()).get(`${path}/${trip.id}`)).body).toMatchObject(planOf(trip));
  });

  test("goes to another vehicle and back, as somebody does who thinks better of it", async () => {
    const trip = await aTrip(testApp, { from: 900 });
    const spare = await aVehicle(await manager());
    const moved = await saved(move(trip, { vehicleId: spare.id }));
    expect(moved).toMatchObject({ vehicleId: spare.id, driverId: trip["driverId"] });
    expect(await saved(move(trip, { version: moved.version }))).toMatchObject({ vehicleId: trip["vehicleId"] });
  });

  test("to a vehicle that may not leave is taken, with what would keep it there; asked before, nothing is written", async () => {
    const trip = await aTrip(testApp, { from: 950 });
    const held = await aVehicle(await manager());
    await saved((await manager()).post("/api/fleet/vehicle-holds", { vehicleId: held.id, reason: "mirror broken" }));
    const told = { checks: [{ code: "vehicle_held", vehicleId: held.id, what: "mirror broken" }] };
    const client = await dispatcher();
    const asked = await client.post(`${path}/${trip.id}/move/preview`, { ...planOf(trip), vehicleId: held.id });
    expect(asked).toMatchObject({ status: 200, body: told });
    expect((await client.get(`${path}/${trip.id}`)).body).toMatchObject(planOf(trip));
    const moved = await saved(move(trip, { vehicleId: held.id }));
    expect(moved).toMatchObject(told);
    expect(await saved(move(trip, { version: moved.version }))).toMatchObject({ checks: [] });
  });

  test("says in its history from which vehicle it went to which, by their numbers", async () => {
    const tag = `HIST${Math.trunc(performance.now())}`;
    const [from, to] = [
      await aVehicle(await manager(), { unitNumber: `${tag}-A` }),
      await aVehicle(await manager(), { unitNumber: `${tag}-B` }),
    ];
    const trip = await aTrip(testApp, { from: 970, vehicleId: from.id });
    await saved(move(trip, { vehicleId: to.id }));
    const { body } = await (await dispatcher()).get(`${path}/${trip.id}/history`);
    expect(body.items[0]).toMatchObject({
      step: "moved",
      changes: { vehicleId: { from: `${tag}-A`, to: `${tag}-B` } },
    });
  });

  test("has not left, is as whoever moves it has seen it, and ends after its last stop", async () => {
    const trip = await aTrip(testApp, { from: 1000 });
    expect(await move(trip, { version: trip.version - 1 })).toMatchObject({
      status: 409,
      body: { code: "stale_version", details: { current: { id: trip.id } } },
    });
    expect(await move(trip, { plannedEnd: later(trip["plannedStart"], 60) })).toMatchObject({
      status: 422,
      body: { fields: { plannedEnd: expect.any(String) } },
    });
    expect(await move(trip, { plannedEnd: trip["plannedStart"] })).toMatchObject({ status: 422 });
    expect(await move(trip, { vehicleId: null })).toMatchObject({
      status: 422,
      body: { fields: { vehicleId: expect.any(String) } },
    });
    const sent = await aTrip(testApp, { from: 1100, steps: ["plan", "dispatch"] });
    expect(await move(sent, {})).toMatchObject({ status: 409, body: { code: "wrong_state" } });
    expect(await dayWith(String(sent["plannedStart"]))).toMatchObject({
      trips: expect.arrayContaining([expect.objectContaining({ id: sent.id, isMovable: false })]),
    });
  });

  test("is moved by nobody who may not plan, and by nobody of another company", async () => {
    const trip = await aTrip(testApp, { from: 1200 });
    expect((await move(trip, {}, await clientWith(testApp, ["CAN_VIEW_TRIPS"]))).status).toBe(403);
    expect((await move(trip, {}, await testApp.as("COMPANY_ADMIN", "b"))).status).toBe(404);
  });
});
