import { sql } from "kysely";
import type { BodyOf, QueryOf, ReplyOf } from "#shared/contract/contract.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import type { purchaseOrders } from "../purchase-orders.contract.ts";
import { purchaseOrderFlow } from "../purchase-orders.flow.ts";
import { itemStates } from "./lines.contract.ts";
import { mostPaidPrices, type PaidPrice } from "./paid-prices.contract.ts";

const selected = sql`
  i.id as "itemId", i.product_id as "productId", o.id as "orderId", o.number as "orderNumber", o.order_date as "orderDate",
  o.vendor_id as "vendorId", v.name as "vendorName", trim_scale(i.ordered_qty)::text as "orderedQty", i.uom,
  trim_scale(i.qty_per_uom)::text as "qtyPerUom", trim_scale(i.unit_price)::text as "unitPrice",
  trim_scale(i.discount_pct)::text as "discountPct", o.currency`;

/** Lines that were bought: what vendors declined or somebody cancelled cost nothing. */
const bought = (except: string | null) => sql`
  from purchase_order_items i
  join purchase_orders o on o.company_id = i.company_id and o.id = i.purchase_order_id
    and o.status in (${statesIn(purchaseOrderFlow, "placed")}) and o.id is distinct from ${except}
  join vendors v on v.company_id = o.company_id and v.id = o.vendor_id
  where i.company_id = current_company() and i.status not in (${statesIn(itemStates, "dropped")})`;

/** The last price of each product, this vendor's before all others. */
export async function lastPrices(
  ctx: Ctx,
  { vendorId, productIds, exceptOrderId }: BodyOf<typeof purchaseOrders.lastPrices>,
): Promise<ReplyOf<typeof purchaseOrders.lastPrices>> {
  const { rows } = await sql<PaidPrice>`
    select paid.* from unnest(${[...new Set(productIds)]}::uuid[]) as given(id)
    cross join lateral (
      select ${selected} ${bought(exceptOrderId)} and i.product_id = given.id
      order by o.vendor_id = ${vendorId} desc, o.order_date desc, i.id desc limit 1) paid`.execute(ctx.db);
  return { items: rows };
}

/** What a product was bought for, from whomever, the latest first. */
export async function priceHistory(
  ctx: Ctx,
  { productId, exceptOrderId }: QueryOf<typeof purchaseOrders.priceHistory>,
): Promise<ReplyOf<typeof purchaseOrders.priceHistory>> {
  const { rows } = await sql<PaidPrice>`
    select ${selected} ${bought(exceptOrderId ?? null)} and i.product_id = ${productId}
    order by o.order_date desc, i.id desc limit ${mostPaidPrices + 1}`.execute(ctx.db);
  return { items: rows.slice(0, mostPaidPrices), hasMore: rows.length > mostPaidPrices };
}
