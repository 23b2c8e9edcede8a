import { afterAll, beforeAll, expect, test } from "vitest";
import { statementsOf } from "#main/testing/database/statements.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, letGoAnyway, tripsPath } from "#main/testing/records/trips.ts";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

// Not conformed: it is no record, and answers for trips, which are.

let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());

const path = `${tripsPath}/refused`;
const hold = async ({ vehicleId }: Body) =>
  saved((await testApp.as("FLEET_MANAGER")).post("/api/fleet/vehicle-holds", { vehicleId, reason: "mirror broken" }));
const refusedOf = async (...all: Body[]): Promise<unknown> =>
  (await saved(dispatcher.get(`${path}?ids=${all.map(({ id }) => id).join(",")}`)))["ids"];

test("of some trips it is told which would be refused: those that are planned or given away and lack something, for which nobody has answered", async () => {
  const held = await aTrip(testApp, { steps: ["plan"] });
  const ready = await aTrip(testApp, { steps: ["plan"] });
  const draft = await aTrip(testApp, { steps: [] });
  const given = await aTrip(testApp, { steps: ["plan", "dispatch"] });
  for (const trip of [held, draft, given]) await hold(trip);
  const answered = await aTrip(testApp, { steps: ["plan"] });
  await hold(answered);
  await saved(letGoAnyway(await testApp.as("FLEET_MANAGER"), answered.id, { reason: "only to the workshop" }));
  const running = await aTrip(testApp, { from: 0.1, steps: ["plan", "dispatch", "start"] });
  await hold(running);
  const told = await refusedOf(held, ready, draft, given, answered, running);
  expect((told as string[]).toSorted()).toEqual([held.id, given.id, running.id].toSorted());
  expect(await dispatcher.post(`${tripsPath}/${held.id}/dispatch`)).toMatchObject({ status: 409 });
  expect((await saved(dispatcher.post(`${tripsPath}/${ready.id}/dispatch`))).status).toBe("dispatched");
});

test("many trips take as many statements as one; another company's are not looked at, and who sees no trips is refused", async () => {
  const all = [await aTrip(testApp, { steps: ["plan"] }), await aTrip(testApp, { steps: ["plan"] })];
  for (const trip of all) await hold(trip);
  const one = await statementsOf(() => refusedOf(all[0]!));
  expect(await statementsOf(() => refusedOf(...all))).toHaveLength(one.length);
  expect(one.length).toBeLessThanOrEqual(4);
  const other = await testApp.as("DISPATCHER", "b");
  expect(await saved(other.get(`${path}?ids=${all[0]!.id}`))).toEqual({ ids: [] });
  expect((await (await testApp.as("BUYER")).get(`${path}?ids=${all[0]!.id}`)).status).toBe(403);
});
