import { useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { arrowAlong } from "./arrow-along.web.ts";

const aPage = 10;
const stop = "[data-stop]";

/**
 * Makes a table one stop of Tab: arrows go from cell to cell, Home and End along the row, with Ctrl to the corners, and
 * pages up and down. Spread it on the box around; what can have the focus has `data-stop` and `tabIndex={-1}`.
 */
export function useGridKeys() {
  const column = useRef(0);
  const last = useRef<HTMLElement | null>(null);
  const [isInside, setIsInside] = useState(false);
  return {
    // While the focus is inside, Shift and Tab pass the box by and leave.
    tabIndex: isInside ? -1 : 0,
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      if (target !== currentTarget) {
        last.current = target;
        setIsInside(true);
        return;
      }
      const back =
        last.current?.isConnected && currentTarget.contains(last.current)
          ? last.current
          : currentTarget.querySelector<HTMLElement>(`tbody td ${stop}`);
      back?.focus();
    },
    onBlur({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsInside(false);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const rows = [...event.currentTarget.querySelectorAll("tr")]
        .map((row) => [...row.querySelectorAll<HTMLElement>(stop)])
        .filter(({ length }) => length > 0);
      const down = rows.findIndex((row) => row.some((one) => one === document.activeElement));
      const along = rows[down]?.findIndex((one) => one === document.activeElement) ?? -1;
      const next = target(event, down, along, rows);
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
  };

  function target(
    event: KeyboardEvent,
    down: number,
    along: number,
    rows: readonly HTMLElement[][],
  ): HTMLElement | undefined {
    const { key, ctrlKey } = event;
    const row = rows[down];
    if (!row) return undefined;
    if (row.length > 1) column.current = along; // a row with one cell for all columns does not change the column
    const vertical: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: aPage, PageUp: -aPage };
    const by = vertical[key];
    if (by !== undefined) return cell(rows[Math.max(0, Math.min(rows.length - 1, down + by))]);
    const step = arrowAlong(event);
    const ends: Readonly<Record<string, number>> = { Home: 0, End: row.length - 1 };
    const at = step === undefined ? ends[key] : along + step;
    if (at === undefined || at < 0) return undefined;
    column.current = Math.min(at, row.length - 1);
    return ctrlKey ? cell(key === "Home" ? rows[0] : rows.at(-1)) : row[column.current];
  }

  function cell(row: readonly HTMLElement[] | undefined): HTMLElement | undefined {
    return row?.[Math.min(column.current, row.length - 1)];
  }
}
