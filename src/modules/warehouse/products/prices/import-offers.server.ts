import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { rowsAsJson, withoutNulls } from "#server/records/import-table.ts";
import type { FieldChanges, StagedRow } from "#server/records/importer.ts";
import { isSameUnit, type Unit } from "#shared/format/units.ts";
import { compare } from "#shared/format/money.ts";
import { offerOfRow, productOfRow, vendorOfRow } from "../import-lookups.server.ts";
import { pricesOf } from "./import-prices.server.ts";
import { priceText } from "./price-units.server.ts";

interface SavedOffer {
  readonly rowNo: number;
  /** Of the vendor: what a first price is in. */
  readonly vendorCurrency: string;
  readonly hasOffer: boolean;
  readonly vendorSku: string | null;
  readonly unitPrice: string | null;
  readonly currency: string | null;
  readonly uom: string | null;
  readonly qtyPerUom: string | null;
}

const textAt = (row: StagedRow, field: string): string | null => (row.value[field] ?? null) as string | null; // texts of `row`

/** What the prices of rows are in that say no currency: what this vendor's price was in before, else the vendor's. */
export async function ownCurrencies(ctx: Ctx, rows: readonly StagedRow[]): Promise<ReadonlyMap<number, string>> {
  const given = rowsAsJson(rows);
  const { rows: found } = await sql<{ rowNo: number; currency: string }>`
    with g as materialized (
      select "rowNo", ${productOfRow} as product_id, ${vendorOfRow} as vendor_id
      from jsonb_to_recordset(${given}::jsonb) as r("rowNo" integer, v jsonb)
    )
    select g."rowNo", coalesce(o.currency, d.currency) as currency
    from g join vendors d on (d.company_id, d.id) = (current_company(), g.vendor_id)
    left join ${offerOfRow} o on true`.execute(ctx.db);
  return new Map(found.map(({ rowNo, currency }) => [rowNo, currency]));
}

/** What rows change in the offers of the vendors that they name: each price with its currency and unit, old and new. */
export async function offerChanges(
  ctx: Ctx,
  rows: readonly StagedRow[],
  orders?: Parameters<typeof pricesOf>[2],
): Promise<ReadonlyMap<number, FieldChanges>> {
  const offering = rows.filter((row) => textAt(row, "vendorCode") !== null);
  if (offering.length === 0) return new Map();
  const prices = await pricesOf(ctx, offering, orders);
  const given = rowsAsJson(offering);
  const { rows: found } = await sql<SavedOffer>`/* prepared */
    with g as materialized (
      select "rowNo", ${productOfRow} as product_id, ${vendorOfRow} as vendor_id
      from jsonb_to_recordset(${given}::jsonb) as r("rowNo" integer, v jsonb)
    )
    select g."rowNo", d.currency as "vendorCurrency", o.id is not null as "hasOffer", o.vendor_sku as "vendorSku",
      trim_scale(o.unit_price)::text as "unitPrice", coalesce(o.currency, d.currency) as currency, o.price_uom as uom,
      trim_scale(o.price_qty_per_uom)::text as "qtyPerUom"
    from g join vendors d on (d.company_id, d.id) = (current_company(), g.vendor_id)
    left join ${offerOfRow} o on true`.execute(ctx.db);
  const saved = new Map(found.map((one) => [one.rowNo, one]));
  return new Map(
    offering.flatMap((row) => {
      const offer = saved.get(row.rowNo);
      return offer ? [[row.rowNo, changesOf(row, offer, prices.get(row.rowNo))] as const] : [];
    }),
  );
}

