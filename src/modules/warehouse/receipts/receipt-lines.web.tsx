import { Trans, useLingui } from "@lingui/react/macro";
import { compare } from "#shared/format/money.ts";
import { Code, DateValue, Quantity, RecordNumber } from "#web/ui/values/values.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { recordHref } from "#web/list/data/address.ts";
import type { Receipt } from "./receipts.contract.ts";
import styles from "./receipt-lines.module.css";

/** What was counted: accepted, damaged and rejected side by side, with lot, bin and the order that it belongs to. */
export function ReceiptLines({ receipt }: { receipt: Receipt }) {
  const { t } = useLingui();
  return (
    <section className={styles.section}>
      <div className={styles.box} tabIndex={0} role="region" aria-label={t`Lines`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Product</Trans>
              </th>
              <th scope="col">
                <Trans>Order</Trans>
              </th>
              <th scope="col" className={styles.end}>
                <Trans>Counted</Trans>
              </th>
              <th scope="col" className={styles.end}>
                <Trans>Accepted</Trans>
              </th>
              <th scope="col" className={styles.end}>
                <Trans>Damaged</Trans>
              </th>
              <th scope="col" className={styles.end}>
                <Trans>Rejected</Trans>
              </th>
              <th scope="col">
                <Trans>Lot, best before</Trans>
              </th>
              <th scope="col">
                <Trans>Bin</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {receipt.lines.map((line) => (
              <tr key={line.id}>
                <td className={styles.product} title={line.productName}>
                  <span className={styles.name}>{line.productName}</span>
                  <span className={styles.sub}>
                    {line.sku === null ? <Trans>not in the catalogue</Trans> : <Code>{line.sku}</Code>}{" "}
                    <Trans>per {line.uom}</Trans>
                    {line.note && `, ${line.note}`}
                  </span>
                </td>
                <td>
                  {line.purchaseOrderId && line.orderNumber ? (
                    <a
                      className={styles.link}
                      href={recordHref("/warehouse/purchase-orders/details", line.purchaseOrderId)}
                    >
                      <RecordNumber>{line.orderNumber}</RecordNumber>
                    </a>
                  ) : (
                    <span className={styles.urgent}>
                      <Trans>Unexpected</Trans>
                    </span>
                  )}
                  {line.claimedItemId !== null && (
                    <span className={styles.urgent}>
                      <Trans>Put aside</Trans>
                    </span>
                  )}
                  {line.lineNo !== null && (
                    <span className={styles.sub}>
                      <Trans>line {line.lineNo}</Trans>
                    </span>
                  )}
                </td>
                <td className={styles.end}>
                  <b>
                    <Quantity value={line.countedQty} unit={line.uom} />
                  </b>
                </td>
                <td className={styles.end}>
                  <Some value={line.acceptedQty} />
                </td>
                <td className={`${styles.end} ${compare(line.damagedQty, "0") === 0 ? "" : styles.bad}`}>
                  <Some value={line.damagedQty} />
                </td>
                <td className={`${styles.end} ${compare(line.rejectedQty, "0") === 0 ? "" : styles.bad}`}>
                  <Some value={line.rejectedQty} />
                </td>
                <td>
                  {line.lotNumber ? <Code>{line.lotNumber}</Code> : <Nothing />}
                  {line.expiryDate && (
                    <span className={styles.sub}>
                      <DateValue date={line.expiryDate} year="always" />
                    </span>
                  )}
                </td>
                <td>
                  <Bins line={line} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Bins({ line }: { line: Receipt["lines"][number] }) {
  const hasGood = compare(line.acceptedQty, "0") !== 0;
  const apart = line.damagedStorageLocationCode;
  return (
    <>
      {(hasGood || !apart) && <Code>{line.storageLocationCode}</Code>}
      {apart && (
        <span className={hasGood ? styles.sub : undefined}>
          <Code>{apart}</Code>
        </span>
      )}
    </>
  );
}

function Some({ value }: { value: string }) {
  return compare(value, "0") === 0 ? <Nothing /> : <Quantity value={value} />;
}
