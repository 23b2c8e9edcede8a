import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type TestApp } from "#main/testing/test-app.ts";
import { runTask } from "#main/testing/jobs.ts";
import {
  action,
  actionsPath as path,
  answered,
  applied,
  flagged,
  given,
  givenLongAgo,
  report,
  type Said,
  type Work,
} from "#main/testing/records/driver-actions.ts";
import { saved } from "#main/testing/records/orders.ts";
import { sessionOf } from "#main/testing/records/people.ts";
import { anActiveDriver, anActiveDriverAtWork, inHours, tripBody, tripsPath } from "#main/testing/records/trips.ts";

// Not conformed: drivers report by one call, and a list and one step are all that others have of it.
let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp({ jobs: true })));
afterAll(() => testApp.close());

const dispatcher = () => testApp.as("DISPATCHER");
const read = async (id: string): Promise<Body> => saved((await dispatcher()).get(`${tripsPath}/${id}`));
const stopsOf = (trip: Body) =>
  trip["stops"] as { id: string; status: string; arrivedAt: string; departedAt: string }[];

/** What a driver does on a trip of two stops, the first of it so many hours ago and then an hour apart. */
function wholeTrip(trip: Body, hoursAgo: number) {
  const [first, second] = stopsOf(trip).map(({ id }) => id);
  const said: Said[] = [
    { kind: "acknowledge" },
    { kind: "start", meterValue: "1000" },
    { kind: "arrive", stopId: first ?? "" },
    { kind: "complete_stop", stopId: first ?? "" },
    { kind: "arrive", stopId: second ?? "" },
    { kind: "fail_stop", stopId: second ?? "", reason: "nobody was there" },
    { kind: "complete", meterValue: "1090" },
  ];
  return said.map((one, at) => action(trip, inHours(at - hoursAgo), one));
}

