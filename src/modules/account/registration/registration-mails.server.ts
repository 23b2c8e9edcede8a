import { message } from "#shared/contract/problem.ts";
import type { MailContent } from "#server/mail/mail-layout.ts";

export type News = "received" | "approved" | "rejected";

interface RegistrationMailData {
  readonly company: string;
  readonly firstName: string;
  readonly reason: string;
  readonly appUrl: string;
}

/** What a mail says of a registration. */
export function newsOf(news: News, facts: RegistrationMailData): MailContent {
  return { company: facts.company, ...written[news](facts) };
}

const written: Readonly<Record<News, (facts: RegistrationMailData) => Omit<MailContent, "company">>> = {
  received: ({ company, firstName, appUrl }) => ({
    subject: message("{company}: your registration has arrived", { company }),
    title: message("Thank you, {firstName}", { firstName }),
    paragraphs: [
      message(
        "The details of {company} have arrived. An administrator looks at them; a mail tells you as soon as that is done.",
        { company },
      ),
      message("Until then you can look at what you sent in, and correct it."),
    ],
    button: { label: message("See the registration"), url: `${appUrl}/approve-process` },
  }),
  approved: ({ company, firstName, appUrl }) => ({
    subject: message("{company} is approved", { company }),
    title: message("Welcome to Waybill, {firstName}", { firstName }),
    paragraphs: [
      message(
        "{company} is approved, and you are its administrator. Add a location with its docks first, then invite your colleagues.",
        { company },
      ),
    ],
    button: { label: message("Open Waybill"), url: `${appUrl}/login` },
  }),
  rejected: ({ company, firstName, reason, appUrl }) => ({
    subject: message("{company} was not approved", { company }),
    title: message("Not approved yet, {firstName}", { firstName }),
    paragraphs: [
      message("The registration of {company} was looked at and not approved.", { company }),
      message("You can correct the details and send them in again."),
    ],
    facts: [[message("Reason"), reason]],
    button: { label: message("Correct the details"), url: `${appUrl}/approve-process` },
  }),
};

/** What those read who approve companies. */
export function waitsFor({
  companyId,
  company,
  appUrl,
}: {
  companyId: string;
  company: string;
  appUrl: string;
}): MailContent {
  return {
    company: "Waybill",
    subject: message("{company} waits for approval", { company }),
    title: message("{company} wants to work with Waybill", { company }),
    paragraphs: [
      message(
        "Somebody has registered this company. Look at its details, then approve it, or refuse it with a reason that they will read.",
      ),
    ],
    button: { label: message("See the company"), url: `${appUrl}/settings/companies/details?id=${companyId}` },
  };
}
