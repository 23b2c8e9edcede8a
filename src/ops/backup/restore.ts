import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { extract } from "tar-stream";
import type { BackupManifest } from "./backup.ts";
import { migrate } from "../migrate/migrate.ts";

/** A backup that cannot be restored here; nothing was changed. */
export class RestoreError extends Error {}

/**
 * Restores a backup into an empty database and data folder: the schema as it was then, the rows in one transaction,
 * documents and keys, and last the migrations that came since. Throws a RestoreError where there is anything already.
 */
export async function restore(options: {
  databaseUrl: string;
  dataDir: string;
  file: string;
  report?: (line: string) => void;
}): Promise<BackupManifest> {
  let manifest: BackupManifest | undefined;
  let forced: readonly string[] = [];
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
      if (name === "manifest.json") {
        manifest = await readManifest(entry);
        await migrate(options.databaseUrl, { only: new Set(manifest.migrations) });
        await client.query(
          "begin; set local role waybill_owner; set local statement_timeout = 0; set local lock_timeout = 0",
        );
        await client.query(
          `truncate ${Object.keys(manifest.tables)
            .map((table) => `"${table}"`)
            .join(", ")} cascade`,
        );
        forced = await unforce(client, Object.keys(manifest.tables));
      } else if (!manifest)
        throw new RestoreError("This file is no backup of Waybill: it does not begin with a manifest.");
      else if (name.startsWith("tables/"))
        await copyIn(client, manifest, name.slice("tables/".length, -".copy".length), entry, options.report);
      else if (name.startsWith("files/")) await placeFile(options.dataDir, name.slice("files/".length), entry);
    }
    if (!manifest) throw new RestoreError("This file is no backup of Waybill: it is empty.");
    for (const table of forced) await client.query(`alter table "${table}" force row level security`);
    await client.query("select ensure_event_months()");
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined); // the connection may be gone, and with it the transaction
    throw isDamage(error)
      ? new RestoreError("This file is damaged, or it is no backup of Waybill. Use another one.")
      : error;
  } finally {
    await client.end();
  }
  await migrate(options.databaseUrl);
  return manifest;
}

/** Whether the archive, its manifest or a row in it could not be read: what zlib, tar, JSON and COPY say of that. */
function isDamage(error: unknown): boolean {
  if (error instanceof RestoreError || !(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    error instanceof SyntaxError ||
    code.startsWith("Z_") ||
    code.startsWith("22") ||
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

async function copyIn(
  client: pg.Client,
  manifest: BackupManifest,
  table: string,
  entry: Readable,
  report?: (line: string) => void,
): Promise<void> {
  const expected = manifest.tables[table];
  if (!expected) throw new RestoreError(`The backup holds a table that its manifest does not name: ${table}.`);
  const hash = createHash("sha256");
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(
    entry,
    hashed,
    client.query(copyFrom(`copy "${table}" (${expected.columns.map((name) => `"${name}"`).join(", ")}) from stdin`)),
  );
  if (hash.digest("hex") !== expected.sha256)
    throw new RestoreError(`The table ${table} in this backup is damaged. Use another backup.`);
  report?.(`${table}: ${expected.rows} rows`);
}

async function placeFile(dataDir: string, name: string, entry: Readable): Promise<void> {
  const clean = normalize(name);
  if (clean.startsWith("..") || clean.startsWith("/"))
    throw new RestoreError(`The backup holds a file outside of its folder: ${name}.`);
  const target = join(dataDir, clean);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(entry, createWriteStream(target, { mode: 0o600 }));
  await chmod(target, 0o600);
}
