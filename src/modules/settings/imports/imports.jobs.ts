import { sql } from "kysely";
import { problemOf } from "#server/errors.ts";
import { render } from "#server/language.ts";
import { emitImported, type ImportValue } from "#server/importer.ts";
import { job } from "#server/reactions.ts";
import { put, take } from "#server/records.ts";

/** Applies a checked import in one transaction: all of its good rows, or none. */
export const applyImport = job<{ importId: string }>("apply-import", async ({ open }, { importId }, companyId) => {
  try {
    await open(companyId, async (ctx) => {
      const record = await take(ctx.db, "imports", importId);
      const importer = ctx.app.modules.importerOf(record.entity);
      if (record.state !== "applying" || !importer) return; // a repeat of a job that was done
      const rows = await ctx.db
        .selectFrom("import_rows")
        .select(["row_no", "value"])
        .where("import_id", "=", importId)
        .where("outcome", "=", "good")
        .orderBy("row_no")
        .execute();
      const applied = await importer.apply(
        ctx,
        rows.map(({ value }) => value as ImportValue),
      ); // written by checkImport
      await emitImported(ctx, importer.entity, applied, {
        id: record.startedBy,
        name: record.startedByName,
        note: record.fileName,
      });
      await sql`
        update import_rows r set outcome = case when a.created then 'created' else 'updated' end
        from jsonb_to_recordset(${JSON.stringify(applied)}::jsonb) as a(key text, created boolean)
        where r.company_id = current_company() and r.import_id = ${importId} and r.outcome = 'good' and lower(r.value ->> ${importer.key}) = lower(a.key)`.execute(
        ctx.db,
      );
      const createdCount = applied.filter(({ created }) => created).length;
      await put(ctx.db, "imports", record, {
        state: "done",
        createdCount,
        updatedCount: applied.length - createdCount,
      });
    });
  } catch (error) {
    const problem = problemOf(error);
    if (!problem || problem.status === 503) throw error; // tried again by the queue
    await open(companyId, async (ctx) => {
      const record = await take(ctx.db, "imports", importId);
      await put(ctx.db, "imports", record, { state: "failed", failure: render(problem.sentence, "en") });
    });
  }
});
