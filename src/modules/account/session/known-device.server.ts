import { sql } from "kysely";
import type { BareCtx } from "#server/http/context.ts";
import type { Db } from "#server/db/database.ts";
import { reaction } from "#server/jobs/reactions.ts";
import { randomSecret, sha256 } from "#server/crypto/keys.ts";
import { userFlow } from "#modules/settings/users/users.flow.ts";
import { namesOf, setCookie } from "./cookies.server.ts";

/** As long as a browser keeps a cookie at most. */
const daysKnown = 400;

interface KnownDevice {
  readonly browser: string;
  readonly isNew: boolean;
  /** Whether the account was never signed in to before. */
  readonly isFirst: boolean;
  /** How many browsers the account came to know within a day. */
  readonly lately: number;
}

/** A browser is known by a secret that it keeps, once the account was signed in to with it, or got its password there by mail. */
export async function knowDevice(ctx: BareCtx, installation: Db, userId: string): Promise<KnownDevice> {
  const secret = secretOf(ctx) ?? randomSecret();
  setCookie(ctx, namesOf(ctx).device, secret, daysKnown * 86_400);
  await sql`delete from known_devices
    where user_id = ${userId} and last_seen_at < now() - make_interval(days => ${daysKnown})`.execute(installation);
  const { rows } = await sql<{ is_new: boolean; is_first: boolean; lately: number }>`
    insert into known_devices (user_id, token_hash) values (${userId}, ${sha256(`${userId} ${secret}`)})
    on conflict (user_id, token_hash) do update set last_seen_at = now()
    returning first_seen_at = last_seen_at as is_new, (select last_sign_in_at is null from users
      where id = ${userId}) as is_first,
      (select count(*)::int from known_devices
        where user_id = ${userId} and first_seen_at > now() - interval '1 day') as lately`.execute(installation);
  return {
    browser: nameOf(secret),
    isNew: rows[0]?.is_new ?? false,
    isFirst: rows[0]?.is_first ?? false,
    lately: rows[0]?.lately ?? 0,
  };
}

/** The name of this browser, if the account of that address knows it. One statement, the same for an address without account. */
export async function browserOf(ctx: BareCtx, installation: Db, email: string): Promise<string | null> {
  const secret = secretOf(ctx);
  if (!secret) return null;
  const { rows } = await sql`
    select 1 from users u join known_devices d on d.user_id = u.id
      and d.token_hash = sha256(convert_to(u.id || ' ' || ${secret}, 'UTF8'))
    where lower(u.email) = ${email.toLowerCase()} and u.status = any(${userFlow.groups.withAddress})
      and d.last_seen_at > now() - make_interval(days => ${daysKnown})`.execute(installation);
  return rows.length > 0 ? nameOf(secret) : null;
}

/** Who is removed, and is invited again one day, begins in browsers that are new. */
export const browsersForgotten = reaction("user.removed", async ({ installation }, userId) => {
  await installation.deleteFrom("known_devices").where("user_id", "=", userId).execute();
});

function secretOf(ctx: BareCtx): string | undefined {
  const kept = ctx.request.cookies[namesOf(ctx).device];
  return kept && kept.length >= 40 && kept.length <= 60 ? kept : undefined;
}

const nameOf = (secret: string): string => sha256(secret).toString("base64url");
