import type { User } from "../../users/users.contract.ts";
import type { Role } from "../roles.contract.ts";

/** What is to be on or off, by role and permission: `"<role id> CAN_VIEW"` → true. What is so already counts for nothing. */
export type Wishes = Readonly<Record<string, boolean>>;

export interface RoleChange {
  readonly role: Role;
  readonly permission: string;
  readonly isOn: boolean;
}

export const wishKey = (role: Role, permission: string): string => `${role.id} ${permission}`;

/** The wishes that differ from what is saved; of roles that are gone none are left. */
export function changesOf(roles: readonly Role[], wishes: Wishes): RoleChange[] {
  return roles.flatMap((role) =>
    Object.entries(wishes)
      .filter(([key]) => key.startsWith(`${role.id} `))
      .map(([key, isOn]) => ({ role, permission: key.slice(role.id.length + 1), isOn }))
      .filter(({ permission, isOn }) => role.permissions.includes(permission) !== isOn),
  );
}

/** The roles as they would be. */
export function changed(roles: readonly Role[], changes: readonly RoleChange[]): Role[] {
  return roles.map((role) => {
    const own = changes.filter((change) => change.role.id === role.id);
    const off = own.filter(({ isOn }) => !isOn).map(({ permission }) => permission);
    const on = own.filter(({ isOn }) => isOn).map(({ permission }) => permission);
    return own.length === 0
      ? role
      : { ...role, permissions: [...role.permissions.filter((name) => !off.includes(name)), ...on] };
  });
}

/** What a person may do through these roles. */
export function heldBy(user: User, roles: readonly Role[]): Set<string> {
  const ids = user.roles.map(({ roleId }) => roleId);
  return new Set(roles.filter(({ id }) => ids.includes(id)).flatMap(({ permissions }) => permissions));
}

export interface Affected {
  readonly user: User;
  readonly gains: readonly string[];
  readonly loses: readonly string[];
  /** All that they may do then. */
  readonly then: ReadonlySet<string>;
}

/** The people for whom something really changes: who has it through another role as well is none of them. */
export function affectedBy(users: readonly User[], roles: readonly Role[], changes: readonly RoleChange[]): Affected[] {
  const after = changed(roles, changes);
  return users
    .map((user) => {
      const [now, then] = [heldBy(user, roles), heldBy(user, after)];
      return {
        user,
        then,
        gains: [...then].filter((name) => !now.has(name)),
        loses: [...now].filter((name) => !then.has(name)),
      };
    })
    .filter(({ gains, loses }) => gains.length + loses.length > 0);
}
