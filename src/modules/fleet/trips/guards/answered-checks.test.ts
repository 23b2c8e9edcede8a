import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { action, answered, given } from "#main/testing/records/driver-actions.ts";
import { anAsset, assetTypeId, aYard } from "#main/testing/records/assets.ts";
import { dayIn } from "#main/testing/records/drivers.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import {
  swapped,
  aTrip,
  anActiveDriver,
  anActiveDriverAtWork,
  changedAnyway,
  inHours,
  letGoAnyway,
  seenOf,
  tripBody,
  tripsPath,
} from "#main/testing/records/trips.ts";
import { aVehicle, vehiclesPath } from "#main/testing/records/vehicles.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

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
  client.post(`${tripsPath}/${id}/${name}`, body);
const read = (id: string) => saved(dispatcher.get(`${tripsPath}/${id}`));
const hold = (vehicleId: unknown, why = "brakes") =>
  saved(manager.post(`${vehiclesPath}/${String(vehicleId)}/hold`, { reason: why }));
const suspended = async (over: object = {}): Promise<Body> => {
  const trip = await aTrip(testApp, { from: 0.1, ...over });
  await saved(manager.post(`/api/fleet/drivers/${String(trip["driverId"])}/suspend`, { reason: "under review" }));
  return trip;
};
const codes = ({ legs }: Body) =>
  (legs as { remarks: { code: string }[] }[]).flatMap(({ remarks }) => remarks.map((one) => one.code));

describe("who lets a trip go anyway answers for what there was to see", () => {
  test("and for nothing that comes up later: a hold after it waits for somebody, at a desk as on a phone", async () => {
    const trip = await suspended();
    await saved(letGoAnyway(manager, trip.id, { reason: "the review is over" }));
    const checksOf = async () => (await saved(dispatcher.get(`${tripsPath}/${trip.id}/checks`))).items;
    expect(await checksOf()).toMatchObject([{ code: "driver_not_active", isAnswered: true }]);
    expect(await read(trip.id)).toMatchObject({
      answers: [{ event: "dispatchedAnyway", at: expect.any(String), reason: "the review is over" }],
    });
    await hold(trip["vehicleId"]);
    expect(await checksOf()).toMatchObject([{ code: "vehicle_held", isAnswered: false }, { isAnswered: true }]);
    const running = await saved(step(trip.id, "start"));
    expect(running).toMatchObject({ isUnanswered: true });
    expect(codes(running)).toEqual(["vehicle_held"]);

    const work = await anActiveDriverAtWork(testApp);
    const theirs = await aTrip(testApp, { from: 0.1, driverId: work.driver.id });
    await hold(theirs["vehicleId"], "a mirror");
    await saved(letGoAnyway(manager, theirs.id, { reason: "to the workshop" }));
    await hold(theirs["vehicleId"]);
    const start = action(theirs, new Date().toISOString(), { kind: "start", meterValue: null });
    expect(await answered(work, [start])).toMatchObject([{ isApplied: true, flags: ["not_ready"] }]);
    expect(await read(theirs.id)).toMatchObject({ isUnanswered: true });
  });

  test("also by changing the vehicle or the driver of a trip that has not left: nobody is asked for it again when it leaves", async () => {
    const trip = await aTrip(testApp, { from: 0.1, steps: ["plan", "dispatch"] });
    const { id: vehicleId } = await aVehicle(manager);
    await hold(vehicleId);
    await saved(changedAnyway(manager, trip.id, "change-vehicle", { vehicleId, reason }));
    const { id: driverId } = await anActiveDriver(testApp);
    await saved(manager.post(`/api/fleet/drivers/${driverId}/suspend`, { reason: "under review" }));
    await saved(changedAnyway(manager, trip.id, "change-driver", { driverId, reason }));
    expect(await saved(step(trip.id, "start"))).toMatchObject({ isUnanswered: false, legs: [] });
  });

  test("as they read it: what has changed since is read first", async () => {
    const trip = await suspended();
    const reason = "the review is over";
    expect(await step(trip.id, "dispatch-anyway", { reason }, manager), "without what they read").toMatchObject({
      status: 422,
      body: { fields: { version: expect.any(String), answersFor: expect.any(String) } },
    });
    const { version, vehicleId, driverId } = trip;
    await saved(dispatcher.put(`${tripsPath}/${trip.id}`, { ...tripBody(0.1, 5, { vehicleId, driverId }), version }));
    expect(await letGoAnyway(manager, trip.id, { reason, version })).toMatchObject({
      status: 409,
      body: { code: "stale_version" },
    });
    const seen = await seenOf(manager, trip.id);
    await hold(trip["vehicleId"], "brakes have failed");
    expect(await letGoAnyway(manager, trip.id, { reason, ...seen }), "a hold that came up meanwhile").toMatchObject({
      status: 409,
      body: { code: "not_ready", details: { checks: [{ code: "vehicle_held", what: "brakes have failed" }] } },
    });
    expect((await letGoAnyway(manager, trip.id, { reason })).status).toBe(200);
  });

  test("and not for another hold, though it says the same", async () => {
    const trip = await aTrip(testApp, { from: 0.1, steps: ["plan", "dispatch"] });
    const { id: vehicleId } = await aVehicle(manager);
    const held = () => saved(manager.post("/api/fleet/vehicle-holds", { vehicleId, reason: "to be looked at" }));
    const first = await held();
    await saved(changedAnyway(manager, trip.id, "change-vehicle", { vehicleId, reason }));
    await saved(decide(manager, `/api/fleet/vehicle-holds/${first.id}/close`, { reason: "mended" }));
    await held();
    expect(await saved(step(trip.id, "start"))).toMatchObject({ isUnanswered: true });
  });

  test("until it is taken back: then it is asked for again", async () => {
    const trip = await suspended();
    await saved(letGoAnyway(manager, trip.id, { reason: "the review is over" }));
    await saved(step(trip.id, "recall", { reason: "another day" }));
    expect(await read(trip.id)).toMatchObject({ answers: [] });
    expect(
      await saved(step(trip.id, "record-driven", { startedAt: inHours(-1), reason: "it had left" })),
    ).toMatchObject({
      isUnanswered: true,
    });
  });
});

