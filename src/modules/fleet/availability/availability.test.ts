import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { aTrip, anActiveDriver, inHours, tripsPath } from "#main/testing/records/trips.ts";
import { anAsset, assetsPath, aYard } from "#main/testing/records/assets.ts";
import { aVehicle, registered, vehiclesPath } from "#main/testing/records/vehicles.ts";
import { saved } from "#main/testing/records/orders.ts";
import type { Candidate } from "./availability.contract.ts";

// Not conformed: it is one question about records that other lists keep, and has none of its own.
let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

const path = "/api/fleet/availability";
const ask = async (kind: string, from: number, until: number, more = "") => {
  const stretch = `from=${encodeURIComponent(inHours(from))}&until=${encodeURIComponent(inHours(until))}`;
  return (await saved((await testApp.as("DISPATCHER")).get(`${path}?kind=${kind}&${stretch}${more}`))).items;
};
const theOne = async (kind: string, id: unknown, from: number, until: number, more = "") =>
  (await ask(kind, from, until, `&ids=${String(id)}${more}`))[0];

test("whoever plans is told what is free for a time, and of what is not by which trip", async () => {
  const trip = await aTrip(testApp, { from: 50, hours: 4 });
  for (const [kind, id] of [
    ["vehicle", trip["vehicleId"]],
    ["driver", trip["driverId"]],
  ] as const) {
    const takenBy = [{ tripId: trip.id, tripNumber: trip["tripNumber"] }];
    expect(await theOne(kind, id, 53, 60)).toMatchObject({ isFree: false, isReady: true, takenBy });
    expect(await theOne(kind, id, 54.1, 60)).toMatchObject({ isFree: true, takenBy: [] });
    expect(await theOne(kind, id, 53, 60, `&tripId=${trip.id}`), "for the trip itself").toMatchObject({ isFree: true });
  }
  const free = (await ask("vehicle", 51, 52)).map(({ isFree }) => isFree);
  expect(free, "the free ones first").toEqual(free.toSorted((a, b) => Number(b) - Number(a)));
});

test("what moves goods about a yard comes after all others, and only where all are asked for", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const typeId = await registered(manager, "vehicle-types", "FORKLIFT");
  const lift = await aVehicle(manager, { typeId, unitNumber: "SHUNT-1", plateNumber: null, plateCountry: null });
  const truck = await aVehicle(manager, { unitNumber: "SHUNT-2" });
  const { id } = await aTrip(testApp, { from: 60, vehicleId: truck.id });
  const units = async (more: string) => (await ask("vehicle", 61, 62, `&q=SHUNT${more}`)).map(({ name }) => name);
  expect(await units("")).toEqual(["SHUNT-2", "SHUNT-1"]);
  expect(await units("&which=ready")).toEqual([]);
  expect(await theOne("vehicle", lift.id, 61, 62, `&tripId=${id}`)).toMatchObject({ isFree: true });
});

test("a vehicle on a running trip is not free now, though the trip was to be back by then", async () => {
  const { id, vehicleId } = await aTrip(testApp, { from: 0.5, hours: 2, steps: ["plan", "dispatch", "start"] });
  await asSuper(
    testApp,
    "update bookings set during = tstzrange(now() - interval '4 hours', now() - interval '1 hour') where subject_id = $1",
    [id],
  );
  expect(await theOne("vehicle", vehicleId, 0.1, 2)).toMatchObject({ isFree: false, takenBy: [{ tripId: id }] });
  expect(await theOne("vehicle", vehicleId, 5, 6)).toMatchObject({ isFree: true });
});

test("of a leave nobody who plans learns more than that somebody is not available", async () => {
  const { id } = await anActiveDriver(testApp, { firstName: "Ida", lastName: "Away" });
  await asSuper(
    testApp,
    `insert into bookings (company_id, resource_id, during, reason, subject_id)
      values ($1, $2, tstzrange(now(), now() + interval '9 days'), 'leave', gen_random_uuid())`,
    [testApp.companies.a, id],
  );
  const [from, until] = [inHours(5), inHours(6)];
  const stretch = `from=${from}&until=${until}`;
  const answer = await (await testApp.as("DISPATCHER")).get(`${path}?kind=driver&${stretch}&q=Away`);
  expect(answer.body.items).toEqual([
    expect.objectContaining({
      id,
      isFree: false,
      takenBy: [{ tripId: null, tripNumber: null, from, until }],
    }),
  ]);
  expect(answer.text).not.toContain("leave");
  const trip = await aTrip(testApp, { driverId: id, from: 5, hours: 2, steps: [] });
  const refused = await (await testApp.as("DISPATCHER")).post(`${tripsPath}/${trip.id}/plan`);
  const { plannedStart, plannedEnd } = trip;
  const by = [{ tripId: null, tripNumber: null, from: plannedStart, until: plannedEnd }];
  expect(refused).toMatchObject({ status: 409, body: { code: "resource_taken", details: { by } } });
});

