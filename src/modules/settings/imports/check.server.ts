import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Sentence } from "#shared/contract/problem.ts";
import { message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { foldedKeys } from "#server/records/folded-keys.ts";
import {
  keyFields,
  readRow,
  type Completed,
  type FieldChanges,
  type Importer,
  type ImportMapping,
  type ImportValue,
  type PlannedRow,
  type RowGroup,
  type StagedRow,
} from "#server/records/importer.ts";
import { changesArchived, isUnchanged, planRows } from "#server/records/import-changes.ts";
import type { ImportStyle } from "#server/records/import-values.ts";
import { render } from "#server/mail/language.ts";
import { filesOfImport } from "./import-files.server.ts";
import { batchesOf, groupOfCells, inChunks, numberedRows, tellProgress } from "./staged-rows.server.ts";
import { foreignSigns } from "./foreign-signs.server.ts";
import { groupValues, keyOfValues, rowGroups, type Effect, type RowGroups } from "./row-groups.server.ts";

/** Milliseconds after which others have their turn. */
const longestTurn = 10;

interface Checked {
  row_no: number;
  value: ImportValue | null;
  errors: Record<string, string> | null;
  changes: FieldChanges | null;
}

/** What the rows of an import would do, counted, and what the dry run says of all of them. */
interface Tried {
  readonly bad: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly notes: string[];
}

type Errors = Map<number, Readonly<Record<string, Sentence>>>;

interface Checking {
  readonly importer: Importer;
  readonly columns: readonly string[];
  readonly how: { readonly mapping: ImportMapping; readonly styleOf: (field: string) => ImportStyle };
  /** Fields of which a file may say each value once, alone or together, and the first row that has it. */
  readonly seen: readonly { readonly fields: readonly string[]; readonly rows: Map<string, number> }[];
}

/**
 * Tries every row of an import: what it would become, or what is wrong with it. Changes nothing but the staged rows. Rows
 * are judged some at a time, and between two trips to the database everybody else has a turn.
 */
export async function checkImport(
  ctx: Ctx,
  importer: Importer,
  record: { id: string; sheetColumns: readonly string[]; fileCount: number },
  how: Checking["how"],
): Promise<Tried> {
  const keys = [keyFields(importer), ...(importer.once ?? []).map((fields) => [fields].flat())];
  const checking = {
    importer,
    columns: record.sheetColumns,
    how,
    seen: keys.map((fields) => ({ fields, rows: new Map<string, number>() })),
  };
  const counts = { bad: 0, added: 0, changed: 0, unchanged: 0 };
  const { groups, batches, alike } = await batchesOf(ctx, record.id, {
    together: importer.together,
    values: (by) => groupOfCells(by, record.sheetColumns, how.mapping),
  });
  const together = importer.together ? { ...importer.together, alike, groups: rowGroups(importer.together) } : null;
  const memory = importer.memory?.(groups, await filesOfImport(ctx, record));
  const records = new Map<string, number>();
  const assumed = new Map<string, number>();
  const effects = new Map<number, Effect>();
  let done = 0;
  for (const rowNos of batches) {
    await tellProgress(ctx, record.id, done);
    const staged = await numberedRows(ctx.db, record.id, rowNos).select(["row_no", "cells"]).execute();
    done += staged.length;
    const { good, errors, refused: unchecked } = await validateRows(ctx, checking, staged);
    if (unchecked.length > 0) {
      await importer.noteRefused?.(ctx, unchecked, memory);
      for (const [rowNo, strange] of (await importer.strangeNames?.(ctx, unchecked)) ?? [])
        errors.set(rowNo, { ...strange, ...errors.get(rowNo) });
    }
    const own = together
      ? await keysOfGroups(ctx, together, staged, { checking, good, errors })
      : new Map<number, string>();
    for (const [rowNo, refused] of (await importer.check?.(ctx, good, memory)) ?? [])
      errors.set(rowNo, { ...errors.get(rowNo), ...refused });
    for (const [rowNo, refused] of await foreignSigns(ctx, importer, good))
      errors.set(rowNo, { ...refused, ...errors.get(rowNo) });
    const fine = good.filter(({ rowNo }) => !errors.has(rowNo));
    const planned = planRows(importer, fine, await importer.saved(ctx, fine, callerOf(ctx))).filter((row) => {
      const { id, rowNo } = row;
      if (changesArchived(row)) errors.set(rowNo, archived(importer, row));
      if (errors.has(rowNo)) return false;
      const first = id === null ? undefined : records.get(id);
      if (first !== undefined)
        errors.set(rowNo, { [keyFields(importer)[0] ?? ""]: message("Row {row} has the same.", { row: first }) });
      else if (id !== null) records.set(id, rowNo);
      return first === undefined;
    });
    await write(ctx, record.id, planned, errors);
    for (const row of planned) {
      effects.set(row.rowNo, effectOf(row));
      counts[effectOf(row)] += 1;
    }
    for (const [rowNo, key] of own) together?.groups.note(key, { rowNo, effect: effects.get(rowNo) ?? null });
    addUp(assumed, await importer.assumed?.(ctx, planned));
    counts.bad += errors.size;
  }
  await tellProgress(ctx, record.id, done);
  if (together) await writeFallen(ctx, record.id, together.groups, counts);
  const completed = await importer.complete?.(ctx, memory);
  if (completed) {
    addUp(assumed, completed.assumed);
    await writeCompleted(ctx, { importer, importId: record.id, effects, counts }, completed);
  }
  const notes = importer.tell?.(assumed) ?? [];
  return { ...counts, notes: notes.map((sentence) => render(sentence, ctx.language)) };
}

function archived(importer: Importer, { value }: StagedRow): Readonly<Record<string, Sentence>> {
  const key = keyFields(importer);
  const number = key.flatMap((field) => (value[field] == null ? [] : [String(value[field])])).join(" ");
  const sentence = message("{number} is archived. Restore it first, or leave its rows out.", { number });
  return { [key[0] ?? ""]: sentence };
}

/** Whoever tries an import is who has uploaded it. */
const callerOf = ({ user }: Ctx): string => user?.id ?? "";

function addUp(counts: Map<string, number>, more: ReadonlyMap<string, number> = new Map()): void {
  for (const [what, count] of more) counts.set(what, (counts.get(what) ?? 0) + count);
}

/** What good rows become once the whole file is known. */
async function writeCompleted(
  ctx: Ctx,
  {
    importer,
    importId,
    effects,
    counts,
  }: {
    readonly importer: Importer;
    readonly importId: string;
    readonly effects: ReadonlyMap<number, Effect>;
    readonly counts: Record<Effect, number>;
  },
  { values }: Completed,
): Promise<void> {
  for (const rowNos of inChunks(values.keys())) {
    const found = await numberedRows(ctx.db, importId, rowNos)
      .where("outcome", "=", "good")
      .select(["row_no", "value"])
      .execute();
    const rows = found.map(({ row_no: rowNo, value }) => ({
      rowNo,
      value: { ...(value as ImportValue), ...values.get(rowNo) }, // written above
    }));
    const planned = planRows(importer, rows, await importer.saved(ctx, rows, callerOf(ctx)));
    await write(ctx, importId, planned, new Map());
    for (const row of planned) {
      const before = effects.get(row.rowNo);
      if (before) counts[before] -= 1;
      counts[effectOf(row)] += 1;
    }
  }
}

/** The group of each row; what rows say otherwise than the first of theirs goes to `errors`. */
async function keysOfGroups(
  ctx: Ctx,
  together: Pick<RowGroup, "by" | "same"> & { readonly alike: ReadonlyMap<string, string>; readonly groups: RowGroups },
  staged: readonly { row_no: number; cells: readonly string[] }[],
  { checking, good, errors }: { checking: Checking; good: readonly StagedRow[]; errors: Errors },
): Promise<ReadonlyMap<number, string>> {
  const { columns, how } = checking;
  const values = staged.map(
    ({ row_no, cells }) => [row_no, groupValues(together, { columns, cells }, how.mapping)] as const,
  );
  const compared = good.flatMap(({ value }) => together.same.map((field) => value[field]));
  const folded = await foldedKeys(ctx, [...values.flatMap(([, own]) => own), ...compared]);
  const keys = new Map(
    values.map(([rowNo, own]) => {
      const key = keyOfValues(own.map(folded));
      return [rowNo, together.alike.get(key) ?? key] as const;
    }),
  );
  for (const row of good) {
    const { rowNo } = row;
    const refused = together.groups.refusals(row, keys.get(rowNo) ?? "", folded);
    if (Object.keys(refused).length > 0) errors.set(rowNo, { ...errors.get(rowNo), ...refused });
  }
  return keys;
}

const effectOf = (row: PlannedRow): Effect => (row.id === null ? "added" : isUnchanged(row) ? "unchanged" : "changed");

/** What is good by itself and falls with another row of its record: some rows at a time, as all others. */
async function writeFallen(
  ctx: Ctx,
  importId: string,
  groups: RowGroups,
  counts: Record<Effect | "bad", number>,
): Promise<void> {
  for (const fallen of inChunks(groups.fallen())) {
    await write(ctx, importId, [], new Map(fallen.map(({ rowNo, errors }) => [rowNo, errors])));
    for (const { effect } of fallen) counts[effect] -= 1;
    counts.bad += fallen.length;
  }
}

/** What can be said of rows without what is saved; `refused`: of which that says enough, with what can be read of them. */
async function validateRows(
  ctx: Ctx,
  { importer, columns, how, seen }: Checking,
  staged: readonly { row_no: number; cells: readonly string[] }[],
): Promise<{ good: StagedRow[]; errors: Errors; refused: StagedRow[] }> {
  const read: StagedRow[] = [];
  const refused: StagedRow[] = [];
  const errors: Errors = new Map();
  let began = performance.now();
  for (const { row_no: rowNo, cells } of staged) {
    if (performance.now() - began > longestTurn) {
      await setImmediate(); // rows of two hundred long cells take their time
      began = performance.now();
    }
    const row = readRow(
      importer,
      new Map(columns.map((column, at) => [column, cells[at] ?? ""])),
      how.mapping,
      how.styleOf,
    );
    if ("errors" in row) {
      errors.set(rowNo, row.errors);
      refused.push({ rowNo, value: row.readable });
    } else read.push({ rowNo, value: row.value });
  }
  const [good, doubled] = [[] as StagedRow[], await repeatedRows(ctx, seen, read)];
  for (const row of read) {
    const repeated = doubled.get(row.rowNo);
    if (repeated) errors.set(row.rowNo, repeated);
    (repeated && (keyFields(importer)[0] ?? "") in repeated ? refused : good).push(row);
  }
  return { good, errors, refused };
}

/** Rows that say what a row before them says, where a file may say it once; compared as the database compares keys. */
async function repeatedRows(ctx: Ctx, seen: Checking["seen"], read: readonly StagedRow[]): Promise<Errors> {
  const compared = seen.flatMap(({ fields }) => fields);
  const folded = await foldedKeys(
    ctx,
    read.flatMap(({ value }) => compared.map((field) => value[field])),
  );
  const repeated: Errors = new Map();
  for (const { rowNo, value } of read)
    for (const { fields, rows } of seen) {
      const [named = ""] = fields;
      if ((value[named] ?? false) === false) continue; // not given, or "no", which many may say
      const key = JSON.stringify(
        fields.map((field) => (typeof value[field] === "string" ? folded(value[field]) : (value[field] ?? null))),
      );
      const first = rows.get(key);
      if (first === undefined) rows.set(key, rowNo);
      else repeated.set(rowNo, { ...repeated.get(rowNo), [named]: message("Row {row} has the same.", { row: first }) });
    }
  return repeated;
}

async function write(ctx: Ctx, importId: string, good: readonly PlannedRow[], errors: Errors): Promise<void> {
  const rows: Checked[] = [
    ...good.map((row) => ({
      row_no: row.rowNo,
      value: row.value,
      errors: null,
      changes: row.id === null ? null : row.changes,
    })),
    ...[...errors].map(([row_no, own]) => ({
      row_no,
      value: null,
      changes: null,
      errors: Object.fromEntries(
        Object.entries(own).map(([field, sentence]) => [field, render(sentence, ctx.language)]),
      ),
    })),
  ];
  await sql`
    update import_rows r set value = c.value, errors = c.errors, changes = c.changes, outcome = case when c.errors is null then 'good' else 'bad' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(row_no integer, value jsonb, errors jsonb, changes jsonb)
    where r.company_id = current_company() and r.import_id = ${importId} and r.row_no = c.row_no`.execute(ctx.db);
}
