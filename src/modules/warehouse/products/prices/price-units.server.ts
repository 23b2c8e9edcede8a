import { sql } from "kysely";
import { unitText, type TypedUnit } from "#shared/format/unit-names.ts";
import { compare } from "#shared/format/money.ts";
import { conflict, invalid, message, type Sentence } from "#shared/contract/problem.ts";
import { distinctUnits, isSameUnit, type Unit } from "#shared/format/units.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Req } from "#server/http/serve.ts";
import { statesIn } from "#server/records/states.ts";
import { unlistedUnits } from "../listed-units.server.ts";
import type { OpenUnit, priceUnits } from "./offers.contract.ts";
import { itemStates } from "../../purchase-orders/lines/lines.contract.ts";

/** What can say which unit a price is for. */
export interface PriceContext {
  readonly baseUom: string;
  readonly packages: readonly (Unit & { readonly isPurchaseDefault: boolean })[];
  /** The unit that this vendor takes orders in, where it is said. */
  readonly order: Unit | null;
  /** The unit that this vendor's price was for before. */
  readonly before: Unit | null;
}

/**
 * The unit that somebody names for a price, or why it is not clear. A unit without a number gets the number that it has
 * everywhere here.
 */
export function namedUnit(typed: TypedUnit, records: PriceContext): Unit | Sentence {
  const { uom, qtyPerUom } = typed;
  const known = distinctUnits([records.order, records.before, ...records.packages].filter((one) => one !== null));
  if (uom !== null && qtyPerUom !== null) {
    const { before } = records;
    const isLeftOver =
      before !== null && uom === records.baseUom && before.uom !== uom && compare(qtyPerUom, before.qtyPerUom) === 0;
    return isLeftOver && compare(qtyPerUom, "1") !== 0
      ? message("One {unit} is 1. Give 1, or how many of them the price is for.", { unit: { uom } })
      : { uom, qtyPerUom };
  }
  if (uom === records.baseUom) return { uom, qtyPerUom: "1" };
  const fitting = known.filter(
    (one) => (uom === null || one.uom === uom) && (qtyPerUom === null || compare(one.qtyPerUom, qtyPerUom) === 0),
  );
  if (fitting.length === 1 && fitting[0]) return { uom: fitting[0].uom, qtyPerUom: fitting[0].qtyPerUom };
  if (uom === null && qtyPerUom !== null) return { uom: records.baseUom, qtyPerUom };
  return message("Say how much one {unit} holds, counted in “{base}”.", {
    base: { uom: records.baseUom },
    unit: { uom: uom ?? "EA" },
  });
}

/** The unit of a price of which nobody says what it is for. `isOnly`: there is no other that it could be. */
export function usualUnit({ baseUom, packages, order, before }: PriceContext): { unit: Unit; isOnly: boolean } {
  if (before) return { unit: before, isOnly: false };
  if (order) return { unit: order, isOnly: true }; // the price of one of what is ordered
  const pack = packages.find(({ isPurchaseDefault }) => isPurchaseDefault);
  return {
    unit: pack ? { uom: pack.uom, qtyPerUom: pack.qtyPerUom } : { uom: baseUom, qtyPerUom: "1" },
    isOnly: packages.length === 0,
  };
}

/** A price in words of the history, which everybody reads alike: "10 EUR per carton of 12". */
export function priceText(price: { unitPrice: string; currency: string | null } & Unit, baseUom: string): string {
  const speech = { language: "en", own: [], quantity: (value: string) => value };
  return `${price.unitPrice}${price.currency ? ` ${price.currency}` : ""} per ${unitText(price, speech, baseUom)}`;
}

const isOpen = sql`o.unit_price is not null and o.unit_confirmed_at is null`;

/** For the filter of the list: products of which a price still has no confirmed unit. */
export const priceUnitNotConfirmed = (wanted: boolean) =>
  sql`exists (select from product_vendors o where o.company_id = t.company_id and o.product_id = t.id and ${isOpen}) = ${wanted}`;

