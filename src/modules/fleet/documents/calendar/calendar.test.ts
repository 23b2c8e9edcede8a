// Not conformed: a calendar is read as a whole, and nobody saves one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "#shared/format/wall-time.ts";
import { statementsOf } from "#main/testing/database/statements.ts";
import { anAsset, aYard } from "#main/testing/records/assets.ts";
import { documentsPath, typesPath, uploadScan } from "#main/testing/records/documents.ts";
import { aDriver, aDriverAtWork } from "#main/testing/records/drivers.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { aTrip, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { calendarMost, calendarWeeks, type DocumentCalendarReply } from "./calendar.contract.ts";

let testApp: TestApp;
let manager: Client;
let today = "";
beforeAll(async () => {
  testApp = await startTestApp();
  manager = await testApp.as("FLEET_MANAGER");
});
afterAll(() => testApp.close());
beforeEach(async () => {
  // Each test begins with papers of its own, and on the day that it is at the company by then.
  await asSuper(testApp, "update papers set archived_at = now() where company_id = $1", [testApp.companies.a]);
  ({ today } = await read());
});

const path = `${documentsPath}/calendar`;
const read = async (query = "", as: Client = manager) =>
  (await saved(as.get(`${path}${query}`))) as unknown as DocumentCalendarReply; // as the contract says
const inDays = (days: number) => addDays(today, days);
const itemOf = async (id: string, as?: Client) => (await read("", as)).items.find((item) => item.id === id);
const monday = async () => (await read()).weeks[1]?.week ?? "";

type Holder = { vehicle_id: string } | { driver_id: string } | { asset_id: string } | { trip_id: string } | object;
/** A verified paper, without the way to it: which another file tests. */
async function aPaper(code: string, holder: Holder, expiresOn: string, count = 1): Promise<string> {
  const [column = "driver_id", id = null] = Object.entries(holder)[0] ?? [];
  const rows = await asSuper<{ id: string }>(
    testApp,
    `insert into papers (company_id, type_id, ${column}, subject, is_confidential, status, expires_on, decided_at)
      select $1, k.id, $3, k.subject, k.is_confidential, 'verified', $4, now() from document_types k, generate_series(1, $5)
      where k.company_id = $1 and k.code = $2 returning id`,
    [testApp.companies.a, code, id, expiresOn, count],
  );
  return rows[0]?.id ?? "";
}

/** A trip that the plan leads from one day to another, at noon, whatever time it is now. */
async function planned(trip: Body, from: string, until: string): Promise<Body> {
  await asSuper(testApp, "update trips set planned_start = $2, planned_end = $3 where id = $1", [
    trip.id,
    `${from}T11:00:00Z`,
    `${until}T12:00:00Z`,
  ]);
  return trip;
}

describe("the weeks", () => {
  test("are what has ended and twelve from the Monday of this one on, each with all that ends in it and what of it blocks", async () => {
    const { id } = await aVehicle(manager);
    const first = await monday();
    expect(new Date(`${first}T12:00:00Z`).getUTCDay(), "a Monday").toBe(1);
    expect(first <= today && today < addDays(first, 7), "of this week").toBe(true);
    await aPaper("INSURANCE", { vehicle_id: id }, inDays(-1));
    await aPaper("INSPECTION", { vehicle_id: id }, addDays(first, 6));
    await aPaper("LIABILITY", {}, addDays(first, 7));
    await aPaper("REGISTRATION", { vehicle_id: id }, addDays(first, 7 * calendarWeeks - 1));
    await aPaper("LEASE", { vehicle_id: id }, addDays(first, 7 * calendarWeeks));
    const { weeks, items, total } = await read();
    expect(weeks.map(({ week }) => week)).toEqual([
      "ended",
      ...Array.from({ length: calendarWeeks }, (_, at) => addDays(first, 7 * at)),
    ]);
    expect(weeks.map(({ count }) => count)).toEqual([
      1,
      1,
      1,
      ...Array.from({ length: calendarWeeks - 3 }, () => 0),
      1,
    ]);
    expect(weeks.slice(0, 3).map(({ blocking }) => blocking)).toEqual([1, 1, 0]);
    expect(items.map(({ week }) => week)).toEqual(["ended", first, addDays(first, 7), addDays(first, 77)]);
    expect(total, "what ends later is not among them").toBe(4);
  });

  test("have what ends today in this one: it holds until the day is over", async () => {
    const id = await aPaper("LIABILITY", {}, today);
    expect(await itemOf(id)).toMatchObject({ week: await monday(), expiresOn: today });
  });

  test("have the last paper of each type and holder, and not what a later verified one follows or who has left", async () => {
    const { id: vehicle_id } = await aVehicle(manager);
    const { id: driver_id } = await aDriver(manager);
    const ended = await aPaper("INSURANCE", { vehicle_id }, inDays(-3));
    const other = await aPaper("INSPECTION", { vehicle_id }, inDays(3));
    const card = await aPaper("ADR", { driver_id }, inDays(4));
    const ids = async () => (await read()).items.map(({ id }) => id);
    expect(await ids()).toEqual([ended, other, card]);
    const next = await aPaper("INSURANCE", { vehicle_id }, inDays(5));
    expect(await ids()).toEqual([other, card, next]);
    await aPaper("INSURANCE", { vehicle_id }, inDays(500));
    await asSuper(testApp, "update drivers set status = 'left', left_on = '2020-01-01' where id = $1", [driver_id]);
    expect(await ids()).toEqual([other]);
  });

  test("are narrowed to one of them and to what the papers are about; the counts of the others stay to choose from", async () => {
    const { id: vehicle_id } = await aVehicle(manager);
    await aPaper("INSURANCE", { vehicle_id }, inDays(-3));
    const lease = await aPaper("LEASE", { vehicle_id }, inDays(30));
    await aPaper("LIABILITY", {}, inDays(30));
    const week = (await itemOf(lease))?.week;
    const one = await read(`?week=${week}&subject=vehicle`);
    expect(one).toMatchObject({ total: 1, items: [{ id: lease }] });
    expect(one.weeks[0]?.count).toBe(1);
    expect(one.subjects).toEqual([
      { subject: "company", count: 1 },
      { subject: "vehicle", count: 2 },
    ]);
    expect(await read("?week=ended&subject=company")).toMatchObject({ total: 0, items: [] });
    expect((await manager.get(`${path}?week=soon`)).status).toBe(422);
  });

  test("show so many papers and no more, and say how many there are", async () => {
    const many = calendarMost + 3;
    await aPaper("LIABILITY", {}, inDays(2), many);
    const { items, total } = await read();
    expect([items.length, total]).toEqual([calendarMost, many]);
  });
});

