import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inGroup } from "#shared/flow/groups.ts";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { everyOne, sampler } from "#main/testing/random-fleet/random.ts";
import { randomDeliveries } from "#main/testing/random-fleet/random-deliveries.ts";
import { randomTrips } from "#main/testing/random-fleet/random-trips.ts";
import { randomDrivers, randomVehicles } from "#main/testing/random-fleet/random-vehicles.ts";
import { tripsPath } from "#main/testing/records/trips.ts";
import { vehiclesPath } from "#main/testing/records/vehicles.ts";
import { fleetDeliveryFlow } from "./deliveries/deliveries.flow.ts";
import { tripFlow } from "./trips/trips.flow.ts";
import { healthLevel, vehicleAvailability } from "./vehicles/vehicles.contract.ts";
import { vehicleFlow } from "./vehicles/vehicles.flow.ts";

let testApp: TestApp;
let client: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  client = await testApp.as("COMPANY_ADMIN");
  const some = sampler("FLEET_SEED");
  const vehicles = await randomVehicles(testApp, some, 250);
  const drivers = await randomDrivers(testApp, some, 120);
  const trips = await randomTrips(testApp, some, { count: 300, vehicles, drivers });
  await randomDeliveries(testApp, some, { count: 300, trips });
}, 240_000);
afterAll(() => testApp.close());

const archives = { without: (at: unknown) => at === null, with: () => true, only: (at: unknown) => at !== null };
const names = (found: readonly Body[], name: string) => found.map((record) => record[name]);

/**
 * Asks a list for what a filter says, with and without the archived ones, and compares with what the records themselves say: by
 * the names that they have, in the same order.
 */
async function finds(path: string, name: string, filter: string, isMeant: (record: Body) => boolean) {
  const all = await everyOne(client, path, "&archived=with");
  for (const [archived, isShown] of Object.entries(archives)) {
    const wanted = all.filter((record) => isMeant(record) && isShown(record["archivedAt"] ?? null));
    const found = await everyOne(client, path, `&${filter}&archived=${archived}`);
    expect(names(found, name), `${filter}, ${archived} archived ones`).toEqual(names(wanted, name));
    const { total } = await saved(client.get(`${path}?limit=20&${filter}&archived=${archived}`));
    expect(total, filter).toEqual({ count: wanted.length, more: false });
  }
  return all.filter(isMeant).length;
}

/** All ways to choose two of some values, or one. */
const choices = <T>(values: readonly T[]): T[][] =>
  values.flatMap((one, at) => [[one], ...values.slice(at + 1).map((other) => [one, other])]);

/** Asks for each value of a field and for each two of them; none may be without a record, else nothing is shown. */
async function findsEach(path: string, name: string, field: string, values: readonly string[]) {
  for (const wanted of choices(values)) {
    const met = await finds(path, name, `${field}=${wanted.join(",")}`, (record) =>
      wanted.includes(String(record[field])),
    );
    expect(met, `some with ${field} ${wanted.join(",")}`).toBeGreaterThan(0);
  }
}

/** Asks for those of which a field is true, then for those of which it is not. */
async function findsBoth(path: string, name: string, field: string) {
  for (const wanted of [true, false]) {
    const met = await finds(path, name, `${field}=${wanted}`, (record) => record[field] === wanted);
    expect(met, `some with ${field} ${wanted}`).toBeGreaterThan(0);
  }
}

describe("a list of vehicles is narrowed to exactly those that say of themselves", () => {
  test("whether they can be had", () =>
    findsEach(vehiclesPath, "unitNumber", "availability", vehicleAvailability.options));
  test("how healthy they are", () => findsEach(vehiclesPath, "unitNumber", "healthLevel", healthLevel.options));
  test("whether they may leave", () => findsBoth(vehiclesPath, "unitNumber", "mayLeave"));
  test("each of it at once, and where they are in their life", async () => {
    for (const status of vehicleFlow.states)
      for (const availability of ["held", "available", "on_trip", "laid_up"])
        await finds(
          vehiclesPath,
          "unitNumber",
          `status=${status}&availability=${availability}&mayLeave=false&healthLevel=critical,attention`,
          (vehicle) =>
            vehicle.status === status &&
            vehicle["availability"] === availability &&
            vehicle["mayLeave"] === false &&
            ["critical", "attention"].includes(String(vehicle["healthLevel"])),
        );
  });
  test("the dashboard counts the same", async () => {
    const all = await everyOne(client, vehiclesPath);
    const { vehicles } = (await saved(client.get("/api/fleet/dashboard"))) as unknown as {
      vehicles: { now: { state: string; count: number }[] };
    };
    for (const { state, count } of vehicles.now)
      expect(
        all.filter((vehicle) => vehicle["availability"] === state),
        state,
      ).toHaveLength(count);
  });
});

