import { sql } from "kysely";
import { conflict, message, Problem, invalid, type Sentence } from "#shared/contract/problem.ts";
import { DiskFiles, type Received } from "#server/files/disk-files.ts";
import type { Unpacked } from "#server/files/reading/unpack.ts";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import { render } from "#server/mail/language.ts";
import type { ImportFile } from "#server/records/importer.ts";
import { sweepContents } from "#server/records/record-files.ts";
import { largestFile } from "../files/files.contract.ts";
import { mediaTypeOf, safeName } from "../files/upload-rules.server.ts";

/** A table may bring its files along in a zip of this size. */
export const largestZip = 100 * 1024 * 1024;
export const keptHours = 24;

/** What came in one zip: the table, and the files beside it. */
interface Package {
  readonly tablePath: string;
  readonly files: readonly (ImportFile & { readonly received: Received })[];
}

/** The table of a zip, and which of the other files are taken as they are by every record that takes files. */
export async function packageOf(ctx: BareCtx, unpacked: readonly Unpacked[], signal: AbortSignal): Promise<Package> {
  const table = tableOf(unpacked);
  const files: Package["files"][number][] = [];
  for (const file of unpacked) {
    if (file === table) continue;
    const received = { path: file.path, sha256: Buffer.from(file.sha256, "hex"), bytes: file.bytes };
    const judged = await judge(ctx, { file, received }, signal);
    files.push({ names: file.names, bytes: file.bytes, sha256: file.sha256, received, ...judged });
  }
  return { tablePath: table.path, files };
}

/** The one spreadsheet that lies least deep in the folders of a zip: deeper ones are scans as all others. */
function tableOf(unpacked: readonly Unpacked[]): Unpacked {
  const nameOf = ({ names }: Unpacked) => names[0] ?? "";
  const tables = unpacked.filter((file) => /\.(csv|xlsx)$/i.test(nameOf(file)));
  const depthOf = (file: Unpacked) => nameOf(file).split("/").length;
  const least = Math.min(...tables.map(depthOf));
  const [table, ...others] = tables.filter((file) => depthOf(file) === least);
  if (!table) throw refused(message("There is no table in this zip. Put one CSV or XLSX file beside the other files."));
  if (others.length > 0)
    throw refused(
      message("This zip has several tables: {names}. Leave one, and put the others into a folder.", {
        names: [table, ...others].slice(0, 5).map(nameOf).join(", "),
      }),
    );
  return table;
}

async function judge(
  ctx: BareCtx,
  { file, received }: { readonly file: Unpacked; readonly received: Received },
  signal: AbortSignal,
): Promise<Pick<ImportFile, "mediaType" | "problem">> {
  const no = (sentence: Sentence) => ({ mediaType: null, problem: render(sentence, ctx.language) });
  if (file.isCut) return no(message("A file may have {limit} MB at most.", { limit: largestFile / 1024 / 1024 }));
  try {
    const mediaType = await mediaTypeOf(safeName(file.names[0] ?? ""), received, ctx.app.readers, signal);
    return { mediaType, problem: null };
  } catch (error) {
    if (error instanceof Problem && error.code === "wrong_file") return no(error.sentence);
    throw error;
  }
}

/** Gives the files that are taken their place on the disk: before the transaction, which may be tried again. */
export async function keepContents(ctx: BareCtx, files: Package["files"]): Promise<void> {
  const disk = new DiskFiles(ctx.app.dataDir);
  for (const { received, problem } of files) if (problem === null) await disk.keep(ctx.companyId, received);
}

/** Keeps the files that came with an import until they are taken over, or for a day. */
export async function keepFiles(ctx: Ctx, importId: string, files: Package["files"]): Promise<void> {
  if (files.length === 0) return;
  await sql`
    insert into import_files (import_id, names, bytes, sha256, media_type, problem)
    select ${importId}, array(select jsonb_array_elements_text(f.names)), f.bytes, decode(f.sha256, 'hex'), f."mediaType", f.problem
    from jsonb_to_recordset(${JSON.stringify(files.map(({ received: _on, ...file }) => file))}::jsonb)
      as f(names jsonb, bytes bigint, sha256 text, "mediaType" text, problem text)`.execute(ctx.db);
  await ctx.enqueue("drop-import-files", { importId }, new Date(Date.now() + keptHours * 3_600_000));
}

/** What came with an import and is kept still. Throws 409 where something came and is not. */
export async function filesOfImport(
  ctx: Ctx,
  { id, fileCount }: { readonly id: string; readonly fileCount: number },
): Promise<readonly ImportFile[]> {
  if (fileCount === 0) return [];
  const { rows } = await sql<ImportFile>`select names, bytes::int as bytes, encode(sha256, 'hex') as sha256,
      media_type as "mediaType", problem from import_files
    where company_id = current_company() and import_id = ${id} order by id`.execute(ctx.db);
  if (rows.length === 0)
    throw conflict(
      "import_files_gone",
      message("The files of this zip were kept for {hours} hours. Upload it again.", { hours: keptHours }),
    );
  return rows;
}

/** Lets go of what came with an import: what records have taken over stays, and the rest is removed from the disk. */
export async function dropFiles(ctx: Ctx, importId: string): Promise<void> {
  const { rows } = await sql<{ sha256: Buffer }>`delete from import_files
    where company_id = current_company() and import_id = ${importId} and media_type is not null returning sha256`.execute(
    ctx.db,
  );
  await sql`delete from import_files where company_id = current_company() and import_id = ${importId}`.execute(ctx.db);
  for (const { sha256 } of rows) await sweepContents(ctx, sha256);
}

const refused = (sentence: Sentence): Problem => invalid({ file: sentence }, sentence, "unreadable_file");
