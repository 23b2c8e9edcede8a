import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { decimalShown } from "#web/form/fields/decimal.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Sums } from "./sums.web.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { RateWords } from "../approval/order-rate.web.tsx";
import type { PurchaseOrder } from "../purchase-orders.contract.ts";
import styles from "./order-lines.module.css";

/** Under the lines: what the bars mean and the notes left, the totals right. */
export function OrderFoot({ order }: { order: PurchaseOrder }) {
  const fmt = useFormat();
  const words = useWords();
  const money = (amount: string) => fmt.money(amount, order.currency);
  const offered = order.proposal?.state === "pending" ? order.proposal.offeredTotal : null;
  const hasTax = Number(order.taxTotal) !== 0;
  return (
    <div className={styles.foot}>
      <Stack>
        {order.vendorNotes && <Remark title={<Trans>Note to vendor</Trans>} text={order.vendorNotes} />}
        {order.vendorNote && order.status !== "declined" && (
          <Remark title={<Trans>Note from vendor</Trans>} text={order.vendorNote} />
        )}
        {order.internalNotes && <Remark title={<Trans>For your team only</Trans>} text={order.internalNotes} />}
      </Stack>
      <Sums
        rows={[
          { label: <Trans>Lines</Trans>, value: money(order.subtotal) },
          ...order.charges.map((charge) => ({
            label: charge.description ?? words(charge.type),
            value: `${charge.type === "discount" ? "−" : ""}${money(charge.amount)}`,
          })),
          hasTax && { label: <Trans>Tax</Trans>, value: money(order.taxTotal) },
          {
            label: hasTax ? <Trans>Total</Trans> : <Trans>Total without VAT</Trans>,
            value: (
              <>
                {offered !== null && offered !== order.total && (
                  <Text as="s" tone="dim" weight={400}>
                    {money(order.total)}
                  </Text>
                )}{" "}
                {money(offered ?? order.total)}
              </>
            ),
            isTotal: true,
          },
          order.rate && {
            label: <RateWords rate={order.rate} />,
            value: fmt.money(order.rate.total, order.rate.toCurrency),
          },
          order.exchangeRate !== null &&
            order.currency !== order.companyCurrency && {
              label: <Trans>Rate typed by the buyer</Trans>,
              value: decimalShown(order.exchangeRate, fmt.locale),
            },
        ]}
      />
    </div>
  );
}

function Remark({ title, text }: { title: ReactNode; text: string }) {
  return (
    <div>
      <Text tone="dim" size="small" shape="block">
        {title}
      </Text>
      <Text as="p" shape="lines">
        {text}
      </Text>
    </div>
  );
}
