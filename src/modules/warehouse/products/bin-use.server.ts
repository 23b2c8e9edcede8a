import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx, EventDetails } from "#server/http/context.ts";
import { reaction, type Reaction } from "#server/jobs/reactions.ts";

/** A bin in which goods lie stays in use, at its location: 409 with what lies there. */
export const binUse: readonly Reaction[] = ["storage-location.archived", "storage-location.updated"].map((event) =>
  reaction(event, mustBeEmpty),
);

async function mustBeEmpty(ctx: Ctx, id: string, { changes = {} }: EventDetails): Promise<void> {
  const { rows } = await sql<{ code: string; sku: string; qty: string; uom: string; others: number }>`
    select s.code, p.sku, trim_scale(sum(m.quantity))::text as qty, p.base_uom as uom,
      (count(*) over () - 1)::int as others
    from storage_locations s
      join stock_moves m on (m.company_id, m.storage_location_id) = (s.company_id, s.id)
      join products p on (p.company_id, p.id) = (m.company_id, m.product_id)
    where s.company_id = current_company() and s.id = ${id}
      and (not s.is_active and ${"isActive" in changes} or s.archived_at is not null or ${"locationId" in changes})
    group by s.code, p.sku, p.base_uom having sum(m.quantity) <> 0 order by p.sku limit 1`.execute(ctx.db);
  const [first] = rows;
  if (!first) return;
  const { code, sku, qty, uom, others } = first;
  const goods = { qty, uom };
  throw conflict(
    "bin_not_empty",
    others === 0
      ? message("{goods} of {sku} lie in {code}. Only an empty bin can be put out of use or moved.", {
          goods,
          sku,
          code,
        })
      : message(
          "{goods} of {sku} and {others, plural, one {# other product} other {# other products}} lie in {code}. Only an empty bin can be put out of use or moved.",
          { goods, sku, others, code },
        ),
  );
}
