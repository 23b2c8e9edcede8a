import { sql, type RawBuilder } from "kysely";
import { convertAtLeast, convertPrice, isSameUnit, type Unit } from "#shared/format/units.ts";
import type { Ctx } from "#server/http/context.ts";
import { findById } from "#server/records/records.ts";
import type { OrderableProduct } from "../purchase-orders.contract.ts";

interface Offer {
  readonly vendorId: string;
}

interface Row extends Omit<OrderableProduct, "uom" | "qtyPerUom" | "isPriceRounded"> {
  /** What the vendor takes orders in, where it is said. */
  readonly order: Unit | null;
  /** The size that the product is ordered in. */
  readonly pack: Unit | null;
}

/** The columns of an orderable product `p`, offered by the vendor as `o` where there is such an offer; packages by `k`. */
const selected = sql`
  p.id as "productId", p.sku, p.name, p.gtin, p.base_uom as "baseUom", o.vendor_sku as "vendorSku",
  case when o.package_uom is not null then jsonb_build_object('uom', o.package_uom, 'qtyPerUom',
    trim_scale(o.qty_per_uom)::text) end as "order",
  case when pack.uom is not null then jsonb_build_object('uom', pack.uom, 'qtyPerUom',
    trim_scale(pack.quantity_in_base)::text) end as pack,
  case when o.unit_price is not null then jsonb_build_object('unitPrice', trim_scale(o.unit_price)::text, 'uom',
    o.price_uom, 'qtyPerUom', trim_scale(o.price_qty_per_uom)::text,
    'isUnitConfirmed', o.unit_confirmed_at is not null) end as offer,
  case when o.unit_price is not null then o.currency end as currency,
    trim_scale(o.min_order_qty)::text as "minOrderQty", trim_scale(o.order_multiple)::text as "orderMultiple",
  (select coalesce(jsonb_agg(jsonb_build_object('uom', k.uom, 'qtyPerUom', trim_scale(k.quantity_in_base)::text)
    order by k.position), '[]') from product_packages k
    where k.company_id = p.company_id and k.product_id = p.id) as packages`;

/**
 * The unit that a line starts with, and what the offer comes to in it. That is the unit the vendor takes orders in, unless
 * the price does not divide evenly there: then the line is for what the price is for, and no money is changed.
 */
function startOf({ order, pack, ...product }: Row): OrderableProduct {
  const { offer, baseUom } = product;
  const base = { uom: baseUom, qtyPerUom: "1" };
  // A line counts the base unit one by one, though a price may be for a hundred of them.
  const isOrderable = (unit: Unit) => unit.uom !== baseUom || isSameUnit(unit, base);
  const ordered = [order, offer, pack].find((one) => one !== null && isOrderable(one)) ?? base;
  const priced = offer && convertPrice(offer.unitPrice, offer, ordered);
  const unit = priced && !priced.isExact && isOrderable(offer) ? offer : ordered;
  const price = offer && convertPrice(offer.unitPrice, offer, unit);
  const inUnit = (qty: string | null) => qty && convertAtLeast(qty, ordered, unit);
  return {
    ...product,
    uom: unit.uom,
    qtyPerUom: unit.qtyPerUom,
    unitPrice: price && price.price,
    isPriceRounded: price !== null && !price.isExact,
    minOrderQty: inUnit(product.minOrderQty),
    orderMultiple: inUnit(product.orderMultiple),
  };
}

/** Prices hold on their days only. */
const offers = (vendorId: string) => sql`
  left join product_vendors o on o.company_id = p.company_id and o.product_id = p.id and o.vendor_id = ${vendorId}
    and coalesce(o.valid_from, current_date) <= current_date and coalesce(o.valid_to, current_date) >= current_date
  left join lateral (select k.uom, k.quantity_in_base from product_packages k
    where k.company_id = p.company_id and k.product_id = p.id and k.is_purchase_default order by k.position
    limit 1) pack on true`;

const isOrderable: RawBuilder<unknown> = sql`p.company_id = current_company() and p.status = 'active' and p.archived_at is null`;

