import { sql, type Expression, type RawBuilder } from "kysely";
import { z } from "zod";
import { malformed } from "#shared/contract/problem.ts";
import type { Ctx } from "../http/context.ts";
import { columns } from "../db/columns.ts";
import type { Tables } from "../db/database.ts";
import { sameText, sha256, sign } from "../crypto/keys.ts";
import { plannedByValue } from "../db/kysely-over.ts";
import { snake } from "../db/names.ts";
import { isSeen, type SeenBy } from "./own.ts";
import { ofCompany } from "./records.ts";

type Condition = RawBuilder<unknown>;
/** Expressions beside the table's own columns, by the record's key; the table is `t`. */
export type Additions = Readonly<Record<string, Condition>>;

export interface ListSource {
  readonly table: keyof Tables;
  /** The record's schema: exactly its keys are selected. */
  readonly record: z.ZodObject;
  readonly add?: Additions | undefined;
  /** Tables that `add` shows something of, joined to the page's rows `t`, one row of theirs at most to each: `left join vendors v on …`. */
  readonly joins?: RawBuilder<unknown> | undefined;
  /** Filters that are no column of the table. */
  readonly where?: Readonly<Record<string, (value: never, ctx: Ctx) => Condition>> | undefined;
  readonly defaultSort: string;
  /** Whose records these are, and who is shown all of them. */
  readonly seen?: SeenBy | undefined;
  /** Sorts by another column than the one that is called so, e.g. amounts of many currencies by what they are worth. */
  readonly sortBy?: Readonly<Record<string, string>> | undefined;
  /** Where the list is served: binds its cursors. */
  readonly path: string;
}

export interface ListQuery {
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly archived: "without" | "with" | "only";
}

export interface Page {
  items: Record<string, unknown>[];
  nextCursor: string | null;
  total: { count: number; more: boolean } | null;
}

const countedUpTo = 1000;
/** Sizes of pages that screens and exports ask for; a page of another size has no plan that is kept for it. */
const usualLimits = new Set([20, 50, 100, 200]);
const own = new Set(["q", "sort", "limit", "cursor", "ids", "archived"]);

/** One keyset page of a list, and on the first page its total (exact to 1,000): at most three statements, and one more for a search. */
export async function page(ctx: Ctx, source: ListSource, query: ListQuery): Promise<Page> {
  const sort = query.sort ?? source.defaultSort;
  const down = sort.startsWith("-");
  const name = down ? sort.slice(1) : sort;
  const column = sql.ref(`t.${snake(source.sortBy?.[name] ?? name)}`);
  const way = down ? sql`desc` : sql`asc`;
  const order = sql`order by ${column} ${way}, t.id ${way}`;
  const search = query.q ? await searchConditions(ctx, source.table, query.q) : {};
  const filters = filterConditions(ctx, source, query);
  const isNarrowed = Boolean(query.q) || dependOnValues(ctx, filters);
  const planned = isNarrowed || !usualLimits.has(query.limit) ? plannedByValue : sql``;
  const conditions = [
    ofCompany(source.table, "t"),
    ...(source.seen ? [isSeen(ctx, source.seen)] : []),
    ...filters,
    ...(search.rare ? [search.rare] : []),
  ];
  const use = cursorUse(ctx, source, query);
  const after = query.cursor ? [cursorCondition(ctx, use, query.cursor, { column, down })] : [];
  const table = sql`${sql.table(source.table)} as t where ${all([...conditions, ...after])}`;
  const found = search.common ? sql`(select t.* from ${table} ${order} offset 0) as t where ${search.common}` : table;
  const limited = sql`from ${found} ${order} limit ${sql.lit(query.limit + 1)}`;
  const ids = isNarrowed && source.joins ? await idsOf(ctx, limited) : undefined;
  const rows = ids
    ? await rowsOf(ctx, source, column, ids)
    : (
        await sql<Row>`${planned} select ${selection(source)}, ${column}::text as cursor_text
          from (select t.* ${limited}) as t ${source.joins ?? sql``} ${order}`.execute(ctx.db)
      ).rows;
  const more = (ids ?? rows).length > query.limit;
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    items: shown,
    nextCursor: more && last ? makeCursor(ctx, use, [String(last["cursor_text"]), String(last["id"])]) : null,
    total: query.cursor
      ? null
      : await total(ctx, source, [...conditions, ...(search.common ? [search.common] : [])], {
          known: more ? null : shown.length,
          planned,
        }),
  };
}

