import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conform } from "#main/testing/conform/conform.ts";
import {
  absencesPath,
  aDriver,
  aDriverAtWork,
  assignmentsPath as path,
  dayIn,
  driversPath,
} from "#main/testing/records/drivers.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { aTrip, anActiveDriver } from "#main/testing/records/trips.ts";
import { aVehicle, vehiclesPath } from "#main/testing/records/vehicles.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { driverAssignments } from "./driver-assignments.contract.ts";

conform(driverAssignments, {
  name: "driver assignments",
  valid: async (n, admin) => ({
    driverId: (await aDriver(admin)).id,
    vehicleId: (await aVehicle(admin)).id,
    firstDay: dayIn(-40),
    notes: `Assignment ${n}`,
  }),
  change: { notes: "Until the new truck is there", lastDay: dayIn(53) },
  text: "notes",
  statements: { create: 5, because: "driver and vehicle are locked, and asked for what is in the way" },
});

let testApp: TestApp;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  manager = await testApp.as("FLEET_MANAGER");
});
afterAll(() => testApp.close());

const vehicle = () => aVehicle(manager);
const driver = (over: object = {}) => aDriver(manager, over);
const assign = (driverId: string, vehicleId: string, over: object = {}) =>
  manager.post(path, { driverId, vehicleId, firstDay: dayIn(-10), ...over });
const read = async (id: string) => saved(manager.get(`${path}/${id}`));
/** What somebody else has on the first of some days. */
const inTheWay = (id: string) => ({
  status: 409,
  body: { code: "assigned_already", details: { inTheWay: [expect.objectContaining({ id })] } },
});

