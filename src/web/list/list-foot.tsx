import { Trans } from "@lingui/react/macro";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import type { Column } from "./grid/columns.tsx";
import type { Total } from "./data/resource.ts";
import styles from "./list-screen.module.css";

interface ListFootProps<Rec> {
  naming: Naming;
  total: Total | null;
  selected: number;
  sort: string | undefined;
  columns: readonly Column<Rec>[];
  updatedAt: number;
  /** Asks again for the page that did not come. */
  onRetryMore?: (() => void) | undefined;
}

/** The foot of a list: how many there are, how they are sorted, how old the data is. */
export function ListFoot<Rec>({ naming, total, selected, sort, columns, updatedAt, onRetryMore }: ListFootProps<Rec>) {
  const fmt = useFormat();
  const words = useWords();
  const count = total && `${fmt.quantity(total.count)}${total.more ? "+" : ""}`;
  const name = words(total?.count === 1 ? naming.one : naming.many);
  const sorted = sort && columns.find(({ key }) => key === sort.replace("-", ""));
  const column = sorted && words(sorted.label);
  return (
    <footer className={styles.foot}>
      <span role="status">
        {selected > 0 ? (
          count ? (
            <Trans>
              {selected} of {count} selected
            </Trans>
          ) : (
            <Trans>{selected} selected</Trans>
          )
        ) : (
          count && `${count} ${name}`
        )}
      </span>
      {onRetryMore && (
        <span role="alert">
          <Trans>More did not load.</Trans>{" "}
          <button type="button" className={styles.again} onClick={onRetryMore}>
            <Trans>Try again</Trans>
          </button>
        </span>
      )}
      <span className={styles.footEnd}>
        {column &&
          (sort?.startsWith("-") ? <Trans>Sorted by {column}, downwards</Trans> : <Trans>Sorted by {column}</Trans>)}
      </span>
      <span>
        <Trans>Updated {fmt.time(new Date(updatedAt).toISOString())}</Trans>
      </span>
    </footer>
  );
}
