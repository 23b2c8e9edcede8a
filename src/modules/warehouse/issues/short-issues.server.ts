import { sql } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { agreedQty, agreedStatus } from "../purchase-orders/agreed-lines.server.ts";
import { goodsOfLine } from "./issue-words.server.ts";
import { openIssues, type NewIssue } from "./open-issues.server.ts";
import { purchaseOrderFlow } from "../purchase-orders/purchase-orders.flow.ts";
import { itemStates } from "../purchase-orders/lines/lines.contract.ts";
import { keptOrCredited } from "../purchase-orders/lines/credited-goods.server.ts";

interface Missing {
  itemId: string;
  orderId: string;
  orderNumber: string;
  lineNo: number;
  sku: string;
  uom: string;
  qtyPerUom: string;
  baseUom: string;
  vendorId: string;
  missing: string;
  expected: string;
}

/**
 * A delivery is over: what it was to bring and did not, beyond the shortfall that the company lets pass. Lines of an order
 * on hold are held, not missing, and of one that is given up nothing is expected.
 */
export async function reportShortDelivery(ctx: Ctx, deliveryScheduleId: string): Promise<void> {
  const { rows } = await sql<Missing>`
    select i.id as "itemId", o.id as "orderId", o.number as "orderNumber", i.line_no as "lineNo", i.sku, i.uom, i.qty_per_uom as "qtyPerUom", p.base_uom as "baseUom",
      o.vendor_id as "vendorId", trim_scale(s.planned_qty) as expected, round(m.missing, 6) as missing
    from delivery_schedule_items s
    join purchase_order_items i on (i.company_id, i.id) = (s.company_id, s.purchase_order_item_id)
    join products p on (p.company_id, p.id) = (i.company_id, i.product_id)
    join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
    join companies c on c.id = s.company_id
    cross join lateral (
      select least(s.planned_qty - coalesce(sum(l.counted_qty * l.qty_per_uom), 0) / i.qty_per_uom,
        ${agreedQty} - ${keptOrCredited} / i.qty_per_uom) as missing
      from receipt_lines l join receipts r on (r.company_id, r.id) = (l.company_id, l.receipt_id)
      where l.company_id = i.company_id and l.purchase_order_item_id = i.id
        and r.delivery_schedule_id = s.delivery_schedule_id
    ) m
    where s.company_id = current_company() and s.delivery_schedule_id = ${deliveryScheduleId}
      and not o.on_hold and o.status not in (${statesIn(purchaseOrderFlow, "dropped")})
      and ${agreedStatus} not in (${statesIn(itemStates, "over")})
        and round(m.missing, 6) > s.planned_qty * c.under_receipt_close_pct / 100
    order by o.number, i.line_no`.execute(ctx.db);
  await openIssues(
    ctx,
    rows.map((row) =>
      shortIssue(
        row,
        deliveryScheduleId,
        message("{missing} of {what} did not come; the delivery was to bring {expected}.", wordsOf(row)),
      ),
    ),
  );
}

/** Lines of an order were closed short: what is missing for good, unless it is not wanted any more or was reported. */
export async function reportShortLines(ctx: Ctx, orderId: string): Promise<void> {
  const { rows } = await sql<Missing>`
    select i.id as "itemId", o.id as "orderId", o.number as "orderNumber", i.line_no as "lineNo", i.sku, i.uom, i.qty_per_uom as "qtyPerUom", p.base_uom as "baseUom",
      o.vendor_id as "vendorId", trim_scale(i.ordered_qty) as expected, m.missing
    from purchase_orders o
    join purchase_order_items i on i.company_id = o.company_id and i.purchase_order_id = o.id
    join products p on (p.company_id, p.id) = (i.company_id, i.product_id)
    cross join lateral (select round(i.ordered_qty - ${keptOrCredited} / i.qty_per_uom, 6) as missing) m
    where o.company_id = current_company() and o.id = ${orderId} and i.status = 'short_closed' and not i.is_unwanted and m.missing > 0
      and not exists (
        select from reported_issues r where r.company_id = o.company_id and r.purchase_order_item_id = i.id
          and r.kind = 'short' and r.delivery_schedule_id is null and r.status <> 'dismissed'
          and r.resolution is distinct from 'settled')
    order by i.line_no`.execute(ctx.db);
  await openIssues(
    ctx,
    rows.map((row) =>
      shortIssue(
        row,
        null,
        message("{missing} of {what} will not come: the line was closed short of {expected}.", wordsOf(row)),
      ),
    ),
  );
}

const wordsOf = ({ missing, expected, sku, orderNumber, lineNo, uom, qtyPerUom, baseUom }: Missing) => ({
  missing: { qty: missing, uom, qtyPerUom, baseUom },
  expected: { qty: expected, uom, qtyPerUom, baseUom },
  what: goodsOfLine(sku, { number: orderNumber, lineNo }),
});

function shortIssue(row: Missing, deliveryScheduleId: string | null, description: Sentence): NewIssue {
  return {
    kind: "short",
    severity: "medium",
    description,
    purchaseOrderId: row.orderId,
    purchaseOrderItemId: row.itemId,
    receiptId: null,
    receiptLineId: null,
    deliveryScheduleId,
    vendorId: row.vendorId,
    qtyAffected: row.missing,
    uom: row.uom,
    qtyPerUom: row.qtyPerUom,
    responsibleParty: "vendor",
    carrierNotifyBy: null,
  };
}
