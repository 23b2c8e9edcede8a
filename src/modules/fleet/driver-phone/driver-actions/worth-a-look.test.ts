import { afterAll, beforeAll, expect, test } from "vitest";
import { action, answered, applied, given } from "#main/testing/records/driver-actions.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import {
  aTrip,
  anActiveDriverAtWork,
  inHours,
  letGoAnyway,
  stopsPath,
  tripsPath,
} from "#main/testing/records/trips.ts";
import { startTestApp, type Body, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const dispatcher = () => testApp.as("DISPATCHER");
const manager = () => testApp.as("FLEET_MANAGER");
const now = () => new Date().toISOString();
const longAgo = "2001-02-03T04:05:06.000Z";
const done = (...flags: string[]) => ({ isApplied: true, outcome: "flagged", flags });
const firstStop = (trip: Body) => (trip["stops"] as { id: string }[])[0]?.id ?? "";

test("a trip that its driver starts though its vehicle is held by now runs, and the dispatcher is told; with an answer for it, nothing is", async () => {
  const work = await anActiveDriverAtWork(testApp);
  const trip = await given(testApp, work);
  const held = { vehicleId: trip["vehicleId"], reason: "brakes failed" };
  await saved((await manager()).post("/api/fleet/vehicle-holds", held));
  const start = action(trip, now(), { kind: "start", meterValue: null });
  expect(await answered(work, [start])).toMatchObject([done("not_ready")]);
  expect(await saved((await dispatcher()).get(`${tripsPath}/${trip.id}`))).toMatchObject({
    status: "in_progress",
    hasReportsToSettle: true,
  });

  const other = await anActiveDriverAtWork(testApp);
  const answeredFor = await aTrip(testApp, { driverId: other.driver.id });
  const same = { vehicleId: answeredFor["vehicleId"], reason: "mirror broken" };
  await saved((await manager()).post("/api/fleet/vehicle-holds", same));
  await saved(letGoAnyway(await manager(), answeredFor.id, { reason: "to the workshop" }));
  const also = action(answeredFor, now(), { kind: "start", meterValue: null });
  expect(await answered(other, [also])).toMatchObject([applied]);
});

test("a meter that went ten times too far is entered as it was told, and the dispatcher is told", async () => {
  const work = await anActiveDriverAtWork(testApp);
  const trip = await given(testApp, work);
  const stops = (trip["stops"] as { id: string }[]).map(({ id }) => id);
  const actions = [
    action(trip, now(), { kind: "start", meterValue: "101000" }),
    ...stops.map((stopId) => action(trip, now(), { kind: "skip_stop", stopId, reason: "closed today" })),
    action(trip, now(), { kind: "complete", meterValue: "1012000" }),
  ];
  const answers = await answered(work, actions);
  expect(answers.at(0)).toMatchObject(applied);
  expect(answers.at(-1)).toMatchObject(done("meter_jump"));
});

test("what happened at a stop was not before its trip left: a phone's time is set right and flagged, a desk is asked for another one", async () => {
  const work = await anActiveDriverAtWork(testApp);
  const trip = await given(testApp, work);
  const second = (trip["stops"] as { id: string }[])[1]?.id ?? "";
  const beforeTheirs = await work.client.post(`${tripsPath}/${trip.id}/start`, { at: longAgo });
  expect(beforeTheirs, "nor does a driver say so of a trip that they had not got yet").toMatchObject({
    status: 422,
    body: { fields: { at: expect.any(String) } },
  });
  await answered(work, [action(trip, now(), { kind: "start", meterValue: null })]);
  const early = action(trip, longAgo, { kind: "arrive", stopId: second, reason: "nearer" });
  const [answer] = await answered(work, [early]);
  expect(answer).toMatchObject({ isApplied: true, outcome: "flagged" });
  expect(answer?.flags).toContain("time_clamped");
  const after = await saved((await dispatcher()).get(`${tripsPath}/${trip.id}`));
  const reached = (after["stops"] as { id: string; arrivedAt: string }[]).find(({ id }) => id === second);
  expect(Date.parse(reached?.arrivedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(String(after["actualStart"])));

  const runs = await aTrip(testApp, { steps: ["plan", "dispatch"] });
  const delivery = await aFleetDelivery(testApp);
  const client = await dispatcher();
  await saved(client.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId: runs.id }));
  await saved(client.post(`${tripsPath}/${runs.id}/start`));
  const tooEarly = { status: 422, body: { fields: { at: expect.any(String) } } };
  expect(await client.post(`${stopsPath}/${firstStop(runs)}/arrive`, { at: longAgo })).toMatchObject(tooEarly);
  expect(await client.post(`${fleetDeliveriesPath}/${delivery.id}/deliver`, { at: longAgo })).toMatchObject(tooEarly);
  expect((await client.post(`${fleetDeliveriesPath}/${delivery.id}/deliver`)).status).toBe(200);
});

test("a trip was not over before it was at its last stop: a phone's time is set right and flagged, a desk is asked for another one", async () => {
  const work = await anActiveDriverAtWork(testApp);
  const desk = await dispatcher();
  const atItsEnd = async () => {
    const trip = await given(testApp, work, { from: 0.1 });
    await saved(desk.post(`${tripsPath}/${trip.id}/start`, { at: inHours(-3) }));
    const [first, second] = (trip["stops"] as { id: string }[]).map(({ id }) => `${stopsPath}/${id}`);
    await saved(desk.post(`${first}/arrive`, { at: inHours(-2.5) }));
    await saved(desk.post(`${first}/complete`, { at: inHours(-2.4) }));
    await saved(desk.post(`${second}/arrive`, { at: inHours(-1) }));
    await saved(desk.post(`${second}/complete`, { at: inHours(-0.5) }));
    return trip;
  };
  const read = (id: string) => saved(desk.get(`${tripsPath}/${id}`));
  const first = await atItsEnd();
  const end = action(first, inHours(-2), { kind: "complete", meterValue: null });
  expect(await answered(work, [end])).toMatchObject([done("time_clamped")]);
  const { actualEnd } = await read(first.id);
  expect(Date.parse(String(actualEnd)), "not before its last stop").toBeGreaterThan(Date.parse(inHours(-0.6)));

  const second = await atItsEnd();
  const early = { status: 422, body: { fields: { at: expect.any(String) } } };
  expect(await desk.post(`${tripsPath}/${second.id}/complete`, { at: inHours(-2) })).toMatchObject(early);
  expect(await desk.post(`${tripsPath}/${second.id}/abort`, { at: inHours(-2), reason: "no more" })).toMatchObject(
    early,
  );
  const at = inHours(-0.25);
  expect(await saved(desk.post(`${tripsPath}/${second.id}/complete`, { at }))).toMatchObject({ actualEnd: at });
  expect(await desk.post(`${tripsPath}/${second.id}/record-end`, { at: inHours(-2) })).toMatchObject(early);
});
