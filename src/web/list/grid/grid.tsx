import { useLingui } from "@lingui/react/macro";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { gridLayout } from "./grid-layout.ts";
import { GridHead, type Sorting } from "./grid-head.tsx";
import { GridRow } from "./grid-row.tsx";
import { nextIndex } from "./grid-keys.ts";
import type { Column } from "./columns.tsx";
import type { Saved } from "../data/resource.ts";
import type { Selection } from "../selection.ts";
import { useScrollAnchor } from "./use-scroll-anchor.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";
import styles from "./grid.module.css";

interface GridProps<Rec extends Saved> {
  /** What the rows are, for screen readers. */
  label: string;
  columns: readonly Column<Rec>[];
  records: readonly Rec[];
  /** All rows there are, if known: not only the loaded ones. */
  rowCount?: number | undefined;
  sorting?: Sorting | undefined;
  selection?: Selection | undefined;
  isCompact?: boolean;
  /** Still shows the answer to the question before. */
  isStale?: boolean;
  hrefOf?: ((record: Rec) => string) | undefined;
  onOpen?: ((record: Rec) => void) | undefined;
  onNearEnd?: () => void;
}

const phoneRow = 60;
const headHeight = 32;

/** A virtual grid of records: one stop for Tab, arrows move, Enter opens, Space selects. Only the rows in sight are in the page. */
export function Grid<Rec extends Saved>(props: GridProps<Rec>) {
  const {
    label,
    columns,
    records,
    rowCount,
    sorting,
    selection,
    isCompact = false,
    isStale = false,
    hrefOf,
    onOpen,
    onNearEnd,
  } = props;
  const { t } = useLingui();
  const isPhone = useIsPhone();
  const rowHeight = isPhone ? phoneRow : isCompact ? 32 : 36;
  const gridId = useId();
  const root = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const activeIndex = records.findIndex(({ id }) => id === activeId);

  const { first, last, show } = useVirtualRows(root, {
    count: records.length,
    rowHeight,
    headHeight: isPhone ? 0 : headHeight,
  });
  useScrollAnchor(root, records, rowHeight);
  const isNearEnd = records.length > 0 && last >= records.length - 20;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd, records.length]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return; // a button of the head
    const active = records[activeIndex];
    if (event.key === "Enter" && active) return onOpen?.(active);
    if (event.key === "Escape") return selection?.clear();
    if (event.key === " " && active && selection) {
      event.preventDefault();
      return selection.toggle(active.id, event.shiftKey);
    }
    if (event.key === "a" && (event.ctrlKey || event.metaKey) && selection) {
      event.preventDefault();
      return selection.toggleAll();
    }
    const perPage = Math.floor(((root.current?.clientHeight ?? 0) - headHeight) / rowHeight);
    const index = nextIndex(event.key, activeIndex, { count: records.length, perPage });
    if (index === null) return;
    event.preventDefault();
    setActiveId(records[index]?.id ?? null);
    show(index);
  };

  const handleClick = (event: MouseEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement; // clicks in here come from elements
    const record = records[Number(target.closest<HTMLElement>("[data-index]")?.dataset["index"] ?? -1)];
    if (!record) return;
    setActiveId(record.id);
    if (target.closest("[data-select]")) return selection?.toggle(record.id, event.shiftKey);
    const link = target.closest("a");
    const isOwnLink = link !== null && link.getAttribute("href") !== hrefOf?.(record);
    if (isOwnLink || target.closest("button") || event.ctrlKey || event.metaKey || event.shiftKey || hasSelectedText())
      return;
    if (!onOpen) return;
    event.preventDefault();
    onOpen(record);
  };

  return (
    <div
      ref={root}
      className={`${styles.grid} ${isStale ? styles.stale : ""}`}
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount ?? -1}
      aria-multiselectable={selection ? true : undefined}
      aria-busy={isStale}
      aria-activedescendant={activeIndex >= first && activeIndex <= last ? `${gridId}-${activeIndex}` : undefined}
      aria-description={t`Arrow keys move, Enter opens`}
      tabIndex={0}
      onKeyDown={handleKeyDown}
      onFocus={(event) =>
        event.target === event.currentTarget && activeIndex < 0 && setActiveId(records[0]?.id ?? null)
      }
      style={{ ...gridLayout(columns, selection !== undefined), "--row": `${rowHeight}px` }}
    >
      {!isPhone && <GridHead columns={columns} sorting={sorting} selection={selection} />}
      {/* The click opens what the keyboard opens by Enter on the grid itself. */}
      <div role="rowgroup" className={styles.body} style={{ height: records.length * rowHeight }} onClick={handleClick}>
        {records.slice(first, last + 1).map((record, offset) => {
          const index = first + offset;
          return (
            <GridRow
              key={record.id}
              id={`${gridId}-${index}`}
              record={record}
              columns={columns}
              index={index}
              top={index * rowHeight}
              isActive={index === activeIndex}
              isSelected={selection?.ids.has(record.id) ?? null}
              href={hrefOf?.(record) ?? null}
              isPhone={isPhone}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Somebody who marks text to copy it does not want to open the record. */
function hasSelectedText(): boolean {
  return getSelection()?.type === "Range"; // its text would be laid out to be read
}
