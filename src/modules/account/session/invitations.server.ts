import { sql } from "kysely";
import type { BodyOf } from "#shared/contract/contract.ts";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { enterCompany, type Db } from "#server/db/database.ts";
import type { BareCtx } from "#server/http/context.ts";
import { ownerOfToken, useToken } from "#modules/settings/users/password-tokens.server.ts";
import { userFlow } from "#modules/settings/users/users.flow.ts";
import { validatePassword } from "../passwords/password-rules.server.ts";
import type { session } from "./session.contract.ts";

/** An invited person sets name and password; the account is active from then on. */
export async function acceptInvite(
  ctx: BareCtx,
  { body }: { body: BodyOf<typeof session.acceptInvite> },
): Promise<{ email: string }> {
  await validatePassword(body.password, { words: [body.firstName, body.lastName], hasSecondFactor: false });
  await isGood(ctx, "invite", body.token);
  const passwordHash = await ctx.app.passwords.hash(body.password);
  return ctx.openInstallation(null, async (inner) => {
    const { user_id: userId } = await useToken(inner.installation, "invite", body.token);
    if (await isAddressTaken(inner.installation, userId))
      throw conflict(
        "already_exists",
        "There is an account with this address already. Sign in with it, or ask for an invitation to another address.",
      );
    const user = await inner.installation
      .updateTable("users")
      .set({
        first_name: body.firstName,
        last_name: body.lastName,
        password_hash: passwordHash,
        status: "active",
        version: sql<number>`version + 1`,
        updated_at: new Date(),
      })
      .where("id", "=", userId)
      .where("status", "=", "invited")
      .returning(["id", "email", "company_id"])
      .executeTakeFirst();
    if (!user) throw conflict("invite_over", "This invitation was withdrawn.");
    await enterCompany(inner.db, user.company_id);
    await inner.emit("user.joined", user, {
      from: "invited",
      to: "active",
      actorName: `${body.firstName} ${body.lastName}`,
    });
    return { email: user.email };
  });
}

/** Throws 410 for a secret that is over, before a hash is computed: nobody makes the server work by made-up ones. */
const isGood = (ctx: BareCtx, purpose: "invite" | "setup", token: string) =>
  ctx.openInstallation(null, ({ installation }) => ownerOfToken(installation, purpose, token));

/** Whether the invited person's address has an account by now; two who accept at once queue here for it. */
async function isAddressTaken(db: Db, userId: string | null): Promise<boolean> {
  const { rows: invited } = await sql<{
    email: string;
  }>`select lower(email) as email from users where id = ${userId}`.execute(db);
  const [email] = invited.map((user) => user.email);
  if (email === undefined) return false;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account ${email}`}, 0))`.execute(db);
  const { rows } = await sql`
    select 1 from users where lower(email) = ${email} and status = any(${userFlow.groups.withAddress})`.execute(db);
  return rows.length > 0;
}

/** The very first company of an installation, its roles and its SUPER_ADMIN. */
export async function setUp(
  ctx: BareCtx,
  { body }: { body: BodyOf<typeof session.setUp> },
): Promise<{ email: string }> {
  await validatePassword(body.password, {
    words: [body.firstName, body.lastName, body.companyName, body.email],
    hasSecondFactor: false,
  });
  await isGood(ctx, "setup", body.token);
  const passwordHash = await ctx.app.passwords.hash(body.password);
  return ctx.openInstallation(null, async (inner) => {
    const db = inner.installation;
    await useToken(db, "setup", body.token);
    const type = await db
      .selectFrom("company_types")
      .select("id")
      .where("code", "=", "WAREHOUSE_OPERATOR")
      .executeTakeFirstOrThrow();
    const known = await db.selectFrom("currencies").select("code").where("code", "=", body.currency).executeTakeFirst();
    if (!known) throw invalid({ currency: message("Give a currency code like EUR.") });
    const company = await db
      .insertInto("companies")
      .values({
        code: codeOf(body.companyName),
        legal_name: body.companyName,
        company_type_id: type.id,
        default_currency: body.currency,
        timezone: body.timezone,
        email: body.email,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await enterCompany(db, company.id);
    await ctx.app.modules.fillCompany(db);
    const user = await db
      .insertInto("users")
      .values({
        company_id: company.id,
        email: body.email.toLowerCase(),
        first_name: body.firstName,
        last_name: body.lastName,
        password_hash: passwordHash,
        status: "active",
        is_super_admin: true,
        modules: ["warehouse", "settings"],
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const admin = await db
      .selectFrom("roles")
      .select("id")
      .where("code", "=", "COMPANY_ADMIN")
      .where("company_id", "=", company.id)
      .executeTakeFirstOrThrow();
    await db.insertInto("user_roles").values({ user_id: user.id, role_id: admin.id }).execute();
    await inner.emit("company.created", company, { actorName: `${body.firstName} ${body.lastName}` });
    return { email: body.email.toLowerCase() };
  });
}

const codeOf = (name: string): string =>
  name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 20) || "COMPANY";
