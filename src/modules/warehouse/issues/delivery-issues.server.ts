import { sql } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx, EventDetails } from "#server/http/context.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { statesIn } from "#server/records/states.ts";
import { deliveryScheduleFlow } from "../delivery-schedules/delivery-schedules.flow.ts";
import { awaitsGoodsSql } from "../purchase-orders/awaits-goods.server.ts";
import { openIssues, type NewIssue } from "./open-issues.server.ts";
import { issueFlow } from "./issues.flow.ts";

/** A delivery that did not come, or was sent away: one issue about the whole of it. */
export async function reportDelivery(
  ctx: Ctx,
  deliveryScheduleId: string,
  { kind, what }: { kind: NewIssue["kind"]; what: (delivery: string) => Sentence },
): Promise<void> {
  const { rows } = await sql<{ number: string; vendorId: string | null }>`
    select number, vendor_id as "vendorId" from delivery_schedules
      where company_id = current_company() and id = ${deliveryScheduleId}`.execute(ctx.db);
  const delivery = rows[0];
  if (!delivery) return;
  await openIssues(ctx, [
    {
      kind,
      severity: "high",
      description: what(delivery.number),
      purchaseOrderId: null,
      purchaseOrderItemId: null,
      receiptId: null,
      receiptLineId: null,
      deliveryScheduleId,
      vendorId: delivery.vendorId,
      qtyAffected: null,
      uom: null,
      responsibleParty: "unknown",
      carrierNotifyBy: null,
    },
  ]);
}

/**
 * A truck is here that nobody expects: its delivery was given up or is for another site, an order on it is no longer open, or nothing of its
 * vendor is expected at this place. Somebody who buys decides; a report that it did not come has lost its cause.
 */
export async function reportArrival(
  ctx: Ctx,
  deliveryScheduleId: string,
  { from: before, changes }: EventDetails,
): Promise<void> {
  const from = before ?? null;
  const site = changes?.["location"] as { from: string; to: string } | undefined; // the arrival says it
  const wasGivenUp = from !== null && inGroup(deliveryScheduleFlow, "over", from);
  if (from !== null && inGroup(deliveryScheduleFlow, "missed", from))
    await dismissMissed(ctx, deliveryScheduleId, from);
  const { rows } = await sql<{ orders: string | null; isUnknown: boolean }>`
    select (select string_agg(distinct o.number || ' (' || replace(o.status, '_', ' ') || ')', ', ')
        from delivery_schedule_items x
        join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
        join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
        where x.company_id = d.company_id and x.delivery_schedule_id = d.id
          and not ${awaitsGoodsSql("o")}) as orders,
      d.walk_in and not exists (select from purchase_orders o where o.company_id = d.company_id
        and o.vendor_id = d.vendor_id and o.ship_to_location_id = d.location_id
        and ${awaitsGoodsSql("o")}) as "isUnknown"
    from delivery_schedules d where d.company_id = current_company() and d.id = ${deliveryScheduleId}`.execute(ctx.db);
  const found = rows[0];
  if (!found) return;
  const { orders } = found;
  const what = orders
    ? (delivery: string) => hereWith(delivery, orders)
    : wasGivenUp
      ? (delivery: string) => message("{delivery} is here after it was {status}.", { delivery, status: from })
      : site
        ? (delivery: string) =>
            message("{delivery} is at {here} and was booked for {there}.", {
              delivery,
              here: site.to,
              there: site.from,
            })
        : found.isUnknown
          ? (delivery: string) =>
              message("{delivery} is here without a booking, and nothing of its vendor is expected.", { delivery })
          : null;
  if (what !== null) await reportDelivery(ctx, deliveryScheduleId, { kind: "unexpected", what });
}

const hereWith = (delivery: string, orders: string): Sentence =>
  message("{delivery} is here with goods of {orders}.", { delivery, orders });

/** It came after all, or is back. What somebody has taken up is theirs to end. */
async function dismissMissed(ctx: Ctx, deliveryScheduleId: string, from: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update reported_issues set status = 'dismissed', version = version + 1, updated_at = now()
    where company_id = current_company() and delivery_schedule_id = ${deliveryScheduleId} and kind = ${from === "no_show" ? "no_show" : "other"}
      and receipt_id is null and created_by is null and status in (${statesIn(issueFlow, "untouched")}) returning id`.execute(
    ctx.db,
  );
  const reason = from === "no_show" ? "the truck came after all" : "the truck came back";
  if (rows.length > 0) await ctx.emit("issue.dismissed", rows, { to: "dismissed", reason });
}

/** Its vendor declined an order of which a truck is here: the buyer says whether it is received or sent away. */
export async function reportTrucksOf(ctx: Ctx, orderId: string): Promise<void> {
  const { rows } = await sql<{ id: string; number: string }>`
    select distinct d.id, o.number from delivery_schedule_items x
      join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
      join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
      join delivery_schedules d on (d.company_id, d.id) = (x.company_id, x.delivery_schedule_id)
    where x.company_id = current_company() and o.id = ${orderId} and d.gate_out_at is null
      and d.status in (${statesIn(deliveryScheduleFlow, "onSite")})`.execute(ctx.db);
  for (const { id, number } of rows)
    await reportDelivery(ctx, id, {
      kind: "unexpected",
      what: (delivery) => hereWith(delivery, `${number} (declined)`),
    });
}
