import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { anAsset, assetsPath, aYard } from "#main/testing/records/assets.ts";
import { driversPath } from "#main/testing/records/drivers.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import {
  aTrip,
  anActiveDriver,
  anActiveDriverAtWork,
  changedAnyway,
  inHours,
  stopsPath,
  tripsPath as path,
} from "#main/testing/records/trips.ts";
import { aVehicle, vehiclesPath } from "#main/testing/records/vehicles.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const dispatcher = () => testApp.as("DISPATCHER");
const manager = () => testApp.as("FLEET_MANAGER");
const step = async (id: string, name: string, body: object = {}, as: () => Promise<Client> = dispatcher) =>
  decide(await as(), `${path}/${id}/${name}`, body);
const reason = "engine broke down";
const bookingsOf = async (tripId: string, resourceId: unknown) =>
  asSuper<{ active: boolean; standing: boolean; until: Date }>(
    testApp,
    "select active, standing, upper(during) as until from bookings where subject_id = $1 and resource_id = $2",
    [tripId, resourceId],
  );

/** A trip that has been on the road for three hours. */
async function onTheRoad(over: object = {}) {
  const trip = await aTrip(testApp, { from: 0.1, hours: 6, ...over, steps: ["plan", "dispatch"] });
  await asSuper(
    testApp,
    "update bookings set during = tstzrange(now() - interval '3 hours', upper(during)) where subject_id = $1",
    [trip.id],
  );
  return saved(step(trip.id, "start", { at: inHours(-3), meterValue: "1000" }));
}

