import { sql } from "kysely";
import { invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { columns } from "#server/db/columns.ts";
import type { ServedRecord } from "#server/http/modules.ts";

const most = 200;

/** What people call a record `r`; null for kinds that have no name. */
function nameOf({ label }: ServedRecord) {
  if (label === undefined) return null;
  const parts = [label].flat().map((part) => {
    const named = [part].flat().map((column) => sql`r.${sql.ref(column)}`);
    return named.length === 1 ? sql`${named[0]}` : sql`nullif(btrim(concat_ws(' ', ${sql.join(named)})), '')`;
  });
  return parts.length === 1 ? sql`${parts[0]}` : sql`coalesce(${sql.join(parts)})`;
}

/** The number or name of the record that an event `t` is about, read by its key. */
export function recordName(records: readonly ServedRecord[]) {
  const cases = records.flatMap((kind) => {
    const name = nameOf(kind);
    const company = sql.ref(kind.table === "companies" ? "id" : "company_id");
    return name
      ? [
          sql`when ${sql.lit(kind.entity)} then (select ${name} from ${sql.table(kind.table)} r
            where r.${company} = t.company_id and r.id = t.entity_id)`,
        ]
      : [];
  });
  return sql`case t.entity ${sql.join(cases, sql` `)} end`;
}

/** Events `t` of the records whose number or name holds these words, each kind by its own index: one statement. */
export async function eventsOfRecordsCalled(ctx: Ctx, words: string) {
  const { records } = ctx.app.modules;
  const searches = records
    .filter(
      ({ label, words: own, table }) =>
        label !== undefined && !own && "search_text" in columns[table] && "company_id" in columns[table],
    )
    .map(
      ({ entity, table }) =>
        sql`select ${sql.lit(entity)} as entity, search_ids(${sql.lit(table)}::regclass, ${words}, ${most + 1}) as id`,
    );
  // Short lists without an index for their words.
  const readThrough = records.flatMap(({ entity, table, words: own }) =>
    own
      ? [
          sql`select ${sql.lit(entity)}, r.id from ${sql.table(table)} r
            where r.company_id = current_company()
            and position(lower(${words}) in lower(concat_ws(' ',
            ${sql.join(own.map((column) => sql`r.${sql.ref(column)}`))}))) > 0`,
        ]
      : [],
  );
  const { rows } = await sql<{
    entity: string;
    ids: string[];
  }>`select entity, array_agg(id) as ids from (${sql.join([...searches, ...readThrough], sql` union all `)}) as found
    group by entity`.execute(ctx.db);
  if (rows.reduce((sum, { ids }) => sum + ids.length, 0) > most)
    throw invalid({
      q: message("More than {most} records are called like this. Write more of the number or name.", { most }),
    });
  return rows.length === 0
    ? sql`false`
    : sql`(${sql.join(
        rows.map(({ entity, ids }) => sql`(t.entity = ${entity} and t.entity_id = any(${ids}::uuid[]))`),
        sql` or `,
      )})`;
}
