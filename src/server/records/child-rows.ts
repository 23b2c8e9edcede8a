import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";
import { columns } from "../db/columns.ts";
import type { Db, Tables } from "../db/database.ts";
import { snake, snakeRow } from "../db/names.ts";

/** Rows that belong to a record and are written with it: contacts, packages, hours. */
export interface ChildRows {
  readonly table: keyof Tables;
  /** The column that names the record, in SQL. */
  readonly parent: string;
  readonly input: z.ZodObject;
  /** What they are ordered by, in SQL; `position` follows the order given. */
  readonly order: string;
}

/** Declares rows of a record: `contacts: childRows("vendor_contacts", "vendor_id", vendorContact)`. */
export function childRows<T extends keyof Tables>(
  table: T,
  parent: keyof Tables[T] & string,
  input: z.ZodObject,
  order?: keyof Tables[T] & string,
): ChildRows {
  return { table, parent, input, order: order ?? ("position" in columns[table] ? "position" : "id") };
}

/** The rows as a JSON list, keys as in the input, decimals as text. */
export function childRowsJson(rows: ChildRows) {
  const own = columns[rows.table] as Record<string, string>; // every table's columns map to type names
  const pairs = [...new Set(["id", ...Object.keys(rows.input.shape)])]
    .filter((key) => snake(key) in own)
    .flatMap((key) => {
      const column = sql.ref(`r.${snake(key)}`);
      return [sql`${sql.lit(key)}::text`, inJson(column, own[snake(key)])];
    });
  return sql`(select coalesce(json_agg(json_build_object(${sql.join(pairs)})
    order by ${sql.ref(`r.${rows.order}`)}, r.id), '[]') from ${sql.table(rows.table)} r
    where r.company_id = t.company_id and ${sql.ref(`r.${rows.parent}`)} = t.id)`;
}

/** A column as it stands in replies: JSON of its own would give decimals as floats and instants without their Z. */
function inJson(column: RawBuilder<unknown>, type: string | undefined) {
  if (type === "numeric") return sql`trim_scale(${column})::text`;
  if (type === "time") return sql`to_char(${column}, 'HH24:MI')`;
  if (type === "timestamptz") return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return column;
}

/**
 * Replaces the rows of a record by these, in their order: two statements, however many rows. Where the input names rows by
 * their ids, those that the record has stay the same rows, since others may refer to them.
 */
export async function replaceChildRows(
  db: Db,
  rows: ChildRows,
  recordId: string,
  values: readonly Record<string, unknown>[],
): Promise<void> {
  const kept = "id" in rows.input.shape ? values.flatMap(({ id }) => (typeof id === "string" ? [id] : [])) : [];
  const { rows: stay } = await sql<{ id: string }>`
    with old as (select id from ${sql.table(rows.table)}
      where company_id = current_company() and ${sql.ref(rows.parent)} = ${recordId}),
    gone as (delete from ${sql.table(rows.table)} where company_id = current_company()
      and id in (select id from old) and id <> all(${kept}))
    select id from old where id = any(${kept})`.execute(db);
  await writeChildRows(db, rows, { recordId, values, known: new Set(stay.map(({ id }) => id)) });
}

/** Gives a new record its rows, in their order: one statement, none without rows. */
export async function addChildRows(
  db: Db,
  rows: ChildRows,
  recordId: string,
  values: readonly Record<string, unknown>[],
): Promise<void> {
  await writeChildRows(db, rows, { recordId, values, known: new Set() });
}

interface Written {
  readonly recordId: string;
  readonly values: readonly Record<string, unknown>[];
  /** The ids of rows that the record has, and keeps. */
  readonly known: ReadonlySet<unknown>;
}

async function writeChildRows(db: Db, rows: ChildRows, { recordId, values, known }: Written): Promise<void> {
  if (values.length === 0) return;
  const own = columns[rows.table];
  const prepared = values.map((value, position) => {
    const row = { ...snakeRow(value), [rows.parent]: recordId, ...("position" in own ? { position } : {}) };
    return Object.fromEntries(
      Object.entries(row).filter(([name, cell]) => name in own && (name !== "id" || known.has(cell))),
    );
  });
  const names = [...new Set(prepared.flatMap((row) => Object.keys(row)))];
  await sql`
    insert into ${sql.table(rows.table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values ${sql.join(prepared.map((row) => sql`(${sql.join(names.map((name) => (row[name] === undefined ? sql`default` : sql`${row[name]}`)))})`))}
    ${names.includes("id") ? sql`on conflict (company_id, id) do update set ${sql.join(names.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}` : sql``}`.execute(
    db,
  );
}
