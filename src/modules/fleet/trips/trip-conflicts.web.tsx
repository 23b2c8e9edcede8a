import { Trans } from "@lingui/react/macro";
import { recordHref } from "#web/list/data/address.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { Trip } from "./trips.contract.ts";

/** Whom a trip keeps waiting, and who keeps it waiting. */
export function TripConflicts({ trip }: { trip: Trip }) {
  return (
    <>
      <WaitsFor trip={trip} />
      <Delays trip={trip} />
    </>
  );
}

/** What it is to leave with, and is still out on another trip. */
function WaitsFor({ trip: { waitsFor } }: { trip: Trip }) {
  const fmt = useFormat();
  if (waitsFor.length === 0) return null;
  return (
    <Note icon="warn">
      <b>
        <Trans>What this trip is to leave with is still out</Trans>
      </b>
      <Stack as="ul" gap={2}>
        {waitsFor.map(({ id, tripNumber, expectedAt, what }) => (
          <li key={id}>
            <Trans>
              {what.join(", ")} on <a href={recordHref("/fleet/trips/details", id)}>{tripNumber}</a>, expected back{" "}
              {fmt.instant(expectedAt)}
            </Trans>
          </li>
        ))}
      </Stack>
    </Note>
  );
}

/** Who is to leave with what it has before it is back, as planned or as things were reported. */
function Delays({ trip: { delays } }: { trip: Trip }) {
  const fmt = useFormat();
  if (delays.length === 0) return null;
  return (
    <Note icon="warn">
      <b>
        <Trans>Others need what this trip has before it is back</Trans>
      </b>
      <Stack as="ul" gap={2}>
        {delays.map(({ id, tripNumber, plannedStart }) => (
          <li key={id}>
            <a href={recordHref("/fleet/trips/details", id)}>{tripNumber}</a> {fmt.instant(plannedStart)}
          </li>
        ))}
      </Stack>
    </Note>
  );
}
