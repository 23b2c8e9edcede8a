import { readSite } from "#modules/settings/locations/site.server.ts";
import type { Ctx } from "#server/http/context.ts";
import { addDays, wallTime } from "#shared/format/wall-time.ts";
import { freeOn } from "../../../warehouse/docks/availability.server.ts";
import { earlyMinutes, lateMinutes, type ChainWay, type DeliveryChain } from "./chain.contract.ts";
import type { ChainFacts } from "./chain-facts.server.ts";

const minute = 60_000;
type Slot = NonNullable<ChainFacts["slot"]>;
type Stop = NonNullable<ChainFacts["stop"]>;
type Place = NonNullable<ChainWay["slot"]>;

/** By how much the truck is off its dock's time, and what somebody could do about it. */
export async function waysOf(
  ctx: Ctx,
  { slot, stop }: ChainFacts,
): Promise<Pick<DeliveryChain, "minutesLate" | "ways">> {
  if (!slot?.isPlanned || slot.direction !== "inbound" || !stop?.expectedArrival)
    return { minutesLate: null, ways: [] };
  const expected = Date.parse(stop.expectedArrival);
  const minutesLate = Math.round((expected - Date.parse(slot.plannedStart)) / minute);
  if (minutesLate <= lateMinutes && minutesLate >= -earlyMinutes) return { minutesLate, ways: [] };
  const mayMoveSlot = ctx.can("CAN_SCHEDULE_DOCK");
  const places = slot.dockId === null ? [] : await betterPlaces(ctx, slot, expected);
  const ways = [
    ...places.map((place) => ({
      ...effect(stop, expected, place),
      kind: place.dockId === slot.dockId ? ("same_dock" as const) : ("other_dock" as const),
      isAllowed: mayMoveSlot,
      slot: place,
      trip: null,
    })),
    ...tripMoved(stop, slot, ctx.can("CAN_PLAN_TRIPS")),
    { ...effect(stop, expected, slot), kind: "keep" as const, isAllowed: true, slot: null, trip: null },
  ];
  return { minutesLate, ways };
}

/**
 * The first free time of its own dock from when the truck is expected, and that of another dock if it is earlier; of a truck that
 * comes too early only what is before the time that it has.
 */
async function betterPlaces(ctx: Ctx, slot: Slot, expected: number): Promise<Place[]> {
  const site = await readSite(ctx.db, slot.locationId);
  const [start, end] = [Date.parse(slot.plannedStart), Date.parse(slot.plannedEnd)];
  const isEarly = expected < start;
  const found: Place[] = [];
  const first = wallTime(expected, site.timezone).date;
  for (const date of [first, addDays(first, 1)]) {
    const { docks } = await freeOn(ctx.db, site, {
      locationId: slot.locationId,
      date,
      minutes: Math.round((end - start) / minute),
      direction: slot.direction,
      exceptSubject: slot.id,
    });
    for (const { dock, free } of docks) {
      const one = free.find(({ start: at }) => Date.parse(at) >= expected && (!isEarly || Date.parse(at) < start));
      if (one) found.push({ dockId: dock.id, dockCode: dock.code, plannedStart: one.start, plannedEnd: one.end });
    }
    if (found.some(({ dockId }) => dockId === slot.dockId)) break;
  }
  const same = found.find(({ dockId }) => dockId === slot.dockId);
  const earlier = found.filter((one) => one.dockId !== slot.dockId && (!same || one.plannedStart < same.plannedStart));
  const [other] = earlier.toSorted((one, another) => Date.parse(one.plannedStart) - Date.parse(another.plannedStart));
  return [same, other].filter((place) => place !== undefined);
}

/** Its trip leaves earlier or later, so that it is there when its dock is ready; not if it would have to have left by now. */
function tripMoved(stop: Stop, slot: Slot, isAllowed: boolean): ChainWay[] {
  const by = Date.parse(slot.plannedStart) - Date.parse(stop.plannedArrival);
  const later = (instant: string) => new Date(Date.parse(instant) + by).toISOString();
  const plannedStart = later(stop.plannedStart);
  if (!stop.isDraftable || Math.abs(by) < minute || Date.parse(plannedStart) < Date.now()) return [];
  const { version, vehicleId, driverId } = stop;
  return [
    {
      kind: "trip",
      isAllowed,
      slot: null,
      trip: { version, vehicleId, driverId, plannedStart, plannedEnd: later(stop.plannedEnd) },
      ...effect(stop, Date.parse(slot.plannedStart), slot),
    },
  ];
}

/** What happens at the stop, and to the next one, if the truck is there at that moment and its dock is ready at that time. */
function effect(
  { plannedArrival, serviceMinutes, next }: Stop,
  expected: number,
  { plannedStart }: Pick<Place, "plannedStart">,
): Pick<ChainWay, "arrival" | "departure" | "truckWaits" | "dockWaits" | "next"> {
  const ready = Date.parse(plannedStart);
  const begins = Math.max(ready, expected);
  const nextArrival = next && Date.parse(next.plannedArrival) + Math.max(0, begins - Date.parse(plannedArrival));
  return {
    arrival: new Date(expected).toISOString(),
    departure: new Date(begins + serviceMinutes * minute).toISOString(),
    truckWaits: Math.round(Math.max(0, ready - expected) / minute),
    dockWaits: Math.round(Math.max(0, expected - ready) / minute),
    next:
      next && nextArrival !== null
        ? {
            stopNumber: next.stopNumber,
            place: next.place,
            plannedArrival: next.plannedArrival,
            arrival: new Date(nextArrival).toISOString(),
            isAfterWindow: next.windowEnd !== null && nextArrival > Date.parse(next.windowEnd),
          }
        : null,
  };
}