/** What would be confirmed, beside what it could be instead: nothing is changed by looking. */
export async function openUnits(
  ctx: Ctx,
  { query }: Req<typeof priceUnits.openUnits>,
): Promise<{ items: OpenUnit[]; total: number }> {
  const { rows } = await sql<OpenUnit & { total: number; packages: Unit[]; order: Unit | null }>`
    select p.id as "productId", p.sku, p.name as "productName", p.base_uom as "baseUom", v.id as "vendorId",
      v.name as "vendorName",
      trim_scale(o.unit_price)::text as "unitPrice", coalesce(o.currency, v.currency) as currency,
        o.price_uom as "priceUom", trim_scale(o.price_qty_per_uom)::text as "priceQtyPerUom",
      case when o.package_uom is not null then jsonb_build_object('uom', o.package_uom, 'qtyPerUom',
        trim_scale(o.qty_per_uom)::text) end as order,
      (select coalesce(jsonb_agg(jsonb_build_object('uom', k.uom, 'qtyPerUom', trim_scale(k.quantity_in_base)::text)
        order by k.position), '[]') from product_packages k
        where k.company_id = p.company_id and k.product_id = p.id) as packages,
      (count(*) over ())::int as total
    from product_vendors o
    join products p on (p.company_id, p.id) = (o.company_id, o.product_id)
    join vendors v on (v.company_id, v.id) = (o.company_id, o.vendor_id)
    where o.company_id = current_company() and ${isOpen} and p.archived_at is null
      and (${query.productId ?? null}::uuid is null or p.id = ${query.productId ?? null})
        and (${query.vendorId ?? null}::uuid is null or v.id = ${query.vendorId ?? null})
    order by p.name, p.id, v.name limit 200`.execute(ctx.db);
  return {
    items: rows.map(({ total: _total, packages, order, ...row }) => {
      const own = { uom: row.priceUom, qtyPerUom: row.priceQtyPerUom };
      const others = distinctUnits([{ uom: row.baseUom, qtyPerUom: "1" }, ...packages, ...(order ? [order] : [])]);
      return { ...row, others: others.filter((one) => !isSameUnit(one, own)) };
    }),
    total: rows[0]?.total ?? 0,
  };
}

/** Confirms what was looked at, all or nothing. A price that was changed meanwhile has not been looked at. */
export async function confirmUnits(
  ctx: Ctx,
  { body: { offers } }: Req<typeof priceUnits.confirmUnits>,
): Promise<{ confirmed: number; corrected: number }> {
  const given = offers.flatMap(({ productId, meant }, n) =>
    meant ? [{ at: `offers.${n}.meant.uom`, code: meant.uom, id: productId }] : [],
  );
  const unlisted = await unlistedUnits(ctx, given);
  if (unlisted.size > 0) throw invalid(Object.fromEntries(unlisted));
  const corrections = offers.map(({ meant, ...seen }) => ({
    ...seen,
    uom: meant?.uom ?? seen.priceUom,
    qtyPerUom: meant?.qtyPerUom ?? seen.priceQtyPerUom,
  }));
  const { rows } = await sql<Confirmed>`
    with seen as (
      select * from jsonb_to_recordset(${JSON.stringify(corrections)}::jsonb) as s(
        "productId" uuid, "vendorId" uuid, "unitPrice" numeric, "priceUom" text, "priceQtyPerUom" numeric,
          "uom" text, "qtyPerUom" numeric)
    )
    update product_vendors o set unit_confirmed_at = now(), price_uom = s."uom", price_qty_per_uom = s."qtyPerUom"
    from seen s, products p, vendors v
    where o.company_id = current_company() and o.product_id = s."productId" and o.vendor_id = s."vendorId"
      and ${isOpen} and o.unit_price = s."unitPrice" and o.price_uom = s."priceUom"
        and o.price_qty_per_uom = s."priceQtyPerUom"
      and (p.company_id, p.id) = (o.company_id, o.product_id) and (v.company_id, v.id) = (o.company_id, o.vendor_id)
    returning o.product_id as "productId", p.base_uom as "baseUom", v.name as "vendorName",
      coalesce(o.currency, v.currency) as currency, trim_scale(o.unit_price)::text as "unitPrice",
      s."priceUom" as "uomBefore", trim_scale(s."priceQtyPerUom")::text as "qtyBefore", o.price_uom as uom,
        trim_scale(o.price_qty_per_uom)::text as "qtyPerUom"`.execute(ctx.db);
  if (rows.length < offers.length)
    throw conflict("price_changed", message("A price was changed meanwhile. Reload to see it, then confirm."));
  const corrected = await tellConfirmed(ctx, rows);
  return { confirmed: rows.length - corrected, corrected };
}

