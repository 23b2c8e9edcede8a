import { sql } from "kysely";
import { compare, negate } from "#shared/format/money.ts";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { moveStock } from "../products/stock.server.ts";
import { returnGoods } from "../purchase-orders/lines/return-goods.server.ts";
import { makeRoomFor } from "../purchase-orders/lines/take-goods.server.ts";
import { goodsAside, settleGoods } from "../receipts/posting/settle-goods.server.ts";

type Issue = RecordOf<"reported_issues">;

interface Taking {
  readonly purchaseOrderId: string | null;
  readonly productId: string | null;
  readonly unitPrice: string | null;
  readonly note: string | null;
}

/** The buyer's three ways with goods that were put aside; each moves them, by a receipt of its own. */
export const decisions = {
  takeGoods: {
    async set(ctx: Ctx, issue: Issue, body: Taking) {
      const aside = await goodsAside(ctx, issue.receiptLineId ?? "");
      const itemId = aside.claimedItemId;
      const orderId = itemId === null ? body.purchaseOrderId : issue.purchaseOrderId;
      const productId = aside.productId ?? body.productId;
      if (orderId === null) throw invalid({ purchaseOrderId: message("Choose the order that they belong to.") });
      if (productId === null) throw invalid({ productId: message("Choose the product that they are.") });
      const { uom, qtyPerUom, quantity } = aside;
      if (compare(quantity, "0") === 0)
        throw conflict("nothing_kept", message("All of it was rejected. Return or refuse it."));
      const room = { orderId, itemId, productId, uom, qtyPerUom, quantity, unitPrice: body.unitPrice, note: body.note };
      const line = await makeRoomFor(ctx, room);
      const taken = { itemId: line, orderId, productId };
      const receipt = await settleGoods(ctx, aside, { taken, note: body.note });
      return {
        ...resolved(ctx, "accept_as_is", receipt, body.note),
        purchaseOrderId: orderId,
        purchaseOrderItemId: line,
      };
    },
  },
  returnGoods: {
    set: (ctx: Ctx, issue: Issue, { note }: { note: string | null }) => leave(ctx, issue, "return", note),
  },
  refuseGoods: { set: (ctx: Ctx, issue: Issue, { reason }: { reason: string }) => leave(ctx, issue, "refuse", reason) },
};

interface Resolution {
  readonly resolution: string;
  readonly returned: "expected_again" | "credited" | null;
  readonly note: string | null;
}

interface ReturnedLine {
  productId: string | null;
  lotNumber: string | null;
  bin: string;
  quantity: string;
  itemId: string | null;
  orderId: string | null;
}

/**
 * "Return" moves the goods: out of the bin in which they are, and off what was received. They are expected again, or
 * credited, as the buyer says. What was rejected was never received, so only the goods go.
 */
export async function returnByIssue(ctx: Ctx, issue: Issue, { resolution, returned, note }: Resolution): Promise<void> {
  if (resolution !== "return" || issue.receiptLineId === null || issue.qtyAffected === null) return;
  const wasReceived = issue.kind !== "quality";
  if (wasReceived && returned === null)
    throw invalid({ returned: message("Say whether they are expected again or credited.") });
  const { rows } = await sql<ReturnedLine>`
    select l.product_id as "productId", l.lot_number as "lotNumber", i.id as "itemId", i.purchase_order_id as "orderId",
      case when ${issue.kind} in ('damaged', 'quality') then coalesce(l.damaged_storage_location_id, l.storage_location_id)
        else l.storage_location_id end as bin,
      trim_scale(${issue.qtyAffected}::numeric
        * case when ${issue.uom}::text = i.uom then i.qty_per_uom else l.qty_per_uom end)::text as quantity
    from receipt_lines l
    left join purchase_order_items i on (i.company_id, i.id) = (l.company_id, l.purchase_order_item_id)
    where l.company_id = current_company() and l.id = ${issue.receiptLineId}`.execute(ctx.db);
  const [line] = rows;
  if (!line?.productId) return;
  const { productId, lotNumber, bin, quantity, itemId, orderId } = line;
  await moveStock(ctx, [
    {
      productId,
      lotNumber,
      storageLocationId: bin,
      quantity: negate(quantity),
      receiptLineId: issue.receiptLineId,
      reason: "return",
    },
  ]);
  if (!wasReceived || itemId === null || orderId === null) return;
  const reason = note ?? issue.number;
  await returnGoods(ctx, { orderId, itemId, quantity, isCredited: returned === "credited", reason });
}

async function leave(ctx: Ctx, issue: Issue, resolution: "return" | "refuse", note: string | null) {
  const aside = await goodsAside(ctx, issue.receiptLineId ?? "");
  const receipt = await settleGoods(ctx, aside, { taken: null, note });
  return resolved(ctx, resolution, receipt, note);
}

const resolved = (
  ctx: Ctx,
  resolution: string,
  receipt: { readonly id: string; readonly number: string },
  note: string | null,
) => ({
  resolution,
  resolutionNote: note,
  resolvedByReceiptId: receipt.id,
  resolvedAt: new Date(),
  resolvedBy: ctx.user?.id ?? null,
});
