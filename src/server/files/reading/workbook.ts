import { message } from "#shared/contract/problem.ts";
import { amountAndSign } from "#shared/format/currency-signs.ts";
import type { Archive } from "./archive.ts";
import { dateOfSerial, shownAs, type Shown } from "./date-formats.ts";
import { damaged, Refusal, tooLarge } from "./refusal.ts";
import { TableBuilder, tooManyColumns, type HeadChoice, type Table } from "./table.ts";
import { readSmallXml, readXml, type XmlReader } from "./xml.ts";

const mostStrings = 3_000_000;
const mostCharacters = 60_000_000;

interface Book {
  readonly sheetPath: string;
  readonly sheet: string;
  readonly sheets: readonly string[];
  readonly isFrom1904: boolean;
  readonly strings: readonly string[];
  /** What the numbers of cells in this style are, by the style's place. */
  readonly styles: readonly Shown[];
}

/** Which sheet of a workbook is read, where somebody has chosen it. */
export interface WorkbookChoice extends HeadChoice {
  readonly sheet?: string | undefined;
}

/** Reads one sheet of an XLSX file in one pass, row by row: the one that is named, else the first. Throws a Refusal. */
export async function readWorkbook(
  archive: Archive,
  choice: WorkbookChoice = {},
): Promise<Table & { sheet: string; sheets: readonly string[] }> {
  const book = await openBook(archive, choice.sheet);
  const table = new TableBuilder();
  await readXml(partOf(archive, book.sheetPath), sheetReader(book, table));
  return { ...table.finish(choice), sheet: book.sheet, sheets: book.sheets };
}

async function openBook(archive: Archive, wanted: string | undefined): Promise<Book> {
  const listed: { name: string; id: string }[] = [];
  let isFrom1904 = false;
  await readSmallXml(partOf(archive, "xl/workbook.xml"), {
    open(name, attributes, decode) {
      if (name === "workbookPr") isFrom1904 = ["1", "true"].includes(attributes()["date1904"] ?? "");
      else if (name === "sheet")
        listed.push({ name: decode(attributes()["name"] ?? "").slice(0, 100), id: relationOf(attributes()) });
    },
  });
  const parts = new Map<string, string>();
  const sheets = new Map<string, string>();
  await readSmallXml(partOf(archive, "xl/_rels/workbook.xml.rels"), {
    open(name, attributes, decode) {
      if (name !== "Relationship") return;
      const { Id = "", Type = "", Target = "" } = attributes();
      const kind = Type.slice(Type.lastIndexOf("/") + 1);
      const target = decode(Target);
      const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
      if (kind === "worksheet") sheets.set(Id, path);
      else parts.set(kind, path);
    },
  });
  const readable = listed.filter(({ id }) => sheets.has(id));
  const chosen = wanted === undefined ? readable[0] : readable.find(({ name }) => name === wanted);
  if (!chosen && wanted !== undefined)
    throw new Refusal(message("This workbook has no sheet {sheet}.", { sheet: wanted }));
  const sheetPath = sheets.get(chosen?.id ?? "");
  if (!chosen || sheetPath === undefined) throw new Refusal(message("This workbook has no sheet."));
  return {
    sheetPath,
    sheet: chosen.name,
    sheets: readable.map(({ name }) => name).slice(0, 100),
    isFrom1904,
    strings: await readStrings(archive, parts.get("sharedStrings") ?? "xl/sharedStrings.xml"),
    styles: await readStyles(archive, parts.get("styles") ?? "xl/styles.xml"),
  };
}

/** The attribute `id` of another namespace than the sheet's own, whatever prefix a program gives that. */
const relationOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";

function partOf(archive: Archive, path: string): AsyncIterable<Buffer> {
  const part = archive.read(path);
  if (!part) throw damaged();
  return part;
}

/** The texts that cells refer to by number. */
async function readStrings(archive: Archive, path: string): Promise<string[]> {
  const part = archive.read(path);
  const strings: string[] = [];
  if (!part) return strings; // a workbook of numbers has none
  const run = new TextRuns();
  let characters = 0;
  await readXml(part, {
    open(name) {
      if (name === "si") run.begin();
      else run.open(name);
    },
    text: (text) => run.add(text),
    close(name) {
      run.close(name);
      if (name !== "si") return;
      const text = run.end();
      characters += text.length;
      if (strings.length >= mostStrings || characters > mostCharacters) throw tooLarge();
      strings.push(text);
    },
  });
  return strings;
}

