import { message } from "#shared/contract/problem.ts";
import type { Language } from "#server/mail/languages.ts";
import { dayAt } from "#server/mail/local-text.ts";
import type { MailFact } from "#server/mail/mail-layout.ts";
import { job } from "#server/jobs/reactions.ts";
import { wallTime } from "#shared/format/wall-time.ts";
import { deviceOf } from "../own-sessions/device.server.ts";

/** What is told by mail because somebody else may have done it. */
const notices = {
  password_changed: {
    title: message("Your password was changed"),
    text: message("Your password for Waybill was changed, and you were signed out everywhere."),
  },
  new_device: {
    title: message("You signed in on a new device"),
    text: message("Somebody signed in to Waybill with your password, on a device that you have not used before."),
  },
  second_factor_on: {
    title: message("Your second factor is on"),
    text: message(
      "From now on Waybill asks for a code of your app when you sign in. Keep the recovery codes where you find them without your phone.",
    ),
  },
  second_factor_off: {
    title: message("Your second factor was switched off"),
    text: message("Waybill asks for your password alone when you sign in."),
  },
  recovery_code_used: {
    title: message("A recovery code was used"),
    text: message(
      "Somebody signed in to Waybill with one of your recovery codes. It cannot be used again; make new ones on your profile when few are left.",
    ),
  },
} as const;

type Notice = { userId: string; kind: keyof typeof notices; device?: string | null; address?: string; at?: string };

/** Tells a person what was done with their account, at the address that they sign in with. */
export const mailAccountNotice = job<Notice>(
  "mail-account-notice",
  async ({ openInstallation, mail, appUrl }, { userId, kind, device, address, at }, companyId) => {
    const person = await openInstallation(companyId, ({ db }) =>
      db
        .selectFrom("users as u")
        .innerJoin("companies as c", "c.id", "u.company_id")
        .select(["u.email", "u.timezone", "c.timezone as company_timezone", "c.legal_name", "c.display_name"])
        .where("u.id", "=", userId)
        .where("u.archived_at", "is", null)
        .executeTakeFirst(),
    );
    if (!person) return; // removed meanwhile
    const { title, text } = notices[kind];
    const factsIn = (language: Language): MailFact[] => [
      ...(device ? [[message("Device"), deviceOf(device)] as const] : []),
      ...(address ? [[message("Address"), address] as const] : []),
      ...(at ? [[message("Time"), timeText(at, person.timezone ?? person.company_timezone, language)] as const] : []),
    ];
    await mail(companyId, {
      to: person.email,
      entity: "user",
      entityId: userId,
      about: "access",
      secrets: [],
      write: (language) => ({
        company: person.display_name ?? person.legal_name,
        title,
        paragraphs: [
          text,
          message(
            "If this was you, there is nothing to do. If not, choose a new password now: that ends every session.",
          ),
        ],
        facts: factsIn(language),
        button: { label: message("Choose a new password"), url: `${appUrl}/reset-password` },
      }),
    });
  },
);

function timeText(instant: string, zone: string, language: Language): string {
  return `${dayAt(instant, zone, language)}, ${wallTime(instant, zone).time} (${zone.replaceAll("_", " ")})`;
}
