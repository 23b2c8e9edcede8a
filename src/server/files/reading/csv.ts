import { CsvError, parse } from "csv-parse/sync";
import { message } from "#shared/contract/problem.ts";
import { decode, encodingOf, type Encoding } from "./encoding.ts";
import { Refusal } from "./refusal.ts";
import { TableBuilder, type HeadChoice, type Table } from "./table.ts";

const longestLine = 1_000_000;

/** How a text file is to be read, where somebody has chosen it. */
export interface CsvChoice extends HeadChoice {
  readonly encoding?: Encoding | undefined;
}

/** Reads CSV: any of `,` `;` tab `|` or what a line `sep=` says, in each of the encodings. Throws a Refusal. */
export function readCsv(file: Buffer, choice: CsvChoice = {}): Table & { encoding: Encoding } {
  const encoding = choice.encoding ?? encodingOf(file);
  if (encoding === null) throw noSpreadsheet();
  const whole = decode(file, encoding);
  if (whole.includes("\0")) throw noSpreadsheet();
  const said = /^sep=(.)(?:\r\n|\r|\n)/i.exec(whole); // a word to spreadsheet programs, which do not show it as a row
  const text = said ? whole.slice(said[0].length) : whole;
  const delimiter = said?.[1] ?? delimiterOf(text);
  const table = new TableBuilder();
  let rowNo = 0;
  let lines = 0;
  try {
    parse(text, {
      delimiter,
      max_record_size: longestLine,
      raw: true,
      on_record: (read: unknown, context) => {
        const { record, raw } = read as { record: string[]; raw: string }; // because of `raw`
        rowNo += 1;
        const isSeveralLines = context.lines - lines > 1;
        lines = context.lines;
        if (isSeveralLines && raw.includes('"') && !isWellQuoted(raw, delimiter)) throw unclosed(rowNo);
        table.add(record, rowNo);
        return null; // the table keeps it
      },
      relax_column_count: true,
      relax_quotes: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw ["CSV_MAX_RECORD_SIZE", "CSV_QUOTE_NOT_CLOSED"].includes(error.code)
      ? unclosed(rowNo + 1, error)
      : new Refusal(message("This file could not be read as CSV. A quotation mark may be missing its partner."), error);
  }
  return { ...table.finish(choice), encoding };
}

const noSpreadsheet = (): Refusal => new Refusal(message("This is no spreadsheet. Save it as .csv or .xlsx."));

const unclosed = (row: number, cause?: unknown): Refusal =>
  new Refusal(
    message(
      "Row {row} is longer than a spreadsheet's can be, or swallows the rows below it. A quotation mark in it is missing its partner.",
      { row },
    ),
    cause,
  );

/** Whether a row that goes over several lines is one cell with line breaks, and no mark without its partner. */
function isWellQuoted(raw: string, delimiter: string): boolean {
  try {
    parse(raw, { delimiter, relax_column_count: true, relax_quotes: false });
    return true;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return false;
  }
}

/** The separator that one of the first lines has most of, outside quotes: titles above the headings have none. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|\r|\n/)
    .slice(0, 30)
    .map((line) => line.replace(/"[^"]*"/g, ""));
  const most = (sign: string) => Math.max(...lines.map((line) => line.split(sign).length - 1));
  const head = lines.find((line) => line.trim() !== "") ?? "";
  const inHead = (sign: string) => head.split(sign).length - 1;
  const signs = [",", ";", "\t", "|"];
  const inAll = signs.reduce((best, sign) => (inHead(sign) > inHead(best) ? sign : best));
  return inHead(inAll) > 0 ? inAll : signs.reduce((best, sign) => (most(sign) > most(best) ? sign : best));
}
