import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { conflict, invalid, message, type Problem } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { reaction } from "#server/jobs/reactions.ts";
import { sign } from "#server/crypto/keys.ts";
import { seal, unseal } from "#server/crypto/sealing.ts";
import { base32, newSecret, otpAuthUri, stepOfCode } from "./totp.server.ts";

const use = "second-factor";
const recoveryCodeCount = 10;

/** One sentence for a code that is wrong, too old or used before. */
export function wrongCode(): Problem {
  const sentence = message("This code is not right, or it was used already. Wait for the next one and try again.");
  return invalid({ code: sentence }, sentence, "wrong_code");
}

/** Makes a secret that counts only once it is confirmed. Throws 409 for somebody who has one already. */
export async function beginFactor(
  ctx: Ctx,
  user: { readonly id: string; readonly email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = newSecret();
  const written = await sql`
    insert into second_factors (user_id, sealed_secret) values (${user.id}, ${seal(ctx.app.keys, use, user.id, secret)})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, last_step = null, created_at = now()
      where second_factors.confirmed_at is null
    returning user_id`.execute(ctx.installation);
  if (written.rows.length === 0)
    throw conflict(
      "second_factor_on",
      "The second factor is on already. Switch it off first to move it to another app.",
    );
  return { secret: base32(secret), uri: otpAuthUri(secret, user.email) };
}

/** Switches the factor on with its first code; null when the code is wrong. Answers the recovery codes, which are shown this once. */
export async function confirmFactor(ctx: Ctx, userId: string, code: string): Promise<string[] | null> {
  if (!(await useStep(ctx, userId, code, "waiting"))) return null;
  await ctx.installation
    .updateTable("second_factors")
    .set({ confirmed_at: new Date() })
    .where("user_id", "=", userId)
    .execute();
  await ctx.emit("user.secondFactorAdded", { id: userId });
  await ctx.enqueue("mail-account-notice", { userId, kind: "second_factor_on" });
  return renewRecoveryCodes(ctx, userId);
}

/** Whether the code is one of the app or one of the recovery codes; each counts once. */
export async function useCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  if (/^\d{3}\s?\d{3}$/.test(code)) return useStep(ctx, userId, code, "on");
  const { rows } = await sql`
    update recovery_codes set used_at = now() where user_id = ${userId} and code_hash = ${hashOf(ctx, userId, code)}
      and used_at is null
      and exists (select 1 from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null)
        returning id`.execute(ctx.installation);
  if (rows.length === 0) return false;
  await ctx.emit("user.recoveryCodeUsed", { id: userId });
  await ctx.enqueue("mail-account-notice", { userId, kind: "recovery_code_used" });
  return true;
}

/** Ten new codes; the old ones are over. */
export async function renewRecoveryCodes(ctx: Ctx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    (base32(randomBytes(10)).toLowerCase().match(/.{4}/g) ?? []).join("-"),
  );
  await ctx.installation.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await ctx.installation
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(ctx, userId, code) })))
    .execute();
  return codes;
}

/** Takes the factor away, with its recovery codes. */
export async function dropFactor(ctx: Ctx, userId: string): Promise<void> {
  await ctx.installation.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await ctx.installation.deleteFrom("second_factors").where("user_id", "=", userId).execute();
}

/** An administrator took it from somebody. */
export const factorRemoved = reaction("user.secondFactorRemoved", (ctx, userId) => dropFactor(ctx, userId));

/** Uses up the time step of a code: the row is locked, so that one code opens one door. */
async function useStep(ctx: Ctx, userId: string, code: string, state: "waiting" | "on"): Promise<boolean> {
  const { rows } = await sql<{ sealed_secret: Buffer; last_step: string | null }>`
    select sealed_secret, last_step from second_factors
      where user_id = ${userId} and (confirmed_at is not null) = ${state === "on"} for no key update`.execute(
    ctx.installation,
  );
  if (!rows[0]) return false;
  const secret = unseal(ctx.app.keys, use, userId, rows[0].sealed_secret);
  const step = stepOfCode(secret, code.replace(/\s/g, ""), new Date());
  if (step === null || (rows[0].last_step !== null && step <= Number(rows[0].last_step))) return false;
  await ctx.installation
    .updateTable("second_factors")
    .set({ last_step: String(step) })
    .where("user_id", "=", userId)
    .execute();
  return true;
}

/** Keyed with the installation's secret, so that the table alone tells nobody a code. */
function hashOf(ctx: Ctx, userId: string, code: string): Buffer {
  return Buffer.from(
    sign(ctx.app.keys, "recovery-code", `${userId} ${code.toLowerCase().replace(/[^a-z2-7]/g, "")}`),
    "base64url",
  );
}
