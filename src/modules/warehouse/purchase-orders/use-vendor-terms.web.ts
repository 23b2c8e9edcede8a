import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useRef } from "react";
import type { FormValues } from "#web/form/fields/values.ts";
import type { Vendor } from "../vendors/vendors.contract.ts";

const terms = ["paymentTermsDays", "incoterm", "incotermPlace"] as const;

/** Fills in the vendor's usual terms, in the fields that are empty or that another vendor's stand in. */
export function useVendorTerms(form: UseFormReturnType<FormValues>, vendor: Vendor | null): void {
  const filled = useRef<Partial<FormValues>>({});
  useEffect(() => {
    if (!vendor) return;
    const values = form.getValues();
    for (const name of terms) {
      if (values[name] !== "" && values[name] !== filled.current[name]) continue;
      const value = String(vendor[name] ?? "");
      filled.current[name] = value;
      if (values[name] !== value) form.setFieldValue(name, value);
    }
    // Another vendor fills them anew; what is typed after that stays.
    // oxlint-disable-next-line react/exhaustive-deps -- as said above
  }, [vendor?.id]);
}
