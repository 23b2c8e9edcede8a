import { sql } from "kysely";
import { menusOf, type ScreenEntry } from "#shared/screens.ts";
import { invalid, notFound, signInRequired } from "#shared/problem.ts";
import { cookieNames, makeCsrf } from "#server/access.ts";
import type { BareCtx, Ctx, SessionUser } from "#server/context.ts";
import { randomSecret, sha256 } from "#server/keys.ts";
import { serve } from "#server/serve.ts";
import { settings as settingsScreens } from "../settings.contract.ts";
import { warehouse } from "../../warehouse/warehouse.contract.ts";
import { demoAccounts } from "./demo-accounts.ts";
import { acceptInvite, setUp } from "./invitations.server.ts";
import { session } from "./session.contract.ts";
import { clearFailures, countFailure, mayTry } from "./throttle.server.ts";

const modules: readonly { id: string; fullName: string; screens: readonly ScreenEntry[] }[] = [
  { id: "warehouse", fullName: "Warehouse", screens: warehouse },
  { id: "settings", fullName: "Settings", screens: settingsScreens },
];
const mostSessions = 20;

export default serve(session, {
  async settings(ctx) {
    const names = cookieNames(secure(ctx));
    let holder = ctx.user ? ctx.request.cookies[names.session] : ctx.request.cookies[names.visitor];
    if (!holder) setCookie(ctx, names.visitor, (holder = randomSecret()));
    setCsrf(ctx, holder);
    const { appUrl, version, mailsAreKept, demo } = ctx.app;
    return { app_url: appUrl, product: "Waybill", version, mails_are_kept: mailsAreKept, demo: demo ? demoAccounts : null };
  },
  async currencies(ctx) {
    return ctx.db.selectFrom("currencies").select(["code", "name", "symbol", "minor_unit as minorUnit"]).where("is_active", "=", true).orderBy("code").execute();
  },
  async signIn(ctx, { body }) {
    await mayTry(ctx, body.email);
    const user = await ctx.openInstallation(null, ({ installation }) =>
      installation.selectFrom("users").select(["id", "company_id", "password_hash", "status"]).where(sql`lower(email)`, "=", body.email.toLowerCase()).executeTakeFirst(),
    );
    const maySignIn = user && ["registering", "pending_approval", "active"].includes(user.status);
    const fits = await ctx.app.passwords.fits(body.password, maySignIn ? user.password_hash : null);
    if (!fits || !user) {
      await countFailure(ctx, body.email);
      throw invalid({}, "The e-mail address or the password is wrong.", "wrong_credentials");
    }
    const token = randomSecret();
    await ctx.openInstallation(user.company_id, (inner) => openSession(inner, ctx, user, token, body.email));
    const names = cookieNames(secure(ctx));
    setCookie(ctx, names.session, token, 7 * 24 * 3600);
    setCsrf(ctx, token);
    return {};
  },
  async signOut(ctx) {
    const { user } = ctx;
    if (user) {
      await ctx.openInstallation(user.companyId, async (inner) => {
        await inner.installation.deleteFrom("sessions").where("id", "=", user.sessionId).execute();
        await inner.emit("user.signedOut", user);
      });
    }
    ctx.reply.clearCookie(cookieNames(secure(ctx)).session, { path: "/" });
    ctx.reply.clearCookie("XSRF-TOKEN", { path: "/" });
    ctx.reply.header("clear-site-data", '"cache"');
  },
  async me(ctx) {
    return describe(ctx, signedIn(ctx.user));
  },
  async selectModule(ctx, { params }) {
    const user = signedIn(ctx.user);
    if (!modulesOf(user).some(({ id }) => id === params["module"])) throw notFound("no_module", "You have no such module.");
    await ctx.installation.updateTable("users").set({ selected_module: params["module"] ?? null }).where("id", "=", user.id).execute();
    return {};
  },
  acceptInvite,
  setUp,
});

async function openSession(ctx: Ctx, bare: BareCtx, user: { id: string; company_id: string }, token: string, email: string): Promise<void> {
  const { installation } = ctx;
  await installation
    .insertInto("sessions")
    .values({ token_hash: sha256(token), user_id: user.id, company_id: user.company_id, expires_at: new Date(Date.now() + 7 * 86_400_000), address: bare.address, device: bare.request.headers["user-agent"]?.slice(0, 300) ?? null })
    .execute();
  // The oldest sessions beyond the cap are ended.
  await sql`delete from sessions where user_id = ${user.id} and id in (select id from sessions where user_id = ${user.id} order by created_at desc, id desc offset ${mostSessions})`.execute(installation);
  await installation.updateTable("users").set({ last_sign_in_at: new Date() }).where("id", "=", user.id).execute();
  await clearFailures(ctx, email);
  await ctx.emit("user.signedIn", user);
}

const modulesOf = (user: SessionUser) => modules.filter(({ screens }) => menusOf(screens, user).length > 0);

async function describe(ctx: Ctx, user: SessionUser) {
  const { installation } = ctx;
  const row = await installation
    .selectFrom("users as u")
    .innerJoin("companies as c", (join) => join.on("c.id", "=", user.companyId)) // where a SUPER_ADMIN acts now
    .select(["u.selected_module", "u.timezone", "c.display_name", "c.legal_name", "c.default_currency", "c.timezone as company_timezone"])
    .where("u.id", "=", user.id)
    .executeTakeFirst();
  if (!row) throw signInRequired();
  const roles = await installation.selectFrom("user_roles as ur").innerJoin("roles as r", "r.id", "ur.role_id").select(["r.id", "r.name"]).where("ur.user_id", "=", user.id).orderBy("r.name").execute();
  const own = modulesOf(user);
  const selected = own.find(({ id }) => id === row.selected_module) ?? own[0];
  const menus = selected ? menusOf(selected.screens, user) : [];
  const first = menus.flatMap((item) => [item, ...item.items]).find(({ to }) => to !== null);
  const named = ({ id, fullName }: { id: string; fullName: string }) => ({ id, fullName });
  return {
    userId: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    locale: user.locale,
    timezone: row.timezone ?? row.company_timezone,
    company: { id: user.companyId, name: row.display_name ?? row.legal_name, logo: null, currency: row.default_currency, timezone: row.company_timezone },
    roles: user.roleMap["SUPER_ADMIN"] ? [...roles, { id: "super-admin", name: "SUPER_ADMIN" }] : roles,
    roleMap: user.roleMap,
    permissions: user.permissions,
    modules: own.map(named),
    selectedModule: selected ? named(selected) : null,
    menus: menus as never, // MenuItem is the schema's shape; the recursive type does not unfold
    selectedMenu: { to: first?.to ?? "/" },
    isUserRegistrationDone: user.status !== "registering",
    isUserApproved: user.status === "active",
  };
}

function signedIn(user: SessionUser | null): SessionUser {
  if (!user) throw signInRequired();
  return user;
}

const secure = (ctx: BareCtx): boolean => ctx.app.appUrl.startsWith("https:");

function setCookie(ctx: BareCtx, name: string, value: string, maxAge?: number): void {
  ctx.reply.setCookie(name, value, { path: "/", httpOnly: true, sameSite: "lax", secure: secure(ctx), ...(maxAge ? { maxAge } : {}) });
}

/** Readable on purpose: the page sends it back in a header, which another site cannot. */
function setCsrf(ctx: BareCtx, holder: string): void {
  ctx.reply.setCookie("XSRF-TOKEN", makeCsrf(ctx.app.keys, holder), { path: "/", sameSite: "strict", secure: secure(ctx) });
}

