import type { Holder } from "./permissions.ts";

/** The states of a user who may sign in, choose a new password and keep a session. */
export const statesWithLogin = ["registering", "pending_approval", "active"] as const;

/** All that somebody may do and where, as a text that is the same for the same rights: to see whether they changed. */
export function rightsOf({ permissions, roleMap }: Holder, companyId: string): string {
  const names = (map: Readonly<Record<string, boolean>>) =>
    Object.keys(map)
      .filter((name) => map[name])
      .toSorted()
      .join(" ");
  return [companyId, names(roleMap), names(permissions)].join("/");
}
