import { sql } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Completed } from "#server/records/importer.ts";
import type { OpeningRow, ReplacedGoods } from "./opening-row.ts";
import { goodsKey, movesAt, placeKey, type NamedGoods, type OpeningGoods } from "./opening-rows.server.ts";

type Place = Pick<NamedGoods, "productId" | "storageLocationId">;

/** A product in a bin, as the good rows of a file name it. */
interface NamedPlace extends Place {
  readonly sku: string;
  readonly locationId: string;
  readonly rowNos: number[];
}

/** What a file of opening stock names, from row to row. */
export interface NamedStock {
  /** The first row of each goods. */
  readonly goods: Map<string, number>;
  readonly places: Map<string, NamedPlace>;
  /** Products in bins that bad rows may be about. */
  readonly kept: Set<string>;
}

/** What a bad row does not say clearly may be any. */
const any = "any";

/** Notes what a good row names; refuses one that says the same goods as a row before it in other words. */
export function noteGoods({ goods, places }: NamedStock, judged: OpeningGoods): Sentence | null {
  const { rowNo, sku, locationId, productId, storageLocationId } = judged;
  const first = goods.get(goodsKey(judged));
  if (first !== undefined) return message("Row {row} has the same.", { row: first });
  goods.set(goodsKey(judged), rowNo);
  const place = places.get(placeKey(judged));
  if (place) place.rowNos.push(rowNo);
  else places.set(placeKey(judged), { productId, storageLocationId, sku, locationId, rowNos: [rowNo] });
  return null;
}

/**
 * Notes what a bad row may be about, as far as that is clear: a product in a bin, a product wherever it lies, a bin whatever
 * lies in it, or all of the file. What earlier files said of that stays.
 */
export function noteBad({ kept }: NamedStock, about: { readonly [name in keyof Place]: string | null }): void {
  kept.add(placeKey({ productId: about.productId ?? any, storageLocationId: about.storageLocationId ?? any }));
}

const isKept = ({ kept }: NamedStock, { productId, storageLocationId }: Place): boolean =>
  [productId, any].some((product) =>
    [storageLocationId, any].some((bin) => kept.has(placeKey({ productId: product, storageLocationId: bin }))),
  );

/** Products or bins that are asked for in one go. */
const atOnce = 500;

/**
 * A file says all that lay of a product in a bin. What an earlier file put there and this one does not name is replaced: it
 * was another lot, another day or none; unless a bad row may be about it. Other bins of the same site may be a matter of
 * other files: of those it is only told.
 */
export async function completeFile(ctx: Ctx, named: NamedStock): Promise<Completed> {
  const values = new Map<number, Pick<OpeningRow, "replaces" | "movesBefore">>();
  const counts = { replaced: 0, stays: 0 };
  const places = [...named.places.values()];
  for (let at = 0; at < places.length; at += atOnce)
    for (const { moves: movesBefore, goods, ...place } of await earlierGoods(ctx, places.slice(at, at + atOnce))) {
      const [first, ...others] = named.places.get(placeKey(place))?.rowNos ?? [];
      if (first === undefined) continue;
      const unnamed = goods.filter((one) => !named.goods.has(goodsKey({ ...place, ...one })));
      const stays = isKept(named, place);
      if (unnamed.length > 0) counts[stays ? "stays" : "replaced"] += 1;
      values.set(first, { movesBefore, ...(unnamed.length > 0 && !stays ? { replaces: unnamed } : {}) });
      for (const rowNo of others) values.set(rowNo, { movesBefore });
    }
  const elsewhere = await earlierElsewhere(ctx, named);
  return {
    values,
    assumed: new Map([...Object.entries(counts), ...elsewhere.map((text) => [`elsewhere:${text}`, 1] as const)]),
  };
}

/** A product in a bin of which earlier files said something. */
interface EarlierPlace extends Place {
  /** By how many moves. */
  readonly moves: number;
  /** What is there of it, as long as nothing else moved there. */
  readonly goods: readonly ReplacedGoods[];
}

/** What earlier files put into these bins of a product. */
async function earlierGoods(ctx: Ctx, places: readonly Place[]): Promise<readonly EarlierPlace[]> {
  const given = JSON.stringify(places.map(({ productId, storageLocationId }) => ({ productId, storageLocationId })));
  const { rows } = await sql<EarlierPlace>`
    with g as materialized (
      select r."productId" as product_id, r."storageLocationId" as bin_id
      from jsonb_to_recordset(${given}::jsonb) as r("productId" uuid, "storageLocationId" uuid)
    ), ${movesAt(sql`g`)}
    select s.product_id as "productId", s.storage_location_id as "storageLocationId", s.moves,
      coalesce(e.goods, '[]') as goods
    from said s
    left join (
      select product_id, storage_location_id, jsonb_agg(jsonb_build_object('lotNumber', lot_number,
        'expiryDate', expiry_date, 'quantity', trim_scale(quantity)::text) order by lot_number, expiry_date) as goods
      from opening where quantity <> 0
        and (product_id, storage_location_id) not in (select product_id, storage_location_id from moved)
      group by 1, 2
    ) e using (product_id, storage_location_id)
    where (s.product_id, s.storage_location_id) in (select product_id, bin_id from g)`.execute(ctx.db);
  return rows;
}

/** The products of which earlier files put something into other bins of the same site, with these. */
async function earlierElsewhere(ctx: Ctx, named: NamedStock): Promise<readonly string[]> {
  const { places } = named;
  const sites = new Map<string, { readonly sku: string; readonly locations: Set<string> }>();
  for (const { productId, sku, locationId } of places.values()) {
    const site = sites.get(productId) ?? { sku, locations: new Set() };
    site.locations.add(locationId);
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
      const place = { productId, storageLocationId: binId };
      if (
        places.has(placeKey(place)) ||
        named.kept.has(placeKey(place)) ||
        !sites.get(productId)?.locations.has(locationId)
      )
        continue;
      found.set(productId, [...(found.get(productId) ?? []), `${bin}: ${quantity}`]);
    }
  }
  return [...found].map(([productId, bins]) => `${sites.get(productId)?.sku ?? ""} (${bins.join(", ")})`);
}
