import { sql } from "kysely";
import { say, tooMany } from "#shared/problem.ts";
import type { BareCtx, Ctx } from "#server/context.ts";

/** Tries that are counted together, and how many of them are free of waiting. */
export interface Bucket {
  readonly name: string;
  readonly free: number;
}

/**
 * Sign-in throttling without lock-out. A pair of account and address waits longer with each failure after the fifth,
 * an address alone after the thirtieth (1 s, 2 s, 4 s … 15 min). The owner of an account, coming from elsewhere, is not
 * in an attacker's bucket.
 */
export const signInBuckets = (email: string, address: string): Bucket[] => [
  { name: `pair ${email.toLowerCase()} ${address}`, free: 5 },
  { name: `address ${address}`, free: 30 },
];

/** Refuses (429) while one of the buckets has to wait; asked before a secret is looked at, so a right guess does not help. */
export async function mayTry(ctx: BareCtx, buckets: readonly Bucket[]): Promise<void> {
  const wait = await waitOf(ctx, buckets);
  if (wait > 0) throw tooMany(wait, say("Too many tries. Wait {seconds} seconds and try again.", { seconds: wait }));
}

/** The seconds for which the buckets have to wait. */
export async function waitOf(ctx: BareCtx, buckets: readonly Bucket[]): Promise<number> {
  const names = buckets.map(({ name }) => name);
  const { rows } = await ctx.openInstallation(null, ({ installation }) =>
    sql<{ wait: number }>`select ceil(extract(epoch from max(blocked_until) - now()))::int as wait from sign_in_attempts where bucket = any(${names}) and blocked_until > now()`.execute(installation),
  );
  return rows[0]?.wait ?? 0;
}

/** Whose sign-in failed, and why. */
interface Refused {
  readonly id: string;
  readonly company_id: string;
  readonly cause: "wrong_password" | "wrong_code";
}

/** Counts a try that failed, or one of those that are counted each time; a bucket that was left alone for an hour starts afresh. */
export async function countTry(ctx: BareCtx, buckets: readonly Bucket[], refused?: Refused): Promise<void> {
  await ctx.openInstallation(refused?.company_id ?? null, async ({ installation, emit }) => {
    for (const { name, free } of buckets) {
      await sql`
        insert into sign_in_attempts (bucket, failures) values (${name}, 1)
        on conflict (bucket) do update set
          failures = case when sign_in_attempts.last_at < now() - interval '1 hour' then 1 else sign_in_attempts.failures + 1 end,
          last_at = now(),
          blocked_until = case when sign_in_attempts.last_at < now() - interval '1 hour' or sign_in_attempts.failures + 1 <= ${free} then null
            else now() + least(interval '15 minutes', interval '1 second' * power(2, least(sign_in_attempts.failures - ${free}, 20))) end`.execute(installation);
    }
    // In the same transaction, so that an unknown address is not told by the time of the answer.
    if (refused) await emit("user.signInRefused", refused, { actorName: ctx.address, address: ctx.address, changes: { cause: refused.cause } });
  });
}

/** A success empties a bucket. */
export async function clearTries(ctx: Ctx, buckets: readonly Bucket[]): Promise<void> {
  await ctx.installation.deleteFrom("sign_in_attempts").where("bucket", "in", buckets.map(({ name }) => name)).execute();
}