describe("a trip is judged by the days that it is driven on", () => {
  const licenceEnded = (driverId: unknown) =>
    asSuper(testApp, "update driver_licences set expires_on = $2 where driver_id = $1", [driverId, dayIn(-1)]).then(
      () =>
        asSuper(
          testApp,
          "update driver_licence_classes set expires_on = $2 where licence_id in (select id from driver_licences where driver_id = $1)",
          [driverId, dayIn(-1)],
        ),
    );

  test("one that should have left two days ago is not dispatched today with a licence that has ended since", async () => {
    const trip = await aTrip(testApp, { from: -48, hours: 8 });
    await licenceEnded(trip["driverId"]);
    const missing = { code: "licence_missing", driverId: trip["driverId"] };
    const checks = [missing, { code: "planned_end_past" }];
    expect(await step(trip.id, "dispatch")).toMatchObject({ status: 409, body: { details: { checks } } });
  });

  test("one that was driven while it held needs nobody's answer, and one that was driven after it does", async () => {
    const tell = async (startedAt: string, endedAt: string) => {
      const trip = await aTrip(testApp, { from: -72, hours: 2 });
      await licenceEnded(trip["driverId"]);
      return saved(step(trip.id, "record-driven", { startedAt, endedAt, reason: "it had left" }));
    };
    expect(await tell(inHours(-71), inHours(-70))).toMatchObject({ isUnanswered: false });
    expect(await tell(inHours(-0.5), inHours(-0.1))).toMatchObject({ isUnanswered: true });
  });
});

