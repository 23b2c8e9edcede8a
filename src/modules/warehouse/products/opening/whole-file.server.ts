import { sql } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Completed } from "#server/records/importer.ts";
import type { ReplacedGoods } from "./opening-row.ts";
import { goodsKey, movesAt, type JudgedRow, type NamedGoods } from "./opening-rows.server.ts";

/** A product in a bin, as a file names it. */
interface NamedPlace {
  readonly productId: string;
  readonly storageLocationId: string;
  /** Its first good row and what that says; null: all of its rows are bad. */
  readonly first: { readonly rowNo: number; readonly sku: string; readonly locationId: string } | null;
}

/** What a file of opening stock names, from row to row. */
export interface NamedStock {
  /** The first row of each goods. */
  readonly goods: Map<string, number>;
  /** What bad rows are about: they say something of it, if nothing that can be taken. */
  readonly bad: Set<string>;
  readonly places: Map<string, NamedPlace>;
}

const placeKey = ({ productId, storageLocationId }: Pick<NamedGoods, "productId" | "storageLocationId">): string =>
  `${productId} ${storageLocationId}`;

/** Notes what a row names; refuses a row that says the same goods as one before it in other words. */
export function noteRow(
  { goods, bad, places }: NamedStock,
  { rowNo, judged, isGood }: { readonly rowNo: number; readonly judged: JudgedRow; readonly isGood: boolean },
): Sentence | null {
  const named = "errors" in judged ? judged.named : judged;
  if (!named) return null;
  const key = placeKey(named);
  if ("errors" in judged || !isGood) {
    bad.add(goodsKey(named));
    if (!places.has(key)) places.set(key, { ...placeOf(named), first: null });
    return null;
  }
  const first = goods.get(goodsKey(named));
  if (first !== undefined) return message("Row {row} has the same.", { row: first });
  goods.set(goodsKey(named), rowNo);
  if (!places.get(key)?.first)
    places.set(key, { ...placeOf(named), first: { rowNo, sku: judged.sku, locationId: judged.locationId } });
  return null;
}

const placeOf = ({ productId, storageLocationId }: NamedGoods) => ({ productId, storageLocationId });

/** Products or bins that are asked for in one go. */
const atOnce = 500;

/**
 * A file says all that lay of a product in a bin. What an earlier file put there and this one does not name is replaced: it
 * was another lot, another day or none. Other bins of the same site may be a matter of other files: of those it is only told.
 */
export async function completeFile(ctx: Ctx, named: NamedStock): Promise<Completed> {
  const values = new Map<number, { readonly replaces: ReplacedGoods[] }>();
  const places = [...named.places.values()];
  for (let at = 0; at < places.length; at += atOnce)
    for (const goods of await earlierGoods(ctx, places.slice(at, at + atOnce))) {
      const rowNo = named.places.get(placeKey(goods))?.first?.rowNo;
      if (rowNo === undefined || named.goods.has(goodsKey(goods)) || named.bad.has(goodsKey(goods))) continue;
      const replaces = values.get(rowNo)?.replaces ?? [];
      const { lotNumber, expiryDate, quantity } = goods;
      values.set(rowNo, { replaces: [...replaces, { lotNumber, expiryDate, quantity }] });
    }
  const elsewhere = await earlierElsewhere(ctx, named);
  return {
    values,
    assumed: new Map([
      ...(values.size > 0 ? [["replaced", values.size] as const] : []),
      ...elsewhere.map((text) => [`elsewhere:${text}`, 1] as const),
    ]),
  };
}

/** What earlier files put into these bins of a product, as long as nothing else moved there. */
async function earlierGoods(ctx: Ctx, places: readonly NamedPlace[]): Promise<readonly (NamedGoods & ReplacedGoods)[]> {
  const given = JSON.stringify(
    places.filter(({ first }) => first !== null).map(({ first: _first, ...place }) => place),
  );
  const { rows } = await sql<NamedGoods & ReplacedGoods>`
    with g as materialized (
      select r."productId" as product_id, r."storageLocationId" as bin_id
      from jsonb_to_recordset(${given}::jsonb) as r("productId" uuid, "storageLocationId" uuid)
    ), ${movesAt(sql`g`)}
    select o.product_id as "productId", o.storage_location_id as "storageLocationId", o.lot_number as "lotNumber",
      o.expiry_date as "expiryDate", trim_scale(o.quantity)::text as quantity
    from opening o
    where o.quantity <> 0 and (o.product_id, o.storage_location_id) in (select product_id, bin_id from g)
      and (o.product_id, o.storage_location_id) not in (select product_id, storage_location_id from moved)
    order by 1, 2, 3, 4`.execute(ctx.db);
  return rows;
}

/** The products of which earlier files put something into other bins of the same site, with these. */
async function earlierElsewhere(ctx: Ctx, { places }: NamedStock): Promise<readonly string[]> {
  const sites = new Map<string, { readonly sku: string; readonly locations: Set<string> }>();
  for (const { productId, first } of places.values()) {
    if (!first) continue;
    const site = sites.get(productId) ?? { sku: first.sku, locations: new Set() };
    site.locations.add(first.locationId);
    sites.set(productId, site);
  }
  const found = new Map<string, string[]>();
  const products = [...sites.keys()];
  for (let at = 0; at < products.length; at += atOnce) {
    const { rows } = await sql<{ productId: string; binId: string; locationId: string; bin: string; quantity: string }>`
      select m.product_id as "productId", s.id as "binId", s.location_id as "locationId", s.code as bin,
        trim_scale(sum(m.quantity))::text as quantity
      from stock_moves m
      join storage_locations s on (s.company_id, s.id) = (m.company_id, m.storage_location_id)
      where m.company_id = current_company() and m.product_id = any(${products.slice(at, at + atOnce)}::uuid[])
        and m.reason = 'opening'
      group by 1, 2, 3, 4 having sum(m.quantity) <> 0
      order by 4`.execute(ctx.db);
    for (const { productId, binId, locationId, bin, quantity } of rows) {
      const isNamed = places.has(placeKey({ productId, storageLocationId: binId }));
      if (isNamed || !sites.get(productId)?.locations.has(locationId)) continue;
      found.set(productId, [...(found.get(productId) ?? []), `${bin}: ${quantity}`]);
    }
  }
  return [...found].map(([productId, bins]) => `${sites.get(productId)?.sku ?? ""} (${bins.join(", ")})`);
}
