import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import IconChevronLeft from "@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs";
import IconChevronRight from "@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs";
import { useState } from "react";
import { inGroup } from "#shared/flow/groups.ts";
import { call } from "#web/api/api.ts";
import { asProblem } from "#web/api/problem.ts";
import { useMay } from "#web/api/session.tsx";
import { DetailSkeleton } from "#web/detail/detail-skeleton.tsx";
import { recordHref, useAddress } from "#web/list/data/address.ts";
import { Failed } from "#web/list/list-states.tsx";
import { SearchField } from "#web/list/search-field.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { DateInput } from "#web/ui/inputs/date-input.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { HeadActions, Screen, ScreenHead } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Note } from "#web/ui/note.tsx";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { trips } from "../trips.contract.ts";
import { tripFlow } from "../trips.flow.ts";
import { MoveTrip } from "./move-trip.web.tsx";
import { useBarStyle } from "./bar-style.web.ts";
import { dayBeside, longDate, tripsOfRow } from "./timeline-rows.web.ts";
import { timelineRows, timelineSort, tripTimeline, type TimelineDay, type TripBar } from "./timeline.contract.ts";
import { TimelineGrid } from "./timeline-grid.web.tsx";
import { NotPlaced, TimelineList } from "./timeline-list.web.tsx";
import { useMove } from "./use-move.web.ts";
import styles from "./timeline.module.css";

/** The days that the server answers for. */
const isInRange = (date: string) => /^2[01]/.test(date);
const everyMs = 30_000;

/** `/fleet/trips/timeline`: what vehicles or drivers do on one day, and moving it. */
export function TripTimeline() {
  const { search } = useAddress();
  const text = (name: string) => (typeof search[name] === "string" && search[name] !== "" ? search[name] : undefined);
  const query = {
    rows: timelineRows.options.find((one) => one === search["rows"]) ?? "vehicles",
    date: text("date"),
    q: text("q"),
    sort: timelineSort.options.find((one) => one === search["sort"]) ?? "name",
    after: text("after"),
  };
  const { data, error, refetch } = useQuery({
    queryKey: [tripTimeline.day.path, query],
    queryFn: ({ signal }) => call(tripTimeline.day, { query, signal }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
    meta: { quiet: true, follows: ["trip", "trip-stop", "vehicle", "vehicle-hold", "driver"] },
  });
  if (error && !data)
    return (
      <Failed
        isPage
        title={<Trans>The timeline did not load</Trans>}
        problem={asProblem(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <DetailSkeleton />;
  return (
    <SiteZone value={data.timezone}>
      <Day day={data} />
    </SiteZone>
  );
}

function Day({ day }: { day: TimelineDay }) {
  const isPhone = useIsPhone();
  const { go, search } = useAddress();
  const { move, refused, sending, forget } = useMove(day.rows);
  const [chosen, setChosen] = useState<TripBar | null>(null);
  const show = (part: Record<string, unknown>) => go({ search: { ...search, ...part }, replace: true });
  const isList = isPhone || search["view"] === "list";
  const { problem, trip } = refused ?? {};
  return (
    <Screen>
      <Head day={day} isList={isList} show={show} />
      <Summary day={day} />
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
          <TimelineList day={day} onMove={setChosen} />
        ) : (
          <TimelineGrid
            day={day}
            corner={<Corner rows={day.rows} show={show} />}
            sending={sending}
            onMove={setChosen}
            onLetGo={(held) => void move(held)}
          />
        )}
        {!isList && <NotPlaced day={day} onMove={setChosen} />}
      </div>
      {(day.nextAfter !== null || search["after"] !== undefined) && (
        <Row justify="end" gap={8} className={styles["notes"]}>
          <Text tone="dim">
            <Trans>
              {day.items.length} of {day.total.count}
            </Trans>
          </Text>
          {search["after"] !== undefined && (
            <Button variant="default" size="compact-sm" onClick={() => show({ after: undefined })}>
              <Trans>To the first</Trans>
            </Button>
          )}
          {day.nextAfter !== null && (
            <Button variant="default" size="compact-sm" onClick={() => show({ after: day.nextAfter })}>
              <Trans>Go on</Trans>
            </Button>
          )}
        </Row>
      )}
      {chosen && <MoveTrip trip={chosen} day={day} onMove={move} onClose={() => setChosen(null)} />}
    </Screen>
  );
}

interface HeadProps {
  day: TimelineDay;
  isList: boolean;
  show: (part: Record<string, unknown>) => void;
}

function Head({ day, isList, show }: HeadProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const isPhone = useIsPhone();
  const may = useMay();
  const { search } = useAddress();
  return (
    <ScreenHead>
      <h1>{longDate(day.date, fmt.locale)}</h1>
      <Row as="span" gap={4} isTight>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t`Day before`}
          onClick={() => show({ date: dayBeside(day.date, -1) })}
        >
          <IconChevronLeft size={15} />
        </ActionIcon>
        <Button variant="default" onClick={() => show({ date: fmt.today() })}>
          <Trans>Today</Trans>
        </Button>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t`Day after`}
          onClick={() => show({ date: dayBeside(day.date, 1) })}
        >
          <IconChevronRight size={15} />
        </ActionIcon>
        <DateInput
          w={136}
          aria-label={t`Day`}
          value={day.date}
          isRequired
          onCommit={(date) => isInRange(date) && show({ date })}
        />
      </Row>
      <SearchField
        value={typeof search["q"] === "string" ? search["q"] : ""}
        label={day.rows === "vehicles" ? t`Search vehicles` : t`Search drivers`}
        onSearch={(q) => show({ q, after: undefined })}
      />
      <HeadActions>
        <SegmentedControl
          size="xs"
          aria-label={t`Rows`}
          value={day.rows}
          data={[
            { value: "vehicles", label: t`Vehicles` },
            { value: "drivers", label: t`Drivers` },
          ]}
          onChange={(rows) => show({ rows, q: undefined, after: undefined })}
        />
        {!isPhone && (
          <Button variant="default" aria-pressed={isList} onClick={() => show({ view: isList ? undefined : "list" })}>
            {isList ? <Trans>Show as timeline</Trans> : <Trans>Show as list</Trans>}
          </Button>
        )}
        {may(trips.create.can) && (
          <Button component="a" href="/fleet/trips/plan">
            <Trans>Plan a trip</Trans>
          </Button>
        )}
      </HeadActions>
    </ScreenHead>
  );
}

