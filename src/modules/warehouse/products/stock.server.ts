import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";

/** What moves, in the product's base unit: into the bin, or out of it when negative. */
export interface StockMove {
  readonly productId: string;
  readonly storageLocationId: string;
  readonly quantity: string;
  readonly lotNumber: string | null;
  /** Null: no receipt stands behind it, as it lay there from the beginning. */
  readonly receiptLineId: string | null;
  readonly reason: "receipt" | "reversal" | "return" | "scrap" | "opening";
  /** Of what lay there from the beginning; of all else its receipt says it. */
  readonly expiryDate?: string | null;
  /** Of a return or of scrap: which goods of the receipt line, and the issue by which they go or come back. */
  readonly part?: "accepted" | "damaged" | "rejected";
  readonly issueId?: string;
}

/**
 * Writes moves and what is on hand after them; refuses (409) when a bin would hold less than nothing. The products are
 * locked in the order of their ids, so that movers of the same product queue. Three statements, however many moves.
 */
export async function moveStock(ctx: Ctx, moves: readonly StockMove[]): Promise<void> {
  if (moves.length === 0) return;
  const products = [...new Set(moves.map((move) => move.productId))];
  await sql`select 1 from products where company_id = current_company() and id = any(${products})
    order by id for no key update`.execute(ctx.db);
  await sql`/* prepared */
    with moved as (
      insert into stock_moves (product_id, storage_location_id, quantity, lot_number, expiry_date, receipt_line_id, reason, part,
        issue_id)
      select "productId", "storageLocationId", quantity, "lotNumber", "expiryDate", "receiptLineId", reason, part, "issueId"
      from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m("productId" uuid, "storageLocationId" uuid,
        quantity numeric, "lotNumber" text, "expiryDate" date, "receiptLineId" uuid, reason text,
        part text, "issueId" uuid)
      returning product_id, quantity
    )
    update products p set on_hand = p.on_hand + s.quantity
    from (select product_id, sum(quantity) as quantity from moved group by product_id) s
    where p.company_id = current_company() and p.id = s.product_id`.execute(ctx.db);
  if (moves.some((move) => move.quantity.startsWith("-"))) await refuseLessThanNothing(ctx, products);
}

/**
 * Writes moves alone, and locks nothing that others want: for many at once. Whoever does so locks their products in the end,
 * sees whether no bin holds less than nothing, and counts them (`addOnHand`).
 */
export async function insertMoves(ctx: Ctx, moves: readonly StockMove[]): Promise<void> {
  if (moves.length === 0) return;
  await sql`
    insert into stock_moves (product_id, storage_location_id, quantity, lot_number, expiry_date, receipt_line_id, reason)
    select "productId", "storageLocationId", quantity, "lotNumber", "expiryDate", "receiptLineId", reason
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m("productId" uuid, "storageLocationId" uuid,
      quantity numeric, "lotNumber" text, "expiryDate" date, "receiptLineId" uuid, reason text)`.execute(ctx.db);
}

/** Counts moves that `insertMoves` has written into what is on hand; their products are locked. */
export async function addOnHand(
  ctx: Ctx,
  moved: readonly { readonly productId: string; readonly difference: string }[],
): Promise<void> {
  const given = JSON.stringify(moved.map(({ productId, difference }) => ({ productId, difference })));
  await sql`
    update products p set on_hand = p.on_hand + s.quantity
    from (select "productId" as id, sum(difference) as quantity
      from jsonb_to_recordset(${given}::jsonb) as m("productId" uuid, difference numeric)
      group by 1 having sum(difference) <> 0) s
    where p.company_id = current_company() and p.id = s.id`.execute(ctx.db);
}

async function refuseLessThanNothing(ctx: Ctx, products: readonly string[]): Promise<void> {
  const { rows } = await sql<{ sku: string; code: string }>`
    select p.sku, s.code
    from stock_moves m
    join products p on (p.company_id, p.id) = (m.company_id, m.product_id)
    join storage_locations s on (s.company_id, s.id) = (m.company_id, m.storage_location_id)
    where m.company_id = current_company() and m.product_id = any(${products as string[]})
    group by p.sku, s.code, m.storage_location_id, m.lot_number having sum(m.quantity) < 0 limit 1`.execute(ctx.db);
  const short = rows[0];
  if (short)
    throw conflict(
      "stock_has_moved_on",
      message("{sku} is no longer in {bin} in that quantity: it has moved on. Bring it back first.", {
        sku: short.sku,
        bin: short.code,
      }),
    );
}
