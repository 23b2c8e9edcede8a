import { refusal } from "#shared/flow/flow.ts";
import { conflict, notFound, message } from "#shared/contract/problem.ts";
import { SUPER_ADMIN } from "#shared/permissions/permissions.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockById, type RecordOf } from "#server/records/records.ts";
import { notOneself, userFlow } from "./users.flow.ts";

type UserRow = RecordOf<"users">;

/** Locks a user of the company for a change by an administrator; an account of the installation is for SUPER_ADMIN only. */
export async function takeUser(ctx: Ctx, id: string): Promise<UserRow> {
  const user = await lockById(ctx.installation, "users", id);
  mayManage(ctx, user);
  return user;
}

export function mayManage(ctx: Ctx, user: UserRow): void {
  if (user.isSuperAdmin && ctx.user?.roleMap[SUPER_ADMIN] !== true)
    throw conflict("super_admin", "This account belongs to the whole installation. Only a SUPER_ADMIN can change it.");
  if (!userFlow.editable.some((status) => status === user.status))
    throw conflict(
      "wrong_state",
      message("This cannot be done any more: it is {status} now. Reload to see it.", {
        status: user.status.replaceAll("_", " "),
      }),
      { status: user.status },
    );
}

/** Refuses what would change one's own access. */
export function refuseOneself(ctx: Ctx, user: UserRow): void {
  const no = refusal({ ...userFlow.steps.suspend, guard: notOneself }, user, { id: ctx.user?.id ?? null });
  if (no) throw conflict(no.code, no.sentence);
}

/** The roles with these ids, if the caller may give them: nobody gives a permission that they do not hold. */
export async function rolesToGive(ctx: Ctx, ids: readonly string[]): Promise<{ id: string; code: string }[]> {
  if (ids.length === 0) return [];
  const roles = await ctx.installation
    .selectFrom("roles")
    .select(["id", "code", "name", "permissions"])
    .where("company_id", "=", ctx.companyId)
    .where("id", "in", ids)
    .execute();
  if (roles.length < new Set(ids).size) throw notFound("no_role", "This role does not exist, or it was removed.");
  const held = (name: string): boolean =>
    ctx.user?.permissions[name] === true || ctx.user?.roleMap[SUPER_ADMIN] === true;
  const above = roles.find(({ permissions }) => !permissions.every(held));
  if (above)
    throw conflict(
      "role_above_own",
      message("The role {role} holds permissions that you do not have yourself.", { role: above.name }),
    );
  return roles;
}
