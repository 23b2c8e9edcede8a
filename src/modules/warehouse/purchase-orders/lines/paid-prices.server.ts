import { sql } from "kysely";
import type { BodyOf, QueryOf, ReplyOf } from "#shared/contract/contract.ts";
import type { Ctx } from "#server/http/context.ts";
import { findById } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import type { purchaseOrders } from "../purchase-orders.contract.ts";
import { purchaseOrderFlow } from "../purchase-orders.flow.ts";
import { itemStates } from "./lines.contract.ts";
import { mostPaidPrices, type PaidPrice } from "./paid-prices.contract.ts";

const selected = sql`
  i.id as "itemId", i.product_id as "productId", o.id as "orderId", o.number as "orderNumber", o.order_date as "orderDate",
  o.vendor_id as "vendorId", v.name as "vendorName", trim_scale(a.ordered_qty)::text as "orderedQty", a.uom,
  trim_scale(a.qty_per_uom)::text as "qtyPerUom", trim_scale(a.unit_price)::text as "unitPrice",
  trim_scale(a.discount_pct)::text as "discountPct", o.currency`;

/** A line `i` of an order `o` as it is agreed: while a change waits for approval, as it was before. */
const agreed = sql`
  cross join lateral (
    select i.status, i.ordered_qty, i.uom, i.qty_per_uom, i.unit_price, i.discount_pct where o.agreed_version is null
    union all
    select l.status, l."orderedQty", l.uom, l."qtyPerUom", l."unitPrice", l."discountPct"
    from jsonb_to_recordset(o.agreed_version -> 'lines') as l(id uuid, status text, "orderedQty" numeric, uom text,
      "qtyPerUom" numeric, "unitPrice" numeric, "discountPct" numeric)
    where l.id = i.id) a`;

/**
 * Lines that were bought: what vendors declined or somebody cancelled cost nothing, and what was given up before anything
 * came was never paid.
 */
const bought = (except: string | null) => sql`
  from purchase_order_items i
  join purchase_orders o on o.company_id = i.company_id and o.id = i.purchase_order_id
    and (o.status in (${statesIn(purchaseOrderFlow, "placed")}) or o.agreed_version is not null)
    and o.id is distinct from ${except}
  join vendors v on v.company_id = o.company_id and v.id = o.vendor_id
  ${agreed}
  where i.company_id = current_company() and a.status not in (${statesIn(itemStates, "dropped")})
    and (a.status not in (${statesIn(itemStates, "over")}) or i.received_qty > 0)`;

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
  await findById(ctx.db, "products", productId);
  const { rows } = await sql<PaidPrice>`
    select ${selected} ${bought(exceptOrderId ?? null)} and i.product_id = ${productId}
    order by o.order_date desc, i.id desc limit ${mostPaidPrices + 1}`.execute(ctx.db);
  return { items: rows.slice(0, mostPaidPrices), hasMore: rows.length > mostPaidPrices };
}
