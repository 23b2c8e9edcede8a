import { sql, type RawBuilder, type SelectType } from "kysely";
import { conflict, notFound } from "#shared/contract/problem.ts";
import type { RecordKind } from "#shared/contract/record.ts";
import { columns } from "../db/columns.ts";
import type { Db, Tables } from "../db/database.ts";
import { camelRow, snakeRow, type Camel } from "../db/names.ts";

/** Tables whose rows are records: they have an id and a version. */
export type RecordTable = {
  [T in keyof Tables]: "version" extends keyof Tables[T] ? ("id" extends keyof Tables[T] ? T : never) : never;
}[keyof Tables];
/** What the record descriptor of a table says to the kit: the table, the word of its events, whose a record is, and whether it takes files. */
export type KindOf<T extends RecordTable> = Pick<RecordKind, "entity" | "own" | "confidential" | "files"> & {
  readonly table: T;
};
export type RecordOf<T extends keyof Tables> = {
  [K in keyof Tables[T] & string as Camel<K>]: SelectType<Tables[T][K]>;
};
/** What is written; an expression is computed by the database. */
export type Changes<T extends keyof Tables> = Partial<{
  [K in keyof Tables[T] & string as Camel<K>]: SelectType<Tables[T][K]> | Date | RawBuilder<SelectType<Tables[T][K]>>;
}>;

/** `and company_id = …` for tables that have one: the predicate beside row-level security. */
export function ofCompany(table: keyof Tables, alias?: string) {
  const column = sql.ref(alias ? `${alias}.company_id` : "company_id");
  return "company_id" in columns[table] ? sql`${column} = (select current_company())` : sql`true`;
}

/** Locks one record for this transaction and returns it; 404 when it is absent or another company's. */
export async function lockById<T extends RecordTable>(db: Db, table: T, id: string): Promise<RecordOf<T>> {
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} where id = ${id} and ${ofCompany(table)} for no key update`.execute(db);
  if (!rows[0]) throw notFound();
  return camelRow(rows[0]) as RecordOf<T>; // every column of the table, renamed
}

/** Locks several records in the order of their ids, so that two who want the same ones queue and never block each other. */
export async function lockMany<T extends RecordTable>(
  db: Db,
  table: T,
  ids: readonly string[],
): Promise<RecordOf<T>[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} where id = any(${[...new Set(ids)]}) and ${ofCompany(table)}
    order by id for no key update`.execute(db);
  return rows.map((row) => camelRow(row) as RecordOf<T>); // as above
}

/** One record without a lock; 404 as `lockById`. */
export async function findById<T extends RecordTable>(db: Db, table: T, id: string): Promise<RecordOf<T>> {
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} where id = ${id} and ${ofCompany(table)}`.execute(db);
  if (!rows[0]) throw notFound();
  return camelRow(rows[0]) as RecordOf<T>; // as above
}

/** Inserts one record; what is not given takes the column's default. */
export async function insertRow<T extends RecordTable>(db: Db, table: T, values: Changes<T>): Promise<RecordOf<T>> {
  const row = onlyColumns(table, snakeRow(values));
  const names = Object.keys(row);
  const { rows } = await sql<Record<string, unknown>>`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values (${sql.join(names.map((name) => bind(table, name, row[name])))}) returning *`.execute(db);
  return camelRow(rows[0] ?? {}) as RecordOf<T>; // an insert without a trigger returns its row
}

/** Writes changes to a record that `lockById` has locked: version + 1. Returns the record as it is now. */
export async function updateRow<T extends RecordTable>(
  db: Db,
  table: T,
  record: { readonly id: string },
  changes: Changes<T>,
): Promise<RecordOf<T>> {
  const row = onlyColumns(table, snakeRow(changes));
  const sets = Object.keys(row).map((name) => sql`${sql.ref(name)} = ${bind(table, name, row[name])}`);
  const { rows } = await sql<Record<string, unknown>>`
    update ${sql.table(table)} set ${sql.join([...sets, sql`version = version + 1`, sql`updated_at = now()`])}
    where id = ${record.id} and ${ofCompany(table)} returning *`.execute(db);
  if (!rows[0]) throw notFound();
  return camelRow(rows[0]) as RecordOf<T>; // as above
}

/** Removes a record; a foreign key that still refers to it answers 409 `in_use` (errors.ts). */
export async function deleteRow<T extends RecordTable>(db: Db, table: T, id: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id} and ${ofCompany(table)}`.execute(db);
}

/** The next value of a company's series, from 1; of several at once the last. Gaps are possible, repeats are not. */
export async function nextNumber(db: Db, series: string, count = 1): Promise<number> {
  const { rows } = await sql<{ value: number }>`/* prepared */
    insert into counters (series, value) values (${series}, ${count})
    on conflict (company_id, series) do update set value = counters.value + ${count} returning value::int as value`.execute(
    db,
  );
  return rows[0]?.value ?? 1;
}

/** Whoever draws numbers of a series waits from now on until this transaction ends; who has drawn some has written them. */
export async function lockNumbers(db: Db, series: string): Promise<void> {
  await sql`select 1 from counters where company_id = current_company() and series = ${series} for no key update`.execute(
    db,
  );
}

/** 409 with the record as it is now: somebody else saved first. */
export function stale(current: unknown) {
  return conflict(
    "stale_version",
    "This record was changed meanwhile. Your edit is kept; compare it with what is saved now.",
    { current },
  );
}

function onlyColumns(table: keyof Tables, row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name in columns[table]));
}

function bind(table: keyof Tables, name: string, value: unknown) {
  const type = (columns[table] as Record<string, string>)[name]; // every table's columns map to type names
  if (value && typeof value === "object" && "toOperationNode" in value) return sql`${value}`;
  return type === "jsonb" && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;
}
