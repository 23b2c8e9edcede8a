import { message } from "#shared/contract/problem.ts";
import {
  dateJudge,
  numberJudge,
  type DateStyle,
  type Judged,
  type NumberStyle,
  type Readings,
} from "#shared/format/number-styles.ts";
import { findHeadRow, plainWord } from "./headings.ts";
import { Refusal, tooLarge } from "./refusal.ts";

/** A style as all values of a column have it, with some of them and what they are in each style. */
export interface Styled<S extends string> {
  readonly style: Judged<S>;
  readonly samples: readonly { readonly text: string; readonly as: Readings<S> }[];
}

/** How the numbers and dates of a column are written; without those that need no style. */
export interface ColumnStyles {
  readonly numbers?: Styled<NumberStyle>;
  readonly dates?: Styled<DateStyle>;
}

/** Which row holds the headings, where somebody has chosen it (0: none does), and the words that headings may be. */
export interface HeadChoice {
  readonly headRow?: number | undefined;
  readonly words?: readonly string[] | undefined;
}

/** A spreadsheet as text: the head, and the rows below it, each as long as the head. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The number of each row as the program shows it that opens the file. */
  readonly rowNumbers: readonly number[];
  /** The row of the headings; 0 where there are none. */
  readonly headRow: number;
  /** The first rows of the file, among which the headings are chosen. */
  readonly top: readonly { readonly rowNo: number; readonly cells: readonly string[] }[];
  /** By the column's name. */
  readonly styles: Readonly<Record<string, ColumnStyles>>;
}

const mostRows = 50_000;
const mostColumns = 200;
const mostCells = 3_000_000;
const mostText = 40_000_000;
/** Rows in which the headings are looked for. */
const mostTop = 20;

/** Takes the rows of a file as they are read, and refuses at the first that is too much; empty ones are left out. */
export class TableBuilder {
  readonly #rows: string[][] = [];
  readonly #rowNumbers: number[] = [];
  /** Columns in which a cell is stored as a number with decimals, with one of those. */
  readonly #stored = new Map<number, string>();
  #width = 0;
  #cells = 0;
  #text = 0;

  add(cells: readonly string[], rowNo: number): void {
    const row: string[] = [];
    for (const [at, cell] of cells.entries()) {
      const text = cell.trim();
      if (text === "") continue;
      if (at >= mostColumns) throw tooManyColumns();
      while (row.length < at) row.push("");
      row.push(text);
      this.#text += text.length;
    }
    if (row.length === 0) return;
    this.#rows.push(row);
    this.#rowNumbers.push(rowNo);
    this.#width = Math.max(this.#width, row.length);
    this.#cells += row.length;
    if (this.#rows.length > mostRows + mostTop)
      throw new Refusal(
        message("This file has more than {rows} rows. Split it into several.", { rows: mostRows.toLocaleString("en") }),
      );
    if (this.#cells > mostCells || this.#text > mostText) throw tooLarge();
  }

  /** A cell of this column, from 0, is stored as a number: how it is written cannot be mistaken. */
  noteStored(column: number, text: string): void {
    if (text.includes(".")) this.#stored.set(column, text);
  }

  /** The table; a column without a heading in which there is something is called by its number. */
  finish(choice: HeadChoice = {}): Table {
    const top = this.#rows
      .slice(0, mostTop)
      .map((cells, at) => ({ rowNo: this.#rowNumbers[at] ?? 0, cells: cells.slice(0, 30) }));
    const at = this.#headAt(choice);
    const head = this.#rows[at] ?? [];
    const rows = this.#rows.slice(at + 1);
    if (rows.length === 0)
      throw new Refusal(message("This file has no rows. It needs a line of headings and at least one row below it."));
    if (rows.length > mostRows)
      throw new Refusal(
        message("This file has more than {rows} rows. Split it into several.", { rows: mostRows.toLocaleString("en") }),
      );
    if (this.#width * rows.length > mostCells) throw tooLarge();
    const columns = unique(Array.from({ length: this.#width }, (_, n) => head[n] || `Column ${n + 1}`));
    return {
      columns,
      rows: rows.map((row) => columns.map((_, n) => row[n] ?? "")),
      rowNumbers: this.#rowNumbers.slice(at + 1),
      headRow: at < 0 ? 0 : (this.#rowNumbers[at] ?? 0),
      top,
      styles: this.#styles(columns, rows),
    };
  }

  /** The place of the headings among the rows; -1 where there are none. */
  #headAt({ headRow, words = [] }: HeadChoice): number {
    if (headRow === 0) return -1;
    if (headRow !== undefined) {
      const chosen = this.#rowNumbers.indexOf(headRow);
      if (chosen < 0 || chosen >= mostTop)
        throw new Refusal(message("Row {row} cannot be the headings: choose one of the first rows.", { row: headRow }));
      return chosen;
    }
    return findHeadRow(this.#rows.slice(0, mostTop), new Set(words.map(plainWord)));
  }

  #styles(columns: readonly string[], rows: readonly (readonly string[])[]): Record<string, ColumnStyles> {
    return Object.fromEntries(
      columns.flatMap((name, at) => {
        const numbers = numberJudge();
        const dates = dateJudge();
        const stored = this.#stored.get(at);
        if (stored !== undefined) numbers.addStored("dot", stored);
        for (const row of rows) {
          const text = row[at];
          if (!text || text.length > 30) continue;
          if (/[.,]/.test(text)) numbers.add(text);
          if (text.includes("/") || text.includes("-")) dates.add(text);
        }
        const own = {
          ...(numbers.style === "plain" ? {} : { numbers: { style: numbers.style, samples: numbers.samples } }),
          ...(dates.style === "plain" ? {} : { dates: { style: dates.style, samples: dates.samples } }),
        };
        return Object.keys(own).length > 0 ? [[name, own] as const] : [];
      }),
    );
  }
}

export const tooManyColumns = (): Refusal =>
  new Refusal(message("This file has more than {columns} columns.", { columns: mostColumns }));

function unique(columns: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return columns.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}
