import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { deliveryScheduleFlow } from "../delivery-schedules/delivery-schedules.flow.ts";
import { issueFlow } from "./issues.flow.ts";

/**
 * The question what a truck does here that nobody expects is answered once it has gone or its goods were counted, and
 * the buyer has decided on those that were put aside.
 */
export async function settleArrival(ctx: Ctx, deliveryScheduleId: string): Promise<void> {
  const { rows } = await sql<{ id: string; from: string }>`
    update reported_issues i set status = 'resolved', resolution = 'settled', resolved_at = now(),
      resolved_by = ${ctx.user?.id ?? null}::uuid, version = i.version + 1, updated_at = now()
    from reported_issues a join delivery_schedules d on (d.company_id, d.id) = (a.company_id, a.delivery_schedule_id)
    where (i.company_id, i.id) = (a.company_id, a.id) and a.company_id = current_company()
      and a.delivery_schedule_id = ${deliveryScheduleId} and a.receipt_line_id is null and a.created_by is null and a.kind in ('unexpected', 'held')
      and a.status in (${statesIn(issueFlow, "open")})
      and (d.status in (${statesIn(deliveryScheduleFlow, "over")}) or exists (select from receipts r
        where r.company_id = d.company_id and r.delivery_schedule_id = d.id and r.status = 'posted'))
      and not exists (select from reported_issues g where g.company_id = d.company_id
        and g.delivery_schedule_id = d.id and g.receipt_line_id is not null and g.created_by is null
        and g.kind in ('unexpected', 'held') and g.status in (${statesIn(issueFlow, "open")}))
    returning i.id, a.status as "from"`.execute(ctx.db);
  for (const { id, from } of rows) await ctx.emit("issue.settled", { id }, { from, to: "resolved" });
}

/** The buyer has decided on goods that were put aside: it may have been the last of their truck. */
export async function settleArrivalOf(ctx: Ctx, issueId: string): Promise<void> {
  const { rows } = await sql<{ deliveryId: string | null }>`
    select delivery_schedule_id as "deliveryId" from reported_issues
    where company_id = current_company() and id = ${issueId}`.execute(ctx.db);
  const deliveryId = rows[0]?.deliveryId;
  if (deliveryId) await settleArrival(ctx, deliveryId);
}

/** The delivery is not over after all: what it did not bring is reported again when it is. */
export async function dismissShort(ctx: Ctx, deliveryScheduleId: string, reason: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update reported_issues set status = 'dismissed', version = version + 1, updated_at = now()
    where company_id = current_company() and delivery_schedule_id = ${deliveryScheduleId} and kind = 'short'
      and created_by is null and status in (${statesIn(issueFlow, "untouched")}) returning id`.execute(ctx.db);
  if (rows.length > 0) await ctx.emit("issue.dismissed", rows, { to: "dismissed", reason });
}
