import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { Code, Quantity } from "#web/ui/values/values.tsx";
import { receipts } from "../../receipts/receipts.contract.ts";
import styles from "./vendor-page.module.css";

/** What was counted of an order, for the vendor's credit note: accepted, damaged, short and over in one row. */
export function VendorReceipt({ id }: { id: string }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const { data } = useQuery({
    queryKey: [receipts.byLink.path, id],
    queryFn: ({ signal }) => call(receipts.byLink, { id, signal }),
  });
  if (!data) return null;
  // A phone has no room for columns in which nothing stands.
  const exceptions = [
    { part: "damagedQty", title: <Trans>Damaged</Trans> },
    { part: "rejectedQty", title: <Trans>Rejected</Trans> },
    { part: "shortQty", title: <Trans>Short</Trans> },
    { part: "overQty", title: <Trans>Over</Trans> },
  ] as const;
  const shown = exceptions.filter(({ part }) => data.lines.some((line) => Number(line[part]) > 0));
  return (
    <>
      <div className={`${styles.card} ${styles.scroll}`} tabIndex={0} role="region" aria-label={t`What was received`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Line</Trans>
              </th>
              <th scope="col">
                <Trans>Ordered</Trans>
              </th>
              <th scope="col">
                <Trans>Accepted</Trans>
              </th>
              {shown.map(({ part, title }) => (
                <th key={part} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.lines.map((line) => (
              <tr key={line.lineNo}>
                <td>
                  {line.description}
                  <span className={styles.sub}>
                    <Code>{line.vendorSku ?? line.sku}</Code>
                  </span>
                </td>
                <td>
                  <Quantity value={line.orderedQty} unit={line.uom} />
                </td>
                <td>
                  <Quantity value={line.acceptedQty} />
                </td>
                {shown.map(({ part }) => (
                  <td key={part}>{Number(line[part]) > 0 && <Quantity value={line[part]} />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.grey}>
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
      </p>
    </>
  );
}