describe("the first trip that an end stops", () => {
  test("is the first planned or dispatched one of the vehicle that goes beyond it, where the type blocks", async () => {
    const { id: vehicleId } = await aVehicle(manager);
    const trip = async (from: number, steps?: string[]) =>
      planned(
        await aTrip(testApp, { vehicleId, from: 24 * from, ...(steps ? { steps } : {}) }),
        inDays(from),
        inDays(from),
      );
    await trip(2);
    await trip(5, []);
    const later = await trip(9);
    const first = await trip(7, ["plan", "dispatch"]);
    const blocking = await aPaper("INSURANCE", { vehicle_id: vehicleId }, inDays(2));
    const harmless = await aPaper("LEASE", { vehicle_id: vehicleId }, inDays(2));
    expect(await itemOf(blocking)).toMatchObject({
      blocksDispatch: true,
      stops: { id: first.id, tripNumber: first["tripNumber"] },
    });
    expect(await itemOf(harmless)).toMatchObject({ blocksDispatch: false, stops: null });
    await planned(later, inDays(2), inDays(3));
    expect((await itemOf(blocking))?.stops, "begun before the end, it goes beyond it").toMatchObject({ id: later.id });
  });

  test("is one that a driver is on as well as one that they drive, and one that an asset goes along on", async () => {
    const dispatcher = await testApp.as("DISPATCHER");
    const { id: assetId } = await anAsset(manager, await aYard(await testApp.as("COMPANY_ADMIN")));
    const trip = await planned(
      await aTrip(testApp, { from: 72, steps: [], assets: [{ assetId }] }),
      inDays(3),
      inDays(3),
    );
    await saved(dispatcher.post(`${tripsPath}/${trip.id}/plan`));
    const { id: mate } = await aDriver(manager);
    await asSuper(testApp, "insert into trip_crew (company_id, trip_id, driver_id) values ($1, $2, $3)", [
      testApp.companies.a,
      trip.id,
      mate,
    ]);
    const holders = [
      await aPaper("CODE95", { driver_id: String(trip["driverId"]) }, inDays(2)),
      await aPaper("CODE95", { driver_id: mate }, inDays(2)),
      await aPaper("TRAILER-INSPECTION", { asset_id: assetId }, inDays(2)),
    ];
    for (const id of holders) expect((await itemOf(id))?.stops).toMatchObject({ id: trip.id });
    await asSuper(testApp, "update trip_assets set detached_at = now() where trip_id = $1", [trip.id]);
    expect((await itemOf(holders[2] ?? ""))?.stops, "it was left behind").toBeNull();
  });

  test("is the one that is to bring a delivery whose paper ends, and each delivery has papers of its own", async () => {
    const deliveries = [await aFleetDelivery(testApp), await aFleetDelivery(testApp)];
    const trip = await planned(await aTrip(testApp, { from: 72 }), inDays(3), inDays(3));
    const [first = "", second = ""] = deliveries.map(({ id }) => id);
    await saved((await testApp.as("DISPATCHER")).post(`${fleetDeliveriesPath}/${first}/assign`, { tripId: trip.id }));
    await saved(
      manager.post(typesPath, {
        code: "PERMIT-D",
        name: "Transport permit",
        subject: "delivery",
        blocksDispatch: true,
      }),
    );
    const ends = await aPaper("PERMIT-D", { delivery_id: first }, inDays(2));
    const other = await aPaper("PERMIT-D", { delivery_id: second }, inDays(5));
    expect(await itemOf(ends)).toMatchObject({
      deliveryId: first,
      deliveryNumber: deliveries[0]?.["deliveryNumber"],
      stops: { id: trip.id },
    });
    expect(await itemOf(other)).toMatchObject({ deliveryId: second, stops: null });
  });

  test("is none once somebody has let the vehicle go in spite of the paper", async () => {
    const { id: vehicleId } = await aVehicle(manager);
    const trip = await planned(await aTrip(testApp, { vehicleId, from: 72 }), inDays(3), inDays(3));
    const ended = await aPaper("INSURANCE", { vehicle_id: vehicleId }, inDays(-2));
    expect((await itemOf(ended))?.stops).toMatchObject({ id: trip.id });
    await asSuper(
      testApp,
      `insert into vehicle_holds (company_id, vehicle_id, kind, reason, cause, cause_id, closed_at, closed_by, close_reason)
        select $1, $2, 'compliance', 'ended', 'document', $3, now(), u.id, 'to the garage' from users u where u.company_id = $1 limit 1`,
      [testApp.companies.a, vehicleId, ended],
    );
    expect((await itemOf(ended))?.stops).toBeNull();
  });

  test("is told to nobody who may not see trips", async () => {
    const { id: vehicleId } = await aVehicle(manager);
    await planned(await aTrip(testApp, { vehicleId, from: 72 }), inDays(3), inDays(3));
    const id = await aPaper("INSURANCE", { vehicle_id: vehicleId }, inDays(1));
    const reader = await clientWith(testApp, ["CAN_VIEW_DOCUMENTS"]);
    expect(await itemOf(id, reader)).toMatchObject({ id, stops: null });
  });
});

