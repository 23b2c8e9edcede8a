import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMay } from "#web/api/session.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { useList } from "#web/list/data/use-list.ts";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Instant } from "#web/ui/values/values.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { trips, type TripRow } from "../trips/trips.contract.ts";
import { tripFlow } from "../trips/trips.flow.ts";

const tripPage = "/fleet/trips/details";
const shownTrips = 3;

const columns = columnsOf<TripRow>((c) => [
  c.link("tripNumber", { label: msg`Trip`, width: 110 }),
  c.choice("status", { width: 130 }),
  c.custom("plannedStart", {
    label: msg`Leaves`,
    width: 130,
    cell: ({ plannedStart }) => <Instant at={plannedStart} />,
  }),
  c.custom("plannedEnd", {
    label: msg`Planned return`,
    width: 130,
    cell: ({ plannedEnd }) => <Instant at={plannedEnd} />,
  }),
  c.text("driverName", { label: msg`Driver` }),
]);

/** What a vehicle is on now, and what it is to leave on next. */
export function TripsOfVehicle({ vehicleId }: { vehicleId: string }) {
  const { t } = useLingui();
  const may = useMay();
  if (!may(trips.checks.can)) return null;
  return (
    <RelatedList
      of={trips}
      title={t`Running and next trips`}
      columns={columns}
      where={{ vehicleId, status: tripFlow.groups.holding.join(","), sort: "plannedStart" }}
      opens={tripPage}
      none={<Trans>None: no trip counts on it.</Trans>}
      actions={
        <a href={`/fleet/trips?vehicleId=${vehicleId}`}>
          <Trans>All trips</Trans>
        </a>
      }
    />
  );
}

/** The planned trips that a hold keeps from leaving, for who sees trips. */
export function TripsThatWouldWait({ vehicleId }: { vehicleId: string }) {
  const fmt = useFormat();
  const isAllowed = useMay()(trips.checks.can);
  const { records, isFirstLoad } = useList(
    trips,
    { vehicleId, status: tripFlow.groups.leaving.join(","), sort: "plannedStart", limit: 20 },
    isAllowed,
  );
  if (!isAllowed || isFirstLoad) return null;
  const count = records.length;
  if (count === 0) return <Trans>No planned trip counts on it.</Trans>;
  const more = count - shownTrips;
  return (
    <Stack gap={2}>
      <Plural
        value={count}
        one="A planned trip does not leave with it:"
        other="# planned trips do not leave with it:"
      />
      {records.slice(0, shownTrips).map(({ id, tripNumber, plannedStart }) => (
        <span key={id}>
          <a href={recordHref(tripPage, id)}>{tripNumber}</a>, {fmt.instant(plannedStart)}
        </span>
      ))}
      {more > 0 && <Plural value={more} one="and # more" other="and # more" />}
    </Stack>
  );
}
