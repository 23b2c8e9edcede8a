import { message } from "#shared/contract/problem.ts";
import { Refusal, tooLarge } from "./refusal.ts";

/** A spreadsheet as text: the head, and the rows below it, each as long as the head. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const mostRows = 50_000;
const mostColumns = 200;
const mostCells = 3_000_000;
const mostText = 40_000_000;

/** Takes the rows of a file as they are read, and refuses at the first that is too much; empty ones are left out. */
export class TableBuilder {
  readonly #rows: string[][] = [];
  #width = 0;
  #cells = 0;
  #text = 0;

  add(cells: readonly string[]): void {
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
    this.#width = Math.max(this.#width, row.length);
    this.#cells += row.length;
    if (this.#rows.length > mostRows + 1)
      throw new Refusal(
        message("This file has more than {rows} rows. Split it into several.", { rows: mostRows.toLocaleString("en") }),
      );
    if (this.#cells > mostCells || this.#text > mostText) throw tooLarge();
  }

  /** The table; a column without a heading in which there is something is called by its number. */
  finish(): Table {
    const [head, ...rows] = this.#rows;
    if (!head || rows.length === 0)
      throw new Refusal(message("This file has no rows. It needs a line of headings and at least one row below it."));
    if (this.#width * rows.length > mostCells) throw tooLarge();
    const columns = Array.from({ length: this.#width }, (_, at) => head[at] || `Column ${at + 1}`);
    return { columns: unique(columns), rows: rows.map((row) => columns.map((_, at) => row[at] ?? "")) };
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