describe("a trip that goes on with another vehicle", () => {
  test("tells who drove which vehicle until when, and both meters stand in their ledgers", async () => {
    const trip = await onTheRoad();
    const { id: vehicleId } = await aVehicle(await manager());
    const at = inHours(-1);
    const change = { vehicleId, reason, at, meterValue: "1080.5", newMeterValue: "52000" };
    const after = await saved(step(trip.id, "change-vehicle", change));
    expect(after).toMatchObject({
      status: "in_progress",
      vehicleId,
      legs: [
        {
          vehicleId: trip["vehicleId"],
          driverId: trip["driverId"],
          vehicleName: trip["vehicleName"],
          endsAt: at,
          reason: null,
        },
        { vehicleId, driverId: trip["driverId"], beginsAt: at, endsAt: null, reason, remarks: [] },
      ],
    });
    expect(await bookingsOf(trip.id, trip["vehicleId"])).toMatchObject([{ active: false, until: new Date(at) }]);
    expect(await bookingsOf(trip.id, vehicleId)).toMatchObject([
      { active: true, standing: true, until: new Date(String(trip["plannedEnd"])) },
    ]);
    for (const [id, meterValue] of [
      [trip["vehicleId"], "1080.5"],
      [vehicleId, "52000"],
    ])
      expect((await (await manager()).get(`${vehiclesPath}/${String(id)}`)).body).toMatchObject({ meterValue });
    const { body } = await (await dispatcher()).get(`${path}/${trip.id}/history`);
    expect(body.items[0]).toMatchObject({ step: "vehicleChanged", reason, changes: { vehicleId: { to: vehicleId } } });
    const again = await aTrip(testApp, {
      from: 0.5,
      vehicleId: trip["vehicleId"],
      steps: ["plan", "dispatch", "start"],
    });
    expect(again, "the broken one is free").toMatchObject({ status: "in_progress" });
  });

  test("takes its trailer along behind the new one, and ends its last leg when it ends", async () => {
    const trailer = await anAsset(await manager(), await aYard(await testApp.as("COMPANY_ADMIN")));
    const trip = await onTheRoad({ assets: [{ assetId: trailer.id }] });
    const { id: vehicleId } = await aVehicle(await manager());
    await saved(step(trip.id, "change-vehicle", { vehicleId, reason }));
    expect((await (await manager()).get(`${assetsPath}/${trailer.id}`)).body).toMatchObject({ vehicleId });
    const ended = await saved(step(trip.id, "abort", { reason: "no more today" }));
    expect(ended["legs"]).toMatchObject([{ endsAt: expect.any(String) }, { vehicleId, endsAt: ended["actualEnd"] }]);
  });

  test("says no later time than now, none before it left, and no smaller meter", async () => {
    const trip = await onTheRoad();
    const { id: vehicleId } = await aVehicle(await manager());
    const refused = async (more: object) =>
      Object.keys((await step(trip.id, "change-vehicle", { vehicleId, reason, ...more })).body.fields ?? {});
    expect(await refused({ at: inHours(1) })).toEqual(["at"]);
    expect(await refused({ at: inHours(-4) })).toEqual(["at"]);
    expect(await refused({ meterValue: "999" })).toEqual(["meterValue"]);
    expect(await refused({ vehicleId: trip["vehicleId"] })).toEqual(["vehicleId"]);
    expect((await (await dispatcher()).get(`${path}/${trip.id}`)).body, "nothing of it is kept").toMatchObject({
      vehicleId: trip["vehicleId"],
      legs: [],
    });
    expect(await bookingsOf(trip.id, trip["vehicleId"])).toMatchObject([{ active: true, standing: true }]);
  });

  test("has none that another trip has by then, and is told which", async () => {
    const trip = await onTheRoad();
    const other = await aTrip(testApp, { from: 2 });
    const vehicleId = other["vehicleId"];
    expect(await step(trip.id, "change-vehicle", { vehicleId, reason })).toMatchObject({
      status: 409,
      body: { code: "resource_taken", details: { by: [{ tripNumber: other["tripNumber"] }] } },
    });
    const running = await onTheRoad();
    const taken = { vehicleId: running["vehicleId"], reason, at: inHours(-1) };
    expect(await step(trip.id, "change-vehicle", taken)).toMatchObject({
      status: 409,
      body: { code: "still_on_trip" },
    });
    // It drives with it since an hour ago: that is a fact, and the next trip that counts on it is named.
    expect(await saved(step(trip.id, "change-vehicle", { vehicleId, reason, at: inHours(-1) }))).toMatchObject({
      delays: [{ tripNumber: other["tripNumber"] }],
    });
    expect(await bookingsOf(trip.id, vehicleId)).toMatchObject([
      { active: true, standing: true, until: new Date(String(other["plannedStart"])) },
    ]);
  });

  test("is refused what would be kept in the yard, unless somebody answers for it or it has happened already", async () => {
    const trip = await onTheRoad();
    const client = await manager();
    const held = async () => {
      const { id } = await aVehicle(client);
      await saved(client.post(`${vehiclesPath}/${id}/hold`, { reason: "mirror broken" }));
      return id;
    };
    const first = await held();
    const checks = [{ code: "vehicle_held", vehicleId: first, what: "mirror broken" }];
    expect(await step(trip.id, "change-vehicle", { vehicleId: first, reason })).toMatchObject({
      status: 409,
      body: { code: "not_ready", details: { checks } },
    });
    const anyway = { vehicleId: first, reason, answersFor: [] as string[] };
    expect((await step(trip.id, "change-vehicle-anyway", anyway)).status, "a dispatcher").toBe(403);
    const refusal = await step(trip.id, "change-vehicle-anyway", anyway, manager);
    expect(refusal, "who names nothing answers for nothing").toMatchObject({
      status: 409,
      body: { code: "not_ready", details: { checks } },
    });
    anyway.answersFor = (refusal.body["details"] as { checks: { key: string }[] }).checks.map(({ key }) => key);
    await saved(client.post(`${vehiclesPath}/${first}/hold`, { reason: "brakes" }));
    expect(await step(trip.id, "change-vehicle-anyway", anyway, manager), "what came up meanwhile").toMatchObject({
      body: { code: "not_ready", details: { checks: [{ what: "brakes" }] } },
    });
    expect(await saved(changedAnyway(client, trip.id, "change-vehicle", { vehicleId: first, reason }))).toMatchObject({
      isUnanswered: false,
      legs: [{ remarks: [] }, { vehicleId: first, remarks: [{ code: "vehicle_held" }, { code: "vehicle_held" }] }],
    });
    const other = await onTheRoad();
    const second = await held();
    expect(await saved(step(other.id, "change-vehicle", { vehicleId: second, reason, at: inHours(-1) }))).toMatchObject(
      {
        legs: [{}, { vehicleId: second, remarks: [{ code: "vehicle_held" }] }],
      },
    );
  });

  test("by one that has left the fleet since is told, and waits for somebody who answers for it; nobody decides so", async () => {
    const trip = await onTheRoad();
    const { id: vehicleId } = await aVehicle(await manager());
    await saved((await manager()).post(`${vehiclesPath}/${vehicleId}/retire`, { reason: "sold" }));
    const gone = { status: 422, body: { fields: { vehicleId: expect.any(String) } } };
    expect(await step(trip.id, "change-vehicle", { vehicleId, reason })).toMatchObject(gone);
    expect(await step(trip.id, "change-vehicle-anyway", { vehicleId, reason, answersFor: [] }, manager)).toMatchObject(
      gone,
    );
    expect(await saved(step(trip.id, "change-vehicle", { vehicleId, reason, at: inHours(-1) }))).toMatchObject({
      vehicleId,
      isUnanswered: true,
      legs: [{}, { remarks: [{ code: "vehicle_retired", isOpen: true }] }],
    });
  });

  test("is judged by what that one has now: another hold on one that it had before is asked for again", async () => {
    const trip = await onTheRoad();
    const client = await manager();
    const { id: vehicleId } = await aVehicle(client);
    const hold = (why: string) => saved(client.post(`${vehiclesPath}/${vehicleId}/hold`, { reason: why }));
    await hold("mirror broken");
    await saved(changedAnyway(client, trip.id, "change-vehicle", { vehicleId, reason }));
    await saved(step(trip.id, "change-vehicle", { vehicleId: trip["vehicleId"], reason }));
    expect((await step(trip.id, "change-vehicle", { vehicleId, reason })).status, "the same mirror").toBe(200);
    await saved(step(trip.id, "change-vehicle", { vehicleId: trip["vehicleId"], reason }));
    await hold("brakes");
    expect(await step(trip.id, "change-vehicle", { vehicleId, reason })).toMatchObject({
      status: 409,
      body: { code: "not_ready", details: { checks: [{ what: "brakes" }] } },
    });
  });

  test("before it has left only changes its plan", async () => {
    const trip = await aTrip(testApp, { from: 50, steps: ["plan", "dispatch"] });
    const { id: vehicleId } = await aVehicle(await manager());
    expect(await saved(step(trip.id, "change-vehicle", { vehicleId, reason }))).toMatchObject({
      status: "dispatched",
      vehicleId,
      legs: [],
    });
    const freed = await aTrip(testApp, { from: 50, vehicleId: trip["vehicleId"] });
    expect(freed).toMatchObject({ status: "planned" });
    const late = await aTrip(testApp, { from: 50, vehicleId, steps: [] });
    expect(await step(late.id, "plan")).toMatchObject({
      status: 409,
      body: { details: { by: [{ tripId: trip.id }] } },
    });
  });
});

