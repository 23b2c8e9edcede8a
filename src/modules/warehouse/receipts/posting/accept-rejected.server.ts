import { compare, divide, multiply, negate } from "#shared/format/money.ts";
import type { Ctx } from "#server/http/context.ts";
import { findById } from "#server/records/records.ts";
import { applyReceipt } from "../../purchase-orders/lines/apply-receipts.server.ts";
import { linesOf } from "./reverse-receipt.server.ts";
import { takenLine, writeDecision, type Label } from "./settle-goods.server.ts";
import type { WrittenLine, WrittenReceipt } from "./write-receipt.server.ts";

/** Rejected goods of a receipt line that are taken after all. */
interface Accepted extends Label {
  readonly receiptId: string;
  readonly receiptLineId: string;
  readonly orderId: string;
  readonly itemId: string;
  readonly productId: string;
  readonly baseUom: string;
  /** In base units. */
  readonly quantity: string;
  readonly note: string | null;
}

/** Moves them out of the bin in which they were set apart and onto their order line as accepted, by a receipt of its own. */
export async function acceptRejected(ctx: Ctx, accepted: Accepted): Promise<WrittenReceipt> {
  const { receiptId, receiptLineId, orderId, itemId, quantity, note } = accepted;
  const original = await findById(ctx.db, "receipts", receiptId);
  const counted = (await linesOf(ctx, receiptId)).find(({ id }) => id === receiptLineId);
  if (!counted) throw new Error("the receipt line of an issue is there");
  const amount = inUnitOf(counted, accepted);
  const isAll = compare(multiply(counted.rejectedQty, counted.qtyPerUom), quantity) === 0 && isOnlyRejected(counted);
  const none = { acceptedQty: "0", damagedQty: "0", rejectedQty: "0" };
  const { qty, ...unit } = amount;
  const out = { ...counted, ...none, ...unit, rejectedQty: negate(qty), serialNumbers: [] };
  const apart = { ...counted, ...none, ...unit, acceptedQty: qty, serialNumbers: isAll ? counted.serialNumbers : [] };
  const came = await takenLine(ctx, apart, { ...accepted, locationId: original.locationId });
  const written = await writeDecision(ctx, original, {
    lines: [out, came],
    receivedAt: original.receivedAt,
    note,
  });
  await applyReceipt(ctx, written.id, { itemIds: [itemId], orderIds: [orderId] });
  const changes = { receiptId: written.id, receiptNumber: written.number, lineCount: 2 };
  await ctx.emit("purchase-order.goodsReceived", { id: orderId }, { changes });
  return written;
}

/** In the unit in which they were counted, or, where that would round it, in the product's own. */
function inUnitOf(
  { uom, qtyPerUom }: WrittenLine,
  { quantity, baseUom }: Accepted,
): { readonly qty: string; readonly uom: string; readonly qtyPerUom: string } {
  const qty = divide(quantity, qtyPerUom, 6);
  const isExact = compare(multiply(qty, qtyPerUom), quantity) === 0;
  return isExact ? { qty, uom, qtyPerUom } : { qty: quantity, uom: baseUom, qtyPerUom: "1" };
}

/** Which of its pieces have which serial number is known only where all of them are meant. */
const isOnlyRejected = ({ acceptedQty, damagedQty }: WrittenLine): boolean =>
  compare(acceptedQty, "0") === 0 && compare(damagedQty, "0") === 0;
