import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { action, answered, applied, givenLongAgo } from "#main/testing/records/driver-actions.ts";
import { driversPath } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { aTrip, anActiveDriver, anActiveDriverAtWork, inHours, tripsPath } from "#main/testing/records/trips.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let dispatcher: Client;
let manager: Client;
let chief: Client;
let viewer: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
  manager = await testApp.as("FLEET_MANAGER");
  chief = await testApp.as("COMPANY_ADMIN");
  viewer = await clientWith(testApp, ["CAN_VIEW_DRIVERS", "CAN_EDIT_DRIVERS"]);
});
afterAll(() => testApp.close());

const dutyOf = async (id: string, as = dispatcher) => {
  const { duty, dutySince } = await saved(as.get(`${driversPath}/${id}`));
  return { duty, dutySince };
};
const set = (id: string, duty: string, as = dispatcher) => as.post(`${driversPath}/${id}/duty`, { duty });
const step = (trip: Body, name: string, body: object = {}, as = dispatcher) =>
  saved(as.post(`${tripsPath}/${trip.id}/${name}`, body));
const given = (over: object = {}) => aTrip(testApp, { from: 0.1, hours: 6, steps: ["plan", "dispatch"], ...over });
const versionOf = async (id: string) => Number((await saved(manager.get(`${driversPath}/${id}`)))["version"]);
const driverStep = async (id: string, name: string, body: object = {}, as = manager) =>
  saved(as.post(`${driversPath}/${id}/${name}`, { version: await versionOf(id), ...body }));
const abort = (trip: Body, at: string | null = null) => step(trip, "abort", { reason: "no more today", at });

describe("a trip says what its people do", () => {
  test("with the time of each step, and leaves the driver's record as it was", async () => {
    const { id } = await anActiveDriver(testApp);
    const version = await versionOf(id);
    expect(await dutyOf(id)).toEqual({ duty: "off_duty", dutySince: null });
    const trip = await given({ driverId: id });
    expect(await dutyOf(id), "while it is only planned").toMatchObject({ duty: "off_duty" });
    const [left, rest, on, end] = [-4, -3, -2, -1].map(inHours) as [string, string, string, string];
    await step(trip, "start", { at: left });
    expect(await dutyOf(id)).toEqual({ duty: "driving", dutySince: left });
    await step(trip, "pause", { reason: "rest", at: rest });
    expect(await dutyOf(id)).toEqual({ duty: "on_break", dutySince: rest });
    await step(trip, "resume", { at: on });
    expect(await dutyOf(id)).toEqual({ duty: "driving", dutySince: on });
    await abort(trip, end);
    expect(await dutyOf(id)).toEqual({ duty: "on_duty", dutySince: end });
    expect(await versionOf(id)).toBe(version);
  });

  test("who completes it stays on duty, and drives again where it was no end", async () => {
    const trip = await given();
    const driverId = String(trip["driverId"]);
    await step(trip, "start", { at: inHours(-3) });
    await asSuper(testApp, "update trip_stops set status = 'skipped' where trip_id = $1", [trip.id]);
    const { actualEnd } = await step(trip, "complete", { at: inHours(-1) });
    expect(await dutyOf(driverId)).toEqual({ duty: "on_duty", dutySince: actualEnd });
    await step(trip, "reopen", { reason: "by mistake" }, chief);
    expect(await dutyOf(driverId)).toMatchObject({ duty: "driving" });
  });

  test("who rides along is on duty if they were not, and nothing else", async () => {
    const [off, onBreak] = [await anActiveDriver(testApp), await anActiveDriver(testApp)];
    await saved(set(onBreak.id, "on_break"));
    const crew = [off, onBreak].map(({ id }) => ({ driverId: id, role: "co_driver" }));
    const trip = await given({ crew });
    await step(trip, "start");
    expect(await dutyOf(off.id)).toMatchObject({ duty: "on_duty" });
    expect(await dutyOf(onBreak.id)).toMatchObject({ duty: "on_break" });
    await step(trip, "pause", { reason: "rest" });
    expect(await dutyOf(off.id)).toMatchObject({ duty: "on_duty" });
    expect(await set(off.id, "off_duty"), "it is theirs to say").toMatchObject({ status: 200 });
  });

  test("who takes it over drives, or has its break, and who had it stays on duty", async () => {
    const [first, second, third] = [
      await anActiveDriver(testApp),
      await anActiveDriver(testApp),
      await anActiveDriver(testApp),
    ];
    const trip = await given({ driverId: first.id });
    await step(trip, "start", { at: inHours(-4) });
    const [at, later] = [inHours(-3), inHours(-1)];
    await step(trip, "change-driver", { driverId: second.id, reason: "hours are up", at });
    expect(await dutyOf(first.id)).toEqual({ duty: "on_duty", dutySince: at });
    expect(await dutyOf(second.id)).toEqual({ duty: "driving", dutySince: at });
    await step(trip, "pause", { reason: "rest", at: inHours(-2) });
    await step(trip, "change-driver", { driverId: third.id, reason: "hours are up", at: later });
    expect(await dutyOf(second.id)).toEqual({ duty: "on_duty", dutySince: later });
    expect(await dutyOf(third.id)).toEqual({ duty: "on_break", dutySince: later });
  });

  test("whose trip runs drives, though it was told late and something else was said by hand since; nobody drives on once it is over", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const { id } = work.driver;
    const trip = await givenLongAgo(testApp, work);
    await saved(set(id, "on_duty"));
    const { dutySince: said } = await dutyOf(id);
    const told = (at: string, what: Parameters<typeof action>[2]) => answered(work, [action(trip, at, what)]);
    expect(await told(inHours(-8), { kind: "start", meterValue: null })).toMatchObject([applied]);
    expect(await dutyOf(id), "not since a moment at which something else was so").toEqual({
      duty: "driving",
      dutySince: said,
    });
    expect(await told(inHours(-6), { kind: "pause", reason: "breakfast" })).toMatchObject([applied]);
    expect(await dutyOf(id)).toEqual({ duty: "on_break", dutySince: said });
    await step(trip, "resume");
    const driving = await dutyOf(id);
    expect(driving).toMatchObject({ duty: "driving" });
    await abort(trip, inHours(-1));
    expect(await dutyOf(id)).toEqual({ duty: "on_duty", dutySince: driving.dutySince });
  });

  test("what was driven and is told after it is over says nothing of now; what runs does", async () => {
    const driven = async (endedAt: string | null) => {
      const trip = await aTrip(testApp, { from: 0.5 });
      await step(trip, "record-driven", { startedAt: inHours(-3), endedAt, reason: "it had left" });
      return dutyOf(String(trip["driverId"]));
    };
    expect(await driven(inHours(-1))).toEqual({ duty: "off_duty", dutySince: null });
    expect(await driven(null)).toMatchObject({ duty: "driving" });
  });
});

