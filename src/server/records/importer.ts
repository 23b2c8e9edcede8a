import { sql } from "kysely";
import type { z } from "zod";
import type { Permission } from "#shared/permissions/permissions.ts";
import { conflict, message, type Sentence } from "#shared/contract/problem.ts";
import { fieldsOfIssues } from "#shared/contract/sentences.ts";
import type { Ctx } from "../http/context.ts";
import { labelOf, nameOf, namesSaidAs } from "../mail/language.ts";
import { languages } from "../mail/languages.ts";
import { optionsOf } from "./field-types.ts";
import { amountAndSign, isSignOf } from "#shared/format/currency-signs.ts";
import { readCell, type ImportKind, type ImportStyle } from "./import-values.ts";

/** One target of the mapping: what a column of the file can become. */
export interface ImportField {
  readonly name: string;
  readonly label: string;
  readonly kind: ImportKind;
  readonly required?: boolean;
  /** Other headings that mean the same, in lower case without spaces and signs. */
  readonly aliases?: readonly string[];
  readonly hint?: string;
  /** It is a share of a hundred, and may be written with its sign. */
  readonly isPercent?: true;
  /** It is money: the field that says in which currency, which a sign may not contradict. */
  readonly currencyIn?: string;
}

export type ImportValue = Readonly<Record<string, unknown>>;

/**
 * Rows with the same values of `by` make one record: what they say of it in the fields of `same` agrees with the first of
 * them or is left out, the fields of `allOrNone` stand in all of them or in none, they are `most` at most, and where one
 * cannot be imported none of them is. They are judged and written together, wherever in the file they stand.
 */
export interface RowGroup {
  /** What is wrong with the rows as one record is said of the first. */
  readonly by: readonly [string, ...string[]];
  readonly same: readonly string[];
  readonly allOrNone: readonly string[];
  readonly most: number;
  /** Where a file may call one record in two ways: of groups that are about the record of another group, that one. */
  alike?(ctx: Ctx, groups: readonly GroupValues[]): Promise<ReadonlyMap<GroupValues, GroupValues>>;
}

/** What rows say of the fields of `by` of their group in lower case, of each group once; null or empty where they say nothing. */
export type GroupValues = readonly (string | null)[];

/** What rows become once all of a file is known. */
export interface Completed {
  /** What is added to the value of a row, by its number. */
  readonly values: ReadonlyMap<number, ImportValue>;
  /** As of `assumed`. */
  readonly assumed: ReadonlyMap<string, number>;
}

/** A file that came with a table, in one zip. */
export interface ImportFile {
  /** Its name with its folders, in each way in which it may be meant, the likeliest first. */
  readonly names: readonly string[];
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
  readonly mediaType: string | null;
  /** Why it is not taken, in the words of whoever uploaded it. */
  readonly problem: string | null;
}

/**
 * How one entity is imported: rows are matched by `key`, new ones made, known ones changed. `Memory` is what an importer
 * keeps from some rows of a file to the next, for one check or for one import.
 */
export interface Importer<Memory = unknown> {
  readonly entity: string;
  /** The kind of record that rows are a part of, where they are none of their own: an import is noted in its history as a change. */
  readonly recordEntity?: string;
  readonly title: string;
  readonly can: Permission;
  /** The field, or the fields together, of which each value stands in a file once. */
  readonly key: string | readonly string[];
  readonly fields: readonly ImportField[];
  /** A zip is taken with a table and the files that its rows name; the files are kept for a day, or until they are taken over. */
  readonly takesFiles?: true;
  /** What stands in its files is shown to nobody but who uploaded them. */
  readonly isPrivate?: true;
  /** Fields that are kept in the clear nowhere: once a file is applied its rows lose them, and one that nobody applies goes after a day. */
  readonly secret?: readonly string[];
  /** The rules of one row; unknown names are its fields'. */
  readonly row: z.ZodObject;
  /** Fields besides the key, alone or together, whose value stands in a file once; where it is not given, nothing is compared. */
  readonly once?: readonly (string | readonly string[])[];
  /** Rows that make one record together, such as the lines of an order. */
  readonly together?: RowGroup;
  /**
   * Where rows have to know of each other: the memory of one check or one import. `groups`: of importers that have `together`;
   * `files`: what came with the table.
   */
  memory?(groups: readonly GroupValues[], files: readonly ImportFile[]): Memory;
  /** Checks some rows against what is saved, with a fixed number of statements: row number → field → sentence. */
  check?(
    ctx: Ctx,
    rows: readonly StagedRow[],
    memory: Memory,
  ): Promise<ReadonlyMap<number, Readonly<Record<string, Sentence>>>>;
  /**
   * Where a file says more than its rows: rows that were refused before `check`, as they cannot be read or repeat another,
   * with the fields of them that can be read; a fixed number of statements.
   */
  noteRefused?(ctx: Ctx, rows: readonly StagedRow[], memory: Memory): Promise<void>;
  /** What rows name that is not there, of those that were refused before `check`: whoever mends them is told all of it at once. */
  strangeNames?(ctx: Ctx, rows: readonly StagedRow[]): Promise<ReadonlyMap<number, Readonly<Record<string, Sentence>>>>;
  /** The currencies that amounts of rows are in which say none in the field `currency`, by the number of the row. */
  ownCurrencies?(ctx: Ctx, rows: readonly StagedRow[]): Promise<ReadonlyMap<number, string>>;
  /** Once all rows of a file were checked: what follows from all of them for some. */
  complete?(ctx: Ctx, memory: Memory): Promise<Completed>;
  /** What is taken for what the file leaves open, with its rows counted; the counts of all rows go to `tell`. */
  assumed?(ctx: Ctx, rows: readonly PlannedRow[]): Promise<ReadonlyMap<string, number>>;
  /** What the dry run says of it beside the bad rows. */
  tell?(assumed: ReadonlyMap<string, number>): readonly Sentence[];
  /** The records that rows are about, as they are saved, by the number of the row; a fixed number of statements. `by` asked for it. */
  saved(ctx: Ctx, rows: readonly StagedRow[], by: string): Promise<ReadonlyMap<number, SavedRecord>>;
  /** Writes rows that are new or change something in this transaction, with a fixed number of statements. `by` asked for it. */
  apply(ctx: Ctx, rows: readonly PlannedRow[], by: string, memory: Memory): Promise<readonly Applied[]>;
  /**
   * Ends an import, after all of its rows and in their transaction: the place for what others would have to wait for, since
   * what is locked here is free again at once.
   */
  finish?(ctx: Ctx, memory: Memory): Promise<void>;
}

