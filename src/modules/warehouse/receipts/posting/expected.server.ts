import { sql } from "kysely";
import type { z } from "zod";
import { invalid, notFound } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { render } from "#server/mail/language.ts";
import { statesIn } from "#server/records/states.ts";
import type { ReceivedOrder } from "./received.server.ts";
import { whyNothingCounts } from "./set-aside.server.ts";
import type { expectedGoods } from "../receipts.contract.ts";
import { carrierName } from "../../delivery-schedules/delivery-record.server.ts";
import { itemStates } from "../../purchase-orders/lines/lines.contract.ts";
import { agreedQty, agreedSite, agreedStatus } from "../../purchase-orders/agreed-lines.server.ts";
import { openQty } from "../../purchase-orders/order-record.server.ts";
import { awaitsGoodsSql } from "../../purchase-orders/awaits-goods.server.ts";

type Expected = z.output<typeof expectedGoods>;
interface Read extends Omit<Expected, "orders"> {
  orders: readonly ReceivedOrder[];
}

/**
 * What a delivery, or an order without one, still has to bring: one statement. A delivery that names no lines brings
 * all that its vendor owes the site.
 */
export async function readExpected(
  ctx: Ctx,
  asked: { deliveryScheduleId?: string | undefined; purchaseOrderId?: string | undefined },
): Promise<Expected> {
  if ((asked.deliveryScheduleId === undefined) === (asked.purchaseOrderId === undefined))
    throw invalid({ deliveryScheduleId: "Name a delivery or an order." });
  const { rows } = await sql<{ expected: Read | null }>`
    with delivery as (
      select * from delivery_schedules
        where company_id = current_company() and id = ${asked.deliveryScheduleId ?? null}::uuid
    ), place as (
      select l.* from locations l where l.company_id = current_company()
        and l.id = coalesce((select location_id from delivery), (select ${agreedSite} from purchase_orders o
          where company_id = current_company() and id = ${asked.purchaseOrderId ?? null}::uuid))
    ), planned as (
      select purchase_order_item_id as id, planned_qty from delivery_schedule_items
        where company_id = current_company() and delivery_schedule_id = (select id from delivery)
    ), items as (
      select i.*, (select planned_qty from planned where planned.id = i.id) as planned_qty,
        round(i.kept_base_qty / i.qty_per_uom, 6) as kept_qty,
        round(i.credited_base_qty / i.qty_per_uom, 6) as credited_qty
      from purchase_order_items i
      join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
      where i.company_id = current_company()
        and (${agreedStatus} not in (${statesIn(itemStates, "ended")}) or i.id in (select id from planned))
        and case
          when ${asked.purchaseOrderId ?? null}::uuid is not null then o.id = ${asked.purchaseOrderId ?? null}::uuid
          when exists (select from planned) then i.id in (select id from planned)
          else o.vendor_id = (select vendor_id from delivery) and ${agreedSite} = (select location_id
            from delivery) and ${awaitsGoodsSql("o")} and i.status <> 'received'
        end
      order by i.requested_date, o.number, i.line_no limit 1000
    )
    select jsonb_build_object(
      'deliverySchedule',
        (select jsonb_build_object('id', id, 'number', number, 'status', status, 'carrierName', ${carrierName("delivery")})
        from delivery),
      'location', (select jsonb_build_object('id', id, 'code', code, 'name', name, 'timezone', timezone) from place),
      'orders', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number, 'status', o.status,
        'waitsFrom', o.waits_from, 'onHold', o.on_hold, 'holdReason', o.hold_reason, 'vendorId', o.vendor_id,
        'closedByItself', o.status = 'closed' and o.closed_by is null,
        'vendorName', v.name) order by o.number), '[]')
        from purchase_orders o join vendors v on (v.company_id, v.id) = (o.company_id, o.vendor_id)
          where o.company_id = current_company() and o.id in (select purchase_order_id from items)),
      'lines', (select coalesce(jsonb_agg(jsonb_build_object(
          'purchaseOrderItemId', i.id, 'purchaseOrderId', o.id, 'orderNumber', o.number, 'lineNo', i.line_no,
            'status', i.status, 'isOver', ${agreedStatus} in (${statesIn(itemStates, "ended")}),
          'productId', p.id, 'sku', p.sku, 'vendorSku', i.vendor_sku, 'name', p.name, 'gtin', p.gtin, 'baseUom',
            p.base_uom,
          'packages',
            (select coalesce(jsonb_agg(jsonb_build_object('uom', k.uom, 'quantityInBase',
            trim_scale(k.quantity_in_base)::text, 'gtin', k.gtin) order by k.position), '[]') from product_packages k
            where k.company_id = p.company_id and k.product_id = p.id),
          'trackingMode', p.tracking_mode, 'expiryTracked', p.expiry_tracked, 'minRemainingShelfLifeDays',
            p.min_remaining_shelf_life_days, 'inspectionRequired', p.inspection_required,
          'uom', i.uom, 'qtyPerUom', trim_scale(i.qty_per_uom)::text, 'orderedQty', trim_scale(${agreedQty})::text,
            'receivedQty', trim_scale(i.kept_qty)::text, 'creditedQty', trim_scale(i.credited_qty)::text,
          'openQty', trim_scale(${openQty})::text, 'plannedQty',
            trim_scale(i.planned_qty)::text, 'maxQty', trim_scale(${agreedQty} * (1 + i.over_receipt_pct / 100) - i.credited_qty)::text,
          'requestedDate', i.requested_date, 'destinationStorageLocationId', i.destination_storage_location_id)
            order by i.requested_date, o.number, i.line_no), '[]')
        from items i
        join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
        join products p on (p.company_id, p.id) = (i.company_id, i.product_id)),
      'places', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'code', s.code, 'kind', s.kind, 'barcode',
        s.barcode) order by s.code), '[]')
        from storage_locations s where s.company_id = current_company() and s.location_id = (select id from place)
          and s.is_active and s.archived_at is null),
      'hardLimitFactor', (select trim_scale(hard_limit_factor)::text from companies where id = current_company())
    ) as expected`.execute(ctx.db);
  const expected = rows[0]?.expected;
  if (!expected?.location) throw notFound();
  return { ...expected, orders: expected.orders.map((order) => withRefusal(order, ctx.language)) };
}

function withRefusal(order: ReceivedOrder, language: string): Expected["orders"][number] {
  const no = whyNothingCounts(order);
  return { ...order, canReceive: no === null, why: no && render(no.sentence, language) };
}
