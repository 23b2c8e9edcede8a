import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aVehicle, vehiclesPath } from "#main/testing/records/vehicles.ts";
import { vehicleHolds } from "./vehicle-holds.contract.ts";

const path = vehicleHolds.list.path;

conform(vehicleHolds, {
  name: "vehicle holds",
  valid: async (n, admin) => ({ vehicleId: (await aVehicle(admin)).id, reason: `Mirror ${n} broken` }),
  text: "reason",
  filters: { isOpen: "true" },
  statements: { create: 6, because: "the vehicle is locked, and both histories say it" },
});

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

test("who plans may hold a vehicle and let it go, who only looks may not", async () => {
  const { id: vehicleId } = await aVehicle(await testApp.as("FLEET_MANAGER"));
  const { id } = await saved((await testApp.as("DISPATCHER")).post(path, { vehicleId, reason: "flat tyre" }));
  const viewer = await testApp.as("VIEWER");
  expect((await viewer.get(`${path}/${id}`)).status).toBe(200);
  expect((await viewer.post(path, { vehicleId, reason: "flat tyre" })).status).toBe(403);
  expect((await viewer.post(`${path}/${id}/close`, { reason: "mended" })).status).toBe(403);
  expect((await (await testApp.as("DRIVER")).get(path)).status).toBe(403);
});

test("a vehicle of another company is held by nobody here, and one that is retired needs no hold", async () => {
  const there = await aVehicle(await testApp.as("FLEET_MANAGER", "b"));
  const manager = await testApp.as("FLEET_MANAGER");
  expect(await manager.post(path, { vehicleId: there.id, reason: "not ours" })).toMatchObject({
    status: 422,
    body: { fields: { vehicleId: "Choose one from the list." } },
  });
  const { id } = await aVehicle(manager);
  await saved(manager.post(`${vehiclesPath}/${id}/retire`, { reason: "sold" }));
  expect(await manager.post(path, { vehicleId: id, reason: "too late" })).toMatchObject({
    status: 409,
    body: { code: "vehicle_retired" },
  });
});
