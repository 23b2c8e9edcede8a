import { compare, divide, multiply, subtract } from "#shared/format/money.ts";
import type { PurchaseOrderItem } from "./lines.contract.ts";

/** What was kept of a line: returned goods do not count. */
export const keptQty = (item: Pick<PurchaseOrderItem, "keptBaseQty" | "qtyPerUom">): string =>
  inLineUnit(item.keptBaseQty, item.qtyPerUom);

/** Base units in the unit of a line, never more than they are: who orders so many has all of them once these are there. */
export function inLineUnit(base: string, qtyPerUom: string): string {
  const quantity = divide(base, qtyPerUom, 6);
  return compare(multiply(quantity, qtyPerUom), base) > 0 ? subtract(quantity, "0.000001") : quantity;
}
