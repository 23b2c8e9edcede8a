import { sql } from "kysely";
import { compare } from "#shared/format/money.ts";
import type { Ctx } from "#server/http/context.ts";
import { judgedQtyOf } from "../agreed-lines.server.ts";
import { recalculateStatus } from "../steps/recalculate-status.server.ts";
import { isEndedByCredit, keptOrCreditedOf } from "./credited-goods.server.ts";
import { dropSurplus } from "./surplus.server.ts";

/** Goods that go back to the vendor, in base units. */
export interface ReturnedGoods {
  readonly orderId: string;
  readonly itemId: string;
  /** What was received of them: not what was rejected. */
  readonly received: string;
  /** What the vendor credits of them, rejected or not; nothing where they are expected again. */
  readonly credited: string;
  readonly reason: string;
}

/**
 * Lowers what was received of a line by what goes back: it is expected again, or it is credited and then not expected
 * any more, and whatever else is owed still is. Returns by how much the credit lowered what is expected. The order is
 * locked.
 */
export async function returnGoods(ctx: Ctx, goods: ReturnedGoods): Promise<string> {
  const { received, itemId } = goods;
  await sql`
    update purchase_order_items i set
      returned_base_qty = i.returned_base_qty + ${received}::numeric,
      returned_qty = round((i.returned_base_qty + ${received}::numeric) / i.qty_per_uom, 6),
      kept_base_qty = i.kept_base_qty - ${received}::numeric
    where i.company_id = current_company() and i.id = ${itemId}`.execute(ctx.db);
  const isCredited = compare(goods.credited, "0") > 0;
  const credited = isCredited ? await creditGoods(ctx, goods) : "0";
  await ctx.emit(
    "purchase-order.goodsReturned",
    { id: goods.orderId },
    { reason: goods.reason, changes: { quantity: isCredited ? goods.credited : received, credited: isCredited } },
  );
  await recalculateStatus(ctx, [goods.orderId]);
  return credited;
}

/**
 * Credited goods are not expected again: a surplus is none then, and the line waits for so much less. It never waits for
 * less than for what else is owed: goods above the order, or that were replaced already, are owed by nobody.
 */
async function creditGoods(ctx: Ctx, { itemId, credited, reason }: ReturnedGoods): Promise<string> {
  await dropSurplus(ctx, [itemId]);
  const { rows } = await sql<{ credited: string }>`
    update purchase_order_items i set credited_base_qty = i.credited_base_qty + c.credited,
      credit_reason = case when c.credited > 0 then ${reason}::text else i.credit_reason end
    from (select x.id, least(${credited}::numeric,
        greatest(0, ${judgedQtyOf("x")} * x.qty_per_uom - ${keptOrCreditedOf("x")})) as credited
      from purchase_order_items x where x.company_id = current_company() and x.id = ${itemId}) c
    where i.company_id = current_company() and i.id = c.id
    returning trim_scale(c.credited)::text as credited`.execute(ctx.db);
  return rows[0]?.credited ?? "0";
}

/** What comes back into what was received of a line, in base units. */
interface UndoneReturn extends Omit<ReturnedGoods, "credited"> {
  /** By how much their credit lowered what is expected; null of a return of before that was kept. */
  readonly credited: string | null;
}

/** They are here again: what was received rises, and their credit is none any more. The order is locked. */
export async function undoReturnOf(ctx: Ctx, { orderId, itemId, received, ...goods }: UndoneReturn): Promise<void> {
  const credited = goods.credited ?? "0";
  // Such a credit ended the line for its own reason.
  const isEnded = sql`(${isEndedByCredit} or ${goods.credited === null} and i.status = 'short_closed'
    and i.close_reason = ${goods.reason})`;
  await sql`
    update purchase_order_items i set
      returned_base_qty = i.returned_base_qty - ${received}::numeric,
      returned_qty = round((i.returned_base_qty - ${received}::numeric) / i.qty_per_uom, 6),
      kept_base_qty = i.kept_base_qty + ${received}::numeric,
      credited_base_qty = greatest(0, i.credited_base_qty - ${credited}::numeric), -- none is left where it was ordered anew
      credit_reason = case when i.credited_base_qty > ${credited}::numeric then i.credit_reason end,
      status = case when ${isEnded} then 'open' else i.status end,
      close_reason = case when ${isEnded} then null else i.close_reason end
    where i.company_id = current_company() and i.id = ${itemId}`.execute(ctx.db);
  const quantity = compare(received, "0") > 0 ? received : credited;
  await ctx.emit("purchase-order.returnUndone", { id: orderId }, { changes: { quantity } });
  await recalculateStatus(ctx, [orderId]);
}
