import { parse } from "csv-parse/sync";
import type { CellValue } from "read-excel-file/node";
import { invalid, say } from "#shared/problem.ts";
import { inspectZip } from "./zip.ts";

/** A spreadsheet as text: the head, and the rows below it, each as long as the head. */
export interface SheetText {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const mostRows = 50_000;
const mostColumns = 200;
const zipMagic = Buffer.from("PK\u0003\u0004");

/** Reads CSV (any of `,` `;` tab `|`, UTF-8 with or without BOM, or Windows-1252) or XLSX. Refuses with a sentence what is neither. */
export async function readSheet(file: Buffer): Promise<SheetText> {
  const isWorkbook = file.subarray(0, 4).equals(zipMagic);
  const table = isWorkbook ? await readWorkbook(file) : readCsv(file);
  const filled = table.filter((row) => row.some((cell) => cell !== ""));
  const [head, ...rows] = filled;
  if (!head || rows.length === 0)
    throw refused("This file has no rows. It needs a line of headings and at least one row below it.");
  if (rows.length > mostRows)
    throw refused(`This file has more than ${mostRows.toLocaleString("en")} rows. Split it into several.`);
  if (head.length > mostColumns) throw refused(`This file has more than ${mostColumns} columns.`);
  const columns = head.map((name, at) => name.trim() || `Column ${at + 1}`);
  return { columns: unique(columns), rows: rows.map((row) => columns.map((_, at) => (row[at] ?? "").trim())) };
}

async function readWorkbook(file: Buffer): Promise<string[][]> {
  const { problem } = inspectZip(file);
  if (problem !== null) throw refused(problem);
  try {
    const { default: readExcelFile } = await import("read-excel-file/node");
    const sheets = await readExcelFile(file);
    const data = sheets[0]?.data ?? [];
    return data.map((row) => row.map(cellText));
  } catch (error) {
    throw refused("This workbook could not be read. Save it again as .xlsx or .csv.", error);
  }
}

function cellText(cell: CellValue | null): string {
  if (cell === null) return "";
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell);
}

function readCsv(file: Buffer): string[][] {
  const text = decode(file);
  if (text.includes("\0")) throw refused("This is no spreadsheet. Save it as .csv or .xlsx.");
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as string[][]; // rows of texts without `columns`
  } catch (error) {
    throw refused("This file could not be read as CSV. A quotation mark may be missing its partner.", error);
  }
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

function unique(columns: string[]): string[] {
  const seen = new Map<string, number>();
  return columns.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

const refused = (sentence: string, cause?: unknown) =>
  Object.assign(invalid({ file: say(sentence) }, say(sentence), "unreadable_file"), { cause });
