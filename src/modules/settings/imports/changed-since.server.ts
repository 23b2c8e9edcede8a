import { sql } from "kysely";
import { message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { preferredLanguage, render } from "#server/mail/language.ts";
import type { Language } from "#server/mail/languages.ts";
import { changesArchived } from "#server/records/import-changes.ts";
import { keyFields, type FieldChanges, type Importer, type PlannedRow } from "#server/records/importer.ts";

/** What the check said that rows change, by their number; null: the row makes a record. */
type Promised = ReadonlyMap<number, FieldChanges | null>;

/**
 * Rows that would now do something else than the check has shown: their record was changed, made, removed or archived since.
 * A row whose record says by now what the row says does nothing, and is none of them.
 */
export const changedSince = (rows: readonly PlannedRow[], promised: Promised): readonly PlannedRow[] =>
  rows.filter((row) => changesArchived(row) || isOther(row, promised.get(row.rowNo) ?? null));

function isOther({ id, changes }: PlannedRow, before: FieldChanges | null): boolean {
  if (id === null) return before !== null;
  return Object.entries(changes).some(
    ([field, { from }]) => before?.[field] === undefined || before[field].from !== from,
  );
}

/** Leaves rows out of an import that is applied, and says why beside each. */
export async function holdBack(
  ctx: Ctx,
  {
    importer,
    importId,
    startedBy,
  }: { readonly importer: Importer; readonly importId: string; readonly startedBy: string },
  rows: readonly PlannedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const sentence = message(
    "What is saved of this was changed after the file was checked. Upload the file again to import this row.",
  );
  const errors = { [keyFields(importer)[0] ?? ""]: render(sentence, await languageOf(ctx, startedBy)) };
  await sql`update import_rows set outcome = 'bad', errors = ${JSON.stringify(errors)}::jsonb, changes = null
    where company_id = current_company() and import_id = ${importId}
      and row_no = any(${rows.map(({ rowNo }) => rowNo)}::int[])`.execute(ctx.db);
}

/** The language in which somebody reads what became of their file. */
export async function languageOf(ctx: Ctx, userId: string): Promise<Language> {
  const { rows } = await sql<{ locale: string }>`select coalesce(u.locale, c.locale) as locale
    from companies c left join users u on u.company_id = c.id and u.id = ${userId} where c.id = current_company()`.execute(
    ctx.db,
  );
  return preferredLanguage(rows[0]?.locale ?? "");
}
