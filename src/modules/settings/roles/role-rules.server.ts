import { privileged } from "#shared/permissions/permission-list.ts";
import { allows } from "#shared/permissions/permissions.ts";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { fixedRole } from "./roles.contract.ts";

type RoleRow = RecordOf<"roles">;

/** What is written of a role; what is absent stays. */
export interface RoleChange {
  readonly name?: string;
  readonly description?: string | null;
  readonly permissions: readonly string[];
}

/** What a change gives and what it takes. */
export function moved(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
  };
}

/** The first of these that the caller does not hold, in the company or as SUPER_ADMIN. */
const lacking = (ctx: Ctx, names: readonly string[]): string | undefined =>
  names.find((name) => !allows(ctx.user, [name]));

/** Nobody gives or takes what they do not hold themselves. */
export function refuseToMove(ctx: Ctx, { added, removed }: ReturnType<typeof moved>): void {
  const [given, taken] = [lacking(ctx, added), lacking(ctx, removed)];
  const missing = given ?? taken;
  if (missing)
    throw conflict(
      "permission_above_own",
      given
        ? message("You do not hold {permission} yourself, so you cannot give it.", { permission: given })
        : message("You do not hold {permission} yourself, so you cannot take it.", { permission: missing }),
      { permission: missing },
    );
}

/** Nobody renames, changes or removes a role that runs the company, or approves, where they do not. */
export function refuseAboveOwn(ctx: Ctx, role: RoleRow): void {
  const missing = lacking(
    ctx,
    privileged.filter((name) => role.permissions.includes(name)),
  );
  if (missing)
    throw conflict(
      "role_above_own",
      message("The role {role} holds permissions that you do not have yourself.", { role: role.name }),
      { permission: missing },
    );
}

/**
 * The roles that every company has keep their names, by which manuals and new versions know them; the administrator's
 * keeps all that it holds.
 */
export function refuseOfDefault(role: RoleRow, change: RoleChange): void {
  if (!role.isDefault) return;
  const isRenamed =
    (change.name ?? role.name) !== role.name ||
    (change.description === undefined ? role.description : change.description) !== role.description;
  if (isRenamed)
    throw conflict("default_role", "Every company has this role under this name. Make a copy and name that.");
  const { added, removed } = moved(role.permissions, change.permissions);
  if (role.code === fixedRole && added.length + removed.length > 0)
    throw conflict(
      "fixed_role",
      "This role always holds everything, so that somebody can give back what was taken. Make a copy that holds less.",
    );
}
