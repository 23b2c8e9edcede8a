import { message } from "#shared/contract/problem.ts";
import { job } from "#server/jobs/reactions.ts";
import { makePasswordToken } from "./password-tokens.server.ts";

/** Mails an invitation. Its secret is made here, so that it stands in no queue and no log. */
export const mailInvitation = job<{ userId: string }>(
  "mail-invitation",
  async ({ openInstallation, mail, appUrl }, { userId }, companyId) => {
    const invited = await openInstallation(companyId, async ({ db }) => {
      const user = await db
        .selectFrom("users as u")
        .innerJoin("companies as c", "c.id", "u.company_id")
        .select(["u.email", "u.first_name", "c.legal_name", "c.display_name"])
        .where("u.id", "=", userId)
        .where("u.status", "=", "invited")
        .executeTakeFirst();
      return (
        user && {
          ...user,
          company: user.display_name ?? user.legal_name,
          ...(await makePasswordToken(db, "invite", userId)),
        }
      );
    });
    if (!invited) return; // accepted or withdrawn meanwhile
    const { company, email, first_name: firstName, secret } = invited;
    await mail(companyId, {
      to: email,
      entity: "user",
      entityId: userId,
      about: "access",
      secrets: [secret],
      write: () => ({
        company,
        subject: message("{company} invites you to Waybill", { company }),
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