test("a renewal is entered, then waits for somebody to verify its scan; a paper is renewed once, by who may", async () => {
  const { id: vehicle_id } = await aVehicle(manager);
  const id = await aPaper("INSURANCE", { vehicle_id }, inDays(6));
  expect(await itemOf(id)).toMatchObject({ renewal: "none", renewalId: null, steps: ["renew"] });
  expect((await itemOf(id, await clientWith(testApp, ["CAN_VIEW_DOCUMENTS"])))?.steps).toEqual([]);
  const { renewalId } = await saved(manager.post(`${documentsPath}/${id}/renew`, { expiresOn: inDays(400) }));
  expect(await itemOf(id)).toMatchObject({ renewal: "entered", renewalId, steps: [] });
  await uploadScan(manager, String(renewalId));
  expect(await itemOf(id)).toMatchObject({ renewal: "uploaded", renewalId });
});

test("a confidential paper is nobody's who may not see those, in the rows as in the counts; a driver sees their own and no other", async () => {
  const mine = await aDriverAtWork(testApp);
  const theirs = await aDriver(manager);
  const own = await aPaper("MEDICAL", { driver_id: mine.driver.id }, inDays(3));
  await aPaper("MEDICAL", { driver_id: theirs.id }, inDays(3));
  const open = await aPaper("ADR", { driver_id: theirs.id }, inDays(4));
  expect(await read()).toMatchObject({ total: 3 });
  const planner = await read("", await testApp.as("DISPATCHER"));
  expect(planner.items.map(({ id }) => id)).toEqual([open]);
  expect([planner.total, planner.subjects]).toEqual([1, [{ subject: "driver", count: 1 }]]);
  const driver = await read("", mine.client);
  expect([driver.total, driver.items.map(({ id }) => id)]).toEqual([1, [own]]);
  expect((await (await clientWith(testApp, ["CAN_VIEW_TRIPS"])).get(path)).status).toBe(403);
});

test("many papers that stop many trips take one statement", async () => {
  for (let n = 0; n < 3; n += 1) {
    const { id: vehicleId } = await aVehicle(manager);
    await planned(await aTrip(testApp, { vehicleId, from: 72 }), inDays(3), inDays(3));
    await aPaper("INSURANCE", { vehicle_id: vehicleId }, inDays(1));
  }
  expect((await read()).items.filter(({ stops }) => stops !== null)).toHaveLength(3);
  expect(await statementsOf(() => manager.get(path))).toHaveLength(1);
});

test("the card of a driver who is on the road now is said to go on there, to who sees the trip", async () => {
  const trip = await aTrip(testApp, {});
  const card = await aPaper("TACHO", { driver_id: String(trip["driverId"]) }, inDays(-9));
  await planned(trip, inDays(-1), inDays(-1));
  await asSuper(testApp, "update trips set status = 'in_progress', actual_start = planned_start where id = $1", [
    trip.id,
  ]);
  const { id, tripNumber } = trip as unknown as { id: string; tripNumber: string }; // as the contract says
  expect(await itemOf(card)).toMatchObject({ stops: null, runsOn: { id, tripNumber } });
  const clerk = await clientWith(testApp, ["CAN_VIEW_DOCUMENTS"]);
  expect(await itemOf(card, clerk)).toMatchObject({ stops: null, runsOn: null });
  await asSuper(testApp, "update trips set status = 'completed', actual_end = now(), closed_at = now() where id = $1", [
    trip.id,
  ]);
  expect(await itemOf(card)).toMatchObject({ runsOn: null });
});
