import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { deliveryScheduleFlow } from "../../delivery-schedules/delivery-schedules.flow.ts";
import { agreedSite } from "../agreed-lines.server.ts";
import { openQty } from "../order-record.server.ts";
import { recalculateStatus } from "../steps/recalculate-status.server.ts";

/** A line as whoever plans its delivery needs it. */
export interface PlannableItem {
  readonly id: string;
  readonly lineNo: number;
  readonly uom: string;
  readonly orderNumber: string;
  readonly orderStatus: string;
  readonly waitsFrom: string | null;
  readonly onHold: boolean;
  readonly vendorId: string;
  readonly shipToLocationId: string;
  readonly openQty: string;
  /** What live deliveries still bring of it. */
  readonly scheduledQty: string;
}

/**
 * Locks the orders of these lines, and of what was received with a delivery, in the order of their ids, and returns
 * them. Orders are locked before deliveries, deliveries before lines, lines before docks: who keeps to that order waits
 * for others, and never blocks them for good.
 */
export async function lockOrdersOf(
  ctx: Ctx,
  itemIds: readonly string[],
  deliveryId: string | null = null,
): Promise<string[]> {
  if (itemIds.length === 0 && deliveryId === null) return [];
  const { rows } = await sql<{ id: string }>`/* prepared */
    select id from purchase_orders where company_id = current_company()
      and id in (select purchase_order_id from purchase_order_items
        where company_id = current_company() and (id = any(${[...itemIds]}) or id in (
          select l.purchase_order_item_id from receipts r
            join receipt_lines l on (l.company_id, l.receipt_id) = (r.company_id, r.id)
          where r.company_id = current_company() and r.delivery_schedule_id = ${deliveryId}::uuid)))
    order by id for no key update`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Locks lines, in the order of their ids, and tells what can still be planned of each. */
export async function takeItems(ctx: Ctx, itemIds: readonly string[]): Promise<PlannableItem[]> {
  if (itemIds.length === 0) return [];
  const { rows } = await sql<PlannableItem>`/* prepared */
    select i.id, i.line_no as "lineNo", i.uom, o.number as "orderNumber", o.status as "orderStatus", o.waits_from as "waitsFrom",
      o.on_hold as "onHold", o.vendor_id as "vendorId", ${agreedSite} as "shipToLocationId",
      ${openQty} as "openQty", i.scheduled_qty as "scheduledQty"
    from purchase_order_items i join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
    where i.company_id = current_company() and i.id = any(${[...itemIds]}) order by i.id for no key update of i`.execute(
    ctx.db,
  );
  return rows;
}

/** What a delivery line `x` of the order line `i` still brings: what its own receipts have counted has come, whatever became of it. */
export const stillBrought = sql`greatest(0, x.planned_qty - coalesce((
  select round(sum(l.counted_qty * l.qty_per_uom) / i.qty_per_uom, 6) from receipts r
    join receipt_lines l on (l.company_id, l.receipt_id) = (r.company_id, r.id)
  where r.company_id = x.company_id and r.delivery_schedule_id = x.delivery_schedule_id
    and l.purchase_order_item_id = x.purchase_order_item_id), 0))`;

/** What live deliveries still bring of the order line `i`. */
export const scheduledSum = sql`coalesce((
  select sum(${stillBrought}) from delivery_schedule_items x
    join delivery_schedules d on (d.company_id, d.id) = (x.company_id, x.delivery_schedule_id)
  where x.company_id = i.company_id and x.purchase_order_item_id = i.id
    and d.status in (${statesIn(deliveryScheduleFlow, "live")})), 0)`;

/** Counts anew what live deliveries still bring of these lines, and what follows from it for their orders. Orders and lines are locked. */
export async function countScheduled(ctx: Ctx, itemIds: readonly string[], orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await sql`/* prepared */
    update purchase_order_items i set scheduled_qty = ${scheduledSum}
    where i.company_id = current_company() and i.id = any(${[...itemIds]})`.execute(ctx.db);
  await recalculateStatus(ctx, orderIds);
}
