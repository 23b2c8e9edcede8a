import { sql, type RawBuilder } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { viewersOf } from "#server/live/viewers.ts";
import { isSeen, seesAll } from "#server/records/own.ts";

/**
 * The condition under which an event `t` is told: of records that are confidential, or somebody's own, to whoever is shown the
 * record itself. What became of one that is removed is told to those who see all of its kind.
 */
export function isShown(ctx: Ctx): RawBuilder<unknown> {
  const { served, records } = ctx.app.modules;
  const viewers = viewersOf(served, records);
  const kept = records.flatMap(({ entity, table }) => {
    const seen = viewers.get(entity);
    if ((!seen?.own && !seen?.confidential) || seesAll(ctx, seen)) return [];
    return [
      sql`(t.entity <> ${entity} or exists (select from (values (t.entity_id)) e (id)
        join ${sql.table(table)} t on t.company_id = current_company() and t.id = e.id where ${isSeen(ctx, seen)}))`,
    ];
  });
  return kept.length === 0 ? sql`true` : sql`(${sql.join(kept, sql` and `)})`;
}
