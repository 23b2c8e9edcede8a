import { sql } from "kysely";
import type { Ctx, EventDetails } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { issueFlow } from "./issues.flow.ts";

/** The issues `r` that a step of a delivery may have touched: its own, and those of the lines that it brings. */
const ofDelivery = (id: string) => sql`(r.delivery_schedule_id = ${id} or r.purchase_order_item_id in (
    select x.purchase_order_item_id from delivery_schedule_items x
    where x.company_id = r.company_id and x.delivery_schedule_id = ${id})
  or r.delivery_schedule_id in (select y.delivery_schedule_id from delivery_schedule_items x
    join delivery_schedule_items y on (y.company_id, y.purchase_order_item_id) = (x.company_id, x.purchase_order_item_id)
    where x.company_id = r.company_id and x.delivery_schedule_id = ${id}))`;

/**
 * A step of a delivery was taken back. What the system reported in its transaction has no cause any more: it is dismissed,
 * and settled where somebody has begun with it. What the step had dismissed or settled, and nobody has touched since, is
 * open again.
 */
export async function undoReports(
  ctx: Ctx,
  deliveryScheduleId: string,
  { reason, changes }: EventDetails,
): Promise<void> {
  const at = String(changes?.["recordedAt"]); // `undo()` says it
  const { rows: opened } = await sql<{ id: string; from: string; to: string }>`
    update reported_issues r set version = r.version + 1, updated_at = now(),
      status = case when r.status in (${statesIn(issueFlow, "untouched")}) then 'dismissed' else 'resolved' end,
      resolution = case when r.status in (${statesIn(issueFlow, "untouched")}) then r.resolution else 'settled' end,
      resolution_note = case when r.status in (${statesIn(issueFlow, "untouched")}) then r.resolution_note else ${reason ?? null} end,
      resolved_at = case when r.status in (${statesIn(issueFlow, "untouched")}) then r.resolved_at else now() end
    from reported_issues b
    where (b.company_id, b.id) = (r.company_id, r.id) and r.company_id = current_company() and r.created_by is null
      and r.delivery_schedule_id = ${deliveryScheduleId} and r.receipt_id is null
      and r.created_at = ${at}::timestamptz(3) and r.status in (${statesIn(issueFlow, "open")})
    returning r.id, b.status as "from", r.status as "to"`.execute(ctx.db);
  for (const { id, from, to } of opened)
    await ctx.emit(to === "dismissed" ? "issue.dismissed" : "issue.settled", { id }, { from, to, reason });
  const { rows: ended } = await sql<{ id: string; from: string }>`
    update reported_issues r set status = 'open', resolution = null, resolution_note = null, resolved_at = null, archived_at = null,
      resolved_by = null, version = r.version + 1, updated_at = now()
    from reported_issues b
    where (b.company_id, b.id) = (r.company_id, r.id) and r.company_id = current_company() and r.created_by is null
      and ${ofDelivery(deliveryScheduleId)} and r.created_at < ${at}::timestamptz(3) and r.updated_at = ${at}::timestamptz(3)
      and r.resolved_by_receipt_id is null and (r.status = 'dismissed' or r.status = 'resolved' and r.resolution = 'settled')
    returning r.id, b.status as "from"`.execute(ctx.db);
  for (const { id, from } of ended) await ctx.emit("issue.reopened", { id }, { from, to: "open", reason });
}
