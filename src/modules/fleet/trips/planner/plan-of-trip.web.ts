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

const minutesBetween = (from: string | number, until: string) =>
  Math.max(0, Math.floor((Date.parse(until) - new Date(from).getTime()) / 60_000));
const departureOf = (stop: Pick<z.output<typeof stopOfTrip>, "plannedArrival" | "serviceMinutes"> | undefined) =>
  stop && Date.parse(stop.plannedArrival) + stop.serviceMinutes * 60_000;

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
    isStartGiven: true,
    isEndGiven: true,
    keptBack: {
      after: stops.at(-1)?.id ?? "",
      minutes: minutesBetween(departureOf(stops.at(-1)) ?? plannedStart, plannedEnd),
    },
    vehicleId,
    driverId,
    coDriverId: relief?.driverId ?? null,
    others: trip.crew.filter((one) => one !== relief).map(({ driverId: other, role }) => ({ driverId: other, role })),
    purpose: trip.purpose,
    assetIds: trip.assets.map(({ assetId }) => assetId),
    stops: stops.map((stop, n) => ({
      key: stop.id,
      id: stop.id,
      kind: stop.kind,
      locationId: stop.locationId,
      name: stop.name,
      address: stop.address,
      latitude: stop.latitude,
      longitude: stop.longitude,
      plannedArrival: stop.plannedArrival,
      given: stop.plannedArrival,
      kept: {
        after: stops[n - 1]?.id ?? "",
        minutes: minutesBetween(departureOf(stops[n - 1]) ?? plannedStart, stop.plannedArrival),
      },
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
  plan: Plan,
  deliveries: readonly Pick<ListedDelivery, "palletCount">[],
): BodyInput<typeof tripPlanner.preview> {
  const {
    of: _of,
    isStartGiven: _start,
    isEndGiven: _end,
    keptBack: _back,
    notBefore: _before,
    asked: _asked,
    ...said
  } = plan;
  const { coDriverId, others, assetIds, stops, ...facts } = said;
  return {
    ...facts,
    loadPallets: facts.loadPallets ?? palletsOf(deliveries),
    crew: [...(coDriverId === null ? [] : [{ driverId: coDriverId, role: "co_driver" as const }]), ...others],
    assets: assetIds.map((assetId) => ({ assetId })),
    stops: stops.map(({ key: _key, given: _given, kept: _kept, loads: _loads, brings: _brings, id, ...stop }) => ({
      ...stop,
      ...(id === null ? {} : { id }),
    })),
    deliveryIds: [...deliveriesOf({ stops })],
  };
}
