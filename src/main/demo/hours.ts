import { Temporal } from "temporal-polyfill";
import type { Interval, WeekHours } from "#shared/format/wall-time.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/** Before and after the demo's moment. */
const reach = { before: 410 * day, after: 50 * day };

/** The same hours on each of these days of the week; 0 is Sunday. */
export const weekOf = (days: readonly number[], opensAt: string, closesAt: string): WeekHours[] =>
  days.map((dayOfWeek) => ({ dayOfWeek, opensAt, closesAt }));

/**
 * When people work at a place, from a year before the demo's moment until some weeks after it. The demo counts in
 * working minutes, so that the same story fits around every moment, be it a Sunday or the night of a clock change.
 */
export class Hours {
  readonly zone: string;
  readonly #stretches: readonly Interval[];
  /** Milliseconds worked before each stretch begins. */
  readonly #before: readonly number[];

  /** `closedOn` are days of every year: `12-25`. */
  constructor(
    moment: Date,
    { zone, week, closedOn }: { zone: string; week: readonly WeekHours[]; closedOn: readonly string[] },
  ) {
    this.zone = zone;
    this.#stretches = intervalsOf(moment, zone, (date) => {
      const hours = closedOn.includes(date.toISOString().slice(5, 10)) ? [] : week;
      return hours.filter(({ dayOfWeek }) => dayOfWeek === date.getUTCDay());
    });
    let worked = 0;
    this.#before = this.#stretches.map(({ from, until }) => {
      worked += until - from;
      return worked - (until - from);
    });
  }

  /** The instant that lies so many working minutes after another; before it, where they are negative. */
  after(at: Date, minutes: number): Date {
    const goal = this.#worked(at.getTime()) + minutes * minute;
    const n = Math.max(
      0,
      this.#before.findLastIndex((before) => before < goal),
    );
    return new Date((this.#stretches[n]?.from ?? 0) + goal - (this.#before[n] ?? 0));
  }

  /** The first half hour, from then on, at which work of so many minutes can begin. */
  fit(at: Date, minutes: number): Date {
    const start = Math.ceil(at.getTime() / (30 * minute)) * 30 * minute;
    const open = this.#stretches.find(({ from, until }) => Math.max(from, start) + minutes * minute <= until);
    return new Date(Math.max(open?.from ?? start, start));
  }

  isOpen(at: Date): boolean {
    return this.#stretches.some(({ from, until }) => from <= at.getTime() && at.getTime() <= until);
  }

  /** When the place opens on the day that is so many open days away; 0 is today or, where it is closed today, the next. */
  opening(moment: Date, days: number): Date {
    const today = dateAt(this.zone, moment);
    const first = this.#stretches.findIndex(
      ({ until }) => until > moment.getTime() - 2 * day && dateAt(this.zone, until) >= today,
    );
    return new Date(this.#stretches[first + days]?.from ?? moment);
  }

  #worked(at: number): number {
    const n = this.#stretches.findLastIndex(({ from }) => from <= at);
    const stretch = this.#stretches[n];
    return stretch ? (this.#before[n] ?? 0) + Math.min(at, stretch.until) - stretch.from : 0;
  }
}

/** YYYY-MM-DD, as the calendar on the wall of that zone has it. */
export function dateAt(zone: string, at: Date | number): string {
  return Temporal.Instant.fromEpochMilliseconds(Number(at)).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/**
 * The open stretches of all days, those that touch joined. The kit's calendar works out every edge;
 * for years of days, which a test lays sixty times, the few changes of the zone's offset are read once.
 */
function intervalsOf(moment: Date, zone: string, hoursOn: (date: Date) => readonly WeekHours[]): Interval[] {
  const last = moment.getTime() + reach.after;
  const offsets: { from: number; offset: number }[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    moment.getTime() - reach.before - 2 * day,
  ).toZonedDateTimeISO(zone);
  for (; at && at.epochMilliseconds <= last + 2 * day; at = at.getTimeZoneTransition("next"))
    offsets.push({ from: at.epochMilliseconds, offset: at.offsetNanoseconds / 1_000_000 });
  const offsetAt = (instant: number) => offsets.findLast(({ from }) => from <= instant)?.offset ?? 0;
  const stretches: Interval[] = [];
  for (let date = Math.floor((moment.getTime() - reach.before) / day) * day; date <= last; date += day) {
    const instant = (time: string) => {
      const wall = date + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * minute;
      return wall - offsetAt(wall - offsetAt(wall));
    };
    for (const { opensAt, closesAt } of hoursOn(new Date(date))) {
      const open = { from: instant(opensAt), until: instant(closesAt) };
      const before = stretches.at(-1);
      if (before && before.until >= open.from) stretches[stretches.length - 1] = { ...before, until: open.until };
      else stretches.push(open);
    }
  }
  return stretches;
}
