import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { QueryInput } from "#shared/contract/contract.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { longDate } from "#shared/format/days.ts";
import { call } from "#web/api/api.ts";
import { asProblem } from "#web/api/problem.ts";
import { DetailSkeleton } from "#web/detail/detail-skeleton.tsx";
import { recordHref, useAddress } from "#web/list/data/address.ts";
import { Failed } from "#web/list/list-states.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/layout/screen.tsx";
import { Note } from "#web/ui/note.tsx";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { useRefusedAmong } from "../refused/use-refused.web.ts";
import { tripFlow } from "../trips.flow.ts";
import { MoveTrip } from "./move-trip.web.tsx";
import { isUnread, useBarStyle } from "./bar-style.web.ts";
import { tripsOfRow } from "./timeline-rows.web.ts";
import {
  startSort,
  timelineDate,
  timelineRows,
  timelineSort,
  tripTimeline,
  type TimelineDay,
  type TripBar,
} from "./timeline.contract.ts";
import { Corner, Pages, TimelineHead } from "./timeline-head.web.tsx";
import { TimelineGrid } from "./timeline-grid.web.tsx";
import { NotPlaced, TimelineList } from "./timeline-list.web.tsx";
import { useMove } from "./use-move.web.ts";
import { Week } from "./week/week.web.tsx";
import styles from "./timeline.module.css";

const everyMs = 30_000;

/** `/fleet/trips/timeline`: what vehicles or drivers do on one day, and moving it; with `?span=week` in a week. */
export function TripTimeline() {
  const { search } = useAddress();
  const text = (name: string) => (typeof search[name] === "string" && search[name] !== "" ? search[name] : undefined);
  const query = {
    rows: timelineRows.options.find((one) => one === search["rows"]) ?? "vehicles",
    date: timelineDate.safeParse(search["date"]).data,
    q: text("q"),
    sort: timelineSort.options.find((one) => one === search["sort"]) ?? startSort,
    after: text("after"),
  };
  return search["span"] === "week" ? <WeekOf query={query} /> : <DayOf query={query} />;
}

type Query = QueryInput<typeof tripTimeline.day>;