async function readStyles(archive: Archive, path: string): Promise<Shown[]> {
  const part = archive.read(path);
  const styles: Shown[] = [];
  if (!part) return styles;
  const templates = new Map<number, string>();
  let isInCells = false;
  await readSmallXml(part, {
    open(name, attributes, decode) {
      if (name === "cellXfs") isInCells = true;
      if (name === "numFmt") templates.set(Number(attributes()["numFmtId"]), decode(attributes()["formatCode"] ?? ""));
      if (name !== "xf" || !isInCells) return;
      const id = Number(attributes()["numFmtId"] ?? 0);
      styles.push(shownAs(id, templates.get(id)));
    },
    close(name) {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return styles;
}

interface Cell {
  readonly type: string;
  readonly style: string | undefined;
  value: string | undefined;
}

function sheetReader(book: Book, table: TableBuilder): XmlReader {
  const run = new TextRuns();
  let row: string[] = [];
  let rowNo = 0;
  let column = 0;
  let cell: Cell | null = null;
  let isInValue = false;
  let isOver = false;
  return {
    open(name, attributes) {
      if (name === "row") {
        [row, column] = [[], 0];
        rowNo = Math.max(rowNo + 1, Number(attributes()["r"]) || 0); // not every program says it
      } else if (name === "c") {
        const { r, s, t = "n" } = attributes();
        column = r === undefined ? column + 1 : columnOf(r);
        cell = { type: t, style: s, value: undefined };
      } else if (name === "v") isInValue = true;
      else if (name === "is") run.begin();
      else run.open(name);
    },
    text(text) {
      if (isInValue && cell) cell.value = (cell.value ?? "") + text;
      else run.add(text);
    },
    close(name) {
      run.close(name);
      if (name === "v") isInValue = false;
      else if (name === "is" && cell) cell.value = run.end();
      else if (name === "row") table.add(row, rowNo);
      else if (name === "sheetData") isOver = true;
      else if (name === "c" && cell) {
        const text = textOf(cell, book);
        if (cell.type === "n") table.noteStored(column - 1, amountAndSign(text).amount);
        cell = null;
        if (text === "") return;
        if (column > 1_000) throw tooManyColumns();
        while (row.length < column) row.push("");
        row[column - 1] = text;
      }
    },
    isDone: () => isOver, // what comes behind the rows is of no interest
  };
}

/** `AB12` → 28. */
function columnOf(address: string): number {
  const [letters = ""] = /^[A-Z]{1,3}(?=\d)/.exec(address) ?? [];
  if (letters === "") throw damaged();
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
}

function textOf({ type, style, value }: Cell, book: Book): string {
  if (value === undefined || value === "") return "";
  switch (type) {
    case "s": {
      const text = book.strings[Number(value)];
      if (text === undefined) throw damaged();
      return text;
    }
    case "str":
      return unescaped(value);
    case "inlineStr":
      return value;
    case "b":
      return value === "1" ? "true" : "false";
    case "e":
      return value; // a formula that could not be computed: whoever reads a value refuses it
    case "d":
      return value.slice(0, 10);
    default: {
      const number = Number(value);
      if (Number.isNaN(number)) throw damaged();
      const shown = book.styles[Number(style)];
      const date = shown === "date" ? dateOfSerial(number, book.isFrom1904) : undefined;
      if (typeof shown === "object" && shown) return `${shown.currency} ${exact(number)}`; // as a text file says it
      return date ?? (shown === "percent" ? `${exact(number * 100)}%` : String(exact(number)));
    }
  }
}

/** Without what only the binary writing of a number has: a sheet shows fifteen digits. */
const exact = (number: number): number => Number(number.toPrecision(15));

/** The text of a cell or a shared string: the runs of different looks together, without the reading aids of East Asian scripts. */
class TextRuns {
  #text = "";
  #isOpen = false;
  #isInText = false;
  #isInAid = false;

  begin(): void {
    [this.#text, this.#isOpen] = ["", true];
  }

  open(name: string): void {
    if (name === "t") this.#isInText = true;
    else if (name === "rPh") this.#isInAid = true;
  }

  add(text: string): void {
    if (this.#isOpen && this.#isInText && !this.#isInAid) this.#text += text;
  }

  close(name: string): void {
    if (name === "t") this.#isInText = false;
    else if (name === "rPh") this.#isInAid = false;
  }

  end(): string {
    this.#isOpen = false;
    return unescaped(this.#text);
  }
}

/** `_x000D_` stands for a character that XML cannot hold; what PostgreSQL cannot hold is left out. */
const unescaped = (text: string): string =>
  text.includes("_x")
    ? text
        .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
        .replaceAll("\0", "")
        .toWellFormed()
    : text;