describe("a vehicle and its drivers", () => {
  test("has one primary driver on a day, and a driver is that of one vehicle; the day after the last one is free", async () => {
    const [one, two] = [await driver(), await driver()];
    const [truck, van] = [await vehicle(), await vehicle()];
    const first = await saved(assign(one.id, truck.id, { lastDay: dayIn(5) }));
    expect(await assign(two.id, truck.id, { firstDay: dayIn(5) })).toMatchObject(inTheWay(first.id));
    expect(await assign(one.id, van.id, { firstDay: dayIn(5) })).toMatchObject(inTheWay(first.id));
    await saved(assign(two.id, truck.id, { firstDay: dayIn(6) }));
    await saved(assign(one.id, van.id, { firstDay: dayIn(6) }));
  });

  test("has any number of relief drivers, who may relieve several, and nobody twice at once in whichever role", async () => {
    const [one, two, own] = [await driver(), await driver(), await driver()];
    const [truck, van] = [await vehicle(), await vehicle()];
    await saved(assign(own.id, truck.id));
    for (const { id } of [one, two]) await saved(assign(id, truck.id, { role: "relief" }));
    await saved(assign(one.id, van.id, { role: "relief" }));
    expect((await assign(one.id, truck.id, { role: "relief", firstDay: dayIn(9) })).status).toBe(409);
    expect((await assign(own.id, truck.id, { role: "relief", firstDay: dayIn(9) })).status).toBe(409);
  });

  test("gets one of several drivers who are given it at the same time, and a driver one of several vehicles", async () => {
    const several = [0, 1, 2, 3, 4, 5];
    for (const isSameVehicle of [true, false]) {
      const drivers = await Promise.all(several.map(() => driver()));
      const vehicles = await Promise.all(several.map(() => vehicle()));
      const answers = await Promise.all(
        several.map((n) => assign(drivers[isSameVehicle ? n : 0]!.id, vehicles[isSameVehicle ? 0 : n]!.id)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    }
  });

  test("are kept apart by the database itself, whoever writes", async () => {
    const [one, two] = [await driver(), await driver()];
    const [truck, van] = [await vehicle(), await vehicle()];
    await saved(assign(one.id, truck.id));
    const write = (driverId: string, vehicleId: string, role: string) =>
      asSuper(
        testApp,
        "insert into driver_assignments (company_id, driver_id, vehicle_id, role, first_day) values ($1, $2, $3, $4, current_date)",
        [testApp.companies.a, driverId, vehicleId, role],
      );
    const refusedBy = (constraint: string) => ({ code: "23P01", constraint: `driver_assignments_${constraint}` });
    await expect(write(two.id, truck.id, "primary")).rejects.toMatchObject(refusedBy("one_primary_of_vehicle"));
    await expect(write(one.id, van.id, "primary")).rejects.toMatchObject(refusedBy("one_vehicle_of_primary"));
    await expect(write(one.id, truck.id, "relief")).rejects.toMatchObject(refusedBy("pair_once_at_a_time"));
  });

  test("end after they begin, and stay with each other", async () => {
    const [one, truck, van] = [await driver(), await vehicle(), await vehicle()];
    expect(await assign(one.id, truck.id, { lastDay: dayIn(-11) })).toMatchObject({
      status: 422,
      body: { fields: { lastDay: expect.any(String) } },
    });
    const { id, version } = await saved(assign(one.id, truck.id));
    const body = { driverId: one.id, vehicleId: van.id, firstDay: dayIn(-10), version };
    expect((await manager.put(`${path}/${id}`, body)).status).toBe(422);
    await saved(manager.put(`${path}/${id}`, { ...body, vehicleId: truck.id, lastDay: dayIn(3) }));
  });

  test("are not put together again from the archive where somebody else has the vehicle by now", async () => {
    const [one, two, truck] = [await driver(), await driver(), await vehicle()];
    const { id } = await saved(assign(one.id, truck.id));
    await saved(manager.post(`${path}/${id}/archive`));
    await saved(assign(two.id, truck.id));
    expect((await manager.post(`${path}/${id}/restore`)).status).toBe(409);
  });
});

describe("a new primary driver", () => {
  test("ends the one before on the day before, where whoever assigns was told of it, and history keeps who drove then", async () => {
    const [one, two, truck] = [await driver({ firstName: "Ann" }), await driver(), await vehicle()];
    const before = await saved(assign(one.id, truck.id));
    const plan = `driverId=${two.id}&vehicleId=${truck.id}&role=primary&firstDay=${dayIn(2)}`;
    expect(await saved(manager.get(`${path}/in-the-way?${plan}&lastDay=2000-01-01`)), "of days that are none").toEqual({
      items: [],
    });
    expect(await saved(manager.get(`${path}/in-the-way?${plan}`))).toMatchObject({
      items: [{ id: before.id, driverName: "Ann Smit", canEnd: true }],
    });
    expect((await assign(two.id, truck.id, { firstDay: dayIn(2) })).status, "nobody was told").toBe(409);
    await saved(assign(two.id, truck.id, { firstDay: dayIn(2), ends: [before.id] }));
    expect(await read(before.id)).toMatchObject({ lastDay: dayIn(1), when: "now" });
    const { items } = await saved(manager.get(`${path}/${before.id}/history`));
    expect(items[0]).toMatchObject({ step: "ended", changes: { lastDay: { from: null, to: dayIn(1) } } });
  });

  test("ends nothing that was not told, and none that begins later", async () => {
    const [one, two, three] = [await driver(), await driver(), await driver()];
    const truck = await vehicle();
    const now = await saved(assign(one.id, truck.id, { lastDay: dayIn(4) }));
    const later = await saved(assign(two.id, truck.id, { firstDay: dayIn(5) }));
    const answer = await assign(three.id, truck.id, { firstDay: dayIn(2), ends: [now.id, later.id] });
    expect(answer).toMatchObject({ status: 409, body: { code: "assigned_already" } });
    expect(await read(now.id)).toMatchObject({ lastDay: dayIn(4) });
    expect((await assign(three.id, truck.id, { firstDay: dayIn(2), lastDay: dayIn(4), ends: [later.id] })).status).toBe(
      409,
    );
    await saved(assign(three.id, truck.id, { firstDay: dayIn(2), lastDay: dayIn(4), ends: [now.id] }));
  });
});

describe("an assignment ends", () => {
  const today = async (): Promise<string> => {
    const [row] = await asSuper<{ today: string }>(
      testApp,
      "select (now() at time zone timezone)::date::text as today from companies where id = $1",
      [testApp.companies.a],
    );
    return row?.today ?? "";
  };

  test("today by its step, once, and only while it holds", async () => {
    const held = await saved(assign((await driver()).id, (await vehicle()).id));
    expect(await saved(manager.post(`${path}/${held.id}/end`))).toMatchObject({ lastDay: await today(), when: "now" });
    const ahead = await saved(assign((await driver()).id, (await vehicle()).id, { firstDay: dayIn(5) }));
    expect(await manager.post(`${path}/${ahead.id}/end`)).toMatchObject({
      status: 409,
      body: { code: "not_assigned_now" },
    });
    expect((await manager.post(`${path}/${held.id}/end`, { version: held.version })).status, "seen before").toBe(409);
  });

  test("when its driver leaves or its vehicle is retired; what was to begin later is in the archive", async () => {
    for (const leaves of ["driver", "vehicle"]) {
      const [one, truck] = [await driver(), await vehicle()];
      const now = await saved(assign(one.id, truck.id, { lastDay: dayIn(10) }));
      const later = await saved(assign(one.id, truck.id, { firstDay: dayIn(11) }));
      const over = await saved(assign(one.id, truck.id, { firstDay: dayIn(-50), lastDay: dayIn(-20) }));
      await saved(
        leaves === "driver"
          ? manager.post(`${driversPath}/${one.id}/leave`)
          : manager.post(`${vehiclesPath}/${truck.id}/retire`, { reason: "sold" }),
      );
      expect(await read(now.id), leaves).toMatchObject({ lastDay: await today() });
      expect(await read(over.id), leaves).toMatchObject({ lastDay: dayIn(-20), version: over.version });
      expect(await read(later.id), leaves).toMatchObject({ archivedAt: expect.any(String) });
      expect((await assign(one.id, truck.id, { firstDay: dayIn(12) })).status, leaves).toBe(409);
    }
  });
});

test("an erasure takes the notes and ends what was open; who drove what when stays, under the erased name", async () => {
  const [one, truck] = [await driver({ lastName: "Tobeerased" }), await vehicle()];
  const was = await saved(assign(one.id, truck.id, { firstDay: dayIn(-90), lastDay: dayIn(-60), notes: "bad back" }));
  const held = await saved(assign(one.id, truck.id, { notes: "prefers the old one" }));
  await saved(manager.post(`${driversPath}/${one.id}/leave`));
  await saved(decide(await testApp.as("COMPANY_ADMIN"), `${driversPath}/${one.id}/erase`));
  const days = { firstDay: dayIn(-90), lastDay: dayIn(-60) };
  expect(await read(was.id)).toMatchObject({ ...days, driverName: "Erased person", notes: null });
  expect(await read(held.id)).toMatchObject({ driverName: "Erased person", notes: null, lastDay: expect.any(String) });
});

test("whoever is erased as a user has left their vehicle, though nobody noted it before", async () => {
  const { driver: one, userId } = await aDriverAtWork(testApp);
  const { id } = await saved(assign(one.id, (await vehicle()).id));
  const later = await saved(assign(one.id, (await vehicle()).id, { role: "relief", firstDay: dayIn(9) }));
  const [company] = [testApp.companies.a];
  await asSuper(testApp, "update users set status = 'deactivated' where id = $1", [userId]);
  await asSuper(testApp, "select forget_driver(id) from drivers where company_id = $1 and id = $2", [company, one.id]);
  expect(await read(id)).toMatchObject({ lastDay: expect.any(String) });
  expect((await manager.get(`${path}/${later.id}`)).status).toBe(404);
});

describe("who sees whose vehicle it is", () => {
  test("a driver sees their own and nobody else's; who sees vehicles and no drivers reads no name", async () => {
    const own = await aDriverAtWork(testApp);
    const truck = await vehicle();
    const mine = await saved(assign(own.driver.id, truck.id));
    const other = await saved(assign((await driver()).id, (await vehicle()).id));
    const { items } = await saved(own.client.get(path));
    expect(items.map(({ id }) => id)).toEqual([mine.id]);
    expect((await own.client.get(`${path}/${other.id}`)).status).toBe(404);
    expect((await own.client.post(`${path}/${mine.id}/end`)).status).toBe(403);
    const viewer = await clientWith(testApp, ["CAN_VIEW_VEHICLES"]);
    expect((await viewer.get(path)).status).toBe(403);
    expect(await saved(viewer.get(`${vehiclesPath}/${truck.id}`))).toMatchObject({ driverName: null });
    expect((await saved(viewer.get(`${vehiclesPath}?driverId=${own.driver.id}`))).items).toEqual([]);
    const table = (await viewer.get(`${vehiclesPath}/export.csv?ids=${truck.id}`)).text;
    expect(table).toContain(String(truck["unitNumber"]));
    expect(table).not.toContain("Smit");
  });

  test("the lists of vehicles and drivers say it, and are narrowed by it", async () => {
    const [one, relief, truck] = [await driver({ lastName: "Primary" }), await driver(), await vehicle()];
    await saved(assign(one.id, truck.id));
    await saved(assign(relief.id, truck.id, { role: "relief" }));
    const was = await saved(assign((await driver()).id, truck.id, { firstDay: dayIn(-90), lastDay: dayIn(-60) }));
    const found = async (list: string, query: string) =>
      ((await saved(manager.get(`${list}?${query}`))) as unknown as { items: Body[] }).items;
    expect(await found(vehiclesPath, `driverId=${relief.id}`)).toMatchObject([
      { id: truck.id, driverName: "Jan Primary" },
    ]);
    const drivers = await found(driversPath, `vehicleId=${truck.id}`);
    expect(drivers.map(({ id }) => id).toSorted()).toEqual([one.id, relief.id].toSorted());
    expect(drivers.find(({ id }) => id === one.id)).toMatchObject({ vehicleNumber: truck["unitNumber"] });
    expect(drivers.find(({ id }) => id === relief.id)).toMatchObject({ vehicleNumber: null });
    expect(await found(path, `vehicleId=${truck.id}&when=over`)).toMatchObject([{ id: was.id }]);
  });
});

describe("who plans a trip is proposed", () => {
  const at = (days: number, hour: string) => `${dayIn(days)}T${hour}:00.000Z`;
  const proposed = async (which: string, days = 3, more = "") =>
    saved(
      (await testApp.as("DISPATCHER")).get(
        `${path}/proposal?${which}&from=${at(days, "08:00")}&until=${at(days, "16:00")}${more}`,
      ),
    );

  test("the primary driver of the vehicle on the day on which it begins, and the vehicle of the driver", async () => {
    const [one, two, relief, truck] = [await driver(), await driver(), await driver(), await vehicle()];
    await saved(assign(one.id, truck.id, { lastDay: dayIn(3) }));
    await saved(assign(two.id, truck.id, { firstDay: dayIn(4) }));
    await saved(assign(relief.id, truck.id, { role: "relief" }));
    const pair = { vehicleId: truck.id, driverId: one.id };
    expect(await proposed(`vehicleId=${truck.id}`)).toEqual(pair);
    expect(await proposed(`driverId=${one.id}`)).toEqual(pair);
    expect(await proposed(`vehicleId=${truck.id}`, 4)).toEqual({ ...pair, driverId: two.id });
    expect(await proposed(`driverId=${relief.id}`)).toEqual({ vehicleId: null, driverId: null });
  });

  test("nobody who is away then, nor what another trip has; for that trip itself they are free", async () => {
    const nothing = { vehicleId: null, driverId: null };
    const [one, truck] = [await anActiveDriver(testApp), await vehicle()];
    await saved(assign(one.id, truck.id));
    await saved(manager.post(absencesPath, { driverId: one.id, kind: "sick", firstDay: dayIn(3), lastDay: dayIn(3) }));
    expect(await proposed(`vehicleId=${truck.id}`)).toEqual(nothing);
    expect(await proposed(`driverId=${one.id}`)).toEqual(nothing);
    expect(await proposed(`vehicleId=${truck.id}`, 5)).toMatchObject({ driverId: one.id });
    const trip = await aTrip(testApp, { driverId: one.id, from: 24 * 6 - 8, hours: 40 });
    expect(await proposed(`vehicleId=${truck.id}`, 6)).toEqual(nothing);
    expect(await proposed(`vehicleId=${truck.id}`, 6, `&tripId=${trip.id}`)).toMatchObject({ driverId: one.id });
  });

  test("by nobody who may not plan", async () => {
    const viewer = await clientWith(testApp, ["CAN_VIEW_TRIPS"]);
    const answer = await viewer.get(
      `${path}/proposal?driverId=${crypto.randomUUID()}&from=${at(1, "08:00")}&until=${at(1, "09:00")}`,
    );
    expect(answer.status).toBe(403);
  });
});
