import { z } from "zod";
import { reason } from "#shared/fields/fields.ts";
import { flow, type Actor, type Refusal } from "#shared/flow/flow.ts";
import { statesWithLogin } from "#shared/permissions/rights.ts";
import { message } from "#shared/contract/problem.ts";

/** The states of a user. Registration and its approval bring their own steps when they come. */
export const userFlow = flow({
  states: ["invited", "registering", "pending_approval", "active", "suspended", "deactivated", "rejected"],
  groups: { mayLogIn: statesWithLogin, done: [], failed: ["suspended", "deactivated", "rejected"] },
  start: "invited",
  editable: ["invited", ...statesWithLogin, "suspended"],
  steps: {
    /** Mails a new invitation; the old one is over. */
    inviteAgain: { from: ["invited"], to: "invited", done: "invitedAgain", can: "CAN_MANAGE_USERS" },
    suspend: {
      from: ["active"],
      to: "suspended",
      done: "suspended",
      can: "CAN_MANAGE_USERS",
      input: z.object({ reason }),
      guard: notOneself,
    },
    reactivate: { from: ["suspended"], to: "active", done: "reactivated", can: "CAN_MANAGE_USERS", guard: notOneself },
  },
});

/** Nobody takes away or gives back their own access. */
export function notOneself(user: { readonly id: string }, who: Actor): Refusal | null {
  return user.id === who.id
    ? { code: "own_account", sentence: message("You cannot do this to your own account. Ask another administrator.") }
    : null;
}
