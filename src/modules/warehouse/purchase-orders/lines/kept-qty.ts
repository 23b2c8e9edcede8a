import { divide } from "#shared/format/money.ts";
import type { PurchaseOrderItem } from "./lines.contract.ts";

/** What was kept of a line: returned goods do not count. */
export const keptQty = (item: Pick<PurchaseOrderItem, "keptBaseQty" | "qtyPerUom">): string =>
  divide(item.keptBaseQty, item.qtyPerUom, 6);
