import type { Body } from "#main/testing/test-app.ts";
import { inHours } from "./trips.ts";

/** Where plans load. */
export const depot = "Kade 1, Tilburg";

/** A plan of these deliveries: loaded at the depot, and brought in this order, from so many hours on. */
export function planOf(deliveries: readonly Body[], from = 24, over: object = {}) {
  const stops = deliveries.map(({ address, locationId, consigneeName, windowStart, windowEnd }, n) => ({
    kind: "dropoff",
    name: consigneeName,
    ...(address === null ? { locationId } : { address }),
    plannedArrival: inHours(from + 1 + n / 2),
    windowStart,
    windowEnd,
    madeForDelivery: true,
  }));
  return {
    plannedStart: inHours(from),
    plannedEnd: inHours(from + 8),
    stops: [{ kind: "pickup", name: "Depot", address: depot, plannedArrival: inHours(from + 0.5) }, ...stops],
    deliveryIds: deliveries.map(({ id }) => id),
    ...over,
  };
}
