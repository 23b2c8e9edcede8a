/** The roles that a company begins with, but its administrator, who holds everything. */
export const standardRoles = [
  "BUYER",
  "DOCK_SUPERVISOR",
  "RECEIVER",
  "WAREHOUSE_MANAGER",
  "DISPATCHER",
  "FLEET_MANAGER",
  "DRIVER",
  "VIEWER",
] as const;
export type StandardRole = (typeof standardRoles)[number];

/**
 * What a permission weighs. A privileged one runs the company, or says yes in its name: it administers, approves, verifies,
 * overrides a rule or undoes what was finished.
 */
type Weight = "everyday" | "privileged";

export interface PermissionEntry {
  readonly weight: Weight;
  readonly meaning: string;
  /** The roles that hold it in a new company; what companies have is changed by a migration. */
  readonly heldBy: readonly StandardRole[];
}

/** A permission by what it weighs, what it lets somebody do, and the roles that hold it. */
export function lets(weight: Weight, meaning: string, ...heldBy: readonly StandardRole[]): PermissionEntry {
  return { weight, meaning, heldBy };
}

/** A permission to see what everyday work shows to all who look at the whole house, and to these roles. */
export function shows(meaning: string, ...alsoTo: readonly StandardRole[]): PermissionEntry {
  return lets("everyday", meaning, "BUYER", "DOCK_SUPERVISOR", "WAREHOUSE_MANAGER", "VIEWER", ...alsoTo);
}
