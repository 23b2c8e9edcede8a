import { sql, type RawBuilder } from "kysely";
import { stepsFor } from "#shared/flow/flow.ts";
import { notFound } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { abilitiesFor } from "#shared/flow/abilities.ts";
import type { User } from "./users.contract.ts";
import { userFlow } from "./users.flow.ts";

/** The users of the company that fit, by name, with their roles and the steps that the caller may take. One query. */
export async function usersWhere(ctx: Ctx, condition: RawBuilder<unknown>): Promise<User[]> {
  const { rows } = await sql<Omit<User, "steps"> & { held: string[] }>`
    select u.id as "userId", u.version, u.created_at as "createdAt", u.updated_at as "updatedAt",
      u.archived_at as "archivedAt",
      u.email, u.first_name as "firstName", u.last_name as "lastName", u.phone, u.locale, u.timezone, u.status,
      u.is_super_admin as "isSuperAdmin", u.last_sign_in_at as "lastSignInAt",
      exists (select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "hasSecondFactor",
      (select coalesce(jsonb_agg(jsonb_build_object('id', ur.id, 'roleId', r.id, 'code', r.code, 'name', r.name)
        order by r.name), '[]')
        from user_roles ur join roles r on (r.company_id, r.id) = (ur.company_id, ur.role_id)
        where ur.company_id = u.company_id and ur.user_id = u.id) as roles,
      array(select distinct p from user_roles ur
        join roles r on (r.company_id, r.id) = (ur.company_id, ur.role_id), unnest(r.permissions) p
        where ur.company_id = u.company_id and ur.user_id = u.id) as held
    from users u where u.company_id = current_company() and ${condition}
    order by u.last_name, u.first_name, u.id`.execute(ctx.installation);
  return rows.map((row) => {
    const record = { ...row, id: row.userId }; // as the steps' guards know it
    return {
      ...row,
      steps: stepsFor(userFlow, record, ctx.user),
      abilities: abilitiesFor(userFlow.abilities ?? {}, record, ctx.user), // the list opens a person beside itself
    };
  });
}

/** One user of the company; 404 as `lockById`. */
export async function readUser(ctx: Ctx, { id }: { readonly id: string }): Promise<User> {
  const [user] = await usersWhere(ctx, sql`u.id = ${id}`);
  if (!user) throw notFound();
  return user;
}
