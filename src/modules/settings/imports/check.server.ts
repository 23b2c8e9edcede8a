import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Sentence } from "#shared/contract/problem.ts";
import { message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import {
  keyFields,
  readRow,
  type Importer,
  type ImportMapping,
  type ImportValue,
  type StagedRow,
} from "#server/records/importer.ts";
import type { ImportStyle } from "#server/records/import-values.ts";
import { render } from "#server/mail/language.ts";
import { stagedRows } from "./staged-rows.server.ts";

/** Milliseconds after which others have their turn. */
const longestTurn = 10;

interface Checked {
  row_no: number;
  value: ImportValue | null;
  errors: Record<string, string> | null;
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
  record: { id: string; sheetColumns: readonly string[] },
  how: Checking["how"],
): Promise<{ bad: number; notes: string[] }> {
  const groups = [keyFields(importer), ...(importer.once ?? []).map((field) => [field])];
  const checking = {
    importer,
    columns: record.sheetColumns,
    how,
    seen: groups.map((fields) => ({ fields, rows: new Map<string, number>() })),
  };
  let bad = 0;
  const assumed = new Map<string, number>();
  for (let after = 0; ;) {
    const staged = await stagedRows(ctx.db, record.id, after).select(["row_no", "cells"]).execute();
    const last = staged.at(-1);
    if (!last) {
      const notes = importer.tell?.(assumed) ?? [];
      return { bad, notes: notes.map((sentence) => render(sentence, ctx.language)) };
    }
    after = last.row_no;
    const { good, errors } = await validateRows(checking, staged);
    for (const [rowNo, own] of (await importer.check?.(ctx, good)) ?? [])
      errors.set(rowNo, { ...errors.get(rowNo), ...own });
    await write(ctx, record.id, good, errors);
    const fine = good.filter(({ rowNo }) => !errors.has(rowNo));
    for (const [what, count] of (await importer.assumed?.(ctx, fine)) ?? [])
      assumed.set(what, (assumed.get(what) ?? 0) + count);
    bad += errors.size;
  }
}

/** What can be said of rows without asking the database. */
async function validateRows(
  { importer, columns, how, seen }: Checking,
  staged: readonly { row_no: number; cells: readonly string[] }[],
): Promise<{ good: StagedRow[]; errors: Errors }> {
  const good: StagedRow[] = [];
  const errors: Errors = new Map();
  let began = performance.now();
  for (const { row_no: rowNo, cells } of staged) {
    if (performance.now() - began > longestTurn) {
      await setImmediate(); // rows of two hundred long cells take their time
      began = performance.now();
    }
    const read = readRow(
      importer,
      new Map(columns.map((column, at) => [column, cells[at] ?? ""])),
      how.mapping,
      how.styleOf,
    );
    if ("errors" in read) {
      errors.set(rowNo, read.errors);
      continue;
    }
    const repeated: Record<string, Sentence> = {};
    for (const { fields, rows } of seen) {
      const values = fields.map((field) => read.value[field] ?? null);
      if (values.includes(null)) continue;
      const key = values.join(" ").toLowerCase();
      const first = rows.get(key);
      if (first === undefined) rows.set(key, rowNo);
      else repeated[fields[0] ?? ""] = message("Row {row} has the same.", { row: first });
    }
    if (Object.keys(repeated).length > 0) errors.set(rowNo, repeated);
    if (!((keyFields(importer)[0] ?? "") in repeated)) good.push({ rowNo, value: read.value });
  }
  return { good, errors };
}

async function write(ctx: Ctx, importId: string, good: readonly StagedRow[], errors: Errors): Promise<void> {
  const rows: Checked[] = [
    ...good
      .filter(({ rowNo }) => !errors.has(rowNo))
      .map(({ rowNo, value }) => ({ row_no: rowNo, value, errors: null })),
    ...[...errors].map(([row_no, own]) => ({
      row_no,
      value: null,
      errors: Object.fromEntries(
        Object.entries(own).map(([field, sentence]) => [field, render(sentence, ctx.language)]),
      ),
    })),
  ];
  await sql`
    update import_rows r set value = c.value, errors = c.errors, outcome = case when c.errors is null then 'good' else 'bad' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(row_no integer, value jsonb, errors jsonb)
    where r.company_id = current_company() and r.import_id = ${importId} and r.row_no = c.row_no`.execute(ctx.db);
}
