import type {} from "@fastify/multipart";
import { labelOf } from "#server/mail/language.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { BodyOf } from "#shared/contract/contract.ts";
import { conflict, forbidden, invalid, notFound, refusedBody, message } from "#shared/contract/problem.ts";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import { csvCell, sendCsv } from "#server/records/export.ts";
import { DiskFiles, type Received } from "#server/files/disk-files.ts";
import { sha256 } from "#server/crypto/keys.ts";
import { findById, updateRow, lockById } from "#server/records/records.ts";
import { keyFields, suggestMapping, wordsOf, type Importer, type ImportMapping } from "#server/records/importer.ts";
import { serve } from "#server/http/serve.ts";
import { whenAskerLeaves } from "#server/files/reading/readers.ts";
import type { ReadTable } from "#server/files/reading/thread.ts";
import { largestFile } from "../files/files.contract.ts";
import { readingOf, stylesOf } from "./column-styles.server.ts";
import { filesOfImport, keepContents, keepFiles, largestZip, packageOf } from "./import-files.server.ts";
import { forgetLater, withoutSecrets } from "./secrets.server.ts";
import { stagedRows, tellProgress } from "./staged-rows.server.ts";
import { checkImport } from "./check.server.ts";
import { seesWhatIsSaved, withoutSaved } from "./what-is-saved.server.ts";
import { imports, type ImportRecord, type importRow } from "./imports.contract.ts";

const rowsAPage = 100;

export default serve(imports, {
  async upload(ctx, { query }) {
    const { entity, ...choice } = query;
    const importer = mayImport(ctx, entity);
    const files = new DiskFiles(ctx.app.dataDir);
    const received = await receive(ctx, files, importer);
    const leaves = whenAskerLeaves(ctx.reply);
    const read = (path: string, own: Parameters<typeof keepFiles>[2] = []) =>
      ctx.app.readers.table(
        path,
        leaves,
        async (table) => {
          await keepContents(ctx, own);
          return ctx.open((inner) => stage(inner, importer, { name: received.name, table, files: own }));
        },
        { ...choice, words: wordsOf(importer) },
      );
    try {
      if (!importer.takesFiles) return await read(received.path);
      return await files.withFolder(async (folder) => {
        const unpacked = await ctx.app.readers.unpack(received.path, { folder, largest: largestFile }, leaves);
        if (!unpacked) return read(received.path);
        const { tablePath, files: own } = await packageOf(ctx, unpacked, leaves);
        return read(tablePath, own);
      });
    } finally {
      await files.discard(received);
    }
  },
  async template(ctx, { query }) {
    const importer = mayImport(ctx, query.entity);
    await sendCsv(ctx, `${importer.entity}-template`, [
      [importer.fields.map(({ label }) => labelOf(label, ctx.language))],
    ]);
  },
  read: (ctx, { id }) => describe(ctx, id),
  async check(ctx, { id, body }) {
    const record = await lockById(ctx.db, "imports", id);
    const importer = mayRead(ctx, record);
    mustBeTheirs(ctx, record);
    if (record.state === "applying" || record.state === "done")
      throw conflict("import_over", "This import was applied already. Upload the file again to import it once more.");
    refuseStrangeMapping(importer, body.mapping, record.sheetColumns);
    const styleOf = stylesOf(importer, body, readingOf(record).styles);
    const { bad, added, changed, unchanged, notes } = await checkImport(ctx, importer, record, {
      mapping: body.mapping,
      styleOf,
    });
    await updateRow(ctx.db, "imports", record, {
      state: "checked",
      failure: null,
      mapping: body.mapping,
      badCount: bad,
      newCount: added,
      changedCount: changed,
      unchangedCount: unchanged,
      notes,
    });
    await remember(ctx, importer.entity, record.sheetColumns, {
      ...body,
      mapping: withoutSecrets(importer, body.mapping),
    });
    return describe(ctx, id);
  },
  async progress(ctx, { id }) {
    mayRead(ctx, await findById(ctx.db, "imports", id));
    const found = await ctx.db.selectFrom("import_progress").select("rows_done").where("import_id", "=", id).execute();
    return { rowsDone: found[0]?.rows_done ?? 0 };
  },
  async rows(ctx, { id, query }) {
    const importer = mayRead(ctx, await findById(ctx.db, "imports", id));
    const isWhole = seesWhatIsSaved(ctx, importer);
    const { rows } = await sql<{
      row_no: number;
      cells: string[];
      outcome: string | null;
      errors: Record<string, string> | null;
      changes: z.output<typeof importRow>["changes"];
    }>`
      select row_no, cells, outcome, errors, changes from import_rows
        where company_id = current_company() and import_id = ${id} and row_no > ${query.after}
      ${query.outcome === "bad" ? sql`and outcome = 'bad'` : query.outcome === "changed" ? sql`and changes <> '{}'` : sql``} order by row_no limit ${rowsAPage + 1}`.execute(
      ctx.db,
    );
    return {
      items: rows.slice(0, rowsAPage).map(({ row_no, changes, ...row }) => ({
        ...row,
        rowNo: row_no,
        changes: isWhole ? toldOf(changes) : withoutSaved(toldOf(changes)),
      })),
      more: rows.length > rowsAPage,
    };
  },
  async apply(ctx, { id, body }) {
    const record = await lockById(ctx.db, "imports", id);
    mayRead(ctx, record);
    mustBeTheirs(ctx, record);
    await filesOfImport(ctx, record); // 409 once they are gone
    if (record.state !== "checked") throw conflict("import_not_checked", "Check the rows first; then apply them.");
    if (body.mode === "all_or_nothing" && record.badCount > 0)
      throw conflict(
        "import_has_bad_rows",
        message("Rows with errors: {count}. Correct them, or choose to skip them.", { count: record.badCount }),
      );
    if (record.badCount === record.rowCount)
      throw conflict("import_has_no_good_row", "No row can be imported as it is.");
    await updateRow(ctx.db, "imports", record, { state: "applying", mode: body.mode });
    await tellProgress(ctx, id, 0); // what the check had come to is no row that is written
    await ctx.enqueue("apply-import", { importId: id });
    return describe(ctx, id);
  },
  async result(ctx, { id }) {
    const record = await ctx.open((inner) => findById(inner.db, "imports", id));
    mayRead(ctx, record);
    await sendCsv(ctx, `${record.entity}-result`, resultOf(ctx, id, record.sheetColumns));
  },
});

