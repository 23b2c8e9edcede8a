import { sql } from "kysely";
import { invalid } from "#shared/contract/problem.ts";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import { reaction } from "#server/jobs/reactions.ts";
import { randomSecret, sha256 } from "#server/crypto/keys.ts";
import { countTry, mayTry } from "#server/http/throttle.ts";
import { userFlow } from "#modules/settings/users/users.flow.ts";
import { wrongCode } from "../second-factor/factor.server.ts";
import { namesOf, setCookie } from "./cookies.server.ts";
import { attemptBuckets } from "./login-attempts.server.ts";

const minutes = 10;
const mostWrongCodes = 5;

/** Somebody between the right password and a session. Nothing else can be done with it. */
export interface SignInStep {
  readonly id: string;
  readonly user_id: string;
  readonly company_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** Remembers in a cookie of its own who gave the right password; an earlier step of theirs in this browser is over. */
export async function beginStep(ctx: BareCtx, userId: string, kind: "code" | "set_up"): Promise<void> {
  const token = randomSecret();
  const before = ctx.request.cookies[namesOf(ctx).signIn];
  await ctx.openInstallation(null, async ({ installation }) => {
    await sql`delete from sign_in_steps where expires_at < now() or token_hash = ${sha256(before ?? "")}`.execute(
      installation,
    );
    await installation
      .insertInto("sign_in_steps")
      .values({ token_hash: sha256(token), user_id: userId, kind, expires_at: new Date(Date.now() + minutes * 60_000) })
      .execute();
  });
  setCookie(ctx, namesOf(ctx).signIn, token, minutes * 60);
}

/** The step behind the cookie, if it may still be tried. One and the same refusal for all that are not there. */
export async function readStep(ctx: BareCtx, kind: "code" | "set_up"): Promise<SignInStep> {
  const token = ctx.request.cookies[namesOf(ctx).signIn] ?? "";
  const step = await ctx.openInstallation(null, ({ installation }) =>
    installation
      .selectFrom("sign_in_steps as s")
      .innerJoin("users as u", "u.id", "s.user_id")
      .select(["s.id", "s.user_id", "u.company_id", "u.email", "u.first_name", "u.last_name"])
      .where("s.token_hash", "=", sha256(token))
      .where("s.kind", "=", kind)
      .where("s.failures", "<", mostWrongCodes)
      .where("s.expires_at", ">", sql<string>`now()`)
      .where("u.status", "in", userFlow.groups.mayLogIn)
      .executeTakeFirst(),
  );
  if (!step)
    throw invalid(
      {},
      "Signing in took too long, or too many codes were wrong. Start again with your password.",
      "sign_in_over",
    );
  await mayTry(ctx, await attemptBuckets(ctx, "code", step.email));
  return step;
}

export async function countWrongCode(ctx: BareCtx, step: SignInStep): Promise<never> {
  await countTry(ctx, await attemptBuckets(ctx, "code", step.email), {
    id: step.user_id,
    company_id: step.company_id,
    cause: "wrong_code",
  });
  await ctx.openInstallation(null, ({ installation }) =>
    sql`update sign_in_steps set failures = failures + 1 where id = ${step.id}`.execute(installation),
  );
  throw wrongCode();
}

/** Uses the step up, in the transaction that opens the session: of two at once, one gets it. */
export async function finishStep(ctx: BareCtx, { installation }: Ctx, step: SignInStep): Promise<void> {
  const { numDeletedRows } = await installation
    .deleteFrom("sign_in_steps")
    .where("id", "=", step.id)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw wrongCode();
  ctx.reply.clearCookie(namesOf(ctx).signIn, { path: "/" });
}

/** Whoever was between password and session when they were suspended or removed begins again, should they come back. */
export const stepsEnded = ["user.suspended", "user.removed"].map((event) =>
  reaction(event, async ({ installation }, userId) => {
    await installation.deleteFrom("sign_in_steps").where("user_id", "=", userId).execute();
  }),
);
