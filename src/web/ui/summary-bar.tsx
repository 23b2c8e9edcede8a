import type { ReactNode } from "react";
import { useWords, type Label } from "./values/labels.ts";
import styles from "./summary-bar.module.css";

export interface SummaryCell {
  label: Label;
  value: ReactNode;
  /** The second line, which adds a fact: "in 4 days". */
  sub?: ReactNode;
}

/** The boxed head of a paper waybill: 5 to 7 facts of a record. Never a place for buttons. */
export function SummaryBar({ cells }: { cells: readonly SummaryCell[] }) {
  const words = useWords();
  return (
    <dl className={styles.strip}>
      {cells.map((cell) => {
        const label = words(cell.label);
        return (
          <div key={label} className={styles.cell}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.value}>{cell.value ?? <Nothing />}</dd>
            {cell.sub != null && <dd className={styles.sub}>{cell.sub}</dd>}
          </div>
        );
      })}
    </dl>
  );
}

/** What stands where there is no value; a screen reader hears nothing rather than "dash". */
export function Nothing() {
  return (
    <span className={styles.nothing} aria-hidden>
      –
    </span>
  );
}

interface KeyValueProps {
  rows: readonly { label: Label; value: ReactNode }[];
  /** The values begin in one line, for pages, where the end of a line is far. */
  isAligned?: boolean;
}

/** Facts below each other, name and value: for rails, cards and previews. */
export function KeyValue({ rows, isAligned = false }: KeyValueProps) {
  const words = useWords();
  return (
    <dl className={`${styles.rows} ${isAligned ? styles.aligned : ""}`}>
      {rows.map((row) => {
        const label = words(row.label);
        return (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd>{row.value ?? <Nothing />}</dd>
          </div>
        );
      })}
    </dl>
  );
}