/** A range of days that begins and ends some days from now, and whether an instant lies in it. */
function days(from: number | null, until: number | null) {
  const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);
  const [first, last] = [from === null ? "" : day(from), until === null ? "" : day(until)];
  const isIn = (instant: unknown) => {
    const on = new Date(String(instant)).toISOString().slice(0, 10);
    return (first === "" || on >= first) && (last === "" || on <= last);
  };
  return { range: `${first}..${last}`, isIn };
}
const ranges = [
  ["today", days(0, 0)],
  ["from yesterday until tomorrow", days(-1, 1)],
  ["long ago", days(null, -2)],
  ["from tomorrow on", days(1, null)],
] as const;

describe("a list of trips is narrowed to exactly those that say of themselves", () => {
  test("that they are late, or are not", () => findsBoth(tripsPath, "tripNumber", "isLate"));
  test("that something which was reported waits, or does not", () =>
    findsBoth(tripsPath, "tripNumber", "hasReportsToSettle"));
  test("what they are for", () => findsEach(tripsPath, "tripNumber", "purpose", ["business", "private"]));
  test("which state they are in, and whether they are late in it", async () => {
    for (const status of tripFlow.states)
      await finds(
        tripsPath,
        "tripNumber",
        `status=${status}&isLate=true`,
        (trip) => trip.status === status && trip["isLate"] === true,
      );
  });
  test.each(ranges)("on which days they begin: %s", async (_days, { range, isIn }) => {
    await finds(tripsPath, "tripNumber", `plannedStart=${range}`, (trip) => isIn(trip["plannedStart"]));
  });
  test("the dashboard counts those of today by their state", async () => {
    const all = await everyOne(client, tripsPath);
    const { day } = (await saved(client.get(`${tripsPath}/timeline?limit=1`))) as unknown as {
      day: { from: string; until: string };
    };
    const today = all.filter(
      ({ plannedStart, status }) =>
        inGroup(tripFlow, "running", String(status)) ||
        (String(plannedStart) >= day.from && String(plannedStart) < day.until),
    );
    const { trips } = (await saved(client.get("/api/fleet/dashboard"))) as unknown as {
      trips: { today: { state: string; count: number }[] };
    };
    expect(today.length).toBeGreaterThan(0);
    expect(Object.fromEntries(trips.today.map(({ state, count }) => [state, count]))).toEqual(
      Object.fromEntries([...Map.groupBy(today, ({ status }) => status)].map(([status, of]) => [status, of.length])),
    );
  });
});

describe("a list of deliveries is narrowed to exactly those that say of themselves", () => {
  test.each(["isLate", "isProofMissing", "isOutcomeMissing"])("%s, or not", (field) =>
    findsBoth(fleetDeliveriesPath, "deliveryNumber", field),
  );
  test("which state they are in, and whether a proof is missing in it", async () => {
    for (const status of fleetDeliveryFlow.states)
      for (const isMissing of [true, false])
        await finds(
          fleetDeliveriesPath,
          "deliveryNumber",
          `status=${status}&isProofMissing=${isMissing}`,
          (delivery) => delivery.status === status && delivery["isProofMissing"] === isMissing,
        );
  });
  test("that proofs which are required are not there, of what was handed over", async () => {
    for (const delivery of await everyOne(client, fleetDeliveriesPath, "&archived=with")) {
      const missing = delivery["proofsMissing"] as readonly string[];
      const isHandedOver = ["delivered", "partly_delivered"].includes(delivery.status);
      expect(delivery["isProofMissing"], delivery.id).toBe(isHandedOver && missing.length > 0);
    }
  });
  test.each(ranges)("on which days their window opens: %s", async (_days, { range, isIn }) => {
    await finds(fleetDeliveriesPath, "deliveryNumber", `windowStart=${range}`, (delivery) =>
      isIn(delivery["windowStart"]),
    );
  });
});
