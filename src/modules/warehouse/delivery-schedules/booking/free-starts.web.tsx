import { ActionIcon, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import IconChevronLeft from "@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs";
import IconChevronRight from "@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs";
import { useId } from "react";
import { dayBeside, longDate } from "#shared/format/days.ts";
import { call } from "#web/api/api.ts";
import { DateInput } from "#web/ui/inputs/date-input.tsx";
import { Door } from "#web/ui/marks.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { Failed } from "#web/list/list-states.tsx";
import { asProblem } from "#web/api/problem.ts";
import { docks, type Availability } from "../../docks/docks.contract.ts";
import { cityOf } from "../delivery-schedules.status.web.ts";
import styles from "./free-starts.module.css";

/** A dock and a time that somebody chose. */
export interface Place {
  readonly dockId: string;
  readonly dockCode: string;
  readonly plannedStart: string;
  readonly plannedEnd: string;
}

interface FreeStartsProps {
  locationId: string;
  date: string;
  minutes: number;
  /** A delivery that would move. */
  movingId?: string;
  chosen: Place | null;
  onDate: (date: string) => void;
  onChoose: (place: Place) => void;
}

/** When the docks of a location are free on a day: each dock with its starts, one of which can be chosen. */
export function FreeStarts({ locationId, date, minutes, movingId, chosen, onDate, onChoose }: FreeStartsProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [docks.availability.path, { locationId, date, minutes, movingId }],
    queryFn: ({ signal }) => call(docks.availability, { query: { locationId, date, minutes, movingId }, signal }),
    placeholderData: (before) => (before?.locationId === locationId ? before : undefined),
    meta: { quiet: true, follows: docks.availability.reads },
  });
  return (
    <div className={styles.whole}>
      <div className={styles.day}>
        <ActionIcon variant="default" size={30} aria-label={t`Day before`} onClick={() => onDate(dayBeside(date, -1))}>
          <IconChevronLeft size={15} />
        </ActionIcon>
        <DateInput
          className={styles.date}
          isRequired
          aria-label={t`Day`}
          value={date}
          onCommit={(next) => /^2[01]/.test(next) && onDate(next)}
        />
        <ActionIcon variant="default" size={30} aria-label={t`Day after`} onClick={() => onDate(dayBeside(date, 1))}>
          <IconChevronRight size={15} />
        </ActionIcon>
        <span className={styles.says}>
          <b>{longDate(date, fmt.locale)}</b>
          {data && (
            <>
              , <Trans>{cityOf(data.locationTimezone)} time</Trans>
            </>
          )}
        </span>
      </div>
      {error && !data && (
        <Failed
          title={<Trans>The free times did not load</Trans>}
          problem={asProblem(error)}
          onRetry={() => void refetch()}
        />
      )}
      {isPending && (
        <div className={styles.bones} role="status" aria-label={t`Loading`}>
          {[1, 2, 3].map((n) => (
            <i key={n} />
          ))}
        </div>
      )}
      {data?.nothingFree && <NothingFree availability={data} onNextDay={() => onDate(dayBeside(date, 1))} />}
      {data && (
        <div data-stale={isPlaceholderData || undefined} className={styles.docks}>
          {data.docks.map((dock) => (
            <DockStarts key={dock.id} dock={dock} chosen={chosen} onChoose={onChoose} />
          ))}
        </div>
      )}
    </div>
  );
}

type FreeDock = Availability["docks"][number];

function DockStarts({
  dock,
  chosen,
  onChoose,
}: {
  dock: FreeDock;
  chosen: Place | null;
  onChoose: (place: Place) => void;
}) {
  const { t } = useLingui();
  const words = useWords();
  const group = useId();
  // On the night when the clock goes back a time comes twice; then its distance to UTC tells which one.
  const times = dock.free.map(({ localTime }) => localTime);
  const isTwice = (time: string) => times.indexOf(time) !== times.lastIndexOf(time);
  return (
    <section className={styles.dock} aria-label={t`Dock ${dock.code}`}>
      <header className={styles.head}>
        <Door number={dock.code} />
        <span>
          <b>{dock.name ?? words(dock.dockType)}</b>{" "}
          <span className={styles.grey}>{dock.name ? words(dock.dockType) : null}</span>
        </span>
      </header>
      {dock.free.length === 0 ? (
        <p className={styles.grey}>
          <Trans>Nothing free for this long</Trans>
        </p>
      ) : (
        <div role="radiogroup" aria-label={t`Free starts at dock ${dock.code}`} className={styles.starts}>
          {dock.free.map(({ start, end, localTime, offset, rule }) => {
            const isChosen = chosen?.dockId === dock.id && Date.parse(chosen.plannedStart) === Date.parse(start);
            return (
              <label
                key={start}
                className={styles.start}
                data-on={isChosen || undefined}
                data-rule={rule ?? undefined}
                title={
                  rule === "too_soon"
                    ? t`Sooner than the site wants to know`
                    : rule === "too_far"
                      ? t`Further ahead than the site takes bookings`
                      : undefined
                }
              >
                <input
                  type="radio"
                  name={group}
                  checked={isChosen}
                  onChange={() =>
                    onChoose({ dockId: dock.id, dockCode: dock.code, plannedStart: start, plannedEnd: end })
                  }
                />
                <bdi>
                  {localTime}
                  {isTwice(localTime) && ` ${offset}`}
                </bdi>
              </label>
            );
          })}
        </div>
      )}
      {dock.free.some(
        ({ rule, start }) => rule === "too_soon" && chosen?.dockId === dock.id && chosen.plannedStart === start,
      ) && (
        <p className={styles.soon}>
          <Trans>This is sooner than the site wants to know. You may book it all the same.</Trans>
        </p>
      )}
    </section>
  );
}

function NothingFree({ availability, onNextDay }: { availability: Availability; onNextDay: () => void }) {
  const { t } = useLingui();
  const closure = availability.closures[0]?.reason;
  const sentences: Record<NonNullable<Availability["nothingFree"]>, string> = {
    no_docks: t`This location has no dock in service. Add one under Docks.`,
    no_hours: t`This location has no opening hours yet, so nothing can be booked.`,
    closed_that_day: closure ? t`Closed on this day: ${closure}.` : t`Closed on this day.`,
    past: t`This day is over.`,
    full: t`Every dock is taken on this day for a delivery of this length.`,
  };
  return (
    <Note
      icon="warn"
      actions={
        <Button variant="default" size="compact-xs" onClick={onNextDay}>
          <Trans>Next day</Trans>
        </Button>
      }
    >
      {sentences[availability.nothingFree ?? "full"]}
    </Note>
  );
}
