import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { action, answered, flagged } from "#main/testing/records/driver-actions.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriverAtWork, inHours, stopsPath, tripsPath } from "#main/testing/records/trips.ts";

let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());

const read = (id: string): Promise<Body> => saved(dispatcher.get(`${tripsPath}/${id}`));
const stopsOf = async (id: string): Promise<readonly Body[]> =>
  (await saved(dispatcher.get(`${stopsPath}?tripId=${id}&sort=plannedArrival`))).items;
/** What the history of a trip tells of a step beside who and when. */
const toldOf = async (path: string, id: string, step: string) => {
  const { items } = await saved(dispatcher.get(`${path}/${id}/history`));
  return (items as Body[]).find((entry) => entry["step"] === step)?.["changes"];
};
/** A delivery that its trip is bringing. */
async function onTheWay() {
  const delivery = await aFleetDelivery(testApp);
  const { id: tripId } = await aTrip(testApp, { steps: [] });
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId }));
  for (const step of ["plan", "dispatch", "start"]) await saved(dispatcher.post(`${tripsPath}/${tripId}/${step}`));
  return { id: delivery.id, tripId };
}

test("a stop is late by the minutes that the head of its trip tells: by its window, where it has one", async () => {
  const trip = await aTrip(testApp, { steps: ["plan", "dispatch", "start"] });
  const [first] = await stopsOf(trip.id);
  await asSuper(
    testApp,
    "update trip_stops set planned_arrival = now() - interval '57 minutes', window_end = now() - interval '12 minutes' where id = $1",
    [first?.id],
  );
  expect((await stopsOf(trip.id))[0]).toMatchObject({ minutesLate: 12, isExpectedLate: true });
  expect(await read(trip.id)).toMatchObject({ lateStop: { number: 1, minutes: 12, isLate: true } });
  await saved(dispatcher.post(`${stopsPath}/${String(first?.id)}/arrive`, {}));
  expect((await stopsOf(trip.id))[0], "reached by now, after its window").toMatchObject({
    minutesLate: 12,
    isExpectedLate: false,
  });
});

test("where goods were handed over the vehicle has been: that is not taken back before the goods are", async () => {
  const { id, tripId } = await onTheWay();
  const stopId = String((await saved(dispatcher.get(`${fleetDeliveriesPath}/${id}`)))["dropoffStopId"]);
  for (const stop of await stopsOf(tripId)) {
    if (stop.id !== stopId) await saved(dispatcher.post(`${stopsPath}/${String(stop.id)}/skip`, { reason: "loaded" }));
    else await saved(dispatcher.post(`${stopsPath}/${stopId}/arrive`, {}));
  }
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${id}/deliver`, {}));
  const undo = () => dispatcher.post(`${stopsPath}/${stopId}/undo-arrival`, { reason: "wrong gate" });
  expect(await undo()).toMatchObject({ status: 409, body: { code: "handed_over" } });
  const told = { outcome: "failed", tripId, at: null, signerName: null, lines: null, reason: "it was the neighbour" };
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${id}/record-outcome`, told));
  expect(await undo()).toMatchObject({ status: 200 });
});

test("a stop that is done without anything handed over says so", async () => {
  const { id, tripId } = await onTheWay();
  const stopId = String((await saved(dispatcher.get(`${fleetDeliveriesPath}/${id}`)))["dropoffStopId"]);
  const isInVain = async () => (await stopsOf(tripId)).find((stop) => stop.id === stopId)?.["isInVain"];
  await saved(dispatcher.post(`${stopsPath}/${stopId}/arrive`, { reason: "it is on the way" }));
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${id}/fail`, { reason: "nobody was there" }));
  expect(await isInVain(), "it is not left yet").toBe(false);
  await saved(dispatcher.post(`${stopsPath}/${stopId}/complete`, {}));
  expect(await isInVain()).toBe(true);
  expect(
    (await stopsOf(tripId)).filter((stop) => stop["isInVain"]),
    "where nothing was to be brought",
  ).toHaveLength(1);
});

test("the history of a trip names a stop by its number, and codes of what was reported as words", async () => {
  const work = await anActiveDriverAtWork(testApp);
  const trip = await aTrip(testApp, { driverId: work.driver.id, steps: ["plan", "dispatch", "start"] });
  const [first] = await stopsOf(trip.id);
  await saved(dispatcher.post(`${stopsPath}/${String(first?.id)}/arrive`, {}));
  expect(await toldOf(tripsPath, trip.id, "stopReached")).toEqual({ stop: { to: "1" } });
  const added = { kind: "dropoff", address: "Markt 9, Breda", plannedArrival: inHours(27) };
  await saved(dispatcher.post(`${tripsPath}/${trip.id}/add-stop`, added));
  expect(await toldOf(tripsPath, trip.id, "stopAdded")).toEqual({ stop: { to: ["dropoff"] } });
  const again = action(trip, new Date().toISOString(), { kind: "resume" });
  expect(await answered(work, [again])).toMatchObject([flagged("wrong_state")]);
  expect(await toldOf(tripsPath, trip.id, "reportFlagged")).toEqual({
    reported: { to: ["resume"] },
    whatDoesNotFit: { to: ["wrong_state"] },
  });
});

test("the history of a delivery names the kind of a proof as a word; its page says when it set out", async () => {
  const { id, tripId } = await onTheWay();
  const note = { type: "note", note: "left at the gate" };
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${id}/proofs`, note));
  expect(await toldOf(fleetDeliveriesPath, id, "proofAdded")).toEqual({ type: { to: ["note"] } });
  const { actualStart } = await read(tripId);
  expect(await saved(dispatcher.get(`${fleetDeliveriesPath}/${id}`))).toMatchObject({ setOutAt: actualStart });
});
