import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriverAtWork, inHours, stopsPath, tripsPath as path } from "#main/testing/records/trips.ts";

// Not conformed: stops are planned with their trip, whose contract is; only steps are their own.
let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const dispatcher = () => testApp.as("DISPATCHER");
const read = async (id: string): Promise<Body> => saved((await dispatcher()).get(`${path}/${id}`));
const stopsOf = (trip: Body) => trip["stops"] as { id: string; status: string; arrivedAt: string | null }[];
const statesOf = async (id: string) => stopsOf(await read(id)).map(({ status }) => status);
const stop = async (id: string | undefined, step: string, body: object = {}) =>
  (await dispatcher()).post(`${stopsPath}/${id ?? ""}/${step}`, body);
const step = async (id: string, name: string, body: object = {}) =>
  (await dispatcher()).post(`${path}/${id}/${name}`, body);
const refused = (code: string) => ({ status: 409, body: { code } });
const running = (over: object = {}) => aTrip(testApp, { ...over, steps: ["plan", "dispatch", "start"] });

test("a file of stops has a row for each, with when its trip was to leave and to be back, and when it did", async () => {
  const trip = await running();
  const columns =
    "tripNumber,tripPlannedStart,tripPlannedEnd,tripActualStart,tripActualEnd,number,status,plannedArrival";
  const { text } = await (await dispatcher()).get(`${stopsPath}/export.csv?tripId=${trip.id}&columns=${columns}`);
  const now = await read(trip.id);
  const ofTrip = [now["tripNumber"], now["plannedStart"], now["plannedEnd"], now["actualStart"], ""];
  const rows = (now["stops"] as Body[]).map(({ status, plannedArrival }, at) => [
    ...ofTrip,
    at + 1,
    status,
    plannedArrival,
  ]);
  expect(text.trim().split("\r\n").slice(1)).toEqual(rows.map((cells) => cells.join(",")));
});

