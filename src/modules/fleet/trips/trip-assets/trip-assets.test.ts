import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type TestApp } from "#main/testing/test-app.ts";
import { anAsset, assetTypeId, assetsPath, aYard } from "#main/testing/records/assets.ts";
import { aDocument, typesPath, verified } from "#main/testing/records/documents.ts";
import { aDriver, aLicence, dayIn, driversPath } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import { patiently } from "#main/testing/patiently.ts";
import { aTrip, anActiveDriver, inHours, stopsPath, tripBody, tripsPath as path } from "#main/testing/records/trips.ts";
import { aVehicle, registered } from "#main/testing/records/vehicles.ts";

let testApp: TestApp;
let yard: string;
beforeAll(async () => {
  testApp = await startTestApp();
  yard = await aYard(await testApp.as("COMPANY_ADMIN"));
});
afterAll(() => testApp.close());
const dispatcher = () => testApp.as("DISPATCHER");
const manager = () => testApp.as("FLEET_MANAGER");
const step = async (id: string, name: string, body: object = {}) =>
  (await dispatcher()).post(`${path}/${id}/${name}`, body);
const aTrailer = async (over: Record<string, unknown> = {}) => anAsset(await manager(), yard, over);
const assetOf = async (id: string) => (await (await manager()).get(`${assetsPath}/${id}`)).body;
const along = (...assets: Body[]) => ({ assets: assets.map(({ id }) => ({ assetId: id })) });
const checksOf = async (id: string) => (await (await dispatcher()).get(`${path}/${id}/checks`)).body.items;

test("nothing stays behind of a trip on which nothing goes along, and a trailer can be picked up on each", async () => {
  const trailer = await aTrailer();
  const alone = await aTrip(testApp, { from: 40, steps: ["plan", "dispatch"] });
  expect(alone["steps"]).toContain("changeAsset");
  expect(await step(alone.id, "change-asset", { assetId: trailer.id, reason: "flat tyre" })).toMatchObject({
    status: 422,
    body: { fields: { assetId: expect.any(String) } },
  });
});

