import { sql } from "kysely";
import type { Sentence } from "#shared/problem.ts";
import { say } from "#shared/problem.ts";
import type { Ctx } from "#server/context.ts";
import { readRow, type Importer, type ImportMapping, type ImportValue, type StagedRow } from "#server/importer.ts";
import { render } from "#server/language.ts";

interface Checked {
  row_no: number;
  value: ImportValue | null;
  errors: Record<string, string> | null;
}

/** Tries every row of an import: what it would become, or what is wrong with it. Changes nothing but the staged rows. */
export async function checkImport(
  ctx: Ctx,
  importer: Importer,
  record: { id: string; sheetColumns: readonly string[] },
  how: { mapping: ImportMapping; decimalComma: boolean; dayFirst: boolean },
): Promise<{ bad: number }> {
  const staged = await ctx.db
    .selectFrom("import_rows")
    .select(["row_no", "cells"])
    .where("import_id", "=", record.id)
    .orderBy("row_no")
    .execute();
  const seen = new Map<string, number>();
  const good: StagedRow[] = [];
  const errors = new Map<number, Record<string, Sentence>>();
  for (const { row_no: rowNo, cells } of staged) {
    const read = readRow(
      importer,
      new Map(record.sheetColumns.map((column, at) => [column, cells[at] ?? ""])),
      how.mapping,
      how,
    );
    if ("errors" in read) {
      errors.set(rowNo, read.errors);
      continue;
    }
    const key = String(read.value[importer.key]).toLowerCase();
    const first = seen.get(key);
    if (first !== undefined) errors.set(rowNo, { [importer.key]: say("Row {row} has the same.", { row: first }) });
    else good.push({ rowNo, value: read.value });
    seen.set(key, first ?? rowNo);
  }
  for (const [rowNo, own] of (await importer.check?.(ctx, good)) ?? [])
    errors.set(rowNo, { ...errors.get(rowNo), ...own });
  await write(ctx, record.id, [
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
  ]);
  return { bad: errors.size };
}

async function write(ctx: Ctx, importId: string, rows: readonly Checked[]): Promise<void> {
  await sql`
    update import_rows r set value = c.value, errors = c.errors, outcome = case when c.errors is null then 'good' else 'bad' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(row_no integer, value jsonb, errors jsonb)
    where r.company_id = current_company() and r.import_id = ${importId} and r.row_no = c.row_no`.execute(ctx.db);
}
