import type { CountLine, Deed, Entry, Expected } from "./counting.web.ts";
import { isSome } from "./counting.web.ts";

/**
 * The lines of which nothing was counted yet: those that can be accepted as they are expected, and those whose lot or
 * date has to be read off the goods.
 */
export function uncounted(
  expected: Expected,
  lines: readonly CountLine[],
  entries: readonly Entry[],
): { readonly ready: readonly CountLine[]; readonly toRead: readonly CountLine[] } {
  const closed = new Set(expected.orders.filter(({ canReceive }) => !canReceive).map(({ id }) => id));
  // A line that was set to nothing was counted: nothing came.
  const untouched = lines.filter(
    ({ key, item, due }) =>
      item !== null && isSome(due) && !closed.has(item.purchaseOrderId) && !entries.some(({ line }) => line === key),
  );
  const hasLabel = ({ product }: CountLine) => product.trackingMode !== "none" || product.expiryTracked;
  return { ready: untouched.filter((line) => !hasLabel(line)), toRead: untouched.filter(hasLabel) };
}

/** Counts all that is due of these lines, in one press. */
export function acceptedAsExpected(lines: readonly CountLine[], press: string): readonly Deed[] {
  return lines.map(({ key, due }) => ({
    kind: "count",
    how: "manual",
    line: key,
    batch: 0,
    by: due,
    lot: null,
    expiry: null,
    press,
  }));
}
