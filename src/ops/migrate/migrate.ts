import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";

const folder = new URL("../../../migrations/", import.meta.url);
/** Any number of nodes may start at once; the lock makes them queue. */
const migrationLock = 4_015_230_771;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** The schema cannot be brought up to date; the process stops with this sentence and touches no data. */
export class SchemaError extends Error {}

/**
 * Brings the schema up to date as waybill_owner: all pending files of `migrations/` in one transaction, checked against
 * what ran before. `only` stops at the files that a backup knew.
 */
export async function migrate(databaseUrl: string, { only }: { only?: ReadonlySet<string> } = {}): Promise<void> {
  const all = await readMigrations();
  const unknown = [...(only ?? [])].find((name) => !all.some((one) => one.name === name));
  if (unknown)
    throw new SchemaError(
      `This backup was made by a newer Waybill (it has "${unknown}"). Restore it with that version.`,
    );
  const migrations = only ? all.filter(({ name }) => only.has(name)) : all;
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "waybill-migrate" });
  await client.connect();
  try {
    await client.query("begin; set local role waybill_owner; set local lock_timeout = '60s'");
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`);
    await client.query(
      "create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())",
    );
    await client.query("grant select on migrations to waybill_auth");
    const { rows: applied } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from migrations order by name",
    );
    for (const one of pending(migrations, applied)) {
      await client.query(one.sql);
      await client.query("insert into migrations (name, checksum) values ($1, $2)", [one.name, one.checksum]);
    }
    await client.query("commit");
  } finally {
    await client.end();
  }
}

/** The files not applied yet. Throws when the database knows a file that we don't, or one that has changed since. */
function pending(migrations: Migration[], applied: { name: string; checksum: string }[]): Migration[] {
  const ours = new Map(migrations.map((one) => [one.name, one]));
  for (const { name, checksum } of applied) {
    const file = ours.get(name);
    if (!file)
      throw new SchemaError(
        `This database was last used by a newer Waybill (it has "${name}"). Start that version, or restore an older backup.`,
      );
    if (file.checksum !== checksum)
      throw new SchemaError(`The migration "${name}" has changed since it was applied. Put the original file back.`);
  }
  const done = new Set(applied.map((one) => one.name));
  return migrations.filter((one) => !done.has(one.name));
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), "utf8");
      return { name: name.replace(/\.sql$/, ""), sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}
