import { writtenTogether } from "#shared/format/units.ts";
import { inLineUnit } from "./kept-qty.ts";
import type { PurchaseOrderItem } from "./lines.contract.ts";

/** What the page of an order says of a line is in one unit: in pieces where one of its quantities is a part of a pack. */
export const lineQuantities = (item: PurchaseOrderItem) =>
  writtenTogether(
    [
      item.orderedQty,
      item.agreedQty ?? "0",
      item.receivedBeforeQty,
      item.receivedQty,
      item.confirmedQty ?? "0",
      inLineUnit(item.creditedBaseQty, item.qtyPerUom),
    ],
    item,
    item.baseUom,
  );
