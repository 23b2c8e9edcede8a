import { useLingui } from "@lingui/react/macro";
import { memo } from "react";
import { Archived } from "#web/ui/status/chip.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import type { Column } from "./columns.tsx";
import { RowHref } from "../record-link.tsx";
import type { Saved } from "../data/resource.ts";
import styles from "./grid.module.css";

interface GridRowProps<Rec extends Saved> {
  id: string;
  record: Rec;
  columns: readonly Column<Rec>[];
  index: number;
  top: number;
  isActive: boolean;
  /** null where rows cannot be selected. */
  isSelected: boolean | null;
  href: string | null;
  isPhone: boolean;
}

function Row<Rec extends Saved>(props: GridRowProps<Rec>) {
  const { id, record, columns, index, top, isActive, isSelected, href, isPhone } = props;
  return (
    <div
      id={id}
      role="row"
      className={`${styles.row} ${isPhone ? styles.phoneRow : ""}`}
      data-index={index}
      data-active={isActive || undefined}
      aria-rowindex={index + 2} // the head is the first
      aria-selected={isSelected ?? undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <RowHref value={href}>
        {isPhone ? (
          <PhoneCells record={record} columns={columns} />
        ) : (
          <Cells record={record} columns={columns} isSelected={isSelected} />
        )}
      </RowHref>
    </div>
  );
}

/** Rendered anew only when something of it changed: while scrolling, every frame renders the grid. */
export const GridRow = memo(Row) as typeof Row; // memo forgets the type parameter

interface CellsProps<Rec> {
  record: Rec;
  columns: readonly Column<Rec>[];
}

function Cells<Rec extends Saved>({ record, columns, isSelected }: CellsProps<Rec> & { isSelected: boolean | null }) {
  const { t } = useLingui();
  const name = columns.find(({ part }) => part === "record")?.text?.(record) ?? "";
  return (
    <>
      {isSelected !== null && (
        <div role="gridcell" className={styles.boxCell} data-select>
          <input
            type="checkbox"
            className={styles.box}
            tabIndex={-1}
            checked={isSelected}
            readOnly
            aria-label={t`Select ${name}`}
          />
        </div>
      )}
      {columns.map(({ key, align, part, cell, text }) => (
        <div
          key={key}
          role="gridcell"
          className={`${styles.cell} ${align === "end" ? styles.end : ""} ${part === "detail" ? styles.detail : ""}`}
          title={text?.(record) ?? undefined}
        >
          {cell(record)} {part === "record" && <Archived record={record} />}
        </div>
      ))}
    </>
  );
}

/** What a phone has room for: the record, its state and one text that tells it from others, one number. */
function PhoneCells<Rec extends Saved>({ record, columns }: CellsProps<Rec>) {
  const words = useWords();
  const first = (part: Column<Rec>["part"]) => columns.find((column) => column.part === part);
  const [name = columns[0], state, figure] = [first("record"), first("state"), first("figure")];
  const about = columns.find((column) => column !== name && column.part === "detail" && column.text)?.text?.(record);
  return (
    <div role="gridcell" className={styles.phoneCell}>
      <div className={styles.phoneName}>
        {name?.cell(record)}
        {(state || about || record.archivedAt) && (
          <span className={styles.phoneAbout}>
            <Archived record={record} />
            {state?.cell(record)}
            {about && <span>{about}</span>}
          </span>
        )}
      </div>
      {figure && (
        <span className={styles.phoneFigure}>
          {figure.cell(record)}
          <span className={styles.phoneLabel}>{words(figure.label)}</span>
        </span>
      )}
    </div>
  );
}
