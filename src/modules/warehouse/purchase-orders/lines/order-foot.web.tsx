import { Trans } from "@lingui/react/macro";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { decimalShown } from "#web/form/fields/decimal.ts";
import { RateWords } from "../approval/order-rate.web.tsx";
import type { PurchaseOrder } from "../purchase-orders.contract.ts";
import styles from "./order-lines.module.css";

/** Under the lines: what the bars mean and the notes left, the totals right. */
export function OrderFoot({ order }: { order: PurchaseOrder }) {
  const fmt = useFormat();
  const words = useWords();
  const money = (amount: string) => fmt.money(amount, order.currency);
  const offered = order.proposal?.state === "pending" ? order.proposal.offeredTotal : null;
  return (
    <div className={styles.foot}>
      <div className={styles.notes}>
        {order.vendorNotes && <Text title={<Trans>Note to vendor</Trans>} text={order.vendorNotes} />}
        {order.vendorNote && order.status !== "declined" && (
          <Text title={<Trans>Note from vendor</Trans>} text={order.vendorNote} />
        )}
        {order.internalNotes && <Text title={<Trans>For your team only</Trans>} text={order.internalNotes} />}
      </div>
      <dl className={styles.totals}>
        <div>
          <dt>
            <Trans>Lines</Trans>
          </dt>
          <dd>{money(order.subtotal)}</dd>
        </div>
        {order.charges.map((charge, at) => (
          <div key={at}>
            <dt>{charge.description ?? words(charge.type)}</dt>
            <dd>
              {charge.type === "discount" ? "−" : ""}
              {money(charge.amount)}
            </dd>
          </div>
        ))}
        {Number(order.taxTotal) !== 0 && (
          <div>
            <dt>
              <Trans>Tax</Trans>
            </dt>
            <dd>{money(order.taxTotal)}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>{Number(order.taxTotal) !== 0 ? <Trans>Total</Trans> : <Trans>Total without VAT</Trans>}</dt>
          <dd>
            {offered !== null && offered !== order.total && <s className={styles.was}>{money(order.total)}</s>}{" "}
            {money(offered ?? order.total)}
          </dd>
        </div>
        {order.rate && (
          <div>
            <dt>
              <RateWords rate={order.rate} />
            </dt>
            <dd>{fmt.money(order.rate.total, order.rate.toCurrency)}</dd>
          </div>
        )}
        {order.exchangeRate && order.currency !== order.companyCurrency && (
          <div>
            <dt>
              <Trans>Rate typed by the buyer</Trans>
            </dt>
            <dd>{decimalShown(order.exchangeRate, fmt.locale)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function Text({ title, text }: { title: React.ReactNode; text: string }) {
  return (
    <div>
      <div className={styles.noteTitle}>{title}</div>
      <p className={styles.noteText}>{text}</p>
    </div>
  );
}
