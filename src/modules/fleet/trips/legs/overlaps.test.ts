import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saved } from "#main/testing/records/orders.ts";
import {
  aTrip,
  anActiveDriver,
  anActiveDriverAtWork,
  inHours,
  stopsPath,
  tripsPath,
} from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import type { FleetDashboardReply } from "../../dashboard/dashboard.contract.ts";

let testApp: TestApp;
let dispatcher: Client;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
  manager = await testApp.as("FLEET_MANAGER");
});
afterAll(() => testApp.close());

const reason = "told by phone";
const step = (id: string, name: string, body: object = {}, client = dispatcher) =>
  client.post(`${tripsPath}/${id}/${name}`, body);
const read = (id: string) => saved(dispatcher.get(`${tripsPath}/${id}`));
/** A trip that was driven between these hours from now. */
async function driven(from: number, until: number, over: object = {}): Promise<Body> {
  const trip = await aTrip(testApp, { from: 0.1, steps: [], ...over });
  await saved(step(trip.id, "cancel", { reason: "not needed" }));
  return saved(step(trip.id, "record-driven", { startedAt: inHours(from), endedAt: inHours(until), reason }));
}
const waiting = async () => {
  const { trips } = (await saved(dispatcher.get("/api/fleet/dashboard"))) as unknown as FleetDashboardReply;
  return trips?.unanswered.items.map(({ id }) => id) ?? [];
};
const near = (hours: number) => {
  const at = Date.parse(inHours(hours));
  return expect.toSatisfy(
    (moment: string) => Math.abs(Date.parse(moment) - at) < 60_000,
    `about ${hours} hours from now`,
  );
};
const on = (trip: Body, what: unknown, from: number, until: number) => ({
  id: trip.id,
  tripNumber: trip["tripNumber"],
  what,
  from: near(from),
  until: near(until),
});

describe("two trips of one vehicle or one driver at the same time", () => {
  test.each([1, 2, 3, 4])("that are told at the same moment wait for somebody as well (%i)", async () => {
    const { id: vehicleId } = await aVehicle(manager);
    const trips = [await aTrip(testApp, { from: 0.1, vehicleId }), await aTrip(testApp, { from: 9, vehicleId })];
    for (const { id } of trips) await saved(step(id, "cancel", { reason: "not needed" }));
    const times = { startedAt: inHours(-5), endedAt: inHours(-2), reason };
    const answers = await Promise.all(trips.map(({ id }) => step(id, "record-driven", times)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const told = await Promise.all(trips.map(({ id }) => read(id)));
    expect(told.filter(({ isUnanswered }) => isUnanswered)).toHaveLength(1);
  });

  test("are recorded, each says with which other one and from when to when, and the later one waits until a time is corrected", async () => {
    const { id: vehicleId } = await aVehicle(manager);
    const first = await driven(-6, -3, { vehicleId });
    expect(first).toMatchObject({ overlaps: [], isUnanswered: false });
    const second = await driven(-4, -1, { vehicleId });
    const [name] = String(second["vehicleName"]).split(" ");
    expect(second).toMatchObject({
      status: "completed",
      isUnanswered: true,
      overlaps: [on(first, second["vehicleName"], -4, -3)],
      legs: [{ remarks: [{ code: "overlaps_trip", what: first["tripNumber"], isOpen: true }] }],
    });
    expect(JSON.stringify(second["legs"])).toContain(name);
    expect(await read(first.id)).toMatchObject({
      isUnanswered: false,
      overlaps: [on(second, second["vehicleName"], -4, -3)],
    });
    expect(await waiting()).toEqual(expect.arrayContaining([second.id]));
    expect(await waiting()).not.toContain(first.id);

    expect(await saved(step(first.id, "record-end", { at: inHours(-4.5) }))).toMatchObject({ overlaps: [] });
    expect(await read(second.id)).toMatchObject({ overlaps: [], isUnanswered: false });
    expect(await waiting()).not.toContain(second.id);
    await saved(step(first.id, "record-end", { at: inHours(-3) }));
    expect(await waiting(), "and overlap again where the end is told so").toContain(first.id);
  });

  test("wait for somebody who answers for them where both times are right, and are told once", async () => {
    const { id: driverId } = await anActiveDriver(testApp);
    const first = await driven(-6, -3, { driverId });
    const second = await driven(-4, -1, { driverId });
    expect(second).toMatchObject({
      overlaps: [on(first, second["driverName"], -4, -3)],
      legs: [{ remarks: [{ code: "overlaps_trip", about: second["driverName"] }] }],
    });
    const { version } = second;
    const answer = { reason: "they drove one after the other, the phone was off", version };
    expect(await saved(step(second.id, "answer-for", answer, manager))).toMatchObject({ isUnanswered: false });
    await saved(step(second.id, "record-end", { at: inHours(-2) }));
    expect(await waiting()).not.toContain(second.id);
    expect(await read(second.id)).toMatchObject({ overlaps: [{ id: first.id }] });
  });

  test("by the stretch in which one had the other's vehicle, and not by what it drove before", async () => {
    const trip = await aTrip(testApp, { from: 0.1, steps: ["plan", "dispatch"] });
    await saved(step(trip.id, "start", { at: inHours(-5) }));
    const { id: vehicleId } = await aVehicle(manager);
    await saved(step(trip.id, "change-vehicle", { vehicleId, reason, at: inHours(-3) }));
    const before = await driven(-4.5, -3.5, { vehicleId });
    expect(before).toMatchObject({ overlaps: [], isUnanswered: false });
    const left = await driven(-2, -1, { vehicleId: trip["vehicleId"] });
    expect(left, "the one that was left behind").toMatchObject({ overlaps: [], isUnanswered: false });
    const then = await driven(-2.5, -1, { vehicleId });
    expect(then).toMatchObject({ overlaps: [on(trip, then["vehicleName"], -2.5, -1)], isUnanswered: true });
    for (const { id } of trip["stops"] as Body[])
      await saved(dispatcher.post(`${stopsPath}/${id}/skip`, { reason: "not needed" }));
    expect(await saved(step(trip.id, "complete", { at: inHours(-2.75) }))).toMatchObject({ overlaps: [] });
    expect(await read(then.id)).toMatchObject({ isUnanswered: false });
  });

  test("are seen where a trip is said to have left before the one before it was back, and are nothing for its driver", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const first = await driven(-4, -1, { driverId: work.driver.id });
    const next = await aTrip(testApp, { from: 0.1, driverId: work.driver.id, steps: ["plan", "dispatch"] });
    expect(await saved(step(next.id, "start", { at: inHours(-2) }))).toMatchObject({
      status: "in_progress",
      isUnanswered: true,
      overlaps: [{ id: first.id }],
    });
    expect(await saved(work.client.get(`${tripsPath}/${next.id}`))).toMatchObject({
      overlaps: [],
      isUnanswered: false,
    });
  });
});
