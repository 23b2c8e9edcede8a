import { afterAll, beforeAll, expect, test } from "vitest";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriverAtWork, tripsPath } from "#main/testing/records/trips.ts";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

test("a driver is told of dangerous goods that a delivery brings, though nobody said so of the trip", async () => {
  const { client, driver } = await anActiveDriverAtWork(testApp);
  const trip = await aTrip(testApp, { driverId: driver.id, steps: ["plan", "dispatch"] });
  const told = async () => (await saved(client.get("/api/fleet/my-trips"))).items;
  expect(await told()).toMatchObject([{ id: trip.id, hasDangerousGoods: false }]);
  const petrol = {
    code: "PETROL",
    name: "Petrol, drum of 200 l",
    unNumber: "1203",
    hazardClass: "3",
    packingGroup: "II",
    quantityType: "XDR",
  };
  const { id: commodityId } = await saved(
    (await testApp.as("FLEET_MANAGER")).post("/api/fleet/asset-commodities", petrol),
  );
  const lines = [{ commodityId, unit: "XDR", plannedQuantity: "2" }];
  const { id } = await aFleetDelivery(testApp, { lines });
  const manager = await testApp.as("FLEET_MANAGER");
  const { body } = await manager.post(`${fleetDeliveriesPath}/${id}/assign`, { tripId: trip.id });
  const answersFor = (body["details"] as { checks: { key: string }[] }).checks.map(({ key }) => key);
  const anyway = { tripId: trip.id, reason: "a driver with the certificate takes over", answersFor };
  await saved(decide(manager, `${fleetDeliveriesPath}/${id}/assign-anyway`, anyway));
  expect(await told()).toMatchObject([{ id: trip.id, hasDangerousGoods: true }]);
});

test("a driver is told that their vehicle is held, and how long, and not what somebody wrote of it", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const { client, driver } = await anActiveDriverAtWork(testApp);
  const trip = await aTrip(testApp, { driverId: driver.id, steps: ["plan", "dispatch"] });
  const told = async () => (await client.get("/api/fleet/my-trips")).body.items;
  expect(await told()).toMatchObject([{ id: trip.id, holds: [] }]);
  const hold = {
    vehicleId: trip["vehicleId"],
    kind: "maintenance",
    reason: "Jan hit the gate",
    expectedEnd: "2199-05-01",
  };
  const { id } = await saved(manager.post("/api/fleet/vehicle-holds", hold));
  expect(await told()).toMatchObject([
    { holds: [{ code: "hold", kind: "maintenance", document: null, until: "2199-05-01" }] },
  ]);
  expect(JSON.stringify(await told())).not.toContain("gate");
  await saved(decide(manager, `/api/fleet/vehicle-holds/${id}/close`, { reason: "mended" }));
  expect(await told()).toMatchObject([{ holds: [] }]);
});

test("a driver without a trip is told which is planned for them next, and whom to call; of what others drive, nothing", async () => {
  await asSuper(testApp, "update companies set phone = '+31 13 555 01 00' where id = $1", [testApp.companies.a]);
  const { client, driver } = await anActiveDriverAtWork(testApp);
  await aTrip(testApp, { from: 20, steps: ["plan"] });
  const told = async () => (await saved(client.get("/api/fleet/my-trips")))["outlook"];
  expect(await told()).toEqual({ ahead: null, phone: "+31 13 555 01 00" });
  const { id, tripNumber, plannedStart } = await aTrip(testApp, { driverId: driver.id, from: 30, steps: ["plan"] });
  await aTrip(testApp, { driverId: driver.id, from: 40, steps: ["plan"] });
  expect(await told()).toMatchObject({ ahead: { tripNumber, plannedStart } });
  await saved((await testApp.as("DISPATCHER")).post(`${tripsPath}/${id}/dispatch`));
  expect(await told(), "what was given stands among the trips").not.toMatchObject({ ahead: { tripNumber } });
});

test("a driver reads what the meter of their vehicle showed last, in its unit, until the trip is over", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const { client, driver } = await anActiveDriverAtWork(testApp);
  const { id, vehicleId } = await aTrip(testApp, { driverId: driver.id, steps: ["plan", "dispatch"] });
  const told = async () => (await saved(client.get("/api/fleet/my-trips"))).items;
  expect(await told()).toMatchObject([{ lastMeter: null }]);
  const readAt = new Date(Date.now() - 3_600_000).toISOString();
  const reading = { vehicleId, meter: "odometer", enteredValue: "55578", enteredUnit: "km", readAt };
  await saved(manager.post("/api/fleet/meter-readings", reading));
  expect(await told()).toMatchObject([{ id, lastMeter: "55578" }]);
  const dispatcher = await testApp.as("DISPATCHER");
  await saved(dispatcher.post(`${tripsPath}/${id}/start`));
  await saved(dispatcher.post(`${tripsPath}/${id}/abort`, { reason: "the load is cancelled" }));
  expect(await told(), "the vehicle is somebody else's by then").toMatchObject([{ id, lastMeter: null }]);
});