function changesOf(row: StagedRow, offer: SavedOffer, said: (Unit & { baseUom: string }) | undefined): FieldChanges {
  const own = textAt(row, "vendorSku");
  const unit = offer.uom && offer.qtyPerUom ? { uom: offer.uom, qtyPerUom: offer.qtyPerUom } : null;
  const currency = textAt(row, "currency") ?? offer.currency ?? offer.vendorCurrency;
  const price = textAt(row, "unitPrice");
  const after = price !== null && said ? { unitPrice: price, currency, ...said } : null;
  const isSame =
    after === null
      ? offer.unitPrice === null || offer.currency === currency
      : unit !== null &&
        offer.unitPrice !== null &&
        compare(offer.unitPrice, after.unitPrice) === 0 &&
        offer.currency === currency &&
        isSameUnit(unit, after);
  const base = said?.baseUom ?? offer.uom ?? "EA";
  const before =
    unit && offer.unitPrice !== null
      ? priceText({ unitPrice: offer.unitPrice, currency: offer.currency, ...unit }, base)
      : null;
  const kept = offer.unitPrice !== null && unit ? { unitPrice: offer.unitPrice, currency, ...unit } : null;
  const shown = after ?? kept;
  const isOtherCurrency = offer.hasOffer && shown === null && offer.currency !== currency;
  return {
    ...(offer.hasOffer ? {} : { vendorCode: { from: null, to: textAt(row, "vendorCode") } }),
    ...(isOtherCurrency ? { currency: { from: offer.currency, to: currency } } : {}),
    ...(own === null || own === offer.vendorSku ? {} : { vendorSku: { from: offer.vendorSku, to: own } }),
    ...(isSame ? {} : { unitPrice: { from: before, to: shown && priceText(shown, base) } }),
  };
}

/** Writes what rows say of vendors' offers. What a row does not say stays: currency and unit of a price above all. */
export async function writeOffers(ctx: Ctx, all: readonly StagedRow[]): Promise<void> {
  const rows = all.filter((row) => textAt(row, "vendorCode") !== null);
  if (rows.length === 0) return;
  const prices = await pricesOf(ctx, rows);
  const json = withoutNulls(
    rows.map(({ rowNo, value }) => {
      const unit = prices.get(rowNo);
      return {
        ...value,
        priceUom: unit?.uom,
        priceQtyPerUom: unit?.qtyPerUom,
        isUnitSaid: unit?.isSaid,
        isUnitOnly: unit?.isOnly,
      };
    }),
  );
  await sql`/* prepared */
    with g as materialized (
      select v, ${productOfRow} as product_id, ${vendorOfRow} as vendor_id from jsonb_array_elements(${json}::jsonb) v
    )
    insert into product_vendors (product_id, vendor_id, vendor_sku, unit_price, price_uom, price_qty_per_uom,
      unit_confirmed_at, currency, is_preferred)
    select g.product_id, g.vendor_id, v ->> 'vendorSku', (v ->> 'unitPrice')::numeric, v ->> 'priceUom',
      (v ->> 'priceQtyPerUom')::numeric,
      case when (v ->> 'isUnitSaid')::boolean or (v ->> 'isUnitOnly')::boolean then now() end,
      coalesce(v ->> 'currency', o.currency, d.currency),
      not exists (select from product_vendors f where f.company_id = current_company() and f.product_id = g.product_id
        and f.is_preferred)
    from g join vendors d on (d.company_id, d.id) = (current_company(), g.vendor_id)
    left join ${offerOfRow} o on true
    where g.product_id is not null
    on conflict (company_id, product_id, vendor_id) do update set
      vendor_sku = coalesce(excluded.vendor_sku, product_vendors.vendor_sku),
      unit_price = coalesce(excluded.unit_price, product_vendors.unit_price),
      currency = excluded.currency,
      price_uom = coalesce(excluded.price_uom, product_vendors.price_uom),
      price_qty_per_uom = coalesce(excluded.price_qty_per_uom, product_vendors.price_qty_per_uom),
      unit_confirmed_at = case when excluded.unit_price is null then product_vendors.unit_confirmed_at
        else coalesce(excluded.unit_confirmed_at, product_vendors.unit_confirmed_at) end`.execute(ctx.db);
}
