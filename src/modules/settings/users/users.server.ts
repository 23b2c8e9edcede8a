import { sql } from "kysely";
import type { BodyOf } from "#shared/contract/contract.ts";
import { conflict, notFound, Problem, message, tooMany } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { limitMails } from "#server/mail/mail-limit.ts";
import { difference } from "#server/records/crud.ts";
import { historyOf } from "#server/audit/events.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { insertRow, updateRow, stale, type RecordOf } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { endInvitations } from "./ended-invitations.server.ts";
import { endPasswordTokens, makePasswordToken } from "./password-tokens.server.ts";
import { keepAnAdministrator } from "./administrators.server.ts";
import { readUser, usersWhere } from "./user-records.server.ts";
import { assertMayManage, refuseOneself, rolesToMove, takeUser } from "./user-rules.server.ts";
import { users, userRecord } from "./users.contract.ts";
import { userFlow } from "./users.flow.ts";

const mostInvitationsPerHour = 200;

export default serve(users, {
  async list(ctx, { query }) {
    if (query.companyId !== undefined && query.companyId !== ctx.companyId) throw notFound();
    const like = `%${(query.q ?? "").toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
    const shown = { without: sql`u.archived_at is null`, only: sql`u.archived_at is not null`, with: sql`true` }[
      query.archived
    ];
    return usersWhere(
      ctx,
      sql`${shown} and u.search_text like ${like}
        and (${query.status ?? null}::text is null or u.status = ${query.status ?? null})`,
    );
  },
  read: readUser,
  history: (ctx, { id }) => historyOf(ctx.db, "users", "user", id),
  async invite(ctx, { body }) {
    const { roleIds, ...person } = body;
    const roles = await rolesToMove(ctx, roleIds);
    await refuseFlood(ctx);
    const user = await invitedUser(ctx, person);
    if (roles.length)
      await ctx.installation
        .insertInto("user_roles")
        .values(roles.map((role) => ({ user_id: user.id, role_id: role.id })))
        .execute();
    await ctx.emit("user.invited", user, {
      to: "invited",
      changes: { email: person.email, roles: roles.map(({ code }) => code) },
    });
    if (!ctx.app.mailsAreKept) await ctx.enqueue("mail-invitation", { userId: user.id });
    return readUser(ctx, user);
  },
  invitationLink: (ctx, { id }) => ctx.open((inner) => showInvitation(inner, id)),
  async update(ctx, { id, body }) {
    const before = await takeUser(ctx, id);
    const { version, ...values } = body;
    if (version !== undefined && version !== before.version) throw stale(await readUser(ctx, { id }));
    await updateRow(ctx.installation, "users", before, values);
    await ctx.emit("user.updated", before, { changes: difference(before, values) });
    return readUser(ctx, { id });
  },
  async remove(ctx, { id, query }) {
    const user = await takeUser(ctx, id);
    if (query.version !== undefined && query.version !== user.version) throw stale(await readUser(ctx, { id }));
    refuseOneself(ctx, user);
    await refuseRolesAbove(ctx, user);
    await keepAnAdministrator(ctx, sql`u.id = ${id}`);
    await updateRow(ctx.installation, "users", user, { status: "deactivated", archivedAt: new Date() });
    await endAccess(ctx, user);
    await ctx.installation
      .deleteFrom("user_roles")
      .where("company_id", "=", ctx.companyId)
      .where("user_id", "=", id)
      .execute();
    await ctx.emit("user.removed", user, { from: user.status, to: "deactivated" });
  },
  ...flowHandlers(
    users,
    userFlow,
    { record: userRecord, read: readUser },
    {
      inviteAgain: {
        async check(ctx, user) {
          await assertMayManage(ctx, user);
          if (ctx.app.mailsAreKept)
            throw conflict(
              "mails_are_kept",
              "No mail leaves this installation. Show the link of the invitation instead.",
            );
          await limitInvitations(ctx, user);
          await refuseFlood(ctx, user);
        },
        then: (ctx, user) => ctx.enqueue("mail-invitation", { userId: user.id }),
      },
      suspend: {
        async check(ctx, user) {
          await assertMayManage(ctx, user);
          await keepAnAdministrator(ctx, sql`u.id = ${user.id}`);
        },
        then: endAccess,
      },
      reactivate: { check: assertMayManage },
    },
  ),
  async dropSecondFactor(ctx, { id, body }) {
    const user = await takeUser(ctx, id);
    if (body.version !== user.version) throw stale(await readUser(ctx, { id }));
    refuseOneself(ctx, user);
    await endSessions(ctx, user);
    await ctx.emit("user.secondFactorRemoved", user); // the account module takes it away, in this transaction
    await ctx.enqueue("mail-account-notice", { userId: id, kind: "second_factor_off" });
    return readUser(ctx, user);
  },
  async assignRole(ctx, { body }) {
    const user = await takeUser(ctx, body.userId);
    refuseOneself(ctx, user);
    const [role] = await rolesToMove(ctx, [body.roleId]);
    const given = await ctx.installation
      .insertInto("user_roles")
      .values({ user_id: user.id, role_id: body.roleId })
      .onConflict((same) => same.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (given) {
      await ctx.emit("user.roleAssigned", user, { changes: { role: { from: null, to: role?.code ?? null } } });
      await endInvitations(ctx, [user.id]);
    }
    return readUser(ctx, user);
  },
  async removeRole(ctx, { id }) {
    const assigned = await ctx.installation
      .selectFrom("user_roles as ur")
      .innerJoin("roles as r", (join) =>
        join.onRef("r.company_id", "=", "ur.company_id").onRef("r.id", "=", "ur.role_id"),
      )
      .select(["ur.user_id", "ur.role_id", "r.code"])
      .where("ur.company_id", "=", ctx.companyId)
      .where("ur.id", "=", id)
      .executeTakeFirst();
    if (!assigned) throw notFound();
    const user = await takeUser(ctx, assigned.user_id);
    refuseOneself(ctx, user);
    await rolesToMove(ctx, [assigned.role_id]);
    await keepAnAdministrator(ctx, sql`ur.id = ${id}`);
    await ctx.installation
      .deleteFrom("user_roles")
      .where("company_id", "=", ctx.companyId)
      .where("id", "=", id)
      .execute();
    await ctx.emit("user.roleRemoved", user, { changes: { role: { from: assigned.code, to: null } } });
    return readUser(ctx, user);
  },
});

type Person = Omit<BodyOf<typeof users.invite>, "roleIds">;

/**
 * A new user, or the one with this address who was removed from this company before. Whether another company knows the
 * address is not asked, so nobody learns it here: that is for the mail to say, and for the acceptance.
 */
async function invitedUser(ctx: Ctx, person: Person): Promise<RecordOf<"users">> {
  const known = await ctx.installation
    .selectFrom("users")
    .select(["id", "status"])
    .where("company_id", "=", ctx.companyId)
    .where(sql`lower(email)`, "=", person.email)
    .executeTakeFirst();
  if (!known) return insertRow(ctx.installation, "users", { ...person, companyId: ctx.companyId });
  if (known.status === "deactivated") {
    await limitInvitations(ctx, known);
    await endPasswordTokens(ctx.installation, known.id); // nothing of an earlier invitation opens this one
    return updateRow(ctx.installation, "users", known, {
      ...person,
      status: "invited",
      passwordHash: null,
      isSuperAdmin: false,
      archivedAt: null,
    });
  }
  const sentence = message("Somebody with this address is a user of your company already, or invited.");
  throw new Problem({ status: 409, code: "already_exists", sentence, fields: { email: sentence } });
}

/** Who is invited, again, or anew after a removal gets five such mails within an hour, whoever sends them. */
async function limitInvitations(ctx: Ctx, user: { readonly id: string }): Promise<void> {
  if (!ctx.app.mailsAreKept) await limitMails(ctx, "user", user.id, "invited", userFlow.steps.inviteAgain.done);
}

/** Invitations are mails to strangers: not two to one person within a minute, not hundreds from one company within an hour. */
async function refuseFlood(ctx: Ctx, user: { readonly id: string | null } = { id: null }): Promise<void> {
  const { rows } = await sql<{ just_now: boolean; count: number }>`
    select coalesce(bool_or(t.user_id = ${user.id} and t.created_at > now() - interval '1 minute'),
      false) as just_now, count(*)::int as count
    from password_tokens t join users u on u.id = t.user_id
    where u.company_id = current_company() and t.purpose = 'invite' and t.created_at > now() - interval '1 hour'`.execute(
    ctx.installation,
  );
  if (rows[0]?.just_now)
    throw tooMany(60, "An invitation left less than a minute ago. Wait a little before the next one.");
  if ((rows[0]?.count ?? 0) >= mostInvitationsPerHour)
    throw tooMany(600, "This company has sent very many invitations within an hour. Try again later.");
}

/** For who invites where no mail leaves: they pass the link on. Its secret is in the answer and nowhere else. */
async function showInvitation(ctx: Ctx, id: string): Promise<{ url: string; expiresAt: string }> {
  if (!ctx.app.mailsAreKept)
    throw conflict("mails_are_sent", "The invitation is mailed. Nobody but the invited person gets its link.");
  const user = await takeUser(ctx, id);
  if (user.status !== "invited") throw conflict("not_invited", "This person has accepted the invitation already.");
  await refuseRolesAbove(ctx, user); // with the link one could come in as this person
  await refuseFlood(ctx);
  const { secret, expiresAt } = await makePasswordToken(ctx.installation, "invite", user.id);
  await ctx.emit("user.invitationShown", user, { address: ctx.address });
  return { url: `${ctx.app.appUrl}/accept-invite#t=${secret}`, expiresAt: expiresAt.toISOString() };
}

/** Refuses what would give or take all roles of a person where the caller may not with each. */
async function refuseRolesAbove(ctx: Ctx, user: { readonly id: string }): Promise<void> {
  const { roles } = await readUser(ctx, user);
  await rolesToMove(
    ctx,
    roles.map(({ roleId }) => roleId),
  );
}

async function endSessions(ctx: Ctx, user: { readonly id: string }): Promise<void> {
  await ctx.installation.deleteFrom("sessions").where("user_id", "=", user.id).execute();
}

/** Somebody comes in no more: neither with a session nor with a link that was mailed or shown. The account module ends what is its own. */
async function endAccess(ctx: Ctx, user: { readonly id: string }): Promise<void> {
  await endSessions(ctx, user);
  await endPasswordTokens(ctx.installation, user.id);
}
