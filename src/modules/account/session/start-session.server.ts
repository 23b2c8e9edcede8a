import { sql } from "kysely";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import { randomSecret, sha256 } from "#server/crypto/keys.ts";
import { namesOf, setCookie, setCsrf } from "./cookies.server.ts";
import { forgetAttempts } from "./login-attempts.server.ts";
import { knowDevice } from "./known-device.server.ts";

const mostSessions = 20;
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
  const { session_days: days } = await installation
    .selectFrom("companies")
    .select("session_days")
    .where("id", "=", user.company_id)
    .executeTakeFirstOrThrow();
  await installation
    .insertInto("sessions")
    .values({
      token_hash: sha256(token),
      user_id: user.id,
      company_id: user.company_id,
      expires_at: new Date(Date.now() + days * 86_400_000),
      address: bare.address,
      device,
    })
    .execute();
  // The oldest sessions beyond the cap are ended.
  await sql`delete from sessions
    where user_id = ${user.id} and id in (select id from sessions where user_id = ${user.id}
    order by created_at desc, id desc offset ${mostSessions})`.execute(installation);
  const browser = await noticeDevice(bare, ctx, user, device);
  await installation.updateTable("users").set({ last_sign_in_at: new Date() }).where("id", "=", user.id).execute();
  await forgetAttempts(ctx, { email: user.email, address: bare.address, browser });
  await ctx.emit("user.signedIn", user, {
    by: { kind: "user", id: user.id, name: `${user.first_name} ${user.last_name}`.trim() || user.email },
    address: bare.address,
  });
  setCookie(bare, namesOf(bare).session, token, days * 86_400);
  setCsrf(bare, token);
}

/**
 * A sign-in in a browser that the account does not know yet is told by mail, except the very first. Answers the
 * browser's name if it was known.
 */
async function noticeDevice(bare: BareCtx, ctx: Ctx, user: Account, device: string | null): Promise<string | null> {
  const { browser, isNew, isFirst, lately } = await knowDevice(bare, ctx.installation, user.id);
  const isTold = isNew && !isFirst && lately <= mostNoticesPerDay && !bare.app.demo; // the accounts of the demo are everybody's
  if (isTold)
    await ctx.enqueue("mail-account-notice", {
      userId: user.id,
      kind: "new_device",
      device,
      address: bare.address,
      at: new Date().toISOString(),
    });
  return isNew ? null : browser;
}
