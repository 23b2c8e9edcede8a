import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { rowsAsJson } from "#server/records/import-table.ts";
import type { StagedRow } from "#server/records/importer.ts";
import { offerOfRow, productOfRow, vendorOfRow } from "../import-lookups.server.ts";

/** What is saved of the product, the vendor and the offer that a row of a price list names; null where there is none. */
export interface SavedOffer {
  readonly rowNo: number;
  readonly productId: string | null;
  readonly vendorId: string | null;
  readonly offerId: string | null;
  readonly orderUom: string | null;
  readonly orderQty: string | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly values: Readonly<Record<string, string | null>>;
}

/** Row number → what is saved of it; one statement for all. */
export async function savedOffers(ctx: Ctx, rows: readonly StagedRow[]): Promise<ReadonlyMap<number, SavedOffer>> {
  const given = rowsAsJson(rows);
  const { rows: found } = await sql<SavedOffer>`
    with g as materialized (
      select "rowNo", ${productOfRow} as product_id, ${vendorOfRow} as vendor_id
      from jsonb_to_recordset(${given}::jsonb) as r("rowNo" integer, v jsonb)
    )
    select g."rowNo", g.product_id as "productId", g.vendor_id as "vendorId", o.id as "offerId",
      o.package_uom as "orderUom", trim_scale(o.qty_per_uom)::text as "orderQty", o.valid_from::text as "validFrom",
      o.valid_to::text as "validTo",
      jsonb_build_object('vendorSku', o.vendor_sku, 'vendorProductName', o.vendor_product_name,
        'minOrderQty', trim_scale(o.min_order_qty)::text, 'orderMultiple', trim_scale(o.order_multiple)::text,
        'leadTimeDays', o.lead_time_days::text, 'isPreferred', case when o.is_preferred then 'yes' else 'no' end,
        'validFrom', o.valid_from::text, 'validTo', o.valid_to::text) as values
    from g left join ${offerOfRow} o on true`.execute(ctx.db);
  return new Map(found.map((offer) => [offer.rowNo, offer]));
}