/** The fields that tell one row of an import from another. */
export const keyFields = ({ key }: Importer): readonly string[] => [key].flat();

export interface StagedRow {
  readonly rowNo: number;
  readonly value: ImportValue;
}

/**
 * What is saved of a record in the words of a file: one text, or several that mean the same (a category's name and its
 * code), of which the first is shown.
 */
export type SavedValue = string | null | readonly (string | null)[];

/** The record that a row is about, as it is saved. `changes`: what the importer compares itself. */
export interface SavedRecord {
  readonly id: string;
  readonly values: Readonly<Record<string, SavedValue>>;
  readonly changes?: FieldChanges;
  /** In the archive: a row that says what is saved leaves it there, and no row changes it. */
  readonly isArchived?: boolean;
}

export type FieldChanges = Readonly<Record<string, { readonly from: string | null; readonly to: string | null }>>;

/** A row with what it would do: to a record that is there (`id`), its changes; without one it makes a record. */
export interface PlannedRow extends StagedRow {
  readonly id: string | null;
  readonly changes: FieldChanges;
  readonly isArchived?: boolean;
}

export interface Applied {
  readonly id: string;
  readonly rowNo: number;
  readonly created: boolean;
  /** What the history says became of the record, where that is not what became of the row; null: another row says it. */
  readonly step?: "created" | "updated" | null;
  /** What the history says of a row that is a part of the record: which one, and what became of it. */
  readonly note?: string;
  /** Files that were attached to it, by their names. */
  readonly attached?: readonly string[];
  readonly changes?: FieldChanges;
}

/** field → where its value comes from. */
export type ImportMapping = Readonly<
  Record<string, { readonly column?: string | undefined; readonly value?: string | undefined }>
>;

/** Ends an import of which a row is about something that is no longer as it was when it was checked. */
export const outOfDate = (row: number) =>
  conflict(
    "import_out_of_date",
    message("Row {row} cannot be imported any more: what it names was changed. Check the file again.", { row }),
  );

/** The mapping that the headings suggest: the same words, or a known other name for them. */
export function suggestMapping(importer: Importer, columns: readonly string[]): ImportMapping {
  // As our own lists are headed in another language; a column's own word counts more.
  const meant = columns.flatMap((column) => namesSaidAs(column).map((name) => [plain(name), column] as const));
  const byWord = new Map([...meant, ...columns.map((column) => [plain(column), column] as const)]);
  const taken = new Set<string>();
  const mapping: Record<string, { column: string }> = {};
  for (const field of importer.fields) {
    const column = headingsOf(field)
      .map((word) => byWord.get(plain(word)))
      .find((found) => found !== undefined && !taken.has(found));
    if (column === undefined) continue;
    taken.add(column);
    mapping[field.name] = { column };
  }
  return mapping;
}

/** All words that a heading of this import may be. */
export const wordsOf = ({ fields }: Importer): string[] => fields.flatMap(headingsOf);

/** What a column of this field may be called: also as our own lists call it, in each language. */
function headingsOf({ name, label, aliases = [] }: ImportField): string[] {
  const inOurLists = languages.flatMap((language) => [nameOf(name, language), labelOf(label, language)]);
  return [...new Set([name, label, ...aliases, ...inOurLists])];
}

