import { CsvError, parse } from "csv-parse/sync";
import { message } from "#shared/contract/problem.ts";
import { Refusal } from "./refusal.ts";
import { TableBuilder, type Table } from "./table.ts";

const longestLine = 1_000_000;

/** Reads CSV: any of `,` `;` tab `|`, UTF-8 with or without BOM, or Windows-1252. Throws a Refusal. */
export function readCsv(file: Buffer): Table {
  if (file.includes(0)) throw new Refusal(message("This is no spreadsheet. Save it as .csv or .xlsx."));
  const text = decode(file);
  const table = new TableBuilder();
  try {
    parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      max_record_size: longestLine,
      on_record: (cells: string[]) => {
        table.add(cells);
        return null; // the table keeps it
      },
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    if (error instanceof CsvError && error.code === "CSV_MAX_RECORD_SIZE")
      throw new Refusal(
        message(
          "A line of this file is longer than a spreadsheet's can be. A quotation mark may be missing its partner.",
        ),
        error,
      );
    if (!(error instanceof CsvError)) throw error;
    throw new Refusal(
      message("This file could not be read as CSV. A quotation mark may be missing its partner."),
      error,
    );
  }
  return table.finish();
}

/** UTF-8 if it is that; else what older spreadsheet programs write in the West. */
function decode(file: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder("windows-1252").decode(file);
  }
}

/** The separator that the heading line has most of, outside quotes. */
function delimiterOf(text: string): string {
  const head =
    text
      .slice(0, 20_000)
      .split(/\r?\n/)
      .find((line) => line.trim() !== "") ?? "";
  const bare = head.replace(/"[^"]*"/g, "");
  const count = (sign: string) => bare.split(sign).length - 1;
  return [",", ";", "\t", "|"].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}
