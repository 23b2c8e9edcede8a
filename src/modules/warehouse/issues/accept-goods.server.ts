import { compare } from "#shared/format/money.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { makeRoomFor } from "../purchase-orders/lines/take-goods.server.ts";
import { acceptRejected } from "../receipts/posting/accept-rejected.server.ts";
import { validateTaken } from "../receipts/posting/validate-taken.server.ts";
import { issuesOfTaken } from "./decide-goods.server.ts";
import { baseQtyOf, leftOfOwn, partsOf, readGoods, refuseUndecided } from "./issue-returns.server.ts";
import { openIssues } from "./open-issues.server.ts";

interface AsItIs {
  readonly resolution: string;
  /** Of goods that are tracked, where they were rejected without it and somebody can read it now. */
  readonly lotNumber: string | null;
  readonly expiryDate: string | null;
  readonly note: string | null;
}

/**
 * Rejected goods that are accepted as they are count as accepted on their line from then on, as if they had been when they
 * came. What is above the order is bought with them, as goods that were put aside are. Other goods were received already.
 */
export async function acceptGoods(
  ctx: Ctx,
  issue: RecordOf<"reported_issues">,
  how: AsItIs,
): Promise<{ resolvedByReceiptId?: string }> {
  if (how.resolution !== "accept_as_is" || issue.kind !== "quality") return {};
  if (issue.receiptLineId === null || issue.qtyAffected === null) return {};
  const goods = await readGoods(ctx, issue, "scrap");
  if (goods.isReversed || compare(leftOfOwn(issue, goods), "0") <= 0) return {};
  refuseUndecided(goods);
  const { orderId, itemId, productId, baseUom, receiptId, receiptLineId } = goods;
  if (orderId === null || itemId === null || productId === null || baseUom === null) return {};
  const quantity = partsOf(issue, goods, await baseQtyOf(ctx, issue)).find(([part]) => part === "rejected")?.[1];
  if (quantity === undefined) return {};
  const { note } = how;
  const label = { lotNumber: goods.lotNumber ?? how.lotNumber, expiryDate: goods.expiryDate ?? how.expiryDate };
  const facts = await validateTaken(ctx, { ...label, productId, receiptId, note });
  const room = { orderId, itemId, productId, uom: baseUom, qtyPerUom: "1", quantity, unitPrice: null, note };
  await makeRoomFor(ctx, room);
  const accepted = { ...label, receiptId, receiptLineId, orderId, itemId, productId, baseUom, quantity, note };
  const receipt = await acceptRejected(ctx, accepted);
  await openIssues(ctx, issuesOfTaken(issue, { ...room, ...label, receipt }, facts));
  return { resolvedByReceiptId: receipt.id };
}
