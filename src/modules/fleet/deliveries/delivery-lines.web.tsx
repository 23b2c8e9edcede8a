import { Trans, useLingui } from "@lingui/react/macro";
import { Row, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Table } from "#web/ui/layout/table.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code, Quantity } from "#web/ui/values/values.tsx";
import { inGroup } from "#shared/flow/groups.ts";
import type { FleetDelivery } from "./deliveries.contract.ts";
import { fleetDeliveryFlow } from "./deliveries.flow.ts";
import { RecordLoad } from "./loading/record-load.web.tsx";

/** What is delivered, line by line: planned, and what became of it. */
export function DeliveryLines({ delivery }: { delivery: FleetDelivery }) {
  const { lines, status } = delivery;
  const { t } = useLingui();
  const units = useUnits();
  const isOpen = inGroup(fleetDeliveryFlow, "open", status);
  const isLoadTold = lines.some(({ loadedQuantity }) => loadedQuantity !== null);
  const figure = (value: string) => (isOpen ? <Nothing /> : <Quantity value={value} />);
  return (
    <Section title={<Trans>What is delivered</Trans>}>
      <Stack gap={8}>
        <Table label={t`What is delivered`} minWidth={560}>
          <thead>
            <tr>
              <th scope="col" data-grows>
                <Trans>Goods</Trans>
              </th>
              <th scope="col" data-align="end">
                <Trans>Planned</Trans>
              </th>
              {isLoadTold && (
                <th scope="col" data-align="end">
                  <Trans>Loaded</Trans>
                </th>
              )}
              <th scope="col" data-align="end">
                <Trans>Delivered</Trans>
              </th>
              <th scope="col" data-align="end">
                <Trans>Damaged</Trans>
              </th>
              <th scope="col" data-align="end">
                <Trans>Came back</Trans>
              </th>
              <th scope="col" data-grows={lines.some(({ reason, loadReason }) => reason ?? loadReason) || undefined}>
                <Trans>Reason</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <td data-wraps>
                  <Text weight={500}>{line.description}</Text>
                  {line.code && (
                    <Text tone="dim" size="small" shape="block">
                      <Code>{line.code}</Code>
                    </Text>
                  )}
                </td>
                <td data-align="end">
                  <Quantity value={line.plannedQuantity} />{" "}
                  <Text tone="dim">{units.counted(line.plannedQuantity, { uom: line.unit, qtyPerUom: "1" })}</Text>
                </td>
                {isLoadTold && (
                  <td data-align="end">
                    {line.loadedQuantity === null ? <Nothing /> : <Quantity value={line.loadedQuantity} />}
                  </td>
                )}
                <td data-align="end">{figure(line.deliveredQuantity)}</td>
                <td data-align="end">{figure(line.damagedQuantity)}</td>
                <td data-align="end">{figure(line.returnedQuantity)}</td>
                <td data-wraps>{line.reason ?? line.loadReason ?? <Nothing />}</td>
              </tr>
            ))}
          </tbody>
        </Table>
        <Row gap={6}>
          <RecordLoad delivery={delivery} />
        </Row>
      </Stack>
    </Section>
  );
}