function DayOf({ query }: { query: Query }) {
  const { data, error, refetch } = useQuery({
    queryKey: [tripTimeline.day.path, query],
    queryFn: ({ signal }) => call(tripTimeline.day, { query, signal }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
    meta: { quiet: true, follows: tripTimeline.day.reads },
  });
  if (!data) return <NotThere error={error} onRetry={() => void refetch()} />;
  return (
    <SiteZone value={data.timezone}>
      <Day day={data} />
    </SiteZone>
  );
}

function WeekOf({ query }: { query: Query }) {
  const { data, error, refetch } = useQuery({
    queryKey: [tripTimeline.week.path, query],
    queryFn: ({ signal }) => call(tripTimeline.week, { query, signal }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
    meta: { quiet: true, follows: tripTimeline.week.reads },
  });
  if (!data) return <NotThere error={error} onRetry={() => void refetch()} />;
  return (
    <SiteZone value={data.timezone}>
      <Week week={data} />
    </SiteZone>
  );
}

function NotThere({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return <DetailSkeleton />;
  return (
    <Failed isPage title={<Trans>The timeline did not load</Trans>} problem={asProblem(error)} onRetry={onRetry} />
  );
}

function Day({ day }: { day: TimelineDay }) {
  const isPhone = useIsPhone();
  const fmt = useFormat();
  const { go, search } = useAddress();
  const { move, refused, sending, forget } = useMove(day.rows);
  const kept = useRefusedAmong(day.trips);
  const [chosen, setChosen] = useState<TripBar | null>(null);
  const show = (part: Record<string, unknown>) => go({ search: { ...search, ...part }, replace: true });
  const isList = isPhone || search["view"] === "list";
  const { problem, trip } = refused ?? {};
  return (
    <Screen>
      <TimelineHead
        title={longDate(day.date, fmt.locale)}
        date={day.date}
        rows={day.rows}
        span="day"
        isList={isList}
        show={show}
      />
      <Summary day={day} refused={kept} />
      {problem && trip && !problem.isSilent && (
        <div className={styles["notes"]}>
          <Note
            icon="bad"
            isUrgent
            actions={
              <Button variant="default" size="compact-sm" onClick={forget}>
                <Trans>Close</Trans>
              </Button>
            }
          >
            <b>
              <Trans>{trip.tripNumber} stays where it was.</Trans>
            </b>{" "}
            {Object.values(problem.fields ?? {})[0] ?? problem.message}
          </Note>
        </div>
      )}
      <div className={styles["parts"]}>
        {day.items.length === 0 && !isList ? (
          <EmptyState drawing="open" title={<Trans>Nothing to show</Trans>}>
            <Trans>No vehicle or driver is called so, or none is there yet.</Trans>
          </EmptyState>
        ) : isList ? (
          <TimelineList day={day} refused={kept} onMove={setChosen} />
        ) : (
          <TimelineGrid
            day={day}
            corner={<Corner rows={day.rows} show={show} />}
            refused={kept}
            sending={sending}
            onMove={setChosen}
            onLetGo={(held) => void move(held)}
          />
        )}
        {!isList && <NotPlaced day={day} onMove={setChosen} />}
      </div>
      <Pages of={day} show={show} />
      {chosen && <MoveTrip trip={chosen} day={day} onMove={move} onClose={() => setChosen(null)} />}
    </Screen>
  );
}

/** The day in one line of counts. */
function Summary({ day, refused }: { day: TimelineDay; refused: ReadonlySet<string> }) {
  const { t } = useLingui();
  const look = useBarStyle(Date.parse(day.now));
  const shapes = day.trips.map((trip) => ({ trip, icon: look(trip).icon }));
  const count = (is: (one: (typeof shapes)[number]) => boolean) => shapes.filter(is).length;
  const isKept = ({ id }: TripBar) => refused.has(id);
  const isRunning = ({ status }: TripBar) => inGroup(tripFlow, "running", status);
  const used = day.items.filter(({ id }) => tripsOfRow(day, id).length > 0).length;
  const waiting = day.trips.filter(({ delays }) => delays.length > 0);
  const counts: readonly [number, string, IconName | null][] = [
    [shapes.length, t`trips`, null],
    [count(({ icon }) => icon === "done"), t`done`, "done"],
    [count(({ trip }) => isRunning(trip)), t`on the road`, "live"],
    [count(({ trip }) => trip.isLate), t`late`, "late"],
    [count(({ trip }) => isKept(trip) && !isRunning(trip)), t`not ready`, "warn"],
    [count(({ trip }) => isKept(trip) && isRunning(trip)), t`may not drive`, "warn"],
    [count(({ trip }) => isUnread(trip)), t`not acknowledged`, "wait"],
    [count(({ trip }) => trip.status === "draft"), t`drafts`, "draft"],
  ];
  return (
    <div className={styles["summary"]} role="region" aria-label={t`Summary`} tabIndex={0}>
      {counts
        .filter(([n], at) => n > 0 || at === 0)
        .map(([n, label, icon]) => (
          <span key={label}>
            {icon && <Glyph icon={icon} size={13} />}
            <b>{n}</b> {label}
          </span>
        ))}
      {waiting.map(({ id, tripNumber, delays }) => (
        <span key={id}>
          <Glyph icon="warn" size={13} />
          <a href={recordHref("/fleet/trips/details", id)}>
            <Trans>
              {delays.join(", ")} waits for {tripNumber}
            </Trans>
          </a>
        </span>
      ))}
      <span>
        <Trans>
          {used} of {day.items.length} in use
        </Trans>
      </span>
    </div>
  );
}
