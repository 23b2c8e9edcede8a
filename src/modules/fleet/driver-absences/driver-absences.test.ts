import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { absencesPath as path, aDriver, aDriverAtWork, dayIn } from "#main/testing/records/drivers.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriver, tripBody, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { driverAbsences } from "./driver-absences.contract.ts";

conform(driverAbsences, {
  name: "driver absences",
  valid: async (n, admin) => ({
    driverId: (await aDriver(admin)).id,
    kind: "leave" as const,
    firstDay: dayIn(40),
    lastDay: dayIn(44),
    notes: `Absence ${n}`,
  }),
  change: { notes: "Two weeks in all", lastDay: dayIn(53) },
  text: "notes",
  statements: { create: 5, because: "the driver is locked, asked whether they are free, and booked" },
});

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const manager = () => testApp.as("FLEET_MANAGER");
const dispatcher = () => testApp.as("DISPATCHER");
/** Three days from tomorrow on, whatever the hour. */
const days = { firstDay: dayIn(0), lastDay: dayIn(3) };
const away = async (driverId: unknown, over: object = {}) =>
  (await manager()).post(path, { driverId, kind: "leave", ...days, ...over });
const planned = async (driverId: unknown) => {
  const { id: vehicleId } = await aVehicle(await manager());
  const { id } = await saved((await dispatcher()).post(tripsPath, tripBody(24, 4, { vehicleId, driverId })));
  return (await dispatcher()).post(`${tripsPath}/${id}/plan`);
};

describe("a leave", () => {
  test("is days of which the last is no earlier than the first, and a year at most", async () => {
    const { id } = await aDriver(await manager());
    for (const over of [
      { firstDay: dayIn(5), lastDay: dayIn(4) },
      { firstDay: dayIn(5), lastDay: dayIn(400) },
    ])
      expect(await away(id, over)).toMatchObject({ status: 422, body: { fields: { lastDay: expect.any(String) } } });
    expect(await away(id, { firstDay: "0001-01-01", lastDay: "0001-01-01" })).toMatchObject({
      status: 422,
      body: { fields: { firstDay: "Give a date from 1900 on." } },
    });
    await saved(away(id));
    expect(await away(id, { firstDay: dayIn(3), lastDay: dayIn(9) })).toMatchObject({
      status: 409,
      body: { code: "absent_already" },
    });
    await saved(away(id, { firstDay: dayIn(4), lastDay: dayIn(9) }));
  });

  test("holds the driver: no trip is planned then, and who plans does not learn why", async () => {
    const driver = await anActiveDriver(testApp);
    const absence = await saved(away(driver.id, { notes: "hip operation" }));
    const answer = await planned(driver.id);
    expect(answer).toMatchObject({ status: 409, body: { code: "resource_taken" } });
    expect(answer.text).not.toMatch(/leave|absence|operation/);
    expect((await (await dispatcher()).get(`${path}/${absence.id}`)).status).toBe(403);
    await saved((await manager()).post(`${path}/${absence.id}/archive`));
    await saved(planned(driver.id));
  });

  test("is refused while a trip counts on the driver, and names it", async () => {
    const driver = await anActiveDriver(testApp);
    const trip = await saved(planned(driver.id));
    expect(await away(driver.id)).toMatchObject({
      status: 409,
      body: { code: "resource_taken", details: { tripNumbers: [trip["tripNumber"]] } },
    });
    expect(await saved((await manager()).get(`${path}?driverId=${driver.id}`))).toMatchObject({ items: [] });
    await saved((await dispatcher()).post(`${tripsPath}/${trip.id}/cancel`, { reason: "leave" }));
    await saved(away(driver.id));
  });

  test("comes back from the archive only where the driver is still free", async () => {
    const driver = await anActiveDriver(testApp);
    const absence = await saved(away(driver.id));
    await saved((await manager()).post(`${path}/${absence.id}/archive`));
    await saved(planned(driver.id));
    expect((await (await manager()).post(`${path}/${absence.id}/restore`)).status).toBe(409);
  });
});