describe("another trailer", () => {
  /** A trip with 20 t in a trailer for 24 t, and one for 3 t. */
  async function loaded(...steps: string[]) {
    const yard = await aYard(await testApp.as("COMPANY_ADMIN"));
    const typeId = await assetTypeId(manager, "CURTAIN");
    const trailer = (maxGrossKg: string) => anAsset(manager, yard, { typeId, tareKg: "6000", maxGrossKg });
    const [large, small] = [await trailer("30000"), await trailer("9000")];
    const trip = await aTrip(testApp, { from: 0.1, loadKg: "20000", assets: [{ assetId: large.id }], steps });
    return { trip, large, small, change: { assetId: large.id, withAssetId: small.id, reason } };
  }

  test("that cannot carry what is aboard is refused, unless somebody answers for it; one that has gone along waits for an answer", async () => {
    const { trip, change } = await loaded("plan", "dispatch");
    const tooHeavy = { status: 409, body: { code: "not_ready", details: { checks: [{ code: "too_heavy" }] } } };
    expect(await step(trip.id, "change-asset", change)).toMatchObject(tooHeavy);
    expect((await step(trip.id, "change-asset-anyway", { ...change, answersFor: [] })).status, "a dispatcher").toBe(
      403,
    );
    await saved(changedAnyway(manager, trip.id, "change-asset", change));
    expect(await saved(step(trip.id, "start"))).toMatchObject({ isUnanswered: false });

    const road = await loaded("plan", "dispatch");
    await saved(step(road.trip.id, "start", { at: inHours(-2) }));
    expect(await step(road.trip.id, "change-asset", road.change)).toMatchObject(tooHeavy);
    const told = await saved(step(road.trip.id, "change-asset", { ...road.change, at: inHours(-1) }));
    expect(told).toMatchObject({ isUnanswered: true });
    expect(codes(told)).toEqual(["too_heavy"]);
  });

  test("that makes worse what was answered for is refused again: as much too heavy is not, more too heavy is", async () => {
    const { trip, large, small, change } = await loaded("plan");
    const yard = await aYard(await testApp.as("COMPANY_ADMIN"));
    const typeId = await assetTypeId(manager, "CURTAIN");
    const middle = await anAsset(manager, yard, { typeId, tareKg: "6000", maxGrossKg: "9000" });
    await saved(step(trip.id, "dispatch"));
    await saved(changedAnyway(manager, trip.id, "change-asset", change));
    const same = { assetId: small.id, withAssetId: middle.id, reason };
    expect((await step(trip.id, "change-asset", same)).status, "it may carry as little").toBe(200);
    const smallest = await anAsset(manager, yard, { typeId, tareKg: "6000", maxGrossKg: "7000" });
    const worse = { assetId: middle.id, withAssetId: smallest.id, reason };
    expect(await step(trip.id, "change-asset", worse)).toMatchObject({ status: 409, body: { code: "not_ready" } });
    const better = { assetId: middle.id, withAssetId: large.id, reason };
    expect((await step(trip.id, "change-asset", better)).status).toBe(200);
  });

  test("what is loaded into a container on the road is recorded, and dangerous goods wait for an answer", async () => {
    const yard = await aYard(await testApp.as("COMPANY_ADMIN"));
    const trailer = await anAsset(manager, yard, { typeId: await assetTypeId(manager, "CURTAIN") });
    const trip = await aTrip(testApp, {
      from: 0.1,
      assets: [{ assetId: trailer.id }],
      steps: ["plan", "dispatch", "start"],
    });
    const goods = { code: "PAINT-ROAD", name: "Paint", quantityType: "XDR", unitWeightKg: "1" };
    const dangerous = { unNumber: "1263", hazardClass: "3", packingGroup: "II" };
    const commodity = await saved(manager.post("/api/fleet/asset-commodities", { ...goods, ...dangerous }));
    const load = { assetId: trailer.id, commodityId: commodity.id, quantity: "1", tripId: trip.id };
    await saved(manager.post("/api/fleet/asset-loads", load));
    const after = await read(trip.id);
    expect(after).toMatchObject({ isUnanswered: true });
    expect(codes(after)).toEqual(["no_dangerous_goods_certificate"]);
    await saved(manager.post("/api/fleet/asset-loads", load));
    expect(codes(await read(trip.id)), "once").toHaveLength(1);
  });
});

test("two trips exchange their vehicles only as long as no driver has either", async () => {
  const [one, other] = [
    await aTrip(testApp, { from: 30, steps: ["plan", "dispatch"] }),
    await aTrip(testApp, { from: 40 }),
  ];
  expect(await swapped(dispatcher, one.id, other.id)).toMatchObject({
    status: 409,
    body: { code: "wrong_state" },
  });
});

test("who takes over where somebody else was planned is told all the same: that plan stays, and is theirs to change", async () => {
  const work = await anActiveDriverAtWork(testApp);
  const trip = await given(testApp, work, { from: 0.1, hours: 6 });
  await saved(step(trip.id, "start", { at: inHours(-3) }));
  const planned = await aTrip(testApp, { from: -1, hours: 3 });
  const change = { vehicleId: planned["vehicleId"], reason, at: inHours(-0.5) };
  expect(await saved(step(trip.id, "change-vehicle", change))).toMatchObject({ vehicleId: planned["vehicleId"] });
  expect(await read(planned.id)).toMatchObject({ status: "planned", vehicleId: planned["vehicleId"] });
});

test("what waits for somebody is not archived", async () => {
  const trip = await aTrip(testApp, { from: 0.1, steps: ["plan", "dispatch"] });
  await hold(trip["vehicleId"]);
  await saved(step(trip.id, "start"));
  await saved(step(trip.id, "abort", { reason: "no more today" }));
  expect(await step(trip.id, "archive")).toMatchObject({ status: 409, body: { code: "not_settled" } });
  const { version } = await read(trip.id);
  await saved(step(trip.id, "answer-for", { reason: "only a lamp", version }, manager));
  expect((await step(trip.id, "archive", {}, manager)).status).toBe(200);
});
