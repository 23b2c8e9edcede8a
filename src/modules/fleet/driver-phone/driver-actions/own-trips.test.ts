import { afterAll, beforeAll, expect, test } from "vitest";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriverAtWork } from "#main/testing/records/trips.ts";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

test("a driver is told of dangerous goods that a delivery brings, though nobody said so of the trip", async () => {
  const dispatcher = await testApp.as("DISPATCHER");
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
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${id}/assign`, { tripId: trip.id }));
  expect(await told()).toMatchObject([{ id: trip.id, hasDangerousGoods: true }]);
});
