import type { z } from "zod";
import type { BodyInput } from "#shared/contract/contract.ts";
import type { stopOfTrip } from "../trip-stops/trip-stops.contract.ts";
import type { Trip } from "../trips.contract.ts";
import { deliveriesOf, type ListedDelivery, type Plan } from "./plan.web.ts";
import type { tripPlanner } from "./planner.contract.ts";

const palletsOf = (deliveries: readonly Pick<ListedDelivery, "palletCount">[]): number | null => {
  const counted = deliveries.flatMap(({ palletCount }) => palletCount ?? []);
  return counted.length === 0 ? null : counted.reduce((sum, one) => sum + one, 0);
};

/** A trip that is there, with what it brings. Pallets that the deliveries count are counted anew. */
export function planOf(trip: Trip, deliveries: readonly ListedDelivery[]): Plan {
  const { id, version, plannedStart, plannedEnd, vehicleId, driverId, loadKg, loadM3, loadPallets } = trip;
  const stops: readonly z.output<typeof stopOfTrip>[] = trip.stops;
  const relief = trip.crew.find(({ role }) => role === "co_driver");
  const idsAt = (key: "pickupStopId" | "dropoffStopId", stopId: string) =>
    deliveries.filter((one) => one[key] === stopId).map((one) => one.id);
  return {
    of: { id, version },
    plannedStart,
    plannedEnd,
    notBefore: plannedStart,
    isTimed: true,
    vehicleId,
    driverId,
    coDriverId: relief?.driverId ?? null,
    others: trip.crew.filter((one) => one !== relief).map(({ driverId: other, role }) => ({ driverId: other, role })),
    purpose: trip.purpose,
    assetIds: trip.assets.map(({ assetId }) => assetId),
    stops: stops.map((stop) => ({
      key: stop.id,
      id: stop.id,
      kind: stop.kind,
      locationId: stop.locationId,
      name: stop.name,
      address: stop.address,
      latitude: stop.latitude,
      longitude: stop.longitude,
      plannedArrival: stop.plannedArrival,
      windowStart: stop.windowStart,
      windowEnd: stop.windowEnd,
      serviceMinutes: stop.serviceMinutes,
      instructions: stop.instructions,
      madeForDelivery: stop.madeForDelivery,
      loads: idsAt("pickupStopId", stop.id),
      brings: idsAt("dropoffStopId", stop.id),
    })),
    loadKg,
    loadM3,
    loadPallets: loadPallets === palletsOf(deliveries) ? null : loadPallets,
    hasDangerousGoods: trip.hasDangerousGoods,
    notes: trip.notes,
    asked: "",
  };
}

/** What is sent. Pallets are those that the deliveries count, unless somebody said how many. */
export function bodyOf(
  { of: _of, isTimed: _isTimed, notBefore: _before, asked: _asked, coDriverId, others, assetIds, stops, ...plan }: Plan,
  deliveries: readonly Pick<ListedDelivery, "palletCount">[],
): BodyInput<typeof tripPlanner.preview> {
  return {
    ...plan,
    loadPallets: plan.loadPallets ?? palletsOf(deliveries),
    crew: [...(coDriverId === null ? [] : [{ driverId: coDriverId, role: "co_driver" as const }]), ...others],
    assets: assetIds.map((assetId) => ({ assetId })),
    stops: stops.map(({ key: _key, loads: _loads, brings: _brings, id, ...stop }) => ({
      ...stop,
      ...(id === null ? {} : { id }),
    })),
    deliveryIds: [...deliveriesOf({ stops })],
  };
}
