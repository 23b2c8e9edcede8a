import { add, compare, divide, multiply, subtract } from "#shared/format/money.ts";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { PurchaseOrderItem } from "./lines.contract.ts";

type Kept = Pick<PurchaseOrderItem, "keptBaseQty" | "qtyPerUom">;
type KeptOrCredited = Kept & Pick<PurchaseOrderItem, "creditedBaseQty">;

/** What was kept of a line: returned goods do not count. */
export const keptQty = (item: Kept): string => inLineUnit(item.keptBaseQty, item.qtyPerUom);

/** What needs not to come any more of a line: what was kept, and what was credited instead. It cannot order less. */
export const keptOrCreditedQty = (item: KeptOrCredited): string =>
  inLineUnit(add(item.keptBaseQty, item.creditedBaseQty), item.qtyPerUom);

/** Why a line cannot order less than that. */
export function cameAlready(item: PurchaseOrderItem): Sentence {
  const quantity = { ...item, qty: keptOrCreditedQty(item) };
  return compare(item.creditedBaseQty, "0") > 0
    ? message("{quantity} of this line were received or credited already.", { quantity })
    : message("{quantity} of this line were received already.", { quantity });
}

/** Base units in the unit of a line, never more than they are: who orders so many has all of them once these are there. */
export function inLineUnit(base: string, qtyPerUom: string): string {
  const quantity = divide(base, qtyPerUom, 6);
  return compare(multiply(quantity, qtyPerUom), base) > 0 ? subtract(quantity, "0.000001") : quantity;
}