describe("a trailer that goes along on a trip", () => {
  const times = 200;

  test(`of ${times} trips that want one trailer at once, one gets it, and each of the others is told by whom`, async () => {
    const client = await dispatcher();
    const trailer = await aTrailer();
    const fleet = await Promise.all(
      Array.from({ length: 4 }, async () => ({
        vehicleId: (await aVehicle(await manager())).id,
        driverId: (await anActiveDriver(testApp)).id,
      })),
    );
    const ids: string[] = [];
    for (let n = 0; n < times; n += 1)
      ids.push((await saved(client.post(path, tripBody(48, 4, { ...fleet[n % 4], ...along(trailer) })))).id);
    const answers = await Promise.all(ids.map((id) => patiently(() => client.post(`${path}/${id}/plan`))));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    const tripNumber = winners[0]?.body["tripNumber"];
    expect(answers.some(({ body }) => (body["details"] as { kind?: string })?.kind === "asset")).toBe(true);
    for (const { status, body } of answers.filter((answer) => answer !== winners[0]))
      expect({ status, body }).toMatchObject({
        status: 409,
        body: { code: "resource_taken", details: { by: [{ tripNumber }] } },
      });
  });

  test("is refused to another trip at that time by its own name, and stays with the trip that is changed otherwise", async () => {
    const trailer = await aTrailer();
    const first = await aTrip(testApp, { from: 72, ...along(trailer) });
    expect(first).toMatchObject({ attached: [{ assetId: trailer.id, assetNo: trailer["assetNo"], attachedAt: null }] });
    const other = await aTrip(testApp, { from: 75, ...along(trailer), steps: [] });
    expect(await step(other.id, "plan")).toMatchObject({
      status: 409,
      body: {
        message: `${String(trailer["assetNo"])} is on trip ${String(first["tripNumber"])} then.`,
        details: { kind: "asset", by: [{ tripId: first.id }] },
      },
    });
    const client = await dispatcher();
    const body = tripBody(72, 4, { vehicleId: first["vehicleId"], driverId: first["driverId"] });
    await saved(client.put(`${path}/${first.id}`, { ...body, version: first.version }));
    expect((await step(other.id, "plan")).status, "once the first goes without it").toBe(200);
  });

  test("is allocated by the plan, in use on the road, and where the trip made its last stop afterwards", async () => {
    const trailer = await aTrailer();
    const [start, end] = [inHours(1), inHours(5)];
    const stops = [
      { kind: "pickup", address: "Kade 1, Tilburg", plannedArrival: inHours(2) },
      { kind: "dropoff", locationId: yard, plannedArrival: inHours(3) },
    ];
    const trip = await aTrip(testApp, { plannedStart: start, plannedEnd: end, stops, ...along(trailer) });
    expect(await assetOf(trailer.id)).toMatchObject({ availability: "booked", locationId: yard });
    await saved(step(trip.id, "dispatch"));
    await saved(step(trip.id, "start"));
    await asSuper(
      testApp,
      "update bookings set during = tstzrange(now() - interval '1 hour', upper(during)) where subject_id = $1",
      [trip.id],
    );
    expect(await assetOf(trailer.id)).toMatchObject({
      availability: "on_trip",
      locationId: null,
      vehicleId: trip["vehicleId"],
    });
    const client = await dispatcher();
    for (const { id } of (await client.get(`${stopsPath}?tripId=${trip.id}&sort=plannedArrival`)).body.items)
      for (const name of ["arrive", "complete"]) await saved(client.post(`${stopsPath}/${id}/${name}`));
    expect(await saved(step(trip.id, "complete"))).toMatchObject({
      attached: [{ assetId: trailer.id, attachedAt: expect.any(String), detachedAt: expect.any(String) }],
    });
    expect(await assetOf(trailer.id)).toMatchObject({ availability: "available", locationId: yard, vehicleId: null });
    const { body } = await (await manager()).get(`${assetsPath}/${trailer.id}/history`);
    expect(body.items.map(({ step: name }) => name).slice(0, 2)).toEqual(["moved", "moved"]);
    expect((await client.get(`${path}?assetId=${trailer.id}`)).body.items).toMatchObject([{ id: trip.id }]);
  });

  test("that still runs behind another vehicle does not leave a second time", async () => {
    const trailer = await aTrailer();
    const running = await aTrip(testApp, { from: 0.1, ...along(trailer), steps: ["plan", "dispatch", "start"] });
    const next = await aTrip(testApp, { from: 30, ...along(trailer), steps: ["plan", "dispatch"] });
    expect(await step(next.id, "start")).toMatchObject({
      status: 409,
      body: { code: "still_on_trip", details: { tripNumber: running["tripNumber"] } },
    });
    await saved(step(running.id, "abort", { reason: "engine trouble" }));
    expect(await assetOf(trailer.id), "it is where the vehicle is").toMatchObject({ vehicleId: running["vehicleId"] });
    expect((await step(next.id, "start")).status).toBe(200);
  });

  test("is left behind on the road for another one, and the trip tells of both", async () => {
    const [old, next, spare] = [await aTrailer(), await aTrailer(), await aTrailer()];
    const trip = await aTrip(testApp, { from: 0.1, ...along(old), steps: ["plan", "dispatch", "start"] });
    const change = { assetId: old.id, withAssetId: next.id, locationId: yard, reason: "tyre burst" };
    expect(await step(trip.id, "change-asset", { ...change, assetId: spare.id })).toMatchObject({
      body: { fields: { assetId: expect.any(String) } },
    });
    const client = await manager();
    await saved(client.post(`${assetsPath}/${next.id}/send-to-maintenance`, { reason: "new brakes" }));
    expect(await step(trip.id, "change-asset", change)).toMatchObject({
      status: 409,
      body: { details: { checks: [{ code: "asset_not_usable", assetId: next.id }] } },
    });
    await saved(client.post(`${assetsPath}/${next.id}/return-from-maintenance`));
    expect(await saved(step(trip.id, "change-asset", change))).toMatchObject({
      attached: [
        { assetId: old.id, detachedAt: expect.any(String), reason: "tyre burst" },
        { assetId: next.id, attachedAt: expect.any(String), detachedAt: null },
      ],
    });
    expect(await assetOf(old.id)).toMatchObject({ locationId: yard, availability: "available" });
    expect(await assetOf(next.id)).toMatchObject({ vehicleId: trip["vehicleId"] });
    const other = await aTrip(testApp, { from: 0.2, ...along(old), steps: ["plan", "dispatch", "start"] });
    expect(await step(other.id, "change-asset", { ...change, withAssetId: next.id })).toMatchObject({ status: 409 });
    const planned = await aTrip(testApp, { from: 60, ...along(spare), steps: ["plan", "dispatch"] });
    const without = { assetId: spare.id, reason: "goes without" };
    expect(await saved(step(planned.id, "change-asset", without))).toMatchObject({ attached: [] });
  });

  test("may be picked up on the way, with nothing left behind: it is judged, booked and told as any other", async () => {
    const trip = await aTrip(testApp, { from: 0.1, steps: ["plan", "dispatch", "start"] });
    const [first, second] = [await aTrailer(), await aTrailer()];
    const pickUp = { withAssetId: first.id, reason: "the customer's yard was full" };
    expect(await step(trip.id, "change-asset", { reason: "nothing" })).toMatchObject({
      status: 422,
      body: { fields: { withAssetId: expect.any(String) } },
    });
    await saved((await manager()).post(`${assetsPath}/${first.id}/send-to-maintenance`, { reason: "new brakes" }));
    expect(await step(trip.id, "change-asset", pickUp)).toMatchObject({
      body: { code: "not_ready", details: { checks: [{ code: "asset_not_usable", assetId: first.id }] } },
    });
    await saved((await manager()).post(`${assetsPath}/${first.id}/return-from-maintenance`));
    expect(await saved(step(trip.id, "change-asset", pickUp))).toMatchObject({
      attached: [{ assetId: first.id, attachedAt: expect.any(String), detachedAt: null, reason: null }],
    });
    expect(await assetOf(first.id)).toMatchObject({ vehicleId: trip["vehicleId"], availability: "on_trip" });
    expect(
      await saved(step(trip.id, "change-asset", { withAssetId: second.id, reason: "a dolly" })),
      "in addition",
    ).toMatchObject({
      attached: [
        { assetId: first.id, detachedAt: null },
        { assetId: second.id, detachedAt: null },
      ],
    });
    const [{ changes }] = (await saved((await manager()).get(`${path}/${trip.id}/history`))).items as [Body];
    expect(changes).toMatchObject({ assetId: { from: null, to: second.id } });

    const planned = await aTrip(testApp, { from: 60, steps: ["plan", "dispatch"] });
    const third = await aTrailer();
    const more = { withAssetId: third.id, reason: "a trailer waits there" };
    expect(await saved(step(planned.id, "change-asset", more))).toMatchObject({
      attached: [{ assetId: third.id, attachedAt: null }],
    });
    const late = await aTrip(testApp, { from: 61, assets: [{ assetId: third.id }], steps: [] });
    expect(await step(late.id, "plan"), "it is booked").toMatchObject({ body: { code: "resource_taken" } });
  });

  test("is one that has its own number, and none that has left the fleet", async () => {
    const pool = await aTrailer({ typeId: await assetTypeId(await manager(), "EUR-POOL"), quantity: 40 });
    const counted = await aTrip(testApp, { ...along(pool), steps: [] });
    expect(await step(counted.id, "plan")).toMatchObject({
      status: 422,
      body: { fields: { assets: expect.any(String) } },
    });
    const old = await aTrailer();
    const trip = await aTrip(testApp, { ...along(old), steps: [] });
    await saved((await manager()).post(`${assetsPath}/${old.id}/retire`, { reason: "written off" }));
    expect(await step(trip.id, "plan")).toMatchObject({
      status: 422,
      body: { fields: { assets: expect.any(String) } },
    });
  });
});

