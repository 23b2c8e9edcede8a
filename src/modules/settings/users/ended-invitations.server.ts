import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { reaction } from "#server/jobs/reactions.ts";

/** Of so many invitations within an hour the last ones are not mailed by themselves any more; somebody sends them again. */
const mostMailsPerHour = 5;

/**
 * These people may do more now. Whoever saw the link of an invitation before, and might not give what is given now, does
 * not come in with it: the links of those who have not accepted yet are over. Where mails leave they are mailed anew,
 * otherwise somebody who may shows a new one. Locked first, so that a link that is just being made is ended too.
 */
export async function endInvitations(ctx: Ctx, userIds: readonly string[]): Promise<void> {
  const { rows: invited } = await sql<{ id: string }>`select id from users
    where company_id = current_company() and id = any(${userIds}::uuid[]) and status = 'invited'
    order by id for no key update`.execute(ctx.installation);
  if (!invited.length) return;
  const { rows: ended } = await sql<{ id: string; mails: number }>`
    with ended as (
      update password_tokens set used_at = now() where user_id = any(${invited.map(({ id }) => id)}::uuid[])
        and purpose = 'invite' and used_at is null and expires_at > now() returning user_id)
    select e.user_id as id, (select count(*)::int from password_tokens t where t.user_id = e.user_id
      and t.purpose = 'invite' and t.created_at > now() - interval '1 hour') as mails
    from (select distinct user_id from ended) e order by e.user_id`.execute(ctx.installation);
  if (!ended.length) return;
  await ctx.emit("user.invitationEnded", ended);
  if (ctx.app.mailsAreKept) return;
  for (const { id, mails } of ended) if (mails < mostMailsPerHour) await ctx.enqueue("mail-invitation", { userId: id });
}

/** A role holds more: so do the invited people who have it. */
export const invitationsOfRole = reaction("role.updated", async (ctx, roleId, { changes = {} }) => {
  if (!changes["added"]) return;
  const holders = await ctx.installation
    .selectFrom("user_roles")
    .select("user_id")
    .where("company_id", "=", ctx.companyId)
    .where("role_id", "=", roleId)
    .execute();
  await endInvitations(
    ctx,
    holders.map(({ user_id: id }) => id),
  );
});
