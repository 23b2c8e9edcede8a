import { sql } from "kysely";
import { message } from "#shared/contract/problem.ts";
import { fingerprintOf, travellingSecret } from "#server/crypto/keys.ts";
import { job } from "#server/jobs/reactions.ts";
import { userFlow } from "#modules/settings/users/users.flow.ts";
import { newsOf, waitsFor, type News } from "./registration-mails.server.ts";

const validForDays = 3;

/**
 * Answers a request for an account: with the link that confirms the address or, where it is known, with the way in. The
 * secret is made here, so that it stands in no queue.
 */
const mailRegistration = job<{ registrationId: string; language?: string }>(
  "mail-registration",
  async ({ openInstallation, mail, appUrl }, { registrationId, language }, operatorId) => {
    const secret = travellingSecret();
    const found = await openInstallation(operatorId, async ({ db }) => {
      const asked = await db
        .selectFrom("registrations")
        .select(["id", "email", "first_name"])
        .where("id", "=", registrationId)
        .executeTakeFirst();
      if (!asked) return undefined; // confirmed meanwhile
      const known = await db
        .selectFrom("users")
        .select(["id", "company_id"])
        .where(sql`lower(email)`, "=", asked.email)
        .where("status", "in", userFlow.groups.withAddress)
        .executeTakeFirst();
      const operator = await db
        .selectFrom("companies")
        .select(["legal_name", "display_name"])
        .where("id", "=", known?.company_id ?? operatorId)
        .executeTakeFirstOrThrow();
      const link = known
        ? { password_hash: null, token_hash: null }
        : { token_hash: fingerprintOf(secret), expires_at: new Date(Date.now() + validForDays * 86_400_000) };
      await db.updateTable("registrations").set(link).where("id", "=", registrationId).execute();
      return { ...asked, known, company: operator.display_name ?? operator.legal_name };
    });
    if (!found) return;
    const { known, company, email: to, first_name: firstName } = found;
    if (known) {
      await mail(known.company_id, {
        to,
        about: "access",
        secrets: [],
        write: () => ({
          company,
          subject: message("You have an account in Waybill already"),
          title: message("You have an account already"),
          paragraphs: [
            message(
              "Somebody, probably you, wanted to register with this address. It has an account, so nothing was changed.",
            ),
            message("Sign in with it. If the password is lost, ask for a new one at {address}.", {
              address: `${appUrl}/reset-password`,
            }),
          ],
          button: { label: message("Sign in"), url: `${appUrl}/login` },
          foot: message("If it was not you, ignore this mail."),
        }),
      });
      return;
    }
    await mail(operatorId, {
      to,
      language,
      about: "access",
      secrets: [secret],
      write: () => ({
        company,
        subject: message("Confirm your address for Waybill"),
        title: message("Welcome, {firstName}", { firstName }),
        paragraphs: [
          message(
            "You want to register your company in Waybill. Confirm this address with the password that you chose; the company's details come next.",
          ),
          message("The link works once and for {days} days.", { days: validForDays }),
        ],
        button: { label: message("Confirm the address"), url: `${appUrl}/register/confirm#t=${secret}` },
        foot: message(
          "If you did not register, ignore this mail. Without the password nothing happens, and the request is removed after some days.",
        ),
      }),
    });
  },
);

/** Removes a request that nobody confirmed. */
const forgetRegistration = job<{ registrationId: string }>(
  "forget-registration",
  async ({ openInstallation }, { registrationId }, operatorId) => {
    await openInstallation(operatorId, ({ db }) =>
      db.deleteFrom("registrations").where("id", "=", registrationId).execute(),
    );
  },
);

/** Tells who registered a company what became of it. */
const mailNews = job<{ userId: string; news: News }>(
  "mail-registration-news",
  async ({ openInstallation, mail, appUrl }, { userId, news }, companyId) => {
    const told = await openInstallation(companyId, ({ db }) =>
      db
        .selectFrom("users as u")
        .innerJoin("companies as c", "c.id", "u.company_id")
        .innerJoin("company_registrations as r", (join) =>
          join.onRef("r.company_id", "=", "u.company_id").onRef("r.user_id", "=", "u.id"),
        )
        .select(["u.email", "u.first_name", "c.legal_name", "r.rejection_reason"])
        .where("u.id", "=", userId)
        .where("u.company_id", "=", companyId)
        .executeTakeFirst(),
    );
    if (!told) return; // removed meanwhile
    await mail(companyId, {
      to: told.email,
      entity: "company",
      entityId: companyId,
      about: "access",
      secrets: [],
      write: () =>
        newsOf(news, {
          company: told.legal_name,
          firstName: told.first_name,
          reason: told.rejection_reason ?? "",
          appUrl,
        }),
    });
  },
);

/** Tells those who approve companies that one waits, each in the outbox of their own company. */
const mailWaiting = job<Record<string, never>>(
  "mail-registration-waits",
  async ({ openInstallation, mail, appUrl }, _, companyId) => {
    const { company, admins } = await openInstallation(companyId, async ({ db }) => ({
      company: await db
        .selectFrom("companies")
        .select(["id", "legal_name"])
        .where("id", "=", companyId)
        .where("status", "=", "pending")
        .executeTakeFirst(),
      admins: await db
        .selectFrom("users")
        .select(["email", "company_id"])
        .where("is_super_admin", "=", true)
        .where("status", "=", "active")
        .execute(),
    }));
    if (!company) return; // decided meanwhile
    for (const admin of admins)
      await mail(admin.company_id, {
        to: admin.email,
        about: "access",
        secrets: [],
        write: () => waitsFor({ companyId, company: company.legal_name, appUrl }),
      });
  },
);

export const registrationJobs = [mailRegistration, forgetRegistration, mailNews, mailWaiting];
