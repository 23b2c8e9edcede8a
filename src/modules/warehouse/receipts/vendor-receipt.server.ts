import { sql } from "kysely";
import { notFound } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import type { VendorReceipt } from "./vendor-receipt.contract.ts";
import { agreedSite, agreedStatusOf, judgedQtyOf } from "../purchase-orders/agreed-lines.server.ts";
import { itemStates } from "../purchase-orders/lines/lines.contract.ts";
import { purchaseOrderFlow } from "../purchase-orders/purchase-orders.flow.ts";
import { keptOrCreditedOf } from "../purchase-orders/lines/credited-goods.server.ts";

/** One order's receipts as its vendor may see them: quantities, no places, prices or people. */
export async function readVendorReceipt(ctx: Ctx, orderId: string): Promise<VendorReceipt> {
  const { rows } = await sql<{ page: VendorReceipt }>`
    select jsonb_build_object(
      'orderNumber', o.number, 'revision', o.revision, 'vendorName', v.name, 'vendorReference', o.vendor_reference,
      'companyName', (select coalesce(c.display_name, c.legal_name) from companies c where c.id = o.company_id),
      'shipTo', jsonb_build_object('name', s.name, 'city', s.city, 'countryCode', s.country_code, 'timezone', s.timezone),
      'receiptStatus', o.receipt_status, 'isClosed', o.status in (${statesIn(purchaseOrderFlow, "over")}),
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'lineNo', i.line_no, 'sku', i.sku, 'vendorSku', i.vendor_sku, 'description', i.description, 'uom', i.uom,
            'qtyPerUom', trim_scale(i.qty_per_uom)::text, 'baseUom', i.base_uom, 'orderedQty', trim_scale(i.agreed)::text,
          'acceptedQty', trim_scale(i.accepted_qty)::text, 'damagedQty', trim_scale(i.damaged_qty)::text,
            'rejectedQty', trim_scale(i.rejected_qty)::text,
            'returnedQty', trim_scale(i.returned_qty)::text,
            'creditedQty', trim_scale(round(i.credited_base_qty / i.qty_per_uom, 6))::text,
          'overQty', trim_scale(greatest(-i.missing, 0))::text,
          'shortQty', trim_scale(case when i.is_over
            and i.status in (${statesIn(itemStates, "done")}) and not i.is_unwanted then greatest(i.missing, 0) else 0 end)::text,
          'withdrawnQty', trim_scale(case when i.is_over and (i.status = 'cancelled'
            or i.status in (${statesIn(itemStates, "done")}) and i.is_unwanted) then greatest(i.missing, 0) else 0 end)::text,
          'openQty', trim_scale(case when i.is_over then 0 else greatest(i.missing, 0) end)::text)
            order by i.line_no), '[]')
        from (
          select x.*, p.base_uom, ${judgedQtyOf("x")} as agreed,
            round(${judgedQtyOf("x")} - ${keptOrCreditedOf("x")} / x.qty_per_uom, 6) as missing,
            o.status in (${statesIn(purchaseOrderFlow, "over")})
              or ${agreedStatusOf("x")} in (${statesIn(itemStates, "over")}) as is_over
          from purchase_order_items x join products p on (p.company_id, p.id) = (x.company_id, x.product_id)
          where x.company_id = o.company_id and x.purchase_order_id = o.id
            -- Not what only a change adds that waits for approval.
            and (o.agreed_version is null
              or o.agreed_version -> 'lines' @> jsonb_build_array(jsonb_build_object('id', x.id)))
        ) i),
      'receipts', (
        select coalesce(jsonb_agg(jsonb_build_object('number', r.number, 'receivedAt',
          to_char(r.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'vendorDeliveryNote', r.vendor_delivery_note, 'isReversed', r.status = 'reversed')
            order by r.received_at, r.number), '[]')
        from receipts r
        where r.company_id = o.company_id and r.reversal_of_id is null and r.id in (
          select l.receipt_id from receipt_lines l
            join purchase_order_items x on (x.company_id, x.id) = (l.company_id, l.purchase_order_item_id)
          where x.company_id = o.company_id and x.purchase_order_id = o.id))
    ) as page
    from purchase_orders o
    join vendors v on (v.company_id, v.id) = (o.company_id, o.vendor_id)
    join locations s on (s.company_id, s.id) = (o.company_id, ${agreedSite})
    where o.company_id = current_company() and o.id = ${orderId}`.execute(ctx.db);
  if (!rows[0]) throw notFound();
  return rows[0].page;
}
