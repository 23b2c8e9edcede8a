import { z } from "zod";
import { reason } from "#shared/fields/fields.ts";
import { flow } from "#shared/flow/flow.ts";

/** Whether a dock can be used at all. Whether it is free or occupied just now follows from its deliveries and is never typed. */
export const dockFlow = flow({
  states: ["active", "out_of_service", "inactive"],
  groups: { done: [], failed: ["out_of_service", "inactive"] },
  start: "active",
  editable: ["active", "out_of_service", "inactive"],
  steps: {
    takeOutOfService: {
      from: ["active"],
      to: "out_of_service",
      done: "takenOutOfService",
      can: "CAN_MANAGE_DOCKS",
      input: z.object({ reason }),
    },
    putInService: { from: ["out_of_service", "inactive"], to: "active", done: "putInService", can: "CAN_MANAGE_DOCKS" },
    deactivate: { from: ["active", "out_of_service"], to: "inactive", done: "deactivated", can: "CAN_MANAGE_DOCKS" },
  },
});