describe("a trip that goes on with another driver", () => {
  test("is seen by the new driver from then on, and no longer by the former, whose part stays told", async () => {
    const { client: former, driver } = await anActiveDriverAtWork(testApp);
    const { client: next, driver: relief } = await anActiveDriverAtWork(testApp);
    const trip = await onTheRoad({ driverId: driver.id });
    expect((await former.get(`${path}/${trip.id}`)).status).toBe(200);
    const at = inHours(-1);
    await saved(step(trip.id, "change-driver", { driverId: relief.id, reason: "fell ill", at }));
    expect((await former.get(`${path}/${trip.id}`)).status, "the former driver").toBe(404);
    expect((await next.get(`${path}/${trip.id}`)).body).toMatchObject({
      driverId: relief.id,
      legs: [
        { driverId: driver.id, endsAt: at },
        { driverId: relief.id, beginsAt: at, endsAt: null, reason: null },
      ],
    });
    expect(await bookingsOf(trip.id, driver.id)).toMatchObject([{ active: false }]);
    expect(await bookingsOf(trip.id, relief.id)).toMatchObject([{ active: true, standing: true }]);
  });

  test("names an erased driver by the number among the staff, on the leg that was theirs", async () => {
    const trip = await onTheRoad();
    const { id: driverId } = await anActiveDriver(testApp);
    await saved(step(trip.id, "change-driver", { driverId, reason: "fell ill", at: inHours(-1) }));
    const former = `${driversPath}/${String(trip["driverId"])}`;
    const { body } = await (await manager()).get(former);
    const { version } = await saved((await manager()).post(`${former}/leave`));
    await saved((await testApp.as("COMPANY_ADMIN")).post(`${former}/erase`, { version }));
    expect((await (await dispatcher()).get(`${path}/${trip.id}`)).body["legs"]).toMatchObject([
      { driverName: body["employeeNo"] },
      { driverName: "Jan Smit" },
    ]);
    const back = { driverId: trip["driverId"], reason: "was here all along", at: inHours(-0.5) };
    expect(await step(trip.id, "change-driver", back), "nobody is told of them any more").toMatchObject({
      status: 422,
      body: { fields: { driverId: expect.any(String) } },
    });
  });

  test("may be whoever relieved the driver until then, and is on it once", async () => {
    const relief = await anActiveDriver(testApp, { lastName: "Relieving" });
    const trip = await onTheRoad({ crew: [{ driverId: relief.id, role: "co_driver" }] });
    expect(await saved(step(trip.id, "change-driver", { driverId: relief.id, reason: "fell ill" }))).toMatchObject({
      driverId: relief.id,
      people: [],
    });
    expect(await bookingsOf(trip.id, relief.id)).toMatchObject([{ active: true }]);
  });

  test("is refused one who may not drive, and has no second trip of one who drives already", async () => {
    const trip = await onTheRoad();
    const other = await anActiveDriver(testApp);
    await saved((await manager()).post(`${driversPath}/${other.id}/suspend`, { reason: "under review" }));
    const body = { driverId: other.id, reason: "fell ill" };
    expect(await step(trip.id, "change-driver", body)).toMatchObject({
      status: 409,
      body: { details: { checks: [{ code: "driver_not_active", driverId: other.id }] } },
    });
    await saved(changedAnyway(await manager(), trip.id, "change-driver", body));
    const running = await onTheRoad();
    const taken = { driverId: running["driverId"], reason: "fell ill" };
    expect(await step(trip.id, "change-driver", taken)).toMatchObject({ body: { code: "still_on_trip" } });
  });

  test("has to acknowledge one that has not left", async () => {
    const trip = await aTrip(testApp, { from: 50, steps: ["plan", "dispatch", "acknowledge"] });
    const { id: driverId } = await anActiveDriver(testApp, { lastName: "Next" });
    expect(await saved(step(trip.id, "change-driver", { driverId, reason: "on leave" }))).toMatchObject({
      driverName: "Jan Next",
      acknowledgedAt: null,
      legs: [],
    });
  });
});

