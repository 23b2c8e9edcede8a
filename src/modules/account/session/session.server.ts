import { notFound, signInRequired } from "#shared/contract/problem.ts";
import type { SessionUser } from "#server/http/context.ts";
import { randomSecret } from "#server/crypto/keys.ts";
import { serve } from "#server/http/serve.ts";
import { forgetSession, namesOf, setCookie, setCsrf } from "./cookies.server.ts";
import { demoAccounts } from "./demo-accounts.ts";
import { acceptInvite, setUp } from "./invitations.server.ts";
import { describeMe } from "./me.server.ts";
import { session } from "./session.contract.ts";
import { signIn, signInCode, signInConfirm, signInSetUp } from "./sign-in.server.ts";

export default serve(session, {
  async settings(ctx) {
    const names = namesOf(ctx);
    let holder = ctx.user ? ctx.request.cookies[names.session] : ctx.request.cookies[names.visitor];
    if (!holder) setCookie(ctx, names.visitor, (holder = randomSecret()));
    setCsrf(ctx, holder);
    const { appUrl, version, mailsAreKept, demo, registration } = ctx.app;
    return {
      app_url: appUrl,
      product: "Waybill",
      version,
      mails_are_kept: mailsAreKept,
      registration,
      demo: demo ? demoAccounts : null,
    };
  },
  async currencies(ctx) {
    return ctx.db
      .selectFrom("currencies")
      .select(["code", "name", "symbol", "minor_unit as minorUnit"])
      .where("is_active", "=", true)
      .orderBy("code")
      .execute();
  },
  signIn,
  signInCode,
  signInSetUp,
  signInConfirm,
  async signOut(ctx) {
    const { user } = ctx;
    if (user) {
      await ctx.openInstallation(user.companyId, async (inner) => {
        await inner.installation.deleteFrom("sessions").where("id", "=", user.sessionId).execute();
        await inner.emit("user.signedOut", user);
      });
    }
    forgetSession(ctx);
  },
  async me(ctx) {
    return describeMe(ctx, signedIn(ctx.user));
  },
  async selectModule(ctx, { params }) {
    const user = signedIn(ctx.user);
    if (!ctx.app.modules.of(user).some(({ module }) => module.id === params["module"]))
      throw notFound("no_module", "You have no such module.");
    await ctx.installation
      .updateTable("users")
      .set({ selected_module: params["module"] ?? null })
      .where("id", "=", user.id)
      .execute();
    return {};
  },
  acceptInvite,
  setUp,
});

function signedIn(user: SessionUser | null): SessionUser {
  if (!user) throw signInRequired();
  return user;
}
