import { sql, type RawBuilder } from "kysely";
import { columns } from "../db/columns.ts";
import { snake } from "../db/names.ts";
import type { Ctx } from "../http/context.ts";
import { givenFields } from "./import-changes.ts";
import type { Applied, PlannedRow, SavedRecord, StagedRow } from "./importer.ts";
import { ofCompany, type RecordTable } from "./records.ts";

type Fragment = RawBuilder<unknown>;

/** One column of an imported table. The row's value is `g.v`, a JSON object; the saved record is `t`. */
interface ImportColumn {
  /** The text, or the texts as a JSON array, by which a file may call what is saved. */
  readonly read?: Fragment;
  /** What is written for the row's value; null where another field's column holds it. */
  readonly write?: Fragment | null;
  /** Other fields that this column is written for as well. */
  readonly also?: readonly string[];
}

/** How rows of a file become rows of one table: the fields by name, each with its column. */
export interface ImportTable {
  readonly table: RecordTable;
  readonly fields: Readonly<Record<string, ImportColumn>>;
  /** Fields of the file that stand in another column than their own name's. */
  readonly columns?: Readonly<Record<string, string>>;
  /** The record that a row is about; null for a new one. */
  readonly match: Fragment;
  /** Columns that follow from a field: written with it. */
  readonly derived?: Readonly<Record<string, { readonly from: string; readonly write: Fragment }>>;
}

/** Fields that are kept as they stand, each in the column of its name. */
export const plainFields = (...names: string[]): Record<string, ImportColumn> =>
  Object.fromEntries(names.map((name) => [name, {}]));

/**
 * A text of a row as keys are kept, in lower case. In a sub-select of its own: below a policy, PostgreSQL 15 takes an index for
 * what a sub-select returns, and reads the whole table for a function of an outer column.
 */
export const keyOf = (text: Fragment): Fragment => sql`(select lower(${text}))`;

const columnOf = ({ columns: own = {} }: ImportTable, field: string): string => snake(own[field] ?? field);
const typeOf = (source: ImportTable, field: string): string =>
  (columns[source.table] as Readonly<Record<string, string>>)[columnOf(source, field)] ?? "text"; // names of types by column

/** What is saved of the records that rows are about, in the words of a file; one statement. */
export async function savedRows(
  ctx: Ctx,
  source: ImportTable,
  rows: readonly StagedRow[],
): Promise<Map<number, SavedRecord>> {
  if (rows.length === 0) return new Map();
  const given = rowsAsJson(rows);
  const isArchivable = "archived_at" in columns[source.table];
  const pairs = Object.entries(source.fields).flatMap(([field, { read }]) => [
    sql.lit(field),
    read ?? asText(sql`t.${sql.ref(columnOf(source, field))}`, typeOf(source, field)),
  ]);
  const { rows: found } = await sql<{
    rowNo: number;
    id: string;
    values: SavedRecord["values"];
    isArchived: boolean;
  }>`/* prepared */
    with g as materialized ( -- each row is looked up once, whatever the planner takes the table's size for
      select (r ->> 'rowNo')::int as "rowNo", ${source.match} as id
      from (select r, r -> 'v' as v from jsonb_array_elements(${given}::jsonb) r) g
    )
    select g."rowNo", t.id, jsonb_build_object(${sql.join(pairs)}) as values,
      ${isArchivable ? sql`t.archived_at is not null` : sql`false`} as "isArchived"
    from g
    join lateral (select t.* from ${sql.table(source.table)} t where t.id = g.id and ${ofCompany(source.table, "t")}
      offset 0) t on true`.execute(ctx.db);
  return new Map(found.map(({ rowNo, ...record }) => [rowNo, record]));
}

/** Rows for a statement: `[{"rowNo": 1, "v": {…}}]`, each with its value. */
export const rowsAsJson = (rows: readonly StagedRow[]): string =>
  withoutNulls(rows.map(({ rowNo, value }) => ({ rowNo, v: value })));

/** As JSON without what is null: most fields of most rows are, and the database reads each of them. */
export const withoutNulls = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_name, value: unknown) => (value === null ? undefined : value));

function asText(column: Fragment, type: string): Fragment {
  if (type === "bool") return sql`case when ${column} then 'yes' else 'no' end`;
  if (type === "numeric") return sql`trim_scale(${column})::text`;
  if (type === "_text") return sql`(select string_agg(w, ', ' order by w) from unnest(${column}) w)`;
  return sql`${column}::text`;
}

/** Makes the rows' new records and writes what they change in those that are there; two statements' worth in one trip. */
export async function writeRows(ctx: Ctx, source: ImportTable, rows: readonly PlannedRow[]): Promise<Applied[]> {
  if (rows.length === 0) return [];
  const given = withoutNulls(
    rows.map(({ rowNo, id, value, changes }) => ({
      rowNo,
      id,
      v: value,
      changed: id === null ? givenFields(value) : Object.keys(changes),
    })),
  );
  const written = [
    ...Object.entries(source.fields).flatMap(([field, { write, also = [] }]) =>
      write === null
        ? []
        : [
            {
              fields: [field, ...also],
              column: sql.ref(columnOf(source, field)),
              value: write ?? asColumn(field, typeOf(source, field)),
            },
          ],
    ),
    ...Object.entries(source.derived ?? {}).map(([name, { from, write }]) => ({
      fields: [from],
      column: sql.ref(name),
      value: write,
    })),
  ];
  const { rows: applied } = await sql<Applied>`/* prepared */
    with given as materialized (
      select coalesce((r ->> 'id')::uuid, uuidv7()) as id, r ->> 'id' is null as is_new, (r ->> 'rowNo')::int as row_no,
        r -> 'v' as v, r -> 'changed' as changed
      from jsonb_array_elements(${given}::jsonb) r
    ), updated as (
      update ${sql.table(source.table)} t set ${sql.join(
        written.map(
          ({ fields, column, value }) =>
            sql`${column} = case when g.changed ?| ${fields} then ${value} else t.${column} end`,
        ),
      )}, version = t.version + 1, updated_at = now()
      from given g where ${ofCompany(source.table, "t")} and t.id = g.id and not g.is_new
    ), added as (
      insert into ${sql.table(source.table)} (id, ${sql.join(written.map(({ column }) => column))})
      select g.id, ${sql.join(written.map(({ value }) => value))} from given g where g.is_new
        order by g.row_no
    )
    select id, row_no as "rowNo", is_new as created from given order by row_no`.execute(ctx.db);
  return applied;
}

function asColumn(field: string, type: string): Fragment {
  const name = sql.lit(field);
  if (type === "_text") return sql`array(select jsonb_array_elements_text(g.v -> ${name}))`;
  return type === "text" ? sql`g.v ->> ${name}` : sql`(g.v ->> ${name})::${sql.ref(type)}`;
}
