import { inGroup } from "#shared/flow/groups.ts";
import type { TripRow } from "../trips/trips.contract.ts";
import { tripFlow } from "../trips/trips.flow.ts";

/** When a delivery may be brought. */
export interface Within {
  readonly windowStart: string;
  readonly windowEnd: string;
}

/** How well a trip can take a delivery still: in its window, before or after it, or late and on the road already. */
function rankOf(trip: TripRow, within: Within | undefined, now: string): number {
  if (inGroup(tripFlow, "running", trip.status) || trip.isLate || trip.plannedStart < now) return 2;
  const isWithin = within && trip.plannedStart <= within.windowEnd && trip.plannedEnd >= within.windowStart;
  return isWithin === false ? 1 : 0;
}

/** Trips for a delivery, each once: those that can take it in its window first, the next to leave on top, and last what is late or on the road. */
export function tripsToChoose(found: readonly TripRow[], within: Within | undefined, now: string): readonly TripRow[] {
  const once = [...new Map(found.map((trip) => [trip.id, trip])).values()];
  return once.toSorted(
    (a, b) => rankOf(a, within, now) - rankOf(b, within, now) || a.plannedStart.localeCompare(b.plannedStart),
  );
}
