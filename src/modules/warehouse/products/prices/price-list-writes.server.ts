import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { givenFields } from "#server/records/import-changes.ts";
import { withoutNulls } from "#server/records/import-table.ts";
import type { Applied, PlannedRow } from "#server/records/importer.ts";
import { offerOfRow, productOfRow, vendorOfRow } from "../import-lookups.server.ts";
import { offerChanges } from "./import-offers.server.ts";
import { orderUnitsOf, pricesOf } from "./import-prices.server.ts";

/**
 * Writes what rows of a price list say of offers, and answers with their products. What a row does not say stays: currency
 * and unit of a price above all. A product has one preferred vendor; its first one is that where no row says so.
 */
export async function writeOffers(ctx: Ctx, rows: readonly PlannedRow[]): Promise<readonly Applied[]> {
  if (rows.length === 0) return [];
  const orders = await orderUnitsOf(ctx, rows);
  const prices = await pricesOf(ctx, rows, orders);
  const told = await offerChanges(ctx, rows, orders);
  const given = withoutNulls(
    rows.map(({ rowNo, id, value, changes }) => {
      const order = orders.get(rowNo);
      const unit = prices.get(rowNo);
      const isPriced = id === null || "unitPrice" in changes;
      return {
        rowNo,
        v: value,
        said: givenFields(value),
        order: order && "uom" in order ? order : null,
        unit: unit && isPriced ? unit : null,
      };
    }),
  );
  await sql`
    with g as materialized (
      select ${productOfRow} as product_id from jsonb_to_recordset(${given}::jsonb) as r(v jsonb)
      where (v ->> 'isPreferred')::boolean
    )
    update product_vendors o set is_preferred = false
    from g where o.company_id = current_company() and o.product_id = g.product_id and o.is_preferred`.execute(ctx.db);
  const { rows: written } = await sql<{ rowNo: number; productId: string }>`
    with named as materialized (
      select *, ${productOfRow} as product_id, ${vendorOfRow} as vendor_id
      from jsonb_to_recordset(${given}::jsonb) as r("rowNo" integer, v jsonb, said jsonb, "order" jsonb, unit jsonb)
    ), given as materialized (
      select g.*, d.currency as vendor_currency, row_number() over (partition by g.product_id
        order by (g.v ->> 'isPreferred')::boolean desc nulls last, g."rowNo") as place
      from named g join vendors d on (d.company_id, d.id) = (current_company(), g.vendor_id)
    ), touched as (
      update products p set version = p.version + 1, updated_at = now()
      from (select distinct product_id from given) g where p.company_id = current_company() and p.id = g.product_id
    ), offered as (
      insert into product_vendors (product_id, vendor_id, vendor_sku, vendor_product_name, package_uom, qty_per_uom,
        unit_price, price_uom, price_qty_per_uom, unit_confirmed_at, currency, min_order_qty, order_multiple,
        lead_time_days, valid_from, valid_to, is_preferred)
      select g.product_id, g.vendor_id, coalesce(g.v ->> 'vendorSku', o.vendor_sku),
        coalesce(g.v ->> 'vendorProductName', o.vendor_product_name), coalesce(g."order" ->> 'uom', o.package_uom),
        coalesce((g."order" ->> 'qtyPerUom')::numeric, o.qty_per_uom, 1),
        coalesce((g.v ->> 'unitPrice')::numeric, o.unit_price), coalesce(g.unit ->> 'uom', o.price_uom),
        coalesce((g.unit ->> 'qtyPerUom')::numeric, o.price_qty_per_uom),
        case when (g.unit ->> 'isSaid')::boolean or (g.unit ->> 'isOnly')::boolean then now() else o.unit_confirmed_at end,
        coalesce(g.v ->> 'currency', o.currency, g.vendor_currency),
        coalesce((g.v ->> 'minOrderQty')::numeric, o.min_order_qty),
        coalesce((g.v ->> 'orderMultiple')::numeric, o.order_multiple),
        coalesce((g.v ->> 'leadTimeDays')::integer, o.lead_time_days),
        coalesce((g.v ->> 'validFrom')::date, o.valid_from), coalesce((g.v ->> 'validTo')::date, o.valid_to),
        case when g.said ? 'isPreferred' then (g.v ->> 'isPreferred')::boolean
          else coalesce(o.is_preferred, g.place = 1 and not exists (select from product_vendors f
            where f.company_id = current_company() and f.product_id = g.product_id and f.is_preferred)) end
      from given g left join ${offerOfRow} o on true
      order by g."rowNo"
      on conflict (company_id, product_id, vendor_id) do update set
        (vendor_sku, vendor_product_name, package_uom, qty_per_uom, unit_price, price_uom, price_qty_per_uom,
          unit_confirmed_at, currency, min_order_qty, order_multiple, lead_time_days, valid_from, valid_to, is_preferred)
        = (excluded.vendor_sku, excluded.vendor_product_name, excluded.package_uom, excluded.qty_per_uom,
          excluded.unit_price, excluded.price_uom, excluded.price_qty_per_uom, excluded.unit_confirmed_at,
          excluded.currency, excluded.min_order_qty, excluded.order_multiple, excluded.lead_time_days,
          excluded.valid_from, excluded.valid_to, excluded.is_preferred)
    )
    select "rowNo", product_id as "productId" from given order by "rowNo"`.execute(ctx.db);
  const products = new Map(written.map(({ rowNo, productId }) => [rowNo, productId]));
  return rows.flatMap(({ rowNo, id, value, changes }) => {
    const product = products.get(rowNo);
    const created = id === null;
    const own = created ? (told.get(rowNo) ?? {}) : changes;
    return product ? [{ id: product, rowNo, created, note: String(value["vendorCode"]), changes: own }] : [];
  });
}
