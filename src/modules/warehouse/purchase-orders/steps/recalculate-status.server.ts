import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { revokeLinks } from "#server/mail/links.ts";
import { statesIn } from "#server/records/states.ts";
import { settleIssues } from "../../issues/settle-issues.server.ts";
import { hasTruckSql } from "../has-truck.server.ts";
import { isEndedByCredit, keptOrCredited } from "../lines/credited-goods.server.ts";
import { itemStates } from "../lines/lines.contract.ts";
import { purchaseOrderFlow } from "../purchase-orders.flow.ts";
import { closingMail, withdrawnOf, type WithExpected } from "../mails/goods-told.server.ts";
import { reopenedTo } from "./reopened-to.server.ts";

interface RecalculatedOrder {
  id: string;
  before: string;
  status: string;
  receiptStatus: string;
  /** A line is no more complete, and a person had closed the order. */
  fell: boolean;
}

/**
 * To be called in the transaction of everything that changes quantities of order lines: receipts, reversals, bookings,
 * a delivery that leaves. States of the lines, receipt status and shares of the orders follow from the quantities; an
 * order of which nothing more is expected closes by itself once none of its deliveries is here or on its way, and steps
 * back to where it stood when a receipt is taken back. What a person closed stays closed: its lines are short then.
 * Issues whose cause is gone are resolved, by the receipt at hand where there is one.
 *
 * The vendor is told once that an order has closed, with what is not expected any more: `before` are the lines as they were
 * where a step lowers what is expected. What goes back and is expected again of a closed order is told, too; a receipt that
 * is taken back is not: it is counted anew.
 *
 * Whoever writes to the lines has locked the orders before (a step does, `lockOrdersOf`, `lockOrderLines`), so that two
 * writers wait and do not collide.
 */