const plain = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** One row by the mapping: its value, or what is wrong with it by field, and what can be read all the same. */
export function readRow(
  importer: Importer,
  cells: ReadonlyMap<string, string>,
  mapping: ImportMapping,
  styleOf: (field: string) => ImportStyle,
): { value: ImportValue } | { errors: Record<string, Sentence>; readable: ImportValue } {
  const given: Record<string, unknown> = {};
  const signed: Record<string, string> = {};
  const errors: Record<string, Sentence> = {};
  for (const field of importer.fields) {
    const { name, kind, required } = field;
    const cell = cellOf(mapping[name], cells);
    if (cell === undefined) continue;
    const read = readCell(kind, cell, styleOf(name), field.currencyIn ? "money" : field.isPercent && "percent");
    if ("error" in read) errors[name] = read.error;
    else if (read.value === null && required) errors[name] = message("Fill this in.");
    else if (read.value !== null) given[name] = choiceOf(importer, name, read.value);
  }
  for (const { name, currencyIn } of importer.fields) {
    const cell = currencyIn === undefined ? undefined : cellOf(mapping[name], cells);
    if (cell === undefined || currencyIn === undefined) continue;
    const isLeftOpen = importer.ownCurrencies !== undefined && currencyIn === "currency" && !(currencyIn in given);
    if (isLeftOpen && amountAndSign(cell).sign !== undefined) signed[name] = cell;
    const wrong = isLeftOpen ? undefined : wrongSign(cell, given[currencyIn]);
    if (wrong) errors[name] ??= wrong;
  }
  const parsed = importer.row.safeParse(given);
  if (!parsed.success)
    for (const [name, sentence] of Object.entries(fieldsOfIssues(parsed.error.issues)))
      errors[name.split(".")[0] ?? name] ??= sentence;
  return Object.keys(errors).length > 0 || !parsed.success
    ? { errors, readable: Object.fromEntries(Object.entries(given).filter(([name]) => !(name in errors))) }
    : { value: { ...parsed.data, mapped: Object.keys(given), ...(Object.keys(signed).length > 0 ? { signed } : {}) } };
}

function cellOf(source: ImportMapping[string] | undefined, cells: ReadonlyMap<string, string>): string | undefined {
  if (!source) return undefined;
  return source.column === undefined ? (source.value ?? "") : (cells.get(source.column) ?? "");
}

/** A sign that is not that of the row's currency: twelve dollars are not twelve euros. */
export function wrongSign(cell: string, currency: unknown): Sentence | undefined {
  const { sign } = amountAndSign(cell);
  if (sign === undefined) return undefined;
  if (typeof currency !== "string" || !/^[A-Za-z]{3}$/.test(currency))
    return message('"{text}" has a sign. Say in its own column which currency it is in.', { text: cell.trim() });
  if (isSignOf(sign, currency)) return undefined;
  return message('"{text}" is not in {currency}.', { text: cell.trim(), currency: currency.toUpperCase() });
}

/** A choice that is given by its name, as our own lists give it, in any of our languages; else what was given. */
function choiceOf(importer: Importer, field: string, given: unknown): unknown {
  const named = choicesOf(importer).get(field);
  if (!named) return given;
  const one = (value: unknown) => named.get(String(value).toLowerCase()) ?? value;
  return Array.isArray(given) ? given.map(one) : one(given);
}

/** Field → a choice's name in lower case → the choice. */
type Choices = ReadonlyMap<string, ReadonlyMap<string, string>>;
const known = new WeakMap<Importer, Choices>();

function choicesOf(importer: Importer): Choices {
  let choices = known.get(importer);
  if (!choices) {
    choices = new Map(
      Object.entries(importer.row.shape).flatMap(([field, type]) => {
        const options = optionsOf(type as z.ZodType); // raw shapes hold Zod types
        const names = options.flatMap((option) =>
          languages.map((language) => [nameOf(option, language).toLowerCase(), option] as const),
        );
        return options.length > 0 ? [[field, new Map(names)] as const] : [];
      }),
    );
    known.set(importer, choices);
  }
  return choices;
}

/** One event per imported record, set-based: who imported it, and from which file. */
export async function emitImported(
  ctx: Ctx,
  { entity, recordEntity }: Importer,
  applied: readonly (Omit<Applied, "changes"> & { readonly changes: FieldChanges | null })[],
  who: { id: string; name: string; note: string },
): Promise<void> {
  const attached = applied.flatMap(({ attached: names = [], ...one }) =>
    names.map((name) => ({ id: one.id, created: false, step: "fileAttached", note: name, changes: null })),
  );
  const told = [...applied.filter(({ step }) => step !== null), ...attached];
  if (told.length === 0) return;
  await sql`
    insert into events (entity, entity_id, step, actor_kind, actor_id, actor_name, note, changes, request_id)
    select ${recordEntity ?? entity}, r.id,
      coalesce(r.step, case when r.created and ${recordEntity === undefined} then 'created' else 'updated' end),
      'import', ${who.id}::uuid, ${who.name}, concat_ws(': ', ${who.note}::text, r.note), r.changes, ${ctx.requestId}
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as r(id uuid, created boolean, step text, note text, changes jsonb)`.execute(
    ctx.db,
  );
}
