import { sql } from "kysely";
import { message } from "#shared/contract/problem.ts";
import { job } from "#server/jobs/reactions.ts";
import { makePasswordToken } from "./password-tokens.server.ts";
import { userFlow } from "./users.flow.ts";

/**
 * Mails an invitation, or tells who has an account elsewhere why they cannot come in; the company learns of neither. The
 * secret is made here, so that it stands in no queue and no log.
 */
export const mailInvitation = job<{ userId: string }>(
  "mail-invitation",
  async ({ openInstallation, mail, appUrl }, { userId }, companyId) => {
    const invited = await openInstallation(companyId, async ({ db }) => {
      const user = await db
        .selectFrom("users as u")
        .innerJoin("companies as c", "c.id", "u.company_id")
        .select([
          "u.email",
          "u.first_name",
          "c.legal_name",
          "c.display_name",
          sql<boolean>`exists (select 1 from users o where lower(o.email) = lower(u.email)
            and o.status = any(${userFlow.groups.withAddress}))`.as("is_taken"),
        ])
        .where("u.id", "=", userId)
        .where("u.status", "=", "invited")
        .executeTakeFirst();
      return (
        user && {
          ...user,
          company: user.display_name ?? user.legal_name,
          ...(await makePasswordToken(db, "invite", userId)), // also where nobody gets it: invitations are counted by these
        }
      );
    });
    if (!invited) return; // accepted or withdrawn meanwhile
    const { company, email, first_name: firstName, secret } = invited;
    const about = { to: email, entity: "user", entityId: userId, about: "access" } as const;
    const subject = message("{company} invites you to Waybill", { company });
    if (invited.is_taken) {
      await mail(companyId, {
        ...about,
        secrets: [],
        write: () => ({
          company,
          subject,
          title: message("You have an account already"),
          paragraphs: [
            message(
              "{company} invites you to Waybill, but this address has an account in another company, and an address belongs to one company.",
              { company },
            ),
            message(
              "To join, ask {company} to invite you with another address, or have your account removed where it is first. {company} was not told that you have one.",
              { company },
            ),
          ],
          button: { label: message("Sign in"), url: `${appUrl}/login` },
          foot: message("If you do not know this company, ignore this mail. Nothing was changed."),
        }),
      });
      return;
    }
    await mail(companyId, {
      ...about,
      secrets: [secret],
      write: () => ({
        company,
        subject,
        title: message("Welcome, {firstName}", { firstName }),
        paragraphs: [
          message("{company} has made an account for you in Waybill, where it runs its warehouse and its fleet.", {
            company,
          }),
          message("Choose a password to begin. The link works once and for 7 days."),
        ],
        button: { label: message("Choose a password"), url: `${appUrl}/accept-invite#t=${secret}` },
        foot: message(
          "If you do not know this company, ignore this mail; without a password the account cannot be used.",
        ),
      }),
    });
  },
);
