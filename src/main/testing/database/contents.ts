import pg from "pg";
import { backedUpTables } from "#ops/backup/backup-tables.ts";

/** Every row of every table that a backup holds, in one snapshot, as JSON; the address is a superuser's. */
export async function everythingIn(superUrl: string): Promise<Record<string, unknown[]>> {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const found: Record<string, unknown[]> = {};
    for (const { name, columns, order } of await backedUpTables(client)) {
      const { rows } = await client.query<{ row: unknown }>(
        `select (select jsonb_object_agg(c, v) from jsonb_each(to_jsonb(t)) as e(c, v) where c = any($1)) as row
          from "${name}" t order by ${order}`,
        [columns],
      );
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  } finally {
    await client.end();
  }
}
