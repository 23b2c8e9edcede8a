import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { anActiveDriverAtWork, aTrip } from "#main/testing/records/trips.ts";
import { saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { aVehicle, vehiclesPath } from "#main/testing/records/vehicles.ts";
import { meterReadings } from "./meter-readings.contract.ts";

const path = meterReadings.list.path;
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

conform(meterReadings, {
  name: "meter readings",
  valid: async (n, admin) => ({
    vehicleId: (await aVehicle(admin)).id,
    enteredValue: String(1000 + n),
    readAt: ago(n + 1),
    note: `Read ${n}`,
  }),
  text: "note",
  filters: { isVoided: "false", readAt: "2020-01-01.." },
  statements: {
    create: 8,
    because:
      "the vehicle is locked, its readings are looked at behind the lock, also whether it is one of them, both histories say it",
  },
});

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const manager = () => testApp.as("FLEET_MANAGER");
const enter = async (vehicleId: string, enteredValue: string, hoursAgo: number, over: object = {}) =>
  (await testApp.as("DISPATCHER")).post(path, { vehicleId, enteredValue, readAt: ago(hoursAgo), ...over });
const shows = async (id: string) => (await (await manager()).get(`${vehiclesPath}/${id}`)).body["meterValue"];

test("what is read without a unit is in that of the vehicle: miles of one that counts miles, hours of an engine", async () => {
  const { id } = await aVehicle(await manager(), { meterUnit: "mi" });
  expect(await saved(enter(id, "50000", 5))).toMatchObject({ enteredUnit: "mi", value: "80467200" });
  expect(await saved(enter(id, "12", 4, { meter: "engine_hours" }))).toMatchObject({
    enteredUnit: "h",
    value: "43200",
  });
  expect(await saved(enter(id, "80500", 3, { enteredUnit: "km" }))).toMatchObject({ value: "80500000" });
});

test("the latest reading counts, not the largest: one typing error is voided, stays to be seen, and binds nobody", async () => {
  const { id } = await aVehicle(await manager());
  await saved(enter(id, "486904", 30));
  const { id: wrong } = await saved(enter(id, "4869040", 20, { isConfirmed: true }));
  expect(await enter(id, "487216", 10)).toMatchObject({
    status: 422,
    body: { fields: { enteredValue: "Before that it showed 4869040 km already. Void that one if it is wrong." } },
  });
  const other = await clientWith(testApp, ["CAN_VIEW_VEHICLES", "CAN_ENTER_READINGS"]);
  expect((await other.post(`${path}/${wrong}/void`, { reason: "not mine" })).status).toBe(403);
  expect(await saved((await manager()).post(`${path}/${wrong}/void`, { reason: "a digit too many" }))).toMatchObject({
    voidReason: "a digit too many",
    voidedByName: expect.any(String),
    since: null,
    abilities: [],
  });
  expect((await (await manager()).post(`${path}/${wrong}/void`, { reason: "again" })).status).toBe(409);
  expect(await saved(enter(id, "487216", 10))).toMatchObject({ since: "312", value: "487216000" });
  expect(await shows(id)).toBe("487216");
  const { body } = await (await manager()).get(`${path}?vehicleId=${id}&sort=readAt`);
  expect(body.items.map((one) => [one["enteredValue"], one["voidedAt"] !== null])).toEqual([
    ["486904", false],
    ["4869040", true],
    ["487216", false],
  ]);
});

test("what is told twice of one moment is one reading, also by many at once; once that is void it is told anew", async () => {
  const { id: vehicleId } = await aVehicle(await manager());
  const dispatcher = await testApp.as("DISPATCHER");
  const body = { vehicleId, enteredValue: "2000", readAt: ago(3) };
  const entered = await Promise.all([...Array(8).keys()].map(() => saved(dispatcher.post(path, body))));
  expect(new Set(entered.map(({ id }) => id)).size).toBe(1);
  const kept = async () => (await (await manager()).get(`${path}?vehicleId=${vehicleId}`)).body.items;
  expect(await kept()).toHaveLength(1);
  await saved((await manager()).post(`${path}/${entered[0]?.id ?? ""}/void`, { reason: "another vehicle's" }));
  const { id: anew } = await saved(dispatcher.post(path, body));
  expect((await kept()).map(({ id, voidedAt }) => [id === anew, voidedAt === null])).toEqual([
    [true, true],
    [false, false],
  ]);
});

test("who has entered a reading voids it within a day, and from then on whoever runs the fleet", async () => {
  const { id } = await aVehicle(await manager());
  const dispatcher = await testApp.as("DISPATCHER");
  const own = await saved(enter(id, "1010000", 2));
  const offered = async () => (await dispatcher.get(`${path}?ids=${own.id}`)).body.items[0]?.["abilities"];
  expect(await offered()).toEqual(["void"]);
  await saved(dispatcher.post(`${path}/${own.id}/void`, { reason: "a digit too many" }));
  const old = await saved(enter(id, "10500", 1));
  await asSuper(testApp, "update meter_readings set created_at = now() - interval '25 hours' where id = $1", [old.id]);
  expect((await dispatcher.post(`${path}/${old.id}/void`, { reason: "too late" })).status).toBe(403);
  expect((await (await manager()).post(`${path}/${old.id}/void`, { reason: "of another one" })).status).toBe(200);
});

test("a reading may be entered late: it has to fit between those before and after it", async () => {
  const { id } = await aVehicle(await manager());
  await saved(enter(id, "1000", 40));
  await saved(enter(id, "2000", 20));
  expect(await enter(id, "2001", 30)).toMatchObject({
    status: 422,
    body: { fields: { enteredValue: "After that it showed 2000 km, which is less. Void that one if it is wrong." } },
  });
  expect((await enter(id, "999", 30)).status).toBe(422);
  expect((await enter(id, "1500", 30)).status).toBe(200);
  expect(await shows(id)).toBe("2000");
});

test("a meter that was replaced begins anew, and its beginning stands as long as both sides need it", async () => {
  const { id } = await aVehicle(await manager());
  await saved(enter(id, "300000", 40));
  const { id: beginning } = await saved(enter(id, "12", 30, { isReplacement: true }));
  const { id: after } = await saved(enter(id, "250", 20));
  expect(await shows(id)).toBe("250");
  expect((await enter(id, "300100", 35)).status).toBe(200);
  expect((await enter(id, "11", 25)).status).toBe(422);
  expect(await (await manager()).post(`${path}/${beginning}/void`, { reason: "same meter" })).toMatchObject({
    status: 409,
    body: { code: "readings_contradict" },
  });
  await saved((await manager()).post(`${path}/${after}/void`, { reason: "of another vehicle" }));
  expect((await (await manager()).post(`${path}/${beginning}/void`, { reason: "same meter" })).status).toBe(200);
  expect(await shows(id)).toBe("300100");
});

test("meters are kept in metres and seconds and shown in the vehicle's unit; hours are no kilometres", async () => {
  const client = await manager();
  const { id: inMiles } = await aVehicle(client, { meterUnit: "mi" });
  expect(await saved(enter(inMiles, "41570.3", 5, { enteredUnit: "mi" }))).toMatchObject({ value: "66900913" });
  expect(await shows(inMiles)).toBe("41570.3");
  const { id: inHours } = await aVehicle(client, { meterUnit: "h" });
  await saved(enter(inHours, "9000", 5));
  expect(await shows(inHours)).toBeNull();
  await saved(enter(inHours, "1234.5", 5, { meter: "engine_hours", enteredUnit: "h" }));
  expect(await shows(inHours)).toBe("1234.5");
  for (const over of [
    { enteredUnit: "h" },
    { meter: "engine_hours", enteredUnit: "km" },
    { meter: "engine_hours", enteredUnit: "mi" },
  ])
    expect(await enter(inHours, "1", 1, over), JSON.stringify(over)).toMatchObject({
      status: 422,
      body: { fields: { enteredUnit: expect.any(String) } },
    });
});

test("nobody reads a meter tomorrow, of another company's vehicle, or at the moment at which a new one begins", async () => {
  const { id } = await aVehicle(await manager());
  const { id: theirs } = await aVehicle(await testApp.as("FLEET_MANAGER", "b"));
  expect(await enter(id, "1", -1)).toMatchObject({ status: 422, body: { fields: { readAt: expect.any(String) } } });
  expect(await enter(theirs, "1", 1)).toMatchObject({
    status: 422,
    body: { fields: { vehicleId: expect.any(String) } },
  });
  const readAt = ago(3);
  await saved(enter(id, "500", 3, { readAt }));
  expect(await enter(id, "0", 3, { readAt, isReplacement: true })).toMatchObject({
    status: 422,
    body: { fields: { readAt: expect.stringContaining("very moment") } },
  });
  expect((await enter(id, "501", 3, { readAt })).status).toBe(422);
  expect((await enter(id, "500", 3, { readAt })).status).toBe(200);
});

test("of two who enter readings that contradict each other at one moment, one is refused", async () => {
  const { id } = await aVehicle(await manager());
  const answers = await Promise.all([
    enter(id, "900", 9),
    enter(id, "800", 8),
    enter(id, "950", 9.5),
    enter(id, "790", 8.5),
  ]);
  expect(answers.filter(({ status }) => ![200, 422].includes(status))).toEqual([]);
  const { body } = await (await manager()).get(`${path}?vehicleId=${id}&sort=readAt&isVoided=false`);
  const values = body.items.map((one) => Number(one["enteredValue"]));
  expect(values).toEqual(values.toSorted((a, b) => a - b));
});

test("more than 1500 km a day is asked about with the figures, never refused once confirmed, and a new meter asks nothing", async () => {
  const { id } = await aVehicle(await manager());
  await saved(enter(id, "100000", 48));
  const asked = await enter(id, "103500", 0.1);
  expect(asked).toMatchObject({
    status: 422,
    body: {
      fields: {
        isConfirmed: "At another time it showed 100000 km: that is 3500 km in 2 days. Confirm it if it is right.",
      },
    },
  });
  expect((await enter(id, "102900", 0.1)).status, "two drivers, two days").toBe(200);
  expect((await enter(id, "101400", 47)).status, "within a day, however short").toBe(200);
  const far = await saved(enter(id, "104600", 0.05, { isConfirmed: true }));
  expect(far).toMatchObject({ since: "1700" });
  expect((await enter(id, "12", 0.02, { isReplacement: true })).status).toBe(200);
});

test("who sees vehicles and no drivers reads that a driver has read the meter, and not which", async () => {
  const { driver, client } = await anActiveDriverAtWork(testApp);
  const trip = await aTrip(testApp, { driverId: driver.id, from: 0, steps: ["plan", "dispatch"] });
  await saved(client.post(`/api/fleet/trips/${trip.id}/start`, { meterValue: "5000" }));
  const vehicleId = String(trip["vehicleId"]);
  const { items } = await saved((await manager()).get(`${path}?vehicleId=${vehicleId}`));
  expect(items).toMatchObject([{ source: "trip_start", enteredByName: "Driving Person" }]);
  await saved(enter(vehicleId, "5001", 0));
  const viewer = await clientWith(testApp, ["CAN_VIEW_VEHICLES"]);
  const [desk, theirs] = (await saved(viewer.get(`${path}?vehicleId=${vehicleId}`))).items;
  expect([desk, theirs]).toMatchObject([{ enteredByName: "dispatcher Alpha" }, { enteredByName: "A driver" }]);
  const told = await Promise.all(
    [
      `${path}/${theirs?.["id"]}`,
      `${path}/${theirs?.["id"]}/history`,
      `${path}/export.csv?vehicleId=${vehicleId}`,
      `${vehiclesPath}/${vehicleId}/history`,
    ].map((at) => viewer.get(at)),
  );
  for (const { status, text } of told) {
    expect(status).toBe(200);
    expect(text).toContain("A driver");
    expect(text).not.toContain("Driving Person");
  }
});
