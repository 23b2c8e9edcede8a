import { sql, type RawBuilder } from "kysely";
import type { Sentence } from "#shared/contract/problem.ts";
import { columns } from "../db/columns.ts";
import type { Ctx } from "../http/context.ts";
import { keyOf } from "./import-table.ts";
import type { StagedRow } from "./importer.ts";
import type { RecordTable } from "./records.ts";

/*
 * Files name records of other lists by their id, their code or their name. The id counts most, the name least. A list that is
 * named so has the columns `name` and `name_key`, and with codes of its own `code` and `code_key`.
 */

type Fragment = RawBuilder<unknown>;

const hasCodes = (table: RecordTable): boolean => "code_key" in columns[table];

/** A text as an id; null where it is none. */
export const asId = (text: Fragment): Fragment =>
  sql`case when ${text} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::uuid end`;

/** The record of that list which a file calls so; null where there is none. */
export function recordCalled(table: RecordTable, text: Fragment): Fragment {
  const byCode = hasCodes(table) ? sql`or n.code_key = ${keyOf(text)}` : sql``;
  const codeFirst = hasCodes(table) ? sql`n.code_key = lower(${text}) desc,` : sql``;
  return sql`(select n.id from ${sql.table(table)} n where n.company_id = current_company()
    and (n.id = (select ${asId(text)}) or n.name_key = ${keyOf(text)} ${byCode})
    order by n.id is not distinct from ${asId(text)} desc, ${codeFirst} n.id limit 1)`;
}

/** The names by which a file may call the record with this id, of which the first is shown. */
export const namesOf = (table: RecordTable, id: Fragment): Fragment => sql`(
  select jsonb_build_array(n.name, ${hasCodes(table) ? sql`n.code,` : sql``} n.id) from ${sql.table(table)} n
  where n.company_id = current_company() and n.id = ${id})`;

interface Refusals {
  none(name: string): Sentence;
  /** Of lists in which several may have one name. */
  several?(name: string): Sentence;
}

/** What is wrong with what these rows call records of a list in that field: nobody is called so, or several are. */
export async function refusedNames(
  ctx: Ctx,
  rows: readonly StagedRow[],
  { field, table, none, several }: Refusals & { readonly field: string; readonly table: RecordTable },
): Promise<Map<number, Readonly<Record<string, Sentence>>>> {
  const given = rows.flatMap(({ value }) => (typeof value[field] === "string" ? [value[field]] : []));
  if (given.length === 0) return new Map();
  const code = hasCodes(table) ? sql`n.code_key` : sql`null::text`;
  const { rows: found } = await sql<{ name: string; count: number; isSure: boolean }>`
    select v.name, count(n.id)::int as count,
      coalesce(bool_or(${code} = lower(v.name) or n.id::text = lower(v.name)), false) as "isSure"
    from unnest(${[...new Set(given)]}::text[]) v(name)
    left join ${sql.table(table)} n on n.company_id = current_company()
      and lower(v.name) in (n.id::text, ${code}, n.name_key)
    group by v.name`.execute(ctx.db);
  const refusals = new Map(
    found.flatMap(({ name, count, isSure }): [string, Sentence][] => {
      if (count === 0) return [[name, none(name)]];
      return count > 1 && !isSure && several ? [[name, several(name)]] : [];
    }),
  );
  return new Map(
    rows.flatMap(({ rowNo, value }) => {
      const refusal = refusals.get(String(value[field]));
      return refusal ? [[rowNo, { [field]: refusal }] as const] : [];
    }),
  );
}

/** Everything that was found wrong with rows, by row and by field; of two sentences about one field the first. */
export function allRefusals(
  found: readonly ReadonlyMap<number, Readonly<Record<string, Sentence>>>[],
): Map<number, Readonly<Record<string, Sentence>>> {
  const all = new Map<number, Readonly<Record<string, Sentence>>>();
  for (const one of found) for (const [rowNo, errors] of one) all.set(rowNo, { ...errors, ...all.get(rowNo) });
  return all;
}
