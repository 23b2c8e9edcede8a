import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ReplyOf } from "#shared/contract/contract.ts";
import { Floating } from "#web/ui/overlays/floating.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { purchaseOrders } from "../purchase-orders.contract.ts";
import styles from "./to-come.module.css";

interface ToComeProps {
  /** How many orders are open, as the view's tab says it. */
  open: string | undefined;
  views: ReplyOf<typeof purchaseOrders.views>;
}

/** What is still to come, as one sum in the company's currency; where some of it is in others, a press says what there is of each. */
export function ToCome({ open, views: { toCome, toComeInOwn: own } }: ToComeProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const withoutRate = toCome.filter(({ currency }) => own.withoutRate.includes(currency));
  // What has no rate stands beside the sum, in its own currency.
  const sum = [own, ...withoutRate].map(({ amount, currency }) => fmt.money(amount, currency)).join(", ");
  const said = (
    <Trans>
      {open} open, {sum} to come
    </Trans>
  );
  if (toCome.every(({ currency }) => currency === own.currency)) return said;
  return (
    <>
      <button
        type="button"
        className={styles.sum}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
      >
        {said}
      </button>
      {anchor && (
        <Floating
          anchor={anchor}
          side="bottom-start"
          role="dialog"
          label={t`To come, by currency`}
          className={styles.panel}
          isApart
          onClose={() => setAnchor(null)}
        >
          <ul data-autofocus tabIndex={-1}>
            {toCome.map(({ amount, currency }) => (
              <li key={currency}>
                {currency} <span>{fmt.money(amount, currency)}</span>
                {own.withoutRate.includes(currency) && (
                  <>
                    {" "}
                    <Trans>without a rate</Trans>
                  </>
                )}
              </li>
            ))}
          </ul>
        </Floating>
      )}
    </>
  );
}
