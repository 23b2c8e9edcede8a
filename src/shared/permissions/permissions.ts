import type { PermissionName } from "./permission-list.ts";

/** What a route, a screen or a rule may ask for; the list says what each lets somebody do. */
export type Permission = PermissionName;

export const SUPER_ADMIN = "SUPER_ADMIN";

/** What a permission check needs to know of a user; both maps as the specification's user record has them. */
export interface Holder {
  readonly permissions: Readonly<Record<string, boolean>>;
  readonly roleMap: Readonly<Record<string, boolean>>;
}

/**
 * The specification's check (section 6): passes when there is a user, the list is not empty, and one name is true in
 * the permission map or the role map, or the user holds SUPER_ADMIN.
 */
export function allows(user: Holder | null | undefined, names: readonly string[]): boolean {
  if (!user || names.length === 0) return false;
  if (user.roleMap[SUPER_ADMIN] === true) return true;
  return names.some((name) => user.permissions[name] === true || user.roleMap[name] === true);
}

/** Who may call a route: holders of a permission, any session, anyone, or the holder of a link of that purpose. */
export type Can = Permission | "anyone" | "signed_in" | `link:${string}`;
