import { sql } from "kysely";
import { agreedSite } from "../agreed-lines.server.ts";

/*
 * What files of open orders say of an order `o` and its line `i`: what is agreed. While a change waits for approval, another
 * program would else order what nobody has agreed to.
 */

/** The line as `a`; none where the change that waits adds it. */
export const agreedLine = sql`lateral (
  select i.product_id, i.sku, i.vendor_sku, i.ordered_qty, i.uom, i.qty_per_uom, i.unit_price, i.discount_pct,
    i.tax_rate_pct, i.requested_date, i.notes where o.agreed_version is null
  union all
  select l."productId", l.sku, l."vendorSku", l."orderedQty", l.uom, l."qtyPerUom", l."unitPrice", l."discountPct",
    l."taxRatePct", l."requestedDate", l.notes
  from jsonb_to_recordset(o.agreed_version -> 'lines') as l(id uuid, "productId" uuid, sku text, "vendorSku" text,
    "orderedQty" numeric, uom text, "qtyPerUom" numeric, "unitPrice" numeric, "discountPct" numeric,
    "taxRatePct" numeric, "requestedDate" date, notes text)
  where l.id = i.id)`;

/** What is ordered of it: what was credited is ordered no more. */
export const stillOrdered = sql`a.ordered_qty - round(i.credited_base_qty / a.qty_per_uom, 6)`;

/** Where the order goes and when it is paid. */
export const agreedHead = sql`lateral (select ${agreedSite} as site_id, case when o.agreed_version is null then o.payment_terms_days
  else (o.agreed_version -> 'columns' ->> 'paymentTermsDays')::int end as payment_terms_days)`;
