import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RouteShape } from "#shared/contract/contract.ts";
import { entityOf } from "#shared/contract/entity.ts";
import { sentBy } from "#main/testing/database/statements.ts";
import { sharedDemo, type DemoProduct } from "#main/testing/demo.ts";
import { saved } from "#main/testing/records/orders.ts";
import type { Answer, Client } from "#main/testing/test-app.ts";
import { modules } from "#main/modules.ts";

/*
 * A screen follows the records that its reply is made of. The contract of a route says which these are; here that is
 * compared with what its handler reads over the data of the demo.
 */

/** Records that are set up once, of which a screen has names: nobody waits for their change, the next look shows it. */
const seldom: readonly string[] = `company user role reference-value exchange-rate location carrier vendor product
  asset-type asset-commodity vehicle-type vehicle-status vehicle-maker vehicle-model fuel-type`.split(/\s+/);
const routes = modules.served
  .flatMap(({ contract }) => Object.values(contract))
  .flatMap((one): RouteShape[] => (one.reads ? [one] : []));
const entityOfTable = new Map<string, string>(modules.records.map(({ table, entity }) => [table, entity]));

let demo: DemoProduct;
let admin: Client;
let driver: Client;
beforeAll(async () => {
  demo = await sharedDemo();
  [admin, driver] = [await demo.as("admin"), await demo.as("driver")];
});
afterAll(() => demo.close());

const idsOf = async (path: string, query = "") =>
  ((await saved(admin.get(`${path}?limit=60${query}`)))["items"] as readonly { id: string }[]).map(({ id }) => id);
const deliveries = () => idsOf("/api/warehouse/delivery-schedules");
const trips = (query = "") => idsOf("/api/fleet/trips", query);
const today = () => new Date().toISOString().slice(0, 10);
const span = () => [`${today()}T00:00:00Z`, `${today()}T23:00:00Z`] as const;

/** A trip that is composed anew, with stops but nothing to bring. */
async function plans() {
  const [vehicleId, driverId, assetId] = await Promise.all(
    ["vehicles", "drivers", "assets"].map(async (name) => (await idsOf(`/api/fleet/${name}`))[0]),
  );
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10); // nobody has planned for it
  const [plannedStart, plannedEnd] = [`${day}T00:00:00Z`, `${day}T23:00:00Z`];
  const locations = await idsOf("/api/settings/locations");
  const stops = locations.slice(0, 2).map((locationId, at) => ({
    kind: at === 0 ? "pickup" : "dropoff",
    locationId,
    plannedArrival: `${day}T0${2 + at * 4}:00:00Z`,
  }));
  return { vehicleId, driverId, plannedStart, plannedEnd, assets: [{ assetId }], stops };
}

/** What asks a route, as its screen does; each of these is the whole of it. */
const asks: Readonly<Record<string, () => Promise<(readonly [address: string, body?: object])[]>>> = {
  "/api/warehouse/delivery-schedules/board": async () =>
    (await idsOf("/api/settings/locations")).map((id) => [`?locationId=${id}`]),
  "/api/warehouse/docks/availability": async () =>
    (await idsOf("/api/settings/locations")).map((id) => [`?locationId=${id}&date=${today()}`]),
  "/api/warehouse/receipts/expected": async () => (await deliveries()).map((id) => [`?deliveryScheduleId=${id}`]),
  "/api/fleet/trips/refused": async () => [[`?ids=${(await trips("&status=planned")).slice(0, 50).join(",")}`]],
  "/api/fleet/availability": async () => {
    const [from, until] = span();
    const of = `from=${from}&until=${until}&tripId=${(await trips("&status=planned"))[0]}`;
    return ["vehicle", "driver", "asset"].map((kind) => [`?kind=${kind}&${of}`]);
  },
  "/api/fleet/trips/timeline": () => Promise.resolve([["?rows=vehicles"], ["?rows=drivers"]]),
  "/api/fleet/trips/timeline/week": () => Promise.resolve([["?rows=vehicles"], ["?rows=drivers"]]),
  "/api/fleet/driver-assignments/in-the-way": async () => {
    const { vehicleId, driverId } = await plans();
    return [[`?vehicleId=${vehicleId}&driverId=${driverId}&role=primary&firstDay=${today()}`]];
  },
  "/api/fleet/trips/plan/preview": async () => [["", await plans()]],
  "/api/fleet/trips/:id/plan/preview": async () => {
    const [id] = await trips("&status=planned");
    const { version } = await saved(admin.get(`/api/fleet/trips/${id}`));
    return [[`/${id}`, { ...(await plans()), version }]];
  },
};

/** The calls of a route, with what they are about. */
async function callsOf(of: RouteShape): Promise<(() => Promise<Answer>)[]> {
  const [list = "", rest = ""] = of.path.split("/:id");
  const asked = await asks[of.path]?.();
  const found = asked ?? (of.path === list ? [[""] as const] : (await idsOf(list)).map((id) => [`/${id}`] as const));
  const client = /\/my-/.test(of.path) ? driver : admin;
  return found.map(
    ([address, body]) =>
      () =>
        client.send(of.method as "GET" | "POST", `${list}${address}${rest}`, body), // those that are followed are one of these
  );
}

/** The tables that the statements of these calls name, of which one has to succeed. */
async function tablesReadBy(calls: readonly (() => Promise<Answer>)[]): Promise<Set<string>> {
  const given: Answer[] = [];
  const sent = await sentBy(async () => {
    for (const call of calls) given.push(await call());
  });
  expect(
    given.map(({ status }) => status),
    given[0]?.text,
  ).toContain(200);
  const named = ({ text }: { readonly text: string }) => text.matchAll(/\b(?:from|join) "?([a-z_]+)"?/g);
  return new Set(sent.flatMap((statement) => [...named(statement)].map(([, table]) => table!)));
}

describe.each(routes.map((one) => [`${one.method} ${one.path}`, one] as const))("%s", (_, of) => {
  test("says of which records its reply tells: all that its statements read", async () => {
    const calls = await callsOf(of);
    const own = of.path.split("/").map(entityOf);
    const missing = (tables: ReadonlySet<string>) =>
      [...tables]
        .flatMap((table) => entityOfTable.get(table) ?? [])
        .filter((entity) => ![...own, ...(of.reads ?? []), ...seldom].includes(entity));
    let left = missing(await tablesReadBy(calls));
    if (left.length > 0) {
      const again = missing(await tablesReadBy(calls)); // a job ran beside the first, perhaps
      left = left.filter((entity) => again.includes(entity));
    }
    expect(left.toSorted()).toEqual([]);
    const kinds = new Set(entityOfTable.values());
    expect(
      of.reads!.filter((entity) => !kinds.has(entity)),
      "no such records",
    ).toEqual([]);
  });
});
