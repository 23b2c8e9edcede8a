import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

const fileOf = (dataDir: string): string => join(dataDir, "erased.jsonl");

/** Somebody who was erased: the kind of their record, and its id. */
export interface Erased {
  readonly entity: string;
  readonly id: string;
}

/** Who was erased; outside of the database, so that an older backup does not bring them back. */
async function readErasureLog(dataDir: string): Promise<Erased[]> {
  const text = await readFile(fileOf(dataDir), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return ""; // nobody was
    throw error;
  });
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Erased | { userId: string }) // written below
    .map((line) => ("userId" in line ? { entity: "user", id: line.userId } : line));
}

/** Adds somebody to the list, once; a user as versions before write and read it. */
export async function appendErasure(dataDir: string, { entity, id }: Erased): Promise<void> {
  if ((await readErasureLog(dataDir)).some((known) => known.entity === entity && known.id === id)) return;
  const who = entity === "user" ? { userId: id } : { entity, id };
  await appendFile(fileOf(dataDir), `${JSON.stringify({ ...who, at: new Date().toISOString() })}\n`, {
    mode: 0o600,
    flush: true,
  });
}

/**
 * After a restore: erases again whom the list beside it names, and adds to the list whom the backup knew of. `register`
 * says where people are named. Returns how many were erased.
 */
export async function eraseAgain(options: {
  databaseUrl: string;
  dataDir: string;
  register: Readonly<Record<string, readonly string[]>>;
}): Promise<number> {
  const client = new pg.Client({ connectionString: options.databaseUrl, application_name: "waybill-restore" });
  await client.connect();
  try {
    await client.query("begin; set local role waybill_owner; set local statement_timeout = 0");
    let count = 0;
    for (const { entity, id } of await readErasureLog(options.dataDir)) {
      const { rowCount } = await client.query(
        `insert into events (company_id, actor_kind, entity, entity_id, step, changes)
         select company, 'system', $1, $2, 'erased', jsonb_build_object('events', event_count, 'digest', events_digest)
           from erase_again($1, $2, $3)`,
        [entity, id, JSON.stringify(options.register)],
      );
      if (rowCount) count += 1;
    }
    const { rows } = await client.query<Erased>("select entity, id from erased_ones()");
    await client.query("commit");
    for (const one of rows) await appendErasure(options.dataDir, one);
    return count;
  } finally {
    await client.end();
  }
}
