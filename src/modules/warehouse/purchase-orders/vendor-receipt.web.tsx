import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { call } from "#web/api.ts";
import { useFormat } from "#web/blocks/use-format.ts";
import { Code, Quantity } from "#web/blocks/values.tsx";
import { receipts } from "../receipts/receipts.contract.ts";
import styles from "./vendor-page.module.css";

/** What was counted of an order, for the vendor's credit note: accepted, damaged, short and over in one row. */
export function VendorReceipt({ id }: { id: string }) {
  const { t } = useLingui();
  const say = useFormat();
  const { data } = useQuery({ queryKey: [receipts.byLink.path, id], queryFn: ({ signal }) => call(receipts.byLink, { id, signal }) });
  if (!data) return null;
  return (
    <>
      <div className={`${styles.card} ${styles.scroll}`} tabIndex={0} role="region" aria-label={t`What was received`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col"><Trans>Line</Trans></th>
              <th scope="col"><Trans>Ordered</Trans></th>
              <th scope="col"><Trans>Accepted</Trans></th>
              <th scope="col"><Trans>Damaged</Trans></th>
              <th scope="col"><Trans>Rejected</Trans></th>
              <th scope="col"><Trans>Short</Trans></th>
              <th scope="col"><Trans>Over</Trans></th>
            </tr>
          </thead>
          <tbody>
            {data.lines.map((line) => (
              <tr key={line.lineNo}>
                <td>{line.description}<span className={styles.sub}><Code>{line.vendorSku ?? line.sku}</Code></span></td>
                <td><Quantity value={line.orderedQty} unit={line.uom} /></td>
                <td><Quantity value={line.acceptedQty} /></td>
                <td>{Number(line.damagedQty) > 0 && <Quantity value={line.damagedQty} />}</td>
                <td>{Number(line.rejectedQty) > 0 && <Quantity value={line.rejectedQty} />}</td>
                <td>{Number(line.shortQty) > 0 && <Quantity value={line.shortQty} />}</td>
                <td>{Number(line.overQty) > 0 && <Quantity value={line.overQty} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.grey}>
        {data.receipts.length === 0 ? <Trans>Nothing was received yet.</Trans> : data.receipts.map(({ number, receivedAt, isReversed }) => `${number}, ${say.instant(receivedAt, "always")}${isReversed ? ` (${t`reversed`})` : ""}`).join(" · ")}
      </p>
    </>
  );
}
