import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { compare } from "#shared/format/money.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code, DateValue, Quantity, RecordNumber } from "#web/ui/values/values.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { Table } from "#web/ui/layout/table.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import type { Receipt } from "./receipts.contract.ts";

/** What was counted: accepted, damaged and rejected side by side, with lot, bin and the order that it belongs to. */
export function ReceiptLines({ receipt }: { receipt: Receipt }) {
  const { t } = useLingui();
  const units = useUnits();
  return (
    <Table label={t`Lines`} place="bleeds" minWidth={820}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Product</Trans>
          </th>
          <th scope="col">
            <Trans>Order</Trans>
          </th>
          <th scope="col" data-align="end">
            <Trans>Counted</Trans>
          </th>
          <th scope="col" data-align="end">
            <Trans>Accepted</Trans>
          </th>
          <th scope="col" data-align="end">
            <Trans>Damaged</Trans>
          </th>
          <th scope="col" data-align="end">
            <Trans>Rejected</Trans>
          </th>
          <th scope="col">
            <Trans>Lot or serial number, best before</Trans>
          </th>
          <th scope="col">
            <Trans>Bin</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {receipt.lines.map((line) => (
          <tr key={line.id}>
            <td data-grows title={line.productName}>
              <Text weight={500} shape="cut">
                {line.productName}
              </Text>
              <Text tone="dim" size="small" shape="cut">
                {line.sku === null ? <Trans>not in the catalogue</Trans> : <Code>{line.sku}</Code>}{" "}
                <Trans>per {units.name(line, line.baseUom)}</Trans>
                {line.note && `, ${line.note}`}
              </Text>
            </td>
            <td>
              {line.purchaseOrderId && line.orderNumber ? (
                <Text
                  as="a"
                  tone="link"
                  weight={500}
                  href={recordHref("/warehouse/purchase-orders/details", line.purchaseOrderId)}
                >
                  <RecordNumber>{line.orderNumber}</RecordNumber>
                </Text>
              ) : (
                <Text tone="urgent">
                  <Trans>Unexpected</Trans>
                </Text>
              )}
              {line.claimedItemId !== null && (
                <Text tone="urgent">
                  <Trans>Put aside</Trans>
                </Text>
              )}
              {line.lineNo !== null && (
                <Text tone="dim" size="small" shape="cut">
                  <Trans>line {line.lineNo}</Trans>
                </Text>
              )}
            </td>
            <td data-align="end">
              <b>{units.count(line.countedQty, line, line.baseUom)}</b>
            </td>
            <td data-align="end">
              <Some value={line.acceptedQty} />
            </td>
            <td data-align="end">
              <Some value={line.damagedQty} isBad />
            </td>
            <td data-align="end">
              <Some value={line.rejectedQty} isBad />
            </td>
            <td>
              {line.lotNumber ? <Code>{line.lotNumber}</Code> : line.serialNumbers.length === 0 && <Nothing />}
              <Serials numbers={line.serialNumbers} />
              {line.expiryDate && (
                <Text tone="dim" size="small" shape="cut">
                  <DateValue date={line.expiryDate} year="always" />
                </Text>
              )}
            </td>
            <td>
              <Bins line={line} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The first ones stand in the line, all of them one press away. */
function Serials({ numbers }: { numbers: readonly string[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? numbers : numbers.slice(0, 2);
  return (
    <>
      {shown.map((serial) => (
        <Text key={serial} shape="block">
          <Code>{serial}</Code>
        </Text>
      ))}
      {shown.length < numbers.length && (
        <Button size="compact-xs" variant="subtle" onClick={() => setWhole(true)}>
          <Trans>{numbers.length - shown.length} more</Trans>
        </Button>
      )}
    </>
  );
}

function Bins({ line }: { line: Receipt["lines"][number] }) {
  const hasGood = compare(line.acceptedQty, "0") !== 0;
  const apart = line.damagedStorageLocationCode;
  return (
    <>
      {(hasGood || !apart) && <Code>{line.storageLocationCode}</Code>}
      {apart && (
        <Text {...(hasGood ? { tone: "dim", size: "small", shape: "block" } : {})}>
          <Code>{apart}</Code>
        </Text>
      )}
    </>
  );
}

function Some({ value, isBad = false }: { value: string; isBad?: boolean }) {
  if (compare(value, "0") === 0) return <Nothing />;
  return (
    <Text {...(isBad ? { tone: "bad" } : {})}>
      <Quantity value={value} />
    </Text>
  );
}
