import { layOutMail, type MailContent } from "#server/mail-layout.ts";
import { job } from "#server/reactions.ts";
import { deviceOf } from "../own-sessions/device.server.ts";


/** What is told by mail because somebody else may have done it. */
const notices = {
  password_changed: { title: "Your password was changed", text: "Your password for Waybill was changed, and you were signed out everywhere." },
  new_device: { title: "You signed in on a new device", text: "Somebody signed in to Waybill with your password, on a device that you have not used before." },
  second_factor_on: { title: "Your second factor is on", text: "From now on Waybill asks for a code of your app when you sign in. Keep the recovery codes where you find them without your phone." },
  second_factor_off: { title: "Your second factor was switched off", text: "Waybill asks for your password alone when you sign in." },
  recovery_code_used: { title: "A recovery code was used", text: "Somebody signed in to Waybill with one of your recovery codes. It cannot be used again; make new ones on your profile when few are left." },
} as const;

type Notice = { userId: string; kind: keyof typeof notices; device?: string | null; address?: string; at?: string };

/** Tells a person what was done with their account, at the address that they sign in with. */
export const mailAccountNotice = job<Notice>("mail-account-notice", async ({ openInstallation, mail, appUrl }, { userId, kind, device, address, at }, companyId) => {
  const person = await openInstallation(companyId, ({ db }) =>
    db.selectFrom("users as u").innerJoin("companies as c", "c.id", "u.company_id").select(["u.email", "u.timezone", "c.timezone as company_timezone", "c.legal_name", "c.display_name"]).where("u.id", "=", userId).where("u.archived_at", "is", null).executeTakeFirst(),
  );
  if (!person) return; // removed meanwhile
  const { title, text } = notices[kind];
  const facts: MailContent["facts"] = [
    ...(device ? [["Device", deviceOf(device)] as const] : []),
    ...(address ? [["Address", address] as const] : []),
    ...(at ? [["Time", timeText(at, person.timezone ?? person.company_timezone)] as const] : []),
  ];
  await mail(companyId, {
    to: person.email,
    subject: title,
    entity: "user",
    entityId: userId,
    ...layOutMail({
      company: person.display_name ?? person.legal_name,
      title,
      paragraphs: [text, "If this was you, there is nothing to do. If not, choose a new password now: that ends every session."],
      facts,
      button: { label: "Choose a new password", url: `${appUrl}/reset-password` },
    }),
  });
});

function timeText(instant: string, zone: string): string {
  return `${new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: zone }).format(new Date(instant))} (${zone.replaceAll("_", " ")})`;
}
