import { Agent } from "node:http";
import { anActiveDriver, tripsPath } from "#main/testing/records/trips.ts";
import { fleetDeliveryBody, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { planOf } from "#main/testing/records/trip-plans.ts";
import { aVehicle, vehiclesPath } from "#main/testing/records/vehicles.ts";
import { driversPath } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import type { Body } from "#main/testing/test-app.ts";
import { against, type Hot } from "./against.ts";
import {
  dayOfVehicles,
  dispatchByHand,
  firstDrivers,
  firstTrips,
  firstVehicles,
  foundVehicles,
  laidUpVehicles,
  nextTrips,
  nextVehicles,
  tripsIn,
} from "./by-hand-fleet.ts";
import type { ByHand } from "./statement.ts";
import type { Environment } from "./environment.ts";
import { compare, load, summary, timed, told, type Result, type Sample } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { nextPage } from "./rows-api.ts";

type Later<T> = T | Promise<T>;
interface List extends Hot {
  readonly path: (environment: Environment) => Later<string>;
  readonly byHand: (environment: Environment) => Later<ByHand>;
}

const vehicles = `${vehiclesPath}?limit=50`;
const trips = `${tripsPath}?limit=50`;
const histories = ["completed", "cancelled", "aborted"];
const wanted = 2.5;
const share = 0.35;

const lists: readonly List[] = [
  {
    name: "fleet.vehicles",
    what: "the first 50 vehicles with their number",
    wanted,
    share,
    path: () => vehicles,
    byHand: firstVehicles,
  },
  {
    name: "fleet.vehicles.next",
    what: "the next 50",
    wanted,
    share,
    path: (environment) => nextPage(environment, vehicles),
    byHand: nextVehicles,
  },
  {
    name: "fleet.vehicles.filter",
    what: "50 of those that are out of service",
    wanted,
    path: () => `${vehicles}&status=out_of_service`,
    byHand: laidUpVehicles,
  },
  {
    name: "fleet.vehicles.search",
    what: "those that some words find",
    wanted,
    path: () => `${vehicles}&q=V-00012`,
    byHand: (environment) => foundVehicles(environment, "v-00012"),
  },
  {
    name: "fleet.trips",
    what: "the first 50 trips with their number",
    wanted,
    share,
    path: () => trips,
    byHand: firstTrips,
  },
  {
    name: "fleet.trips.next",
    what: "the next 50",
    wanted,
    share,
    path: (environment) => nextPage(environment, trips),
    byHand: nextTrips,
  },
  {
    name: "fleet.trips.dispatched",
    what: "50 that are given away",
    wanted,
    path: () => `${trips}&status=dispatched`,
    byHand: (environment) => tripsIn(environment, ["dispatched"]),
  },
  {
    name: "fleet.trips.ongoing",
    what: "50 that are on the road",
    wanted,
    path: () => `${trips}&status=in_progress,paused`,
    byHand: (environment) => tripsIn(environment, ["in_progress", "paused"]),
  },
  {
    name: "fleet.trips.histories",
    what: "50 that are over",
    wanted,
    path: () => `${trips}&status=${histories.join(",")}`,
    byHand: (environment) => tripsIn(environment, histories),
  },
  {
    name: "fleet.drivers",
    what: "the first 50 drivers with their number",
    wanted,
    path: () => `${driversPath}?limit=50`,
    byHand: firstDrivers,
  },
  {
    name: "fleet.timeline",
    what: "a day of 200 vehicles with their trips",
    path: () => `${tripsPath}/timeline?rows=vehicles&limit=200`,
    byHand: dayOfVehicles,
  },
];

/** What has no statement by hand that would be the same: told in milliseconds. */
const toldOnly: readonly { readonly name: string; readonly what: string; readonly path: (now: number) => string }[] = [
  { name: "fleet.dashboard", what: "the dashboard", path: () => "/api/fleet/dashboard" },
  {
    name: "fleet.timeline.need",
    what: "the day by who needs somebody",
    path: () => `${tripsPath}/timeline?rows=vehicles&limit=200&sort=need`,
  },
  { name: "fleet.vehicles.held", what: "50 that are held", path: () => `${vehicles}&availability=held` },
  { name: "fleet.vehicles.ontrip", what: "50 that are on a trip", path: () => `${vehicles}&availability=on_trip` },
  { name: "fleet.trips.late", what: "50 that are late", path: () => `${trips}&isLate=true` },
  {
    name: "fleet.availability",
    what: "vehicles that are free for a time",
    path: (now) =>
      `/api/fleet/availability?kind=vehicle&from=${new Date(now + 7_200_000).toISOString()}&until=${new Date(now + 21_600_000).toISOString()}`,
  },
  { name: "fleet.calendar", what: "the calendar of documents", path: () => "/api/fleet/documents/calendar" },
];

const stops = 20;

/** A planned trip that is loaded once and brings 19 deliveries, each to a stop of its own. */
async function loadedTrip({ client, testApp }: Environment): Promise<Body> {
  const deliveries: Body[] = [];
  for (let n = 1; n < stops; n += 1)
    deliveries.push(await saved(client.post(fleetDeliveriesPath, fleetDeliveryBody(25 + n / 2))));
  const over = {
    plannedEnd: new Date(Date.now() + 40 * 3_600_000).toISOString(),
    vehicleId: (await aVehicle(client)).id,
    driverId: (await anActiveDriver(testApp)).id,
  };
  return saved(client.post(`${tripsPath}/plan`, planOf(deliveries, 24, over)));
}

/** So many times the step alone; what takes it back is not measured. */
async function often(times: number, step: () => Promise<number>, back: () => Promise<unknown>): Promise<Sample> {
  const taken: number[] = [];
  for (let n = 0; n < times; n += 1) {
    taken.push(await step());
    await back();
  }
  return summary(
    taken,
    taken.reduce((sum, one) => sum + one, 0),
  );
}

async function dispatch(bench: Bench): Promise<Result[]> {
  const environment = await bench.environments.fleet(bench.rows);
  const trip = await loadedTrip(environment);
  const floor = await bench.environments.floor(environment, {}, { dispatch: dispatchByHand(environment, trip.id) });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ours = environment.ours(() => ({ method: "POST", path: `${tripsPath}/${trip.id}/dispatch`, body: {} }));
  const base = { address: floor.address, next: () => ({ method: "POST", path: "/work/dispatch" }) };
  const recall = () => saved(environment.client.post(`${tripsPath}/${trip.id}/recall`, { reason: "measured again" }));
  const times = bench.quick ? 20 : 60;
  const result = await compare({
    name: "fleet.dispatch",
    what: `a trip with ${stops} stops and ${stops - 1} deliveries is dispatched, to the least statements by hand`,
    target: "told",
    rounds: bench.rounds,
    base: () => often(times, () => timed(agent, base), recall),
    ours: () => often(times, () => timed(agent, ours), recall),
    facts: { stops, deliveries: stops - 1 },
  });
  agent.destroy();
  return [result];
}

/** The fleet's lists, its day and its steps, over a million trips of 100,000 vehicles. */
export const fleetRows: readonly Row[] = [
  ...lists.map(({ path, byHand, ...hot }) => ({
    name: hot.name,
    async run(bench: Bench) {
      const environment = await bench.environments.fleet(bench.rows);
      const floor = await bench.environments.floor(environment, { page: await byHand(environment) });
      try {
        return await against(bench, { environment, floor, statement: "page" }, hot, await path(environment));
      } finally {
        await floor.stop();
      }
    },
  })),
  ...toldOnly.map(({ name, what, path }) => ({
    name,
    async run(bench: Bench) {
      const environment = await bench.environments.fleet(bench.rows);
      const target = environment.ours(() => ({ path: path(Date.now()) }));
      await load(target, { seconds: bench.seconds / 3 });
      const { p50, p99 } = await load(target, bench);
      return [
        told({ name, what: `${what}, ms, p50`, target: "told", value: p50, facts: { p99, rows: environment.rows } }),
      ];
    },
  })),
  { name: "fleet.dispatch", run: dispatch },
];
