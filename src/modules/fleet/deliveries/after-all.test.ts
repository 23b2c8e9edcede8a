import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aFleetDelivery, fleetDeliveriesPath as path } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriverAtWork, inHours, stopsPath, tripsPath } from "#main/testing/records/trips.ts";

let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());
const step = (id: string, name: string, body: object = {}) => dispatcher.post(`${path}/${id}/${name}`, body);
const read = (id: string): Promise<Body> => saved(dispatcher.get(`${path}/${id}`));
const tripStep = (id: unknown, name: string, body: object = {}) =>
  saved(dispatcher.post(`${tripsPath}/${String(id)}/${name}`, body));
const stopStep = (id: unknown, name: string, body: object = {}) =>
  dispatcher.post(`${stopsPath}/${String(id)}/${name}`, body);
const stopsOf = async (tripId: unknown) =>
  (await saved(dispatcher.get(`${tripsPath}/${String(tripId)}`)))["stops"] as Body[];
const refused = (...fields: string[]) => ({
  status: 422,
  body: { fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])) },
});
const conflict = (code: string) => ({ status: 409, body: { code } });
const tell = (id: string, told: object) => step(id, "record-outcome", told);

/** A delivery on board of a trip of its own. */
async function onBoard(over: object = {}): Promise<Body> {
  const delivery = await aFleetDelivery(testApp, over);
  const { id: tripId } = await aTrip(testApp, { steps: [] });
  await saved(step(delivery.id, "assign", { tripId }));
  for (const one of ["plan", "dispatch", "start"]) await tripStep(tripId, one);
  return read(delivery.id);
}