describe("a trip that runs", () => {
  test("says of each stop ahead when it is expected, and whether that is after somebody waits for it", async () => {
    const trip = await running();
    const [first, second] = stopsOf(trip);
    const listed = async () => {
      const { items } = await saved((await dispatcher()).get(`${stopsPath}?tripId=${trip.id}&sort=plannedArrival`));
      return (items as Body[]).map(({ expectedArrival, isExpectedLate }) => ({
        inMinutes:
          expectedArrival === null ? null : Math.round((Date.parse(String(expectedArrival)) - Date.now()) / 60_000) + 0,
        isExpectedLate,
      }));
    };
    const planned =
      "update trip_stops set planned_arrival = now() + $2::interval, window_end = now() + $3::interval where id = $1";
    await asSuper(testApp, planned, [first?.id, "-30 minutes", null]);
    await asSuper(testApp, planned, [second?.id, "60 minutes", "100 minutes"]);
    expect(await listed(), "half an hour overdue, and what comes after it as much later").toEqual([
      { inMinutes: 0, isExpectedLate: true },
      { inMinutes: 90, isExpectedLate: false },
    ]);
    await asSuper(testApp, planned, [second?.id, "60 minutes", "80 minutes"]);
    expect((await listed())[1]).toEqual({ inMinutes: 90, isExpectedLate: true });
    expect(await read(trip.id), "the trip tells the first of them").toMatchObject({
      lateStop: { number: 1, minutes: 30, isLate: true },
    });
    await saved(stop(first?.id, "arrive"));
    expect((await read(trip.id))["lateStop"]).toMatchObject({ number: 2, isLate: false });
    expect((await listed())[0], "it is there").toEqual({ inMinutes: null, isExpectedLate: false });
    await saved(step(trip.id, "abort", { reason: "the road is closed" }));
    expect((await listed())[1], "nobody drives there any more").toEqual({ inMinutes: null, isExpectedLate: false });
  });

  test("heads for one stop after the other, and ends once each is done", async () => {
    const trip = await running();
    const [first, second] = stopsOf(trip);
    expect(await statesOf(trip.id)).toEqual(["en_route", "pending"]);
    expect(await stop(second?.id, "complete")).toMatchObject(refused("wrong_state"));
    await saved(stop(first?.id, "arrive"));
    await saved(stop(first?.id, "complete"));
    expect(await statesOf(trip.id)).toEqual(["completed", "en_route"]);
    expect(await step(trip.id, "complete")).toMatchObject(refused("stops_open"));
    await saved(stop(second?.id, "arrive"));
    expect(await stop(second?.id, "fail")).toMatchObject({ status: 422 });
    await saved(stop(second?.id, "fail", { reason: "nobody was there" }));
    expect(await step(trip.id, "complete")).toMatchObject({
      status: 200,
      body: { status: "completed", stopsOver: 2, actualEnd: expect.any(String) },
    });
    const { body } = await (await dispatcher()).get(`${path}/${trip.id}/history`);
    expect(body.items.map((one) => one["step"])).toEqual([
      "completed",
      "stopFailed",
      "stopReached",
      "stopCompleted",
      "stopReached",
      "started",
      "dispatched",
      "planned",
      "created",
    ]);
  });

  test("reaches a later stop first only with a reason, and no longer heads for the other", async () => {
    const trip = await running();
    const [first, second] = stopsOf(trip);
    expect(await stop(second?.id, "arrive")).toMatchObject({
      status: 422,
      body: { fields: { reason: expect.any(String) } },
    });
    await saved(stop(second?.id, "arrive", { reason: "road is closed" }));
    expect(await statesOf(trip.id)).toEqual(["pending", "arrived"]);
    expect(await stop(first?.id, "arrive")).toMatchObject(refused("still_at_stop"));
    await saved(stop(second?.id, "undo-arrival", { reason: "wrong gate" }));
    expect(await statesOf(trip.id)).toEqual(["pending", "en_route"]);
    await saved(stop(second?.id, "skip", { reason: "customer closed" }));
    expect(await statesOf(trip.id)).toEqual(["en_route", "skipped"]);
  });

  test("says by how many minutes it is late or early, as it was reported last", async () => {
    const trip = await running({ from: -1 });
    const [first] = stopsOf(trip);
    const visited = async (came: number, left: number) => {
      await asSuper(
        testApp,
        `update trip_stops set status = 'completed', service_minutes = 10, arrived_at = planned_arrival + $2 * interval '1 minute',
          departed_at = planned_arrival + $3 * interval '1 minute', completed_at = planned_arrival + $3 * interval '1 minute' where id = $1`,
        [first?.id, came, left],
      );
      return (await read(trip.id))["minutesLate"];
    };
    expect(await visited(12, 35), "it left a stop of ten minutes later than planned").toBe(25);
    expect(await visited(-20, -2), "it left early").toBe(-12);
  });

  test("keeps the times that were reported, and takes none that is still to come or out of order", async () => {
    const trip = await running();
    const [first] = stopsOf(trip);
    expect(await stop(first?.id, "arrive", { at: inHours(2) })).toMatchObject({ status: 422 });
    await asSuper(testApp, "update trip_stops set en_route_at = now() - interval '3 hours' where id = $1", [first?.id]);
    const arrivedAt = inHours(-2);
    expect(await saved(stop(first?.id, "arrive", { at: arrivedAt }))).toMatchObject({ arrivedAt });
    expect(await stop(first?.id, "complete", { at: inHours(-2.5) })).toMatchObject({ status: 422 });
    await saved(stop(first?.id, "complete", { at: inHours(-1) }));
  });

  test("reports nothing before it has begun and nothing after it has ended", async () => {
    const planned = await aTrip(testApp, { steps: ["plan", "dispatch"] });
    expect(await stop(stopsOf(planned)[0]?.id, "arrive")).toMatchObject(refused("trip_not_running"));
    const trip = await running();
    await saved(step(trip.id, "abort", { reason: "engine has failed" }));
    expect(await statesOf(trip.id)).toEqual(["skipped", "skipped"]);
    expect(await stop(stopsOf(trip)[0]?.id, "arrive")).toMatchObject(refused("trip_not_running"));
  });

  test("enters what the meter showed into the vehicle's ledger, at its start and at its end", async () => {
    const trip = await aTrip(testApp, { steps: ["plan", "dispatch"] });
    await saved(step(trip.id, "start", { meterValue: "1000" }));
    for (const { id } of stopsOf(trip)) await saved(stop(id, "skip", { reason: "not needed" }));
    expect(await step(trip.id, "complete", { meterValue: "990" })).toMatchObject({
      status: 422,
      body: { fields: { meterValue: expect.stringContaining("1000 km") } },
    });
    await saved(step(trip.id, "complete", { meterValue: "1080" }));
    const { body } = await (await dispatcher()).get(`/api/fleet/meter-readings?vehicleId=${String(trip["vehicleId"])}`);
    expect(body.items).toMatchObject([
      { enteredValue: "1080", source: "trip_end", since: "80" },
      { enteredValue: "1000", source: "trip_start" },
    ]);
  });
});

