import { inGroup } from "#shared/flow/groups.ts";
import { tripFlow } from "../../trips.flow.ts";
import { meets, rowsOfTrip, shownSpan, stacked, type Span } from "../timeline-rows.web.ts";
import type { TimelineWeek, WeekRow, WeekTrip } from "../timeline.contract.ts";

const hourMs = 3_600_000;
/** A bar is never shorter than its number: so much of a week has room for it. */
const leastMs = 15 * hourMs;

export const spanOf = ({ from, until }: { readonly from: string; readonly until: string }): Span => ({
  from: Date.parse(from),
  until: Date.parse(until),
});

/** The whole week. */
export function weekSpan({ days }: TimelineWeek): Span {
  const [first, last] = [days[0], days.at(-1)];
  return { from: Date.parse(first?.from ?? ""), until: Date.parse(last?.until ?? "") };
}

/** Where the bar of a trip stands within the week, with room for its number. */
export function barSpan(trip: WeekTrip, now: number, week: Span): Span {
  const { from, until } = shownSpan(trip, now);
  const starts = Math.max(Math.min(from, week.until - leastMs), week.from);
  return { from: starts, until: Math.max(Math.min(until, week.until), starts + leastMs) };
}

/** A trip in a row of the week. */
interface Placed {
  readonly trip: WeekTrip;
  /** Where it is drawn. */
  readonly bar: Span;
  /** When it is. */
  readonly span: Span;
  readonly lane: number;
}

/** Two trips that want the same row at once, or one and a time in which it is not available: when, and their numbers. */
interface Overlap extends Span {
  readonly numbers: readonly string[];
}

interface Laid {
  readonly placed: readonly Placed[];
  readonly lanes: number;
  readonly overlaps: readonly Overlap[];
}

const both = (a: Span, b: Span): Span => ({ from: Math.max(a.from, b.from), until: Math.min(a.until, b.until) });

/** The trips of a row in their lanes, and where they want it at once. A draft takes nothing yet. */
export function laidOut(week: TimelineWeek, row: WeekRow): Laid {
  const now = Date.parse(week.now);
  const whole = weekSpan(week);
  const trips = week.trips.filter((trip) => rowsOfTrip(week.rows, trip).includes(row.id));
  const bars = trips.map((trip) => ({ trip, bar: barSpan(trip, now, whole), span: shownSpan(trip, now) }));
  const laneOf = stacked(bars.map(({ trip: { id }, bar }) => ({ id, ...bar })));
  const placed = bars.map((one) => ({ ...one, lane: laneOf.get(one.trip.id) ?? 0 }));
  const taking = placed.filter(({ trip }) => inGroup(tripFlow, "holding", trip.status));
  const away = [...row.away, ...row.held].map(spanOf);
  const overlaps = taking.flatMap((one, n) => [
    ...taking
      .slice(n + 1)
      .filter((other) => meets(one.span, other.span))
      .map((other) => ({ ...both(one.span, other.span), numbers: [one.trip.tripNumber, other.trip.tripNumber] })),
    ...away
      .filter((span) => meets(one.span, span))
      .map((span) => ({ ...both(one.span, span), numbers: [one.trip.tripNumber] })),
  ]);
  return {
    placed,
    lanes: Math.max(1, ...placed.map(({ lane }) => lane + 1)),
    overlaps: overlaps.filter((one) => meets(one, whole)),
  };
}

/** The trips of each day of the week, by their start; one that goes on stands on each of its days. */
export function tripsByDay(week: TimelineWeek) {
  const now = Date.parse(week.now);
  const all = week.trips
    .map((trip) => ({ trip, span: shownSpan(trip, now) }))
    .toSorted((a, b) => a.span.from - b.span.from);
  return week.days.map((day) => ({ day, trips: all.filter(({ span }) => meets(span, spanOf(day))) }));
}
