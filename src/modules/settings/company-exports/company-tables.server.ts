import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

/** A table of the company, with the columns that leave the house. */
export interface CompanyTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The primary key without the company. */
  readonly key: readonly string[];
}

/** Tables with rows of a company that no export has, and why. */
export const leftOutTables: Readonly<Record<string, string>> = {
  sessions: "who is signed in just now",
  link_sessions: "as sessions",
  fleet_delivery_codes: "codes that hold for ten minutes",
  idempotency_keys: "answers of the last day, kept for calls that are repeated",
  outbox: "tasks that wait for their time",
  saved_views: "what a person looks for, which nobody else reads; whose it is has them in their lists",
};

/**
 * Columns that no export has: with them somebody could sign in or open a mailed link. Words for the search are no data, and
 * what is sealed with the key of this installation opens nowhere else.
 */
export const leftOutColumns: Readonly<Record<string, string>> = {
  "links.token_hash": "the fingerprint of a secret",
};

interface Found {
  name: string;
  columns: string[];
  key: string[];
}

/**
 * The tables of the company in the catalogue, so that none is forgotten. Throws for one that can neither be read nor is
 * left out on purpose.
 */
export async function companyTables(db: Db): Promise<CompanyTable[]> {
  const { rows } = await sql<Found>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' and a.attname <> 'search_text'
        and not (a.attname like 'sealed%' and a.atttypid = 'bytea'::regtype)
        and has_column_privilege(c.oid, a.attnum, 'select') order by a.attnum) as columns,
      array(select a.attname::text from pg_index i, unnest(i.indkey::smallint[]) with ordinality as k(attnum, at)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum where i.indrelid = c.oid and i.indisprimary
        and a.attname <> 'company_id' order by k.at) as key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (c.relname = 'companies' or exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))
    order by c.relname`.execute(db);
  const tables = rows
    .filter(({ name }) => !(name in leftOutTables))
    .map((table) => ({
      ...table,
      columns: table.columns.filter((column) => !(`${table.name}.${column}` in leftOutColumns)),
    }));
  const unreadable = tables.find(({ columns }) => columns.length === 0);
  if (unreadable) throw new Error(`the table ${unreadable.name} can neither be exported nor is it left out on purpose`);
  return tables;
}

const batch = 1_000;
export type Row = Readonly<Record<string, unknown>>;

/** Every row of the company, in batches by its key; memory holds one batch. */
export async function* rowsOf(db: Db, { name, columns, key }: CompanyTable): AsyncGenerator<readonly Row[]> {
  const own = sql`${sql.ref(name === "companies" ? "id" : "company_id")} = (select current_company())`;
  const keys = sql.join(key.map((column) => sql.ref(column)));
  const wanted = sql.join([...new Set([...columns, ...key])].map((column) => sql.ref(column)));
  let beyond = sql`true`;
  for (;;) {
    const { rows } = await sql<Row>`select ${wanted} from ${sql.table(name)}
        where ${own} and ${beyond} ${key.length > 0 ? sql`order by ${keys}` : sql``} limit ${batch}`.execute(db);
    if (rows.length > 0)
      yield rows.map((row) => Object.fromEntries(columns.map((column) => [column, plain(row[column])])));
    const last = rows.at(-1);
    if (!last || rows.length < batch || key.length === 0) return;
    beyond = sql`(${keys}) > (${sql.join(key.map((column) => sql`${last[column]}`))})`;
  }
}

const plain = (value: unknown): unknown => (Buffer.isBuffer(value) ? value.toString("hex") : value);