describe("a trip that was completed by mistake", () => {
  async function completed() {
    const trip = await onTheRoad();
    const client = await dispatcher();
    for (const { id } of (await client.get(`${stopsPath}?tripId=${trip.id}`)).body.items)
      await saved(client.post(`${stopsPath}/${id}/skip`, { reason: "not needed" }));
    return saved(step(trip.id, "complete"));
  }

  test("goes on with what it had, for whoever administers the fleet", async () => {
    const { id, vehicleId, driverId } = await completed();
    expect((await step(id, "reopen", { reason: "wrong trip" })).status, "a dispatcher").toBe(403);
    expect(await saved(step(id, "reopen", { reason: "wrong trip" }, manager))).toMatchObject({
      status: "in_progress",
      actualEnd: null,
    });
    for (const resource of [vehicleId, driverId])
      expect(await bookingsOf(id, resource)).toContainEqual(expect.objectContaining({ active: true, standing: true }));
    const { body } = await (await dispatcher()).get(`${path}/${id}/history`);
    expect(body.items[0]).toMatchObject({ step: "reopened", reason: "wrong trip" });
    expect((await step(id, "complete")).status).toBe(200);
  });

  test("stays over after a day, and when another trip has its vehicle by now", async () => {
    const { id, vehicleId } = await completed();
    await aTrip(testApp, { from: 0.1, vehicleId, steps: ["plan", "dispatch", "start"] });
    expect(await step(id, "reopen", { reason: "wrong trip" }, manager)).toMatchObject({
      status: 409,
      body: { code: "still_on_trip" },
    });
    const old = await completed();
    await asSuper(testApp, "update trips set closed_at = closed_at - interval '25 hours' where id = $1", [old.id]);
    const overForGood = { status: 409, body: { code: "over_for_good" } };
    expect(await step(old.id, "reopen", { reason: "wrong trip" }, manager)).toMatchObject(overForGood);
    await saved(step(old.id, "record-end", { at: inHours(-0.1) }));
    expect(await step(old.id, "reopen", { reason: "wrong trip" }, manager), "its end was told anew").toMatchObject(
      overForGood,
    );
  });

  test("goes on though it ended days ago, where that was told only now", async () => {
    const trip = await onTheRoad();
    const longAgo = inHours(-60);
    await asSuper(testApp, "update trips set actual_start = now() - interval '70 hours' where id = $1", [trip.id]);
    const client = await dispatcher();
    for (const { id } of (await client.get(`${stopsPath}?tripId=${trip.id}`)).body.items)
      await saved(client.post(`${stopsPath}/${id}/skip`, { reason: "not needed" }));
    expect(await saved(step(trip.id, "complete", { at: longAgo }))).toMatchObject({ actualEnd: longAgo });
    expect(await saved(step(trip.id, "reopen", { reason: "wrong trip" }, manager))).toMatchObject({ closedAt: null });
  });
});
