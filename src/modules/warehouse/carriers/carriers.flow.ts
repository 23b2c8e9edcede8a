import { message } from "#shared/contract/problem.ts";
import { holdable } from "#shared/flow/holdable.ts";

export const carrierFlow = holdable({
  can: "CAN_EDIT_CARRIERS",
  summaries: { hold: "Send nothing more with a carrier for now", activate: "Send with a carrier again" },
  held: { code: "carrier_already_on_hold", sentence: message("This carrier is already on hold.") },
  active: { code: "carrier_already_active", sentence: message("This carrier is already active.") },
});