describe("at the moment at which a trip starts", () => {
  const inTurn = Array.from({ length: 8 }, (_, n) => n);

  test.each(inTurn)("its driver says otherwise: their duty is that of the trip in the end (%i)", async () => {
    const trip = await given();
    const driverId = String(trip["driverId"]);
    const start = () => dispatcher.post(`${tripsPath}/${trip.id}/start`, {});
    const [said, started] = await Promise.all([set(driverId, "on_break"), start()]);
    expect(started).toMatchObject({ status: 200 });
    if (said.status !== 200) expect(said).toMatchObject({ status: 409, body: { code: "duty_follows_trip" } });
    expect(await dutyOf(driverId)).toMatchObject({ duty: "driving" });
    await abort(trip);
  });

  test.each(inTurn)("its driver leaves the company: that is refused, or told of the trip (%i)", async () => {
    const trip = await given();
    const driverId = String(trip["driverId"]);
    const version = await versionOf(driverId);
    const [left, started] = await Promise.all([
      manager.post(`${driversPath}/${driverId}/leave`, { version }),
      dispatcher.post(`${tripsPath}/${trip.id}/start`, {}),
    ]);
    expect(started).toMatchObject({ status: 200 });
    const { legs } = await saved(chief.get(`${tripsPath}/${trip.id}`));
    const isTold = JSON.stringify(legs).includes("driver_left");
    if (left.status === 200) expect(isTold, "it drives with somebody who has left").toBe(true);
    else expect(left).toMatchObject({ status: 409, body: { code: "still_on_trip" } });
    await abort(trip);
  });
});

