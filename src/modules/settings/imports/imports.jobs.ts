import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { problemOf } from "#server/http/errors.ts";
import { render } from "#server/mail/language.ts";
import { isUnchanged, planRows } from "#server/records/import-changes.ts";
import {
  emitImported,
  outOfDate,
  type Applied,
  type FieldChanges,
  type ImportValue,
} from "#server/records/importer.ts";
import { job } from "#server/jobs/reactions.ts";
import { updateRow, lockById, lockMany } from "#server/records/records.ts";
import { changedSince, holdBack, languageOf } from "./changed-since.server.ts";
import { dropFiles, filesOfImport } from "./import-files.server.ts";
import { forgetSecrets, removeUnapplied } from "./secrets.server.ts";
import { batchesOf, groupOfValues, numberedRows, tellProgress } from "./staged-rows.server.ts";

/**
 * Applies a checked import in one transaction, some rows at a time: all of its good rows, or none. A row that would do something
 * else by now than its check has shown is left out where bad rows are, and ends the import where none may be.
 */
export const applyImport = job<{ importId: string }>("apply-import", async ({ open }, { importId }, companyId) => {
  try {
    await open(companyId, async (ctx) => {
      const record = await lockById(ctx.db, "imports", importId);
      const importer = ctx.app.modules.importerOf(record.entity);
      if (record.state !== "applying" || !importer) return; // a repeat of a job that was done
      const counts = { createdCount: 0, updatedCount: 0, unchangedCount: 0, badCount: record.badCount };
      const { groups, batches } = await batchesOf(ctx, importId, {
        together: importer.together,
        values: groupOfValues,
        onlyGood: true,
      });
      const memory = importer.memory?.(groups, await filesOfImport(ctx, record));
      let done = 0;
      let doneWhenPlanned = 0;
      for (const rowNos of batches) {
        await tellProgress(ctx, importId, done);
        // A table grows by thousands of rows here: what looks into it is planned anew whenever they are twice as many.
        if (done >= 2 * doneWhenPlanned) {
          await sql`discard plans`.execute(ctx.db);
          doneWhenPlanned = done;
        }
        const rows = await numberedRows(ctx.db, importId, rowNos).select(["row_no", "value", "changes"]).execute();
        const staged = rows.map(({ row_no: rowNo, value }) => ({ rowNo, value: value as ImportValue })); // of checkImport
        const planned = planRows(importer, staged, await importer.saved(ctx, staged, record.startedBy));
        const promised = new Map(rows.map(({ row_no, changes }) => [row_no, changes as FieldChanges | null])); // of checkImport
        const held = changedSince(planned, promised);
        const isWhole = record.mode === "all_or_nothing" || importer.together || importer.complete;
        if (held[0] && isWhole) throw outOfDate(held[0].rowNo);
        await holdBack(ctx, { importer, importId, startedBy: record.startedBy }, held);
        const changing = planned.filter((row) => !isUnchanged(row) && !held.includes(row));
        const changes = new Map(changing.map((row) => [row.rowNo, row.id === null ? null : row.changes]));
        const applied = await importer.apply(ctx, changing, record.startedBy, memory);
        await emitImported(
          ctx,
          importer,
          applied.map((one) => ({ ...one, changes: one.changes ?? changes.get(one.rowNo) ?? null })),
          { id: record.startedBy, name: record.startedByName, note: record.fileName },
        );
        await noteOutcomes(ctx, { importId, rowNos }, applied);
        const created = applied.filter((one) => one.created).length;
        counts.createdCount += created;
        counts.updatedCount += changing.length - created;
        counts.unchangedCount += rows.length - changing.length - held.length;
        counts.badCount += held.length;
        done += rows.length;
      }
      await tellProgress(ctx, importId, done);
      await importer.finish?.(ctx, memory);
      await updateRow(ctx.db, "imports", record, { state: "done", ...counts });
      await forgetSecrets(ctx, importer, record);
      if (record.fileCount > 0) await dropFiles(ctx, importId);
    });
  } catch (error) {
    const problem = problemOf(error);
    if (!problem || problem.status === 503) throw error; // tried again by the queue
    await open(companyId, async (ctx) => {
      const record = await lockById(ctx.db, "imports", importId);
      const failure = render(problem.sentence, await languageOf(ctx, record.startedBy));
      await updateRow(ctx.db, "imports", record, { state: "failed", failure });
    });
  }
});

/** Lets go of what came with an import that nobody has applied within a day. */
export const dropImportFiles = job<{ importId: string }>("drop-import-files", ({ open }, { importId }, companyId) =>
  open(companyId, async (ctx) => {
    const [record] = await lockMany(ctx.db, "imports", [importId]);
    if (!record) return; // a repeat of a job that was done
    if (record.state === "applying")
      await ctx.enqueue("drop-import-files", { importId }, new Date(Date.now() + 3_600_000));
    else {
      await dropFiles(ctx, importId);
      const importer = ctx.app.modules.importerOf(record.entity);
      if (importer) await removeUnapplied(ctx, importer, importId);
    }
  }),
);

/** Says beside each of these rows whether it made a record, changed one or left it as it was. */
async function noteOutcomes(
  ctx: Ctx,
  { importId, rowNos }: { importId: string; rowNos: readonly number[] },
  applied: readonly Applied[],
): Promise<void> {
  const rowsThat = (created: boolean) => applied.filter((one) => one.created === created).map(({ rowNo }) => rowNo);
  await sql`
    update import_rows r set outcome = case when r.row_no = any(${rowsThat(true)}::int[]) then 'created'
      when r.row_no = any(${rowsThat(false)}::int[]) then 'updated' else 'unchanged' end
    where r.company_id = current_company() and r.import_id = ${importId} and r.row_no = any(${[...rowNos]}::int[])
      and r.outcome = 'good'`.execute(ctx.db);
}