test("what is held today is free all the same and not ready, and what is retired is not offered", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const { id } = await aVehicle(manager);
  await saved(manager.post(`${vehiclesPath}/${id}/hold`, { reason: "service overdue" }));
  expect(await theOne("vehicle", id, 50, 60)).toMatchObject({ isFree: true, isReady: false });
  await saved(manager.post(`${vehiclesPath}/${id}/retire`, { reason: "written off" }));
  expect(await ask("vehicle", 50, 60, `&ids=${id}`)).toEqual([]);
  const trip = await aTrip(testApp, { vehicleId: id, steps: [] });
  expect(await (await testApp.as("DISPATCHER")).post(`${tripsPath}/${trip.id}/plan`)).toMatchObject({
    status: 422,
    body: { fields: { vehicleId: expect.any(String) } },
  });
});

test("who plans a load is told first the vehicles that carry it, with the least to spare on top, then those too small and how much they may carry", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const sizes = [
    ["A", "9000", 18],
    ["B", "1500", 18],
    ["C", "3000", 18],
    ["D", "3500", 4],
    ["E", "2600", 18],
    ["F", "2700", 18],
  ] as const;
  const found = new Map<string, string>();
  for (const [end, payloadKg, palletPositions] of sizes)
    found.set(end, (await aVehicle(manager, { unitNumber: `SIZE-${end}`, payloadKg, palletPositions })).id);
  await saved(manager.post(`${vehiclesPath}/${String(found.get("E"))}/hold`, { reason: "brakes" }));
  await aTrip(testApp, { vehicleId: found.get("F"), from: 50, hours: 4 });
  const load = "&q=SIZE-&kilograms=2500&pallets=10";
  const offered = await ask("vehicle", 51, 52, load);
  const told = offered.map((one) => [
    (one as unknown as Candidate).name.slice(-1),
    (one as unknown as Candidate).tooSmall,
  ]);
  expect(told).toEqual([
    ["C", null],
    ["A", null],
    ["E", null], // held today
    ["B", { of: "kilograms", may: 1500 }],
    ["D", { of: "pallets", may: 4 }],
    ["F", null], // on a trip
  ]);
  const dispatcher = await clientWith(testApp, ["CAN_DISPATCH_TRIPS"]);
  const { items } = await saved(dispatcher.get(`${path}?kind=vehicle&from=${inHours(51)}&until=${inHours(52)}${load}`));
  expect(items.map((one) => (one as unknown as Candidate).tooSmall)).toEqual(Array.from({ length: 6 }, () => null));
});

test("asked for what can be had now, it names neither what is held nor what is taken; who tells what has happened finds also what has left", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const yard = await aYard(await testApp.as("COMPANY_ADMIN"));
  const [free, broken, gone] = [
    await anAsset(manager, yard),
    await anAsset(manager, yard),
    await anAsset(manager, yard),
  ];
  await saved(manager.post(`${assetsPath}/${broken.id}/send-to-maintenance`, { reason: "brakes" }));
  await saved(manager.post(`${assetsPath}/${gone.id}/retire`, { reason: "sold" }));
  const taken = await anAsset(manager, yard);
  await aTrip(testApp, { from: 50, assets: [{ assetId: taken.id }] });
  const all = [free, broken, gone, taken].map(({ id }) => id).join(",");
  const idsOf = async (which: string) =>
    (await ask("asset", 51, 52, `&ids=${all}&which=${which}`)).map(({ id }) => id).toSorted();
  expect(await idsOf("ready")).toEqual([free.id]);
  expect(await idsOf("kept")).toEqual([free.id, broken.id, taken.id].toSorted());
  expect(await idsOf("all")).toEqual([free.id, broken.id, gone.id, taken.id].toSorted());
  expect(await theOne("asset", free.id, 51, 52)).toMatchObject({ place: "Yard", isGone: false });
  expect(await theOne("asset", gone.id, 51, 52, "&which=all")).toMatchObject({ isGone: true, isReady: false });

  const planner = await clientWith(testApp, ["CAN_PLAN_TRIPS"]);
  const stretch = `from=${inHours(51)}&until=${inHours(52)}`;
  const { items } = await saved(planner.get(`${path}?kind=asset&${stretch}&ids=${all}&which=all`));
  expect(items, "without seeing assets").toHaveLength(3);
  for (const one of items) expect(one).toMatchObject({ place: null, isGone: false });
});

test("a stretch has an end after its beginning, and who plans nothing is not told who is free", async () => {
  const client = await testApp.as("DISPATCHER");
  expect((await client.get(`${path}?kind=driver&from=${inHours(3)}&until=${inHours(2)}`)).status).toBe(422);
  const driver = await clientWith(testApp, ["CAN_DRIVE"]);
  expect((await driver.get(`${path}?kind=driver&from=${inHours(3)}&until=${inHours(4)}`)).status).toBe(403);
});
