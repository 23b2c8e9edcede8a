import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { deliveryScheduleFlow } from "../delivery-schedules/delivery-schedules.flow.ts";
import { agreedQtyOf, agreedStatusOf, judgedQtyOf } from "../purchase-orders/agreed-lines.server.ts";
import { itemStates } from "../purchase-orders/lines/lines.contract.ts";
import { purchaseOrderFlow } from "../purchase-orders/purchase-orders.flow.ts";
import { issueFlow } from "./issues.flow.ts";
import { closeReasonOf, keptOrCreditedOf } from "../purchase-orders/lines/credited-goods.server.ts";

const ordered = sql`(${judgedQtyOf("l")} * l.qty_per_uom)`;
const openQty = sql`(case when ${agreedStatusOf("l")} in (${statesIn(itemStates, "over")}) then 0
  else greatest(0, round(${agreedQtyOf("l")} - ${keptOrCreditedOf("l")} / l.qty_per_uom, 6)) end)`;

/** Whether what the system reported of a line `l` of the order `o` by the issue `r` is still so. Nothing of an order that is given up is missing. */
const isStillSo = sql`case
  when o.status in (${statesIn(purchaseOrderFlow, "dropped")}) then false
  when r.kind = 'over' then ${keptOrCreditedOf("l")} > ${ordered}
  -- "Will not come": the line was closed short, though it is wanted.
  when r.delivery_schedule_id is null then l.status = 'short_closed' and not l.is_unwanted and ${keptOrCreditedOf("l")} < ${ordered}
  -- "Did not come": still expected, and nothing has made it good since.
  else ${openQty} > 0 and coalesce((
    select round(sum((x.accepted_qty + x.damaged_qty) * x.qty_per_uom) / l.qty_per_uom, 6) from receipt_lines x
      join receipts g on (g.company_id, g.id) = (x.company_id, x.receipt_id)
    where x.company_id = l.company_id and x.purchase_order_item_id = l.id and g.posted_at > r.created_at
  ), 0) < coalesce(r.qty_affected, 0)
  -- A count of the same truck that came after its completion: rejected goods did come.
  and not exists (select from delivery_schedule_items x
    where x.company_id = r.company_id and x.delivery_schedule_id = r.delivery_schedule_id and x.purchase_order_item_id = l.id
      and x.planned_qty <= (select round(sum(y.counted_qty * y.qty_per_uom) / l.qty_per_uom, 6) from receipt_lines y
        join receipts g on (g.company_id, g.id) = (y.company_id, y.receipt_id)
        where y.company_id = l.company_id and y.purchase_order_item_id = l.id
          and g.delivery_schedule_id = r.delivery_schedule_id))
end`;

/** Whether a delivery `d` that did not come or was sent away still leaves a line unprovided for. */
const isUnprovided = sql`d.status in (${statesIn(deliveryScheduleFlow, "missed")}) and (
  not exists (select from delivery_schedule_items x
    where x.company_id = d.company_id and x.delivery_schedule_id = d.id)
  or exists (
    select from delivery_schedule_items x
      join purchase_order_items l on (l.company_id, l.id) = (x.company_id, x.purchase_order_item_id)
      join purchase_orders o on (o.company_id, o.id) = (l.company_id, l.purchase_order_id)
    where x.company_id = d.company_id and x.delivery_schedule_id = d.id and l.scheduled_qty < ${openQty}
      and o.status not in (${statesIn(purchaseOrderFlow, "dropped")})
      and (l.promised_date is null or l.promised_date <= d.planned_start::date)))`;

/** An issue that the system opened is opened again only while its cause is there. Its order is locked. */
export async function refuseWithoutCause(
  ctx: Ctx,
  { id, createdBy, ...about }: RecordOf<"reported_issues">,
): Promise<void> {
  if (createdBy !== null) return;
  const { rows: orders } = await sql<{ id: string }>`
    select ${about.purchaseOrderId}::uuid as id where ${about.purchaseOrderId}::uuid is not null
    union select i.purchase_order_id from delivery_schedule_items x
      join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
    where x.company_id = current_company() and x.delivery_schedule_id = ${about.deliveryScheduleId}::uuid`.execute(
    ctx.db,
  );
  await settleIssues(
    ctx,
    orders.map((order) => order.id),
  );
  const { rows } = await sql`
    select from reported_issues r left join receipts g on (g.company_id, g.id) = (r.company_id, r.receipt_id)
      left join delivery_schedules d on (d.company_id, d.id) = (r.company_id, r.delivery_schedule_id)
    where r.company_id = current_company() and r.id = ${id}
      and (r.status <> 'open' or g.status = 'reversed' or (r.kind = 'no_show' and d.status <> 'no_show'))`.execute(
    ctx.db,
  );
  if (rows.length > 0)
    throw conflict("cause_is_gone", message("What it was about is no more. Report a new issue if there is one."));
}

/**
 * Resolves what the system reported of these orders and is no longer so: goods that were missing came or are not
 * expected any more, a surplus is none, a delivery that did not come is booked or promised anew. Says which receipt did
 * it, else who.
 */
export async function settleIssues(
  ctx: Ctx,
  orderIds: readonly string[],
  receiptId: string | null = null,
): Promise<void> {
  const { rows } = await sql<{ id: string; from: string; note: string | null }>`/* prepared */
    with gone as (
      select r.id, r.status, case
          when o.status in (${statesIn(purchaseOrderFlow, "dropped")}) then coalesce(o.cancel_reason, o.vendor_note)
          when l.status = 'short_closed' then ${closeReasonOf("l")}
        end as note
      from reported_issues r
        join purchase_order_items l on (l.company_id, l.id) = (r.company_id, r.purchase_order_item_id)
        join purchase_orders o on (o.company_id, o.id) = (l.company_id, l.purchase_order_id)
      where r.company_id = current_company() and r.purchase_order_id = any(${[...orderIds]}) and r.created_by is null
        and r.kind in ('short', 'over') and r.status in (${statesIn(issueFlow, "open")}) and not (${isStillSo})
      union all
      select r.id, r.status, null from reported_issues r
        join delivery_schedules d on (d.company_id, d.id) = (r.company_id, r.delivery_schedule_id)
      -- What a count of it reported is of another kind: unread goods stay unread, whatever comes later.
      where r.company_id = current_company() and r.created_by is null and r.kind in ('no_show', 'other')
        and r.receipt_id is null and r.status in (${statesIn(issueFlow, "open")}) and d.id in (
          select x.delivery_schedule_id from delivery_schedule_items x
            join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
          where x.company_id = current_company() and i.purchase_order_id = any(${[...orderIds]}))
        and not (${isUnprovided})
    )
    update reported_issues i set status = 'resolved', resolution = 'settled', resolution_note = gone.note,
      resolved_at = now(), resolved_by = ${receiptId === null ? (ctx.user?.id ?? null) : null}::uuid,
      resolved_by_receipt_id = ${receiptId}::uuid, version = i.version + 1, updated_at = now()
    from gone where i.company_id = current_company() and i.id = gone.id
    returning i.id, gone.status as "from", gone.note`.execute(ctx.db);
  for (const { id, from, note } of rows)
    await ctx.emit(
      "issue.settled",
      { id },
      { from, to: "resolved", ...(note === null ? {} : { reason: note }), changes: receiptId ? { receiptId } : {} },
    );
}
