import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, type ReactNode } from "react";
import { classes } from "#web/ui/layout/layout.tsx";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { tone } from "#web/ui/theme/tones.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { TripCheck } from "../guards/trip-check.contract.ts";
import { useCheckWords } from "../trip-words.web.tsx";
import type { TimelineDay, TimelineRow, TripBar } from "./timeline.contract.ts";
import {
  dayOf,
  freeRows,
  inTheWay,
  isMovableIn,
  lanesOf,
  share,
  shownSpan,
  tripsOfRow,
  type Held,
} from "./timeline-rows.web.ts";
import { Hatched } from "./hatched.web.tsx";
import { TripBarCard } from "./trip-bar.web.tsx";
import { useHold } from "./use-hold.web.ts";
import { useChecksThere } from "./use-move.web.ts";
import styles from "./timeline.module.css";

const hourMs = 3_600_000;

interface GridProps {
  day: TimelineDay;
  /** What stands above the names of the rows. */
  corner: ReactNode;
  /** Trips that would not be dispatched as they are now, by their ids. */
  refused: ReadonlySet<string>;
  /** What the server is asked about. */
  sending: Held | null;
  onMove: (trip: TripBar) => void;
  onLetGo: (held: Held) => void;
}

/** Vehicles or drivers below each other, the hours of the company's day across; a trip goes to another row or time by hand or key. */
export function TimelineGrid({ day, corner, refused, sending, onMove, onLetGo }: GridProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const whole = dayOf(day);
  const now = Date.parse(day.now);
  const isNow = now >= whole.from && now < whole.until;
  const hours = Array.from(
    { length: Math.round((whole.until - whole.from) / hourMs) },
    (_, n) => whole.from + n * hourMs,
  );
  const scroll = useRef<HTMLDivElement>(null);
  const moved = useRef<string | null>(null);
  const { held, isDragged, pointer, keys } = useHold(day, (one) => {
    moved.current = one.trip.tripNumber;
    onLetGo(one);
  });
  // A bar that went to another row is another element there, and has the focus that it had.
  useEffect(() => {
    if (moved.current === null || sending !== null) return;
    const selector = `[data-trip="${CSS.escape(moved.current)}"] a`;
    moved.current = null;
    if (document.activeElement === document.body)
      scroll.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }, [day, sending]);
  const shown = held ?? sending;
  const checks = useChecksThere(day.rows, held);
  const free = held && isInTheWay(day, held) ? freeRows(day, held) : null;
  const track = useRef<HTMLDivElement>(null);
  const lengthPx = () => track.current?.clientWidth ?? 1;
  useEffect(() => {
    const starts = day.trips.map((trip) => shownSpan(trip, now).from);
    const opensAt = isNow ? now - 3 * hourMs : Math.min(...starts, whole.from + 7 * hourMs) - hourMs;
    const part = (opensAt - whole.from) / (whole.until - whole.from);
    const direction = scroll.current && getComputedStyle(scroll.current).direction === "rtl" ? -1 : 1;
    scroll.current?.scrollTo({ left: direction * Math.max(part, 0) * lengthPx() });
    // Where somebody has scrolled to since stays as it is.
    // oxlint-disable-next-line react/exhaustive-deps -- once for each day
  }, [day.date, day.rows]);
  return (
    <div
      ref={scroll}
      className={styles["scroll"]}
      style={{ "--slots": hours.length / 2 }} // of two hours each; a day on which the clocks change has fewer, or more
      tabIndex={0}
      role="region"
      aria-label={t`Timeline`}
    >
      <div className={styles["head"]}>
        <span className={styles["who"]}>{corner}</span>
        <div ref={track} className={styles["hours"]}>
          {hours.map((at, n) => (
            <span
              key={at}
              className={styles["hour"]}
              data-odd={n % 2 === 1 || undefined}
              data-now={(isNow && at > now - hourMs && at < now + hourMs / 2) || undefined}
              style={{ insetInlineStart: share(at, whole) }}
            >
              {fmt.time(new Date(at).toISOString())}
            </span>
          ))}
          {isNow && (
            <time className={styles["nowTime"]} style={{ insetInlineStart: share(now, whole) }}>
              {fmt.time(day.now)}
            </time>
          )}
        </div>
      </div>
      {day.items.map((row) => (
        <Row
          key={row.id}
          day={day}
          row={row}
          shown={shown}
          isKept={row.isHeld || checks.length > 0}
          isFree={free?.has(row.id) === true}
        >
          {(trip, lane) => (
            <TripBarCard
              key={trip.id}
              trip={trip}
              beside={day.rows === "vehicles" ? trip.driverName : trip.vehicleName}
              now={now}
              place={{ day: whole, lane }}
              isMovable={isMovableIn(day.rows, trip, row.id)}
              isRefused={refused.has(trip.id)}
              isHeld={shown?.trip.id === trip.id}
              pointer={pointer(trip, row.id, lengthPx)}
              onMove={onMove}
              {...keys(trip, row.id)}
            />
          )}
        </Row>
      ))}
      <p className={styles["said"]} role="status">
        {held && <HeldWords day={day} held={held} checks={checks} isDragged={isDragged} />}
      </p>
    </div>
  );
}