type Row = Record<string, unknown>;

/** What a page consists of whose plan depends on its values, and that shows much of other tables: the finding alone is planned each time. */
async function idsOf(ctx: Ctx, limited: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${plannedByValue} select t.id ${limited}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** The rows with these ids, in this order. */
async function rowsOf(ctx: Ctx, source: ListSource, column: Condition, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`select ${selection(source)}, ${column}::text as cursor_text
    from unnest(${ids}::uuid[]) with ordinality as found(id, place)
    join ${sql.table(source.table)} as t on t.id = found.id and ${ofCompany(source.table, "t")} ${source.joins ?? sql``}
    order by found.place`.execute(ctx.db);
  return rows;
}

/** One record of a list by its id, with the same columns; undefined when it is absent. `prepared`: steps that write answer with it. */
export async function one(ctx: Ctx, source: ListSource, id: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<
    Record<string, unknown>
  >`/* prepared */ select ${selection(source)} from ${sql.table(source.table)} as t
    ${source.joins ?? sql``} where t.id = ${id} and ${ofCompany(source.table, "t")}
      and ${isSeen(ctx, source.seen)}`.execute(ctx.db);
  return rows[0];
}

const selections = new WeakMap<ListSource, Expression<unknown>>();

/** What is selected of a list, under the record's own keys; the same each time, so it is made once. */
function selection(source: ListSource): Expression<unknown> {
  const known = selections.get(source);
  if (known) return known;
  const { table, record, add = {} } = source;
  const plain = Object.keys(record.shape).filter((key) => snake(key) in columns[table] && !(key in add));
  const node = sql
    .join([
      ...plain.map((key) => sql`${sql.ref(`t.${snake(key)}`)} as ${sql.ref(key)}`),
      ...Object.entries(add).map(([key, expression]) => sql`${expression} as ${sql.ref(key)}`),
    ])
    .toOperationNode();
  const made = { expressionType: undefined, toOperationNode: () => node };
  selections.set(source, made);
  return made;
}

/** Whether the best plan depends on what is asked for: on any value that does not stand in the statement itself. */
const dependOnValues = (ctx: Ctx, filters: readonly Condition[]): boolean =>
  filters.some((filter) => filter.compile(ctx.db).parameters.length > 0);

function filterConditions(ctx: Ctx, source: ListSource, query: ListQuery): Condition[] {
  const conditions: Condition[] = [];
  if (query.ids) conditions.push(sql`t.id = any(${query.ids as string[]})`);
  else if ("archived_at" in columns[source.table] && query.archived !== "with")
    conditions.push(query.archived === "only" ? sql`t.archived_at is not null` : sql`t.archived_at is null`);
  for (const [name, value] of Object.entries(query)) {
    if (own.has(name) || value === undefined) continue;
    const special = source.where?.[name];
    const types: Readonly<Record<string, string>> = columns[source.table];
    const type = types[snake(name)] ?? "";
    const holdsWords = type.startsWith("_"); // as PostgreSQL calls the type of a list
    const column = sql.ref(`t.${snake(name)}`);
    if (special) conditions.push(special(value as never, ctx)); // the query's schema has typed the value
    else if (holdsWords) conditions.push(sql`${column} && ${value}`);
    else conditions.push(chosen(column, value, source.record.shape[name]) ?? columnCondition(column, value, type));
  }
  return conditions;
}

/**
 * The condition under which a row `t` of a table holds all words of a search, for whoever asks of one what its list does not.
 * One statement, which asks for the rare ones.
 */
export async function holdsWords(ctx: Ctx, table: keyof Tables, q: string): Promise<RawBuilder<unknown>> {
  const { rare, common } = await searchConditions(ctx, table, q);
  return rare ?? common ?? sql`true`;
}

/**
 * Rare words are looked up first: their index tells which records hold them all. Common words would give more ids than
 * help; the list is then read in its own order (hence `offset 0`) and the records that hold them are met soon enough.
 */
async function searchConditions(
  ctx: Ctx,
  table: keyof Tables,
  q: string,
): Promise<{ rare?: Condition; common?: Condition }> {
  const words = q.toLowerCase().split(" ").filter(Boolean).slice(0, 6); // as search_ids does
  const holdsThem = all(words.map((word) => sql`t.search_text like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`));
  if (!("company_id" in columns[table])) return { rare: holdsThem };
  const { rows } = await sql<{
    ids: string[] | null;
  }>`select search_rare(${table}::regclass, ${q}, 2000) as ids`.execute(ctx.db);
  const ids = rows[0]?.ids;
  return ids ? { rare: sql`t.id = any(${ids}::uuid[])` } : { common: holdsThem };
}

/**
 * One of the few values that a field can have, such as a state. It stands in the statement: half of all rows may have it and
 * nearly none another, so that each has a plan of its own, which is kept. Undefined for every other field or value, and for
 * several at once: there are so many sets of ten states that nothing else would be kept beside them.
 */
function chosen(column: Condition, value: unknown, field: z.ZodType | undefined): Condition | undefined {
  const few = valuesOf(field);
  const [one, ...others] = [value].flat();
  return others.length > 0 || !few.includes(one) ? undefined : sql`${column} in (${sql.lit(one)})`;
}

/** The values that a field of a record can have, where they are few; else none. */
function valuesOf(field: z.ZodType | undefined): readonly unknown[] {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault)
    return valuesOf(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodBoolean) return [true, false];
  return field instanceof z.ZodEnum && field.options.length <= 20 ? field.options : [];
}

