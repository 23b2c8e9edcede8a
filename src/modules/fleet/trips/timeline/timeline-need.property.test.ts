import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { driversPath } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { everyOne, sampler } from "#main/testing/random-fleet/random.ts";
import { randomTrips } from "#main/testing/random-fleet/random-trips.ts";
import { randomDrivers, randomVehicles } from "#main/testing/random-fleet/random-vehicles.ts";
import { tripsPath } from "#main/testing/records/trips.ts";
import { vehiclesPath } from "#main/testing/records/vehicles.ts";
import type { TimelineDay, TimelineRow, TimelineRows, TimelineWeek, WeekTrip } from "./timeline.contract.ts";

let testApp: TestApp;
let client: Client;
/** What holds each vehicle or driver, as their own lists say it, and the order of those lists. */
const registers = { vehicles: new Map<string, boolean>(), drivers: new Map<string, boolean>() };
beforeAll(async () => {
  testApp = await startTestApp();
  client = await testApp.as("COMPANY_ADMIN");
  const some = sampler("TIMELINE_SEED");
  const vehicles = await randomVehicles(testApp, some, 250);
  const drivers = await randomDrivers(testApp, some, 220);
  await randomTrips(testApp, some, { count: 400, vehicles, drivers });
  for (const vehicle of await everyOne(client, vehiclesPath))
    if (vehicle.status !== "retired") registers.vehicles.set(vehicle.id, vehicle["mayLeave"] !== true);
  for (const driver of await everyOne(client, driversPath))
    if (driver.status !== "left") registers.drivers.set(driver.id, driver.status !== "active");
}, 240_000);
afterAll(() => testApp.close());

interface Whole {
  readonly items: readonly Omit<TimelineRow, "held">[];
  readonly trips: readonly WeekTrip[];
  readonly from: string;
  readonly until: string;
  readonly now: string;
}

/** All pages of the day or the week of today, one after the other; without holds, some of which last until now. */
async function whole(span: "" | "/week", query: string, as = client): Promise<Whole> {
  const items: Omit<TimelineRow, "held">[] = [];
  const trips = new Map<string, WeekTrip>();
  let after = "";
  for (;;) {
    const answer = await saved(as.get(`${tripsPath}/timeline${span}?${query}${after}`));
    const page = answer as unknown as TimelineDay & TimelineWeek; // the parts that both have
    const ends = span === "" ? page.day : { from: page.days[0]?.from ?? "", until: page.days[6]?.until ?? "" };
    items.push(
      ...page.items.map(({ id, name, plateNumber, isHeld, away }) => ({ id, name, plateNumber, isHeld, away })),
    );
    for (const trip of page.trips) trips.set(trip.id, trip);
    if (page.nextAfter === null) return { items, trips: [...trips.values()], ...ends, now: page.now };
    after = `&after=${page.nextAfter}`;
  }
}

const dayLength = 86_400_000;
/** The trips of a row in a span, of those that were to begin at most two weeks before it, or left three days early at most. */
function tripsOf(rows: TimelineRows, { trips, from, until }: Whole, id: string): WeekTrip[] {
  return trips.filter(
    ({ vehicleId, driverId, plannedStart, plannedEnd, actualStart, actualEnd }) =>
      (rows === "vehicles" ? vehicleId : driverId) === id &&
      (plannedStart < until || (actualStart !== null && actualStart < until)) &&
      Date.parse(plannedStart) < Date.parse(until) + 3 * dayLength &&
      Date.parse(plannedStart) > Date.parse(from) - 14 * dayLength &&
      (actualEnd ?? plannedEnd) > from,
  );
}

/** 1: somebody is needed; 2: on a trip; 3: neither. */
function needOf(rows: TimelineRows, found: Whole, { id, isHeld }: Pick<TimelineRow, "id" | "isHeld">): number {
  const trips = tripsOf(rows, found, id);
  if (trips.length === 0) return 3;
  const isOverdue = trips.some(
    ({ status, plannedStart, plannedEnd }) =>
      (["planned", "dispatched"].includes(status) && plannedStart < found.now) ||
      (["in_progress", "paused"].includes(status) && plannedEnd < found.now),
  );
  return isOverdue || isHeld ? 1 : 2;
}

describe.each([
  ["vehicles in a day", "vehicles", ""],
  ["vehicles in a week", "vehicles", "/week"],
  ["drivers in a day", "drivers", ""],
  ["drivers in a week", "drivers", "/week"],
] as const)("of %s", (_what, rows, span) => {
  const query = `rows=${rows}&limit=200`;

  test("the timeline has each once that is in its register, and says of it what its register says", async () => {
    const { items } = await whole(span, query);
    expect(items.map(({ id }) => id)).toEqual([...registers[rows].keys()]);
    expect(items.map(({ isHeld }) => isHeld)).toEqual([...registers[rows].values()]);
  });

  test("those that need somebody come first, then those with trips, then the others, each by their names, page by page", async () => {
    const byName = await whole(span, query);
    const wanted = [1, 2, 3].flatMap((need) => byName.items.filter((row) => needOf(rows, byName, row) === need));
    for (const need of [1, 2, 3])
      expect(
        byName.items.some((row) => needOf(rows, byName, row) === need),
        `some of need ${need}`,
      ).toBe(true);
    for (const limit of [200, 37]) {
      const { items } = await whole(span, `rows=${rows}&limit=${limit}&sort=need`);
      expect(
        items.map(({ name }) => name),
        `${limit} a page`,
      ).toEqual(wanted.map(({ name }) => name));
      expect(items).toEqual(wanted);
    }
  });

  test("a search finds those whose names hold its words, in the same order", async () => {
    const words = ["00", rows === "vehicles" ? "r-" : "person"];
    for (const sort of ["name", "need"]) {
      const all = await whole(span, `${query}&sort=${sort}`);
      const found = await whole(span, `rows=${rows}&limit=11&sort=${sort}&q=${words.join("+")}`);
      const wanted = all.items.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
      expect(found.items).toEqual(wanted);
      expect(wanted.length).toBeGreaterThan(20);
    }
  });

  test("whoever sees no register is shown those that are on a trip, and no others", async () => {
    const planner = await clientWith(testApp, ["CAN_VIEW_TRIPS"]);
    for (const sort of ["name", "need"]) {
      const all = await whole(span, `${query}&sort=${sort}`);
      const seen = await whole(span, `rows=${rows}&limit=23&sort=${sort}`, planner);
      const wanted = all.items.filter((row) => needOf(rows, all, row) < 3);
      expect(seen.items.map(({ name }) => name)).toEqual(wanted.map(({ name }) => name));
    }
  });
});
