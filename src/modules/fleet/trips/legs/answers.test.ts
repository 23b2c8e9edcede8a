import { afterAll, beforeAll, expect, test } from "vitest";
import { action, answered, given } from "#main/testing/records/driver-actions.ts";
import { anAsset, assetsPath, aYard } from "#main/testing/records/assets.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import {
  aTrip,
  anActiveDriverAtWork,
  changedAnyway,
  inHours,
  letGoAnyway,
  tripsPath,
} from "#main/testing/records/trips.ts";
import { aVehicle, vehiclesPath } from "#main/testing/records/vehicles.ts";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import type { FleetDashboardReply } from "../../dashboard/dashboard.contract.ts";

let testApp: TestApp;
let dispatcher: Client;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
  manager = await testApp.as("FLEET_MANAGER");
});
afterAll(() => testApp.close());

const reason = "took what was there";
const step = (id: string, name: string, body: object = {}, client = dispatcher) =>
  decide(client, `${tripsPath}/${id}/${name}`, body);
const hold = (vehicleId: unknown) =>
  saved(manager.post(`${vehiclesPath}/${String(vehicleId)}/hold`, { reason: "brakes" }));
async function heldVehicle(): Promise<string> {
  const { id } = await aVehicle(manager);
  await hold(id);
  return id;
}
const read = (id: string) => saved(dispatcher.get(`${tripsPath}/${id}`));
/** Answers for what stands on the trip now. */
const answer = async (id: string, body: object = {}, client = manager) =>
  step(id, "answer-for", { version: (await read(id)).version, ...body }, client);
const waiting = async () => {
  const { trips } = (await saved(dispatcher.get("/api/fleet/dashboard"))) as unknown as FleetDashboardReply;
  return trips?.unanswered;
};
const listed = async () =>
  (await saved(dispatcher.get(`${tripsPath}?isUnanswered=true`))).items.map(({ id }: Body) => id);
const stepsOf = async (id: string, client = dispatcher) =>
  (await saved(client.get(`${tripsPath}/${id}/history`))).items as readonly (Body & { step: string })[];

/** A trip that was told at a desk to have left three hours ago. */
async function toldLate(over: object = {}): Promise<Body> {
  const trip = await aTrip(testApp, { from: 0.1, hours: 6, ...over, steps: ["plan", "dispatch"] });
  return saved(step(trip.id, "start", { at: inHours(-3) }));
}

test("a held vehicle that is told to have taken over an hour ago waits for somebody who may let it go anyway, and for nobody else", async () => {
  const trip = await toldLate();
  const vehicleId = await heldVehicle();
  const told = await saved(step(trip.id, "change-vehicle", { vehicleId, reason, at: inHours(-1) }));
  expect(told).toMatchObject({ isUnanswered: true, legs: [{}, { remarks: [{ code: "vehicle_held", isOpen: true }] }] });
  expect(told["steps"]).not.toContain("answerFor");
  expect(await waiting()).toMatchObject({
    count: 1,
    items: [{ id: trip.id, state: "in_progress", remarks: [{ code: "vehicle_held", about: expect.any(String) }] }],
  });
  expect(await listed()).toEqual([trip.id]);
  expect((await answer(trip.id, { reason: "it was me" }, dispatcher)).status, "a dispatcher").toBe(403);
  expect(await answer(trip.id), "without a word").toMatchObject({ status: 422 });
  await saved(step(trip.id, "abort", { reason: "no more today" }));
  expect(await listed(), "it waits also when the trip is over").toEqual([trip.id]);

  const { version } = await read(trip.id);
  const unseen = { version: Number(version) - 1, reason: "the mechanic had looked at it" };
  expect(await step(trip.id, "answer-for", unseen, manager), "for what they have not read").toMatchObject({
    status: 409,
    body: { code: "stale_version" },
  });
  const after = await saved(answer(trip.id, { reason: "the mechanic had looked at it" }));
  expect(after).toMatchObject({
    status: "aborted",
    answers: [{ event: "answeredFor", byName: expect.any(String), reason: "the mechanic had looked at it" }],
    isUnanswered: false,
    legs: [{}, { remarks: [{ code: "vehicle_held", isOpen: false }] }],
  });
  expect(await waiting()).toMatchObject({ count: 0, items: [] });
  expect(await listed()).toEqual([]);
  const history = await stepsOf(trip.id);
  expect(history[0]).toMatchObject({ step: "answeredFor", reason: "the mechanic had looked at it" });
  expect(history.map(({ step: name }) => name)).toContain("notInOrder");
  expect(await answer(trip.id, { reason })).toMatchObject({
    status: 409,
    body: { code: "nothing_to_answer" },
  });
});

