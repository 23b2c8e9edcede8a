// Not conformed: the chain is no record; what it is made of is conformed where it belongs.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aChain, hasNotLeft } from "#main/testing/records/chains.ts";
import { aYard, booked, deliveriesPath } from "#main/testing/records/docks.ts";
import { aFleetDelivery, fleetDeliveriesPath, fleetDeliveryBody } from "#main/testing/records/fleet-deliveries.ts";
import { inDays, ordersPath, saved, step } from "#main/testing/records/orders.ts";
import { anActiveDriverAtWork, tripsPath } from "#main/testing/records/trips.ts";
import type { ChainWay, DeliveryChain } from "./chain.contract.ts";

let testApp: TestApp;
let dispatcher: Client;
let supervisor: Client;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  [dispatcher, supervisor] = [await testApp.as("DISPATCHER"), await testApp.as("DOCK_SUPERVISOR")];
  manager = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

const minute = 60_000;
const later = (instant: unknown, minutes: number) =>
  new Date(Date.parse(String(instant)) + minutes * minute).toISOString();
const between = (from: unknown, until: unknown) => (Date.parse(String(until)) - Date.parse(String(from))) / minute;
const chainOf = async ({ id }: Body, client = manager) =>
  (await saved(client.get(`${fleetDeliveriesPath}/${id}/chain`))) as unknown as DeliveryChain;
const deliveryOf = ({ id }: Body) => saved(dispatcher.get(`${fleetDeliveriesPath}/${id}`));
const kinds = ({ ways }: DeliveryChain) => ways.map(({ kind }) => kind);
const way = ({ ways }: DeliveryChain, kind: ChainWay["kind"]): ChainWay => {
  const found = ways.find((one) => one.kind === kind);
  if (!found) throw new Error(`no way ${kind}`);
  return found;
};
/** Moves the slot of a delivery to a dock by so many minutes. */
const moveSlot = (schedule: Body, minutes: number) =>
  saved(
    supervisor.post(`${deliveriesPath}/${schedule.id}/move`, {
      plannedStart: later(schedule["plannedStart"], minutes),
      plannedEnd: later(schedule["plannedEnd"], minutes),
    }),
  );

/** The dock is moved as a way says. */
const taken = (schedule: Body, slot: ChainWay["slot"]) => {
  const { dockCode: _shown, ...place } = slot ?? { dockCode: "" };
  return saved(supervisor.post(`${deliveriesPath}/${schedule.id}/move`, place));
};

describe("the chain of a delivery", () => {
  test("tells its purchase order, its dock, its stop and what was received, and no ways while they fit", async () => {
    const { delivery, order, schedule, trip } = await aChain(testApp);
    const chain = await chainOf(delivery);
    expect(chain).toMatchObject({
      orders: [{ id: order.id, number: order["number"] }],
      slot: { number: schedule["number"], dockCode: "D1", plannedStart: schedule["plannedStart"], isPlanned: true },
      stop: { tripNumber: trip["tripNumber"], stopNumber: 2, arrivedAt: null },
      receipts: [],
      minutesLate: 0,
      ways: [],
    });
    expect(between(chain.stop?.plannedArrival, chain.stop?.expectedArrival)).toBe(0);
  });

  test("shows each link to whoever may see it, and another driver nothing at all", async () => {
    const { delivery } = await aChain(testApp);
    const { client } = await anActiveDriverAtWork(testApp);
    expect((await client.get(`${fleetDeliveriesPath}/${delivery.id}/chain`)).status).toBe(404);
    expect((await (await testApp.as("BUYER")).get(`${fleetDeliveriesPath}/${delivery.id}/chain`)).status).toBe(403);
    const seen = await chainOf(delivery, dispatcher);
    expect(seen.slot).not.toBeNull();
    expect(seen.stop).not.toBeNull();
    expect(
      (await (await testApp.as("DISPATCHER", "b")).get(`${fleetDeliveriesPath}/${delivery.id}/chain`)).status,
    ).toBe(404);
  });

  test("of a delivery that no dock waits for has its stop alone", async () => {
    expect(await chainOf(await aFleetDelivery(testApp))).toEqual({
      orders: null,
      slot: null,
      stop: null,
      receipts: null,
      minutesLate: null,
      ways: [],
    });
  });
});

