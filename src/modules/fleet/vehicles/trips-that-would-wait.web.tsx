import { Plural, Trans } from "@lingui/react/macro";
import { useMay } from "#web/api/session.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { useList } from "#web/list/data/use-list.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { trips } from "../trips/trips.contract.ts";
import { tripFlow } from "../trips/trips.flow.ts";

const tripPage = "/fleet/trips/details";
const shownTrips = 3;

/** The planned trips that a hold keeps from leaving, for who sees trips. */
export function TripsThatWouldWait({ vehicleId }: { vehicleId: string }) {
  const fmt = useFormat();
  const isAllowed = useMay()(trips.checks.can);
  const { records, total, isFirstLoad } = useList(
    trips,
    { vehicleId, status: tripFlow.groups.leaving.join(","), sort: "plannedStart", limit: shownTrips },
    isAllowed,
  );
  if (!isAllowed || isFirstLoad) return null;
  const count = total?.count ?? 0;
  if (count === 0) return <Trans>No planned trip counts on it.</Trans>;
  const more = count - shownTrips;
  return (
    <Stack gap={2}>
      <Plural
        value={count}
        one="A planned trip does not leave with it:"
        other="# planned trips do not leave with it:"
      />
      {records.map(({ id, tripNumber, plannedStart }) => (
        <span key={id}>
          <a href={recordHref(tripPage, id)}>{tripNumber}</a>, {fmt.instant(plannedStart)}
        </span>
      ))}
      {more > 0 && <Plural value={more} one="and # more" other="and # more" />}
    </Stack>
  );
}
