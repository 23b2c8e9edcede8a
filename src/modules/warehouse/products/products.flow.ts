import { flow } from "#shared/flow/flow.ts";
import { reason } from "#shared/fields/fields.ts";
import { z } from "zod";

/** A product that is not active is not put on new orders; what was ordered is still received. */
export const productFlow = flow({
  states: ["draft", "active", "discontinued"],
  groups: { done: [], failed: ["discontinued"] },
  start: "active",
  editable: ["draft", "active", "discontinued"],
  steps: {
    activate: { from: ["draft", "discontinued"], to: "active", done: "activated", can: "CAN_EDIT_PRODUCTS" },
    withdraw: {
      from: ["active"],
      to: "draft",
      done: "withdrawn",
      can: "CAN_EDIT_PRODUCTS",
      input: z.object({ reason }),
    },
    discontinue: {
      from: ["draft", "active"],
      to: "discontinued",
      done: "discontinued",
      can: "CAN_EDIT_PRODUCTS",
      input: z.object({ reason }),
    },
  },
});
