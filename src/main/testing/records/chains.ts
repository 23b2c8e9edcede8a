import { asSuper, type Body, type TestApp } from "#main/testing/test-app.ts";
import { aYard, booked } from "./docks.ts";
import { fleetDeliveriesPath } from "./fleet-deliveries.ts";
import { orderRecords, saved, sentOrder } from "./orders.ts";
import { aTrip, tripsPath } from "./trips.ts";

/**
 * A purchase order whose goods the own fleet brings to a dock in so many minutes, for an hour; a trip whose stop is planned for
 * that moment has it.
 */
export async function aChain(
  testApp: TestApp,
  {
    dockIn = 300,
    stopIn = dockIn,
    docks = 1,
    steps = ["plan"],
    trip = {},
  }: {
    dockIn?: number;
    stopIn?: number;
    docks?: number;
    steps?: string[];
    trip?: object;
  } = {},
) {
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  const fromNow = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const admin = await testApp.as("COMPANY_ADMIN");
  const dispatcher = await testApp.as("DISPATCHER");
  const yard = await aYard(admin, { docks });
  const records = { ...(await orderRecords(admin)), shipToLocationId: yard.locationId };
  const order = await sentOrder(await testApp.as("WAREHOUSE_MANAGER"), records);
  const [line] = order.items as unknown as { id: string }[];
  const schedule = await booked(await testApp.as("DOCK_SUPERVISOR"), yard, {
    vendorId: records.vendorId,
    plannedStart: fromNow(dockIn),
    plannedEnd: fromNow(dockIn + 60),
    lines: [{ purchaseOrderItemId: line?.id, plannedQty: "2" }],
  });
  const carried = await saved(
    dispatcher.post(fleetDeliveriesPath, { deliveryScheduleId: schedule.id, pickupAddress: "Kade 1, Tilburg" }),
  );
  const planned = await aTrip(testApp, {
    steps: [],
    plannedStart: fromNow(stopIn - 120),
    plannedEnd: fromNow(stopIn + 240),
    stops: [
      { kind: "pickup", address: "Kade 1, Tilburg", plannedArrival: fromNow(stopIn - 100) },
      { kind: "dropoff", locationId: yard.locationId, plannedArrival: fromNow(stopIn) },
      {
        kind: "dropoff",
        address: "Markt 3, Breda",
        plannedArrival: fromNow(stopIn + 120),
        windowEnd: fromNow(stopIn + 150),
      },
    ],
    ...trip,
  });
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${carried.id}/assign`, { tripId: planned.id }));
  for (const step of steps) await saved(dispatcher.post(`${tripsPath}/${planned.id}/${step}`));
  return {
    admin,
    yard,
    order,
    schedule,
    trip: await saved(dispatcher.get(`${tripsPath}/${planned.id}`)),
    delivery: await saved(dispatcher.get(`${fleetDeliveriesPath}/${carried.id}`)),
  };
}

/** A trip was to leave so many minutes ago, and has not. */
export const hasNotLeft = (testApp: TestApp, { id }: Body, minutes: number) =>
  asSuper(testApp, "update trips set planned_start = now() - make_interval(mins => $2) where id = $1", [id, minutes]);
