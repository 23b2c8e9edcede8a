import { sql } from "kysely";
import { add, compare, divide, multiply, percent } from "#shared/format/money.ts";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockById, updateRow } from "#server/records/records.ts";
import { readOrder } from "../order-record.server.ts";
import type { PurchaseOrder } from "../purchase-orders.contract.ts";
import { counts, lineChanges, totalsOf, writeLines, type Line } from "./lines.server.ts";
import { inLineUnit, keptOrCreditedQty } from "./kept-qty.ts";
import { lineTotal } from "./order-totals.ts";
import type { PurchaseOrderItem } from "./lines.contract.ts";

/** Goods that the buyer takes onto a line that is there. */
interface Taken {
  readonly quantity: string;
  readonly qtyPerUom: string;
  /** Why more is taken than the tolerance allows. */
  readonly note: string | null;
}

/**
 * What a line orders once these goods are taken: what is above the order is bought with them, and so is what comes in the
 * place of credited goods. It is judged by the tolerance and the hard limit of what was agreed, as a count is; whoever
 * takes more has to be allowed to, and say why.
 */
export async function orderedWith(
  ctx: Ctx,
  { number }: PurchaseOrder,
  item: PurchaseOrderItem,
  { quantity, qtyPerUom, note }: Taken,
): Promise<string> {
  const after = add(item.keptBaseQty, item.creditedBaseQty, multiply(quantity, qtyPerUom));
  if (compare(after, multiply(item.orderedQty, item.qtyPerUom)) <= 0) return item.orderedQty;
  const ordered = await agreedQty(ctx, item.id);
  const factor = await hardLimitFactor(ctx);
  const agreed = multiply(ordered, item.qtyPerUom);
  const words = {
    sum: { ...item, qty: divide(after, item.qtyPerUom, 6) },
    ordered: { ...item, qty: ordered },
    lineNo: item.lineNo,
    number,
  };
  if (compare(after, multiply(agreed, factor)) > 0)
    throw invalid(
      {},
      message(
        "{sum} on line {lineNo} of {number} are more than {factor} times the {ordered} ordered, nearly always a mistaken unit. If true, amend the order first; else return them.",
        { ...words, factor },
      ),
      "over_hard_limit",
    );
  if (compare(after, add(agreed, percent(agreed, item.overReceiptPct))) > 0) {
    if (!ctx.can("CAN_OVER_RECEIVE"))
      throw invalid(
        {},
        message(
          "{sum} would be taken on line {lineNo} of {number}; {ordered} are ordered. Amend the order first, ask somebody who may take more than was ordered, or return them.",
          words,
        ),
        "override_not_allowed",
      );
    if (note === null)
      throw invalid(
        { note: message("Say why it is taken all the same.") },
        message("More came than the tolerance allows. Say why it is taken, or return it."),
        "override_needs_reason",
      );
  }
  return inLineUnit(after, item.qtyPerUom);
}

async function hardLimitFactor(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ factor: string }>`
    select trim_scale(hard_limit_factor)::text as factor from companies where id = current_company()`.execute(ctx.db);
  return rows[0]?.factor ?? "1";
}

/** What makes an order dearer than what was approved is bought only once it is approved. */
export const refuseUnapproved = (number: string): never => {
  throw conflict(
    "approval_needed",
    message(
      "With these goods {number} comes to more than may be bought without an approval. Amend the order first and take them once that is approved, or return them.",
      { number },
    ),
  );
};

/** What is ordered of a line without what was added by taking goods. */
export async function agreedQty(ctx: Ctx, itemId: string | null): Promise<string> {
  if (itemId === null) return "0";
  const { rows } = await sql<{ agreed: string }>`
    select trim_scale(ordered_qty - surplus_qty)::text as agreed from purchase_order_items
    where company_id = current_company() and id = ${itemId}`.execute(ctx.db);
  return rows[0]?.agreed ?? "0";
}

/** What the line orders above what was agreed was added by taking goods. */
export async function markSurplus(ctx: Ctx, itemId: string, agreed: string): Promise<void> {
  await sql`update purchase_order_items set surplus_qty = ordered_qty - ${agreed}::numeric
    where company_id = current_company() and id = ${itemId}`.execute(ctx.db);
}

/**
 * Goods left again: what was ordered only because they were taken is not expected anew. What was agreed stays ordered,
 * and a line that was added for them is cancelled. The orders are locked.
 */
export async function dropSurplus(ctx: Ctx, itemIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; orderId: string; agreed: string }>`
    select id, purchase_order_id as "orderId", trim_scale(ordered_qty - surplus_qty)::text as agreed
    from purchase_order_items where company_id = current_company() and id = any(${[...itemIds]}) and surplus_qty > 0
      and kept_base_qty + credited_base_qty < ordered_qty * qty_per_uom`.execute(ctx.db);
  const agreed = new Map(rows.map((row) => [row.id, row.agreed]));
  for (const orderId of new Set(rows.map((row) => row.orderId))) {
    const order = await lockById(ctx.db, "purchase_orders", orderId);
    const before = await readOrder(ctx, order);
    const lines = before.items.map((item) => withoutSurplus(item, agreed.get(item.id)));
    const totals = totalsOf(lines, before.charges, before.minorUnit);
    await writeLines(ctx, orderId, lines, before.charges);
    for (const line of lines) {
      const left = agreed.get(line.id ?? "");
      if (line.id !== null && left !== undefined) await markSurplus(ctx, line.id, left);
    }
    await updateRow(ctx.db, "purchase_orders", order, { ...totals, lineCount: lines.filter(counts).length });
    await ctx.emit("purchase-order.surplusGone", order, { changes: lineChanges(before.items, lines) });
  }
}

function withoutSurplus(item: PurchaseOrderItem, agreed: string | undefined): Line {
  if (agreed === undefined) return item;
  const kept = keptOrCreditedQty(item);
  const orderedQty = compare(kept, agreed) > 0 ? kept : agreed;
  if (compare(orderedQty, "0") <= 0) return { ...item, status: "cancelled" };
  return { ...item, orderedQty, lineTotal: lineTotal({ ...item, orderedQty }) };
}
