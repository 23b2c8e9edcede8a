import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, inHours, tripsPath } from "#main/testing/records/trips.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { mostDeliveries } from "./stop-windows.server.ts";

let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());

const address = "Havenlaan 40, Antwerpen";
/** A delivery to that address between these hours from now. */
const between = (from: number, until: number): Promise<Body> =>
  aFleetDelivery(testApp, { address, windowStart: inHours(from), windowEnd: inHours(until) });
const assign = (id: string, tripId: string) => dispatcher.post(`${fleetDeliveriesPath}/${id}/assign`, { tripId });
const stopsThere = async (tripId: string) => {
  const { stops } = await saved(dispatcher.get(`${tripsPath}/${tripId}`));
  return (stops as Body[])
    .filter((stop) => stop["address"] === address)
    .map(({ windowStart, windowEnd }) => ({ windowStart, windowEnd }));
};
const checks = async (tripId: string) => {
  const { items, notes } = await saved(dispatcher.get(`${tripsPath}/${tripId}/checks`));
  return { items, notes: notes as unknown as Body[] };
};

describe("several deliveries to one address", () => {
  test("are brought at one stop, in the time that suits all of them, and in that of the others once one is taken off", async () => {
    const trip = await aTrip(testApp, { steps: [] });
    const [early, late, between26] = [await between(24.5, 27), await between(25, 28), await between(24, 26)];
    for (const { id } of [early, late, between26]) await saved(assign(id, trip.id));
    expect(await stopsThere(trip.id)).toEqual([
      { windowStart: late["windowStart"], windowEnd: between26["windowEnd"] },
    ]);
    await saved(dispatcher.post(`${fleetDeliveriesPath}/${between26.id}/unassign`));
    expect(await stopsThere(trip.id)).toEqual([{ windowStart: late["windowStart"], windowEnd: early["windowEnd"] }]);
    await saved(dispatcher.post(`${fleetDeliveriesPath}/${late.id}/unassign`));
    expect(await stopsThere(trip.id)).toEqual([{ windowStart: early["windowStart"], windowEnd: early["windowEnd"] }]);
    expect((await checks(trip.id)).notes).toEqual([]);
  });

  test("are brought at a stop each where their windows do not meet", async () => {
    const trip = await aTrip(testApp, { steps: [] });
    const [morning, evening] = [await between(24.5, 25), await between(26, 27)];
    for (const { id } of [morning, evening]) await saved(assign(id, trip.id));
    expect(await stopsThere(trip.id)).toEqual(
      [morning, evening].map(({ windowStart, windowEnd }) => ({ windowStart, windowEnd })),
    );
  });
});

describe("a delivery that its trip brings outside of its window", () => {
  test("is told with its dates before the trip leaves, and keeps nothing from leaving", async () => {
    const trip = await aTrip(testApp, { steps: [] });
    const [nextWeek, thisMorning] = [await between(24 * 8, 24 * 8 + 2), await between(20, 22)];
    for (const { id } of [nextWeek, thisMorning]) await saved(assign(id, trip.id));
    await saved(dispatcher.post(`${tripsPath}/${trip.id}/plan`));
    const { items, notes } = await checks(trip.id);
    expect(items).toEqual([]);
    const told = ({ id, deliveryNumber, windowStart, windowEnd }: Body, code: string) =>
      expect.objectContaining({ code, deliveryId: id, deliveryNumber, windowStart, windowEnd });
    expect(notes).toHaveLength(2);
    expect(notes).toContainEqual(told(nextWeek, "too_early"));
    expect(notes).toContainEqual(told(thisMorning, "too_late"));
    expect(await saved(dispatcher.post(`${tripsPath}/${trip.id}/dispatch`))).toMatchObject({ status: "dispatched" });
  });

  test("is told of a stop that was planned by hand as well", async () => {
    const trip = await aTrip(testApp, { steps: [] });
    const { id } = await aFleetDelivery(testApp, {
      address: "Markt 3, Breda",
      windowStart: inHours(27),
      windowEnd: inHours(28),
    });
    await saved(assign(id, trip.id));
    expect((await checks(trip.id)).notes).toMatchObject([{ code: "too_early", deliveryId: id }]);
  });
});

test("a trip takes so many deliveries and no more", async () => {
  const trip = await aTrip(testApp, { steps: [] });
  const { id } = await between(24.5, 27);
  await saved(assign(id, trip.id));
  await asSuper(
    testApp,
    `insert into fleet_deliveries (company_id, delivery_number, status, consignee_name, address, window_start, window_end, trip_id, dropoff_stop_id)
      select company_id, 'FULL-' || n, status, consignee_name, address, window_start, window_end, trip_id, dropoff_stop_id
      from fleet_deliveries, generate_series(2, $2::int) n where id = $1`,
    [id, mostDeliveries - 1],
  );
  await saved(assign((await between(24.5, 27)).id, trip.id));
  const oneMore = await between(24.5, 27);
  expect(await assign(oneMore.id, trip.id)).toMatchObject({
    status: 409,
    body: { code: "trip_is_full", message: expect.stringContaining(String(mostDeliveries)) },
  });
});