describe("a phone that was silent", () => {
  test("tells three days later what was done, in its order and with the times it was done at", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const trip = await givenLongAgo(testApp, work);
    const done = wholeTrip(trip, 72);
    expect(await answered(work, done)).toEqual(done.map(({ id }) => ({ id, status: null, ...applied })));
    const after = await read(trip.id);
    expect(after).toMatchObject({
      status: "completed",
      acknowledgedAt: done[0]?.at,
      actualStart: done[1]?.at,
      actualEnd: done[6]?.at,
      stops: [
        { status: "completed", arrivedAt: done[2]?.at, departedAt: done[3]?.at },
        { status: "failed", arrivedAt: done[4]?.at, outcomeReason: "nobody was there" },
      ],
    });
    const { body } = await (await dispatcher()).get(`/api/fleet/meter-readings?vehicleId=${String(trip["vehicleId"])}`);
    expect(body.items).toMatchObject([{ readAt: done[6]?.at }, { readAt: done[1]?.at }]);
  });

  test("may send the same again, in part, whole or twice at once: it happened once, and is answered as before", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const trip = await givenLongAgo(testApp, work);
    const done = wholeTrip(trip, 30);
    const first = await answered(work, done.slice(0, 3));
    const [again, beside] = await Promise.all([answered(work, done), answered(work, done)]);
    expect(again.slice(0, 3)).toEqual(first);
    expect(beside).toEqual(again);
    const history = (await (await dispatcher()).get(`${tripsPath}/${trip.id}/history`)).body.items;
    expect(history.filter((one) => one["step"] === "started")).toHaveLength(1);
    const rows = await asSuper(testApp, "select id from driver_actions where trip_id = $1", [trip.id]);
    expect(rows).toHaveLength(done.length);
  });

  test("names each thing that was done by an id of its own: under one that was used nothing else is taken, nor said to be", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const trip = await givenLongAgo(testApp, work);
    const start = action(trip, inHours(-3), { kind: "start" });
    const pause = action(trip, inHours(-2), { kind: "pause", reason: "the break of the day" });
    expect(await answered(work, [start, { ...pause, id: start.id }, { ...start, at: inHours(-1) }])).toMatchObject([
      applied,
      { outcome: "refused", status: 422 },
      { outcome: "refused", status: 422 },
    ]);
    expect(await answered(work, [start, pause])).toMatchObject([applied, applied]);
  });

  test("is set right where its clock is a day ahead, and told so", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const trip = await givenLongAgo(testApp, work);
    const start = action(trip, inHours(24 - 2), { kind: "start", meterValue: null });
    const [answer] = await answered(work, [start], inHours(24));
    expect(answer).toMatchObject({ outcome: "applied", isApplied: true, flags: ["clock_off"] });
    const { actualStart } = await read(trip.id);
    expect(Math.abs(Date.parse(String(actualStart)) - Date.parse(inHours(-2)))).toBeLessThan(60_000);
  });

  test("is not believed in what is still to come: that was when it sent, and somebody is to look", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const trip = await given(testApp, work);
    const [answer] = await answered(work, [action(trip, inHours(24), { kind: "start" })]);
    expect(answer).toMatchObject({ outcome: "flagged", isApplied: true, flags: ["time_clamped"] });
    expect(Date.parse(String((await read(trip.id))["actualStart"]))).toBeLessThanOrEqual(Date.now());
  });

  test("is taken where its clock has lost its battery and stands at 1970, whether it was set right before it sends or not", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const [trip, other] = [await given(testApp, work), await given(testApp, work, { from: 48 })];
    const old = (second: number) => new Date(second * 1000).toISOString();
    const start = action(trip, old(600), { kind: "start", meterValue: null });
    const [first] = await answered(work, [start], old(601));
    expect(first).toMatchObject({ isApplied: true, outcome: "applied", flags: ["clock_off"] });
    const known = action(other, old(700), { kind: "acknowledge" });
    const stands = action(trip, old(701), { kind: "pause", reason: "a break" });
    expect(await answered(work, [known, stands])).toMatchObject([
      { isApplied: true, flags: ["time_clamped"] },
      { isApplied: true },
    ]);
    const { acknowledgedAt, createdAt } = await saved((await dispatcher()).get(`${tripsPath}/${other.id}`));
    expect(Date.parse(String(acknowledgedAt))).toBeGreaterThan(Date.parse(String(createdAt)));
  });

  test("keeps what it has when the session has ended, and sends it in the next one", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const trip = await given(testApp, work);
    const start = action(trip, new Date().toISOString(), { kind: "start" });
    await work.client.remove("/api/auth/logins");
    expect((await report(work, [start])).status).toBe(401);
    expect(await read(trip.id)).toMatchObject({ status: "dispatched" });
    const later = { ...work, client: await sessionOf(testApp, work.userId) };
    expect(await answered(later, [start])).toMatchObject([applied]);
  });
});

