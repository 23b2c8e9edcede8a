import type { ReactNode } from "react";
import { classes } from "./layout.tsx";
import styles from "./table.module.css";

interface TableProps {
  label: string | undefined;
  /** Within a page, from edge to edge of it, or as the whole screen below its head. */
  place?: "page" | "bleeds" | "fills";
  /** Narrower than this it scrolls. */
  minWidth?: number;
  /** The heads say how wide the columns are, and cells are cut. */
  isFixed?: boolean;
  children: ReactNode;
}

/**
 * A table of the screen's own, which scrolls by itself; its cells are the browser's. `data-align="end"` on figures,
 * `data-grows` on the column that takes the rest, `data-wraps` where lines may break, `data-desk` where a phone goes without.
 */
export function Table({ label, place = "page", minWidth, isFixed = false, children }: TableProps) {
  return (
    <div
      className={classes(styles["box"], place !== "page" && styles[place])}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <table className={classes(styles["table"], isFixed && styles["fixed"])} style={{ minWidth }}>
        {children}
      </table>
    </div>
  );
}
