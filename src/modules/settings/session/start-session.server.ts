import { sql } from "kysely";
import type { BareCtx, Ctx } from "#server/context.ts";
import { randomSecret, sha256 } from "#server/keys.ts";
import { namesOf, setCookie, setCsrf } from "./cookies.server.ts";
import { clearTries, signInBuckets } from "./throttle.server.ts";

const mostSessions = 20;
const daysKept = 7;
/** As long as a browser keeps a cookie at most. */
const daysKnown = 400;
/** A program that keeps no cookies is new each time; nobody wants a mail each time. */
const mostNoticesPerDay = 5;

interface Account {
  readonly id: string;
  readonly company_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** Opens a session of this user in the transaction at hand, and gives its cookies to the browser. */
export async function startSession(bare: BareCtx, ctx: Ctx, user: Account): Promise<void> {
  const { installation } = ctx;
  const token = randomSecret();
  const device = bare.request.headers["user-agent"]?.slice(0, 300) ?? null;
  await installation
    .insertInto("sessions")
    .values({ token_hash: sha256(token), user_id: user.id, company_id: user.company_id, expires_at: new Date(Date.now() + daysKept * 86_400_000), address: bare.address, device })
    .execute();
  // The oldest sessions beyond the cap are ended.
  await sql`delete from sessions where user_id = ${user.id} and id in (select id from sessions where user_id = ${user.id} order by created_at desc, id desc offset ${mostSessions})`.execute(installation);
  await noticeDevice(bare, ctx, user, device);
  await installation.updateTable("users").set({ last_sign_in_at: new Date() }).where("id", "=", user.id).execute();
  await clearTries(ctx, signInBuckets(user.email, bare.address).slice(0, 1));
  await ctx.emit("user.signedIn", user, { by: { kind: "user", id: user.id, name: `${user.first_name} ${user.last_name}`.trim() || user.email }, address: bare.address });
  setCookie(bare, namesOf(bare).session, token, daysKept * 86_400);
  setCsrf(bare, token);
}

/** A browser is known by a secret that it keeps; a sign-in from another is told by mail, except the very first. */
async function noticeDevice(bare: BareCtx, ctx: Ctx, user: Account, device: string | null): Promise<void> {
  const name = namesOf(bare).device;
  const kept = bare.request.cookies[name];
  const secret = kept && kept.length >= 40 && kept.length <= 60 ? kept : randomSecret();
  setCookie(bare, name, secret, daysKnown * 86_400);
  await sql`delete from known_devices where user_id = ${user.id} and last_seen_at < now() - make_interval(days => ${daysKnown})`.execute(ctx.installation);
  const { rows } = await sql<{ is_new: boolean; is_first: boolean; lately: number }>`
    insert into known_devices (user_id, token_hash) values (${user.id}, ${sha256(`${user.id} ${secret}`)})
    on conflict (user_id, token_hash) do update set last_seen_at = now()
    returning first_seen_at = last_seen_at as is_new, (select last_sign_in_at is null from users where id = ${user.id}) as is_first,
      (select count(*)::int from known_devices where user_id = ${user.id} and first_seen_at > now() - interval '1 day') as lately`.execute(ctx.installation);
  const isTold = rows[0]?.is_new && !rows[0].is_first && rows[0].lately <= mostNoticesPerDay && !bare.app.demo; // the accounts of the demo are everybody's
  if (isTold) await ctx.enqueue("mail-account-notice", { userId: user.id, kind: "new_device", device, address: bare.address, at: new Date().toISOString() });
}
