import { msg } from "@lingui/core/macro";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import type { Naming } from "#web/ui/values/labels.ts";
import type { Receipt } from "./receipts.contract.ts";

export const receiptNaming: Naming = {
  one: msg`receipt`,
  many: msg`receipts`,
  about: msg`A receipt says what was counted of a delivery. It is made by counting at the dock, under Receiving.`,
};

/** A posted receipt asks nothing of anybody; one that was taken back is over. */
export const receiptStatusStyles: StatusStyles<Receipt["status"]> = stateStyles("receipt_statuses", {
  posted: { icon: "done", tone: "n", label: msg`Posted` },
  reversed: { icon: "ended", label: msg`Reversed` },
});
