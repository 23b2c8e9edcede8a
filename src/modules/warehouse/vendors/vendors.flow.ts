import { message } from "#shared/contract/problem.ts";
import { holdable } from "#shared/flow/holdable.ts";

export const vendorFlow = holdable({
  can: "CAN_EDIT_VENDORS",
  summaries: { hold: "Order nothing more from a vendor for now", activate: "Order from a vendor again" },
  held: { code: "vendor_already_on_hold", sentence: message("This vendor is already on hold.") },
  active: { code: "vendor_already_active", sentence: message("This vendor is already active.") },
});
