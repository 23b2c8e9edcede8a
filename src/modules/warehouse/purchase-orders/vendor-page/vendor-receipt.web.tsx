import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { spokenQuantity } from "#shared/format/units.ts";
import { call } from "#web/api/api.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { LinkColumns } from "#web/shell/link/link-parts.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { Code } from "#web/ui/values/values.tsx";
import { Table } from "#web/ui/layout/table.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { receipts } from "../../receipts/receipts.contract.ts";
import type { VendorReceipt as Received } from "../../receipts/vendor-receipt.contract.ts";

/** What was counted of an order, for the vendor's credit note: accepted, damaged, returned, short, over and still expected in one row. */
export function VendorReceipt({ id }: { id: string }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  /** Bare in the unit that was ordered, with its unit where that is a part of a pack. */
  const said = (line: Received["lines"][number], qty: string) =>
    spokenQuantity(qty, line, line.baseUom).unit === line ? fmt.quantity(qty) : units.said(qty, line, line.baseUom);
  const { data } = useQuery({
    queryKey: [receipts.byLink.path, id],
    queryFn: ({ signal }) => call(receipts.byLink, { id, signal }),
  });
  if (!data) return null;
  // A phone has no room for columns in which nothing stands.
  const exceptions = [
    { part: "damagedQty", title: <Trans>Damaged</Trans> },
    { part: "rejectedQty", title: <Trans>Rejected</Trans> },
    { part: "returnedQty", title: <Trans>Returned</Trans> },
    { part: "creditedQty", title: <Trans>Credited</Trans> },
    { part: "shortQty", title: <Trans>Short</Trans> },
    { part: "withdrawnQty", title: <Trans>Not wanted any more</Trans> },
    { part: "overQty", title: <Trans>Over</Trans> },
    { part: "openQty", title: <Trans>Still expected</Trans> },
  ] as const;
  const shown = exceptions.filter(({ part }) => data.lines.some((line) => Number(line[part]) > 0));
  return (
    <>
      <LinkColumns answer={null}>
        <Table label={t`What was received`}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Line</Trans>
              </th>
              <th scope="col" data-align="end">
                <Trans>Ordered</Trans>
              </th>
              <th scope="col" data-align="end">
                <Trans>Accepted</Trans>
              </th>
              {shown.map(({ part, title }) => (
                <th key={part} scope="col" data-align="end">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.lines.map((line) => (
              <tr key={line.lineNo}>
                <td data-wraps>
                  {line.description}
                  <Text tone="dim" size="small" shape="block">
                    <Code>{line.vendorSku ?? line.sku}</Code>
                  </Text>
                </td>
                <td data-align="end">{units.said(line.orderedQty, line, line.baseUom)}</td>
                <td data-align="end">{said(line, line.acceptedQty)}</td>
                {shown.map(({ part }) => (
                  <td key={part} data-align="end">
                    {Number(line[part]) > 0 && said(line, line[part])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </LinkColumns>

      <Text as="p" tone="dim">
        {data.receipts.length === 0 ? (
          <Trans>Nothing was received yet.</Trans>
        ) : (
          data.receipts
            .map(
              ({ number, receivedAt, isReversed }) =>
                `${number}, ${fmt.instant(receivedAt, "always")}${isReversed ? ` (${t`reversed`})` : ""}`,
            )
            .join(" · ")
        )}
      </Text>
    </>
  );
}
