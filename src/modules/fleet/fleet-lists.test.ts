import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { anAsset, assetsPath, aYard } from "#main/testing/records/assets.ts";
import { aDocument, documentsPath, typeCalled } from "#main/testing/records/documents.ts";
import { aDriver, driversPath } from "#main/testing/records/drivers.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle, vehiclesPath } from "#main/testing/records/vehicles.ts";

let testApp: TestApp;
let manager: Client;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  [manager, dispatcher] = [await testApp.as("FLEET_MANAGER"), await testApp.as("DISPATCHER")];
});
afterAll(() => testApp.close());

const made: readonly (readonly [what: string, path: string, make: () => Promise<Body>])[] = [
  ["drivers", driversPath, () => aDriver(manager)],
  ["vehicles", vehiclesPath, () => aVehicle(manager)],
  ["vehicle types", "/api/fleet/vehicle-types", () => saved(manager.post("/api/fleet/vehicle-types", vehicleType))],
  ["assets", assetsPath, async () => anAsset(manager, await aYard(await testApp.as("COMPANY_ADMIN")))],
  ["asset types", "/api/settings/asset-types", async () => await first("/api/settings/asset-types")],
  [
    "asset commodities",
    "/api/fleet/asset-commodities",
    () => saved(manager.post("/api/fleet/asset-commodities", commodity)),
  ],
  [
    "documents",
    documentsPath,
    async () => aDocument(manager, await typeCalled(manager, "ADR"), (await aDriver(manager)).id),
  ],
];
const vehicleType = { code: "TESTED", name: "A type of a test", category: "van" };
const commodity = { code: "TESTED", name: "A commodity of a test", quantityType: "KGM" };
const first = async (path: string): Promise<Body> => {
  const [one] = (await saved(manager.get(`${path}?limit=1`))).items;
  if (!one) throw new Error(`${path} is empty`);
  return one;
};
const idsOf = async (client: Client, path: string, query = "?limit=200") =>
  (await saved(client.get(path + query))).items.map(({ id }) => id);

test.each(made)(
  "[REC-2F] the list of %s has each record by its id, for its own company and nobody without the right",
  async (_what, path, make) => {
    const { id } = await make();
    expect(await idsOf(manager, path)).toContain(id);
    expect(await idsOf(await testApp.as("FLEET_MANAGER", "b"), path)).not.toContain(id);
    expect((await (await testApp.as("RECEIVER")).get(path)).status).toBe(403);
  },
);

test.each([
  ["fuel types", "/api/fleet/fuel-types"],
  ["vehicle health", "/api/fleet/vehicle-health"],
  ["vehicle statuses", "/api/fleet/vehicle-statuses"],
  ["quantity types", "/api/fleet/quantity-types"],
  ["vehicle makers", "/api/fleet/vehicle-makers"],
  ["vehicle models", "/api/fleet/vehicle-models"],
  ["document types", "/api/fleet/document-types"],
])("[REC-3F] every company begins with %s, and they are served to whoever keeps the fleet", async (_what, path) => {
  for (const company of ["a", "b"] as const) {
    const ids = await idsOf(await testApp.as("FLEET_MANAGER", company), path, "");
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
  }
  expect((await testApp.visitor().get(path)).status).toBe(401);
});

test("[REC-4F] dispatched, ongoing and past trips are lists of their own, and a trip is read whole", async () => {
  const trips = {
    dispatched: await aTrip(testApp, { steps: ["plan", "dispatch"] }),
    in_progress: await aTrip(testApp, { steps: ["plan", "dispatch", "start"], from: 0.1 }),
    cancelled: await aTrip(testApp, { steps: ["plan"] }),
  };
  await saved(dispatcher.post(`${tripsPath}/${trips.cancelled.id}/cancel`, { reason: "not needed" }));
  for (const [status, { id }] of Object.entries(trips)) {
    const listed = await idsOf(dispatcher, tripsPath, `?status=${status}`);
    expect(listed).toContain(id);
    for (const other of Object.values(trips)) if (other.id !== id) expect(listed).not.toContain(other.id);
  }
  const whole = await saved(dispatcher.get(`${tripsPath}/${trips.dispatched.id}`));
  expect(whole).toMatchObject({ status: "dispatched", stops: [{ kind: "pickup" }, { kind: "dropoff" }], stopCount: 2 });
  expect(whole["vehicleName"]).toEqual(expect.any(String));
});

test("[REC-4F] the deliveries that are assigned to a trip are listed by it", async () => {
  const trip = await aTrip(testApp);
  const [on, off] = [await aFleetDelivery(testApp), await aFleetDelivery(testApp)];
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${on.id}/assign`, { tripId: trip.id }));
  expect(await idsOf(dispatcher, fleetDeliveriesPath, `?tripId=${trip.id}`)).toEqual([on.id]);
  expect(await idsOf(dispatcher, fleetDeliveriesPath, "?status=assigned")).not.toContain(off.id);
});
