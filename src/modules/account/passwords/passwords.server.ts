import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { BodyOf } from "#shared/contract/contract.ts";
import { invalid, message, signInRequired } from "#shared/contract/problem.ts";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import { render } from "#server/mail/language.ts";
import { serve } from "#server/http/serve.ts";
import { countTry, isCounted, mayTry, networkOf } from "#server/http/throttle.ts";
import { forgetSession } from "../session/cookies.server.ts";
import { forgetAllAttempts } from "../session/login-attempts.server.ts";
import { ownerOfToken, useToken } from "#modules/settings/users/password-tokens.server.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { userFlow } from "#modules/settings/users/users.flow.ts";
import { knowDevice } from "../session/known-device.server.ts";
import { checkCurrentPassword, type Person, personWhere } from "./current-password.server.ts";
import { validatePassword } from "./password-rules.server.ts";
import { passwords } from "./passwords.contract.ts";

/** Longer than the work ever takes, so that the time tells nothing about the address. */
const answerAfterMs = 400;

export default serve(passwords, {
  async requestReset(ctx, { body }) {
    const network = networkOf(ctx.address);
    const caller = [
      { name: `reset ${body.email} ${network}`, free: 3 },
      { name: `reset-address ${network}`, free: 20 },
    ];
    await mayTry(ctx, caller);
    await countTry(ctx, caller);
    const { mailsAreKept, wholeMails } = ctx.app;
    const isRead = !mailsAreKept || wholeMails !== null;
    await Promise.all([isRead ? mailLink(ctx, body.email) : undefined, pause(answerAfterMs)]);
    return { message: render(mailsAreKept ? (isRead ? inOutbox : onServer) : onItsWay, ctx.language) };
  },
  async change(ctx, { body }) {
    const { person, prove } = await proof(ctx, body);
    await validatePassword(body.password, {
      words: [person.first_name, person.last_name, person.email, person.legal_name, person.display_name ?? ""],
      hasSecondFactor: person.has_factor,
    });
    const passwordHash = await ctx.app.passwords.hash(body.password);
    await ctx.openInstallation(person.company_id, async (inner) => {
      await prove(inner);
      await inner.installation
        .updateTable("users")
        .set({ password_hash: passwordHash, version: sql<number>`version + 1`, updated_at: new Date() })
        .where("id", "=", person.id)
        .execute();
      for (const table of ["sessions", "sign_in_steps"] as const)
        await inner.installation.deleteFrom(table).where("user_id", "=", person.id).execute();
      const { browser } = await knowDevice(ctx, inner.installation, person.id);
      await forgetAllAttempts(inner, { email: person.email, address: ctx.address, browser });
      await inner.emit("user.passwordChanged", person, { actorName: `${person.first_name} ${person.last_name}` });
      await inner.enqueue("mail-account-notice", {
        userId: person.id,
        kind: "password_changed",
        address: ctx.address,
        at: new Date().toISOString(),
      });
    });
    if (ctx.user?.id === person.id) forgetSession(ctx);
    return { message: render(message("Your password was changed. Sign in with the new one."), ctx.language) };
  },
});

const onItsWay = message(
  "If this address belongs to an account, a message with a link is on its way to it. The link works once, for an hour.",
);
/** The demo on somebody's own machine. */
const inOutbox = message(
  "This demo sends no mails. If this address belongs to an account, a SUPER_ADMIN finds the message with the link under Settings, Outbox.",
);
const onServer = message(
  "No mail leaves this installation. Ask whoever runs its server for a link: they make one there with npm run reset-password.",
);

/** Many asks for one account, whoever asks, are silently left out; the job counts the mails. */
async function mailLink(ctx: BareCtx, email: string): Promise<void> {
  const account = [{ name: `reset-account ${email}`, free: 5 }];
  if (!(await isCounted(ctx, account))) return;
  const person = await ctx.openInstallation(null, ({ installation }) =>
    personWhere(installation, sql`lower(u.email) = ${email} and u.status = any(${userFlow.groups.mayLogIn})`),
  );
  if (!person) return;
  await ctx.openInstallation(person.company_id, (inner) => inner.enqueue("mail-password-reset", { userId: person.id }));
}

interface Proof {
  readonly person: Person;
  /** Uses up what was shown, in the transaction of the change. */
  prove(inner: Ctx): Promise<unknown>;
}

/** Whose password it is, by the mailed token or by the session and the current password. */
async function proof(ctx: BareCtx, { token, currentPassword }: BodyOf<typeof passwords.change>): Promise<Proof> {
  if (token !== undefined) {
    const userId = await ctx.openInstallation(null, ({ installation }) => ownerOfToken(installation, "reset", token));
    const person = await ctx.openInstallation(null, ({ installation }) =>
      personWhere(installation, sql`u.id = ${userId}`),
    );
    if (person && inGroup(userFlow, "mayLogIn", person.status))
      return { person, prove: ({ installation }) => useToken(installation, "reset", token) };
  }
  if (!ctx.user) throw signInRequired();
  if (currentPassword === undefined)
    throw invalid({ currentPassword: message("Give your current password.") }, "Give your current password.");
  return { person: await checkCurrentPassword(ctx, currentPassword), prove: async () => undefined };
}
