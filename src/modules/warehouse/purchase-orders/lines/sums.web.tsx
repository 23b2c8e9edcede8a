import type { ReactNode } from "react";
import styles from "./sums.module.css";

interface SumsProps {
  /** Absent ones are left out. */
  rows: readonly ({ label: ReactNode; value: ReactNode; isTotal?: boolean } | false | null)[];
}

/** Amounts below each other as at the foot of a bill, the total stronger than its parts. */
export function Sums({ rows }: SumsProps) {
  return (
    <dl className={styles.sums}>
      {rows.map(
        (row, at) =>
          row && (
            <div key={at} data-total={row.isTotal || undefined}>
              <dt>{row.label}</dt>
              <dd>{row.value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
