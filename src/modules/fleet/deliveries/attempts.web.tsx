import { Trans, useLingui } from "@lingui/react/macro";
import { recordHref } from "#web/list/data/address.ts";
import { Section } from "#web/ui/layout/layout.tsx";
import { Table } from "#web/ui/layout/table.tsx";
import { StateChip, type StatusStyles } from "#web/ui/status/chip.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { FleetDelivery } from "./deliveries.contract.ts";

const outcomeStyles: StatusStyles<FleetDelivery["attempts"][number]["outcome"]> = {
  delivered: "done",
  partly_delivered: "warn",
  failed: "bad",
  not_reached: "ended",
};

/** What became of each attempt, the last one first; nothing before the first has ended. */
export function Attempts({ delivery: { attempts } }: { delivery: FleetDelivery }) {
  const { t } = useLingui();
  const fmt = useFormat();
  if (attempts.length === 0) return null;
  return (
    <Section title={<Trans>Attempts</Trans>}>
      <Table label={t`Attempts`} minWidth={480}>
        <tbody>
          {attempts.map((one) => (
            <tr key={one.attemptNo}>
              <td>
                <Trans>Attempt {one.attemptNo}</Trans>
              </td>
              <td>
                <StateChip statusStyles={outcomeStyles} state={one.outcome} />
              </td>
              <td>{fmt.instant(one.at)}</td>
              <td>
                <a href={recordHref("/fleet/trips/details", one.tripId)}>{one.tripNumber}</a>
              </td>
              <td>{one.driverName ?? <Nothing />}</td>
              <td data-wraps data-grows>
                {one.reason ?? <Nothing />}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
