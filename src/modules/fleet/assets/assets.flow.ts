import { z } from "zod";
import { notes, reason } from "#shared/fields/fields.ts";
import { flow } from "#shared/flow/flow.ts";

export const assetCondition = z.enum(["good", "worn", "damaged"]);
const kept = ["available", "maintenance", "lost"] as const;

/** What an asset is fit for. Whether it is booked or on a trip follows from its bookings, and is no state. */
export const assetFlow = flow({
  states: ["available", "maintenance", "lost", "retired"],
  groups: { kept, usable: ["available"], done: [], failed: ["retired"], over: ["retired"] },
  start: "available",
  editable: kept,
  steps: {
    sendToMaintenance: {
      from: ["available"],
      to: "maintenance",
      done: "sentToMaintenance",
      can: "CAN_MANAGE_ASSETS",
      summary: "Take an asset out of use until it is mended or serviced",
      input: z.object({ reason }),
    },
    returnFromMaintenance: {
      from: ["maintenance"],
      to: "available",
      done: "returnedFromMaintenance",
      can: "CAN_MANAGE_ASSETS",
      summary: "Take an asset into use again, in the condition in which it came back",
      input: z.object({ condition: assetCondition.default("good"), note: notes }),
    },
    reportLost: {
      from: ["available", "maintenance"],
      to: "lost",
      done: "reportedLost",
      can: "CAN_MANAGE_ASSETS",
      summary: "Note that nobody knows where an asset is; the place where it was last seen stays",
      input: z.object({ reason }),
    },
    found: {
      from: ["lost"],
      to: "available",
      done: "found",
      can: "CAN_MANAGE_ASSETS",
      summary: "Note that a lost asset is there again",
      input: z.object({ note: notes }),
    },
    retire: {
      from: kept,
      to: "retired",
      done: "retired",
      can: "CAN_MANAGE_ASSETS",
      summary: "Take an asset out of the fleet for good",
      input: z.object({ reason }),
    },
    reinstate: {
      from: ["retired"],
      to: "available",
      done: "reinstated",
      can: "CAN_ADMIN_FLEET",
      summary: "Take a retired asset into the fleet again",
      input: z.object({ reason }),
    },
  },
  abilities: { archive: { in: ["retired"] } },
});
