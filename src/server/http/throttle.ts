import { isIPv6 } from "node:net";
import { sql } from "kysely";
import { message, tooMany } from "#shared/contract/problem.ts";
import type { BareCtx, Ctx } from "./context.ts";

/** Tries that are counted together. */
export interface Bucket {
  readonly name: string;
  /** How many are free of waiting; after them each failure waits longer (1 s, 2 s, 4 s … 15 min). */
  readonly free: number;
  /** How many there are at all: such a bucket does not forget with time, and is closed then. One without forgets within an hour. */
  readonly most?: number;
}

const aDay = 86_400;
const closed = message("Too many tries. Sign in on a device where you did before, or choose a new password by mail.");
const closedWithoutMails = message(
  "Too many tries. Sign in on a device where you did before, or ask whoever runs this server for a link to choose a new password: they make one there with npm run reset-password.",
);

/** Refuses (429) while one of the buckets has to wait; asked before a secret is looked at, so a right guess does not help. */
export async function mayTry(ctx: BareCtx, buckets: readonly Bucket[]): Promise<void> {
  const { wait, isClosed } = await stateOf(ctx, buckets);
  if (isClosed) throw tooMany(aDay, ctx.app.mailsAreKept ? closedWithoutMails : closed);
  if (wait > 0)
    throw tooMany(wait, message("Too many tries. Wait {seconds} seconds and try again.", { seconds: wait }));
}

async function stateOf(ctx: BareCtx, buckets: readonly Bucket[]): Promise<{ wait: number; isClosed: boolean }> {
  const names = buckets.map(({ name }) => name);
  const { rows } = await ctx.openInstallation(null, ({ installation }) =>
    sql<{ wait: number | null; closed: boolean | null }>`
      select ceil(extract(epoch
        from max(blocked_until) filter (where isfinite(blocked_until)) - now()))::int as wait,
        bool_or(not isfinite(blocked_until)) as closed
      from sign_in_attempts where bucket = any(${names}) and blocked_until > now()`.execute(installation),
  );
  return { wait: rows[0]?.wait ?? 0, isClosed: rows[0]?.closed ?? false };
}

/** Whose sign-in failed, and why. */
interface Refused {
  readonly id: string;
  readonly company_id: string;
  readonly cause: "wrong_password" | "wrong_code";
}

/** Counts a try that failed, or one of those that are counted each time. Refuses (429) as `mayTry` does what came too late. */
export async function countTry(ctx: BareCtx, buckets: readonly Bucket[], refused?: Refused): Promise<void> {
  if (await isCounted(ctx, buckets, refused)) return;
  await mayTry(ctx, buckets);
  throw tooMany(1, message("Too many tries. Wait {seconds} seconds and try again.", { seconds: 1 }));
}

/**
 * Counts a try, unless one of the buckets has to wait: then nothing is counted, and the answer is false. Asking and
 * counting are one statement for each bucket, so of tries that come at once no more are counted than are free.
 */
export async function isCounted(ctx: BareCtx, buckets: readonly Bucket[], refused?: Refused): Promise<boolean> {
  try {
    await ctx.openInstallation(refused?.company_id ?? null, async ({ installation, emit }) => {
      for (const bucket of buckets) await addFailure(installation, bucket);
      // In the same transaction, so that an unknown address is not told by the time of the answer.
      if (refused)
        await emit("user.signInRefused", refused, {
          actorName: ctx.address,
          address: ctx.address,
          changes: { cause: refused.cause },
        });
    });
    return true;
  } catch (error) {
    if (error instanceof MustWait) return false;
    throw error;
  }
}

/** Rolls back what the other buckets have counted. */
class MustWait extends Error {}

async function addFailure(installation: Ctx["installation"], { name, free, most }: Bucket): Promise<void> {
  const isForgotten = sql`(${most ?? null}::int is null and sign_in_attempts.last_at < now() - interval '1 hour')`;
  const { rows } = await sql`
    insert into sign_in_attempts (bucket, failures) values (${name}, 1)
    on conflict (bucket) do update set
      failures = case when ${isForgotten} then 1 else sign_in_attempts.failures + 1 end,
      last_at = now(),
      blocked_until = case when sign_in_attempts.failures + 1 >= ${most ?? null}::int then 'infinity' when ${isForgotten}
        or sign_in_attempts.failures + 1 <= ${free} then null
        else now() + least(interval '15 minutes',
          interval '1 second' * power(2, least(sign_in_attempts.failures - ${free}, 20))) end
      where sign_in_attempts.blocked_until is null or sign_in_attempts.blocked_until <= now()
    returning 1`.execute(installation);
  if (!rows.length) throw new MustWait();
}

/** Forgets all tries that were counted under these names. */
export async function forgetTries(installation: Ctx["installation"], names: readonly string[]): Promise<void> {
  await installation.deleteFrom("sign_in_attempts").where("bucket", "in", names).execute();
}

/** Forgets the tries of a bucket, which were counted in a larger one too. */
export async function takeTriesBack(
  installation: Ctx["installation"],
  { own, all }: { readonly own: string; readonly all: string },
): Promise<void> {
  await sql`
    with own as (delete from sign_in_attempts where bucket = ${own} returning failures)
    update sign_in_attempts set failures = greatest(failures - (select failures from own), 0)
      where bucket = ${all} and exists (select 1 from own)`.execute(installation);
}

/** One subscriber has 2^64 addresses of IPv6; they count as one. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [front = "", back] = address.toLowerCase().split("%")[0]?.split("::") ?? [];
  const left = front.split(":").filter(Boolean);
  const right = back?.split(":").filter(Boolean) ?? [];
  const gap = back === undefined ? 0 : 8 - left.length - right.length;
  return `${[...left, ...Array.from({ length: gap }, () => "0"), ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
