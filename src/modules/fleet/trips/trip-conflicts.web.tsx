import { Trans } from "@lingui/react/macro";
import { recordHref } from "#web/list/data/address.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { StillOut } from "./trip-words.web.tsx";
import type { Trip } from "./trips.contract.ts";

/** Whom a trip keeps waiting, who keeps it waiting, and with whom it was on the road at the same time. */
export function TripConflicts({ trip }: { trip: Trip }) {
  return (
    <>
      <WaitsFor trip={trip} />
      <Delays trip={trip} />
      <Overlaps trip={trip} />
    </>
  );
}

/** What it is to leave with, and is still out on another trip. */
function WaitsFor({ trip: { waitsFor } }: { trip: Trip }) {
  if (waitsFor.length === 0) return null;
  return (
    <Note icon="warn">
      <b>
        <Trans>What this trip is to leave with is still out</Trans>
      </b>
      <Stack as="ul" gap={2}>
        {waitsFor.map((one) => (
          <li key={one.id}>
            <StillOut trip={one} />
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

/** Which trips had its vehicle or its driver at the same time, by what was told of both. */
function Overlaps({ trip: { overlaps } }: { trip: Trip }) {
  const fmt = useFormat();
  if (overlaps.length === 0) return null;
  return (
    <Note icon="warn">
      <b>
        <Trans>At the same time on another trip, by what was told</Trans>
      </b>
      <Stack as="ul" gap={2}>
        {overlaps.map(({ id, tripNumber, from, until, what }) => (
          <li key={`${id} ${from}`}>
            <Trans>
              {what} on <a href={recordHref("/fleet/trips/details", id)}>{tripNumber}</a>, from {fmt.instant(from)} to{" "}
              {fmt.instant(until)}
            </Trans>
          </li>
        ))}
      </Stack>
    </Note>
  );
}
