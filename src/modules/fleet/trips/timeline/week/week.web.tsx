import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { inGroup } from "#shared/flow/groups.ts";
import { longDate } from "#shared/format/days.ts";
import { recordHref, useAddress } from "#web/list/data/address.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { classes } from "#web/ui/layout/layout.tsx";
import { Screen } from "#web/ui/layout/screen.tsx";
import { Opener } from "#web/ui/layout/text.tsx";
import { Glyph, toneOf } from "#web/ui/status/glyph.tsx";
import { tone } from "#web/ui/theme/tones.ts";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { tripFlow } from "../../trips.flow.ts";
import { barIcon, isUnread, useBackWords } from "../bar-style.web.ts";
import { Hatched } from "../hatched.web.tsx";
import { Corner, Pages, TimelineHead } from "../timeline-head.web.tsx";
import { share, type Span } from "../timeline-rows.web.ts";
import type { TimelineWeek, WeekRow, WeekTrip } from "../timeline.contract.ts";
import { laidOut, spanOf, tripsByDay, weekSpan } from "./week-rows.web.ts";
import styles from "../timeline.module.css";

type Day = TimelineWeek["days"][number];

const place = (span: Span, whole: Span) => ({
  insetInlineStart: share(span.from, whole),
  insetInlineEnd: `calc(100% - ${share(span.until, whole)})`,
});

/** Seven days of vehicles or drivers, to be looked at; a day of it leads to where its trips are moved. */
export function Week({ week }: { week: TimelineWeek }) {
  const fmt = useFormat();
  const isPhone = useIsPhone();
  const { go, search } = useAddress();
  const show = (part: Record<string, unknown>) => go({ search: { ...search, ...part }, replace: true });
  const open = (date: string) => go({ search: { ...search, date, span: undefined, after: undefined } });
  const isList = isPhone || search["view"] === "list";
  const [first, last] = [week.days[0], week.days.at(-1)].map((day) => day?.date ?? week.date);
  return (
    <Screen>
      <TimelineHead
        title={`${fmt.date(first ?? week.date)} – ${fmt.date(last ?? week.date)}`}
        date={week.date}
        rows={week.rows}
        span="week"
        isList={isList}
        show={show}
      />
      <Summary week={week} />
      <div className={styles["parts"]}>
        {isList ? (
          <WeekList week={week} onOpen={open} />
        ) : week.items.length === 0 ? (
          <EmptyState drawing="open" title={<Trans>Nothing to show</Trans>}>
            <Trans>No vehicle or driver is called so, or none is there yet.</Trans>
          </EmptyState>
        ) : (
          <WeekGrid week={week} corner={<Corner rows={week.rows} show={show} />} onOpen={open} />
        )}
      </div>
      <Pages of={week} show={show} />
    </Screen>
  );
}

/** The week in one line of counts. */
function Summary({ week: { rows, trips } }: { week: TimelineWeek }) {
  const { t } = useLingui();
  const count = (is: (trip: WeekTrip) => boolean) => trips.filter(is).length;
  const counts: readonly [number, string][] = [
    [trips.length, t`trips`],
    [count(({ status }) => inGroup(tripFlow, "running", status)), t`on the road`],
    [count(({ isLate }) => isLate), t`late`],
    [
      count(({ vehicleId, driverId }) => (rows === "vehicles" ? vehicleId : driverId) === null),
      rows === "vehicles" ? t`without a vehicle` : t`without a driver`,
    ],
  ];
  return (
    <div className={styles["summary"]} role="region" aria-label={t`Summary`} tabIndex={0}>
      {counts
        .filter(([n], at) => n > 0 || at === 0)
        .map(([n, label]) => (
          <span key={label}>
            <b>{n}</b> {label}
          </span>
        ))}
    </div>
  );
}

interface DaysProps {
  week: TimelineWeek;
  onOpen: (date: string) => void;
}

function WeekGrid({ week, corner, onOpen }: DaysProps & { corner: ReactNode }) {
  const { t } = useLingui();
  const whole = weekSpan(week);
  return (
    <div className={styles["scroll"]} tabIndex={0} role="region" aria-label={t`Timeline`}>
      <div className={styles["head"]}>
        <span className={styles["who"]}>{corner}</span>
        <div className={styles["hours"]}>
          {week.days.map((day) => (
            <span key={day.date} className={styles["weekday"]} style={place(spanOf(day), whole)}>
              <DayLink day={day} now={week.now} onOpen={onOpen} />
            </span>
          ))}
        </div>
      </div>
      {week.items.map((row) => (
        <WeekOfRow key={row.id} week={week} row={row} />
      ))}
    </div>
  );
}

function DayLink({ day, now, onOpen }: Pick<DaysProps, "onOpen"> & { day: Day; now: string }) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const whole = longDate(day.date, locale);
  return (
    <Opener
      aria-label={t`Open ${whole}`}
      aria-current={day.from <= now && now < day.until ? "date" : undefined}
      onClick={() => onOpen(day.date)}
    >
      {shortDate(day.date, locale)}
    </Opener>
  );
}

