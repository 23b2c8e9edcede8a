import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { reopenedTo } from "./reopened-to.server.ts";

/**
 * A delivery is not over after all: those of its orders that closed by themselves in the transaction in which it ended are
 * open again, where they stood before. They are locked.
 */
export async function reopenClosedWith(ctx: Ctx, orderIds: readonly string[], at: string): Promise<void> {
  const { rows } = await sql<{ id: string; status: string }>`
    update purchase_orders o set status = ${reopenedTo}, over_from = null, closed_at = null, archived_at = null,
      version = o.version + 1, updated_at = now()
    where o.company_id = current_company() and o.id = any(${[...orderIds]}) and o.status = 'closed' and o.closed_by is null
      and o.closed_at = ${at}::timestamptz(3)
    returning o.id, o.status`.execute(ctx.db);
  for (const { id, status } of rows)
    await ctx.emit("purchase-order.reopened", { id }, { from: "closed", to: status, changes: { automatic: true } });
}
