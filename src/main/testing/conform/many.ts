import pg from "pg";

interface Column {
  name: string;
  type: string;
  needed: boolean;
  allowed: string[] | null;
  /** The table that it refers to, where that is not one of a company's. */
  of: string | null;
}

/**
 * Fills a table with rows of made-up values, four fifths of them the first company's: for plans, which depend on how many rows
 * there are and not on what they mean. Row n refers to the rows n of other tables; the table's checks are taken away.
 */
export async function fillTable(
  client: pg.Client,
  table: string,
  rows: number,
  companies: readonly [string, string],
): Promise<void> {
  const columns = (await columnsOf(client, table)).filter(
    ({ name, needed }) => needed || ["id", "created_at", "status", "search_text", "about"].includes(name),
  );
  const expressions = columns.map((column) => valueOf(column, companies));
  const { rows: checks } = await client.query<{ name: string }>(
    "select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'",
    [table],
  );
  await client.query("begin; set local session_replication_role = replica");
  for (const { name } of checks)
    await client.query(`alter table ${pg.escapeIdentifier(table)} drop constraint ${pg.escapeIdentifier(name)}`);
  // Indexes are made faster over rows that are there.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select x.indexrelid::regclass::text as name, pg_get_indexdef(x.indexrelid) as definition from pg_index x
      where x.indrelid = $1::regclass and not exists (select 1 from pg_constraint k where k.conindid = x.indexrelid)`,
    [table],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(
    `insert into ${pg.escapeIdentifier(table)} (${columns.map(({ name }) => pg.escapeIdentifier(name)).join(", ")})
      select ${expressions.join(", ")} from generate_series(1, ${Math.trunc(rows)}) n`,
  );
  for (const { definition } of indexes) await client.query(definition);
  await client.query(`commit; analyze ${pg.escapeIdentifier(table)}`);
}

async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<{
    name: string;
    type: string;
    needed: boolean;
    checked: string | null;
    of: string | null;
  }>(
    `select a.attname as name, t.typname as type, a.attnotnull
      and (not a.atthasdef or a.attname = 'company_id') as needed,
       (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c'
         and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ '= ANY' limit 1) as checked,
       (select f.relname from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = a.attrelid and k.contype = 'f' and k.conkey = array[a.attnum]
         and a.attname <> 'company_id' limit 1) as of
     from pg_attribute a join pg_type t on t.oid = a.atttypid where a.attrelid = $1::regclass and a.attnum > 0
       and not a.attisdropped and a.attgenerated = '' order by a.attnum`,
    [table],
  );
  return rows.map(({ checked, ...column }) => ({
    ...column,
    allowed: checked ? [...checked.matchAll(/'([^']*)'::text/g)].map(([, value = ""]) => value) : null,
  }));
}

/** Texts that are read as something. */
const byName: Readonly<Record<string, string>> = {
  timezone: "'Europe/Amsterdam'",
  entity: "'vendor'",
  lines: "'[]'",
  state: "'ready'",
  about: "'work'", // that of mails, which are seen by those who see mails
};

/** The id of row n, the same in every table; row n is the second company's where n is a multiple of 5. */
export const idOfRow = (n: number): string => `00000000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
/** What stands in the texts of row n. */
export const madeText = (n: number): string =>
  `${n % 5 === 0 ? "canary" : "finch"}${((n * 2_654_435_761) % 4_294_967_296).toString(16)}`;

const byType: Readonly<Record<string, string>> = {
  uuid: "('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid",
  text: "case when n % 5 = 0 then 'canary' else 'finch' end || to_hex(n * 2654435761 % 4294967296)",
  bpchar: "'EUR'",
  int2: "1",
  int4: "1 + n % 1000",
  int8: "n",
  numeric: "1",
  bool: "false",
  date: "current_date - n % 365",
  timestamptz: "now() + n * interval '1 minute'",
  time: "'08:00'",
  bytea: "sha256(n::text::bytea)",
  jsonb: "'{}'",
  _text: "'{}'",
  xid8: "pg_current_xact_id()",
  tstzrange: "tstzrange(now() + n * interval '1 hour', now() + n * interval '1 hour' + interval '30 minutes')",
};

function valueOf({ name, type, allowed, of }: Column, [first, second]: readonly [string, string]): string {
  if (name === "company_id")
    return `case when n % 5 = 0 then ${pg.escapeLiteral(second)}::uuid else ${pg.escapeLiteral(first)}::uuid end`;
  const known = byName[name];
  if (known) return known;
  if (name === "created_at") return "now() - n * interval '1 minute'";
  if (of && type === "uuid") return `(select id from ${pg.escapeIdentifier(of)} order by id limit 1)`;
  if (allowed && allowed.length > 0)
    return `(array[${allowed.map((value) => pg.escapeLiteral(value)).join(", ")}])[1 + n % ${allowed.length}]`;
  const value = byType[type];
  if (!value) throw new Error(`no made-up value for ${name} of type ${type}`);
  return value;
}
