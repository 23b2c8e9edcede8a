import { add, compare } from "#shared/format/money.ts";
import { invalid, message } from "#shared/contract/problem.ts";
import { isBrokenPiece } from "#shared/format/units.ts";
import { cameAlready, keptOrCreditedQty } from "../lines/kept-qty.ts";
import type { DecisionLine, Proposal, PurchaseOrderItem } from "../lines/lines.contract.ts";
import { beforeWritten, refuseIfAny, type Line, type Refusals } from "../lines/lines.server.ts";
import { lineTotal } from "../lines/order-totals.ts";
import type { PurchaseOrder } from "../purchase-orders.contract.ts";
import type { Acceptance } from "../steps/changes.contract.ts";

export type ProposalLine = Proposal["lines"][number];
export type Offer = ProposalLine["asked"];

type Refuse = (field: keyof DecisionLine, sentence: ReturnType<typeof message>) => void;

/** The lines of a proposal with what the buyer decided of each that differs; whoever names no lines takes all of it. */
export function decidedLines(
  order: PurchaseOrder,
  { lines }: Proposal,
  { lines: decisions, next }: Pick<Acceptance, "lines"> & Readonly<{ next: PurchaseOrder["status"] }>,
): readonly ProposalLine[] {
  if (!decisions) return lines;
  const refusals: Refusals = {};
  const items = new Map(order.items.map((item) => [item.id, item]));
  const open = new Map(lines.filter(({ answer }) => answer !== "accept").map((line) => [line.itemId, line]));
  const decided = new Map<string, ProposalLine>();
  for (const [at, decision] of decisions.entries()) {
    const [line, item] = [open.get(decision.itemId), items.get(decision.itemId)];
    open.delete(decision.itemId);
    const refuse: Refuse = (field, sentence) => void (refusals[`lines.${at}.${field}`] = sentence);
    if (line && item) decided.set(item.id, decidedLine({ line, item, orderDate: order.orderDate }, decision, refuse));
    else refuse("itemId", message("The vendor changes nothing of this line, or it is decided twice."));
  }
  if (open.size > 0)
    refusals["lines"] = message("Decide every line that the vendor changes. Still open: {numbers}.", {
      numbers: [...open.values()].map(({ lineNo }) => lineNo).join(", "),
    });
  refuseIfAny(refusals);
  const all = [...decided.values()];
  if (all.every(({ decision }) => decision === "keep"))
    throw invalid(
      { lines: message("Nothing of the proposal is taken. Refuse it instead, and say why.") },
      undefined,
      "nothing_taken",
    );
  if (next === "confirmed" && all.some(({ decision }) => decision !== "accept"))
    throw invalid({
      next: message("The vendor did not offer what you keep or counter. Send it to them, so that they confirm it."),
    });
  return lines.map((line) => decided.get(line.itemId) ?? line);
}

/** A counter-offer that says what was proposed is taken as that, and one that says what was asked keeps it. */
function decidedLine(
  { line, item, orderDate }: { line: ProposalLine; item: PurchaseOrderItem; orderDate: string },
  { decision, qty, unitPrice, date }: DecisionLine,
  refuse: Refuse,
): ProposalLine {
  if (decision !== "counter") return { ...line, decision };
  if (qty === null && unitPrice === null && date === null)
    refuse("decision", message("Say which quantity, price or date you ask for instead."));
  const proposed = line.offered ?? line.asked;
  const countered = offerOf(item, {
    qty: add(qty ?? proposed.qty),
    unitPrice: add(unitPrice ?? proposed.unitPrice),
    date: date ?? proposed.date,
  });
  const kept = keptOrCreditedQty(item);
  if (compare(countered.qty, kept) < 0) refuse("qty", cameAlready(item));
  if (isBrokenPiece(countered.qty, item, item.baseUom) && countered.qty !== line.asked.qty)
    refuse("qty", message("This is counted in whole pieces."));
  if (countered.date < orderDate) refuse("date", beforeWritten);
  if (line.offered && isSameOffer(countered, line.offered)) return { ...line, decision: "accept" };
  return isSameOffer(countered, line.asked)
    ? { ...line, decision: "keep" }
    : { ...line, decision: "counter", countered };
}

export const isSameOffer = (one: Offer, other: Offer): boolean =>
  (["qty", "unitPrice", "date"] as const).every((key) => one[key] === other[key]);

/** What a line would cost on these terms. */
export const offerOf = (
  item: Pick<PurchaseOrderItem, "discountPct">,
  terms: { readonly qty: string; readonly unitPrice: string; readonly date: string },
): Offer => ({
  ...terms,
  lineTotal: lineTotal({ orderedQty: terms.qty, unitPrice: terms.unitPrice, discountPct: item.discountPct }),
});

/**
 * The order's lines as they would be with the proposal. The buyer's need stays. What the vendor offers is the promise; what
 * the buyer asks for instead is asked for until the vendor confirms it, and is nobody's first promise.
 */
export function applied(order: PurchaseOrder, proposed: readonly ProposalLine[]): Line[] {
  const answers = new Map(proposed.map((line) => [line.itemId, line]));
  return order.items.map((item) => {
    const line = answers.get(item.id);
    if (!line) return item;
    if (line.answer === "accept" || line.decision === "keep") return { ...item, confirmedQty: null };
    const terms = line.countered ?? line.offered;
    if (!terms) return { ...item, status: "rejected_by_vendor" };
    const { qty, unitPrice, date, lineTotal: cost } = terms;
    const written = { ...item, orderedQty: qty, unitPrice, lineTotal: cost, confirmedQty: null };
    return line.countered
      ? { ...written, promisedDate: date === line.asked.date ? item.promisedDate : date }
      : { ...written, promisedDate: date, originalPromisedDate: item.originalPromisedDate ?? date };
  });
}
