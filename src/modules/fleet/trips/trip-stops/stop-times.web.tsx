import { Trans } from "@lingui/react/macro";
import { classes } from "#web/ui/layout/layout.tsx";
import { dayAt, momentOf } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { meets, share, type Span } from "../timeline/timeline-rows.web.ts";
import type { Trip } from "../trips.contract.ts";
import type { TripStop } from "./trip-stops.contract.ts";
import styles from "./stop-list.module.css";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const told = (moments: readonly (string | null)[]) =>
  moments.filter((one) => one !== null).map((one) => Date.parse(one));

/** The time of a trip from its first moment, planned or true, to its last, with a little room at both ends. */
export function wholeOf(trip: Trip, stops: readonly TripStop[]): Span {
  const all = [
    ...told([trip.plannedStart, trip.plannedEnd, trip.actualStart, trip.actualEnd]),
    ...stops.flatMap((stop) => told([stop.plannedArrival, stop.arrivedAt, stop.departedAt])),
    ...stops.flatMap((stop) => told([stop.expectedArrival]).map((at) => at + stop.serviceMinutes * minuteMs)),
  ];
  const [first, last] = [Math.min(...all), Math.max(...all)];
  const room = Math.max(last - first, hourMs) * 0.03;
  return { from: first - room, until: last + room };
}

const placeOn = (whole: Span, from: number, until: number) => ({
  insetInlineStart: share(from, whole),
  insetInlineEnd: `calc(100% - ${share(until, whole)})`,
});

/** Hours that are written over the axis: at most six, the same apart. */
function hoursOf(whole: Span, zone: string): readonly number[] {
  const step = [1, 2, 3, 4, 6, 12, 24].find((hours) => (whole.until - whole.from) / (hours * hourMs) <= 6) ?? 48;
  const midnight = Date.parse(momentOf(`${dayAt(new Date(whole.from).toISOString(), zone)}T00:00`, zone));
  const count = Math.ceil((whole.until - midnight) / (step * hourMs));
  return Array.from({ length: count }, (_, n) => midnight + n * step * hourMs).filter((at) => at > whole.from);
}

/** The hours of the axis, over it. */
export function TimesHead({ whole }: { whole: Span }) {
  const fmt = useFormat();
  const isLong = whole.until - whole.from > 72 * hourMs;
  const atHead = (at: string) => (isLong ? fmt.date(dayAt(at, fmt.zone)) : fmt.time(at));
  return (
    <div className={classes(styles["row"], styles["head"])} aria-hidden>
      <span />
      <span>
        <Trans context="fleet">Stop</Trans>
      </span>
      <span className={styles["axis"]}>
        {hoursOf(whole, fmt.zone).map((at) => (
          <span key={at} className={styles["hour"]} style={{ insetInlineStart: share(at, whole) }}>
            {atHead(new Date(at).toISOString())}
          </span>
        ))}
      </span>
      <span className={styles["end"]}>
        <Trans>Against plan</Trans>
      </span>
      <span />
    </div>
  );
}

/** What the bars mean. */
export function TimesKey() {
  return (
    <p className={styles["key"]} aria-hidden>
      <span>
        <i data-bar="planned" /> <Trans>Planned</Trans>
      </span>
      <span>
        <i data-bar="true" /> <Trans>Actual</Trans>
      </span>
      <span>
        <i data-bar="expected" /> <Trans>Expected</Trans>
      </span>
    </p>
  );
}

/** A stop as planned, and below it as it was or will be; the words beside it say the same. */
export function StopTimes({ stop, whole, now }: { stop: TripStop; whole: Span; now: number }) {
  const { zone } = useFormat();
  const stay = stop.serviceMinutes * minuteMs;
  const planned = Date.parse(stop.plannedArrival);
  const [arrived] = told([stop.arrivedAt]);
  const [expected] = told([stop.expectedArrival]);
  const left = told([stop.departedAt])[0] ?? now;
  return (
    <div className={styles["axis"]} aria-hidden>
      {hoursOf(whole, zone).map((at) => (
        <i key={at} className={styles["line"]} style={{ insetInlineStart: share(at, whole) }} />
      ))}
      <i data-bar="planned" style={placeOn(whole, planned, planned + stay)} />
      {arrived !== undefined && <i data-bar="true" style={placeOn(whole, arrived, Math.max(left, arrived))} />}
      {arrived === undefined && expected !== undefined && (
        <i
          data-bar="expected"
          data-late={stop.isExpectedLate || undefined}
          style={placeOn(whole, expected, expected + stay)}
        />
      )}
      {meets(whole, { from: now, until: now + 1 }) && (
        <i className={styles["now"]} style={{ insetInlineStart: share(now, whole) }} />
      )}
    </div>
  );
}