/** What the rows are, and their order: those that need somebody on top, or all of them by their names. */
function Corner({ rows, show }: Pick<HeadProps, "show"> & { rows: TimelineDay["rows"] }) {
  const { search } = useAddress();
  const isOn = search["sort"] === "need";
  return (
    <Row as="span" justify="space-between">
      {rows === "vehicles" ? <Trans>Vehicles</Trans> : <Trans>Drivers</Trans>}
      <Button
        variant={isOn ? "light" : "subtle"}
        size="compact-xs"
        aria-pressed={isOn}
        onClick={() => show({ sort: isOn ? undefined : "need", after: undefined })}
      >
        <Trans>Needs you first</Trans>
      </Button>
    </Row>
  );
}

/** The day in one line of counts. */
function Summary({ day }: { day: TimelineDay }) {
  const { t } = useLingui();
  const look = useBarStyle(Date.parse(day.now));
  const shapes = day.trips.map((trip) => ({ trip, icon: look(trip).icon }));
  const count = (is: (one: (typeof shapes)[number]) => boolean) => shapes.filter(is).length;
  const used = day.items.filter(({ id }) => tripsOfRow(day, id).length > 0).length;
  const waiting = day.trips.filter(({ delays }) => delays.length > 0);
  const counts: readonly [number, string, IconName | null][] = [
    [shapes.length, t`trips`, null],
    [count(({ icon }) => icon === "done"), t`done`, "done"],
    [count(({ trip }) => inGroup(tripFlow, "running", trip.status)), t`on the road`, "live"],
    [count(({ trip }) => trip.isLate), t`late`, "late"],
    [count(({ icon }) => icon === "wait"), t`not acknowledged`, "wait"],
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
