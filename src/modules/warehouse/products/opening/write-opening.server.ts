import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Applied, PlannedRow } from "#server/records/importer.ts";
import { negate } from "#shared/format/money.ts";
import { addOnHand, insertMoves } from "../stock.server.ts";
import { goodsKey, judgeRow, loadPlaces, movesAt, type NamedGoods } from "./opening-rows.server.ts";

/** Goods of which an import has written moves, and how many there are of them now. */
interface WrittenGoods extends NamedGoods {
  readonly rowNo: number;
  readonly baseUom: string;
  readonly quantity: string;
  readonly difference: string;
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
  const moved = goods.flatMap(({ rowNo, baseUom, replaces, productId, storageLocationId, ...one }): WrittenGoods[] => {
    const place = { rowNo, baseUom, productId, storageLocationId };
    const { lotNumber, expiryDate, quantity, difference } = one;
    return [
      { ...place, lotNumber, expiryDate, quantity, difference },
      ...replaces.map((other) => ({ ...place, ...other, quantity: "0", difference: negate(other.quantity) })),
    ];
  });
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

/** Goods that are looked at and counted in one go: enough to be soon through while others wait. */
const atOnce = 5_000;

/**
 * Counts what was written as stock, as the last thing: until here whoever receives such goods did not wait. What moved there
 * meanwhile, or was said by another file, is looked for once nobody else can move these products any more.
 */
export async function finishOpening(ctx: Ctx, written: WrittenStock): Promise<void> {
  const goods = [...written.values()];
  const products = [...new Set(goods.map(({ productId }) => productId))];
  if (products.length === 0) return;
  await sql`select 1 from products where company_id = current_company() and id = any(${products}::uuid[])
    order by id for no key update`.execute(ctx.db);
  for (let at = 0; at < goods.length; at += atOnce) {
    const some = goods.slice(at, at + atOnce);
    const { rows } = await sql<{ rowNo: number }>`
      with g as materialized (
        select r."rowNo", r."productId" as product_id, r."storageLocationId" as bin_id, r."lotNumber" as lot_number,
          r."expiryDate" as expiry_date, r."baseUom" as base_uom, r.quantity
        from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as r("rowNo" int, "productId" uuid,
          "storageLocationId" uuid, "lotNumber" text, "expiryDate" date, "baseUom" text, quantity numeric)
      ), ${movesAt(sql`g`)}
      select g."rowNo" from g where (g.product_id, g.bin_id) in (select product_id, storage_location_id from moved)
        or (g.product_id, g.base_uom) not in (select p.id, p.base_uom from products p
          where p.company_id = current_company() and p.id = any(array(select product_id from g)))
      union all
      select max(x."rowNo") from (
        select "rowNo", product_id, bin_id, lot_number, expiry_date, quantity from g
        union all
        select null, product_id, storage_location_id, lot_number, expiry_date, -quantity from opening
      ) x
      group by product_id, bin_id, lot_number, expiry_date having sum(quantity) <> 0 and max("rowNo") is not null
      order by 1 limit 1`.execute(ctx.db);
    if (rows[0]) throw outOfDate(rows[0].rowNo);
    await addOnHand(ctx, some);
  }
}

const outOfDate = (row: number) =>
  conflict(
    "import_out_of_date",
    message("Row {row} cannot be imported any more: what it names was changed. Check the file again.", { row }),
  );