/** Any of some values, a range `a..b` of days with both ends where the column has days, or one value. */
function columnCondition(column: Condition, value: unknown, type: string): Condition {
  if (Array.isArray(value)) return sql`${column} = any(${value})`;
  if (typeof value === "string" && value.includes("..") && ["date", "timestamptz"].includes(type)) {
    const [from, until] = value.split("..");
    // Below row-level security no index serves the comparison of an instant with a day: it has to be one of two instants.
    const its = type === "date" ? sql`date` : sql`timestamptz`;
    return all([
      ...(from ? [sql`${column} >= ${from}::date::${its}`] : []),
      ...(until ? [sql`${column} < (${until}::date + 1)::${its}`] : []),
    ]);
  }
  return sql`${column} = ${value}`;
}

const all = (conditions: Condition[]): Condition => (conditions.length ? sql.join(conditions, sql` and `) : sql`true`);

async function total(
  ctx: Ctx,
  source: ListSource,
  conditions: Condition[],
  { known, planned }: { known: number | null; planned: Condition },
) {
  if (known !== null) return { count: known, more: false };
  const { rows } = await sql<{ count: number }>`${planned}
    select count(*)::int as count from (select 1 from ${sql.table(source.table)} as t where ${all(conditions)}
      limit ${sql.lit(countedUpTo + 1)}) as counted`.execute(ctx.db);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, countedUpTo), more: count > countedUpTo };
}

/** A cursor fits one sort, one filter and one company; nobody can make one up. */
function cursorUse(ctx: Ctx, source: ListSource, query: ListQuery): string {
  const bound = Object.entries(query)
    .filter(([name]) => name !== "cursor" && name !== "limit" && name !== "columns")
    .sort();
  return `cursor ${source.path} ${ctx.companyId} ${sha256(JSON.stringify(bound)).toString("base64url")}`;
}

function makeCursor(ctx: Ctx, use: string, position: [string, string]): string {
  const text = Buffer.from(JSON.stringify(position)).toString("base64url");
  return `${text}.${sign(ctx.app.keys, use, text)}`;
}

function cursorCondition(
  ctx: Ctx,
  use: string,
  cursor: string,
  { column, down }: { column: Condition; down: boolean },
): Condition {
  const [text = "", signature = ""] = cursor.split(".");
  if (!sameText(signature, sign(ctx.app.keys, use, text)))
    throw malformed("bad_cursor", "This page position belongs to another list. Start from the first page.");
  const [value, id] = JSON.parse(Buffer.from(text, "base64url").toString()) as [string, string]; // our own signature is on it
  return sql`(${column}, t.id) ${down ? sql`<` : sql`>`} (${value}, ${id})`;
}
