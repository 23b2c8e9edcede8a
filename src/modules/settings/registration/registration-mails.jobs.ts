import { layOutMail, type MailContent } from "#server/mail-layout.ts";

export type News = "received" | "approved" | "rejected";

interface Facts {
  readonly company: string;
  readonly firstName: string;
  readonly reason: string;
  readonly appUrl: string;
}

/** What a mail says of a registration. */
export function newsOf(news: News, facts: Facts): { subject: string; text: string; html: string } {
  const { subject, ...content } = written[news](facts);
  return { subject, ...layOutMail({ company: facts.company, ...content }) };
}

const written: Readonly<Record<News, (facts: Facts) => Omit<MailContent, "company"> & { subject: string }>> = {
  received: ({ company, firstName, appUrl }) => ({
    subject: `${company}: your registration has arrived`,
    title: `Thank you, ${firstName}`,
    paragraphs: [`The details of ${company} have arrived. An administrator looks at them; a mail tells you as soon as that is done.`, "Until then you can look at what you sent in, and correct it."],
    button: { label: "See the registration", url: `${appUrl}/approve-process` },
  }),
  approved: ({ company, firstName, appUrl }) => ({
    subject: `${company} is approved`,
    title: `Welcome to Waybill, ${firstName}`,
    paragraphs: [`${company} is approved, and you are its administrator. Add a location with its docks first, then invite your colleagues.`],
    button: { label: "Open Waybill", url: `${appUrl}/login` },
  }),
  rejected: ({ company, firstName, reason, appUrl }) => ({
    subject: `${company} was not approved`,
    title: `Not approved yet, ${firstName}`,
    paragraphs: [`The registration of ${company} was looked at and not approved.`, "You can correct the details and send them in again."],
    facts: [["Reason", reason]],
    button: { label: "Correct the details", url: `${appUrl}/approve-process` },
  }),
};

/** What those read who approve companies. */
export function waitsFor({ companyId, company, appUrl }: { companyId: string; company: string; appUrl: string }): { subject: string; text: string; html: string } {
  return {
    subject: `${company} waits for approval`,
    ...layOutMail({
      company: "Waybill",
      title: `${company} wants to work with Waybill`,
      paragraphs: ["Somebody has registered this company. Look at its details, then approve it, or refuse it with a reason that they will read."],
      button: { label: "See the company", url: `${appUrl}/settings/companies/details?id=${companyId}` },
    }),
  };
}
