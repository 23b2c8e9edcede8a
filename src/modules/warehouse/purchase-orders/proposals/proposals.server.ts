import { add, compare } from "#shared/format/money.ts";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { convertPrice, isBrokenPiece, isSameUnit } from "#shared/format/units.ts";
import { difference } from "#server/records/crud.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Req } from "#server/http/serve.ts";
import { inGroup } from "#shared/flow/groups.ts";
import {
  adjustOnTheWay,
  assertDecided,
  lockOnTheWay,
} from "../../delivery-schedules/booking/adjust-deliveries.server.ts";
import { cameAlready, keptOrCreditedQty } from "../lines/kept-qty.ts";
import { namedUnit } from "../../products/prices/price-units.server.ts";
import { approvalOfChange } from "../approval/approval.server.ts";
import { confirmLines } from "../lines/confirm-lines.server.ts";
import {
  beforeWritten,
  counts,
  lineChanges,
  promiseOf,
  refuseIfAny,
  totalsOf,
  writeLines,
  type Refusals,
} from "../lines/lines.server.ts";
import {
  askApprovers,
  askVendor,
  lockForStep,
  applyTransition,
  openAnswer,
  vendorCanBeAsked,
  type Order,
} from "../steps/transitions.server.ts";
import { readOrder } from "../order-record.server.ts";
import { itemStates, type AnswerLine, type Proposal, type PurchaseOrderItem } from "../lines/lines.contract.ts";
import type { PurchaseOrder, purchaseOrders } from "../purchase-orders.contract.ts";
import { applied, decidedLines, isSameOffer, offerOf, type Offer, type ProposalLine } from "./decided-lines.server.ts";
import { withAtLeast } from "../steps/agreed-version.server.ts";
import { recalculateStatus } from "../steps/recalculate-status.server.ts";

export const isLive = ({ status }: { status: PurchaseOrderItem["status"] }): boolean =>
  !inGroup(itemStates, "over", status);

/** Keeps the vendor's answer as a proposal; the order itself stays as it was until the buyer decides. */
export async function addProposal(
  ctx: Ctx,
  order: Order,
  answer: { name: string; note: string | null; lines: readonly AnswerLine[]; stood: "sent" | "confirmed" },
): Promise<{ changed: number; offeredTotal: string }> {
  const before = await readOrder(ctx, order);
  const lines = answered(before, answer.lines, answer.stood);
  const offered = applied(before, lines);
  const { total } = totalsOf(offered, before.charges, before.minorUnit);
  await ctx.db
    .insertInto("purchase_order_proposals")
    .values({
      purchase_order_id: order.id,
      revision: order.revision,
      order_status: answer.stood,
      link_id: ctx.link?.linkId ?? null,
      submitted_by: answer.name,
      lines: JSON.stringify(lines),
      note: answer.note,
      asked_total: before.total,
      offered_total: total,
    })
    .execute();
  return { changed: lines.filter((line) => line.answer !== "accept").length, offeredTotal: total };
}

/** Every live line answered once, beside what was asked. */
function answered(order: PurchaseOrder, answers: readonly AnswerLine[], stood: "sent" | "confirmed"): ProposalLine[] {
  const refusals: Refusals = {};
  const open = new Map(order.items.filter(isLive).map((item) => [item.id, item]));
  const lines = answers.flatMap((answer, at) => {
    const item = open.get(answer.itemId);
    if (!item) refusals[`lines.${at}.itemId`] = message("This line is not open, or it is answered twice.");
    open.delete(answer.itemId);
    return item
      ? [answeredLine(order, item, answer, (field, sentence) => void (refusals[`lines.${at}.${field}`] = sentence))]
      : [];
  });
  if (open.size > 0)
    refusals["lines"] = message("Answer every line. Still open: {numbers}.", {
      numbers: [...open.values()].map(({ lineNo }) => lineNo).join(", "),
    });
  refuseIfAny(refusals);
  if (lines.every(({ answer }) => answer === "accept"))
    throw invalid(
      {
        lines:
          stood === "confirmed"
            ? message("Nothing differs from what was confirmed.")
            : message("Nothing differs from what was asked. Confirm the order instead."),
      },
      undefined,
      "nothing_differs",
    );
  // A vendor who confirmed and can supply nothing more says so line by line: the buyer decides.
  if (stood === "sent" && lines.every(({ answer }) => answer === "reject"))
    throw invalid(
      { lines: message("Nothing of it can be supplied. Decline the order instead.") },
      undefined,
      "all_rejected",
    );
  return lines.toSorted((a, b) => a.lineNo - b.lineNo);
}

