import type { Booking } from "#server/bookings/bookings.ts";
import { contains, overlaps, type Interval, type GridSlot } from "#shared/format/wall-time.ts";

const minute = 60_000;

/** What a dock needs around each truck. */
export interface DockRules {
  readonly id: string;
  readonly parallelCapacity: number;
  readonly bufferBeforeMinutes: number;
  readonly bufferAfterMinutes: number;
}

export interface FreeStart {
  start: string;
  end: string;
  localTime: string;
  offset: string;
  lane: number;
  rule: "too_soon" | "too_far" | null;
}

/** The question: which starts on one day of a place are free for so many minutes. */
export interface Asked {
  /** The place's grid on that day (`gridOf`). */
  readonly grid: readonly GridSlot[];
  readonly minutes: number;
  /** When the place is open, the following day included, closures taken out. */
  readonly open: readonly Interval[];
  readonly now: number;
  readonly minLeadMinutes: number;
  readonly maxLeadDays: number;
}

/** From when until when a dock is taken by a truck that is planned from `start` until `end`. */
export function occupied(
  dock: DockRules,
  start: string | number,
  end: string | number,
): { from: string; until: string } {
  return {
    from: iso(millis(start) - dock.bufferBeforeMinutes * minute),
    until: iso(millis(end) + dock.bufferAfterMinutes * minute),
  };
}

/**
 * The free starts of a dock on the place's grid, in order. The grid is one of wall time: on the night when the clock
 * jumps no start lies in the missing hour, and on the night when it is turned back each of its two hours has its own.
 */
export function freeStarts(dock: DockRules, bookings: readonly Booking[], asked: Asked): FreeStart[] {
  const lanes = lanesOf(dock, bookings);
  return asked.grid.flatMap(({ at: start, time, offset }) => {
    const planned = { from: start, until: start + asked.minutes * minute };
    if (start < asked.now || !asked.open.some((open) => contains(open, planned))) return [];
    const taken = {
      from: start - dock.bufferBeforeMinutes * minute,
      until: planned.until + dock.bufferAfterMinutes * minute,
    };
    const lane = firstFree(lanes, taken);
    if (lane === 0) return [];
    return [
      { start: iso(start), end: iso(planned.until), localTime: time, offset, lane, rule: leadRule(start, asked) },
    ];
  });
}

/** The lane of a dock that is free for the whole of a stretch; 0 when none is. */
export function firstFreeLane(
  dock: DockRules,
  bookings: readonly Booking[],
  { from, until }: { readonly from: string; readonly until: string },
): number {
  return firstFree(lanesOf(dock, bookings), { from: Date.parse(from), until: Date.parse(until) });
}

const firstFree = (lanes: readonly Interval[][], wanted: Interval): number =>
  lanes.findIndex((booked) => !booked.some((one) => overlaps(one, wanted))) + 1;

function lanesOf(dock: DockRules, bookings: readonly Booking[]): Interval[][] {
  const own = bookings.filter(({ resourceId }) => resourceId === dock.id);
  return Array.from({ length: dock.parallelCapacity }, (_, at) =>
    own
      .filter(({ lane }) => lane === at + 1)
      .map(({ from, until }) => ({ from: Date.parse(from), until: Date.parse(until) })),
  );
}

/** Which of the place's rules about how early one books a start breaks. */
export function leadRule(
  start: number,
  { now, minLeadMinutes, maxLeadDays }: Pick<Asked, "now" | "minLeadMinutes" | "maxLeadDays">,
): FreeStart["rule"] {
  if (start < now + minLeadMinutes * minute) return "too_soon";
  return start > now + maxLeadDays * 24 * 60 * minute ? "too_far" : null;
}

export const iso = (instant: number): string => new Date(instant).toISOString();
const millis = (instant: string | number): number => (typeof instant === "number" ? instant : Date.parse(instant));
