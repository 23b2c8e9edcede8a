import { z } from "zod";
import { notes, reason } from "#shared/fields/fields.ts";
import { flow } from "#shared/flow/flow.ts";

export const resolution = z.enum([
  "accept_as_is",
  "credit",
  "replace",
  "return",
  "rework",
  "scrap",
  "carrier_claim",
  "process_change",
]);

const open = ["open", "acknowledged", "investigating", "waiting_party"] as const;
/** Nobody has begun with it. */
const untouched = ["open", "acknowledged"] as const;

export const issueFlow = flow({
  states: ["open", "acknowledged", "investigating", "waiting_party", "resolved", "closed", "dismissed"],
  groups: {
    open,
    untouched,
    over: ["resolved", "closed", "dismissed"],
    /** The way of an issue that is taken up and seen through. */
    stations: ["open", "acknowledged", "investigating", "resolved", "closed"],
    done: ["resolved", "closed"],
    failed: ["dismissed"],
  },
  start: "open",
  editable: open,
  steps: {
    acknowledge: { from: ["open"], to: "acknowledged", done: "acknowledged", can: "CAN_MANAGE_ISSUES" },
    investigate: {
      from: ["acknowledged", "waiting_party"],
      to: "investigating",
      done: "takenUp",
      can: "CAN_MANAGE_ISSUES",
    },
    waitForParty: {
      from: ["investigating"],
      to: "waiting_party",
      done: "handedOver",
      can: "CAN_MANAGE_ISSUES",
      input: z.object({ note: notes }),
    },
    resolve: {
      from: ["investigating", "waiting_party"],
      to: "resolved",
      done: "resolved",
      can: "CAN_MANAGE_ISSUES",
      input: z.object({ resolution, note: notes }),
    },
    close: { from: ["resolved"], to: "closed", done: "closed", can: "CAN_MANAGE_ISSUES" },
    dismiss: {
      from: untouched,
      to: "dismissed",
      done: "dismissed",
      can: "CAN_MANAGE_ISSUES",
      input: z.object({ reason }),
    },
    reopen: {
      from: ["resolved", "closed"],
      to: "open",
      done: "reopened",
      can: "CAN_MANAGE_ISSUES",
      input: z.object({ reason }),
    },
  },
});
