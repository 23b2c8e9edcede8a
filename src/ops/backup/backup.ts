import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { pack, type Pack } from "tar-stream";
import { backedUpTables, type BackedUpTable } from "./backup-tables.ts";

/** What a backup holds; `manifest.json` is its first entry. */
export interface BackupManifest {
  readonly format: 1;
  readonly version: string;
  readonly createdAt: string;
  /** Applied migrations, in order: the restore applies exactly these before it loads. */
  readonly migrations: readonly string[];
  readonly tables: Readonly<
    Record<string, { readonly columns: readonly string[]; readonly rows: number; readonly sha256: string }>
  >;
  readonly files: readonly string[];
  /** The SHA-256 of each of them; backups of earlier versions have none. */
  readonly fileSums?: Readonly<Record<string, string>>;
}

/** Folders of the data folder that belong to a backup, files in the first; the database is copied by itself, kept mails are not. */
const folders = ["documents", "keys"];

/** Writes everything into one file (.tar.gz) while Waybill runs: one snapshot of the database, the files and the keys. */
export async function backUp(options: {
  databaseUrl: string;
  dataDir: string;
  file: string;
  version: string;
  report?: (line: string) => void;
}): Promise<BackupManifest> {
  const scratch = await mkdtemp(join(tmpdir(), "waybill-backup-"));
  const client = new pg.Client({ connectionString: options.databaseUrl, application_name: "waybill-backup" });
  await client.connect();
  try {
    await noteBackup(client);
    await client.query(
      "begin isolation level repeatable read read only; set local role waybill_owner; set local statement_timeout = 0",
    );
    const { rows: migrations } = await client.query<{ name: string }>("select name from migrations order by name");
    const tables: Record<string, BackupManifest["tables"][string]> = {};
    for (const table of await backedUpTables(client)) {
      tables[table.name] = await copyOut(client, table, join(scratch, `${table.name}.copy`));
      options.report?.(`${table.name}: ${tables[table.name]?.rows} rows`);
    }
    await client.query("commit");
    const files = (await Promise.all(folders.map((folder) => filesBelow(join(options.dataDir, folder)))))
      .flat()
      .map((file) => relative(options.dataDir, file));
    const fileSums: Record<string, string> = {};
    for (const name of files) fileSums[name] = await sumOf(join(options.dataDir, name));
    const manifest: BackupManifest = {
      format: 1,
      version: options.version,
      createdAt: new Date().toISOString(),
      migrations: migrations.map(({ name }) => name),
      tables,
      files,
      fileSums,
    };
    await writeArchive(manifest, scratch, options);
    return manifest;
  } finally {
    await client.end();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Every company reads in its audit trail that its data was taken; the backup holds that too. */
async function noteBackup(client: pg.Client): Promise<void> {
  await client.query("begin; set local role waybill_owner");
  await client.query(
    `insert into events (company_id, actor_kind, entity, entity_id, step)
      select id, 'system', 'company', id, 'backupStarted' from companies`,
  );
  await client.query("commit");
}

async function copyOut(
  client: pg.Client,
  table: BackedUpTable,
  file: string,
): Promise<BackupManifest["tables"][string]> {
  const hash = createHash("sha256");
  let rows = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (const byte of chunk) if (byte === 10) rows += 1; // a line feed inside a value is written as \n
      done(null, chunk);
    },
  });
  const columns = table.columns.map((name) => `"${name}"`).join(", ");
  await pipeline(
    client.query(copyTo(`copy (select ${columns} from ${table.from} order by ${table.order}) to stdout`)),
    counted,
    createWriteStream(file),
  );
  return { columns: table.columns, rows, sha256: hash.digest("hex") };
}

/** The file appears under its name only when it is whole. */
async function writeArchive(
  manifest: BackupManifest,
  scratch: string,
  options: { dataDir: string; file: string },
): Promise<void> {
  const archive = pack();
  const partial = `${options.file}.partial`;
  const written = pipeline(archive, createGzip({ level: 6 }), createWriteStream(partial, { mode: 0o600 }));
  await addEntry(archive, "manifest.json", Buffer.from(JSON.stringify(manifest, null, 2)));
  for (const name of Object.keys(manifest.tables))
    await addFile(archive, `tables/${name}.copy`, join(scratch, `${name}.copy`));
  for (const name of manifest.files) await addFile(archive, `files/${name}`, join(options.dataDir, name));
  archive.finalize();
  await written;
  await rename(partial, options.file);
}

function addEntry(archive: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) =>
    archive.entry({ name, size: content.length }, content, (error) => (error ? reject(error) : resolve())),
  );
}

async function addFile(archive: Pack, name: string, file: string): Promise<void> {
  const { size } = await stat(file);
  await new Promise<void>((resolve, reject) => {
    const entry = archive.entry({ name, size }, (error) => (error ? reject(error) : resolve()));
    pipeline(createReadStream(file), entry).catch(reject);
  });
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

async function filesBelow(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
