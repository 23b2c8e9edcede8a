import { sql } from "kysely";
import { csvCell } from "#server/records/export.ts";
import type { Ctx } from "#server/http/context.ts";
import { DiskFiles } from "#server/files/disk-files.ts";
import type { ZipWriter } from "#modules/settings/company-exports/zip-writer.server.ts";
import { companyTables, rowsOf, type CompanyTable } from "./company-tables.server.ts";
import { readme } from "./readme.server.ts";

interface Asked {
  readonly askedByName: string;
  readonly createdAt: string;
}

/** Writes everything into the archive, from one snapshot in the app's name: the database itself keeps other companies out. */
export async function writeExport(
  ctx: Ctx,
  zip: ZipWriter,
  { askedByName, createdAt }: Asked,
  report: (rows: number) => Promise<void>,
): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('statement_timeout', '60s', true)`.execute(ctx.db); // files are copied between two statements
  const company = await ctx.db
    .selectFrom("companies")
    .select(["id", "code", "legal_name"])
    .where("id", "=", ctx.companyId)
    .executeTakeFirstOrThrow();
  const tables = await companyTables(ctx.db);
  await zip.add("README.txt", [readme({ company: company.legal_name, tables: tables.map(({ name }) => name) })]);
  const rows: Record<string, number> = {};
  let done = 0;
  for (const table of tables) {
    let own = 0;
    await zip.add(
      `tables/${table.name}.jsonl`,
      jsonLines(ctx, table, async (count) => {
        own += count;
        await report(done + own);
      }),
    );
    await zip.add(`tables/${table.name}.csv`, csvLines(ctx, table));
    rows[table.name] = own;
    done += own;
  }
  const missing = await addFiles(ctx, zip, tables);
  const about = {
    product: "Waybill",
    version: ctx.app.version,
    format: 2,
    company: { id: company.id, code: company.code, legalName: company.legal_name },
    askedBy: askedByName,
    askedAt: createdAt,
    rows,
    missingFiles: missing,
  };
  await zip.add("manifest.json", [JSON.stringify({ ...about, files: zip.entries }, null, 2)]);
}

async function* jsonLines(ctx: Ctx, table: CompanyTable, count: (rows: number) => Promise<void>) {
  for await (const rows of rowsOf(ctx.db, table)) {
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    await count(rows.length);
  }
}

async function* csvLines(ctx: Ctx, table: CompanyTable) {
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\r\n`;
  yield `\ufeff${line(table.columns)}`;
  for await (const rows of rowsOf(ctx.db, table))
    yield rows.map((row) => line(table.columns.map((column) => csvCell(row[column])))).join("");
}

/**
 * Each file under its own name in a folder called by its id, so that two with one name do not meet. Returns the ids
 * of those whose contents are lost.
 */
async function addFiles(ctx: Ctx, zip: ZipWriter, tables: readonly CompanyTable[]): Promise<string[]> {
  const disk = new DiskFiles(ctx.app.dataDir);
  const table = tables.find(({ name }) => name === "files");
  const missing: string[] = [];
  if (!table) return missing;
  for await (const rows of rowsOf(ctx.db, table)) {
    for (const row of rows) {
      // columns of files, the hash as hex
      const { id, entity, name, sha256 } = row as { id: string; entity: string; name: string; sha256: string };
      const contents = await disk.read(ctx.companyId, Buffer.from(sha256, "hex"));
      if (contents) await zip.add(`files/${entity}/${id}/${name}`, contents);
      else missing.push(id);
    }
  }
  return missing;
}
