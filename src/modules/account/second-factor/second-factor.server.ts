import { sql } from "kysely";
import { conflict, invalid, message, signInRequired } from "#shared/contract/problem.ts";
import type { BareCtx, Ctx, SessionUser } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { countTry, mayTry, networkOf } from "#server/http/throttle.ts";
import { checkCurrentPassword } from "../passwords/current-password.server.ts";
import { isLongEnough } from "../passwords/password-rules.server.ts";
import { beginFactor, confirmFactor, dropFactor, renewRecoveryCodes, wrongCode } from "./factor.server.ts";
import { secondFactor } from "./second-factor.contract.ts";

export default serve(secondFactor, {
  async read(ctx) {
    const { rows } = await sql<{ since: string | null; left: number; required: boolean }>`
      select f.confirmed_at as since, (select count(*)::int from recovery_codes r
        where r.user_id = u.id and r.used_at is null) as left, c.second_factor_required as required
      from users u join companies c on c.id = u.company_id left join second_factors f on f.user_id = u.id
        where u.id = ${me(ctx).id}`.execute(ctx.installation);
    const { since = null, left = 0, required = false } = rows[0] ?? {};
    return { isOn: since !== null, since, recoveryCodesLeft: left, isRequired: required };
  },
  async begin(ctx, { body }) {
    const person = await checkCurrentPassword(ctx, body.currentPassword);
    return ctx.openInstallation(person.company_id, (inner) => beginFactor(inner, person));
  },
  async confirm(ctx, { body }) {
    const user = me(ctx);
    const buckets = [{ name: `code ${user.id} ${networkOf(ctx.address)}`, free: 5 }];
    await mayTry(ctx, buckets);
    const recoveryCodes = await ctx.openInstallation(user.homeCompanyId, async (inner) => {
      const codes = await confirmFactor(inner, user.id, body.code);
      if (codes) await endOtherSessions(inner, user);
      return codes;
    });
    if (recoveryCodes) return { recoveryCodes };
    await countTry(ctx, buckets);
    throw wrongCode();
  },
  async renew(ctx, { body }) {
    const person = await checkCurrentPassword(ctx, body.currentPassword);
    if (!person.has_factor) throw conflict("second_factor_off", "The second factor is off. Switch it on first.");
    return ctx.openInstallation(person.company_id, async (inner) => {
      await inner.emit("user.recoveryCodesRenewed", person);
      return { recoveryCodes: await renewRecoveryCodes(inner, person.id) };
    });
  },
  async switchOff(ctx, { body }) {
    const person = await checkCurrentPassword(ctx, body.currentPassword);
    if (person.second_factor_required)
      throw conflict("second_factor_required", "Your company asks everybody for a second factor. It stays on.");
    const sentence = message("Your password is too short to stand alone. Choose one of at least 15 characters first.");
    if (!isLongEnough(body.currentPassword, false))
      throw invalid({ currentPassword: sentence }, sentence, "weak_password");
    await ctx.openInstallation(person.company_id, async (inner) => {
      await dropFactor(inner, person.id);
      await endOtherSessions(inner, me(ctx));
      await inner.emit("user.secondFactorRemoved", person);
      await inner.enqueue("mail-account-notice", { userId: person.id, kind: "second_factor_off" });
    });
  },
});

/** What was opened without the second factor, or with one that is gone, is over (ASVS 7.4.3). */
async function endOtherSessions({ installation }: Ctx, { id, sessionId }: SessionUser): Promise<void> {
  await installation.deleteFrom("sessions").where("user_id", "=", id).where("id", "<>", sessionId).execute();
}

function me({ user }: Ctx | BareCtx): SessionUser {
  if (!user) throw signInRequired();
  return user;
}
