import { sql } from "kysely";
import type { BodyOf } from "#shared/contract.ts";
import { conflict, gone, invalid, message } from "#shared/problem.ts";
import type { BareCtx } from "#server/context.ts";
import { enterCompany, type Db } from "#server/db.ts";
import { randomSecret, sha256 } from "#server/keys.ts";
import { validatePassword } from "../passwords/password-rules.server.ts";
import type { session } from "./session.contract.ts";

/** Makes a one-time secret for a password: 24 h for the first set-up, 7 days for an invitation, 1 h for a reset. Older ones are over. */
export async function makePasswordToken(
  db: Db,
  purpose: "invite" | "reset" | "setup",
  userId: string | null,
): Promise<{ secret: string; expiresAt: Date }> {
  const hours = { setup: 24, invite: 24 * 7, reset: 1 }[purpose];
  const secret = randomSecret();
  const expiresAt = new Date(Date.now() + hours * 3_600_000);
  if (userId)
    await db
      .updateTable("password_tokens")
      .set({ used_at: new Date() })
      .where("user_id", "=", userId)
      .where("purpose", "=", purpose)
      .where("used_at", "is", null)
      .execute();
  await db
    .insertInto("password_tokens")
    .values({
      user_id: userId,
      purpose,
      token_hash: sha256(secret),
      expires_at: expiresAt,
    })
    .execute();
  return { secret, expiresAt };
}

const tokenOver = () => gone("This link was used already, or it is too old. Ask for a new one.");

/** Whose token it is, without using it up. Throws 410 as `useToken`. */
export async function ownerOfToken(db: Db, purpose: string, secret: string): Promise<string | null> {
  const { rows } = await sql<{
    user_id: string | null;
  }>`select user_id from password_tokens where token_hash = ${sha256(secret)} and purpose = ${purpose}
    and used_at is null and expires_at > now()`.execute(db);
  if (!rows[0]) throw tokenOver();
  return rows[0].user_id;
}

/** Uses a token up: exactly one call gets it. Throws 410 for one that is over or never was. */
export async function useToken(db: Db, purpose: string, secret: string): Promise<{ user_id: string | null }> {
  const used = await db
    .updateTable("password_tokens")
    .set({ used_at: new Date() })
    .where("token_hash", "=", sha256(secret))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<string>`now()`)
    .returning("user_id")
    .executeTakeFirst();
  if (!used) throw tokenOver();
  return used;
}

/** An invited person sets name and password; the account is active from then on. */
export async function acceptInvite(
  ctx: BareCtx,
  { body }: { body: BodyOf<typeof session.acceptInvite> },
): Promise<{ email: string }> {
  await validatePassword(body.password, { words: [body.firstName, body.lastName], hasSecondFactor: false });
  const passwordHash = await ctx.app.passwords.hash(body.password);
  return ctx.openInstallation(null, async (inner) => {
    const { user_id: userId } = await useToken(inner.installation, "invite", body.token);
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

/** The very first company of an installation, its roles and its SUPER_ADMIN. */
export async function setUp(
  ctx: BareCtx,
  { body }: { body: BodyOf<typeof session.setUp> },
): Promise<{ email: string }> {
  await validatePassword(body.password, {
    words: [body.firstName, body.lastName, body.companyName, body.email],
    hasSecondFactor: false,
  });
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
