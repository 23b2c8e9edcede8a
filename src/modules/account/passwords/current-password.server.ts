import { sql, type RawBuilder } from "kysely";
import { invalid, message, signInRequired } from "#shared/contract/problem.ts";
import type { BareCtx } from "#server/http/context.ts";
import type { Db } from "#server/db/database.ts";
import { countTry, mayTry } from "#server/http/throttle.ts";
import { forgetAttempts, attemptBuckets } from "../session/login-attempts.server.ts";
import { browserOf } from "../session/known-device.server.ts";

/** What a change of secrets has to know of a person. */
export interface Person {
  readonly id: string;
  readonly company_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly status: string;
  readonly password_hash: string | null;
  readonly legal_name: string;
  readonly display_name: string | null;
  readonly second_factor_required: boolean;
  readonly has_factor: boolean;
}

export async function personWhere(db: Db, condition: RawBuilder<unknown>): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select u.id, u.company_id, u.email, u.first_name, u.last_name, u.status, u.password_hash, c.legal_name,
      c.display_name, c.second_factor_required,
      exists (select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_factor
    from users u join companies c on c.id = u.company_id where ${condition}`.execute(db);
  return rows[0];
}

/** The signed-in person, who has shown their password again; tries are throttled like those of signing in. */
export async function checkCurrentPassword(ctx: BareCtx, password: string): Promise<Person> {
  const { user } = ctx;
  if (!user) throw signInRequired();
  const buckets = await attemptBuckets(ctx, "password", user.email);
  await mayTry(ctx, buckets);
  const person = await ctx.openInstallation(null, ({ installation }) =>
    personWhere(installation, sql`u.id = ${user.id}`),
  );
  const fits = await ctx.app.passwords.fits(password, person?.password_hash ?? null);
  await mayTry(ctx, buckets); // again: of guesses that were sent at once, few are answered
  if (person && fits) {
    await ctx.openInstallation(null, async (inner) =>
      forgetAttempts(inner, {
        email: user.email,
        address: ctx.address,
        browser: await browserOf(ctx, inner.installation, user.email),
      }),
    );
    return person;
  }
  await countTry(ctx, buckets);
  const sentence = message("The current password is wrong.");
  throw invalid({ currentPassword: sentence }, sentence, "wrong_password");
}
