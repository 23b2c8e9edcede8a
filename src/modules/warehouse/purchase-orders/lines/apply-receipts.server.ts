import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { scheduledSum } from "./scheduled-qty.server.ts";
import { recalculateStatus } from "../steps/recalculate-status.server.ts";
import { dropSurplus } from "./surplus.server.ts";

interface Applied {
  readonly itemIds: readonly string[];
  readonly orderIds: readonly string[];
  /** The receipt takes back goods that the buyer had taken above the order. */
  readonly surplusIsGone?: boolean;
}

/**
 * Order lines and their orders follow from what was counted: to be called after receipt lines were written. Quantities
 * are summed anew over all lines of receipts, reversals included, so that they cannot drift; they stand in the order
 * line's unit, whatever pack was counted; states are judged on what was kept, which stands in base units.
 */
export async function applyReceipt(
  ctx: Ctx,
  receiptId: string,
  { itemIds, orderIds, surplusIsGone = false }: Applied,
): Promise<void> {
  if (itemIds.length === 0) return;
  await sql`/* prepared */
    update purchase_order_items i set
      kept_base_qty = s.kept - i.returned_base_qty, accepted_qty = s.accepted, damaged_qty = s.damaged, rejected_qty = s.rejected,
        received_qty = s.accepted + s.damaged + s.rejected, scheduled_qty = ${scheduledSum}
    from (
      select o.id, round(sum(l.accepted_qty * l.qty_per_uom) / o.qty_per_uom, 6) as accepted,
        round(sum(l.damaged_qty * l.qty_per_uom) / o.qty_per_uom, 6) as damaged,
        round(sum(l.rejected_qty * l.qty_per_uom) / o.qty_per_uom, 6) as rejected,
        sum((l.accepted_qty + l.damaged_qty) * l.qty_per_uom) as kept
      from purchase_order_items o join receipt_lines l on l.company_id = o.company_id and l.purchase_order_item_id = o.id
      where o.company_id = current_company() and o.id = any(${[...itemIds]})
      group by o.id, o.qty_per_uom
    ) s
    where i.company_id = current_company() and i.id = s.id`.execute(ctx.db);
  if (surplusIsGone) await dropSurplus(ctx, itemIds);
  await recalculateStatus(ctx, orderIds, receiptId);
}
