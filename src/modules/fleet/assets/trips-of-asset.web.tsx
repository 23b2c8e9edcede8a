import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { RelatedList } from "#web/detail/related-list.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { tripStatusStyles } from "../trips/trip-words.web.tsx";
import { trips, type Trip } from "../trips/trips.contract.ts";

const columns = columnsOf<Trip>((c) => [
  c.link("tripNumber", { label: msg`Trip`, width: 110 }),
  c.badge("status", tripStatusStyles, { width: 130 }),
  c.date("plannedStart", { label: msg`Leaves`, width: 130 }),
  c.text("vehicleName", { label: msg`Vehicle` }),
  c.text("driverName", { label: msg`Driver` }),
]);

/** The trips on which an asset goes along, the latest first. */
export function TripsOfAsset({ assetId }: { assetId: string }) {
  const { t } = useLingui();
  return (
    <RelatedList
      of={trips}
      title={t`Trips`}
      columns={columns}
      where={{ assetId }}
      opens="/fleet/trips/details"
      none={<Trans>None: it has gone along on no trip.</Trans>}
    />
  );
}
