import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { GroupValues } from "#server/records/importer.ts";

/**
 * Rows that give an order's number in the other program alone, and rows that give its number here beside that one, are about
 * the same order: somebody adds a row to a file that Waybill wrote. Asks the database only where a file does both.
 */
export async function calledAlike(
  ctx: Ctx,
  groups: readonly GroupValues[],
): Promise<ReadonlyMap<GroupValues, GroupValues>> {
  const alone = new Map(groups.flatMap((group) => (group[1] ? [] : [[group[0], group] as const])));
  const both = groups.filter(([number, here]) => here && alone.has(number ?? null));
  if (both.length === 0) return new Map();
  const { rows: found } = await sql<{ at: number }>`
    select (g.at - 1)::int as at
    from unnest(${both.map(([number]) => number)}::text[], ${both.map(([, here]) => here)}::text[])
      with ordinality as g(number, here, at)
    join purchase_orders o on o.company_id = current_company() and o.number_key = g.here
      and o.external_number_key = g.number and o.status <> 'cancelled'`.execute(ctx.db);
  return new Map(
    found.flatMap(({ at }) => {
      const group = both[at];
      const other = group && alone.get(group[0] ?? null);
      return group && other ? [[other, group] as const] : [];
    }),
  );
}
