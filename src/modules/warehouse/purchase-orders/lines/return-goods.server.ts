import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { recalculateStatus } from "../steps/recalculate-status.server.ts";
import { itemStates } from "./lines.contract.ts";
import { dropSurplus } from "./surplus.server.ts";

/** Received goods that go back to the vendor. */
export interface ReturnedGoods {
  readonly orderId: string;
  readonly itemId: string;
  /** In base units. */
  readonly quantity: string;
  /** The vendor credits them; else they are expected again. */
  readonly isCredited: boolean;
  readonly reason: string;
}

/**
 * Lowers what was received of a line by what goes back: it is expected again, or the line ends short where it
 * is not full without it. The order is locked.
 */
export async function returnGoods(ctx: Ctx, goods: ReturnedGoods): Promise<void> {
  await sql`
    update purchase_order_items i set
      returned_base_qty = i.returned_base_qty + ${goods.quantity}::numeric,
      returned_qty = round((i.returned_base_qty + ${goods.quantity}::numeric) / i.qty_per_uom, 6),
      kept_base_qty = i.kept_base_qty - ${goods.quantity}::numeric
    where i.company_id = current_company() and i.id = ${goods.itemId}`.execute(ctx.db);
  if (goods.isCredited) await endWithout(ctx, goods);
  await ctx.emit(
    "purchase-order.goodsReturned",
    { id: goods.orderId },
    { reason: goods.reason, changes: { quantity: goods.quantity, credited: goods.isCredited } },
  );
  await recalculateStatus(ctx, [goods.orderId]);
}

/** Credited goods are expected no more: a surplus is none then, and a line that is not full without them ends short. */
async function endWithout(ctx: Ctx, { itemId, reason }: ReturnedGoods): Promise<void> {
  await dropSurplus(ctx, [itemId]);
  await sql`
    update purchase_order_items i set status = 'short_closed', close_reason = ${reason} from companies c
    where i.company_id = current_company() and i.id = ${itemId} and c.id = i.company_id
      and i.status not in (${statesIn(itemStates, "ended")})
      and i.kept_base_qty < i.ordered_qty * i.qty_per_uom * (1 - c.under_receipt_close_pct / 100)`.execute(ctx.db);
}

/** They are here again: what was received rises, and a line that ended with their credit is expected again. The order is locked. */
export async function undoReturnOf(ctx: Ctx, goods: Omit<ReturnedGoods, "isCredited">): Promise<void> {
  await sql`
    update purchase_order_items i set
      returned_base_qty = i.returned_base_qty - ${goods.quantity}::numeric,
      returned_qty = round((i.returned_base_qty - ${goods.quantity}::numeric) / i.qty_per_uom, 6),
      kept_base_qty = i.kept_base_qty + ${goods.quantity}::numeric,
      status = case when i.status = 'short_closed' and i.close_reason = ${goods.reason} then 'open' else i.status end,
      close_reason = case when i.status = 'short_closed' and i.close_reason = ${goods.reason} then null
        else i.close_reason end
    where i.company_id = current_company() and i.id = ${goods.itemId}`.execute(ctx.db);
  await ctx.emit("purchase-order.returnUndone", { id: goods.orderId }, { changes: { quantity: goods.quantity } });
  await recalculateStatus(ctx, [goods.orderId]);
}