interface Confirmed extends Unit {
  readonly productId: string;
  readonly baseUom: string;
  readonly vendorName: string;
  readonly currency: string;
  readonly unitPrice: string;
  readonly uomBefore: string;
  readonly qtyBefore: string;
}

/** One event for each price in its product's history; returns how many got another unit. */
async function tellConfirmed(ctx: Ctx, rows: readonly Confirmed[]): Promise<number> {
  let corrected = 0;
  for (const row of rows) {
    const was = { uom: row.uomBefore, qtyPerUom: row.qtyBefore };
    const isOther = !isSameUnit(was, row);
    if (isOther) corrected += 1;
    const from = isOther ? priceText({ ...row, ...was }, row.baseUom) : null;
    await ctx.emit(
      isOther ? "product.priceUnitCorrected" : "product.priceUnitConfirmed",
      { id: row.productId },
      { note: row.vendorName, changes: { price: { from, to: priceText(row, row.baseUom) } } },
    );
  }
  return corrected;
}

/** The vendor's word for the lines of an order: whoever confirms a line at an offer's price confirms what that price is for. */
export async function confirmUnitsOf(ctx: Ctx, orderId: string): Promise<void> {
  const { rows } = await sql<Confirmed>`
    update product_vendors o set unit_confirmed_at = now()
    from purchase_order_items i, purchase_orders t, products p, vendors v
    where i.company_id = current_company() and i.purchase_order_id = ${orderId}
      and i.status not in (${statesIn(itemStates, "dropped")})
      and (t.company_id, t.id) = (i.company_id, i.purchase_order_id)
        and (p.company_id, p.id) = (i.company_id, i.product_id) and (v.company_id, v.id) = (t.company_id, t.vendor_id)
      and o.company_id = i.company_id and o.product_id = i.product_id and o.vendor_id = t.vendor_id and ${isOpen}
        and ${isPriceOf}
    returning o.product_id as "productId", p.base_uom as "baseUom", v.name as "vendorName",
      coalesce(o.currency, v.currency) as currency, trim_scale(o.unit_price)::text as "unitPrice",
      o.price_uom as "uomBefore", trim_scale(o.price_qty_per_uom)::text as "qtyBefore", o.price_uom as uom,
        trim_scale(o.price_qty_per_uom)::text as "qtyPerUom"`.execute(ctx.db);
  await tellConfirmed(ctx, rows);
}

/** Whether the price of the line `i` of the order `t` is that of the offer `o`, in its unit or converted from it. */
const isPriceOf = sql`coalesce(o.currency, t.currency) = t.currency
  and i.unit_price = round(o.unit_price * i.qty_per_uom / o.price_qty_per_uom, 6)`;

/** Whether the line `i` of the order `t` has the price of an offer of which nobody has confirmed the unit. */
export const isUnitOpen = sql`exists (
  select from product_vendors o where o.company_id = i.company_id and o.product_id = i.product_id
    and o.vendor_id = t.vendor_id and ${isOpen} and ${isPriceOf})`;