/** Products for one line: those of this vendor first, the very number that was typed before all others. */
export async function findProducts(
  ctx: Ctx,
  { vendorId, q }: Offer & { q: string },
): Promise<{ items: OrderableProduct[] }> {
  await findById(ctx.db, "vendors", vendorId);
  const typed = q.toLowerCase();
  const found =
    q === ""
      ? sql`o.id is not null`
      : sql`(p.id in (select search_ids('products', ${q})) or p.id in (
    select n.product_id from product_vendors n where n.company_id = current_company() and n.vendor_id = ${vendorId}
      and position(${typed} in lower(n.vendor_sku)) > 0))`;
  const { rows } = await sql<Row>`
    select ${selected} from products p ${offers(vendorId)}
    where ${isOrderable} and ${found}
    order by (lower(p.sku) = ${typed} or lower(o.vendor_sku) = ${typed}) desc nulls last, o.id is null, p.name, p.id
      limit 20`.execute(ctx.db);
  return { items: rows.map(startOf) };
}

/** Codes of one paste for which something like them is looked for. */
const mostNearest = 50;
/** How much two codes have to have in common to be told for each other, by pg_trgm: one letter of eight is another. */
const likeness = 0.4;

/**
 * The product of each pasted code: by SKU, else by the vendor's number, else by GTIN. Null where nothing or several fit;
 * then the product with the SKU most like it, of those that stand next to it in the alphabet.
 */
export async function matchProducts(
  ctx: Ctx,
  { vendorId, codes }: Offer & { codes: readonly string[] },
): Promise<{ items: (OrderableProduct | null)[]; nearest: (OrderableProduct | null)[] }> {
  const { rows } = await sql<Row & { at: string }>`
    with codes as (select lower(code) as code, case when code ~ '^[0-9]{8,14}$' then lpad(code, 14, '0') end as gtin,
      at from unnest(${[...codes]}::text[]) with ordinality as c(code, at)),
    fitting as (
      select c.at, p.id, 1 as rank from codes c join products p on p.company_id = current_company()
        and lower(p.sku) = c.code
      union select c.at, n.product_id, 2 from codes c join product_vendors n on n.company_id = current_company()
        and n.vendor_id = ${vendorId} and lower(n.vendor_sku) = c.code
      union select c.at, p.id, 3 from codes c join products p on p.company_id = current_company() and p.gtin = c.gtin
    ),
    best as (select at, min(id::text)::uuid as id
      from (select *, dense_rank() over (partition by at order by rank) as place from fitting) f where place = 1
      group by at having count(distinct id) = 1)
    select best.at, ${selected} from best join products p on p.id = best.id ${offers(vendorId)} where ${isOrderable}`.execute(
    ctx.db,
  );
  const byPlace = new Map(rows.map(({ at, ...product }) => [Number(at), startOf(product)]));
  const items = codes.map((_, index) => byPlace.get(index + 1) ?? null);
  const unknown = [...new Set(codes.filter((code, index) => items[index] === null && code !== ""))];
  const like = await productsLike(ctx, { vendorId, codes: unknown.slice(0, mostNearest) });
  return { items, nearest: codes.map((code, index) => (items[index] === null ? (like.get(code) ?? null) : null)) };
}

async function productsLike(
  ctx: Ctx,
  { vendorId, codes }: Offer & { codes: readonly string[] },
): Promise<ReadonlyMap<string, OrderableProduct>> {
  if (codes.length === 0) return new Map();
  const beside = (isBefore: boolean) => sql`(select p.id, p.sku_key from products p
    where ${isOrderable} and p.sku_key ${isBefore ? sql`<` : sql`>`} c.key
    order by p.sku_key ${isBefore ? sql`desc` : sql`asc`} limit 5)`;
  const { rows } = await sql<Row & { code: string }>`
    with likest as (
      select c.code, n.id from (select code, lower(code) as key from unnest(${[...codes]}::text[]) as given(code)) c
      cross join lateral (
        select b.id from (${beside(true)} union all ${beside(false)}) b
        where similarity(b.sku_key, c.key) >= ${likeness} order by similarity(b.sku_key, c.key) desc, b.sku_key limit 1
      ) n)
    select likest.code, ${selected} from likest join products p on p.id = likest.id ${offers(vendorId)}
      where ${isOrderable}`.execute(ctx.db);
  return new Map(rows.map(({ code, ...product }) => [code, startOf(product)]));
}