function answeredLine(
  order: PurchaseOrder,
  item: PurchaseOrderItem,
  answer: AnswerLine,
  refuse: (field: keyof AnswerLine, sentence: ReturnType<typeof message>) => void,
): ProposalLine {
  const asked = offerOf(item, {
    qty: item.orderedQty,
    unitPrice: item.unitPrice,
    date: item.promisedDate ?? item.requestedDate,
  });
  const price = offeredPrice(item, answer, refuse);
  const offered =
    answer.answer === "change"
      ? {
          ...offerOf(item, { qty: add(answer.qty ?? asked.qty), date: answer.date ?? asked.date, ...price }),
          ...price,
        }
      : asked;
  const kept = keptOrCreditedQty(item);
  if (answer.answer === "reject" && compare(kept, "0") > 0)
    refuse("answer", message("Goods of this line were received already."));
  if (compare(offered.qty, kept) < 0) refuse("qty", cameAlready(item));
  if (answer.answer === "change" && isBrokenPiece(offered.qty, item, item.baseUom) && offered.qty !== asked.qty)
    refuse("qty", message("This is counted in whole pieces."));
  if (offered.date < order.orderDate) refuse("date", beforeWritten);
  const { id: itemId, lineNo, sku, description, uom, qtyPerUom, baseUom } = item;
  const verdict = answer.answer === "change" && isSameOffer(offered, asked) ? "accept" : answer.answer;
  return {
    itemId,
    lineNo,
    sku,
    description,
    uom,
    qtyPerUom,
    baseUom,
    answer: verdict,
    asked,
    offered: verdict === "reject" ? null : verdict === "accept" ? asked : offered,
    note: answer.note,
  };
}

/** The vendor's price in the line's unit, beside what they wrote where that was for another one. */
function offeredPrice(
  item: PurchaseOrderItem,
  { unitPrice, priceUom, priceQtyPerUom }: AnswerLine,
  refuse: (field: keyof AnswerLine, sentence: ReturnType<typeof message>) => void,
): Pick<Offer, "unitPrice" | "written"> {
  if (unitPrice === null) return { unitPrice: item.unitPrice };
  const line = { uom: item.uom, qtyPerUom: item.qtyPerUom };
  const packages = item.packages.map((pack) => ({ ...pack, isPurchaseDefault: false }));
  const isSaid = priceUom !== null || priceQtyPerUom !== null;
  const unit = isSaid
    ? namedUnit(
        { uom: priceUom, qtyPerUom: priceQtyPerUom },
        { baseUom: item.baseUom, packages, order: line, before: null },
      )
    : line;
  if (!("uom" in unit)) {
    refuse("priceQtyPerUom", unit);
    return { unitPrice: item.unitPrice };
  }
  const { price, isExact } = convertPrice(unitPrice, unit, line);
  return isSameUnit(unit, line)
    ? { unitPrice: price }
    : {
        unitPrice: price,
        written: { unitPrice: add(unitPrice), uom: unit.uom, qtyPerUom: add(unit.qtyPerUom), isRounded: !isExact },
      };
}

