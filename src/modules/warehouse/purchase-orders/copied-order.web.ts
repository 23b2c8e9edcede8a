import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useRef } from "react";
import type { FormValues } from "#web/form/fields/values.ts";
import type { Vendor } from "../vendors/vendors.contract.ts";
import { unitKey } from "#shared/format/units.ts";
import { emptyLine, linesOf, type DraftLine } from "./lines/order-draft.web.ts";
import type { ChangeLines } from "./lines/use-pasted-lines.web.ts";
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

/**
 * The line of an order whose vendor is another one now. Its price came with the vendor before, or is missing: it waits like
 * a pasted code for what this one calls the product and takes for it. A price that was typed stays.
 */
function toBePriced(line: DraftLine): DraftLine {
  if (line.productId === null) return line;
  if (line.unitPrice !== "" && (line.stated === null || line.before !== null))
    return { ...line, vendorSku: null, offer: null };
  const { key, sku, orderedQty, taxRatePct, requestedDate, notes } = line;
  return {
    ...emptyLine(),
    key,
    sku,
    text: sku,
    orderedQty,
    taxRatePct,
    requestedDate,
    notes,
    pastedUnit: unitKey(line),
  };
}

/**
 * Where a new order goes to another vendor after all, their numbers, prices and currency take the place of those that came
 * with the vendor before; what somebody typed stays.
 */
export function useOtherVendor(
  vendor: Vendor | null,
  { form, onChange }: { readonly form: UseFormReturnType<FormValues>; readonly onChange: ChangeLines },
): void {
  const before = useRef<Vendor | null>(null);
  useEffect(() => {
    const last = before.current;
    if (!vendor || vendor.id === last?.id) return;
    before.current = vendor;
    if (!last) return;
    if (form.getValues()["currency"] === last.currency) form.setFieldValue("currency", "");
    onChange((lines) => lines.map(toBePriced));
    // Once for each vendor that is chosen, with the lines as they are then.
    // oxlint-disable-next-line react/exhaustive-deps -- as said above
  }, [vendor?.id]);
}
