// Not conformed: a dashboard is read as a whole, and nobody saves one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { statementsOf } from "#main/testing/database/statements.ts";
import { action, answered, flagged, given } from "#main/testing/records/driver-actions.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { aTrip, anActiveDriverAtWork, inHours } from "#main/testing/records/trips.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import type { FleetDashboardReply } from "./dashboard.contract.ts";

let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());
// Each test begins with deliveries of its own.
beforeEach(() =>
  asSuper(testApp, "update fleet_deliveries set archived_at = now() where company_id = $1", [testApp.companies.a]),
);

const path = "/api/fleet/dashboard";
const read = async (client = dispatcher) => (await saved(client.get(path))) as unknown as FleetDashboardReply;
const deliveriesNow = async () => {
  const { deliveries } = await read();
  if (deliveries === null) throw new Error("a dispatcher sees deliveries");
  return deliveries;
};
const step = (id: string, name: string, body: object = {}) =>
  saved(dispatcher.post(`${fleetDeliveriesPath}/${id}/${name}`, body));
const opening = (hours: number, over: object = {}): Promise<Body> =>
  aFleetDelivery(testApp, { windowStart: inHours(hours), windowEnd: inHours(hours + 2), ...over });
const listed = async (query: string) =>
  (await saved(dispatcher.get(`${fleetDeliveriesPath}?${query}`))).items.map(({ id }) => id);
/** One that was driven out and came to nothing. */
async function failed(): Promise<Body> {
  const trip = await aTrip(testApp, { steps: [] });
  const delivery = await opening(25);
  await step(delivery.id, "assign", { tripId: trip.id });
  for (const name of ["plan", "dispatch", "start"]) await saved(dispatcher.post(`/api/fleet/trips/${trip.id}/${name}`));
  await step(delivery.id, "fail", { reason: "gate closed" });
  return delivery;
}

describe("deliveries that wait for somebody", () => {
  test("are those without a trip, the window that opens first on top, and are the same as on their list", async () => {
    const later = await opening(30);
    const late = await opening(-5);
    const soon = await opening(2);
    const planned = await opening(1);
    await step(planned.id, "assign", { tripId: (await aTrip(testApp)).id });
    const { waiting } = await deliveriesNow();
    expect(waiting).toMatchObject({ count: 3, more: false, late: 1 });
    expect(waiting.items.map(({ id, isLate }) => [id, isLate])).toEqual([
      [late.id, true],
      [soon.id, false],
      [later.id, false],
    ]);
    expect(waiting.items[0]).toMatchObject({ deliveryNumber: late["deliveryNumber"], place: late["address"] });
    expect(await listed("worklist=waiting")).toEqual(waiting.items.map(({ id }) => id));
    await step(planned.id, "unassign");
    expect((await deliveriesNow()).waiting.items.map(({ id }) => id)).toEqual([late.id, planned.id, soon.id, later.id]);
  });

  test("are those that failed, with the reason, until somebody has them tried again", async () => {
    const { id } = await failed();
    const { undecided, waiting } = await deliveriesNow();
    expect(waiting.count).toBe(0);
    expect(undecided).toMatchObject({ count: 1, items: [{ id, state: "failed", reason: "gate closed" }] });
    expect(await listed("worklist=failed")).toEqual([id]);
    await step(id, "try-again");
    const after = await deliveriesNow();
    expect(after.undecided).toMatchObject({ count: 0, items: [] });
    expect(after.waiting).toMatchObject({ count: 1, items: [{ id, attemptNo: 2 }] });
  });

  test("are those that are out though their trip is over, until somebody says what became of them", async () => {
    const trip = await aTrip(testApp, { steps: [] });
    const { id } = await opening(25);
    await step(id, "assign", { tripId: trip.id });
    const tripStep = (name: string) => saved(dispatcher.post(`/api/fleet/trips/${trip.id}/${name}`));
    for (const name of ["plan", "dispatch", "start"]) await tripStep(name);
    expect((await deliveriesNow()).untold, "it is on its way").toMatchObject({ count: 0, items: [] });
    const { items } = await saved(dispatcher.get(`/api/fleet/trip-stops?tripId=${trip.id}&sort=plannedArrival`));
    for (const stop of items) {
      await saved(dispatcher.post(`/api/fleet/trip-stops/${stop.id}/arrive`));
      await saved(dispatcher.post(`/api/fleet/trip-stops/${stop.id}/complete`));
    }
    await tripStep("complete");
    expect((await deliveriesNow()).untold).toMatchObject({
      count: 1,
      more: false,
      items: [{ id, tripNumber: trip["tripNumber"] }],
    });
    expect(await listed("isOutcomeMissing=true")).toEqual([id]);
    await step(id, "deliver");
    expect((await deliveriesNow()).untold.count).toBe(0);
  });

  test("are sent to nobody who may not see deliveries, and many take as many statements as one", async () => {
    expect((await read(await clientWith(testApp, ["CAN_VIEW_TRIPS"]))).deliveries).toBeNull();
    await opening(3);
    const one = await statementsOf(() => dispatcher.get(path));
    for (let n = 0; n < 4; n += 1) await opening(4 + n);
    await failed();
    expect(await statementsOf(() => dispatcher.get(path))).toHaveLength(one.length);
  });
});

