import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { outOfDate, type Applied, type PlannedRow } from "#server/records/importer.ts";
import { negate } from "#shared/format/money.ts";
import { addOnHand, insertMoves } from "../stock.server.ts";
import { goodsKey, judgeRow, loadPlaces, movesAt, placeKey, type NamedGoods } from "./opening-rows.server.ts";

/** Goods of which an import has written a move, unless nothing differed. */
interface WrittenGoods extends NamedGoods {
  readonly rowNo: number;
  readonly baseUom: string;
  readonly difference: string;
  readonly movesBefore: number;
}
/** By `goodsKey`. */
export type WrittenStock = Map<string, WrittenGoods>;

/**
 * Writes the differences to what was said before, as moves; five statements and an event for each row. Nothing that others
 * want is locked yet: `finishOpening` looks whether all of it still holds.
 */
export async function writeOpening(
  ctx: Ctx,
  rows: readonly PlannedRow[],
  written: WrittenStock,
): Promise<readonly Applied[]> {
  if (rows.length === 0) return [];
  const known = await loadPlaces(ctx, rows);
  const goods = rows.map((row) => {
    const judged = judgeRow(row, known);
    if ("errors" in judged || written.has(goodsKey(judged))) throw outOfDate(row.rowNo);
    return judged;
  });
  const moved = goods.flatMap(
    ({ rowNo, baseUom, movesBefore, replaces, productId, storageLocationId, ...one }): WrittenGoods[] => {
      const place = { rowNo, baseUom, movesBefore, productId, storageLocationId };
      const { lotNumber, expiryDate, difference } = one;
      return [
        { ...place, lotNumber, expiryDate, difference },
        ...replaces.map(({ quantity, ...other }) => ({ ...place, ...other, difference: negate(quantity) })),
      ];
    },
  );
  for (const one of moved) written.set(goodsKey(one), one);
  await insertMoves(
    ctx,
    moved.flatMap(({ productId, storageLocationId, lotNumber, expiryDate, difference }) =>
      difference === "0"
        ? []
        : [
            {
              productId,
              storageLocationId,
              lotNumber,
              expiryDate,
              quantity: difference,
              receiptLineId: null,
              reason: "opening" as const,
            },
          ],
    ),
  );
  return goods.map(({ rowNo, productId, before, replaces, place, changes }) => ({
    id: productId,
    rowNo,
    created: before === null && replaces.length === 0,
    note: place,
    changes: changes["quantity"] ? { openingStock: changes["quantity"] } : {},
  }));
}

/** Places that are looked at, and goods that are counted, in one go: enough to be soon through while others wait. */
const atOnce = 5_000;

/**
 * Counts what was written as stock, as the last thing: until here whoever receives such goods did not wait. What moved there
 * since the check, or was said by another file, is looked for once nobody else can move these products any more: moves are
 * never changed, so their number says whether what this file was compared with still holds.
 */
export async function finishOpening(ctx: Ctx, written: WrittenStock): Promise<void> {
  const goods = [...written.values()];
  const places = new Map<string, Omit<WrittenGoods, "difference"> & { readonly moves: number }>();
  for (const { difference, ...one } of goods) {
    const place = places.get(placeKey(one)) ?? { ...one, moves: one.movesBefore };
    places.set(placeKey(one), { ...place, moves: place.moves + (difference === "0" ? 0 : 1) });
  }
  const products = [...new Set(goods.map(({ productId }) => productId))];
  if (products.length === 0) return;
  await sql`select 1 from products where company_id = current_company() and id = any(${products}::uuid[])
    order by id for no key update`.execute(ctx.db);
  for (const some of inParts([...places.values()])) {
    const { rows } = await sql<{ rowNo: number }>`
      with g as materialized (
        select r."rowNo", r."productId" as product_id, r."storageLocationId" as bin_id, r."baseUom" as base_uom, r.moves
        from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as r("rowNo" int, "productId" uuid,
          "storageLocationId" uuid, "baseUom" text, moves int)
      ), ${movesAt(sql`g`)}
      select g."rowNo" from g
      left join said s on s.product_id = g.product_id and s.storage_location_id = g.bin_id
      where coalesce(s.moves, 0) <> g.moves
        or (g.product_id, g.bin_id) in (select product_id, storage_location_id from moved)
        or (g.product_id, g.base_uom) not in (select p.id, p.base_uom from products p
          where p.company_id = current_company() and p.id = any(array(select product_id from g)))
      order by 1 limit 1`.execute(ctx.db);
    if (rows[0]) throw outOfDate(rows[0].rowNo);
  }
  for (const some of inParts(goods)) await addOnHand(ctx, some);
}

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, at) => all.slice(at * atOnce, (at + 1) * atOnce));