describe("the purchase order of the chain", () => {
  const orderOf = async (delivery: Body) => (await chainOf(delivery)).orders?.[0];
  const wantedOn = async ({ id }: Body, ...days: number[]) => {
    for (const [at, day] of days.entries())
      await asSuper(
        testApp,
        "update purchase_order_items set requested_date = $2 where purchase_order_id = $1 and line_no = $3",
        [id, inDays(day), at + 1],
      );
  };

  test("is due, and late, by what was agreed for the goods that come, not by other lines of it", async () => {
    const { delivery, order } = await aChain(testApp);
    await wantedOn(order, 20, -5);
    expect(await orderOf(delivery)).toMatchObject({ dueOn: inDays(20), isLate: false });
    await asSuper(testApp, "update purchase_order_items set promised_date = $2 where id = $1", [
      order.items[0]?.id,
      inDays(-3),
    ]);
    expect(await orderOf(delivery)).toMatchObject({ dueOn: inDays(-3), isLate: true });
    expect(await saved(manager.get(`${ordersPath}/${order.id}`))).toMatchObject({ items: [{ isLate: true }, {}, {}] });
  });

  test("is due by the day that was agreed while another one waits for approval", async () => {
    const { delivery, order } = await aChain(testApp);
    const threshold = (value: string) =>
      asSuper(testApp, `update companies set po_approval_threshold = ${value} where id = $1`, [testApp.companies.a]);
    await threshold("1");
    const items = order.items.map((item) => ({
      ...Object.fromEntries(["id", "productId", "orderedQty", "uom", "qtyPerUom"].map((key) => [key, item[key]])),
      unitPrice: "99",
      requestedDate: inDays(40),
    }));
    const buyer = await testApp.as("WAREHOUSE_MANAGER");
    await step(buyer, order.id, "amend", { reason: "Later, and dearer", items, onTheWay: "keep_it" });
    await threshold("null");
    expect((await saved(buyer.get(`${ordersPath}/${order.id}`)))["status"]).toBe("pending_approval");
    expect(await orderOf(delivery)).toMatchObject({ dueOn: inDays(14), isLate: false });
  });

  test("is not late any more once its truck is here", async () => {
    const { delivery, order, schedule } = await aChain(testApp, { dockIn: 30 });
    await wantedOn(order, -5);
    expect(await orderOf(delivery)).toMatchObject({ dueOn: inDays(-5), isLate: true });
    await saved(supervisor.post(`${deliveriesPath}/${schedule.id}/arrive`));
    expect(await orderOf(delivery)).toMatchObject({ dueOn: inDays(-5), isLate: false });
  });
});

describe("a dock that is moved", () => {
  test("takes the window of the delivery and of its stop along, and leaves the trip as it was planned", async () => {
    const { delivery, schedule, trip } = await aChain(testApp);
    const moved = await moveSlot(schedule, 120);
    expect(await deliveryOf(delivery)).toMatchObject({
      windowStart: moved["plannedStart"],
      windowEnd: moved["plannedEnd"],
      plannedArrival: delivery["plannedArrival"],
    });
    const { plannedStart, plannedEnd } = await saved(dispatcher.get(`${tripsPath}/${trip.id}`));
    expect([plannedStart, plannedEnd]).toEqual([trip["plannedStart"], trip["plannedEnd"]]);
    const { text } = await dispatcher.get(`${fleetDeliveriesPath}/${delivery.id}/history`);
    expect(text).toContain("movedWithDock");
  });

  test("leaves a window alone that somebody gave the delivery", async () => {
    const other = await booked(supervisor, await aYard(manager));
    const windowEnd = later(other["plannedEnd"], 30);
    const own = await saved(
      dispatcher.post(
        fleetDeliveriesPath,
        fleetDeliveryBody(25, { deliveryScheduleId: other.id, windowStart: other["plannedStart"], windowEnd }),
      ),
    );
    await moveSlot(other, 240);
    expect(await deliveryOf(own)).toMatchObject({ windowStart: own["windowStart"], windowEnd });
  });

  test("is followed by the trip in one step, as long as its driver has not got it", async () => {
    const { delivery, schedule, trip } = await aChain(testApp);
    const moved = await moveSlot(schedule, 120);
    const chain = await chainOf(delivery);
    expect(chain.minutesLate).toBe(-120);
    const follows = way(chain, "trip");
    expect(follows).toMatchObject({ isAllowed: true, arrival: moved["plannedStart"], truckWaits: 0, dockWaits: 0 });
    expect(between(follows.next?.plannedArrival, follows.next?.arrival)).toBe(120);
    await saved(dispatcher.post(`${tripsPath}/${trip.id}/move`, follows.trip ?? {}));
    expect(await chainOf(delivery)).toMatchObject({ minutesLate: 0, ways: [] });
    expect(await deliveryOf(delivery)).toMatchObject({ plannedArrival: moved["plannedStart"] });

    const given = await aChain(testApp, { steps: ["plan", "dispatch"] });
    await moveSlot(given.schedule, 120);
    expect(kinds(await chainOf(given.delivery))).not.toContain("trip");
  });
});

