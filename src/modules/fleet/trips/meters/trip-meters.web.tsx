import { Trans, useLingui } from "@lingui/react/macro";
import { recordHref } from "#web/list/data/address.ts";
import { Section } from "#web/ui/layout/layout.tsx";
import { Table } from "#web/ui/layout/table.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { Trip } from "../trips.contract.ts";
import type { TripMeter } from "./trip-meters.contract.ts";

/** What the meters showed when it left and when it came back, and what it drove by them. */
export function TripMeters({ trip: { meters, actualEnd, distanceKm } }: { trip: Trip }) {
  const { t } = useLingui();
  if (meters.length === 0) return null;
  const isMissed = actualEnd !== null && distanceKm === null && meters.some(({ unit }) => unit !== "h");
  return (
    <Section title={t`Meters`}>
      <Table label={t`Meters`} minWidth={330}>
        <thead>
          <tr>
            <th data-grows>
              <Trans>Vehicle</Trans>
            </th>
            <th data-align="end">
              <Trans>Left</Trans>
            </th>
            <th data-align="end">
              <Trans>Came back</Trans>
            </th>
            <th data-align="end">
              <Trans>Driven</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {meters.map((meter) => (
            <tr key={meter.vehicleId}>
              <td>
                <a href={recordHref("/fleet/vehicles/details", meter.vehicleId)}>{meter.vehicleName}</a>
              </td>
              <Figure of={meter} value={meter.start} />
              <Figure of={meter} value={meter.end} />
              <Figure of={meter} value={meter.driven} />
            </tr>
          ))}
        </tbody>
      </Table>
      {isMissed && (
        <Text tone="dim">
          <Trans>How far it drove is not known: a meter was not told, or another one was put in on the way.</Trans>
        </Text>
      )}
    </Section>
  );
}

function Figure({ of: { unit }, value }: { of: TripMeter; value: string | null }) {
  const fmt = useFormat();
  return <td data-align="end">{value === null ? <Nothing /> : `${fmt.quantity(value)} ${unit}`}</td>;
}