/** What the buyer takes of the vendor's offer becomes the next revision: sent again for a last yes, or taken as confirmed. */
export async function acceptProposal(
  ctx: Ctx,
  { id, body }: Req<typeof purchaseOrders.acceptProposal>,
): Promise<PurchaseOrder> {
  const order = await lockForStep(ctx, "acceptProposal", { id, body });
  if (body.next === "sent") await vendorCanBeAsked(ctx, order);
  const before = await readOrder(ctx, order);
  const decided = decidedLines(before, pendingOf(before), body);
  const items = new Map(before.items.map((item) => [item.id, item]));
  // Goods may have come while it waited.
  const lines = applied(before, decided).map((line) => withAtLeast(line, items.get(line.id ?? ""), null));
  const totals = totalsOf(lines, before.charges, before.minorUnit);
  const emptied = { onTheWay: body.onTheWay, keepReason: body.keepReason };
  const { waits, columns: approval } = await approvalOfChange(ctx, order, { ...totals, emptied });
  const next = waits ? "pending_approval" : body.next;
  const revision = order.revision + (waits ? 0 : 1);
  const promised = next === "sent" ? { promisedDate: promiseOf(lines) } : {};
  const answer = next === "confirmed" ? { vendorResponse: "accepted" } : next === "sent" ? openAnswer() : {};
  const onTheWay = await lockOnTheWay(ctx, id);
  await writeLines(ctx, id, lines, before.charges);
  if (waits) await assertDecided(ctx, id, onTheWay, emptied);
  else await adjustOnTheWay(ctx, id, onTheWay, emptied);
  await decide(ctx, id, { state: "accepted", note: body.note, ...(body.lines ? { lines: decided } : {}) });
  await applyTransition(ctx, order, "acceptProposal", next, {
    columns: {
      ...totals,
      ...approval,
      ...promised,
      ...answer,
      revision,
      changedLines: 0,
      lineCount: lines.filter(counts).length,
    },
    event: {
      ...(body.note ? { note: body.note } : {}),
      changes: {
        ...(waits ? {} : { revision }),
        ...difference({ total: order.total }, { total: totals.total }),
        ...lineChanges(before.items, lines),
        ...decisionsOf(decided),
      },
    },
  });
  if (next === "confirmed") await confirmLines(ctx, id);
  await recalculateStatus(ctx, [id], null, before.items);
  if (waits) await askApprovers(ctx, id);
  else if (next === "sent") await askVendor(ctx, { id, revision });
  else await ctx.enqueue("mail-vendor", { orderId: id, what: "acceptProposal" });
  return readOrder(ctx, order);
}

/** The order stays as it was: what the vendor had confirmed stays confirmed, else they are asked again. */
export async function refuseProposal(
  ctx: Ctx,
  { id, body }: Req<typeof purchaseOrders.refuseProposal>,
): Promise<PurchaseOrder> {
  const order = await lockForStep(ctx, "refuseProposal", { id, body });
  const stood = await decide(ctx, id, { state: "rejected", note: body.reason });
  if (stood === "sent") await vendorCanBeAsked(ctx, order);
  await applyTransition(ctx, order, "refuseProposal", stood, {
    columns: stood === "sent" ? openAnswer() : { vendorResponse: "accepted", vendorNote: null, changedLines: 0 },
    event: { reason: body.reason },
  });
  if (stood === "sent") await askVendor(ctx, order);
  else await ctx.enqueue("mail-vendor", { orderId: id, what: "refuseProposal" });
  await recalculateStatus(ctx, [id]); // everything may have come while it waited
  return readOrder(ctx, order);
}

/** A proposal that nobody has to decide on any more. */
export async function supersedeProposal(ctx: Ctx, orderId: string): Promise<void> {
  await ctx.db
    .updateTable("purchase_order_proposals")
    .set({ state: "superseded" })
    .where("purchase_order_id", "=", orderId)
    .where("state", "=", "pending")
    .execute();
}

/** Closes the proposal that waits; says where the order stood when it came. */
async function decide(
  ctx: Ctx,
  orderId: string,
  { state, note, lines }: { state: "accepted" | "rejected"; note: string | null; lines?: readonly ProposalLine[] },
): Promise<"sent" | "confirmed"> {
  const proposal = await ctx.db
    .updateTable("purchase_order_proposals")
    .set({
      state,
      decided_by: ctx.user?.id ?? null,
      decided_at: new Date(),
      decision_note: note,
      ...(lines ? { lines: JSON.stringify(lines) } : {}),
    })
    .where("purchase_order_id", "=", orderId)
    .where("state", "=", "pending")
    .returning("order_status")
    .executeTakeFirst();
  return proposal?.order_status === "confirmed" ? "confirmed" : "sent";
}

function pendingOf(order: PurchaseOrder): Proposal {
  if (order.proposal?.state !== "pending")
    throw conflict("no_proposal", message("There is no proposal to decide on. Reload to see the order."));
  return order.proposal;
}

/** For the timeline: the numbers of the lines of which something else than the vendor's offer was taken. */
function decisionsOf(lines: readonly ProposalLine[]) {
  const numbers = (of: ProposalLine["decision"]) =>
    lines.flatMap(({ decision, lineNo }) => (decision === of ? [lineNo] : [])).join(", ");
  const [kept, countered] = [numbers("keep"), numbers("counter")];
  return {
    ...(kept ? { keptLines: { from: null, to: kept } } : {}),
    ...(countered ? { counteredLines: { from: null, to: countered } } : {}),
  };
}
