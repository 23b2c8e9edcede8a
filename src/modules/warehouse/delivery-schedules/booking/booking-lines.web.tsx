import { TextInput } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { compare, subtract } from "#shared/format/money.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code } from "#web/ui/values/values.tsx";
import { decimalShown, decimalTyped } from "#web/form/fields/decimal.ts";
import { Table } from "#web/ui/layout/table.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import type { PurchaseOrderItem } from "../../purchase-orders/lines/lines.contract.ts";

/** What can still be planned of a line: open, and on no other delivery. */
export function plannable({ openQty, scheduledQty }: Pick<PurchaseOrderItem, "openQty" | "scheduledQty">): string {
  const rest = subtract(openQty, scheduledQty);
  return compare(rest, "0") > 0 ? rest : "0";
}

/** Line → what was typed for it. */
export type PlannedQuantities = Readonly<Record<string, string>>;

export function startQuantities(items: readonly PurchaseOrderItem[], locale: string): PlannedQuantities {
  return Object.fromEntries(
    items.map((item) => [item.id, compare(plannable(item), "0") > 0 ? decimalShown(plannable(item), locale) : ""]),
  );
}

/** The lines as the server takes them; those left empty or at nothing stay out. */
export function linesOf(items: readonly PurchaseOrderItem[], typed: PlannedQuantities, locale: string) {
  return items
    .map(({ id }) => ({ purchaseOrderItemId: id, plannedQty: decimalTyped(typed[id] ?? "", locale) }))
    .filter(({ plannedQty }) => plannedQty !== "" && !/^0*([.]0*)?$/.test(plannedQty));
}

interface BookingLinesProps {
  items: readonly PurchaseOrderItem[];
  typed: PlannedQuantities;
  /** The server's sentences by line. */
  errors: Readonly<Record<string, string>>;
  onChange: (id: string, qty: string) => void;
}

/** What the truck brings of each open line of the order. */
export function BookingLines({ items, typed, errors, onChange }: BookingLinesProps) {
  const { t } = useLingui();
  const units = useUnits();
  return (
    <Table label={t`What it brings`}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Product</Trans>
          </th>
          <th scope="col" data-align="end">
            <Trans>Open</Trans>
          </th>
          <th scope="col" data-align="end">
            <Trans>On other deliveries</Trans>
          </th>
          <th scope="col" data-align="end">
            <Trans>This delivery</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <td title={item.description}>
              <Text weight={500} shape="cut">
                {item.description}
              </Text>
              <Text tone="dim" size="small" shape="cut">
                <Trans>Line {item.lineNo}</Trans> <Code>{item.sku}</Code>
              </Text>
            </td>
            <td data-align="end">{units.count(item.openQty, item, item.baseUom)}</td>
            <td data-align="end">
              {compare(item.scheduledQty, "0") > 0 ? (
                units.count(item.scheduledQty, item, item.baseUom)
              ) : (
                <Text tone="dim">
                  <Trans>none</Trans>
                </Text>
              )}
            </td>
            <td data-align="end">
              <TextInput
                w={110}
                ms="auto"
                aria-label={t`Quantity of line ${item.lineNo} on this delivery`}
                inputMode="decimal"
                value={typed[item.id] ?? ""}
                error={errors[item.id]}
                onChange={(event) => onChange(item.id, event.currentTarget.value)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