describe("a trip that takes longer than planned", () => {
  const late = async () => {
    const trip = await running({ from: 1, hours: 4 });
    await asSuper(
      testApp,
      "update trips set planned_start = now() - interval '5 hours', planned_end = now() - interval '1 hour', actual_start = now() - interval '5 hours' where id = $1",
      [trip.id],
    );
    await asSuper(
      testApp,
      "update bookings set during = tstzrange(now() - interval '5 hours', now() - interval '1 hour') where subject_id = $1",
      [trip.id],
    );
    return trip;
  };

  test("keeps its vehicle and driver until it ends, says whom it delays, and ends without being in anybody's way", async () => {
    const trip = await late();
    const next = await aTrip(testApp, { from: 0.2, vehicleId: trip["vehicleId"], steps: [] });
    expect(await step(next.id, "plan"), "within the next half hour").toMatchObject(refused("resource_taken"));
    const soon = await aTrip(testApp, { from: 1, vehicleId: trip["vehicleId"] });
    await asSuper(testApp, "update trips set planned_start = now() + interval '10 minutes' where id = $1", [soon.id]);
    expect(await read(trip.id)).toMatchObject({
      isLate: true,
      minutesLate: 60,
      delays: [{ id: soon.id, tripNumber: soon["tripNumber"] }],
      waitsFor: [],
    });
    const told = await read(soon.id);
    expect(told, "the other one says what it waits for, and until when").toMatchObject({
      delays: [],
      waitsFor: [{ id: trip.id, tripNumber: trip["tripNumber"], what: [trip["vehicleName"]] }],
      minutesLate: null,
    });
    const [{ expectedAt }] = told["waitsFor"] as [{ expectedAt: string }];
    expect(Date.parse(expectedAt)).toBeGreaterThan(Date.now() - 60_000);
    await saved(step(soon.id, "dispatch"));
    expect(await step(soon.id, "start")).toMatchObject(refused("still_on_trip"));
    for (const { id } of stopsOf(trip)) await saved(stop(id, "skip", { reason: "not needed" }));
    await saved(step(trip.id, "complete"));
    expect((await step(soon.id, "start")).status).toBe(200);
  });

  test("is told before it is overdue, where what was reported says that it will not be back for the next one", async () => {
    const trip = await running({ from: 1, hours: 4 });
    await asSuper(
      testApp,
      "update trips set planned_start = now() - interval '3 hours', planned_end = now() + interval '1 hour' where id = $1",
      [trip.id],
    );
    await asSuper(
      testApp,
      "update bookings set during = tstzrange(now() - interval '3 hours', now() + interval '1 hour') where subject_id = $1",
      [trip.id],
    );
    const next = await aTrip(testApp, { from: 1.5, vehicleId: trip["vehicleId"] });
    const onTime = "update trip_stops set planned_arrival = now() where trip_id = $1";
    await asSuper(testApp, onTime, [trip.id]);
    await asSuper(testApp, "update trips set actual_start = planned_start where id = $1", [trip.id]);
    expect((await read(trip.id))["delays"], "it is in time").toEqual([]);
    await asSuper(testApp, "update trips set actual_start = planned_start + interval '1 hour' where id = $1", [
      trip.id,
    ]);
    expect(await read(trip.id)).toMatchObject({ minutesLate: 60, delays: [{ id: next.id }] });
    expect(await read(next.id)).toMatchObject({ waitsFor: [{ id: trip.id, what: [trip["vehicleName"]] }] });
  });

  test("keeps nobody from noting that the next one has left, though somebody on it is not back", async () => {
    const trip = await late();
    const next = await aTrip(testApp, {
      from: 2,
      crew: [{ driverId: trip["driverId"], role: "helper" }],
      steps: ["plan", "dispatch"],
    });
    await asSuper(
      testApp,
      "update bookings set during = tstzrange(now() + interval '5 minutes', upper(during)) where subject_id = $1",
      [next.id],
    );
    await asSuper(testApp, "update trips set planned_start = now() + interval '5 minutes' where id = $1", [next.id]);
    expect((await step(next.id, "start")).status).toBe(200);
  });
});

