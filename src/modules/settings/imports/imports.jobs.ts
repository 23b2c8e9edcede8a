import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { problemOf } from "#server/http/errors.ts";
import { render } from "#server/mail/language.ts";
import { emitImported, keyFields, type Applied, type ImportValue } from "#server/records/importer.ts";
import { job } from "#server/jobs/reactions.ts";
import { updateRow, lockById } from "#server/records/records.ts";
import { stagedRows } from "./staged-rows.server.ts";

/** Applies a checked import in one transaction, some rows at a time: all of its good rows, or none. */
export const applyImport = job<{ importId: string }>("apply-import", async ({ open }, { importId }, companyId) => {
  try {
    await open(companyId, async (ctx) => {
      const record = await lockById(ctx.db, "imports", importId);
      const importer = ctx.app.modules.importerOf(record.entity);
      if (record.state !== "applying" || !importer) return; // a repeat of a job that was done
      const counts = { createdCount: 0, updatedCount: 0 };
      for (let after = 0; ;) {
        const rows = await stagedRows(ctx.db, importId, after)
          .where("outcome", "=", "good")
          .select(["row_no", "value"])
          .execute();
        const last = rows.at(-1);
        if (!last) break;
        const values = rows.map(({ value }) => value as ImportValue); // written by checkImport
        const applied = await importer.apply(ctx, values, record.startedBy);
        await emitImported(ctx, importer.entity, applied, {
          id: record.startedBy,
          name: record.startedByName,
          note: record.fileName,
        });
        await noteOutcomes(ctx, { importId, after, upTo: last.row_no, keys: keyFields(importer) }, applied);
        const created = applied.filter((one) => one.created).length;
        counts.createdCount += created;
        counts.updatedCount += applied.length - created;
        after = last.row_no;
      }
      await updateRow(ctx.db, "imports", record, { state: "done", ...counts });
    });
  } catch (error) {
    const problem = problemOf(error);
    if (!problem || problem.status === 503) throw error; // tried again by the queue
    await open(companyId, async (ctx) => {
      const record = await lockById(ctx.db, "imports", importId);
      await updateRow(ctx.db, "imports", record, { state: "failed", failure: render(problem.sentence, "en") });
    });
  }
});

/** Says beside each of these rows whether it made a record or changed one. */
async function noteOutcomes(
  ctx: Ctx,
  { importId, after, upTo, keys }: { importId: string; after: number; upTo: number; keys: readonly string[] },
  applied: readonly Applied[],
): Promise<void> {
  const rowKey = sql`concat_ws(' ', ${sql.join(keys.map((field) => sql`r.value ->> ${field}`))})`;
  await sql`
    update import_rows r set outcome = case when a.created then 'created' else 'updated' end
    from jsonb_to_recordset(${JSON.stringify(applied)}::jsonb) as a(key text, created boolean)
    where r.company_id = current_company() and r.import_id = ${importId} and r.row_no > ${after} and r.row_no <= ${upTo}
      and r.outcome = 'good' and lower(${rowKey}) = lower(a.key)`.execute(ctx.db);
}