/** Whether what is held meets something where it is. */
function isInTheWay(day: TimelineDay, held: Held): boolean {
  const row = day.items.find(({ id }) => id === held.rowId);
  return row !== undefined && inTheWay(day, held, row) !== null;
}

interface RowProps {
  day: TimelineDay;
  row: TimelineRow;
  shown: Held | null;
  /** What is held would not be dispatched here. */
  isKept: boolean;
  isFree: boolean;
  /** Draws a trip in a lane of it. */
  children: (trip: TripBar, lane: number) => ReactNode;
}

function Row({ day, row, shown, isKept, isFree, children }: RowProps) {
  const { t } = useLingui();
  const whole = dayOf(day);
  const now = Date.parse(day.now);
  const trips = tripsOfRow(day, row.id);
  const laneOf = lanesOf(trips, now);
  const lanes = Math.max(0, ...laneOf.values()) + 1;
  const isHere = shown !== null && shown.rowId === row.id;
  const refused = isHere && isInTheWay(day, shown);
  return (
    <section className={styles["row"]} aria-label={row.name} data-row={row.id} data-refused={refused || undefined}>
      <header className={styles["who"]}>
        <span className={styles["name"]}>{row.name}</span>
        <span className={styles["sub"]}>
          {row.isHeld ? (
            <>
              <Glyph icon="bad" size={12} /> {day.rows === "vehicles" ? t`may not leave` : t`does not drive`}
            </>
          ) : (
            <bdi>{row.plateNumber}</bdi>
          )}
        </span>
      </header>
      <div className={styles["track"]} style={{ height: 11 + lanes * 27 }}>
        <Hatched row={row} whole={whole} />
        {trips.map((trip) => children(trip, laneOf.get(trip.id) ?? 0))}
        {shown !== null && (isHere || isFree) && (
          <i
            className={classes(styles["ghost"], tone(isFree ? "g" : refused ? "x" : isKept ? "a" : "l"))}
            data-kept={(!isFree && !refused && isKept) || undefined}
            data-free={isFree || undefined}
            style={{
              insetInlineStart: share(shown.from, whole),
              insetInlineEnd: `calc(100% - ${share(shown.until, whole)})`,
            }}
          >
            {isFree ? t`free` : shown.trip.tripNumber}
          </i>
        )}
        {now >= whole.from && now < whole.until && (
          <i className={styles["now"]} style={{ insetInlineStart: share(now, whole) }} />
        )}
      </div>
    </section>
  );
}

interface HeldWordsProps {
  day: TimelineDay;
  held: Held;
  /** What would keep it from leaving there. */
  checks: readonly TripCheck[];
  isDragged: boolean;
}

/** Where what is held would stand, and what is in its way. */
function HeldWords({ day, held, checks, isDragged }: HeldWordsProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const said = useCheckWords();
  const row = day.items.find(({ id }) => id === held.rowId);
  const [from, until] = [held.from, held.until].map((at) => fmt.time(new Date(at).toISOString()));
  const number = held.trip.tripNumber;
  const name = row?.name ?? "";
  const other = row ? inTheWay(day, held, row) : null;
  const place = t`${number}: ${name}, ${from} – ${until}.`;
  if (other === "away") return `${place} ${t`${name} is not available then.`}`;
  if (other) {
    const end = fmt.instant(other.plannedEnd);
    return `${place} ${t`${name} is on ${other.tripNumber} until ${end}.`}`;
  }
  const kept =
    checks.length > 0
      ? checks.map((check) => `${said(check)}.`).join(" ")
      : row?.isHeld && (day.rows === "vehicles" ? t`${name} may not leave.` : t`${name} does not drive.`);
  return [place, kept, !isDragged && t`Enter moves it there, Escape leaves it where it was.`].filter(Boolean).join(" ");
}
