// Not conformed: a dashboard is read as a whole, and nobody saves one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Me } from "#modules/account/session/session.contract.ts";
import { statementsOf } from "#main/testing/database/statements.ts";
import { absencesPath, dayIn } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { aTrip, anActiveDriver, stopsPath, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import type { FleetDashboardReply } from "./dashboard.contract.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
beforeEach(async () => {
  // Each test begins with a fleet of its own.
  await asSuper(testApp, "delete from bookings where company_id = $1", [testApp.companies.a]);
  await asSuper(
    testApp,
    "update trips set archived_at = now(), status = 'cancelled', actual_end = null where company_id = $1",
    [testApp.companies.a],
  );
  for (const table of ["vehicles", "drivers", "papers"])
    await asSuper(
      testApp,
      `update ${table} set archived_at = now()${table === "vehicles" ? ", status = 'retired'" : ""} where company_id = $1`,
      [testApp.companies.a],
    );
});
const path = "/api/fleet/dashboard";
const dispatcher = () => testApp.as("DISPATCHER");
const manager = () => testApp.as("FLEET_MANAGER");
const read = async (as?: Client) =>
  (await saved((as ?? (await dispatcher())).get(path))) as unknown as FleetDashboardReply;
const tripsNow = async () => {
  const { trips } = await read();
  if (trips === null) throw new Error("a dispatcher sees trips");
  return trips;
};
const stopIds = async (trip: Body): Promise<string[]> => {
  const { body } = await (await dispatcher()).get(`${stopsPath}?tripId=${trip.id}&sort=plannedArrival`);
  return body.items.map(({ id }) => id);
};
/** As if everything of a trip had been planned so many minutes earlier. */
async function earlier(trip: Body, minutes: number): Promise<void> {
  const by = `- ${minutes} * interval '1 minute'`;
  const set = ["planned_start", "planned_end", "actual_start"]
    .map((column) => `${column} = ${column} ${by}`)
    .join(", ");
  await asSuper(testApp, `update trips set ${set} where id = $1`, [trip.id]);
  await asSuper(
    testApp,
    `update trip_stops set planned_arrival = planned_arrival ${by}, en_route_at = null where trip_id = $1`,
    [trip.id],
  );
}
const named = (trip: Body) => expect.objectContaining({ id: trip.id, tripNumber: trip["tripNumber"] });

describe("what needs somebody now", () => {
  test("is first a stop that is late, the worst before others, and one that will be as things were reported", async () => {
    const steps = ["plan", "dispatch", "start"];
    const inTime = await aTrip(testApp, { from: 1, steps });
    const late = await aTrip(testApp, { from: 1, steps });
    const worse = await aTrip(testApp, { from: 1, steps });
    await earlier(late, 120); // its first stop was to be reached half an hour ago
    await earlier(worse, 200);
    const { late: found } = await tripsNow();
    expect(found).toMatchObject({
      count: 2,
      now: 2,
      items: [
        { id: worse.id, stopName: "Depot", isLate: true },
        { id: late.id, stopName: "Depot", isLate: true, driverPhone: expect.any(String) },
      ],
    });
    expect(found.items[1]?.minutes).toBeGreaterThanOrEqual(29);
    expect(found.items).not.toContainEqual(named(inTime));

    const [depot = ""] = await stopIds(late);
    await saved((await dispatcher()).post(`${stopsPath}/${depot}/arrive`));
    await saved((await dispatcher()).post(`${stopsPath}/${depot}/complete`));
    const next = (await tripsNow()).late.items.find(({ id }) => id === late.id);
    expect(next === undefined || !next.isLate, "its next stop is still to come").toBe(true);
  });

  test("is a stop that nobody reported anything of, and what comes after it with the time that is planned at each", async () => {
    const trip = await aTrip(testApp, { from: 1, steps: ["plan", "dispatch", "start"] });
    await earlier(trip, 120); // half an hour ago at the depot, for half an hour; an hour from now at the baker's
    const [depot = "", baker = ""] = await stopIds(trip);
    await asSuper(testApp, "update trip_stops set window_end = planned_arrival + interval '20 minutes' where id = $1", [
      baker,
    ]);
    const lateNow = async () => (await tripsNow()).late.items;
    expect(await lateNow()).toMatchObject([{ id: trip.id, stopId: depot, isLate: true, others: 1 }]);
    await saved((await dispatcher()).post(`${stopsPath}/${depot}/arrive`));
    const [next] = await lateNow();
    expect(next, "half an hour late there, it is so at the next").toMatchObject({
      stopId: baker,
      isLate: false,
      others: 0,
    });
    expect(next?.minutes).toBeGreaterThanOrEqual(9);
    await saved((await dispatcher()).post(`${stopsPath}/${depot}/complete`));
    expect(await lateNow(), "it stayed for no time at all and has made up for it").toEqual([]);
  });

  test("is a stop that a trip will reach too late, since it stands at the one before for longer than was planned", async () => {
    const trip = await aTrip(testApp, { from: 1, steps: ["plan", "dispatch", "start"] });
    const [depot = "", baker = ""] = await stopIds(trip);
    await saved((await dispatcher()).post(`${stopsPath}/${depot}/arrive`));
    await earlier(trip, 170);
    await asSuper(testApp, "update trip_stops set arrived_at = planned_arrival where id = $1", [depot]);
    await asSuper(testApp, "update trip_stops set window_end = planned_arrival + interval '20 minutes' where id = $1", [
      baker,
    ]);
    expect((await tripsNow()).late.items).toMatchObject([{ id: trip.id, stopId: baker, isLate: false }]);
    await asSuper(testApp, "update trip_stops set service_minutes = 240 where id = $1", [depot]);
    expect((await tripsNow()).late.items, "it was to stand there for four hours").toEqual([]);
  });

  test("is a stop of a trip that was not even given to its driver", async () => {
    const trip = await aTrip(testApp, { from: 1 });
    await earlier(trip, 120);
    expect((await tripsNow()).late).toMatchObject({ count: 1, now: 1, items: [{ id: trip.id, isLate: true }] });
  });

  test("is a trip that nobody has acknowledged for a quarter of an hour, and one that was to leave and has not", async () => {
    const sent = await aTrip(testApp, { from: 3, steps: ["plan", "dispatch"] });
    expect((await tripsNow()).waiting).toEqual({ items: [], count: 0 });
    await asSuper(testApp, "update trips set dispatched_at = dispatched_at - interval '16 minutes' where id = $1", [
      sent.id,
    ]);
    const standing = await aTrip(testApp, { from: 1 });
    await earlier(standing, 90);
    expect((await tripsNow()).waiting).toMatchObject({
      count: 2,
      items: [
        { id: standing.id, what: "not_left" },
        { id: sent.id, what: "not_acknowledged" },
      ],
    });
    await saved((await dispatcher()).post(`${tripsPath}/${sent.id}/acknowledge`));
    expect((await tripsNow()).waiting.items).not.toContainEqual(named(sent));
  });

  test("is a departure of the next two hours that would be refused, with the reason, and no later one", async () => {
    const soon = await aTrip(testApp, { from: 1 });
    const fit = await aTrip(testApp, { from: 1.5 });
    const later = await aTrip(testApp, { from: 9 });
    for (const trip of [soon, later])
      await saved(
        (await manager()).post("/api/fleet/vehicle-holds", { vehicleId: trip["vehicleId"], reason: "mirror broken" }),
      );
    const { departures } = await tripsNow();
    expect(departures).toMatchObject({
      checked: 2,
      due: 2,
      items: [{ id: soon.id, checks: [{ code: "vehicle_held", what: "mirror broken" }] }],
    });
    expect(departures.items).not.toContainEqual(named(fit));
  });

  test("is a departure that its driver has already, once the driver falls ill: a paper that ends would do the same", async () => {
    const sent = await aTrip(testApp, { from: 1, steps: ["plan", "dispatch"] });
    expect((await tripsNow()).departures).toMatchObject({ count: 0, checked: 1, items: [] });
    const illness = { driverId: sent["driverId"], kind: "sick", firstDay: dayIn(-3), lastDay: dayIn(5) };
    await saved((await manager()).post(absencesPath, illness));
    const { departures } = await tripsNow();
    expect(departures).toMatchObject({
      count: 1,
      items: [{ id: sent.id, isDispatched: true, isOverridden: false, checks: [{ code: "driver_not_available" }] }],
    });
    expect(JSON.stringify(departures)).not.toContain("sick");
  });

  test("is a trip that is not back while others wait for its vehicle", async () => {
    const out = await aTrip(testApp, { from: 1, hours: 2, steps: ["plan", "dispatch", "start"] });
    const next = await aTrip(testApp, { from: 3.2, vehicleId: out["vehicleId"] });
    await earlier(out, 200);
    expect((await tripsNow()).overruns).toEqual({ items: [], count: 0 });
    await earlier(next, 170);
    expect((await tripsNow()).overruns).toMatchObject({
      count: 1,
      items: [{ id: out.id, delays: [{ id: next.id, tripNumber: next["tripNumber"] }] }],
    });
    expect((await tripsNow()).departures, "and what waits for it does not stand as what will leave").toMatchObject({
      count: 0,
      items: [{ id: next.id, checks: [], waitsFor: [{ id: out.id, tripNumber: out["tripNumber"] }] }],
    });
  });

  test("is a paper that has ended or does within thirty days, until a later one of its type is verified", async () => {
    const { id: vehicleId } = await aVehicle(await manager(), { unitNumber: "PAPERS-1" });
    const insured = (until: string) =>
      asSuper(
        testApp,
        `insert into papers (company_id, type_id, vehicle_id, subject, is_confidential, status, expires_on, decided_at)
          select $1, id, $2, 'vehicle', false, 'verified', $3, now() from document_types where company_id = $1 and code = 'INSURANCE'`,
        [testApp.companies.a, vehicleId, until],
      );
    await insured(dayIn(-2));
    expect((await read()).papers).toMatchObject({
      ending: { count: 1, items: [{ about: "PAPERS-1", expiresOn: dayIn(-2), isOver: true }] },
      inOrder: { of: 1, met: 0 },
    });
    await insured(dayIn(20));
    expect((await read()).papers).toMatchObject({
      ending: { count: 1, items: [{ expiresOn: dayIn(20), isOver: false }] },
      inOrder: { of: 1, met: 1 },
    });
    await insured(dayIn(300));
    expect((await read()).papers).toMatchObject({ ending: { count: 0, items: [] }, inOrder: { of: 1, met: 1 } });
  });
});

describe("the numbers", () => {
  test("of vehicles and drivers say what each does now, and add up to all of them", async () => {
    await aVehicle(await manager(), { unitNumber: "FREE-1" });
    const out = await aTrip(testApp, { from: 1, steps: ["plan", "dispatch", "start"] });
    await asSuper(
      testApp,
      "update bookings set during = tstzrange(now() - interval '1 hour', upper(during)) where subject_id = $1",
      [out.id],
    );
    await aTrip(testApp, { from: 5 });
    const held = await aVehicle(await manager(), { unitNumber: "HELD-1" });
    await saved((await manager()).post("/api/fleet/vehicle-holds", { vehicleId: held.id, reason: "no mirror" }));
    const spare = await anActiveDriver(testApp, { lastName: "Waiting" });
    const away = await anActiveDriver(testApp, { lastName: "Absent" });
    await asSuper(
      testApp,
      `insert into bookings (company_id, resource_id, during, reason, subject_id)
        values ($1, $2, tstzrange(now() - interval '1 day', now() + interval '9 days'), 'leave', gen_random_uuid())`,
      [testApp.companies.a, away.id],
    );
    const reply = await read();
    expect(reply.vehicles).toMatchObject({ free: { count: 1, items: [{ unitNumber: "FREE-1" }] }, more: false });
    const counts = (now: readonly { state: string; count: number }[] = []) =>
      Object.fromEntries(now.map(({ state, count }) => [state, count]));
    expect(counts(reply.vehicles?.now)).toEqual({ available: 1, booked: 1, held: 1, on_trip: 1 });
    expect(reply.drivers?.free).toMatchObject({ count: 1, items: [{ id: spare.id }] });
    expect(counts(reply.drivers?.now)).toEqual({ booked: 1, free: 1, not_available: 1, on_trip: 1 });
    expect(JSON.stringify(reply)).not.toContain("leave");
  });

  test("of stops in time say of how many they are the share, and what was never reached stands in the second one alone", async () => {
    const before = await tripsNow();
    const trip = await aTrip(testApp, { from: 1, steps: ["plan", "dispatch", "start"] });
    const [depot = "", baker = ""] = await stopIds(trip);
    await saved((await dispatcher()).post(`${stopsPath}/${depot}/arrive`));
    await saved((await dispatcher()).post(`${stopsPath}/${depot}/complete`));
    await saved((await dispatcher()).post(`${stopsPath}/${baker}/skip`, { reason: "closed" }));
    await earlier(trip, 300);
    const late = await tripsNow();
    expect(late.onTime).toMatchObject({ of: before.onTime.of + 1, met: before.onTime.met });
    expect(late.withMissed).toMatchObject({ of: before.withMissed.of + 2, met: before.withMissed.met });
    await asSuper(testApp, "update trip_stops set window_end = now() + interval '1 hour' where id = $1", [depot]);
    const after = await tripsNow();
    expect(after.onTime).toMatchObject({ of: late.onTime.of, met: late.onTime.met + 1 });
    expect(after.withMissed).toMatchObject({ of: late.withMissed.of, met: late.withMissed.met + 1 });
  });
});

test("trips of today are those that leave today, and those on the road whenever they left", async () => {
  const today = async () => Object.fromEntries((await tripsNow()).today.map(({ state, count }) => [state, count]));
  const before = await today();
  const running = await aTrip(testApp, { from: 1, steps: ["plan", "dispatch", "start"] });
  const standing = await aTrip(testApp, { from: 1 });
  for (const trip of [running, standing]) await earlier(trip, 3 * 24 * 60);
  expect(await today()).toEqual({ ...before, in_progress: 1 });
});

test("nobody is sent a part that they may not see", async () => {
  const parts = { CAN_VIEW_TRIPS: "trips", CAN_VIEW_VEHICLES: "vehicles", CAN_VIEW_DRIVERS: "drivers" } as const;
  for (const [permission, part] of Object.entries(parts)) {
    const reply = await read(await clientWith(testApp, [permission as "CAN_VIEW_TRIPS"]));
    const sent = (["trips", "vehicles", "drivers", "papers"] as const).filter((one) => reply[one] !== null);
    expect(sent).toEqual([part]);
  }
  expect((await (await clientWith(testApp, ["CAN_DRIVE"])).get(path)).status).toBe(403);
});

test("a paper that is confidential is told to nobody who may not see it", async () => {
  const { id: driverId } = await anActiveDriver(testApp);
  await asSuper(
    testApp,
    `insert into papers (company_id, type_id, driver_id, subject, is_confidential, status, expires_on, decided_at)
      select $1, id, $2, 'driver', true, 'verified', $3, now() from document_types where company_id = $1 and subject = 'driver' limit 1`,
    [testApp.companies.a, driverId, dayIn(3)],
  );
  expect((await read()).papers?.ending.count).toBe(0);
  expect((await read(await manager())).papers?.ending.count).toBe(1);
});

test("many late trips, and many that are to leave, take as many statements as one", async () => {
  const client = await dispatcher();
  const [one, many] = [1, 5];
  const sent: number[] = [];
  for (const count of [one, many]) {
    for (let n = 0; n < count; n += 1) {
      await earlier(await aTrip(testApp, { from: 1, steps: ["plan", "dispatch", "start"] }), 120);
      await aTrip(testApp, { from: 1.5 });
    }
    sent.push((await statementsOf(() => client.get(path))).length);
  }
  expect(sent[1]).toBe(sent[0]);
});

test("whoever dispatches begins at the dashboard, and a driver at their own trips", async () => {
  const landsOn = async (client: Client) => {
    await saved(client.put("/api/auth/select-module/fleet"));
    const { selectedMenu } = (await client.get("/api/auth/users/me")).body as unknown as Me; // as the contract says
    return selectedMenu.to;
  };
  expect(await landsOn(await dispatcher())).toBe("/fleet/dashboard");
  expect(await landsOn(await manager())).toBe("/fleet/dashboard");
  expect(await landsOn(await clientWith(testApp, ["CAN_DRIVE"]))).toBe("/fleet/my-trips");
});
