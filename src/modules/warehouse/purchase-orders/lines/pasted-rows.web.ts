import { numberJudge, numberReadings, type NumberStyle } from "#shared/format/number-styles.ts";
import { decimalShown } from "#web/form/fields/decimal.ts";

export interface PastedRow {
  readonly code: string;
  readonly orderedQty: string;
  readonly unitPrice: string;
  readonly unit: string;
}

/** A block of cells from a spreadsheet: code, quantity, and the price and its unit where there are such columns. Null for plain text. */
export function pastedRows(text: string): PastedRow[] | null {
  if (!/[\t\n]/.test(text.trim())) return null;
  return text
    .split(/\r?\n/)
    .map((row) => row.split("\t").map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ""))
    .map(([code = "", orderedQty = "", unitPrice = "", unit = ""]) => ({ code, orderedQty, unitPrice, unit }));
}

/** A number of a paste that could be either, with what it is in each style. */
export interface NumberQuestion {
  readonly text: string;
  readonly dot: string | undefined;
  readonly comma: string | undefined;
}

/** How the numbers of a paste are written, judged over all of them; a question where they leave it open. */
export function pastedStyle(rows: readonly PastedRow[]): NumberStyle | NumberQuestion | null {
  const judge = numberJudge();
  for (const { orderedQty, unitPrice } of rows) for (const text of [orderedQty, unitPrice]) judge.add(text);
  if (judge.style === "plain") return null;
  if (judge.style === "dot" || judge.style === "comma") return judge.style;
  const sample = judge.samples.find(({ as }) => as.dot !== undefined && as.comma !== undefined) ?? judge.samples[0];
  return { text: sample?.text ?? "", dot: sample?.as.dot, comma: sample?.as.comma };
}

/** The question about one number that is another one in each style; null where nobody has to be asked. */
export function eitherNumber(text: string): NumberQuestion | null {
  const { dot, comma } = numberReadings(text);
  return dot === undefined || comma === undefined || dot === comma ? null : { text, dot, comma };
}

/** The rows with their numbers as this person reads them; what is no number in that style stays as it came. */
export function inStyle(rows: readonly PastedRow[], style: NumberStyle, locale: string): PastedRow[] {
  const shown = (text: string) => {
    const value = numberReadings(text)[style];
    return value === undefined ? text : decimalShown(value, locale);
  };
  return rows.map((row) => ({ ...row, orderedQty: shown(row.orderedQty), unitPrice: shown(row.unitPrice) }));
}
