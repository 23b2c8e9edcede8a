import { add, compare, multiply, subtract } from "#shared/format/money.ts";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { makeRoomFor } from "../purchase-orders/lines/take-goods.server.ts";
import { goodsAside, partOf, settleGoods, type GoodsAside } from "../receipts/posting/settle-goods.server.ts";
import { unnumberedText, unreadText } from "../receipts/posting/receipt-issues.server.ts";
import { validateTaken, type TakenFacts } from "../receipts/posting/validate-taken.server.ts";
import { openIssues, type NewIssue } from "./open-issues.server.ts";

type Issue = RecordOf<"reported_issues">;

interface TakeBody {
  readonly quantity: string | null;
  readonly purchaseOrderId: string | null;
  readonly productId: string | null;
  readonly unitPrice: string | null;
  readonly lotNumber: string | null;
  readonly expiryDate: string | null;
  readonly note: string | null;
}

/** The buyer's three ways with goods that were put aside; each moves them, by a receipt of its own. */
export const decisions = {
  takeGoods: {
    async set(ctx: Ctx, issue: Issue, body: TakeBody) {
      const aside = await goodsAside(ctx, issue.receiptLineId ?? "");
      const label = { lotNumber: aside.lotNumber ?? body.lotNumber, expiryDate: aside.expiryDate ?? body.expiryDate };
      const isElsewhere = body.purchaseOrderId !== null && body.purchaseOrderId !== issue.purchaseOrderId;
      const itemId = isElsewhere ? null : aside.claimedItemId;
      const orderId = itemId === null ? body.purchaseOrderId : issue.purchaseOrderId;
      const productId = aside.productId ?? body.productId;
      if (orderId === null) throw invalid({ purchaseOrderId: message("Choose the order that they belong to.") });
      if (productId === null) throw invalid({ productId: message("Choose the product that they are.") });
      const { uom, qtyPerUom } = aside;
      if (compare(aside.quantity, "0") === 0)
        throw conflict("nothing_kept", message("All of it was rejected. Return or refuse it."));
      const quantity = body.quantity ?? aside.quantity;
      const split = body.quantity === null ? { part: aside, rest: null } : partOf(aside, quantity);
      const room = { orderId, itemId, productId, uom, qtyPerUom, quantity, unitPrice: body.unitPrice, note: body.note };
      const line = await makeRoomFor(ctx, room);
      const facts = await validateTaken(ctx, {
        ...label,
        productId,
        receiptId: aside.receiptId,
        note: body.note,
      });
      const taken = { itemId: line, orderId, productId, ...label };
      const receipt = await settleGoods(ctx, aside, { taken, split, note: body.note });
      if (split.rest) await openIssues(ctx, [restAside(issue, split.rest, receipt)]);
      const whole = { ...room, ...label, itemId: line, receipt };
      const { serialNumbers } = split.part;
      await openIssues(ctx, [...issuesOfTaken(issue, whole, facts), ...unnumbered(issue, whole, facts, serialNumbers)]);
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

interface Taken {
  readonly orderId: string;
  readonly itemId: string;
  readonly quantity: string;
  readonly uom: string;
  readonly qtyPerUom: string;
  readonly expiryDate: string | null;
  readonly note: string | null;
  /** It took them, by its second line. */
  readonly receipt: { readonly id: string; readonly lineIds: readonly string[] };
}

/** Goods that were taken although they expire too soon, or without a lot or date that could be read. */
export function issuesOfTaken(issue: Issue, taken: Taken, facts: TakenFacts): NewIssue[] {
  const { quantity, uom, qtyPerUom, expiryDate, note } = taken;
  const counted = { qty: quantity, uom, qtyPerUom, baseUom: facts.baseUom };
  const common = { ...aboutTaken(issue, taken), qtyAffected: quantity, uom, qtyPerUom };
  const shortDated: NewIssue = {
    ...common,
    kind: "short_dated",
    severity: "medium",
    description: message("Taken although the expiry date, {date}, is sooner than agreed: {counted}. {reason}", {
      counted,
      date: expiryDate ?? "",
      reason: note ?? "",
    }),
    responsibleParty: "vendor",
  };
  const unread: NewIssue = {
    ...common,
    kind: "other",
    severity: "high",
    description: unreadText(facts.unread, { counted, what: facts.sku }),
    note,
    responsibleParty: "unknown",
  };
  return [...(facts.isShortDated ? [shortDated] : []), ...(facts.unread.length > 0 ? [unread] : [])];
}

const aboutTaken = (issue: Issue, { orderId, itemId, receipt }: Taken) => ({
  purchaseOrderId: orderId,
  purchaseOrderItemId: itemId,
  receiptId: receipt.id,
  receiptLineId: receipt.lineIds[1] ?? null,
  deliveryScheduleId: issue.deliveryScheduleId,
  vendorId: issue.vendorId,
  carrierNotifyBy: null,
});

/** Pieces that were put aside without a number, as a count reports them of goods that are not. */
function unnumbered(issue: Issue, taken: Taken, facts: TakenFacts, serialNumbers: readonly string[]): NewIssue[] {
  const { quantity, qtyPerUom, note } = taken;
  const missing = subtract(multiply(quantity, qtyPerUom), String(serialNumbers.length));
  if (!facts.isSerial || compare(missing, "0") <= 0) return [];
  const base = { uom: facts.baseUom, qtyPerUom: "1" };
  return [
    {
      ...aboutTaken(issue, taken),
      ...base,
      kind: "other",
      severity: "medium",
      qtyAffected: missing,
      description: unnumberedText({ counted: { qty: missing, ...base }, what: facts.sku }),
      note,
      responsibleParty: "unknown",
    },
  ];
}

/** What was not taken of goods that were put aside is asked about anew. */
function restAside(
  issue: Issue,
  rest: GoodsAside,
  receipt: { readonly id: string; readonly number: string; readonly lineIds: readonly string[] },
): NewIssue {
  const quantity = add(rest.quantity, rest.rejectedQty);
  return {
    kind: issue.kind as NewIssue["kind"], // checked by the table
    severity: issue.severity as NewIssue["severity"],
    description: message(
      "Still put aside until the buyer decides: {counted}. The others were taken by {receipt} ({issue}).",
      {
        counted: { qty: quantity, uom: rest.uom, qtyPerUom: rest.qtyPerUom },
        receipt: receipt.number,
        issue: issue.number,
      },
    ),
    purchaseOrderId: issue.purchaseOrderId,
    purchaseOrderItemId: rest.claimedItemId,
    receiptId: receipt.id,
    receiptLineId: receipt.lineIds.at(-1) ?? null,
    deliveryScheduleId: issue.deliveryScheduleId,
    vendorId: issue.vendorId,
    qtyAffected: quantity,
    uom: rest.uom,
    qtyPerUom: rest.qtyPerUom,
    responsibleParty: issue.responsibleParty as NewIssue["responsibleParty"],
    carrierNotifyBy: null,
    assigneeId: issue.assigneeId,
  };
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
