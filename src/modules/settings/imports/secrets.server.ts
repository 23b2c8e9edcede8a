import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { Importer, ImportMapping } from "#server/records/importer.ts";

/** How long a file with secrets is kept that nobody applies. */
const keptHours = 24;

/** Has a file that was uploaded removed by then, where something stands in it that is kept nowhere else in the clear. */
export async function forgetLater(ctx: Ctx, { secret = [] }: Importer, importId: string): Promise<void> {
  if (secret.length > 0)
    await ctx.enqueue("drop-import-files", { importId }, new Date(Date.now() + keptHours * 3_600_000));
}

/** A mapping without what was typed into it for all rows of a file, where that is a secret. */
export const withoutSecrets = ({ secret = [] }: Importer, mapping: ImportMapping): ImportMapping =>
  Object.fromEntries(
    Object.entries(mapping).filter(([field, { column }]) => column !== undefined || !secret.includes(field)),
  );

/** Takes the secrets out of the rows of a file whose records have them now. */
export async function forgetSecrets(
  ctx: Ctx,
  importer: Importer,
  record: { readonly id: string; readonly sheetColumns: readonly string[]; readonly mapping: unknown },
): Promise<void> {
  const { secret = [] } = importer;
  if (secret.length === 0) return;
  const mapping = record.mapping as ImportMapping; // of the check, which was given it by its contract
  const places = secret.flatMap((field) => {
    const at = record.sheetColumns.indexOf(mapping[field]?.column ?? "");
    return at < 0 ? [] : [at + 1];
  });
  await sql`update import_rows r set value = r.value - ${[...secret]}::text[], changes = r.changes - ${[...secret]}::text[],
      cells = array(select case when c.at = any(${places}::int[]) and c.cell <> '' then '…' else c.cell end
        from unnest(r.cells) with ordinality c(cell, at) order by c.at)
    where r.company_id = current_company() and r.import_id = ${record.id}`.execute(ctx.db);
  await sql`update imports set mapping = ${JSON.stringify(withoutSecrets(importer, mapping))}::jsonb, reading = jsonb_set(reading - 'top', '{styles}', '{}')
    where company_id = current_company() and id = ${record.id}`.execute(ctx.db);
}

/** Removes a file with secrets that nobody has applied. */
export async function removeUnapplied(ctx: Ctx, { secret = [] }: Importer, importId: string): Promise<void> {
  if (secret.length > 0)
    await sql`delete from imports where company_id = current_company() and id = ${importId} and state <> 'done'`.execute(
      ctx.db,
    );
}
