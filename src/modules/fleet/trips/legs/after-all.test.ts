import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { action, actionsPath, answered, given } from "#main/testing/records/driver-actions.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriverAtWork, inHours, stopsPath, tripsPath } from "#main/testing/records/trips.ts";
import { anAsset, assetsPath, aYard } from "#main/testing/records/assets.ts";
import { driversPath } from "#main/testing/records/drivers.ts";
import { vehiclesPath } from "#main/testing/records/vehicles.ts";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let dispatcher: Client;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
  manager = await testApp.as("FLEET_MANAGER");
});
afterAll(() => testApp.close());

const step = (id: string, name: string, body: object = {}, client = dispatcher) =>
  client.post(`${tripsPath}/${id}/${name}`, body);
const read = (id: string) => saved(dispatcher.get(`${tripsPath}/${id}`));
const reason = "the driver had left";
const driven = (over: object = {}) => ({ startedAt: inHours(-3), reason, ...over });
const stopsOf = ({ stops }: Body) => (stops as Body[]).map(({ status }) => status);
const metersOf = async (vehicleId: unknown) =>
  (
    (await saved(dispatcher.get(`/api/fleet/meter-readings?vehicleId=${String(vehicleId)}&sort=readAt`)))
      .items as unknown as Body[]
  )
    .filter(({ voidedAt }) => voidedAt === null)
    .map(({ enteredValue, source }) => ({ enteredValue, source }));

async function cancelled(over: object = {}): Promise<Body> {
  const trip = await aTrip(testApp, { from: 0.1, ...over, steps: ["plan", "dispatch"] });
  return saved(step(trip.id, "cancel", { reason: "customer closed" }));
}

