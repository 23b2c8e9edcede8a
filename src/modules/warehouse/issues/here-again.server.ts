import { sql } from "kysely";
import { message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { judgedQtyOf } from "../purchase-orders/agreed-lines.server.ts";
import { itemStates } from "../purchase-orders/lines/lines.contract.ts";
import { purchaseOrderFlow } from "../purchase-orders/purchase-orders.flow.ts";
import { goodsOfLine } from "./issue-words.server.ts";
import { issueFlow } from "./issues.flow.ts";
import { openIssues } from "./open-issues.server.ts";

interface TooMuch {
  itemId: string;
  orderNumber: string;
  lineNo: number;
  sku: string;
  vendorId: string;
  buyerId: string;
  uom: string;
  qtyPerUom: string;
  baseUom: string;
  ordered: string;
  /** Nothing of the line is bought any more. */
  isGone: boolean;
  quantity: string;
}

const ordersNone = sql`(i.status in (${statesIn(itemStates, "dropped")}) or o.status in (${statesIn(purchaseOrderFlow, "dropped")}))`;

/** A return was undone: goods that are here again, and that their order does not order any more, unless that is reported. */
export async function reportHereAgain(ctx: Ctx, orderId: string): Promise<void> {
  const { rows } = await sql<TooMuch>`
    select i.id as "itemId", o.number as "orderNumber", i.line_no as "lineNo", i.sku, o.vendor_id as "vendorId",
      o.buyer_id as "buyerId", i.uom, i.qty_per_uom as "qtyPerUom", p.base_uom as "baseUom",
      trim_scale(${judgedQtyOf("i")})::text as ordered, ${ordersNone} as "isGone",
      trim_scale(round((i.kept_base_qty - t.taken) / i.qty_per_uom, 6))::text as quantity
    from purchase_order_items i
      join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
      join products p on (p.company_id, p.id) = (i.company_id, i.product_id)
      cross join lateral (select case when ${ordersNone} then 0 else ${judgedQtyOf("i")} * i.qty_per_uom end as taken) t
    where i.company_id = current_company() and i.purchase_order_id = ${orderId} and i.kept_base_qty > t.taken
      and not exists (select from reported_issues r where r.company_id = i.company_id and r.purchase_order_item_id = i.id
        and r.created_by is null and r.kind in ('over', 'unexpected') and r.status in (${statesIn(issueFlow, "open")}))
    order by i.line_no`.execute(ctx.db);
  await openIssues(
    ctx,
    rows.map(({ isGone, quantity, ordered, orderNumber: number, lineNo, sku, ...row }) => {
      const unit = { uom: row.uom, qtyPerUom: row.qtyPerUom, baseUom: row.baseUom };
      const words = { counted: { qty: quantity, ...unit }, what: goodsOfLine(sku, { number, lineNo }) };
      return {
        kind: isGone ? "unexpected" : "over",
        severity: "medium",
        description: isGone
          ? message("{counted} of {what} are here again, and none of it is ordered any more.", words)
          : message("{counted} of {what} are here again, above the {ordered} ordered.", {
              ...words,
              ordered: { qty: ordered, ...unit },
            }),
        purchaseOrderId: orderId,
        purchaseOrderItemId: row.itemId,
        receiptId: null,
        receiptLineId: null,
        deliveryScheduleId: null,
        vendorId: row.vendorId,
        qtyAffected: quantity,
        uom: row.uom,
        qtyPerUom: row.qtyPerUom,
        responsibleParty: "unknown",
        carrierNotifyBy: null,
        assigneeId: row.buyerId,
      };
    }),
  );
}
