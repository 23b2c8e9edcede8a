// Not conformed: a week of trips is no record; trips are conformed in trips.test.ts.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statementsOf } from "#main/testing/database/statements.ts";
import { absencesPath } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { aTrip, anActiveDriver, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import type { TimelineWeek } from "../timeline.contract.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

const path = `${tripsPath}/timeline/week`;
async function week(date: string, query = "", as?: Client): Promise<TimelineWeek> {
  const { body, status } = await (as ?? (await testApp.as("DISPATCHER"))).get(`${path}?date=${date}${query}`);
  expect(status).toBe(200);
  return body as unknown as TimelineWeek; // as the contract says
}
/** A draft from one moment to another, of a vehicle and a driver of its own. */
const draft = (from: string, until: string, over: object = {}): Promise<Body> => {
  const hours = (Date.parse(until) - Date.parse(from)) / 3_600_000;
  return aTrip(testApp, { from: (Date.parse(from) - Date.now()) / 3_600_000, hours, steps: [], ...over });
};
const numbersOf = ({ trips }: TimelineWeek) => trips.map(({ tripNumber }) => tripNumber);

describe("a week of the fleet", () => {
  test("goes from Monday to Sunday where the company is, and an hour is missing when its clock goes forward", async () => {
    const monday = await week("2027-03-22");
    expect(monday.timezone).toBe("Europe/Amsterdam");
    expect(monday.days.map(({ date }) => date)).toEqual([22, 23, 24, 25, 26, 27, 28].map((n) => `2027-03-${n}`));
    expect(monday.days[0]).toMatchObject({ from: "2027-03-21T23:00:00.000Z", until: "2027-03-22T23:00:00.000Z" });
    expect(monday.days[5]).toMatchObject({ from: "2027-03-26T23:00:00.000Z", until: "2027-03-27T23:00:00.000Z" });
    expect(monday.days[6]).toMatchObject({ from: "2027-03-27T23:00:00.000Z", until: "2027-03-28T22:00:00.000Z" });
    expect((await week("2027-03-28")).days).toEqual(monday.days);
    expect((await week("2027-03-29")).days[0]).toMatchObject({ from: monday.days[6]?.until });
    expect((await week("2027-10-31")).days[6]).toMatchObject({
      from: "2027-10-30T22:00:00.000Z",
      until: "2027-10-31T23:00:00.000Z",
    });
  });

  test("has the trips that reach into it, over both of its edges, and no other", async () => {
    const before = await draft("2027-03-21T15:00:00.000Z", "2027-03-21T22:50:00.000Z");
    const into = await draft("2027-03-21T20:00:00.000Z", "2027-03-22T05:00:00.000Z");
    const night = await draft("2027-03-27T22:30:00.000Z", "2027-03-28T04:00:00.000Z");
    const out = await draft("2027-03-28T21:00:00.000Z", "2027-03-29T04:00:00.000Z");
    const after = await draft("2027-03-28T22:00:00.000Z", "2027-03-29T06:00:00.000Z");
    const [first, this_, next] = [await week("2027-03-15"), await week("2027-03-27"), await week("2027-03-30")];
    const [b, i, n, o, a] = [before, into, night, out, after].map((trip) => String(trip["tripNumber"]));
    expect(numbersOf(first)).toEqual([b, i]);
    expect(numbersOf(this_)).toEqual([i, n, o]);
    expect(numbersOf(next)).toEqual([o, a]);
    expect(this_.trips[1]).toMatchObject({ vehicleId: night["vehicleId"], driverName: "Jan Smit", status: "draft" });
    expect(this_.items.map(({ id }) => id)).toContain(night["vehicleId"]);
    const drivers = await week("2027-03-27", "&rows=drivers");
    expect(numbersOf(drivers)).toEqual([i, n, o]);
    expect(drivers.items.map(({ id }) => id)).toContain(night["driverId"]);
  });

  test("takes one statement, however many trips there are", async () => {
    const client = await testApp.as("DISPATCHER");
    const empty = await statementsOf(() => client.get(`${path}?date=2028-05-03`));
    const { id: vehicleId } = await aVehicle(await testApp.as("FLEET_MANAGER"));
    const { id: driverId } = await anActiveDriver(testApp);
    for (const day of ["02", "03", "04", "05"])
      await draft(`2028-05-${day}T06:00:00.000Z`, `2028-05-${day}T12:00:00.000Z`, { vehicleId, driverId });
    expect((await week("2028-05-03")).trips).toHaveLength(4);
    const full = await statementsOf(() => client.get(`${path}?date=2028-05-03`));
    expect([empty.length, full.length]).toEqual([1, 1]);
  });

  test("says when somebody is away and when a vehicle is held, and to nobody why", async () => {
    const manager = await testApp.as("FLEET_MANAGER");
    const driver = await anActiveDriver(testApp, { lastName: "Awayforaweek" });
    const sick = { driverId: driver.id, kind: "sick", firstDay: "2029-03-24", lastDay: "2029-03-25", notes: "fever" };
    await saved(manager.post(absencesPath, sick));
    const drivers = await week("2029-03-20", "&rows=drivers&q=awayforaweek");
    // On the last of these days the clock goes forward.
    const away = [{ from: "2029-03-23T23:00:00.000Z", until: "2029-03-25T22:00:00.000Z" }];
    expect(drivers.items).toMatchObject([{ id: driver.id, away, held: [] }]);
    const vehicle = await aVehicle(manager, { unitNumber: "HELD-WEEK" });
    const hold = { vehicleId: vehicle.id, reason: "gearbox", expectedEnd: "2029-03-20" };
    await saved(manager.post("/api/fleet/vehicle-holds", hold));
    const held = await week("2029-03-20", "&q=held-week");
    expect(held.items).toMatchObject([
      { isHeld: true, held: [{ from: held.days[0]?.from, until: held.days[1]?.until }] },
    ]);
    expect((await week("2029-03-27", "&q=held-week")).items).toMatchObject([{ held: [] }]);
    expect(JSON.stringify([drivers, held])).not.toMatch(/sick|fever|gearbox/);
  });

  test("goes on page by page, with the trips of the page alone", async () => {
    const manager = await testApp.as("FLEET_MANAGER");
    for (const n of [1, 2, 3]) {
      const { id: vehicleId } = await aVehicle(manager, { unitNumber: `WEEKPAGE-${n}` });
      await draft("2030-06-05T06:00:00.000Z", "2030-06-05T12:00:00.000Z", { vehicleId });
    }
    const first = await week("2030-06-05", "&q=weekpage&limit=2");
    expect(first).toMatchObject({ total: { count: 3 }, items: [{ name: "WEEKPAGE-1" }, { name: "WEEKPAGE-2" }] });
    expect(new Set(first.trips.map(({ vehicleId }) => vehicleId))).toEqual(new Set(first.items.map(({ id }) => id)));
    const second = await week("2030-06-05", `&q=weekpage&limit=2&sort=need&after=${String(first.nextAfter)}`);
    expect(second).toMatchObject({ items: [{ name: "WEEKPAGE-3" }], nextAfter: null });
    expect(second.trips).toHaveLength(1);
  });

  test("shows whoever sees trips and no register the vehicles of that week's trips alone; nobody sees another company's", async () => {
    const trip = await draft("2031-06-04T06:00:00.000Z", "2031-06-04T12:00:00.000Z");
    const { items } = await week("2031-06-04", "", await clientWith(testApp, ["CAN_VIEW_TRIPS"]));
    expect(items.map(({ id }) => id)).toEqual([trip["vehicleId"]]);
    expect(await week("2031-06-04", "", await testApp.as("COMPANY_ADMIN", "b"))).toMatchObject({
      items: [],
      trips: [],
    });
    expect((await (await clientWith(testApp, ["CAN_VIEW_VEHICLES"])).get(path)).status).toBe(403);
  });
});
