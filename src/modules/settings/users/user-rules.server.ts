import { sql } from "kysely";
import { refusal } from "#shared/flow/flow.ts";
import { conflict, notFound, message } from "#shared/contract/problem.ts";
import { meaningOf, privileged } from "#shared/permissions/permission-list.ts";
import { allows, SUPER_ADMIN } from "#shared/permissions/permissions.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockById, type RecordOf } from "#server/records/records.ts";
import { notOneself, userFlow } from "./users.flow.ts";

type UserRow = RecordOf<"users">;

/** Locks a user of the company for a change by an administrator; an account of the installation is for SUPER_ADMIN only. */
export async function takeUser(ctx: Ctx, id: string): Promise<UserRow> {
  const user = await lockById(ctx.installation, "users", id);
  await assertMayManage(ctx, user);
  return user;
}

/** Refuses (409) who may not change this account: one of the installation, one that is over, one with rights above their own. */
export async function assertMayManage(ctx: Ctx, user: UserRow): Promise<void> {
  if (user.isSuperAdmin && ctx.user?.roleMap[SUPER_ADMIN] !== true)
    throw conflict("super_admin", "This account belongs to the whole installation. Only a SUPER_ADMIN can change it.");
  if (!userFlow.editable.some((status) => status === user.status))
    throw conflict(
      "wrong_state",
      message("This cannot be done any more: it is {status} now. Reload to see it.", {
        status: user.status,
      }),
      { status: user.status },
    );
  const { rows } = await sql<{ permissions: string[] }>`
    select r.permissions from user_roles ur join roles r on (r.company_id, r.id) = (ur.company_id, ur.role_id)
    where ur.company_id = current_company() and ur.user_id = ${user.id}`.execute(ctx.installation);
  const above = privileged.find(
    (name) => rows.some((role) => role.permissions.includes(name)) && !allows(ctx.user, [name]),
  );
  if (above)
    throw conflict(
      "user_above_own",
      message("This person may do what you may not ({permission}). Ask somebody who may.", {
        permission: meaningOf(above) ?? above,
      }),
      { permission: above },
    );
}

/** Refuses what would change one's own access. */
export function refuseOneself(ctx: Ctx, user: UserRow): void {
  const no = refusal({ ...userFlow.steps.suspend, guard: notOneself }, user, { id: ctx.user?.id ?? null });
  if (no) throw conflict(no.code, no.sentence);
}

/** The roles with these ids, if the caller may give or take them: nobody does either with a permission that they lack. */
export async function rolesToMove(ctx: Ctx, ids: readonly string[]): Promise<{ id: string; code: string }[]> {
  if (ids.length === 0) return [];
  const roles = await ctx.installation
    .selectFrom("roles")
    .select(["id", "code", "name", "permissions"])
    .where("company_id", "=", ctx.companyId)
    .where("id", "in", ids)
    .execute();
  if (roles.length < new Set(ids).size) throw notFound("no_role", "This role does not exist, or it was removed.");
  const above = roles.find((role) => !role.permissions.every((name) => allows(ctx.user, [name])));
  if (above)
    throw conflict(
      "role_above_own",
      message("The role {role} holds permissions that you do not have yourself.", { role: above.name }),
    );
  return roles;
}