describe("a driver's fact is never refused", () => {
  test("for a trip that was recalled meanwhile: the dispatcher sees it, and settles it", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const trip = await given(testApp, work);
    const client = await dispatcher();
    await saved(client.post(`${tripsPath}/${trip.id}/recall`, { reason: "wrong vehicle" }));
    const [first] = stopsOf(trip);
    const done = [
      action(trip, inHours(-1), { kind: "start" }),
      action(trip, inHours(-0.5), { kind: "arrive", stopId: first?.id ?? "" }),
    ];
    expect(await answered(work, done)).toMatchObject([flagged("recalled"), flagged("recalled")]);
    expect(await read(trip.id)).toMatchObject({ status: "planned" });
    const listed = async (query: string) =>
      (await client.get(`${tripsPath}?ids=${trip.id}&${query}`)).body.items.length;
    expect(await listed("hasReportsToSettle=true")).toBe(1);
    const { items } = (await client.get(`${path}?tripId=${trip.id}&status=flagged&sort=happenedAt`)).body;
    expect(items).toMatchObject(
      done.map(({ id, kind }) => ({ id, kind, flags: ["recalled"], steps: ["enter", "settle"] })),
    );
    for (const { id } of items) await saved(client.post(`${path}/${id}/settle`, { note: "phoned" }));
    expect(await listed("hasReportsToSettle=true")).toBe(0);
    expect(await answered(work, done), "the phone hears the same again").toMatchObject([
      flagged("recalled"),
      flagged("recalled"),
    ]);
  });

  test("for a trip that somebody else has now", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const other = await anActiveDriver(testApp);
    const trip = await given(testApp, work);
    const client = await dispatcher();
    const recalled = await saved(client.post(`${tripsPath}/${trip.id}/recall`, { reason: "is ill" }));
    const { version } = recalled;
    await saved(
      client.put(`${tripsPath}/${trip.id}`, {
        ...tripBody(24, 4, { vehicleId: trip["vehicleId"], driverId: other.id }),
        version,
      }),
    );
    expect(await answered(work, [action(trip, inHours(-1), { kind: "start" })])).toMatchObject([flagged("not_yours")]);
  });

  test("for a meter that cannot be so: the trip starts without it", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const trip = await given(testApp, work);
    const manager = await testApp.as("FLEET_MANAGER");
    await saved(
      manager.post("/api/fleet/meter-readings", {
        vehicleId: trip["vehicleId"],
        meter: "odometer",
        enteredValue: "5000",
        enteredUnit: "km",
        readAt: inHours(-48),
      }),
    );
    const start = action(trip, new Date().toISOString(), {
      kind: "start",
      meterValue: "500",
      checks: [{ item: "tyres", isFine: false, note: "left rear" }],
    });
    expect(await answered(work, [start])).toMatchObject([
      { outcome: "flagged", isApplied: true, flags: ["meter_refused", "check_failed"] },
    ]);
    expect(await read(trip.id)).toMatchObject({ status: "in_progress" });
    const { body } = await (await dispatcher()).get(`${path}/${start.id}`);
    expect(body).toMatchObject({
      meterValue: "500",
      failedChecks: ["tyres"],
      checks: [{ item: "tyres", isFine: false, note: "left rear" }],
    });
    await saved((await dispatcher()).post(`${path}/${start.id}/settle`, { note: "changed the tyre" }));
    const started = await (await dispatcher()).get(`${path}?tripId=${trip.id}&kind=start`);
    expect(started.body.items, "it stays with the trip").toMatchObject([{ checks: [{ note: "left rear" }] }]);
  });

  test("for its order: what was already reported at a desk is kept, and the rest goes on", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const trip = await given(testApp, work);
    const [first, second] = stopsOf(trip).map(({ id }) => id);
    await saved((await dispatcher()).post(`${tripsPath}/${trip.id}/start`));
    const at = new Date().toISOString();
    const done = [
      action(trip, at, { kind: "start" }),
      action(trip, at, { kind: "arrive", stopId: second ?? "" }),
      action(trip, at, { kind: "complete_stop", stopId: second ?? "" }),
      action(trip, at, { kind: "complete_stop", stopId: first ?? "" }),
      action(trip, at, { kind: "complete" }),
      action(trip, at, { kind: "arrive", stopId: randomUUID() }),
    ];
    expect(await answered(work, done)).toMatchObject([
      flagged("wrong_state"),
      { outcome: "flagged", isApplied: true, flags: ["out_of_order"] },
      applied,
      flagged("wrong_state"),
      flagged("stops_open"),
      flagged("stop_gone"),
    ]);
    expect(stopsOf(await read(trip.id)).map(({ status }) => status)).toEqual(["en_route", "completed"]);
  });
});

