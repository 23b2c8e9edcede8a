import { sql, type RawBuilder } from "kysely";
import type { Permission } from "#shared/permissions/permissions.ts";
import { conflict } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { fixedRole } from "../roles/roles.contract.ts";

/** Who can let others in and give them what they need: without such a person a company could not be run any more. */
const administrative: readonly Permission[] = ["CAN_VIEW", "CAN_VIEW_USERS", "CAN_MANAGE_USERS", "CAN_MANAGE_ROLES"];

/** Refuses when the company would have no administrator left, once the users or roles that `leaving` names (of `u` and `ur`) are gone. */
export async function keepAnAdministrator(ctx: Ctx, leaving: RawBuilder<unknown>): Promise<void> {
  await queue(ctx);
  if ((await administration(ctx, leaving)) < (await administration(ctx))) throw lastAdministrator();
}

/** Does something to what roles hold; refuses all of it when it leaves the company without an administrator. */
export async function keepAnAdministratorAfter(ctx: Ctx, work: () => Promise<void>): Promise<void> {
  await queue(ctx);
  const before = await administration(ctx);
  await work();
  if ((await administration(ctx)) < before) throw lastAdministrator();
}

/** Two who each take the other's rights at the same moment wait here for one another. */
const queue = (ctx: Ctx) =>
  sql`select 1 from companies where id = current_company() for no key update`.execute(ctx.installation);

/**
 * 2: somebody active is a COMPANY_ADMIN, who holds all that there is, and will after the next upgrade. 1: somebody can let
 * others in and give rights. 0: nobody can.
 */
async function administration(ctx: Ctx, leaving: RawBuilder<unknown> = sql`false`): Promise<number> {
  const { rows } = await sql<{ rank: number }>`
    select coalesce(max(case when ${fixedRole} = any(own.codes) then 2 when ${administrative}::text[] <@ own.permissions then 1
      else 0 end), 0)::int as rank
    from users u cross join lateral (
      select array_agg(distinct r.code) as codes, coalesce(array_agg(p.name), '{}') as permissions
      from user_roles ur join roles r on (r.company_id, r.id) = (ur.company_id, ur.role_id)
      left join lateral unnest(r.permissions) as p(name) on true
      where (ur.company_id, ur.user_id) = (u.company_id, u.id) and not (${leaving})) as own
    where u.company_id = current_company() and u.status = 'active'`.execute(ctx.installation);
  return rows[0]?.rank ?? 0;
}

const lastAdministrator = () =>
  conflict("last_administrator", "The company would have no administrator left. Make somebody else one first.");
