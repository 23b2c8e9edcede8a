import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { compare } from "#shared/format/money.ts";
import { convertPrice } from "#shared/format/units.ts";
import { Floating } from "#web/ui/overlays/floating.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { netOf, priceChange, type DraftLine } from "./order-draft.web.ts";
import { PriceHistory } from "./price-history.web.tsx";
import type { PaidPrice } from "./paid-prices.contract.ts";
import styles from "./last-price.module.css";

interface LastPriceProps {
  line: DraftLine;
  at: number;
  paid: PaidPrice;
  vendorId: string;
  currency: string;
  exceptOrderId: string | null;
  onTake: (paid: PaidPrice) => void;
}

/** From so many per cent on a change is worth a second look. */
const steep = { rise: 5, fall: 20 };

/** Below a line's price: what was paid the last time after its discount, and by how much that has changed. Opens all that was paid. */
export function LastPrice({ line, at, paid, vendorId, currency, exceptOrderId, onTake }: LastPriceProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isTheirs = paid.vendorId === vendorId;
  const before = fmt.price(convertPrice(netOf(paid), paid, line).price, paid.currency); // as the percentage is judged
  const change = isTheirs && paid.currency === currency ? priceChange(line, paid, fmt.locale) : null;
  const percent = new Intl.NumberFormat(fmt.locale, {
    style: "percent",
    signDisplay: "exceptZero",
    maximumFractionDigits: 1,
  });
  const by = change === null || change === 0 ? null : percent.format(change / 100);
  const unit = units.name(line, line.baseUom);
  const day = fmt.date(paid.orderDate);
  const off = fmt.quantity(paid.discountPct);
  const said =
    compare(paid.discountPct, "0") > 0
      ? t`${before} per ${unit} after ${off} % off, on ${day} from ${paid.vendorName}, order ${paid.orderNumber}`
      : t`${before} per ${unit} on ${day} from ${paid.vendorName}, order ${paid.orderNumber}`;
  const shown = by !== null ? t`${by} from ${before}` : isTheirs ? t`last ${before}` : t`elsewhere ${before}`;
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        className={styles.last}
        data-steep={(change !== null && (change >= steep.rise || change <= -steep.fall)) || undefined}
        aria-haspopup="dialog"
        aria-keyshortcuts="Alt+ArrowDown"
        aria-expanded={anchor !== null}
        aria-label={t`${shown}, line ${at + 1}: ${said}`}
        title={said}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
      >
        {shown}
      </button>
      {anchor && (
        <Floating
          anchor={anchor}
          side="bottom-end"
          role="dialog"
          label={t`Prices paid for ${line.name}`}
          width={720}
          className={styles.panel}
          isApart
          onClose={() => setAnchor(null)}
        >
          {line.productId !== null && (
            <PriceHistory
              productId={line.productId}
              baseUom={line.baseUom}
              exceptOrderId={exceptOrderId}
              take={{
                currency,
                onTake: (chosen) => {
                  setAnchor(null);
                  onTake(chosen);
                },
              }}
            />
          )}
        </Floating>
      )}
    </>
  );
}
