import { useFormat } from "./use-format.ts";
import { Nothing } from "../summary-bar.tsx";
import styles from "./values.module.css";

/** An amount of money: `<Money amount={order.total} currency={order.currency} />`. Where there is none, both are null. */
export function Money({ amount, currency }: { amount: string | null; currency: string | null }) {
  const fmt = useFormat();
  if (amount === null || currency === null) return <Nothing />;
  return <span className={styles.number}>{fmt.money(amount, currency)}</span>;
}

/** A quantity with its unit, if it has one. */
export function Quantity({ value, unit }: { value: string | number | null; unit?: string | undefined }) {
  const fmt = useFormat();
  if (value === null) return <Nothing />;
  return (
    <span className={styles.number}>
      {fmt.quantity(value)}
      {unit && <span className={styles.unit}> {unit}</span>}
    </span>
  );
}

/** A business date, isolated from the direction of the text around it. */
export function DateValue({ date, year }: { date: string | null; year?: "auto" | "always" }) {
  const fmt = useFormat();
  if (date === null) return <Nothing />;
  return (
    <time className={styles.number} dateTime={date}>
      <bdi>{fmt.date(date, year)}</bdi>
    </time>
  );
}

/** A moment on the site's clock; the whole of it is its title. */
export function Instant({ at }: { at: string | null }) {
  const fmt = useFormat();
  if (at === null) return <Nothing />;
  return (
    <time className={styles.number} dateTime={at} title={fmt.instant(at, "always")}>
      <bdi>{fmt.instant(at)}</bdi>
    </time>
  );
}

/** A record's number, which keeps its own direction. */
export function RecordNumber({ children }: { children: string }) {
  return <bdi className={styles.record}>{children}</bdi>;
}

/** A code read letter by letter: SKU, SSCC, VIN, lot, permission. */
export function Code({ children }: { children: string }) {
  return <bdi className={styles.code}>{children}</bdi>;
}