test("what somebody with the right to has let go anyway waits for nobody", async () => {
  const trip = await toldLate();
  const change = { vehicleId: await heldVehicle(), reason, at: inHours(-1) };
  const changed = await saved(changedAnyway(manager, trip.id, "change-vehicle", change));
  expect(changed).toMatchObject({ isUnanswered: false, answers: [{ event: "vehicleChangedAnyway", reason }] });
  const unnamed = { ...change, vehicleId: await heldVehicle(), at: inHours(-0.5), answersFor: [] };
  expect(
    await saved(step(trip.id, "change-vehicle-anyway", unnamed, manager)),
    "what has happened is kept, and waits where nobody named it",
  ).toMatchObject({ isUnanswered: true });

  const held = await aTrip(testApp, { from: 0.1 });
  await hold(held["vehicleId"]);
  await saved(letGoAnyway(manager, held.id, { reason: "to the workshop" }));
  expect(await saved(step(held.id, "start"))).toMatchObject({ isUnanswered: false, legs: [] });
});

test("a start of what would not be dispatched any more waits for an answer, from a desk as from a phone, whose report is settled by it", async () => {
  const atDesk = await aTrip(testApp, { from: 0.1, steps: ["plan", "dispatch"] });
  await hold(atDesk["vehicleId"]);
  expect(await saved(step(atDesk.id, "start"))).toMatchObject({
    isUnanswered: true,
    legs: [{ remarks: [{ code: "vehicle_held", what: null }], endsAt: null }],
  });

  const work = await anActiveDriverAtWork(testApp);
  const trip = await given(testApp, work);
  await hold(trip["vehicleId"]);
  await answered(work, [action(trip, new Date().toISOString(), { kind: "start", meterValue: null })]);
  expect(await read(trip.id)).toMatchObject({ isUnanswered: true, hasReportsToSettle: true });
  const own = await saved(work.client.get(`${tripsPath}/${trip.id}`));
  expect(own, "its driver is told nothing of it").toMatchObject({ isUnanswered: false, legs: [{ remarks: [] }] });
  await saved(answer(trip.id, { reason: "only a lamp" }));
  expect(await read(trip.id)).toMatchObject({ answers: [{ reason: "only a lamp" }] });
  expect(await saved(work.client.get(`${tripsPath}/${trip.id}`)), "nor who has answered").toMatchObject({
    answers: [],
  });
  expect(await read(trip.id)).toMatchObject({ isUnanswered: false, hasReportsToSettle: false });
  const names = (await stepsOf(trip.id, work.client)).map(({ step: name }) => name);
  expect(names).toContain("started");
  expect(names).not.toContain("answeredFor");
  expect(names).not.toContain("notInOrder");
});

test("a trailer that is told to have gone along though it was in maintenance waits for an answer, too", async () => {
  const yard = await aYard(await testApp.as("COMPANY_ADMIN"));
  const [first, second] = [await anAsset(manager, yard), await anAsset(manager, yard)];
  const trip = await toldLate({ assets: [{ assetId: first.id }] });
  await saved(manager.post(`${assetsPath}/${second.id}/send-to-maintenance`, { reason: "brakes" }));
  const change = { assetId: first.id, withAssetId: second.id, reason, at: inHours(-1) };
  expect(await saved(step(trip.id, "change-asset", change))).toMatchObject({
    isUnanswered: true,
    legs: [{ remarks: [{ code: "asset_not_usable", about: second["assetNo"] }] }],
  });
});
