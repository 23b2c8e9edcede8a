import { afterAll, beforeAll, expect, test } from "vitest";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { action, answered } from "#main/testing/records/driver-actions.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriverAtWork, inHours, stopsPath, tripsPath } from "#main/testing/records/trips.ts";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

test.each(["suspend", "leave"])("reports are the only way to tell anything once somebody is to %s", async (step) => {
  const work = await anActiveDriverAtWork(testApp);
  const [client, fleet] = [await testApp.as("DISPATCHER"), await testApp.as("FLEET_MANAGER")];
  const { id: tripId } = await aTrip(testApp, { from: 0.1, driverId: work.driver.id, steps: [] });
  const { id } = await aFleetDelivery(testApp);
  await saved(client.post(`${fleetDeliveriesPath}/${id}/assign`, { tripId }));
  for (const name of ["plan", "dispatch"]) await saved(client.post(`${tripsPath}/${tripId}/${name}`));
  if (step === "suspend") await saved(work.client.post(`${tripsPath}/${tripId}/start`, {}));
  const { version } = await saved(fleet.get(`/api/fleet/drivers/${work.driver.id}`));
  const body = step === "leave" ? { version } : { version, reason: "the police" };
  await saved(fleet.post(`/api/fleet/drivers/${work.driver.id}/${step}`, body));
  const { dropoffStopId } = await saved(client.get(`${fleetDeliveriesPath}/${id}`));
  for (const [path, told] of [
    [`${tripsPath}/${tripId}/start`, {}],
    [`${tripsPath}/${tripId}/pause`, { reason: "a break" }],
    [`${stopsPath}/${String(dropoffStopId)}/arrive`, {}],
    [`${fleetDeliveriesPath}/${id}/deliver`, {}],
    [`${fleetDeliveriesPath}/${id}/fail`, { reason: "nobody there" }],
    [`${fleetDeliveriesPath}/${id}/proofs`, { type: "note", note: "at the gate" }],
  ] as const)
    expect(await work.client.post(path, told), path).toMatchObject({ status: 409, body: { code: "not_active" } });
  const report = action({ id: tripId }, inHours(0), { kind: "deliver", deliveryId: id, signerName: null });
  expect(await answered(work, [report])).toMatchObject([{ outcome: "flagged" }]);
});
