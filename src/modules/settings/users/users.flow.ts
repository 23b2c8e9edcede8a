import { z } from "zod";
import { reason } from "#shared/fields/fields.ts";
import { flow, type Actor, type Refusal } from "#shared/flow/flow.ts";
import { privileged } from "#shared/permissions/permission-list.ts";
import { statesWithLogin } from "#shared/permissions/rights.ts";
import { message } from "#shared/contract/problem.ts";
import { allows, SUPER_ADMIN, type Holder } from "#shared/permissions/permissions.ts";

interface Managed {
  readonly id: string;
  readonly isSuperAdmin: boolean;
  readonly hasSecondFactor: boolean;
  /** What their roles let them do. */
  readonly held: readonly string[];
}

const editable = ["invited", ...statesWithLogin, "suspended"] as const;

/** The states of a user. Registration and its approval bring their own steps when they come. */
export const userFlow = flow({
  states: ["invited", "registering", "pending_approval", "active", "suspended", "deactivated", "rejected"],
  groups: {
    mayLogIn: statesWithLogin,
    /** An address belongs to one such user of the installation; an invitation takes no address, and who was removed has none. */
    withAddress: [...statesWithLogin, "suspended", "rejected"],
    done: [],
    failed: ["suspended", "deactivated", "rejected"],
  },
  start: "invited",
  editable,
  abilities: {
    edit: { can: "CAN_MANAGE_USERS", in: editable, when: mayManage },
    assignRoles: { can: "CAN_MANAGE_USERS", in: editable, when: isSomebodyElse },
    dropSecondFactor: {
      can: "CAN_MANAGE_USERS",
      in: editable,
      when: (user: Managed, who) => user.hasSecondFactor && isSomebodyElse(user, who),
    },
    /** Takes their roles, too: for who may take each of them. */
    remove: {
      can: "CAN_MANAGE_USERS",
      in: editable,
      when: (user: Managed, who) => isSomebodyElse(user, who) && user.held.every((name) => allows(who, [name])),
    },
  },
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

/** An account of the installation is changed by its own kind only, and nobody changes somebody above themselves. */
function mayManage(user: Managed, who: Holder): boolean {
  const above = privileged.find((name) => user.held.includes(name) && !allows(who, [name]));
  return above === undefined && (!user.isSuperAdmin || allows(who, [SUPER_ADMIN]));
}

function isSomebodyElse(user: Managed, who: Holder & Actor): boolean {
  return mayManage(user, who) && notOneself(user, who) === null;
}

/** Nobody takes away or gives back their own access. */
export function notOneself(user: { readonly id: string }, who: Actor): Refusal | null {
  return user.id === who.id
    ? { code: "own_account", sentence: message("You cannot do this to your own account. Ask another administrator.") }
    : null;
}