/** "Fri 20" of a business date. */
const shortDate = (date: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", timeZone: "UTC" }).format(
    new Date(`${date}T12:00:00Z`),
  );

function WeekOfRow({ week, row }: { week: TimelineWeek; row: WeekRow }) {
  const { t } = useLingui();
  const whole = weekSpan(week);
  const now = Date.parse(week.now);
  const { placed, lanes, overlaps } = laidOut(week, row);
  const [first] = overlaps;
  const numbers = first?.numbers.join(", ");
  const conflict = first && (first.numbers.length > 1 ? t`${numbers} overlap` : t`${numbers}: not available then`);
  return (
    <section className={styles["row"]} aria-label={row.name} data-row={row.id}>
      <header className={styles["who"]}>
        <span className={styles["name"]}>{row.name}</span>
        <span className={styles["sub"]} title={conflict}>
          {conflict ? (
            <>
              <Glyph icon="warn" size={12} /> {conflict}
            </>
          ) : row.isHeld ? (
            <>
              <Glyph icon="bad" size={12} /> {week.rows === "vehicles" ? t`may not leave` : t`does not drive`}
            </>
          ) : (
            <bdi>{row.plateNumber}</bdi>
          )}
        </span>
      </header>
      <div className={styles["track"]} data-week style={{ height: 11 + lanes * 31 }}>
        {week.days.slice(1).map((day) => (
          <i
            key={day.date}
            className={styles["midnight"]}
            style={{ insetInlineStart: share(Date.parse(day.from), whole) }}
          />
        ))}
        <Hatched row={row} whole={whole} />
        {placed.map(({ trip, bar, span, lane }) => (
          <WeekBar key={trip.id} week={week} trip={trip} look={{ bar, span, lane, whole }} />
        ))}
        {overlaps.map((one) => (
          <i
            key={`${one.numbers.join()} ${one.from}`}
            className={classes(styles["overlap"], tone("x"))}
            style={place(one, whole)}
          />
        ))}
        {now >= whole.from && now < whole.until && (
          <i className={styles["now"]} style={{ insetInlineStart: share(now, whole) }} />
        )}
      </div>
    </section>
  );
}

interface WeekBarProps {
  week: TimelineWeek;
  trip: WeekTrip;
  look?: { readonly bar: Span; readonly span: Span; readonly lane: number; readonly whole: Span };
}

/** A trip by its number, as wide as that needs; the line below it is as long as the trip takes. */
function WeekBar({ week, trip, look }: WeekBarProps) {
  const fmt = useFormat();
  const icon = barIcon(trip, Date.parse(week.now));
  const beside = week.rows === "vehicles" ? trip.driverName : trip.vehicleName;
  const back = useBackWords(Date.parse(week.now))(trip);
  const times = `${fmt.instant(trip.plannedStart)} – ${fmt.instant(trip.plannedEnd)}`;
  const toneClass = tone(icon === "done" || icon === "ended" ? "n" : toneOf(icon));
  const top = look && 5 + look.lane * 31;
  return (
    <>
      <article
        className={classes(styles["bar"], toneClass)}
        data-icon={icon}
        data-unread={isUnread(trip) || undefined}
        data-placed={look ? true : undefined}
        data-trip={trip.tripNumber}
        style={look && { ...place(look.bar, look.whole), insetBlockStart: top }}
      >
        <Glyph icon={icon} size={13} />
        <a
          className={styles["number"]}
          href={recordHref("/fleet/trips/details", trip.id)}
          title={[trip.tripNumber, beside, back, times].filter(Boolean).join(", ")}
        >
          {trip.tripNumber}
        </a>
        <span className={styles["cut"]}>{[back, beside].filter(Boolean).join(", ")}</span>
      </article>
      {look && (
        <i
          className={classes(styles["length"], toneClass)}
          style={{ ...place(look.span, look.whole), insetBlockStart: (top ?? 0) + 25 }}
        />
      )}
    </>
  );
}

/** The same week day by day, as a list: for the phone, and for whoever reads rather than looks. */
function WeekList({ week, onOpen }: DaysProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  return (
    <div className={styles["agenda"]} role="region" aria-label={t`Trips of the week`} tabIndex={0}>
      {tripsByDay(week).map(({ day, trips }) => (
        <section key={day.date} aria-label={longDate(day.date, fmt.locale)}>
          <h2 className={styles["agendaDay"]}>
            <DayLink day={day} now={week.now} onOpen={onOpen} />
          </h2>
          <ol>
            {trips.map(({ trip, span }) => (
              <li key={trip.id}>
                <span className={styles["agendaTime"]}>
                  {span.from < Date.parse(day.from) ? "…" : fmt.time(new Date(span.from).toISOString())} –{" "}
                  {span.until > Date.parse(day.until) ? "…" : fmt.time(new Date(span.until).toISOString())}
                </span>
                <WeekBar week={week} trip={trip} />
              </li>
            ))}
            {trips.length === 0 && (
              <li>
                <Trans>Nothing is planned for this day.</Trans>
              </li>
            )}
          </ol>
        </section>
      ))}
    </div>
  );
}
