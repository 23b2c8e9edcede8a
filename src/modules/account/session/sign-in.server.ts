import { sql } from "kysely";
import type { BodyOf, ReplyOf } from "#shared/contract/contract.ts";
import { invalid } from "#shared/contract/problem.ts";
import type { BareCtx } from "#server/http/context.ts";
import { countTry, mayTry } from "#server/http/throttle.ts";
import { userFlow } from "#modules/settings/users/users.flow.ts";
import { beginFactor, confirmFactor, useCode } from "../second-factor/factor.server.ts";
import type { session } from "./session.contract.ts";
import { attemptBuckets } from "./login-attempts.server.ts";
import { beginStep, countWrongCode, finishStep, readStep } from "./sign-in-step.server.ts";
import { startSession } from "./start-session.server.ts";

type Body<K extends keyof typeof session> = { body: BodyOf<(typeof session)[K]> };

/** The first step. A wrong password, an unknown address and an account that may not sign in are answered alike. */
export async function signIn(ctx: BareCtx, { body }: Body<"signIn">): Promise<ReplyOf<typeof session.signIn>> {
  const buckets = await attemptBuckets(ctx, "password", body.email);
  await mayTry(ctx, buckets);
  const user = await accountOf(ctx, body.email);
  const fits = await ctx.app.passwords.fits(body.password, user?.password_hash ?? null);
  await mayTry(ctx, buckets); // again: of guesses that were sent at once, few are answered
  if (!fits || !user) {
    await countTry(ctx, buckets, user && { ...user, cause: "wrong_password" });
    throw invalid({}, "The e-mail address or the password is wrong.", "wrong_credentials");
  }
  const next = user.has_factor ? "code" : user.second_factor_required ? "set_up" : null;
  if (next) await beginStep(ctx, user.id, next);
  else await ctx.openInstallation(user.company_id, (inner) => startSession(ctx, inner, user));
  return { next };
}

/** The second step of somebody who has a second factor. */
export async function signInCode(ctx: BareCtx, { body }: Body<"signInCode">): Promise<Record<string, never>> {
  const step = await readStep(ctx, "code");
  const isRight = await ctx.openInstallation(step.company_id, async (inner) => {
    if (!(await useCode(inner, step.user_id, body.code))) return false;
    await finishStep(ctx, inner, step);
    await startSession(ctx, inner, { ...step, id: step.user_id });
    return true;
  });
  return isRight ? {} : countWrongCode(ctx, step);
}

/** The company asks for a second factor, and the person has none: its secret, before there is a session. */
export async function signInSetUp(ctx: BareCtx): Promise<ReplyOf<typeof session.signInSetUp>> {
  const step = await readStep(ctx, "set_up");
  return ctx.openInstallation(step.company_id, (inner) => beginFactor(inner, { id: step.user_id, email: step.email }));
}

/** The first code proves that the app has it; then there is a session. */
export async function signInConfirm(
  ctx: BareCtx,
  { body }: Body<"signInConfirm">,
): Promise<ReplyOf<typeof session.signInConfirm>> {
  const step = await readStep(ctx, "set_up");
  const recoveryCodes = await ctx.openInstallation(step.company_id, async (inner) => {
    const codes = await confirmFactor(inner, step.user_id, body.code);
    if (!codes) return null;
    await finishStep(ctx, inner, step);
    await startSession(ctx, inner, { ...step, id: step.user_id });
    return codes;
  });
  return recoveryCodes ? { recoveryCodes } : countWrongCode(ctx, step);
}

function accountOf(ctx: BareCtx, email: string) {
  return ctx.openInstallation(null, ({ installation }) =>
    installation
      .selectFrom("users as u")
      .innerJoin("companies as c", "c.id", "u.company_id")
      .leftJoin("second_factors as f", (join) =>
        join.onRef("f.user_id", "=", "u.id").on("f.confirmed_at", "is not", null),
      )
      .select([
        "u.id",
        "u.company_id",
        "u.email",
        "u.first_name",
        "u.last_name",
        "u.password_hash",
        "c.second_factor_required",
        sql<boolean>`f.user_id is not null`.as("has_factor"),
      ])
      .where(sql`lower(u.email)`, "=", email.toLowerCase())
      .where("u.status", "in", userFlow.groups.mayLogIn)
      .executeTakeFirst(),
  );
}
