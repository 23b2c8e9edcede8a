import { sql, type RawBuilder } from "kysely";
import type { Permission } from "#shared/permissions/permissions.ts";
import { conflict } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";

/** Who can let others in and give them what they need: without such a person a company could not be run any more. */
const administrative: readonly Permission[] = ["CAN_VIEW", "CAN_VIEW_USERS", "CAN_MANAGE_USERS", "CAN_MANAGE_ROLES"];

/** Refuses when the company would have no administrator left, once the users or roles that `leaving` names (of `u` and `ur`) are gone. */
export async function keepAnAdministrator(ctx: Ctx, leaving: RawBuilder<unknown>): Promise<void> {
  await queue(ctx);
  if ((await hasAdministrator(ctx)) && !(await hasAdministrator(ctx, leaving))) throw lastAdministrator();
}

/** Does something to what roles hold; refuses all of it when it leaves the company without an administrator. */
export async function keepAnAdministratorAfter(ctx: Ctx, work: () => Promise<void>): Promise<void> {
  await queue(ctx);
  const had = await hasAdministrator(ctx);
  await work();
  if (had && !(await hasAdministrator(ctx))) throw lastAdministrator();
}

/** Two who each take the other's rights at the same moment wait here for one another. */
const queue = (ctx: Ctx) =>
  sql`select 1 from companies where id = current_company() for no key update`.execute(ctx.installation);

async function hasAdministrator(ctx: Ctx, leaving: RawBuilder<unknown> = sql`false`): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u where u.company_id = current_company() and u.status = 'active' and ${administrative}::text[] <@ array(
      select unnest(r.permissions) from user_roles ur join roles r on (r.company_id, r.id) = (ur.company_id, ur.role_id)
      where (ur.company_id, ur.user_id) = (u.company_id, u.id) and not (${leaving})) limit 1`.execute(ctx.installation);
  return rows.length > 0;
}

const lastAdministrator = () =>
  conflict("last_administrator", "The company would have no administrator left. Make somebody else one first.");
