import { sql, type RawBuilder } from "kysely";
import { unseenSigns } from "#shared/fields/fields.ts";
import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";
import type { GroupValues, ImportMapping, RowGroup } from "#server/records/importer.ts";
import { keyOfValues } from "./row-groups.server.ts";

/** Rows that are judged or written in one go: enough to save trips, few enough that nobody waits for their turn. */
const atOnce = 500;

/** Tells how many rows of an import are done, while that goes on; others read it at once. */
export const tellProgress = ({ app, companyId }: Ctx, importId: string, rowsDone: number): Promise<void> =>
  app.beside(companyId, async (db) => {
    await db.updateTable("import_progress").set({ rows_done: rowsDone }).where("import_id", "=", importId).execute();
  });

/** The next rows of an import behind that number, in the order of the file. */
export const stagedRows = (db: Db, importId: string, after: number) =>
  db
    .selectFrom("import_rows")
    .where("import_id", "=", importId)
    .where("row_no", ">", after)
    .orderBy("row_no")
    .limit(atOnce);

/** The rows of an import with these numbers, in the order of the file. */
export const numberedRows = (db: Db, importId: string, rowNos: readonly number[]) =>
  db
    .selectFrom("import_rows")
    .where("import_id", "=", importId)
    .where(sql<boolean>`row_no = any(${[...rowNos]}::int[])`)
    .orderBy("row_no");

interface Batches {
  /** What the groups say of what makes them one; none where rows stand for themselves. */
  readonly groups: readonly GroupValues[];
  /** The numbers of rows that go together. */
  readonly batches: readonly (readonly number[])[];
  /** Of groups that are about the record of another one: the key of that one by theirs. */
  readonly alike: ReadonlyMap<string, string>;
}

/** What groups rows, and all of its rows. */
interface Group {
  readonly by: GroupValues;
  readonly rows: readonly number[];
}

/**
 * The rows of an import some at a time, in the order of the file; the rows of a group go together where the first of them
 * stands, so that what they make together is read and written once. `values`: what groups a row, as a jsonb array.
 */
export async function batchesOf(
  ctx: Ctx,
  importId: string,
  {
    together,
    values,
    onlyGood = false,
  }: { together: RowGroup | undefined; values: (by: RowGroup) => RawBuilder<unknown>; onlyGood?: boolean },
): Promise<Batches> {
  const { rows: found } = await sql<{ groups: readonly Group[] | null }>`
    select jsonb_agg(jsonb_build_object('by', g.by, 'rows', g.rows) order by g.first) as groups
    from (
      select ${together ? values(together) : sql`'[]'::jsonb`} as by, min(row_no) as first, jsonb_agg(row_no order by row_no) as rows
      from import_rows where company_id = current_company() and import_id = ${importId}
        ${onlyGood ? sql`and outcome = 'good'` : sql``}
      group by 1
    ) g`.execute(ctx.db);
  const groups = found[0]?.groups ?? [];
  const alike =
    (await together?.alike?.(
      ctx,
      groups.map(({ by }) => by),
    )) ?? new Map<GroupValues, GroupValues>();
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const rows of joined(groups, alike))
    for (const some of inChunks(rows)) {
      batch.push(...some);
      if (batch.length < atOnce) continue;
      batches.push(batch);
      batch = [];
    }
  if (batch.length > 0) batches.push(batch);
  return {
    groups: together ? groups.map(({ by }) => by) : [],
    batches,
    alike: new Map([...alike].map(([one, other]) => [keyOfValues(one), keyOfValues(other)])),
  };
}

/** The rows of groups that are about one record together, where the first of them stands. */
function joined(groups: readonly Group[], alike: ReadonlyMap<GroupValues, GroupValues>): Iterable<readonly number[]> {
  const rowsOf = new Map<GroupValues, number[]>();
  for (const { by, rows } of groups) {
    const record = alike.get(by) ?? by;
    const own = rowsOf.get(record);
    if (own) own.push(...rows);
    else rowsOf.set(record, [...rows]);
  }
  return rowsOf.values();
}

/** So many at a time as are judged or written in one go. */
export function* inChunks<T>(all: Iterable<T>): Generator<T[]> {
  let chunk: T[] = [];
  for (const one of all) {
    chunk.push(one);
    if (chunk.length < atOnce) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** As `plainCode` of what people type. */
const plainText = (text: RawBuilder<unknown>) => sql`btrim(regexp_replace(regexp_replace(normalize(${text}),
  ${sql.lit(unseenSigns.source)}, '', 'g'),
  '[\\s\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]+', ' ', 'g'))`;

/** What groups rows that are not read yet, by the cells that the mapping names. */
export function groupOfCells({ by }: RowGroup, columns: readonly string[], mapping: ImportMapping) {
  const cells = by.map((field) => {
    const source = mapping[field];
    if (source?.column === undefined) return sql`lower(${plainText(sql`${source?.value ?? null}::text`)})`;
    const cell = plainText(sql`cells[${columns.indexOf(source.column) + 1}::int]`);
    // As readCell takes a text: a formula says nothing, and an apostrophe only says that something is none.
    return sql`case when ${cell} like '=%' then '' else lower(regexp_replace(${cell}, '^''([=+@-])', '\\1')) end`;
  });
  return sql`jsonb_build_array(${sql.join(cells)})`;
}

/** What groups rows that were read. */
export const groupOfValues = ({ by }: RowGroup) =>
  sql`jsonb_build_array(${sql.join(by.map((field) => sql`lower(value ->> ${field}::text)`))})`;
