import { Temporal } from "temporal-polyfill";

/** A stretch of time in milliseconds since 1970, from its start until just before its end. */
export interface Interval {
  readonly from: number;
  readonly until: number;
}

/** Opening hours as they hang on the door: 0 is Sunday, times are `08:30`, the end of the day is `24:00`. */
export interface WeekHours {
  readonly dayOfWeek: number;
  readonly opensAt: string;
  readonly closesAt: string;
}

/**
 * The instants at which the clock of a zone shows this time on this day: none when the clock jumps over it, two when
 * it is turned back, else one.
 */
export function instantsOf(date: string, time: string, zone: string): number[] {
  const wall = Temporal.PlainDate.from(date).toPlainDateTime(time);
  const first = wall.toZonedDateTime(zone, { disambiguation: "earlier" });
  if (!first.toPlainDateTime().equals(wall)) return [];
  const last = wall.toZonedDateTime(zone, { disambiguation: "later" });
  return first.epochMilliseconds === last.epochMilliseconds
    ? [first.epochMilliseconds]
    : [first.epochMilliseconds, last.epochMilliseconds];
}

/** When something opens (`first`) or closes (`last`) that says this time; in the hour that is left out, when the clock jumps. */
function boundary(date: string, time: string, zone: string, side: "first" | "last"): number {
  if (time === "24:00") return boundary(addDays(date, 1), "00:00", zone, side);
  const instants = instantsOf(date, time, zone);
  const found = side === "first" ? instants[0] : instants.at(-1);
  if (found !== undefined) return found;
  const before = Temporal.PlainDate.from(date)
    .toPlainDateTime(time)
    .toZonedDateTime(zone, { disambiguation: "earlier" });
  return (before.getTimeZoneTransition("next") ?? before).epochMilliseconds;
}

/** A whole day at a place: 24 hours, or 23 or 25 when its clock changes. */
export function dayAt(date: string, zone: string): Interval {
  return { from: boundary(date, "00:00", zone, "first"), until: boundary(addDays(date, 1), "00:00", zone, "first") };
}

/** When it is open on these days, windows that touch (until 24:00, from 00:00) joined. */
export function openIntervals(hours: readonly WeekHours[], dates: readonly string[], zone: string): Interval[] {
  const windows = dates.flatMap((date) => {
    const weekday = Temporal.PlainDate.from(date).dayOfWeek % 7; // Temporal's Sunday is 7
    return hours
      .filter(({ dayOfWeek }) => dayOfWeek === weekday)
      .map(({ opensAt, closesAt }) => ({
        from: boundary(date, opensAt, zone, "first"),
        until: boundary(date, closesAt, zone, "last"),
      }));
  });
  return joined(windows);
}

/** An instant with what the clock shows then: on the night when it is turned back, 02:30 comes twice. */
export interface GridSlot {
  readonly at: number;
  readonly time: string;
  readonly offset: string;
}

/** The instants of a day at which the wall clock stands on a multiple of so many minutes, in order, each once. */
export function gridOf(date: string, minutes: number, zone: string): GridSlot[] {
  const times = Array.from({ length: Math.ceil((24 * 60) / minutes) }, (_, n) => clock(n * minutes));
  const start = Temporal.PlainDate.from(date).toZonedDateTime(zone);
  const isOrdinary =
    start.hour === 0 && (start.getTimeZoneTransition("next")?.epochMilliseconds ?? Infinity) >= dayAt(date, zone).until;
  if (isOrdinary) {
    return times.map((time, n) => ({ at: start.epochMilliseconds + n * minutes * 60_000, time, offset: start.offset }));
  }
  const ticks = times.flatMap((time) =>
    instantsOf(date, time, zone).map((at) => ({ at, time, offset: wallTime(at, zone).offset })),
  );
  return ticks.toSorted((a, b) => a.at - b.at);
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** What the clock of a zone shows at an instant: `{ date: "2027-03-28", time: "08:30", offset: "+02:00" }`. */
export function wallTime(instant: number | string, zone: string): { date: string; time: string; offset: string } {
  const zoned = Temporal.Instant.fromEpochMilliseconds(
    typeof instant === "string" ? Date.parse(instant) : instant,
  ).toZonedDateTimeISO(zone);
  return {
    date: zoned.toPlainDate().toString(),
    time: zoned.toPlainTime().toString({ smallestUnit: "minute" }),
    offset: zoned.offset,
  };
}

/** The day so many days later. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** The days at a place that a stretch touches. */
export function datesOf({ from, until }: Interval, zone: string): string[] {
  const dates = [wallTime(from, zone).date];
  const last = wallTime(until, zone).date;
  for (let date = dates[0] ?? last; date < last;) dates.push((date = addDays(date, 1)));
  return dates;
}

/** `whole` without the `gaps`. */
export function without(whole: readonly Interval[], gaps: readonly Interval[]): Interval[] {
  let left = [...whole];
  for (const gap of gaps) {
    left = left.flatMap((one) => {
      if (gap.until <= one.from || gap.from >= one.until) return [one];
      return [
        { from: one.from, until: gap.from },
        { from: gap.until, until: one.until },
      ].filter(({ from, until }) => from < until);
    });
  }
  return left;
}

export const contains = (outer: Interval, inner: Interval): boolean =>
  outer.from <= inner.from && inner.until <= outer.until;
export const overlaps = (a: Interval, b: Interval): boolean => a.from < b.until && b.from < a.until;

function joined(stretches: readonly Interval[]): Interval[] {
  const out: Interval[] = [];
  for (const one of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = out.at(-1);
    if (last && one.from <= last.until)
      out[out.length - 1] = { from: last.from, until: Math.max(last.until, one.until) };
    else if (one.from < one.until) out.push(one);
  }
  return out;
}
