import { z } from "zod";
import { reason } from "#shared/fields/fields.ts";
import { flow } from "#shared/flow/flow.ts";

/**
 * The users of a company that is inactive are signed out; its data stays. A company that registers itself moves between
 * `registering`, `pending` and `rejected` by what its person does (registration/submit.server.ts).
 */
export const companyFlow = flow({
  states: ["registering", "pending", "active", "inactive", "rejected"],
  groups: {
    /** Sent in, and not accepted: its person may take the details back. */
    reopenable: ["pending", "rejected"],
    done: [],
    failed: ["inactive", "rejected"],
  },
  start: "active",
  editable: ["pending", "active", "inactive"],
  abilities: {
    /** Working in it; nobody enters the company that they are in. */
    act: {
      can: "CAN_MANAGE_COMPANIES",
      in: ["active"],
      when: ({ id }: { readonly id: string }, who) => id !== who.companyId,
    },
  },
  steps: {
    approve: { from: ["pending"], to: "active", done: "approved", decides: true, can: "CAN_MANAGE_COMPANIES" },
    reject: {
      from: ["pending"],
      to: "rejected",
      done: "rejected",
      decides: true,
      can: "CAN_MANAGE_COMPANIES",
      input: z.object({ reason }),
    },
    deactivate: {
      from: ["active"],
      to: "inactive",
      done: "deactivated",
      can: "CAN_MANAGE_COMPANIES",
      input: z.object({ reason }),
    },
    activate: { from: ["inactive"], to: "active", done: "activated", can: "CAN_MANAGE_COMPANIES" },
  },
});
