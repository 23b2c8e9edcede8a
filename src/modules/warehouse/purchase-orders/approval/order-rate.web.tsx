import { Trans } from "@lingui/react/macro";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { decimalShown } from "#web/form/fields/decimal.ts";
import { compare, subtract } from "#shared/format/money.ts";
import { Sums } from "../lines/sums.web.tsx";
import type { PurchaseOrder } from "../purchase-orders.contract.ts";

/** "at 1 USD = 0.92 EUR of 20 Nov": the company's rate that the order took. */
export function RateWords({ rate }: { rate: NonNullable<PurchaseOrder["rate"]> }) {
  const fmt = useFormat();
  const shown = decimalShown(rate.rate, fmt.locale);
  return (
    <Trans>
      at 1 {rate.fromCurrency} = {shown} {rate.toCurrency} of {fmt.date(rate.asOf)}
    </Trans>
  );
}

/** All that an approver has to know: why the order waits, what it is worth, by whose rate, and what the buyer typed. */
export function WaitingForApproval({ order }: { order: PurchaseOrder }) {
  const fmt = useFormat();
  if (order.status !== "pending_approval") return null;
  const { rate, companyCurrency } = order;
  const limit = order.approvalLimit && fmt.money(order.approvalLimit, companyCurrency);
  const total = fmt.money(order.total, order.currency);
  const typed =
    order.exchangeRate && order.currency !== companyCurrency && decimalShown(order.exchangeRate, fmt.locale);
  return (
    <Note icon="wait">
      <b>
        {order.waitsBecause === "no_rate" ? (
          <Trans>
            {total} needs an approver: there is no exchange rate of {order.currency} that is at most 7 days old.
          </Trans>
        ) : order.waitsBecause === "typed_rate" ? (
          <Trans>{total} needs an approver because of the exchange rate that was typed.</Trans>
        ) : order.waitsBecause === "above_threshold" && limit ? (
          <Trans>
            {total} needs an approver: it is above the limit of {limit}.
          </Trans>
        ) : (
          <Trans>{total} needs an approver.</Trans>
        )}
      </b>
      {rate && (
        <div>
          {fmt.money(rate.total, rate.toCurrency)} <RateWords rate={rate} /> ({fmt.daysFromNow(rate.asOf)}),{" "}
          <Trans>entered by {rate.enteredByName}</Trans>
          {rate.confirmedByName && (
            <>
              {" "}
              <Trans>and confirmed by {rate.confirmedByName}</Trans>
            </>
          )}
          .
        </div>
      )}
      {typed && (
        <div>
          <Trans>
            The buyer typed a rate of their own: 1 {order.currency} = {typed} {companyCurrency}. It decides nothing.
          </Trans>
        </div>
      )}
      {order.waitsFrom && (
        <div>
          <Trans>The vendor has revision {order.revision}. The change goes out once it is approved and sent.</Trans>
        </div>
      )}
    </Note>
  );
}

/** What somebody agrees to by approving: the amount, the limit, and by how much it is over. */
export function ApprovalFigures({ order }: { order: PurchaseOrder }) {
  const fmt = useFormat();
  const { rate, approvalLimit, companyCurrency } = order;
  const amount = order.currency === companyCurrency ? order.total : rate && rate.total;
  const own = (value: string) => fmt.money(value, companyCurrency);
  const over = amount !== null && approvalLimit !== null ? subtract(amount, approvalLimit) : null;
  return (
    <Sums
      rows={[
        { label: <Trans>Amount</Trans>, value: fmt.money(order.total, order.currency) },
        order.currency !== companyCurrency && {
          label: <Trans>In your currency</Trans>,
          value: amount === null ? <Trans>there is no rate</Trans> : own(amount),
        },
        approvalLimit !== null && { label: <Trans>Limit</Trans>, value: own(approvalLimit) },
        over !== null &&
          compare(over, "0") > 0 && { label: <Trans>Above the limit by</Trans>, value: own(over), isTotal: true },
      ]}
    />
  );
}