/** What a row changes; a row that leaves its record as it is changes nothing. */
const toldOf = <C extends object>(changes: C | null): C | null =>
  changes && Object.keys(changes).length > 0 ? changes : null;

/** The importer of an entity, for those who may write it. */
function mayImport(ctx: Pick<Ctx, "can" | "app">, entity: string): Importer {
  const importer = ctx.app.modules.importerOf(entity);
  if (!importer) throw notFound("no_import", "This cannot be imported.");
  if (!ctx.can(importer.can)) throw forbidden();
  return importer;
}

/** What an import writes bears the name of who uploaded it; so nobody else decides what that is, nor that it is written. */
function mustBeTheirs(ctx: Pick<Ctx, "user">, { startedBy }: { readonly startedBy: string }): void {
  if (startedBy !== ctx.user?.id)
    throw notFound(
      "others_import",
      message("Somebody else uploaded this file. Only they can check and apply it; upload it yourself to import it."),
    );
}

/** The importer of an import, for those who may see what stands in it. */
function mayRead(
  ctx: Pick<Ctx, "can" | "app" | "user">,
  record: { readonly entity: string; readonly startedBy: string },
): Importer {
  const importer = ctx.app.modules.importerOf(record.entity);
  if (!importer || !ctx.can(importer.can)) throw notFound(); // an id says nothing, not even that there is one
  const isForOthers = !importer.isPrivate && seesWhatIsSaved(ctx, importer);
  if (!isForOthers && record.startedBy !== ctx.user?.id) throw notFound();
  return importer;
}

/** The file is written aside and read from there by its thread: whole, it never is in this one. */
async function receive(ctx: BareCtx, files: DiskFiles, { takesFiles }: Importer): Promise<Received & { name: string }> {
  const limits = takesFiles ? { limits: { fileSize: largestZip } } : {};
  const part = await ctx.request.file({ ...limits, throwFileSizeLimit: false });
  if (!part) throw invalid({ file: message("Choose a file.") });
  const received = await files.receive(part.file);
  if (!part.file.truncated) return { ...received, name: cleanName(part.filename) };
  await files.discard(received);
  throw refusedBody(413, "too_large", "This is larger than Waybill takes. Send less at once.");
}

/** The file with an outcome beside each row, some rows at a time. */
async function* resultOf(ctx: BareCtx, importId: string, columns: readonly string[]): AsyncGenerator<string[][]> {
  yield [[...columns, "Outcome", "What to correct"].map(csvCell)];
  for (let after = 0; ;) {
    const rows = await ctx.open(({ db }) =>
      stagedRows(db, importId, after).select(["row_no", "cells", "outcome", "errors"]).execute(),
    );
    yield rows.map(({ cells, outcome, errors }) => {
      const told = Object.entries(errors ?? {}).map(([field, sentence]) => `${field}: ${String(sentence)}`);
      return [...cells, outcome ?? "", told.join("; ")].map(csvCell);
    });
    const last = rows.at(-1);
    if (!last) return;
    after = last.row_no;
  }
}

interface Staged {
  readonly name: string;
  readonly table: ReadTable;
  readonly files: Parameters<typeof keepFiles>[2];
}