describe("what became of a delivery is told again", () => {
  test("handed over before its trip was aborted: it was delivered, on that trip, at that time", async () => {
    const { id, tripId } = await onBoard();
    await tripStep(tripId, "abort", { reason: "engine broke down" });
    expect((await read(id)).status).toBe("returning");
    const at = inHours(0);
    expect(await saved(tell(id, { outcome: "delivered", at, signerName: "A. Maes" }))).toMatchObject({
      status: "delivered",
      tripId,
      outcomeAt: at,
      receivedBy: "A. Maes",
      lines: [{ deliveredQuantity: "12" }, { deliveredQuantity: "2.5" }],
      attempts: [{ attemptNo: 1, outcome: "delivered", reason: null }],
    });
  });

  test("from delivered to failed, from failed to a part of it, and back again: one attempt, as it was told last", async () => {
    const { id, lines } = await onBoard();
    const [flour] = lines as { id: string }[];
    await saved(step(id, "deliver", { signerName: "A. Maes" }));
    expect(await tell(id, { outcome: "failed" })).toMatchObject(refused("reason"));
    expect(await tell(id, { outcome: "partly_delivered" })).toMatchObject(refused("lines"));
    expect(await saved(tell(id, { outcome: "failed", reason: "wrong button" }))).toMatchObject({
      status: "failed",
      failureReason: "wrong button",
      receivedBy: null,
      lines: [{ deliveredQuantity: "0" }, { deliveredQuantity: "0" }],
      attempts: [{ outcome: "failed", reason: "wrong button" }],
    });
    const short = { id: flour?.id, deliveredQuantity: "10", damagedQuantity: "1", reason: "torn bags" };
    expect(await saved(tell(id, { outcome: "partly_delivered", lines: [short] }))).toMatchObject({
      status: "partly_delivered",
      failureReason: null,
      lines: [{ deliveredQuantity: "10", damagedQuantity: "1" }, { deliveredQuantity: "2.5" }],
    });
    const { status, attempts } = await saved(tell(id, { outcome: "delivered" }));
    expect([status, attempts]).toMatchObject(["delivered", [{ attemptNo: 1, outcome: "delivered" }]]);
    const { items } = await saved(dispatcher.get(`${path}/${id}/history`));
    expect(items.filter((event) => JSON.stringify(event).includes("outcomeRecorded"))).toHaveLength(3);
  });

  test("keeps its time where the clock of the road was a little behind that of the desk", async () => {
    const { id } = await onBoard();
    const at = inHours(-0.01);
    await saved(step(id, "deliver", { at, signerName: "A. Maes" }));
    const corrected = await saved(tell(id, { outcome: "failed", reason: "wrong button" }));
    expect(corrected).toMatchObject({ status: "failed", outcomeAt: at });
    expect(await tell(id, { outcome: "failed", reason: "wrong button", at: inHours(-1) })).toMatchObject(refused("at"));
  });

  test("by the trip that had left its pickup out: it names that trip, and one that has left", async () => {
    const delivery = await onBoard({ pickupAddress: "Kade 1, Tilburg" });
    await saved(stopStep(delivery["pickupStopId"], "skip", { reason: "goods not ready" }));
    expect((await read(delivery.id)).status).toBe("unassigned");
    expect(await tell(delivery.id, { outcome: "delivered" })).toMatchObject(refused("tripId"));
    const waiting = await aTrip(testApp, { steps: [] });
    const by = (tripId: unknown) => tell(delivery.id, { outcome: "delivered", tripId });
    expect(await by(waiting.id)).toMatchObject(conflict("trip_not_begun"));
    expect(await by(crypto.randomUUID())).toMatchObject(refused("tripId"));
    expect(await saved(by(delivery["tripId"]))).toMatchObject({
      status: "delivered",
      tripId: delivery["tripId"],
      dropoffStopId: delivery["dropoffStopId"],
      attempts: [{ attemptNo: 1, outcome: "delivered", tripId: delivery["tripId"] }],
    });
  });

  test("of the attempt before: the trip that was to try again gives it back, and there was one attempt", async () => {
    const { id, tripId } = await onBoard();
    await saved(step(id, "fail", { reason: "nobody there" }));
    await saved(step(id, "try-again"));
    const next = await aTrip(testApp, { steps: [] });
    const stops = (await stopsOf(next.id)).length;
    await saved(step(id, "assign", { tripId: next.id }));
    expect(await stopsOf(next.id)).toHaveLength(stops + 1);
    expect(await saved(tell(id, { outcome: "delivered", tripId }))).toMatchObject({
      status: "delivered",
      tripId,
      attemptNo: 1,
      attempts: [{ attemptNo: 1, outcome: "delivered" }],
    });
    expect(await stopsOf(next.id)).toHaveLength(stops);
  });

  test("not before its trip left, not for a time to come, and by dispatchers alone", async () => {
    const { id } = await onBoard();
    await saved(step(id, "fail", { reason: "nobody there" }));
    expect(await tell(id, { outcome: "delivered", at: inHours(2) })).toMatchObject(refused("at"));
    expect(await tell(id, { outcome: "delivered", at: inHours(-90) })).toMatchObject(refused("at"));
    const { client } = await anActiveDriverAtWork(testApp);
    expect((await client.post(`${path}/${id}/record-outcome`, { outcome: "delivered" })).status).toBe(403);
  });
});

