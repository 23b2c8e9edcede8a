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

export const issueFlow = flow({
  states: ["open", "acknowledged", "investigating", "waiting_party", "resolved", "closed", "dismissed"],
  start: "open",
  editable: ["open", "acknowledged", "investigating", "waiting_party"],
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
      from: ["open", "acknowledged"],
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