describe("a driver", () => {
  const own = async (work: { client: Client; driver: Body }) =>
    aTrip(testApp, { driverId: work.driver.id, steps: ["plan", "dispatch"] });

  test("acknowledges, runs and ends their own trip", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const trip = await own(work);
    const { client } = work;
    expect((await client.get(path)).body.items.map(({ id }) => id)).toEqual([trip.id]);
    await saved(client.post(`${path}/${trip.id}/acknowledge`));
    expect(await client.post(`${path}/${trip.id}/acknowledge`)).toMatchObject(refused("acknowledged"));
    await saved(client.post(`${path}/${trip.id}/start`, { meterValue: "500" }));
    for (const { id } of stopsOf(trip)) {
      await saved(client.post(`${stopsPath}/${id}/arrive`));
      await saved(client.post(`${stopsPath}/${id}/complete`));
    }
    expect(await saved(client.post(`${path}/${trip.id}/complete`, { meterValue: "612" }))).toMatchObject({
      status: "completed",
    });
  });

  test("reaches nothing of another driver's trip, by no step and no reading, and cannot dispatch", async () => {
    const other = await own(await anActiveDriverAtWork(testApp));
    const { client } = await anActiveDriverAtWork(testApp);
    const [first] = stopsOf(other);
    const tries = [
      ...["acknowledge", "recall", "start", "pause", "resume", "complete"].map((name) => `${path}/${other.id}/${name}`),
      ...["arrive", "complete", "fail", "skip", "undo-arrival"].map(
        (name) => `${stopsPath}/${first?.id ?? ""}/${name}`,
      ),
    ];
    for (const url of tries)
      expect(
        (await client.post(url, /recall|pause|fail|skip|undo/.test(url) ? { reason: "let me" } : {})).status,
        url,
      ).toBe(404);
    for (const url of [`${path}/${other.id}`, `${path}/${other.id}/history`])
      expect((await client.get(url)).status, url).toBe(404);
    for (const url of [stopsPath, `${stopsPath}/${first?.id ?? ""}`, `${path}/${other.id}/checks`])
      expect((await client.get(url)).status, url).toBe(403);
    expect((await client.post(`${path}/${other.id}/dispatch`)).status).toBe(403);
    expect((await client.get(`${path}?ids=${other.id}`)).body.items).toEqual([]);
  });
});

test("who is erased is on their old trips by their number alone", async () => {
  const trip = await running();
  expect(await read(trip.id)).toMatchObject({ driverName: "Jan Smit" });
  await asSuper(testApp, "select forget_driver($1)", [trip["driverId"]]);
  const [driver] = await asSuper<{ employee_no: string }>(testApp, "select employee_no from drivers where id = $1", [
    trip["driverId"],
  ]);
  expect(await read(trip.id)).toMatchObject({ driverName: driver?.employee_no, driverPhone: null });
});