describe("a trip is not dispatched", () => {
  test("by a driver whose class is not enough for the vehicle with its trailer, also where that is picked up later", async () => {
    const typeId = await registered(await manager(), "vehicle-types", "VAN");
    const { id: vehicleId } = await aVehicle(await manager(), { typeId, gvwrKg: "3500" });
    const { id: driverId } = await aDriver(await manager());
    await aLicence(testApp, driverId, { classes: [{ class: "B", expiresOn: dayIn(900) }] });
    await saved((await manager()).post(`${driversPath}/${driverId}/activate`));
    const [heavy, light] = [await aTrailer({ maxGrossKg: "1800" }), await aTrailer({ maxGrossKg: "750" })];
    const steps = ["plan", "dispatch"];
    const trip = await aTrip(testApp, { from: 24, vehicleId, driverId, ...along(light), steps });
    expect(await step(trip.id, "change-asset", { withAssetId: heavy.id, reason: "more goods" })).toMatchObject({
      status: 409,
      body: { details: { checks: [{ code: "licence_missing", what: "BE", driverId }] } },
    });
    await saved(step(trip.id, "change-asset", { assetId: light.id, reason: "not needed" }));
    const other = await aTrip(testApp, { from: 48, vehicleId, driverId, ...along(heavy) });
    expect(await checksOf(other.id)).toMatchObject([{ code: "licence_missing", what: "BE", driverId }]);
  });

  test("with a trailer in maintenance or lost, and is when it is back", async () => {
    const trailer = await aTrailer();
    const trip = await aTrip(testApp, { from: 24, ...along(trailer) });
    const client = await manager();
    await saved(client.post(`${assetsPath}/${trailer.id}/send-to-maintenance`, { reason: "new brakes" }));
    expect(await checksOf(trip.id)).toMatchObject([
      { code: "asset_not_usable", about: trailer["assetNo"], what: "new brakes", assetId: trailer.id, isFinal: false },
    ]);
    expect(await step(trip.id, "dispatch")).toMatchObject({ status: 409, body: { code: "not_ready" } });
    await saved(client.post(`${assetsPath}/${trailer.id}/report-lost`, { reason: "not in the yard" }));
    expect(await checksOf(trip.id)).toMatchObject([{ code: "asset_not_usable", what: "not in the yard" }]);
    await saved(client.post(`${assetsPath}/${trailer.id}/found`));
    expect((await step(trip.id, "dispatch")).status).toBe(200);
  });

  test("with a trailer of which a paper that it has to have ends before the trip does", async () => {
    const trailer = await aTrailer();
    const { id: typeId } = await saved(
      (await manager()).post(typesPath, {
        code: `TR-${trailer.id.slice(0, 8)}`,
        name: "Tail lift inspection",
        subject: "asset",
        blocksDispatch: true,
      }),
    );
    const paper = await aDocument(await manager(), typeId, null, { assetId: trailer.id, expiresOn: dayIn(3) });
    await verified(await testApp.as("COMPANY_ADMIN"), paper.id);
    const soon = await aTrip(testApp, { from: 24, ...along(trailer) });
    expect(await checksOf(soon.id)).toEqual([]);
    const late = await aTrip(testApp, { from: 24 * 8, ...along(trailer) });
    expect(await checksOf(late.id)).toMatchObject([
      { code: "document_missing", about: trailer["assetNo"], what: "Tail lift inspection", assetId: trailer.id },
    ]);
  });

  test("with more than the vehicle and its trailer carry together, and with more than both may weigh", async () => {
    const client = await manager();
    const typeId = await registered(client, "vehicle-types", "RIGID");
    const weights = { curbWeightKg: "8000", gvwrKg: "18000", gcwrKg: "30000", payloadKg: "9000" };
    const { id: vehicleId } = await aVehicle(client, { typeId, ...weights, cargoVolumeM3: "40" });
    const { id: driverId } = await anActiveDriver(testApp);
    const trailer = await aTrailer({ tareKg: "6000", maxGrossKg: "18000", cargoVolumeM3: "50" });
    const about = async (load: object) =>
      checksOf((await aTrip(testApp, { vehicleId, driverId, ...along(trailer), ...load, steps: [] })).id);
    expect(await about({ loadKg: "15000", loadM3: "90" })).toEqual([]);
    expect(await about({ loadKg: "16000.5", loadM3: "90.1" })).toMatchObject([
      { code: "too_large", has: "90.1", may: "90", vehicleId },
      { code: "combination_too_heavy", has: "30000.5", may: "30000" },
    ]);
    expect(await about({ loadKg: "21001" })).toMatchObject([
      { code: "too_heavy", has: "21001", may: "21000" },
      { code: "combination_too_heavy" },
    ]);
  });

  test("with a container that weighs more than is left for it", async () => {
    const client = await manager();
    const typeId = await registered(client, "vehicle-types", "TRACTOR");
    // What rests on the tractor is of what the trailer carries: it makes it no more.
    const { id: vehicleId } = await aVehicle(client, { typeId, payloadKg: "18000" });
    const { id: driverId } = await anActiveDriver(testApp);
    const chassis = await aTrailer({ tareKg: "5000", maxGrossKg: "35000" });
    const box = await aTrailer({
      typeId: await assetTypeId(client, "CONT-40"),
      tareKg: "3800",
      maxGrossKg: "30480",
      cargoVolumeM3: "67.7",
    });
    const loaded = { vehicleId, driverId, ...along(chassis, box), loadKg: "26201", loadM3: "67.8" };
    expect(await checksOf((await aTrip(testApp, { ...loaded, steps: [] })).id)).toMatchObject([
      { code: "too_heavy", has: "30001", may: "30000" },
      { code: "too_large", has: "67.8", may: "67.7" },
    ]);
  });
});
