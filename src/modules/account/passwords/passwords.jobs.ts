import { sql } from "kysely";
import { message } from "#shared/contract/problem.ts";
import type { Db } from "#server/db/database.ts";
import { job } from "#server/jobs/reactions.ts";
import { makePasswordToken } from "#modules/settings/users/password-tokens.server.ts";
import { userFlow } from "#modules/settings/users/users.flow.ts";

const mostPerHour = 5;

/** One account gets five of these mails within an hour, whoever asks. Silently: the answer told nobody that there is one. */
async function wasMailedEnough(db: Db, userId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reset ${userId}`}, 0))`.execute(db);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from password_tokens
    where user_id = ${userId} and purpose = 'reset' and created_at > clock_timestamp() - interval '1 hour'`.execute(db);
  return (rows[0]?.count ?? 0) >= mostPerHour;
}

/** Mails a link to choose a new password. Its secret is made here, so that it stands in no queue and no log. */
export const mailPasswordReset = job<{ userId: string }>(
  "mail-password-reset",
  async ({ openInstallation, mail, appUrl }, { userId }, companyId) => {
    const person = await openInstallation(companyId, async ({ db }) => {
      const user = await db
        .selectFrom("users as u")
        .innerJoin("companies as c", "c.id", "u.company_id")
        .select(["u.email", "c.legal_name", "c.display_name"])
        .where("u.id", "=", userId)
        .where("u.status", "in", userFlow.groups.mayLogIn)
        .executeTakeFirst();
      if (!user || (await wasMailedEnough(db, userId))) return undefined;
      return { ...user, ...(await makePasswordToken(db, "reset", userId)) };
    });
    if (!person) return; // suspended or removed meanwhile, or enough mails are on their way
    await mail(companyId, {
      to: person.email,
      entity: "user",
      entityId: userId,
      about: "access",
      secrets: [person.secret],
      write: () => ({
        company: person.display_name ?? person.legal_name,
        subject: message("Choose a new password for Waybill"),
        title: message("Choose a new password"),
        paragraphs: [
          message(
            "Somebody, most likely you, asked for a new password for this address. The link works once, for an hour; a newer one replaces it.",
          ),
          message("A second factor, if you have one, is still asked for when you sign in."),
        ],
        button: { label: message("Choose a new password"), url: `${appUrl}/change-password#t=${person.secret}` },
        foot: message("If you did not ask for it, ignore this mail: your password stays as it is."),
      }),
    });
  },
);
