import { createContext, use, type ReactNode } from "react";
import styles from "./grid/grid.module.css";

/** Where the record of this row leads; null where it leads nowhere. */
export const RowHref = createContext<string | null>(null);

/** The name of the row's record, as a link where it leads somewhere. The keyboard opens rows by Enter on the grid, not link by link. */
export function RecordLink({ children }: { children: ReactNode }) {
  const href = use(RowHref);
  return href === null ? (
    <span className={styles.record}>{children}</span>
  ) : (
    <a className={styles.record} href={href} tabIndex={-1}>
      {children}
    </a>
  );
}
