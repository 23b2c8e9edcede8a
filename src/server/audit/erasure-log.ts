import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

const fileOf = (dataDir: string): string => join(dataDir, "erased.jsonl");

/** The ids of the people who were erased; outside of the database, so that an older backup does not bring them back. */
async function readErasureLog(dataDir: string): Promise<string[]> {
  const text = await readFile(fileOf(dataDir), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return ""; // nobody was
    throw error;
  });
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { userId: string }).userId); // written below
}

/** Adds a person to the list, once. */
export async function appendErasure(dataDir: string, userId: string): Promise<void> {
  if ((await readErasureLog(dataDir)).includes(userId)) return;
  await appendFile(fileOf(dataDir), `${JSON.stringify({ userId, at: new Date().toISOString() })}\n`, {
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
    for (const userId of await readErasureLog(options.dataDir)) {
      const { rowCount } = await client.query(
        "update users set status = 'deactivated', archived_at = coalesce(archived_at, now()) where id = $1 and erased_at is null",
        [userId],
      );
      if (!rowCount) continue;
      count += 1;
      await client.query(
        `insert into events (company_id, actor_kind, entity, entity_id, step, changes)
         select company, 'system', 'user', $1, 'erased',
           jsonb_build_object('events', event_count, 'digest', events_digest) from erase_person($1, null, $2)`,
        [userId, JSON.stringify(options.register)],
      );
    }
    const { rows } = await client.query<{ id: string }>(
      "select id from users where erased_at is not null order by erased_at",
    );
    await client.query("commit");
    for (const { id } of rows) await appendErasure(options.dataDir, id);
    return count;
  } finally {
    await client.end();
  }
}
