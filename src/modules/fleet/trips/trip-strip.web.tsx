import { msg } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { inGroup } from "#shared/flow/groups.ts";
import { call } from "#web/api/api.ts";
import { useMay } from "#web/api/session.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Chip } from "#web/ui/status/chip.tsx";
import { Nothing, type SummaryCell } from "#web/ui/summary-bar.tsx";
import { dayAt } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { trips, type Trip } from "./trips.contract.ts";
import { tripFlow } from "./trips.flow.ts";

/** The boxed head of a trip: when, with what, by whom. */
export function useTripStrip() {
  const fmt = useFormat();
  return (trip: Trip): readonly SummaryCell[] => [
    {
      label: msg`Planned`,
      value: fmt.instant(trip.plannedStart),
      sub: (
        <>
          <Trans>until {fmt.instant(trip.plannedEnd)}</Trans>{" "}
          {trip.isLate && trip.lateStop?.isLate !== true && <Trans>(late)</Trans>}
        </>
      ),
    },
    {
      label: msg`Actual`,
      value: trip.actualStart && fmt.instant(trip.actualStart),
      sub: trip.actualStart && <Since trip={trip} />,
    },
    {
      label: msg`Vehicle`,
      value: trip.vehicleId && <a href={recordHref("/fleet/vehicles/details", trip.vehicleId)}>{trip.vehicleName}</a>,
      sub: trip.attached
        .filter(({ reason }) => reason === null)
        .map(({ assetNo }) => assetNo)
        .join(" + "),
    },
    {
      label: msg`Driver`,
      value: trip.driverId && <a href={recordHref("/fleet/drivers/details", trip.driverId)}>{trip.driverName}</a>,
      sub: trip.driverPhone,
    },
    {
      label: msg`Stops`,
      // Of one that was broken off all are behind it, and some were not made.
      value: inGroup(tripFlow, "failed", trip.status) ? trip.stopCount : `${trip.stopsOver} / ${trip.stopCount}`,
      sub: trip.people.length > 0 && <Plural value={trip.people.length + 1} one="# person" other="# people" />,
    },
    {
      label: msg`Load`,
      value: <Load trip={trip} />,
      sub: <LoadShare trip={trip} />,
    },
  ];
}

/** What a trip is to carry, beside what its vehicle may with what goes along, by the server's account; whoever may sees it. */
function useLoad({ id, version }: Trip) {
  return useQuery({
    queryKey: [trips.load.path, id, version],
    queryFn: ({ signal }) => call(trips.load, { id, signal }),
    enabled: useMay()(trips.load.can),
    // It seldom changes with the version.
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    meta: { follows: trips.load.reads },
  }).data;
}

function Load({ trip }: { trip: Trip }) {
  const fmt = useFormat();
  const load = useLoad(trip);
  const kilograms = load?.kilograms.has ?? trip.loadKg;
  if (kilograms === null) return <Nothing />;
  const known = `${fmt.quantity(kilograms)} kg`;
  return load?.kilograms.isAtLeast ? <Trans>at least {known}</Trans> : known;
}

/** How many pallets, and which share of what the vehicle and its trailers may carry. */
function LoadShare({ trip }: { trip: Trip }) {
  const fmt = useFormat();
  const load = useLoad(trip);
  const { has, may } = load?.kilograms ?? { has: null, may: null };
  const loadPallets = load?.pallets.has ?? trip.loadPallets;
  const isKnown = has !== null && may !== null && may > 0;
  const percent = isKnown && fmt.quantity(Math.round((has / may) * 100));
  return (
    <>
      {loadPallets !== null && <Plural value={loadPallets} one="# pallet" other="# pallets" />}
      {loadPallets !== null && percent && ", "}
      {percent && (
        <Text {...(isKnown && has > may ? { tone: "urgent" } : {})}>
          <Trans>{percent} % of payload</Trans>
        </Text>
      )}
    </>
  );
}

/** What has become of it since it left. */
function Since({ trip: { actualEnd, distanceKm, status, pauses } }: { trip: Trip }) {
  const fmt = useFormat();
  const driven = distanceKm && `${fmt.quantity(distanceKm)}\u00a0km`;
  if (actualEnd !== null)
    return (
      <>
        <Trans>until {fmt.instant(actualEnd)}</Trans> {driven && <>· {driven}</>}
      </>
    );
  const pause = status === "paused" ? pauses.find(({ endsAt }) => endsAt === null) : undefined;
  if (!pause) return <Trans>on its way</Trans>;
  const isToday = dayAt(pause.beginsAt, fmt.zone) === fmt.today();
  return <Trans>paused since {isToday ? fmt.time(pause.beginsAt) : fmt.instant(pause.beginsAt)}</Trans>;
}

/** Where a trip is late first, how far it is from its plan, and from where to where it goes. */
export function TripSummary({ trip: { firstStopName, lastStopName, minutesLate, lateStop } }: { trip: Trip }) {
  const fmt = useFormat();
  const minutes = minutesLate ?? 0;
  const by = lateStop && fmt.span(lateStop.minutes);
  const stop = lateStop?.number;
  return (
    <Row as="span" gap={8}>
      {lateStop?.isLate === true && (
        <Chip icon="late">
          <Trans>
            {by} late at stop {stop}
          </Trans>
        </Chip>
      )}
      {lateStop?.isLate === false && (
        <Chip icon="warn">
          <Trans>
            will be {by} late at stop {stop}
          </Trans>
        </Chip>
      )}
      {lateStop === null && minutes !== 0 && (
        <span>
          {minutes > 0 ? (
            <Trans>{fmt.span(minutes)} behind plan</Trans>
          ) : (
            <Trans>{fmt.span(-minutes)} ahead of plan</Trans>
          )}
        </span>
      )}
      <span>{[firstStopName, lastStopName].filter(Boolean).join(" → ")}</span>
    </Row>
  );
}
