import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMay } from "#web/api/session.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { Instant } from "#web/ui/values/values.tsx";
import { tripStatusStyles } from "./trip-words.web.tsx";
import { trips, type TripRow } from "./trips.contract.ts";
import { tripFlow } from "./trips.flow.ts";

const columns = columnsOf<TripRow>((c) => [
  c.link("tripNumber", { label: msg`Trip`, width: 110 }),
  c.badge("status", tripStatusStyles, { width: 130 }),
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
]);
const who = columnsOf<TripRow>((c) => [c.text("driverName", { label: msg`Driver` })]);
const withWhat = columnsOf<TripRow>((c) => [c.text("vehicleName", { label: msg`Vehicle` })]);

/** What a vehicle or a driver is on now, and what comes next, for whoever sees trips. */
export function TripsOf({ of }: { of: { vehicleId: string } | { driverId: string } }) {
  const { t } = useLingui();
  const may = useMay();
  if (!may(trips.checks.can)) return null;
  const isOfVehicle = "vehicleId" in of;
  return (
    <RelatedList
      of={trips}
      title={t`Running and next trips`}
      columns={[...columns, ...(isOfVehicle ? who : withWhat)]}
      where={{ ...of, status: tripFlow.groups.holding.join(","), sort: "plannedStart" }}
      opens="/fleet/trips/details"
      none={isOfVehicle ? <Trans>None: no trip counts on it.</Trans> : <Trans>None: no trip counts on them.</Trans>}
      actions={
        <a href={`/fleet/trips?${new URLSearchParams(of)}`}>
          <Trans>All trips</Trans>
        </a>
      }
    />
  );
}
