import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { ReceiptInput } from "../receipts.contract.ts";
import type { ReceivingContext } from "./received.server.ts";
import { agreedQty, agreedSite, agreedStatus } from "../../purchase-orders/agreed-lines.server.ts";
import { deliveryScheduleFlow } from "../../delivery-schedules/delivery-schedules.flow.ts";

/**
 * Locks these lines and their orders, orders first, in the order of their ids: receipts of the same lines queue here
 * and never deadlock. Returns the orders.
 */
export async function lockOrderLines(ctx: Ctx, itemIds: readonly string[]): Promise<readonly string[]> {
  if (itemIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`/* prepared */
    select o.id from purchase_orders o join purchase_order_items i on (i.company_id, i.purchase_order_id) = (o.company_id, o.id)
    where i.company_id = current_company() and i.id = any(${[...itemIds]})
    order by o.id, i.id for no key update of o, i`.execute(ctx.db);
  return [...new Set(rows.map(({ id }) => id))];
}

/**
 * Holds the delivery as it is until the receipt is in, so that its completion counts it; other receipts may go on. One
 * that was completed or sent away meanwhile takes the count as well: another counter or a phone without a network is late.
 * Returns whose goods it brings.
 */
export async function holdDelivery(ctx: Ctx, receipt: ReceiptInput): Promise<string | null> {
  if (receipt.deliveryScheduleId === null) return null;
  const { rows } = await sql<{ number: string; status: string; location_id: string; vendor_id: string | null }>`
    select number, status, location_id, vendor_id from delivery_schedules
      where company_id = current_company() and id = ${receipt.deliveryScheduleId} for share`.execute(ctx.db);
  const delivery = rows[0];
  if (!delivery) throw invalid({ deliveryScheduleId: message("Choose one from the list.") });
  if (!inGroup(deliveryScheduleFlow, "came", delivery.status))
    throw conflict(
      "delivery_not_here",
      message("{number} is {status}. Check the truck in first, then post what it brought.", {
        number: delivery.number,
        status: delivery.status,
      }),
    );
  if (delivery.location_id !== receipt.locationId)
    throw invalid({ locationId: message("{number} is a delivery to another location.", { number: delivery.number }) });
  return delivery.vendor_id;
}

interface ContextRow extends Omit<ReceivingContext, "mayOverride"> {
  location: { id: string } | null;
  receivedAt: string;
}

/** Everything the rules ask about, in one statement, however many lines. */
export async function loadReceivingContext(
  ctx: Ctx,
  receipt: ReceiptInput,
): Promise<ReceivingContext & { receivedAt: string }> {
  const itemIds = receipt.lines.flatMap((line) => line.purchaseOrderItemId ?? []);
  const productIds = receipt.lines.flatMap((line) => line.productId ?? []);
  const { rows } = await sql<{ facts: ContextRow }>`/* prepared */
    with place as (
      select l.id, l.timezone, least(${receipt.receivedAt}::timestamptz, now()) as received_at from locations l
      where l.company_id = current_company() and l.id = ${receipt.locationId} and l.archived_at is null
    ), items as (
      select i.* from purchase_order_items i where i.company_id = current_company() and i.id = any(${itemIds})
    )
    select jsonb_build_object(
      'location', (select jsonb_build_object('id', id) from place),
      'timezone', (select timezone from place),
      'receivedAt', (select to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from place),
      'arrival', (select jsonb_build_object('number', d.number, 'at', d.gate_in_at, 'timezone', place.timezone)
        from delivery_schedules d, place where d.company_id = current_company()
          and d.id = ${receipt.deliveryScheduleId}::uuid and d.gate_in_at is not null),
      'backdateDays', (select receipt_backdate_days from companies where id = current_company()),
      'backdatedFrom', (select now() - make_interval(days => receipt_backdate_days) from companies
        where id = current_company()),
      'hardLimitFactor', (select trim_scale(hard_limit_factor)::text from companies where id = current_company()),
      'orders', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number, 'status', o.status,
        'waitsFrom', o.waits_from, 'onHold', o.on_hold, 'holdReason', o.hold_reason,
          'vendorId', o.vendor_id, 'vendorName', v.name, 'buyerId', o.buyer_id, 'closedByItself', o.status = 'closed' and o.closed_by is null,
          'firstSentAt', coalesce(o.first_sent_at, o.sent_at), 'shipToLocationId', ${agreedSite}, 'shipToName',
            s.name) order by o.number), '[]')
        from purchase_orders o join locations s on (s.company_id, s.id) = (o.company_id, ${agreedSite})
          join vendors v on (v.company_id, v.id) = (o.company_id, o.vendor_id)
        where o.company_id = current_company() and o.id in (select purchase_order_id from items)),
      'items', (select
        coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'lineNo', i.line_no, 'orderId', i.purchase_order_id,
        'productId', i.product_id, 'status', ${agreedStatus},
          'uom', i.uom, 'qtyPerUom', trim_scale(i.qty_per_uom)::text, 'orderedQty', trim_scale(${agreedQty})::text,
            'overReceiptPct', trim_scale(i.over_receipt_pct)::text,
          'keptBase', trim_scale(i.kept_base_qty)::text, 'creditedBase', trim_scale(i.credited_base_qty)::text, 'destinationId', i.destination_storage_location_id)), '[]')
            from items i),
      'products', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'sku', p.sku, 'baseUom', p.base_uom,
        'trackingMode', p.tracking_mode, 'expiryTracked', p.expiry_tracked,
          'inspectionRequired', p.inspection_required, 'expiresFrom', case when p.expiry_tracked
            then (select greatest((received_at at time zone timezone)::date + coalesce(p.min_remaining_shelf_life_days, 0),
              (now() at time zone timezone)::date) from place) end,
          'packages',
            (select coalesce(jsonb_agg(jsonb_build_object('uom', k.uom, 'quantityInBase',
            trim_scale(k.quantity_in_base)::text)), '[]') from product_packages k
            where k.company_id = p.company_id and k.product_id = p.id))), '[]')
        from products p where p.company_id = current_company() and p.id = any(${productIds})),
      'places', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.kind) order by s.code), '[]')
        from storage_locations s where s.company_id = current_company() and s.location_id = ${receipt.locationId}
          and s.is_active and s.archived_at is null)
    ) as facts`.execute(ctx.db);
  const facts = rows[0]?.facts;
  if (!facts?.location) throw invalid({ locationId: message("Choose one from the list.") });
  return { ...facts, mayOverride: ctx.can("CAN_OVER_RECEIVE") };
}