describe("by hand", () => {
  test("a driver says it of themselves and of nobody else, a dispatcher of each, and nobody without the right", async () => {
    const mine = await anActiveDriverAtWork(testApp);
    const other = await anActiveDriver(testApp);
    const { id } = mine.driver;
    expect(await saved(set(id, "on_duty", mine.client))).toMatchObject({ duty: "on_duty" });
    expect(await set(other.id, "on_duty", mine.client)).toMatchObject({ status: 404 });
    expect(await saved(set(other.id, "on_break"))).toMatchObject({ duty: "on_break" });
    expect(await set(other.id, "off_duty", viewer)).toMatchObject({ status: 403 });
    const both = await clientWith(testApp, ["CAN_VIEW_DRIVERS", "CAN_DRIVE"]);
    expect(await set(other.id, "off_duty", both), "seen, and not theirs").toMatchObject({ status: 404 });
    expect(await set(id, "driving"), "a trip says so").toMatchObject({ status: 422 });
  });

  test("what they may say stands on the record, and on the phone of the driver", async () => {
    const { client, driver } = await anActiveDriverAtWork(testApp);
    const said = async (as: Client) => {
      const { abilities = [] } = (await saved(as.get(`${driversPath}/${driver.id}`))) as { abilities?: string[] };
      return abilities.filter((one) => ["goOnDuty", "takeBreak", "goOffDuty"].includes(one));
    };
    expect(await said(dispatcher)).toEqual(["goOnDuty", "takeBreak"]);
    expect(await said(viewer)).toEqual([]);
    await saved(set(driver.id, "on_duty", client));
    expect(await said(client)).toEqual(["takeBreak", "goOffDuty"]);
    const own = async (as: Client) => (await saved(as.get("/api/fleet/my-duty")))["driver"];
    expect(await own(client)).toMatchObject({
      id: driver.id,
      duty: "on_duty",
      abilities: expect.arrayContaining(["takeBreak", "goOffDuty"]),
    });
    expect(await own(await testApp.as("DRIVER")), "no driver's record").toBeNull();
  });

  test("on the road it follows the trip, which the refusal names", async () => {
    const { client, driver } = await anActiveDriverAtWork(testApp);
    const trip = await given({ driverId: driver.id });
    await step(trip, "start");
    for (const as of [dispatcher, client])
      expect(await set(driver.id, "off_duty", as)).toMatchObject({
        status: 409,
        body: { code: "duty_follows_trip", message: expect.stringContaining(String(trip["tripNumber"])) },
      });
    expect(await saved(client.get("/api/fleet/my-duty"))).toMatchObject({ driver: { dutyFollowsTrip: true } });
    await abort(trip);
    expect(await set(driver.id, "off_duty", client)).toMatchObject({ status: 200 });
  });

  test("who is not active is only off duty, and is so once they are suspended or have left", async () => {
    const { id } = await anActiveDriver(testApp);
    await saved(set(id, "on_duty"));
    await driverStep(id, "suspend", { reason: "speeding" });
    expect(await dutyOf(id)).toMatchObject({ duty: "off_duty", dutySince: expect.any(String) });
    expect(await set(id, "on_duty")).toMatchObject({ status: 409, body: { code: "not_active" } });
    expect(await set(id, "off_duty")).toMatchObject({ status: 200 });
    await driverStep(id, "leave");
    expect(await dutyOf(id)).toEqual({ duty: "off_duty", dutySince: null });
  });

  test("who is suspended on the road drives on, and is off duty at the end of the trip", async () => {
    const trip = await given();
    const id = String(trip["driverId"]);
    await step(trip, "start", { at: inHours(-1) });
    await driverStep(id, "suspend", { reason: "speeding" });
    expect(await dutyOf(id)).toMatchObject({ duty: "driving" });
    await abort(trip);
    expect(await dutyOf(id)).toMatchObject({ duty: "off_duty" });
  });

  test("the history says that it was changed and not from what to what, and an erasure takes what there is", async () => {
    const { id } = await anActiveDriver(testApp);
    await saved(set(id, "on_duty"));
    await saved(set(id, "on_duty"));
    const { items } = await saved(manager.get(`${driversPath}/${id}/history`));
    const told = items.filter((item) => item["step"] === "dutySet");
    expect(told, "once: the second said nothing new").toMatchObject([{ changes: null, fromStatus: null }]);
    expect(JSON.stringify(items)).not.toContain("on_duty");
    await driverStep(id, "leave");
    const rows = () => asSuper(testApp, "select 1 from driver_duties where driver_id = $1", [id]);
    await asSuper(
      testApp,
      "insert into driver_duties (company_id, driver_id, duty, since) values ($1, $2, 'on_duty', now())",
      [testApp.companies.a, id],
    );
    expect(await rows()).toHaveLength(1);
    await driverStep(id, "erase", {}, chief);
    expect(await rows()).toEqual([]);
  });
});

test("the list is narrowed by it, and the dashboard counts who is at work, as the list does", async () => {
  await asSuper(testApp, "update drivers set archived_at = now() where company_id = $1", [testApp.companies.a]);
  const [off, on, resting] = [
    await anActiveDriver(testApp),
    await anActiveDriver(testApp),
    await anActiveDriver(testApp),
  ];
  await saved(set(on.id, "on_duty"));
  await saved(set(resting.id, "on_break"));
  const listed = async (duty: string) => {
    const { items } = await saved(dispatcher.get(`${driversPath}?duty=${duty}`));
    return items.map(({ id }) => id).toSorted();
  };
  expect(await listed("on_duty,driving,on_break")).toEqual([on.id, resting.id].toSorted());
  expect(await listed("off_duty")).toEqual([off.id]);
  expect(await listed("off_duty,on_break")).toEqual([off.id, resting.id].toSorted());
  const { items } = await saved(dispatcher.get(`${driversPath}?duty=on_break`));
  expect(items).toMatchObject([{ duty: "on_break", dutySince: expect.any(String) }]);
  expect(await saved(dispatcher.get("/api/fleet/dashboard"))).toMatchObject({ drivers: { onDuty: 2 } });
});