describe("refused is", () => {
  test("what is no report, and it keeps nothing behind it from being taken", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const trip = await given(testApp, work);
    const start = action(trip, new Date().toISOString(), { kind: "start" });
    const refused = (status: number) => ({ outcome: "refused", status });
    expect(
      await answered(work, [
        null,
        { id: "x" },
        { ...start, id: randomUUID(), kind: "explode" },
        { ...start, id: randomUUID(), kind: "pause" },
        { ...start, tripId: randomUUID() },
        start,
      ]),
    ).toMatchObject([refused(422), refused(422), refused(422), refused(422), refused(404), applied]);
    expect((await report(work, [])).status).toBe(422);
    expect(
      (
        await report(
          work,
          Array.from({ length: 51 }, () => null),
        )
      ).status,
    ).toBe(422);
  });

  test("what another driver's trip is, and another's report", async () => {
    const [mine, theirs] = [await anActiveDriverAtWork(testApp), await anActiveDriverAtWork(testApp)];
    const trip = await given(testApp, theirs);
    const start = action(trip, new Date().toISOString(), { kind: "start" });
    expect(await answered(mine, [start])).toMatchObject([{ outcome: "refused", status: 404 }]);
    expect(await answered(theirs, [start])).toMatchObject([applied]);
    const own = await given(testApp, mine);
    expect(await answered(mine, [{ ...start, tripId: own.id }])).toMatchObject([{ outcome: "refused", status: 404 }]);
    expect((await mine.client.get("/api/fleet/my-trips")).body.items.map(({ id }) => id)).toEqual([own.id]);
    for (const url of [path, `${path}/${start.id}`]) expect((await mine.client.get(url)).status, url).toBe(403);
  });

  test("a whole phone in the session of somebody else, so that nothing of it is lost", async () => {
    const [mine, theirs] = [await anActiveDriverAtWork(testApp), await anActiveDriverAtWork(testApp)];
    const start = action(await given(testApp, theirs), new Date().toISOString(), { kind: "start" });
    expect(await report({ ...theirs, client: mine.client }, [start])).toMatchObject({
      status: 409,
      body: { code: "other_session" },
    });
    expect(await answered(theirs, [start])).toMatchObject([applied]);
  });

  test("more in a day than anybody does", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const trip = await given(testApp, work);
    await asSuper(
      testApp,
      `insert into driver_actions (company_id, id, status, outcome, kind, trip_id, driver_id, user_id, phone_at, offset_ms, happened_at, is_applied)
        select t.company_id, gen_random_uuid(), 'settled', 'applied', 'resume', t.id, t.driver_id, t.id, now(), 0, now(), true
        from trips t, generate_series(1, 2000) where t.id = $1`,
      [trip.id],
    );
    expect((await report(work, [action(trip, inHours(0), { kind: "start" })])).status).toBe(429);
  });
});

test("a phone's key is the same each time, and nobody else's", async () => {
  const key = async ({ client }: Work) => (await client.get("/api/fleet/my-phone-key")).body["key"];
  const [one, other] = [await anActiveDriverAtWork(testApp), await anActiveDriverAtWork(testApp)];
  expect(await key(one)).toBe(await key(one));
  expect(await key(one)).not.toBe(await key(other));
});

test("who is erased leaves what they did, and no word that they wrote on the road", async () => {
  const work = await anActiveDriverAtWork(testApp);
  const trip = await given(testApp, work);
  const at = new Date().toISOString();
  const pause = action(trip, at, { kind: "pause", reason: "my back hurts" });
  await answered(work, [action(trip, at, { kind: "start" }), pause]);
  await asSuper(testApp, "select forget_driver($1)", [work.driver.id]);
  expect(await keptOf(pause.id)).toEqual([{ kind: "pause", payload: {} }]);
});

test("a year after a driver has left, what they wrote on the road goes with their papers", async () => {
  const work = await anActiveDriverAtWork(testApp);
  const trip = await given(testApp, work);
  const at = new Date().toISOString();
  const pause = action(trip, at, { kind: "pause", reason: "my back hurts" });
  await answered(work, [action(trip, at, { kind: "start" }), pause]);
  const left = (days: number) =>
    asSuper(
      testApp,
      "update drivers set status = 'left', hired_on = null, left_on = current_date - $2::int where id = $1",
      [work.driver.id, days],
    );
  for (const [days, payload] of [
    [300, { reason: "my back hurts" }],
    [370, {}],
  ] as const) {
    await left(days);
    await runTask(testApp, "drop-driver-papers", { driverId: work.driver.id });
    expect(await keptOf(pause.id)).toEqual([{ kind: "pause", payload }]);
  }
});

const keptOf = (id: string) => asSuper(testApp, "select kind, payload from driver_actions where id = $1", [id]);
