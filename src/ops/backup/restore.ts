import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { extract } from "tar-stream";
import type { BackupManifest } from "./backup.ts";
import { migrate } from "../migrate/migrate.ts";
import { RestoreError } from "./restore-error.ts";
import { RestoredFiles } from "./restored-files.ts";

/**
 * Restores a backup into an empty database and data folder: the schema as it was then, the rows in one transaction,
 * files and keys, and last the migrations that came since. Throws a RestoreError where there is anything already, and
 * where not every table and file of the manifest came as it says; nothing is left behind then.
 */
export async function restore(options: {
  databaseUrl: string;
  dataDir: string;
  file: string;
  report?: (line: string) => void;
}): Promise<BackupManifest> {
  let manifest: BackupManifest | undefined;
  let forced: readonly string[] = [];
  const loaded = new Set<string>();
  const files = new RestoredFiles(options.dataDir);
  const client = new pg.Client({ connectionString: options.databaseUrl, application_name: "waybill-restore" });
  await client.connect();
  try {
    await mustBeEmpty(client);
    const archive = extract();
    const reading = pipeline(createReadStream(options.file), createGunzip(), archive);
    reading.catch(() => undefined); // a file that breaks off ends the loop below with the same error
    for await (const part of archive) {
      const { name } = part.header;
      const entry = part as unknown as Readable; // streamx's own class, which reads and pipes like Node's
      if (name === manifestName) {
        manifest = await readManifest(entry);
        await migrate(options.databaseUrl, { only: new Set(manifest.migrations) });
        await refuseStrangeTables(client, manifest);
        await client.query(
          "begin; set local role waybill_owner; set local statement_timeout = 0; set local lock_timeout = 0",
        );
        await client.query(
          `truncate ${Object.keys(manifest.tables)
            .map((table) => `"${table}"`)
            .join(", ")} cascade`,
        );
        forced = await unforce(client, Object.keys(manifest.tables));
      } else if (!manifest) throw notBegun();
      else if (name.startsWith("tables/")) {
        const table = name.slice("tables/".length, -".copy".length);
        refuseGap(manifest, loaded, table);
        loaded.add(table);
        await copyIn(client, manifest, table, entry, options.report);
      } else if (name.startsWith("files/")) await files.take(manifest, name.slice("files/".length), entry);
    }
    if (!manifest) throw new RestoreError("This file is no backup of Waybill: it is empty.");
    refuseGap(manifest, loaded, undefined);
    files.refuseMissing(manifest);
    for (const table of forced) await client.query(`alter table "${table}" force row level security`);
    await client.query("select ensure_event_months()");
    await files.moveIn();
    await client.query("commit");
    await files.done();
  } catch (error) {
    await client.query("rollback").catch(() => undefined); // the connection may be gone, and with it the transaction
    await files.undo();
    throw isDamage(error) ? damaged() : error;
  } finally {
    await client.end();
  }
  await migrate(options.databaseUrl);
  return manifest;
}

/** Throws a RestoreError for a file that does not begin as a backup does: asked before a database is started for it. */
export async function refuseOther(file: string): Promise<void> {
  const parts: Buffer[] = [];
  await pipeline(
    createReadStream(file, { end: headBytes - 1 }),
    createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }), // it is only the head
    async (head: AsyncIterable<Buffer>) => {
      for await (const part of head) parts.push(part);
    },
  ).catch((error: unknown) => {
    throw isDamage(error) ? damaged() : error;
  });
  const head = Buffer.concat(parts);
  if (head.length === 0) throw damaged();
  if (head.toString("latin1", 0, manifestName.length + 1) !== `${manifestName}\0`) throw notBegun();
}

const manifestName = "manifest.json";
/** Enough for zlib to give the name of the first file. */
const headBytes = 4096;
const damaged = () => new RestoreError("This file is damaged, or it is no backup of Waybill. Use another one.");
const notBegun = () => new RestoreError("This file is no backup of Waybill: it does not begin with a manifest.");

/** Whether the archive, its manifest or a row in it is not as it was written: what zlib, tar, JSON, COPY and constraints say. */
function isDamage(error: unknown): boolean {
  if (error instanceof RestoreError || !(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    error instanceof SyntaxError ||
    code.startsWith("Z_") ||
    code.startsWith("22") ||
    code.startsWith("23") ||
    /tar header|unexpected end|premature close/i.test(error.message)
  );
}

async function mustBeEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('public.companies') is not null as found",
  );
  if (!rows[0]?.found) return;
  await client.query("begin; set local role waybill_owner");
  const { rows: companies } = await client.query("select 1 from companies limit 1");
  await client.query("commit");
  if (companies.length > 0)
    throw new RestoreError(
      "This database holds companies already. Restore into an empty one: set DATA_DIR to a new folder (or DATABASE_URL to a new database).",
    );
}

/** COPY is refused under forced row-level security, even to the owner: it is lifted for this transaction. Returns the tables. */
async function unforce(client: pg.Client, tables: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any($1)
      and relforcerowsecurity`,
    [tables],
  );
  for (const { name } of rows) await client.query(`alter table "${name}" no force row level security`);
  return rows.map(({ name }) => name);
}

/** The names of a manifest are written into statements: only those of tables and columns that there are. */
async function refuseStrangeTables(client: pg.Client, { tables }: BackupManifest): Promise<void> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migrations'
      group by c.relname`,
  );
  const known = new Map(rows.map(({ name, columns }) => [name, columns]));
  for (const [name, { columns }] of Object.entries(tables))
    if (!columns.every((column) => known.get(name)?.includes(column)))
      throw new RestoreError(`The backup's manifest names a table or column that there is none of: ${name}.`);
}

async function readManifest(entry: Readable): Promise<BackupManifest> {
  const parts: Buffer[] = [];
  for await (const part of entry) parts.push(part as Buffer); // a stream of bytes
  const manifest = JSON.parse(Buffer.concat(parts).toString("utf8")) as BackupManifest; // checked by its format just below
  if (manifest.format !== 1)
    throw new RestoreError(
      `This backup has the format ${String(manifest.format)}, which a newer Waybill wrote. Restore it with that version.`,
    );
  return manifest;
}

/** Tables come in the order of the manifest, each once: what others refer to is there before them. */
function refuseGap({ tables }: BackupManifest, loaded: ReadonlySet<string>, table: string | undefined): void {
  if (table !== undefined && (!Object.hasOwn(tables, table) || loaded.has(table)))
    throw new RestoreError(`The backup holds a table that its manifest does not name, or holds it twice: ${table}.`);
  const next = Object.keys(tables).find((name) => !loaded.has(name));
  if (next !== table)
    throw new RestoreError(`This backup is not complete: the table ${next ?? ""} is not in it. Use another backup.`);
}

async function copyIn(
  client: pg.Client,
  manifest: BackupManifest,
  table: string,
  entry: Readable,
  report?: (line: string) => void,
): Promise<void> {
  const expected = manifest.tables[table];
  if (!expected) throw new Error("refuseGap finds its tables in the manifest");
  const hash = createHash("sha256");
  let rows = 0;
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (const byte of chunk) if (byte === 10) rows += 1; // a line feed inside a value is written as \n
      done(null, chunk);
    },
  });
  await pipeline(
    entry,
    hashed,
    client.query(copyFrom(`copy "${table}" (${expected.columns.map((name) => `"${name}"`).join(", ")}) from stdin`)),
  );
  if (hash.digest("hex") !== expected.sha256 || rows !== expected.rows)
    throw new RestoreError(`The table ${table} in this backup is damaged. Use another backup.`);
  report?.(`${table}: ${expected.rows} rows`);
}