describe("the numbers of deliveries", () => {
  test("of today are those whose window opens today, by what became of them, and are the same as on their list", async () => {
    const today = await asSuper<{ at: string }>(
      testApp,
      `select to_char((now() at time zone timezone)::date + interval '12 hours', 'YYYY-MM-DD"T"HH24:MI:SS') as at,
        timezone from companies where id = $1`,
      [testApp.companies.a],
    );
    const [one, two, other] = [await opening(1), await opening(1), await opening(72)];
    await asSuper(
      testApp,
      `update fleet_deliveries set window_start = $2::timestamp at time zone c.timezone,
        window_end = $2::timestamp at time zone c.timezone + interval '2 hours'
        from companies c where c.id = fleet_deliveries.company_id and fleet_deliveries.id = any($1)`,
      [[one.id, two.id], today[0]?.at],
    );
    await step(two.id, "cancel", { reason: "ordered twice" });
    expect((await deliveriesNow()).today).toEqual([{ state: "unassigned", count: 1 }]);
    expect(await listed("worklist=today")).toEqual([one.id]);
    expect(await listed(`worklist=today&ids=${other.id}`)).toEqual([]);
  });

  test("of first attempts are a share of those that were tried, and say of how many", async () => {
    const span = (id: string) =>
      asSuper(
        testApp,
        "update fleet_deliveries set window_start = now() - interval '1 day', window_end = now() - interval '20 hours' where id = $1",
        [id],
      );
    const before = (await deliveriesNow()).firstAttempt;
    expect(before).toMatchObject({ of: 0, met: 0 });
    const [bad, good, second] = [await failed(), await failed(), await failed()];
    await asSuper(testApp, "update fleet_deliveries set status = 'delivered' where id = any($1)", [
      [good.id, second.id],
    ]);
    await asSuper(testApp, "update fleet_deliveries set attempt_no = 2 where id = $1", [second.id]);
    const untried = await opening(2);
    for (const { id } of [bad, good, second, untried]) await span(id);
    expect((await deliveriesNow()).firstAttempt).toMatchObject({ of: 3, met: 1 });
    await step(bad.id, "try-again");
    expect((await deliveriesNow()).firstAttempt, "it was tried, whatever becomes of it").toMatchObject({
      of: 3,
      met: 1,
    });
  });
});

test("what a driver reported that did not fit waits with its trip, until somebody settles it there", async () => {
  const work = await anActiveDriverAtWork(testApp);
  const trip = await given(testApp, work);
  const none = (await read()).trips?.unsettled;
  expect(none).toMatchObject({ count: 0, reports: 0, items: [] });
  await saved(dispatcher.post(`/api/fleet/trips/${trip.id}/recall`, { reason: "wrong vehicle" }));
  const [depot] = trip["stops"] as Body[];
  const done = [
    action(trip, inHours(-1), { kind: "start" }),
    action(trip, inHours(-0.5), { kind: "arrive", stopId: depot?.id ?? "" }),
  ];
  expect(await answered(work, done)).toMatchObject([flagged("recalled"), flagged("recalled")]);
  const { trips } = await read();
  expect(trips?.unsettled).toMatchObject({
    count: 1,
    reports: 2,
    items: [
      { id: trip.id, tripNumber: trip["tripNumber"], reports: 2, oldestAt: expect.any(String), flags: ["recalled"] },
    ],
  });
  const { items } = await saved(dispatcher.get("/api/fleet/driver-actions?status=flagged"));
  for (const { id, version } of items)
    await saved(dispatcher.post(`/api/fleet/driver-actions/${id}/settle`, { version, note: "spoken to them" }));
  expect((await read()).trips?.unsettled).toEqual(none);
});
