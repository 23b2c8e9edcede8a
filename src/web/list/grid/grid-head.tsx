import { useLingui } from "@lingui/react/macro";
import IconArrowDown from "@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs";
import IconArrowUp from "@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs";
import { useWords } from "#web/ui/values/labels.ts";
import type { Column } from "./columns.tsx";
import { nextSort } from "../data/list-state.ts";
import type { Selection } from "../selection.ts";
import styles from "./grid.module.css";

export interface Sorting {
  /** The columns that can be sorted by. */
  readonly names: readonly string[];
  /** `name`, `-name`. */
  readonly current: string | undefined;
  readonly onSort: (sort: string) => void;
}

interface GridHeadProps<Rec> {
  columns: readonly Column<Rec>[];
  sorting?: Sorting | undefined;
  selection?: Selection | undefined;
  /** Leaves the room of the boxes, though there is nothing to select yet. */
  hasBoxes?: boolean;
}

/** The row of heads; those that can be sorted by are buttons. */
export function GridHead<Rec>({ columns, sorting, selection, hasBoxes = false }: GridHeadProps<Rec>) {
  const { t } = useLingui();
  const words = useWords();
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.headRow} aria-rowindex={1}>
        {hasBoxes && <div className={styles.boxCell} />}
        {selection && (
          <div role="columnheader" className={styles.boxCell} aria-label={t`Selection`}>
            <input
              type="checkbox"
              className={styles.box}
              aria-label={t`Select all loaded rows`}
              checked={selection.state === "all"}
              ref={(box) => void (box && (box.indeterminate = selection.state === "some"))}
              onChange={selection.toggleAll}
            />
          </div>
        )}
        {columns.map(({ key, label, align }) => {
          const direction = directionOf(sorting?.current, key);
          const isSortable = sorting?.names.includes(key) ?? false;
          const name = words(label);
          return (
            <div
              key={key}
              role="columnheader"
              className={`${styles.headCell} ${align === "end" ? styles.end : ""}`}
              aria-sort={isSortable ? direction : undefined}
            >
              {isSortable && sorting ? (
                <button
                  type="button"
                  className={styles.sort}
                  data-sorted={direction !== "none" || undefined}
                  onClick={() => sorting.onSort(nextSort(sorting.current, key))}
                >
                  <span className={styles.cut}>{name}</span>
                  {direction === "ascending" && <IconArrowUp size={12} stroke={2} />}
                  {direction === "descending" && <IconArrowDown size={12} stroke={2} />}
                </button>
              ) : (
                <span className={styles.cut}>{name}</span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function directionOf(sort: string | undefined, key: string): "ascending" | "descending" | "none" {
  if (sort === key) return "ascending";
  return sort === `-${key}` ? "descending" : "none";
}