export async function recalculateStatus(
  ctx: Ctx,
  orderIds: readonly string[],
  receiptId: string | null = null,
  before: readonly WithExpected[] = [],
): Promise<void> {
  const { rows } = await sql<RecalculatedOrder>`/* prepared */
    with lines as (
      select i.id, i.purchase_order_id, i.status as old_status, q.ordered_qty, i.received_qty, i.accepted_qty,
        i.damaged_qty, i.scheduled_qty, k.kept, k.provided, k.ordered, o.close_reason, k.was_credited,
        not s.stays and s.is_credited as is_credited,
        case
          when s.stays then i.status
          when k.kept >= k.enough then 'received'
          when s.is_credited then 'short_closed'
          when o.status = 'closed' and o.closed_by is not null then 'short_closed'
          when k.kept > 0 then 'partially_received'
          when i.confirmed_qty is null then 'open'
          when i.promised_date > i.requested_date then 'backordered'
          else 'confirmed'
        end as status
      from purchase_order_items i
      join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
      join companies c on c.id = i.company_id
      -- A line is judged by what is agreed of it; one that only a waiting change adds, by what that says.
      cross join lateral (select coalesce(nullif(i.agreed_qty, 0), i.ordered_qty) as ordered_qty) q
      cross join lateral (select i.kept_base_qty as kept, ${keptOrCredited} as provided, q.ordered_qty * i.qty_per_uom as ordered,
        q.ordered_qty * i.qty_per_uom * (1 - case when i.is_rest_expected then 0 else c.under_receipt_close_pct end / 100) as enough, ${isEndedByCredit} as was_credited) k
      -- What somebody has ended stays so. What is missing and was credited does not come: nobody had to say so.
      cross join lateral (select i.status in (${statesIn(itemStates, "ended")}) and not k.was_credited as stays,
        i.credited_base_qty > 0 and k.kept < k.enough and k.provided >= k.enough as is_credited) s
      where i.company_id = current_company() and i.purchase_order_id = any(${[...orderIds]})
    ), written as (
      update purchase_order_items i set status = l.status,
        close_reason = case when l.is_credited then null when l.status = 'short_closed' then l.close_reason else i.close_reason end
      from lines l
      where i.company_id = current_company() and i.id = l.id and (l.status, l.is_credited) <> (l.old_status, l.was_credited)
    ), counted as (
      select purchase_order_id,
        bool_or(kept > 0) as any_kept,
        bool_and(status = 'received') filter (where status not in (${statesIn(itemStates, "dropped")})) as all_received,
        bool_and(status in (${statesIn(itemStates, "over")})) as all_over,
        floor(100 * avg(least(1, accepted_qty / ordered_qty)) filter (where status not in (${statesIn(itemStates, "dropped")}))) as accepted,
        floor(100 * avg(least(1, damaged_qty / ordered_qty)) filter (where status not in (${statesIn(itemStates, "dropped")}))) as damaged,
        floor(100 * avg(least(greatest(0, 1 - provided / ordered), scheduled_qty / ordered_qty)) filter
          (where status not in (${statesIn(itemStates, "dropped")}))) as on_the_way,
        ceil(100 * avg(greatest(0, 1 - provided / ordered)) filter (where status not in (${statesIn(itemStates, "dropped")}))) as short,
        count(*) filter (where damaged_qty > 0)::int as damaged_lines,
        bool_or((old_status = 'received' or was_credited) and status = 'short_closed' and not is_credited) as fell
      from lines group by purchase_order_id
    ), fresh as (
      select o.id, o.status as before,
        case when not n.any_kept then 'not_received' when n.all_received then 'full' else 'partial' end as receipt_status,
        case
          when o.status in (${statesIn(purchaseOrderFlow, "undisputed")}) and n.all_over and not ${hasTruckSql("o")} then 'closed'
          when o.status = 'closed' and not n.all_over then ${reopenedTo}
          else o.status
        end as status,
        coalesce(n.accepted, 0) as accepted, coalesce(n.damaged, 0) as damaged,
          coalesce(n.on_the_way, 0) as on_the_way, coalesce(n.short, 0) as short, n.damaged_lines, n.fell
      from counted n join purchase_orders o on o.company_id = current_company() and o.id = n.purchase_order_id
    )
    update purchase_orders o set
      status = f.status, receipt_status = f.receipt_status,
      accepted_pct = f.accepted, damaged_pct = f.damaged, on_the_way_pct = f.on_the_way, short_pct = f.short,
        damaged_lines = f.damaged_lines,
      closed_at = case when f.status <> 'closed' then null when f.before <> 'closed' then now() else o.closed_at end,
      closed_by = case when f.status = 'closed' then o.closed_by end,
      close_reason = case when f.status = 'closed' then o.close_reason end,
      on_hold = o.on_hold and (f.status <> 'closed' or f.before = 'closed'),
      hold_reason = case when f.status <> 'closed' or f.before = 'closed' then o.hold_reason end,
      over_from = case when f.status = 'closed' and f.before <> 'closed' then f.before
        when f.status <> f.before then null else o.over_from end,
      reversed_since_closing = f.status = 'closed' and (o.reversed_since_closing or f.fell),
      archived_at = case when f.status = 'closed' or f.status = f.before then o.archived_at end, -- open again, it is in the lists
      version = o.version + 1, updated_at = now()
    from fresh f
    where o.company_id = current_company() and o.id = f.id
      and (o.status, o.receipt_status, o.accepted_pct, o.damaged_pct, o.on_the_way_pct, o.short_pct, o.damaged_lines)
        is distinct from (f.status, f.receipt_status, f.accepted, f.damaged, f.on_the_way, f.short, f.damaged_lines)
    returning o.id, f.before, o.status, o.receipt_status as "receiptStatus", f.fell`.execute(ctx.db);
  for (const order of rows.filter(({ before, status }) => before !== status)) {
    if (order.status === "closed") {
      await revokeLinks(ctx, { purpose: "po.respond", subjectId: order.id, reason: "decided" });
      await ctx.enqueue("mail-vendor", {
        orderId: order.id,
        what: closingMail(order.receiptStatus),
        withdrawn: withdrawnOf(before),
      });
    } else if (receiptId === null && order.before === "closed") {
      await ctx.enqueue("mail-vendor", { orderId: order.id, what: "reopen" });
    }
    await ctx.emit(order.status === "closed" ? "purchase-order.closed" : "purchase-order.reopened", order, {
      from: order.before,
      to: order.status,
      changes: { automatic: true },
    });
  }
  const fallen = rows.filter(({ fell, status }) => fell && status === "closed");
  await ctx.emit("purchase-order.shortAfterClosing", fallen, { from: "closed", to: "closed" });
  await settleIssues(ctx, orderIds, receiptId);
}
