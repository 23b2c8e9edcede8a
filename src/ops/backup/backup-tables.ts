import type pg from "pg";

export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** SQL: makes two copies of the same rows the same bytes. */
  readonly order: string;
  /** SQL: where the rows are read, under the table's name. */
  readonly from: string;
}

/** What is true for one running installation only: who is signed in, which tries failed, what was answered within the day. */
const momentary = [
  "sessions",
  "link_sessions",
  "sign_in_attempts",
  "sign_in_steps",
  "idempotency_keys",
  "job_cursors",
  "seal_checks",
  "migrations",
];
/** Numbers of a transaction mean nothing in another cluster; the default gives new ones. */
const notCarried = new Set(["events.tx", "erasures.tx"]);

/**
 * What waits to be done: in the outbox, and with the worker, which keeps it in tables of its own until it is done. What the
 * worker has given up is not tried again.
 */
const waiting = `(select id, task, payload, run_at, created_at, company_id from outbox
  union all
  select j.key::uuid, t.identifier, (j.payload -> 'payload')::jsonb, j.run_at, j.created_at, (j.payload ->> 'companyId')::uuid
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.key is not null and (j.attempts < j.max_attempts or j.locked_at is not null)) as outbox`;

/** Every table that a backup holds, those that others refer to first. */
export async function backedUpTables(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select a.attname::text from pg_index i, unnest(i.indkey::smallint[]) with ordinality as k(attnum, at)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
         where i.indrelid = c.oid and i.indisprimary order by k.at) as key
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and c.relname <> all ($1) order by c.relname`,
    [momentary],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select distinct r.conrelid::regclass::text as from, r.confrelid::regclass::text as to from pg_constraint r
     where r.contype = 'f' and r.conparentid = 0 and r.connamespace = 'public'::regnamespace and r.conrelid <> r.confrelid`,
  );
  const { rows: workers } = await client.query<{ found: boolean }>(
    "select to_regclass('graphile_worker._private_jobs') is not null as found",
  );
  const known = new Map(
    rows.map(({ name, columns, key }) => [
      name,
      {
        name,
        columns: columns.filter((column) => !notCarried.has(`${name}.${column}`)),
        order: key.map((column) => `"${column}"`).join(", "),
        from: name === "outbox" && workers[0]?.found ? waiting : `"${name}"`,
      },
    ]),
  );
  return inOrder(known, references);
}

function inOrder(
  tables: ReadonlyMap<string, BackedUpTable>,
  references: readonly { from: string; to: string }[],
): BackedUpTable[] {
  const done: BackedUpTable[] = [];
  const left = new Map(tables);
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && left.has(to)),
    );
    if (free.length === 0)
      throw new Error(`these tables refer to each other in a circle: ${[...left.keys()].join(", ")}`);
    for (const table of free) {
      left.delete(table.name);
      done.push(table);
    }
  }
  return done;
}
