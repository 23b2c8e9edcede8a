import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useRef } from "react";
import { unitKey } from "#shared/format/units.ts";
import type { FormValues } from "#web/form/fields/values.ts";
import type { Vendor } from "../vendors/vendors.contract.ts";
import { emptyLine, type DraftLine } from "./lines/order-draft.web.ts";
import type { ChangeLines } from "./lines/use-pasted-lines.web.ts";
import type { PurchaseOrder } from "./purchase-orders.contract.ts";

const terms = ["paymentTermsDays", "incoterm", "incotermPlace"] as const;

interface Editor {
  readonly form: UseFormReturnType<FormValues>;
  /** The draft that is saved; a new order without a currency takes the vendor's. */
  readonly order: PurchaseOrder | null;
  /** It was typed for a vendor before a reload. */
  readonly isBack: boolean;
  readonly onChange: ChangeLines;
}

/**
 * Fills in the usual terms of the vendor that is chosen. With another one, terms and currency that are those of the vendor
 * before give way, as do numbers and prices of lines that came with that one; what differs was typed and stays.
 */
export function useVendorTerms(vendor: Vendor | null, { form, order, isBack, onChange }: Editor): void {
  const before = useRef<Vendor | null>(null);
  useEffect(() => {
    const last = before.current;
    if (!vendor || vendor.id === last?.id) return;
    before.current = vendor;
    if (!last && (order || isBack)) return; // its terms stand as they were left
    const values = form.getValues();
    for (const name of terms) {
      const isTheirs = values[name] === "" || (last && values[name] === String(last[name] ?? ""));
      const value = String(vendor[name] ?? "");
      if (isTheirs && values[name] !== value) form.setFieldValue(name, value);
    }
    if (!last) return;
    if (values["currency"] === last.currency) form.setFieldValue("currency", (order && vendor.currency) || "");
    onChange((lines) => lines.map(toBePriced));
    // Once for each vendor that is chosen, with what stands there then; what is typed after that stays.
    // oxlint-disable-next-line react/exhaustive-deps -- as said above
  }, [vendor?.id]);
}

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