describe("an illness", () => {
  test("is a fact: it is recorded though a trip counts on the driver, and the trip does not leave as it is", async () => {
    const driver = await anActiveDriver(testApp);
    const trip = await aTrip(testApp, { driverId: driver.id });
    const absence = await saved(away(driver.id, { kind: "sick" }));
    expect(absence["tripNumbers"]).toEqual([trip["tripNumber"]]);
    expect(await saved((await dispatcher()).get(`${tripsPath}/${trip.id}/checks`))).toMatchObject({
      items: [{ code: "driver_not_available", driverId: driver.id }],
    });
    expect((await (await dispatcher()).post(`${tripsPath}/${trip.id}/dispatch`)).status).toBe(409);
    // The trip may still be changed, and somebody else takes it.
    const other = await anActiveDriver(testApp);
    const body = { ...tripBody(24), vehicleId: trip["vehicleId"], driverId: other.id, version: trip.version };
    await saved((await dispatcher()).put(`${tripsPath}/${trip.id}`, body));
    await saved((await dispatcher()).post(`${tripsPath}/${trip.id}/dispatch`));
  });

  test("of who shall take a trip over after its end is no reason to fail: the moment is refused at its field", async () => {
    const trip = await aTrip(testApp, { from: 0.1, hours: 6, steps: ["plan", "dispatch"] });
    await saved(decide(await dispatcher(), `${tripsPath}/${trip.id}/start`, { meterValue: "1000" }));
    const driver = await anActiveDriver(testApp);
    await saved(away(driver.id, { kind: "sick" }));
    const late = { driverId: driver.id, reason: "fell ill", at: new Date(Date.now() + 999 * 3_600_000).toISOString() };
    expect(await decide(await dispatcher(), `${tripsPath}/${trip.id}/change-driver`, late)).toMatchObject({
      status: 422,
      body: { fields: { at: expect.any(String) } },
    });
  });

  test("keeps new trips away though an older one has the driver's time", async () => {
    const driver = await anActiveDriver(testApp);
    await aTrip(testApp, { driverId: driver.id });
    await saved(away(driver.id, { kind: "sick" }));
    const { id: vehicleId } = await aVehicle(await manager());
    const later = tripBody(32, 4, { vehicleId, driverId: driver.id });
    const { id } = await saved((await dispatcher()).post(tripsPath, later));
    expect(await (await dispatcher()).post(`${tripsPath}/${id}/plan`)).toMatchObject({
      status: 409,
      body: { code: "resource_taken" },
    });
  });
});

test("who is ill is not among those that the dashboard, the timeline or the planner call free, though a trip has their time", async () => {
  const driver = await anActiveDriver(testApp);
  const free = async () => {
    const { drivers } = await saved((await dispatcher()).get("/api/fleet/dashboard"));
    return (drivers as unknown as { free: { items: { id: string }[] } }).free.items.map(({ id }) => id);
  };
  await aTrip(testApp, { driverId: driver.id, from: 60 });
  expect(await free()).toContain(driver.id);
  await saved(away(driver.id, { kind: "sick" }));
  expect(await free()).not.toContain(driver.id);
  const span = { from: tripBody(2).plannedStart, until: tripBody(2).plannedEnd };
  const { items } = await saved(
    (await dispatcher()).get(
      `/api/fleet/availability?kind=driver&from=${span.from}&until=${span.until}&ids=${driver.id}`,
    ),
  );
  const nobody = { tripId: null, tripNumber: null, ...span };
  expect(items).toMatchObject([{ id: driver.id, isFree: false, takenBy: [nobody] }]);
  const day = await saved(
    (await dispatcher()).get(`/api/fleet/trips/timeline?rows=drivers&date=${dayIn(1)}&limit=200`),
  );
  const rows = day.items as unknown as { id: string; away: object[] }[];
  expect(rows.find(({ id }) => id === driver.id)?.away).toHaveLength(1);
});

test("a driver sees their own absences, and nobody else's", async () => {
  const { driver, client } = await aDriverAtWork(testApp);
  const mine = await saved(away(driver.id));
  const other = await saved(away((await aDriver(await manager())).id));
  expect((await saved(client.get(path))).items.map(({ id }) => id)).toEqual([mine.id]);
  expect((await client.get(`${path}/${other.id}`)).status).toBe(404);
  expect((await client.get(`${path}/${other.id}/history`)).status).toBe(404);
});

test("the history says that a kind was changed, and not which it was", async () => {
  const { id: driverId } = await aDriver(await manager());
  const { id, version } = await saved(away(driverId));
  await saved((await manager()).put(`${path}/${id}`, { driverId, ...days, kind: "sick", notes: "flu", version }));
  const { text } = await (await manager()).get(`${path}/${id}/history`);
  expect(text).not.toMatch(/sick|flu/);
});
