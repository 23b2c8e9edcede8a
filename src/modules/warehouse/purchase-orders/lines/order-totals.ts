import { add, multiply, negate, percent, round, subtract } from "#shared/format/money.ts";

/** What an order comes to: the same on both sides, and rounded nowhere else. */

/** What the total of a line is made of. */
export interface PricedLine {
  readonly orderedQty: string;
  readonly unitPrice: string;
  readonly discountPct: string;
  readonly taxRatePct: string;
}

export interface PricedCharge {
  readonly type: string;
  readonly amount: string;
  readonly taxRatePct: string;
}

/** Quantity × price less its discount, to the four decimals that are stored. */
export function lineTotal({ orderedQty, unitPrice, discountPct }: Omit<PricedLine, "taxRatePct">): string {
  const gross = multiply(orderedQty, unitPrice);
  return round(subtract(gross, percent(gross, discountPct)), 4);
}

/** A discount is written positive and taken off. */
export function chargeAmount({ type, amount }: Pick<PricedCharge, "type" | "amount">): string {
  return type === "discount" ? negate(amount) : add(amount);
}

export interface Totals {
  readonly subtotal: string;
  readonly chargesTotal: string;
  readonly taxTotal: string;
  readonly total: string;
}

/** The totals of a document, each rounded to the currency's minor unit; total = subtotal + charges + tax, exactly. */
export function orderTotals(lines: readonly PricedLine[], charges: readonly PricedCharge[], minorUnit: number): Totals {
  const taxed = [
    ...lines.map((line) => ({ net: lineTotal(line), rate: line.taxRatePct })),
    ...charges.map((charge) => ({ net: chargeAmount(charge), rate: charge.taxRatePct })),
  ];
  const subtotal = round(add(...taxed.slice(0, lines.length).map(({ net }) => net)), minorUnit);
  const chargesTotal = round(add(...taxed.slice(lines.length).map(({ net }) => net)), minorUnit);
  const taxTotal = round(add(...taxed.map(({ net, rate }) => percent(net, rate))), minorUnit);
  return { subtotal, chargesTotal, taxTotal, total: add(subtotal, chargesTotal, taxTotal) };
}