describe("a trip that was driven though a desk had said otherwise", () => {
  test("cancelled, and back by now: it is over, and what became of its stops and goods is told afterwards", async () => {
    const trip = await aTrip(testApp, { from: 0.1, steps: ["plan", "dispatch"] });
    const delivery = await aFleetDelivery(testApp);
    await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId: trip.id }));
    await saved(step(trip.id, "cancel", { reason: "customer closed" }));
    const tell = (body: object) => dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/record-outcome`, body);
    const outcome = { outcome: "delivered", at: inHours(-2), signerName: "A. Maes", tripId: trip.id };
    expect(await tell(outcome), "not before somebody says that it left").toMatchObject({ status: 409 });

    const times = { startedAt: inHours(-3), endedAt: inHours(-1), meterValue: "1000", endMeterValue: "1080" };
    const after = await saved(step(trip.id, "record-driven", { ...times, reason }));
    expect(after).toMatchObject({ status: "completed", actualStart: times.startedAt, actualEnd: times.endedAt });
    expect(stopsOf(after).slice(0, 2)).toEqual(["skipped", "skipped"]);
    expect(await metersOf(trip["vehicleId"])).toEqual(
      expect.arrayContaining([
        { enteredValue: "1000", source: "trip_start" },
        { enteredValue: "1080", source: "trip_end" },
      ]),
    );
    const [stop] = after["stops"] as Body[];
    const visit = { outcome: "completed", arrivedAt: inHours(-2.5), departedAt: inHours(-2.4), reason };
    expect(await saved(dispatcher.post(`${stopsPath}/${String(stop?.id)}/record-visit`, visit))).toMatchObject({
      status: "completed",
    });
    expect(await saved(tell(outcome))).toMatchObject({ status: "delivered", tripId: trip.id });
    const { items } = await saved(dispatcher.get(`${tripsPath}/${trip.id}/history`));
    expect(items).toContainEqual(expect.objectContaining({ step: "drivenAfterAll", reason, toStatus: "completed" }));
  });

  test("cancelled, and still on the road: it runs with its stops, its vehicle and its driver are taken, and it ends as any other", async () => {
    const trip = await cancelled();
    expect(trip["steps"]).toContain("recordDriven");
    const running = await saved(step(trip.id, "record-driven", driven()));
    expect(running).toMatchObject({ status: "in_progress", actualEnd: null, statusReason: null });
    expect(stopsOf(running)).toEqual(["en_route", "pending"]);
    const other = { from: 0.2, vehicleId: trip["vehicleId"], steps: [] };
    const late = await aTrip(testApp, other);
    expect(await step(late.id, "plan"), "nobody plans with it").toMatchObject({ status: 409 });
    for (const { id } of running["stops"] as Body[])
      for (const one of ["arrive", "complete"]) await saved(dispatcher.post(`${stopsPath}/${id}/${one}`, {}));
    expect(await saved(step(trip.id, "complete", {}))).toMatchObject({ status: "completed" });
  });

  test("though its vehicle was given to the next trip since: it has it until that one counts on it, and that one stays planned", async () => {
    const trip = await cancelled({ hours: 8 });
    const next = await aTrip(testApp, { from: 1, vehicleId: trip["vehicleId"] });
    expect(await saved(step(trip.id, "record-driven", driven()))).toMatchObject({ status: "in_progress" });
    expect(await read(next.id)).toMatchObject({ status: "planned" });
    const third = { from: 0.1, hours: 0.5, vehicleId: trip["vehicleId"], steps: [] };
    expect(await step((await aTrip(testApp, third)).id, "plan")).toMatchObject({ status: 409 });
  });

  test("not while its vehicle or its driver is on the road with another: nobody drives two trips at once, but what is over is told", async () => {
    const trip = await cancelled();
    const now = await aTrip(testApp, { from: 0.1, vehicleId: trip["vehicleId"], steps: ["plan", "dispatch", "start"] });
    expect(await step(trip.id, "record-driven", driven())).toMatchObject({
      status: 409,
      body: { code: "still_on_trip", details: { tripNumber: now["tripNumber"] } },
    });
    expect(await saved(step(trip.id, "record-driven", driven({ endedAt: inHours(-2) })))).toMatchObject({
      status: "completed",
    });
  });

  test("and of one that is to leave just now nothing is said so: it is judged as a dispatch is", async () => {
    const trip = await aTrip(testApp, { from: 0.1 });
    await saved(manager.post(`${driversPath}/${String(trip["driverId"])}/leave`));
    const left = { status: 409, body: { code: "not_ready", details: { checks: [{ code: "driver_left" }] } } };
    for (const startedAt of [inHours(0.05), inHours(-0.05)])
      expect(await step(trip.id, "record-driven", driven({ startedAt }))).toMatchObject(left);
    expect(await saved(step(trip.id, "record-driven", driven()))).toMatchObject({ isUnanswered: true });
  });

  test("though its vehicle was held by then: that waits for somebody who may let it go anyway", async () => {
    const trip = await cancelled();
    await saved(manager.post(`${vehiclesPath}/${String(trip["vehicleId"])}/hold`, { reason: "brakes" }));
    expect(await saved(step(trip.id, "record-driven", driven()))).toMatchObject({
      isUnanswered: true,
      legs: [{ remarks: [{ code: "vehicle_held", isOpen: true }] }],
    });
  });

  test("though its vehicle, its driver and its trailer have left the fleet since: that waits for an answer, too", async () => {
    const trailer = await anAsset(manager, await aYard(await testApp.as("COMPANY_ADMIN")));
    const trip = await cancelled({ assets: [{ assetId: trailer.id }] });
    await saved(manager.post(`${vehiclesPath}/${String(trip["vehicleId"])}/retire`, { reason: "sold" }));
    await saved(manager.post(`${driversPath}/${String(trip["driverId"])}/leave`));
    await saved(manager.post(`${assetsPath}/${trailer.id}/retire`, { reason: "sold" }));
    const after = await saved(step(trip.id, "record-driven", driven()));
    expect(after).toMatchObject({ status: "in_progress", isUnanswered: true });
    expect((after["legs"] as { remarks: { code: string }[] }[])[0]?.remarks.map(({ code }) => code)).toEqual([
      "vehicle_retired",
      "asset_retired",
      "driver_left",
    ]);
  });

  test("what a driver's phone tells of a trip that was taken back meanwhile is entered from the desk", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const trip = await given(testApp, work, { from: 0.1 });
    await saved(step(trip.id, "recall", { reason: "another driver" }));
    await saved(step(trip.id, "cancel", { reason: "customer closed" }));
    const [first] = trip["stops"] as Body[];
    const told = await answered(work, [
      action(trip, inHours(-0.5), { kind: "start", meterValue: "500" }),
      action(trip, inHours(-0.4), { kind: "arrive", stopId: String(first?.id), reason: null }),
    ]);
    expect(told.map(({ isApplied }) => isApplied)).toEqual([false, false]);
    for (const { id } of told) await saved(dispatcher.post(`${actionsPath}/${id}/enter`, {}));
    const after = await read(trip.id);
    expect(after).toMatchObject({ status: "in_progress", hasReportsToSettle: false });
    expect(stopsOf(after)).toEqual(["arrived", "pending"]);
  });

  test("no driver says so of their own trip, nobody of another company's, and nobody ahead of time or of one that never was whole", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const trip = await given(testApp, work, { from: 0.1 });
    await saved(step(trip.id, "cancel", { reason: "customer closed" }));
    expect((await step(trip.id, "record-driven", driven(), work.client)).status).toBe(403);
    expect((await step(trip.id, "record-driven", driven(), await testApp.as("DISPATCHER", "b"))).status).toBe(404);
    expect(await step(trip.id, "record-driven", driven({ startedAt: inHours(1) }))).toMatchObject({
      status: 422,
      body: { fields: { startedAt: expect.any(String) } },
    });
    expect(await step(trip.id, "record-driven", driven({ endedAt: inHours(-4) }))).toMatchObject({
      status: 422,
      body: { fields: { endedAt: expect.any(String) } },
    });
    expect(await step(trip.id, "record-driven", driven({ endMeterValue: "1080" })), "a meter of no end").toMatchObject({
      status: 422,
      body: { fields: { endedAt: expect.any(String) } },
    });
    const draft = await aTrip(testApp, { steps: [] });
    expect((await step(draft.id, "record-driven", driven())).status).toBe(409);
  });
});

describe("the end of a trip", () => {
  test("that is aborted takes when it was and what its meter showed", async () => {
    const trip = await aTrip(testApp, { from: 0.1, steps: ["plan", "dispatch"] });
    await saved(step(trip.id, "start", { at: inHours(-3), meterValue: "200" }));
    const end = { at: inHours(-1), meterValue: "250", reason: "road closed" };
    expect(await saved(step(trip.id, "abort", end))).toMatchObject({ status: "aborted", actualEnd: end.at });
    expect(await metersOf(trip["vehicleId"])).toContainEqual({ enteredValue: "250", source: "trip_end" });
  });

  test("is told later, too, of what it was ended as: its last leg ends with it, and what was told before is in the history", async () => {
    const trip = await aTrip(testApp, { from: 0.1, steps: ["plan", "dispatch"] });
    await saved(step(trip.id, "start", { at: inHours(-3) }));
    await saved(step(trip.id, "abort", { reason: "road closed" }));
    const { actualEnd } = await read(trip.id);
    const end = { at: inHours(-1), meterValue: "250" };
    expect(await saved(step(trip.id, "record-end", end))).toMatchObject({ status: "aborted", actualEnd: end.at });
    expect(await metersOf(trip["vehicleId"])).toContainEqual({ enteredValue: "250", source: "trip_end" });
    await saved(step(trip.id, "record-end", { at: null, meterValue: "205" }));
    const meters = await metersOf(trip["vehicleId"]);
    expect(meters, "a slip is told again, and stands no more").toContainEqual({
      enteredValue: "205",
      source: "trip_end",
    });
    expect(meters).not.toContainEqual({ enteredValue: "250", source: "trip_end" });
    const { items } = await saved(dispatcher.get(`${tripsPath}/${trip.id}/history`));
    expect(items).toContainEqual(
      expect.objectContaining({
        step: "endRecorded",
        changes: { actualEnd: { from: actualEnd, to: end.at } },
      }),
    );
  });

  test("says something, and is not before the trip left", async () => {
    const trip = await aTrip(testApp, { from: 0.1, steps: ["plan", "dispatch"] });
    await saved(step(trip.id, "start", { at: inHours(-1) }));
    await saved(step(trip.id, "abort", { reason: "road closed" }));
    expect(await step(trip.id, "record-end", {})).toMatchObject({
      status: 422,
      body: { fields: { meterValue: expect.any(String) } },
    });
    expect(await step(trip.id, "record-end", { at: inHours(-2) })).toMatchObject({
      status: 422,
      body: { fields: { at: expect.any(String) } },
    });
  });
});
