import { message } from "#shared/contract/problem.ts";
import { issueLink } from "#server/mail/links.ts";
import type { Language } from "#server/mail/languages.ts";
import type { MailContent } from "#server/mail/mail-layout.ts";
import type { JobTools, Mail } from "#server/jobs/reactions.ts";
import type { Notice } from "../delivery-plan.server.ts";
import { loadMailData, type DeliveryMailData } from "./mail-data.server.ts";
import { calendarOf, factsOf, untilText, whenText } from "./delivery-formatting.server.ts";

/** Mails the party that has to accept a link to the page that asks it; nothing, when the plan has changed since. */
export async function mailApproval(
  { open, mail, appUrl }: JobTools,
  which: { deliveryScheduleId: string; revision: number | null },
  companyId: string,
): Promise<void> {
  const asked = await open(companyId, async (ctx) => {
    const mailData = await loadMailData(ctx, which.deliveryScheduleId);
    const recipient = mailData?.awaitingParty === "carrier" ? mailData.carrierEmail : mailData?.vendorEmail;
    if (mailData?.status !== "proposed" || !recipient || mailData.revision !== (which.revision ?? mailData.revision))
      return null;
    const secret = await issueLink(ctx, {
      purpose: "ds.approve",
      subjectId: mailData.id,
      subjectRevision: mailData.revision,
      recipient,
      expiresAt: new Date(mailData.holdExpiresAt ?? mailData.plannedStart),
    });
    return { told: mailData, recipient, secret, url: `${appUrl}/ds/approve/${mailData.id}#t=${secret}` };
  });
  if (!asked) return;
  const { told: mailData, recipient, secret, url } = asked;
  const { number, company, holdExpiresAt } = mailData;
  const asking = mailOf(mailData, recipient, (language) => ({
    subject: message("Delivery {number}: please confirm {when}", { number, when: whenText(mailData, language) }),
    title: message("Can you deliver {when}?", { when: whenText(mailData, language) }),
    paragraphs: [
      message("{company} keeps this time for you. Accept it, decline it, or ask for another one.", { company }),
    ],
    button: { label: message("Answer", {}, "button"), url },
    ...(holdExpiresAt
      ? { foot: message("The time is kept until {when}.", { when: untilText(mailData, holdExpiresAt, language) }) }
      : {}),
  }));
  await mail(companyId, { ...asking, secrets: [secret] });
}

const news: Readonly<
  Record<Notice, (mailData: DeliveryMailData, language: Language) => Pick<MailContent, "title" | "paragraphs">>
> = {
  confirmed: ({ number }) => ({
    title: message("Delivery {number} is confirmed", { number }),
    paragraphs: [message("We expect you at this time.")],
  }),
  moved: (mailData, language) => ({
    title: message("Delivery {number} was moved to {when}", {
      number: mailData.number,
      when: whenText(mailData, language),
    }),
    paragraphs: [message("This replaces the time that you were told before.")],
  }),
  reduced: ({ number }) => ({
    title: message("Delivery {number} brings less", { number }),
    paragraphs: [message("A part of it is no longer wanted. The time stays, and what stands below is left.")],
  }),
  cancelled: ({ number, cancelReason }) => ({
    title: message("Delivery {number} is cancelled", { number }),
    paragraphs: [message("Please do not come."), ...(cancelReason ? [{ written: cancelReason }] : [])],
  }),
};

/** Tells everybody who was asked by link what has become of it. */
export async function mailNotice(
  { open, mail }: JobTools,
  { deliveryScheduleId, notice }: { deliveryScheduleId: string; notice: Notice },
  companyId: string,
): Promise<void> {
  const mailData = await open(companyId, (ctx) => loadMailData(ctx, deliveryScheduleId));
  if (!mailData) return;
  for (const recipient of mailData.asked)
    await mail(
      companyId,
      mailOf(mailData, recipient, (language) => news[notice](mailData, language)),
    );
}

type Answer = "approved" | "countered" | "declined";
const answers: Readonly<Record<Answer, (mailData: DeliveryMailData) => Pick<MailContent, "title" | "paragraphs">>> = {
  approved: ({ number }) => ({
    title: message("Delivery {number} was accepted", { number }),
    paragraphs: [message("It is scheduled.")],
  }),
  countered: ({ number }) => ({
    title: message("Delivery {number} got another proposal", { number }),
    paragraphs: [message("They ask for the time below. It is kept until you decide.")],
  }),
  declined: ({ number, declineReason }) => ({
    title: message("Delivery {number} was declined", { number }),
    paragraphs: declineReason ? [{ written: declineReason }] : [],
  }),
};

/** Tells whoever booked it what the other party answered. */
export async function mailAnswer(
  { open, mail, appUrl }: JobTools,
  { deliveryScheduleId, userId, answer }: { deliveryScheduleId: string; userId: string; answer: Answer },
  companyId: string,
): Promise<void> {
  const found = await open(companyId, async (ctx) => {
    const mailData = await loadMailData(ctx, deliveryScheduleId);
    const booker = await ctx.db
      .selectFrom("users")
      .select("email")
      .where("id", "=", userId)
      .where("status", "=", "active")
      .executeTakeFirst();
    return mailData && booker ? { told: mailData, email: booker.email } : null;
  });
  if (!found) return;
  const { told: mailData, email } = found;
  const button = {
    label: message("Open the delivery"),
    url: `${appUrl}/warehouse/delivery-schedules/details?id=${mailData.id}`,
  };
  await mail(
    companyId,
    mailOf(mailData, email, () => ({ ...answers[answer](mailData), button })),
  );
}

function mailOf(
  mailData: DeliveryMailData,
  to: string,
  write: (language: Language) => Pick<MailContent, "subject" | "title" | "paragraphs" | "button" | "foot">,
): Mail {
  return {
    to,
    entity: "delivery-schedule",
    entityId: mailData.id,
    about: "work",
    secrets: [],
    write: (language) => ({
      company: mailData.company,
      facts: factsOf(mailData, language),
      attachments: [
        {
          filename: `${mailData.number}.ics`,
          content: Buffer.from(calendarOf(mailData, language)),
          contentType: "text/calendar; charset=utf-8",
        },
      ],
      ...write(language),
    }),
  };
}