async function stage(ctx: Ctx, importer: Importer, { name, table, files }: Staged): Promise<ImportRecord> {
  const who = ctx.user;
  if (!who) throw forbidden();
  const remembered = await rememberedBy(ctx, importer.entity, table.columns);
  const record = await ctx.db
    .insertInto("imports")
    .values({
      entity: importer.entity,
      file_name: name,
      file_count: files.length,
      sheet_columns: [...table.columns],
      row_count: table.count,
      reading: JSON.stringify(table.reading),
      mapping: JSON.stringify(
        (remembered?.mapping as { mapping?: ImportMapping } | undefined)?.mapping ??
          suggestMapping(importer, table.columns),
      ), // written by `remember`
      started_by: who.id,
      started_by_name: `${who.firstName} ${who.lastName}`.trim(),
      created_by: who.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.db.insertInto("import_progress").values({ import_id: record.id }).execute();
  await keepFiles(ctx, record.id, files);
  await forgetLater(ctx, importer, record.id);
  for (const [at, chunk] of table.chunks.entries())
    await sql`
      insert into import_rows (import_id, row_no, cells)
      select ${record.id}, n.row_no, array(select jsonb_array_elements_text(t.cells))
      from jsonb_array_elements(${chunk}::jsonb) with ordinality as t(cells, place)
      join unnest(${[...(table.rowNumbers[at] ?? [])]}::int[]) with ordinality as n(row_no, place) using (place)`.execute(
      ctx.db,
    );
  return describe(ctx, record.id);
}

async function describe(ctx: Ctx, id: string): Promise<ImportRecord> {
  const record = await findById(ctx.db, "imports", id);
  const importer = mayRead(ctx, record);
  const sample = await ctx.db
    .selectFrom("import_rows")
    .select("cells")
    .where("import_id", "=", id)
    .orderBy("row_no")
    .limit(5)
    .execute();
  const remembered = await rememberedBy(ctx, record.entity, record.sheetColumns);
  return {
    ...record,
    columns: record.sheetColumns,
    reading: readingOf(record),
    sample: sample.map(({ cells }) => cells),
    fields: importer.fields.map(({ name, label, kind, required = false, hint = null }) => ({
      name,
      label: labelOf(label, ctx.language),
      kind,
      required,
      hint: hint === null ? null : labelOf(hint, ctx.language),
    })),
    key: keyFields(importer)[0],
    isRemembered: remembered !== undefined,
  } as ImportRecord; // state and mapping are held to it by the table's check and by `check`'s body
}

function refuseStrangeMapping(importer: Importer, mapping: ImportMapping, columns: readonly string[]): void {
  const fields: Record<string, ReturnType<typeof message>> = {};
  for (const [name, { column }] of Object.entries(mapping)) {
    if (!importer.fields.some((field) => field.name === name))
      fields[`mapping.${name}`] = message("There is no such field.");
    else if (column !== undefined && !columns.includes(column))
      fields[`mapping.${name}`] = message("The file has no column {column}.", { column });
  }
  for (const { name, label, required } of importer.fields)
    if (required && !mapping[name])
      fields[`mapping.${name}`] = message("Choose the column that holds {field}, or give one value for all rows.", {
        field: { message: label, context: "name" },
      });
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/**
 * What this person said of a file with these headings; what others typed is none of their business. Without a person: what
 * is left from before each had their own.
 */
const rememberedBy = (ctx: Ctx, entity: string, columns: readonly string[]) =>
  ctx.db
    .selectFrom("import_mappings")
    .select("mapping")
    .where((is) => is.or([is("user_id", "=", ctx.user?.id ?? null), is("user_id", "is", null)]))
    .where("entity", "=", entity)
    .where("signature", "=", signatureOf(columns))
    .orderBy(sql`user_id nulls last`)
    .limit(1)
    .executeTakeFirst();

/** The same headings mean the same mapping next time, for whoever said so. */
async function remember(
  ctx: Ctx,
  entity: string,
  columns: readonly string[],
  style: BodyOf<typeof imports.check>,
): Promise<void> {
  if (!ctx.user) return;
  await ctx.db
    .insertInto("import_mappings")
    .values({ user_id: ctx.user.id, entity, signature: signatureOf(columns), mapping: JSON.stringify(style) })
    .onConflict((known) =>
      known
        .columns(["company_id", "user_id", "entity", "signature"])
        .doUpdateSet({ mapping: JSON.stringify(style), updated_at: new Date() }),
    )
    .execute();
}

const signatureOf = (columns: readonly string[]): string => sha256(JSON.stringify(columns)).toString("base64url");

/** A name that is safe to show and to save under: no folder, no control sign. */
function cleanName(name: string): string {
  const bare = name.split(/[\\/]/).at(-1) ?? "";
  return bare.replace(/[\p{Cc}\p{Cf}]/gu, "").slice(0, 200) || "file";
}
