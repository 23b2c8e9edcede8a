import { afterAll, beforeAll, expect, test } from "vitest";
import { action, actionsPath, answered, flagged } from "#main/testing/records/driver-actions.ts";
import { saved } from "#main/testing/records/orders.ts";
import {
  aTrip,
  anActiveDriver,
  anActiveDriverAtWork,
  inHours,
  stopsPath,
  tripsPath,
} from "#main/testing/records/trips.ts";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());

const step = (id: string, name: string, body: object = {}) => dispatcher.post(`${tripsPath}/${id}/${name}`, body);
const leaves = ["plan", "dispatch", "start"];
const withCrew = (driverId: unknown, role = "co_driver") => ({ crew: [{ driverId, role }] });
const stillOn = (trip: Body) => ({
  status: 409,
  body: { code: "still_on_trip", details: { tripNumber: trip["tripNumber"] } },
});
async function completed(trip: Body): Promise<void> {
  for (const { id } of trip["stops"] as Body[])
    await saved(dispatcher.post(`${stopsPath}/${id}/skip`, { reason: "not needed" }));
  await saved(step(trip.id, "complete"));
}

test.each(["co_driver", "helper"])("who is on a running trip as %s drives no other one meanwhile", async (role) => {
  const { id: driverId } = await anActiveDriver(testApp);
  const running = await aTrip(testApp, { from: 0.1, ...withCrew(driverId, role), steps: leaves });
  const next = await aTrip(testApp, { from: 9, driverId, steps: ["plan", "dispatch"] });
  expect(await step(next.id, "start")).toMatchObject(stillOn(running));
  const other = await aTrip(testApp, { from: 0.1, steps: leaves });
  expect(await step(other.id, "change-driver", { driverId, reason: "fell ill" })).toMatchObject(stillOn(running));
  await saved(step(running.id, "change-driver", { driverId, reason: "takes the wheel" }));
  await completed(running);
  await saved(step(next.id, "start"));
});

test("a start that their phone tells meanwhile waits for the dispatcher, as it does for a driver", async () => {
  const work = await anActiveDriverAtWork(testApp);
  await aTrip(testApp, { from: 0.1, ...withCrew(work.driver.id), steps: leaves });
  const next = await aTrip(testApp, { from: 9, driverId: work.driver.id, steps: ["plan", "dispatch"] });
  expect(await answered(work, [action(next, inHours(0), { kind: "start" })])).toMatchObject([flagged("still_on_trip")]);
  const { items } = await saved(dispatcher.get(`${actionsPath}?tripId=${next.id}&status=flagged`));
  expect(items).toMatchObject([{ kind: "start" }]);
});

test("who was out with another trip when it left is not on it, and drives on", async () => {
  const { id: driverId } = await anActiveDriver(testApp);
  const out = await aTrip(testApp, { from: 0.1, driverId, steps: leaves });
  await aTrip(testApp, { from: 9, ...withCrew(driverId), steps: leaves });
  await completed(out);
  await aTrip(testApp, { from: 20, driverId, steps: leaves });
});
