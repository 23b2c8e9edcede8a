import { say } from "#shared/problem.ts";
import type { MailContent } from "#server/mail-layout.ts";

export type News = "received" | "approved" | "rejected";

interface Facts {
  readonly company: string;
  readonly firstName: string;
  readonly reason: string;
  readonly appUrl: string;
}

/** What a mail says of a registration. */
export function newsOf(news: News, facts: Facts): MailContent {
  return { company: facts.company, ...written[news](facts) };
}

const written: Readonly<Record<News, (facts: Facts) => Omit<MailContent, "company">>> = {
  received: ({ company, firstName, appUrl }) => ({
    subject: say("{company}: your registration has arrived", { company }),
    title: say("Thank you, {firstName}", { firstName }),
    paragraphs: [
      say(
        "The details of {company} have arrived. An administrator looks at them; a mail tells you as soon as that is done.",
        { company },
      ),
      say("Until then you can look at what you sent in, and correct it."),
    ],
    button: { label: say("See the registration"), url: `${appUrl}/approve-process` },
  }),
  approved: ({ company, firstName, appUrl }) => ({
    subject: say("{company} is approved", { company }),
    title: say("Welcome to Waybill, {firstName}", { firstName }),
    paragraphs: [
      say(
        "{company} is approved, and you are its administrator. Add a location with its docks first, then invite your colleagues.",
        { company },
      ),
    ],
    button: { label: say("Open Waybill"), url: `${appUrl}/login` },
  }),
  rejected: ({ company, firstName, reason, appUrl }) => ({
    subject: say("{company} was not approved", { company }),
    title: say("Not approved yet, {firstName}", { firstName }),
    paragraphs: [
      say("The registration of {company} was looked at and not approved.", { company }),
      say("You can correct the details and send them in again."),
    ],
    facts: [[say("Reason"), reason]],
    button: { label: say("Correct the details"), url: `${appUrl}/approve-process` },
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
    subject: say("{company} waits for approval", { company }),
    title: say("{company} wants to work with Waybill", { company }),
    paragraphs: [
      say(
        "Somebody has registered this company. Look at its details, then approve it, or refuse it with a reason that they will read.",
      ),
    ],
    button: { label: say("See the company"), url: `${appUrl}/settings/companies/details?id=${companyId}` },
  };
}
