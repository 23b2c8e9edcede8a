import { inGroup } from "#shared/flow/groups.ts";
import { tripFlow } from "../trips.flow.ts";
import type { TimelineDay, TimelineRow, TimelineRows, TripBar, WeekTrip } from "./timeline.contract.ts";

export const minuteMs = 60_000;
/** By how much a bar moves at once. */
export const gridMs = 15 * minuteMs;

export interface Span {
  readonly from: number;
  readonly until: number;
}

/** Where a trip would stand, while somebody moves it and has not let go. */
export interface Held extends Span {
  readonly trip: TripBar;
  readonly rowId: string | null;
}

export const planOf = ({ plannedStart, plannedEnd }: Pick<TripBar, "plannedStart" | "plannedEnd">): Span => ({
  from: Date.parse(plannedStart),
  until: Date.parse(plannedEnd),
});

/** How long a trip has what it has: in truth as far as it is known, until now while it runs longer than planned. */
function takenSpan(trip: WeekTrip, now: number): Span {
  const plan = planOf(trip);
  const from = trip.actualStart === null ? plan.from : Date.parse(trip.actualStart);
  if (trip.actualEnd !== null) return { from, until: Math.max(Date.parse(trip.actualEnd), from) };
  const isRunning = inGroup(tripFlow, "running", trip.status);
  return { from, until: isRunning ? Math.max(plan.until, now) : plan.until };
}

/** Where a bar is drawn: to when it is expected back, while it is on the road. */
export function shownSpan(trip: WeekTrip, now: number): Span {
  const { from, until } = takenSpan(trip, now);
  return { from, until: trip.expectedEnd === null ? until : Math.max(until, Date.parse(trip.expectedEnd)) };
}

export const dayOf = ({ day }: TimelineDay): Span => ({ from: Date.parse(day.from), until: Date.parse(day.until) });

/** How far along a day a moment lies, in percent. */
export const share = (at: number, { from, until }: Span): string =>
  `${(Math.min(Math.max((at - from) / (until - from), 0), 1) * 100).toFixed(3)}%`;

export const meets = (a: Span, b: Span): boolean => a.from < b.until && b.from < a.until;

/** Whose row a trip stands in: that of its vehicle, or of everybody who is on it. */
export function rowsOfTrip(rows: TimelineRows, { vehicleId, driverId, crewIds }: WeekTrip): readonly (string | null)[] {
  return rows === "vehicles" ? [vehicleId] : [driverId, ...crewIds];
}

/** Whether a bar can be moved from this row: a helper's row shows the trip, and does not give it to another driver. */
export const isMovableIn = (rows: TimelineRows, trip: TripBar, rowId: string | null): boolean =>
  trip.isMovable && (rows === "vehicles" ? trip.vehicleId : trip.driverId) === rowId;

const grouped = new WeakMap<TimelineDay, ReadonlyMap<string | null, readonly TripBar[]>>();

/** The trips of a row; of null those that are in none yet. Each day is sorted into its rows once. */
export function tripsOfRow(day: TimelineDay, rowId: string | null): readonly TripBar[] {
  let rows = grouped.get(day);
  if (rows === undefined) {
    const pairs = day.trips.flatMap((trip) => rowsOfTrip(day.rows, trip).map((row) => ({ row, trip })));
    rows = new Map(
      [...Map.groupBy(pairs, ({ row }) => row)].map(([row, found]) => [row, found.map(({ trip }) => trip)]),
    );
    grouped.set(day, rows);
  }
  return rows.get(rowId) ?? [];
}

/** What lies above each other where trips meet: the lane of each, the first that is free. */
export const lanesOf = (trips: readonly TripBar[], now: number): ReadonlyMap<string, number> =>
  stacked(trips.map((trip) => ({ id: trip.id, ...shownSpan(trip, now) })));

/** The lane of each of some spans, the first that is free where it begins. */
export function stacked(spans: readonly (Span & { readonly id: string })[]): ReadonlyMap<string, number> {
  const ends: number[] = [];
  const lanes = new Map<string, number>();
  for (const { id, from, until } of spans.toSorted((a, b) => a.from - b.from)) {
    const free = ends.findIndex((end) => end <= from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = until;
    lanes.set(id, lane);
  }
  return lanes;
}

/** What a trip would meet in a row: another trip that holds it, a time in which it is not available, or nothing. */
export function inTheWay(day: TimelineDay, held: Held, row: TimelineRow): TripBar | "away" | null {
  const now = Date.parse(day.now);
  const other = tripsOfRow(day, row.id).find(
    (trip) =>
      trip.id !== held.trip.id && inGroup(tripFlow, "holding", trip.status) && meets(held, takenSpan(trip, now)),
  );
  if (other) return other;
  const isAway = row.away.some(({ from, until }) => meets(held, { from: Date.parse(from), until: Date.parse(until) }));
  return isAway ? "away" : null;
}

/** The rows that are free for what is held, nearest first: at most three. */
export function freeRows(day: TimelineDay, held: Held): ReadonlySet<string> {
  const at = Math.max(
    day.items.findIndex(({ id }) => id === held.rowId),
    0,
  );
  const free = day.items
    .map((row, place) => ({ row, away: Math.abs(place - at) }))
    .filter(({ row }) => row.id !== held.rowId && !row.isHeld && inTheWay(day, held, row) === null)
    .toSorted((a, b) => a.away - b.away);
  return new Set(free.slice(0, 3).map(({ row }) => row.id));
}
