import { sql } from "kysely";
import type { BodyOf } from "#shared/contract/contract.ts";
import { conflict, gone, invalid } from "#shared/contract/problem.ts";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import { enterCompany } from "#server/db/database.ts";
import { fingerprintOf } from "#server/crypto/keys.ts";
import { countTry, mayTry } from "#server/http/throttle.ts";
import { userFlow } from "#modules/settings/users/users.flow.ts";
import { attemptBuckets } from "../session/login-attempts.server.ts";
import type { registrations } from "./registration.contract.ts";

const over = () => gone("This link was used already, or it is too old. Register again to get a new one.");

/**
 * The mailed secret proves the mailbox, the password that it is who asked: somebody whose address a stranger typed in cannot
 * confirm the stranger's account by mistake, and neither can a mail scanner that presses buttons.
 */
export async function confirm(
  ctx: BareCtx,
  { body }: { body: BodyOf<typeof registrations.confirm> },
): Promise<{ email: string }> {
  const asked = await ctx.openInstallation(null, ({ installation }) =>
    installation
      .selectFrom("registrations")
      .select(["email", "password_hash"])
      .where("token_hash", "=", fingerprintOf(body.token))
      .where("expires_at", ">", sql<string>`now()`)
      .executeTakeFirst(),
  );
  if (!asked) throw over();
  const buckets = await attemptBuckets(ctx, "password", asked.email);
  await mayTry(ctx, buckets);
  if (!(await ctx.app.passwords.fits(body.password, asked.password_hash))) {
    await countTry(ctx, buckets);
    throw invalid(
      { password: "This is not the password that you chose when you registered." },
      "The password is wrong.",
      "wrong_credentials",
    );
  }
  return ctx.openInstallation(null, (inner) => useUp(inner, body.token));
}

/** Exactly one call gets the request; its person and the company that they begin to register are there from now on. */
async function useUp(ctx: Ctx, token: string): Promise<{ email: string }> {
  const db = ctx.installation;
  const asked = await db
    .deleteFrom("registrations")
    .where("token_hash", "=", fingerprintOf(token))
    .where("expires_at", ">", sql<string>`now()`)
    .returning(["email", "first_name", "last_name", "password_hash"])
    .executeTakeFirst();
  if (!asked) throw over();
  await db.deleteFrom("registrations").where("email", "=", asked.email).execute();
  if (
    await db
      .selectFrom("users")
      .select("id")
      .where(sql`lower(email)`, "=", asked.email)
      .where("status", "in", userFlow.groups.withAddress)
      .executeTakeFirst()
  )
    throw conflict(
      "already_exists",
      "There is an account with this address meanwhile. Sign in, or reset its password.",
    );
  const type = await db
    .selectFrom("company_types")
    .select("id")
    .where("is_active", "=", true)
    .orderBy("code")
    .executeTakeFirstOrThrow();
  const company = await db
    .insertInto("companies")
    .values({
      code: sql<string>`'NEW-' || uuidv7()`,
      legal_name: asked.email,
      company_type_id: type.id,
      default_currency: sql<string>`(select code from currencies where is_active order by code <> 'EUR', code limit 1)`,
      timezone: "UTC",
      email: asked.email,
      status: "registering",
      locale: ctx.language,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await enterCompany(db, company.id);
  const user = await db
    .insertInto("users")
    .values({
      company_id: company.id,
      email: asked.email,
      first_name: asked.first_name,
      last_name: asked.last_name,
      password_hash: asked.password_hash,
      status: "registering",
      modules: ["warehouse", "settings"],
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("company_registrations").values({ user_id: user.id }).execute();
  await ctx.emit("user.registered", user, { to: "registering", actorName: `${asked.first_name} ${asked.last_name}` });
  return { email: asked.email };
}
