import { linesOf, type DraftLine } from "./lines/order-draft.web.ts";
import type { PurchaseOrder } from "./purchase-orders.contract.ts";

/** What a copy of an order begins with. Terms are the vendor's usual ones, and its day is chosen anew. */
export function headOfCopy(order: PurchaseOrder) {
  const { vendorId, shipToLocationId, currency, sourceDocument, vendorNotes, internalNotes } = order;
  return { vendorId, shipToLocationId, currency, sourceDocument, vendorNotes, internalNotes };
}

/** The lines of an order for one of its own, also those that came to nothing: somebody else may have the goods. */
export const linesOfCopy = (order: PurchaseOrder, locale: string): DraftLine[] =>
  order.items.flatMap((item) =>
    linesOf(order, locale, [item]).map((line) => ({
      ...line,
      id: null,
      requestedDate: "",
      stated: { uom: item.uom, qtyPerUom: item.qtyPerUom, unitPrice: item.unitPrice }, // copied, not typed
    })),
  );
