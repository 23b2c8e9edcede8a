import { Trans, useLingui } from "@lingui/react/macro";
import { writtenTogether } from "#shared/format/units.ts";
import { Chip } from "#web/ui/status/chip.tsx";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code, Quantity, RecordNumber } from "#web/ui/values/values.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { Table } from "#web/ui/layout/table.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import type { DeliverySchedule } from "./delivery-schedules.contract.ts";

/** The order lines that a delivery brings, and how far they are received. */
export function DeliveryLines({ delivery }: { delivery: DeliverySchedule }) {
  const { t } = useLingui();
  const units = useUnits();
  return (
    <Section title={<Trans>What it brings</Trans>}>
      {delivery.lines.length === 0 && (
        <Text as="p" tone="dim">
          <Trans>No order lines are named.</Trans>
        </Text>
      )}
      {delivery.lines.length > 0 && (
        <Table label={t`What it brings`}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Product</Trans>
              </th>
              <th scope="col">
                <Trans>Order</Trans>
              </th>
              <th scope="col" data-align="end">
                <Trans>On this delivery</Trans>
              </th>
              <th scope="col" data-align="end">
                <Trans>Received of ordered</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {delivery.lines.map((line) => (
              <tr key={line.id}>
                <td>
                  <Text weight={500} shape="cut">
                    {line.description}
                  </Text>
                  <Text tone="dim" size="small" shape="cut">
                    <Code>{line.sku}</Code>
                  </Text>
                </td>
                <Text as="td" shape="figures">
                  <Text
                    as="a"
                    tone="link"
                    href={recordHref("/warehouse/purchase-orders/details", line.purchaseOrderId)}
                  >
                    <RecordNumber>{line.purchaseOrderNumber}</RecordNumber>
                  </Text>{" "}
                  <Text tone="dim">
                    <Trans>line {line.lineNo}</Trans>
                  </Text>
                </Text>
                <td data-align="end">
                  {units.count(line.plannedQty, line, line.baseUom)}
                  {line.isHeld && (
                    <Text size="small" shape="block">
                      <Chip icon="wait" look="bare">
                        <Trans>held: its order is on hold</Trans>
                      </Chip>
                    </Text>
                  )}
                  {line.isClosed && (
                    <Text size="small" shape="block">
                      <Chip icon="ended" look="bare">
                        <Trans>closed: what comes is put aside</Trans>
                      </Chip>
                    </Text>
                  )}
                </td>
                <td data-align="end">
                  <OfOrdered line={line} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}

/** Received of ordered, in one unit. */
function OfOrdered({ line }: { line: DeliverySchedule["lines"][number] }) {
  const units = useUnits();
  const said = writtenTogether([line.receivedQty, line.orderedQty], line, line.baseUom);
  return (
    <>
      <Quantity value={said.in(line.receivedQty)} /> <Text tone="dim">/</Text>{" "}
      {units.count(said.in(line.orderedQty), said.unit, line.baseUom)}
    </>
  );
}