describe("a truck that will be late for its dock", () => {
  const lateBy = async (minutes: number, over: Parameters<typeof aChain>[1] = {}) => {
    const chain = await aChain(testApp, { steps: ["plan", "dispatch"], ...over });
    await hasNotLeft(testApp, chain.trip, minutes);
    return chain;
  };

  test("is offered the first free time of its dock from when it comes, and its next stop is told", async () => {
    const { delivery, schedule } = await lateBy(60);
    const chain = await chainOf(delivery);
    expect(chain.minutesLate).toBe(60);
    expect(kinds(chain)).toEqual(["same_dock", "keep"]);
    const { slot, truckWaits, dockWaits, next } = way(chain, "same_dock");
    expect(between(schedule["plannedStart"], slot?.plannedStart)).toBeGreaterThanOrEqual(60);
    expect(truckWaits).toBeLessThanOrEqual(30);
    expect(dockWaits).toBe(0);
    expect(next).toMatchObject({ stopNumber: 3, isAfterWindow: true });
    expect(way(chain, "keep")).toMatchObject({ dockWaits: 60, truckWaits: 0, slot: null, isAllowed: true });
    await taken(schedule, slot);
    expect(await chainOf(delivery)).toMatchObject({ ways: [] });
  });

  test("is offered another dock where that is free earlier, and never one that is taken", async () => {
    const { delivery, schedule, yard } = await lateBy(60, { docks: 2 });
    await booked(supervisor, yard, {
      plannedStart: schedule["plannedEnd"],
      plannedEnd: later(schedule["plannedEnd"], 180),
    });
    const chain = await chainOf(delivery);
    expect(kinds(chain)).toEqual(["same_dock", "other_dock", "keep"]);
    expect(between(schedule["plannedEnd"], way(chain, "same_dock").slot?.plannedStart)).toBeGreaterThanOrEqual(180);
    const other = way(chain, "other_dock").slot;
    expect(other).toMatchObject({ dockId: yard.dockIds[1], dockCode: "D2" });
    await taken(schedule, other);
    expect(await chainOf(delivery)).toMatchObject({ slot: { dockCode: "D2" }, ways: [] });
  });

  test("is told to whoever may not move docks, with the way that others would take", async () => {
    const { delivery } = await lateBy(60);
    const client = await testApp.as("FLEET_MANAGER");
    expect(way(await chainOf(delivery, client), "same_dock").isAllowed).toBe(false);
  });

  test("that is only minutes late needs no other plan, nor one that stands at its dock", async () => {
    expect(await chainOf((await lateBy(10)).delivery)).toMatchObject({ minutesLate: 10, ways: [] });
    const { delivery, schedule } = await lateBy(60);
    await saved(supervisor.post(`${deliveriesPath}/${schedule.id}/arrive`));
    expect(await chainOf(delivery)).toMatchObject({ minutesLate: null, ways: [] });
  });
});

/** The deliveries to a dock on the board of the day that one of them is planned for. */
async function cardsOf({ schedule, yard }: Awaited<ReturnType<typeof aChain>>) {
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Amsterdam" }).format(
    new Date(String(schedule["plannedStart"])),
  );
  const { docks } = await saved(supervisor.get(`${deliveriesPath}/board?locationId=${yard.locationId}&date=${date}`));
  return (docks as { deliveries: { id: string; ownTrip: Record<string, string | null> | null }[] }[]).flatMap(
    (dock) => dock.deliveries,
  );
}

test("the dock board shows of a truck of the own fleet which trip it is and when it is expected", async () => {
  const chain = await aChain(testApp, { steps: ["plan", "dispatch"] });
  const { delivery, trip } = chain;
  const cards = () => cardsOf(chain);
  await hasNotLeft(testApp, trip, 60);
  const [card] = await cards();
  expect(card?.ownTrip).toMatchObject({ deliveryId: delivery.id, tripNumber: trip["tripNumber"], arrivedAt: null });
  expect(between(card?.ownTrip?.["plannedArrival"], card?.ownTrip?.["expectedArrival"])).toBeCloseTo(60, 0);
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/unassign`));
  expect((await cards())[0]?.ownTrip).toBeNull();
});

test("the dock board still tells when that truck was there and left once its delivery is told of, though the dock said nothing", async () => {
  const chain = await aChain(testApp, { dockIn: 30, steps: ["plan", "dispatch", "start"] });
  const stop = async (id: unknown, ...steps: string[]) => {
    for (const step of steps) await saved(dispatcher.post(`/api/fleet/trip-stops/${String(id)}/${step}`, {}));
  };
  const ownTrip = async () => (await cardsOf(chain))[0]?.ownTrip;
  await stop(chain.delivery["pickupStopId"], "arrive", "complete");
  await stop(chain.delivery["dropoffStopId"], "arrive");
  const there = await ownTrip();
  expect(there).toMatchObject({ arrivedAt: expect.any(String), expectedArrival: null, departedAt: null });
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${chain.delivery.id}/fail`, { reason: "refused at the gate" }));
  expect(await ownTrip()).toEqual(there);
  await stop(chain.delivery["dropoffStopId"], "complete");
  expect(await ownTrip()).toMatchObject({ arrivedAt: there?.["arrivedAt"], departedAt: expect.any(String) });
});
