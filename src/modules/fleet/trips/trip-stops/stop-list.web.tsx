import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMay } from "#web/api/session.tsx";
import { useList } from "#web/list/data/use-list.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { statusStyleOf } from "#web/ui/status/chip.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { dayAt } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { Span } from "../timeline/timeline-rows.web.ts";
import { stopStatusStyles } from "../trip-words.web.tsx";
import type { Trip } from "../trips.contract.ts";
import { nameOfStop, StopReport } from "./stop-report.web.tsx";
import { StopTimes, TimesHead, TimesKey, wholeOf } from "./stop-times.web.tsx";
import { allTripStops, type TripStop } from "./trip-stops.contract.ts";
import styles from "./stop-list.module.css";

/** How high the head and a row are as a rule: what follows stays in its place when the stops come. */
const [headPx, rowPx] = [30, 70];

/** The stops of a trip in their order: what is planned, true and expected on one axis; whoever may reports it here. */
export function StopList({ trip }: { trip: Trip }) {
  const { t } = useLingui();
  const isAllowed = useMay()(allTripStops.list.can);
  const { records, updatedAt, isFirstLoad, problem, retry } = useList(
    allTripStops,
    { tripId: trip.id, limit: 100 },
    isAllowed,
  );
  if (!isAllowed) return null;
  const stops = records.toSorted((a, b) => a.position - b.position);
  const whole = wholeOf(trip, stops);
  return (
    <Stack as="section" gap={6}>
      <h2>
        <Trans>Stops</Trans>
      </h2>
      {isFirstLoad && trip.stopCount > 0 && (
        <div className={styles["waiting"]} style={{ height: headPx + trip.stopCount * rowPx }} aria-busy />
      )}
      {problem && stops.length === 0 && (
        <Text as="p" tone="dim">
          <Trans>The stops could not be read.</Trans>{" "}
          <Button variant="subtle" size="compact-sm" onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        </Text>
      )}
      {!isFirstLoad && !problem && stops.length === 0 && (
        <Text as="p" tone="dim">
          <Trans>None yet: change the trip and add where it goes.</Trans>
        </Text>
      )}
      {stops.length > 0 && (
        <div className={styles["box"]}>
          <TimesHead whole={whole} />
          <ol className={styles["stops"]} aria-label={t`Stops`}>
            {stops.map((stop) => (
              <StopRow key={stop.id} stop={stop} whole={whole} now={updatedAt} />
            ))}
          </ol>
          <TimesKey />
        </div>
      )}
    </Stack>
  );
}

/** How a stop stands: as its state is drawn, late where it will be, and bad where nothing of what was brought there was taken. */
function iconOf(stop: TripStop): IconName {
  if (stop.isInVain) return "bad";
  return stop.isExpectedLate ? "late" : statusStyleOf(stopStatusStyles, stop.status).icon;
}

function StopRow({ stop, whole, now }: { stop: TripStop; whole: Span; now: number }) {
  const words = useWords();
  const { kind, status, outcomeReason } = stop;
  return (
    <li className={styles["row"]} data-over={stop.departedAt !== null || undefined}>
      <span className={styles["mark"]}>
        <Glyph icon={iconOf(stop)} size={14} />
      </span>
      <div className={styles["where"]}>
        <Text weight={600} shape="cut" title={nameOfStop(stop) ?? undefined}>
          {stop.position + 1}. {nameOfStop(stop)}
        </Text>
        <Text tone="soft" size="small">
          {words(kind)}, {words(statusStyleOf(stopStatusStyles, status).label)}
        </Text>
        <Awaited stop={stop} />
        {stop.isInVain && (
          <Text size="small">
            <Trans>Nothing was delivered here</Trans>
          </Text>
        )}
        {outcomeReason !== null && (
          <Text size="small" shape="lines">
            {outcomeReason}
          </Text>
        )}
      </div>
      <StopTimes stop={stop} whole={whole} now={now} />
      <AgainstPlan stop={stop} />
      <div className={styles["report"]}>
        <StopReport stop={stop} />
      </div>
    </li>
  );
}

/** In which time somebody waits there. */
function Awaited({ stop: { windowStart, windowEnd, isExpectedLate } }: { stop: TripStop }) {
  const fmt = useFormat();
  if (windowEnd === null) return null;
  const until = fmt.time(windowEnd);
  const from = windowStart && fmt.time(windowStart);
  return (
    <Text size="small" shape="figures" {...(isExpectedLate ? { tone: "urgent" } : { tone: "soft" })}>
      {from === null ? (
        <Trans>Awaited until {until}</Trans>
      ) : (
        <Trans>
          Awaited {from} – {until}
        </Trans>
      )}
    </Text>
  );
}

/** By how much it will be late, as the head of its trip says, or else was or will be off its plan; and when. */
function AgainstPlan({ stop }: { stop: TripStop }) {
  const fmt = useFormat();
  const { plannedArrival, arrivedAt, departedAt, expectedArrival, minutesLate, status } = stop;
  const at = arrivedAt ?? expectedArrival;
  const minutes = at === null ? null : Math.round((Date.parse(at) - Date.parse(plannedArrival)) / 60_000);
  const isToday = dayAt(at ?? plannedArrival, fmt.zone) === fmt.today();
  const moment = (instant: string) => (isToday ? fmt.time(instant) : fmt.instant(instant));
  return (
    <div className={styles["against"]}>
      {minutesLate !== null && (
        <Text weight={600} shape="figures" tone="urgent">
          <Trans>{fmt.span(minutesLate)} late</Trans>
        </Text>
      )}
      {minutesLate === null && minutes !== null && (
        <Text weight={600} shape="figures">
          {minutes === 0 ? <Trans>on time</Trans> : `${minutes > 0 ? "+" : "−"}${fmt.span(Math.abs(minutes))}`}
        </Text>
      )}
      {arrivedAt !== null && (
        <Text size="small" tone="soft" shape="figures">
          {moment(arrivedAt)}
          {departedAt && ` – ${fmt.time(departedAt)}`}
        </Text>
      )}
      {arrivedAt === null && expectedArrival !== null && (
        <Text size="small" tone="soft" shape="figures">
          <Trans>ETA {moment(expectedArrival)}</Trans>
        </Text>
      )}
      {status !== "skipped" && minutes !== 0 && (
        <Text size="small" tone="dim" shape="figures">
          <Trans>planned {moment(plannedArrival)}</Trans>
        </Text>
      )}
    </div>
  );
}