describe("a trip on the road", () => {
  test("tries again what failed and is on board still: at a stop of its own, which comes after the others", async () => {
    const { id, tripId, dropoffStopId } = await onBoard();
    await saved(stopStep(dropoffStopId, "arrive", { reason: "the nearest one" }));
    await saved(stopStep(dropoffStopId, "fail", { reason: "gate was closed" }));
    const again = await saved(step(id, "bring-again"));
    expect(again).toMatchObject({ status: "out_for_delivery", attemptNo: 2, tripId, failureReason: null });
    expect(again["dropoffStopId"]).not.toBe(dropoffStopId);
    const stops = await stopsOf(tripId);
    expect(stops.at(-1)).toMatchObject({ id: again["dropoffStopId"] });
    expect(await saved(step(id, "deliver"))).toMatchObject({
      status: "delivered",
      attempts: [
        { attemptNo: 2, outcome: "delivered" },
        { attemptNo: 1, outcome: "failed", reason: "gate was closed" },
      ],
    });
  });

  test("that is over brings nothing again", async () => {
    const { id, tripId } = await onBoard();
    await tripStep(tripId, "abort", { reason: "engine broke down" });
    expect(await step(id, "bring-again")).toMatchObject(conflict("trip_not_running"));
  });

  test("takes along what it loads on its way, and nothing that is loaded where it has left", async () => {
    const { tripId } = await onBoard();
    const here = await aFleetDelivery(testApp);
    expect(await step(here.id, "assign", { tripId })).toMatchObject(conflict("not_on_board"));
    const onTheWay = await aFleetDelivery(testApp, { pickupAddress: "Kade 1, Tilburg" });
    const assigned = await saved(step(onTheWay.id, "assign", { tripId }));
    expect(assigned.status).toBe("assigned");
    const stops = (await stopsOf(tripId)).map(({ id }) => id);
    expect(stops.indexOf(String(assigned["pickupStopId"]))).toBeLessThan(
      stops.indexOf(String(assigned["dropoffStopId"])),
    );
    await saved(stopStep(assigned["pickupStopId"], "arrive", { reason: "asked by the dispatcher" }));
    await saved(stopStep(assigned["pickupStopId"], "complete"));
    expect((await read(onTheWay.id)).status).toBe("out_for_delivery");
  });

  test("makes one more stop, which its driver sees; not before it set out, and somewhere", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const { id } = await aTrip(testApp, { driverId: work.driver.id, steps: ["plan", "dispatch", "start"] });
    const stop = { kind: "fuel", name: "Filling station", plannedArrival: inHours(1) };
    const add = (over: object) => dispatcher.post(`${tripsPath}/${id}/add-stop`, { ...stop, ...over });
    expect(await add({})).toMatchObject(refused("address"));
    expect(await add({ address: "A16, Moerdijk", plannedArrival: inHours(-90) })).toMatchObject(
      refused("plannedArrival"),
    );
    expect(await add({ locationId: crypto.randomUUID() })).toMatchObject(refused("locationId"));
    await saved(add({ address: "A16, Moerdijk" }));
    const own = (await work.client.get("/api/fleet/my-trips")).body.items.find((trip) => trip.id === id);
    expect(own).toMatchObject({
      stops: expect.arrayContaining([expect.objectContaining({ name: "Filling station" })]),
    });
    expect((await work.client.post(`${tripsPath}/${id}/add-stop`, { ...stop, address: "A16" })).status).toBe(403);
  });
});

describe("a stop that is over", () => {
  test("and was left out is made after all: what was to come back from there is brought there", async () => {
    const { id, dropoffStopId, tripId } = await onBoard();
    await saved(stopStep(dropoffStopId, "skip", { reason: "no time left" }));
    expect(await read(id)).toMatchObject({ status: "returning", attempts: [{ outcome: "not_reached" }] });
    await saved(stopStep(dropoffStopId, "take-up", { reason: "there is time" }));
    expect(await read(id)).toMatchObject({ status: "out_for_delivery", attemptNo: 1, attempts: [] });
    await saved(stopStep(dropoffStopId, "skip", { reason: "no time left" }));
    await tripStep(tripId, "abort", { reason: "engine broke down" });
    expect(await stopStep(dropoffStopId, "take-up", { reason: "there is time" })).toMatchObject(
      conflict("trip_not_running"),
    );
  });

  test("went otherwise: its times and its outcome are told again, also after its trip", async () => {
    const { dropoffStopId, tripId } = await onBoard();
    await tripStep(tripId, "abort", { reason: "engine broke down" });
    const visit = (told: object) => stopStep(dropoffStopId, "record-visit", { reason: "the driver phoned", ...told });
    expect(await visit({ outcome: "completed" })).toMatchObject(refused("arrivedAt"));
    const [arrivedAt, departedAt] = [inHours(0), inHours(0.01)];
    expect(await visit({ outcome: "completed", arrivedAt: departedAt, departedAt: arrivedAt })).toMatchObject(
      refused("departedAt"),
    );
    expect(await visit({ outcome: "completed", arrivedAt: inHours(-90) })).toMatchObject(refused("arrivedAt"));
    expect(await saved(visit({ outcome: "completed", arrivedAt, departedAt }))).toMatchObject({
      status: "completed",
      arrivedAt,
      departedAt,
      outcomeReason: null,
    });
    expect(await visit({ outcome: "failed", reason: null })).toMatchObject(refused("reason"));
    expect(await saved(visit({ outcome: "failed" }))).toMatchObject({
      status: "failed",
      arrivedAt,
      outcomeReason: "the driver phoned",
    });
  });
});
