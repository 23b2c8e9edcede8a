import { say } from "#shared/problem.ts";
import { issueLink } from "#server/links.ts";
import type { Language } from "#server/language.ts";
import type { MailContent } from "#server/mail-layout.ts";
import type { JobTools, Mail } from "#server/reactions.ts";
import type { Notice } from "./delivery-plan.server.ts";
import { toldOf, type Told } from "./delivery-told.server.ts";
import { calendarOf, factsOf, untilText, whenText } from "./delivery-words.server.ts";

/** Mails the party that has to accept a link to the page that asks it; nothing, when the plan has changed since. */
export async function mailApproval(
  { open, mail, appUrl }: JobTools,
  which: { deliveryScheduleId: string; revision: number | null },
  companyId: string,
): Promise<void> {
  const asked = await open(companyId, async (ctx) => {
    const told = await toldOf(ctx, which.deliveryScheduleId);
    const recipient = told?.awaitingParty === "carrier" ? told.carrierEmail : told?.vendorEmail;
    if (told?.status !== "proposed" || !recipient || told.revision !== (which.revision ?? told.revision)) return null;
    const secret = await issueLink(ctx, {
      purpose: "ds.approve",
      subjectId: told.id,
      subjectRevision: told.revision,
      recipient,
      expiresAt: new Date(told.holdExpiresAt ?? told.plannedStart),
    });
    return { told, recipient, secret, url: `${appUrl}/ds/approve/${told.id}#t=${secret}` };
  });
  if (!asked) return;
  const { told, recipient, secret, url } = asked;
  const { number, company, holdExpiresAt } = told;
  const asking = mailOf(told, recipient, (language) => ({
    subject: say("Delivery {number}: please confirm {when}", { number, when: whenText(told, language) }),
    title: say("Can you deliver {when}?", { when: whenText(told, language) }),
    paragraphs: [say("{company} keeps this time for you. Accept it, decline it, or ask for another one.", { company })],
    button: { label: say("Answer"), url },
    ...(holdExpiresAt
      ? { foot: say("The time is kept until {when}.", { when: untilText(told, holdExpiresAt, language) }) }
      : {}),
  }));
  await mail(companyId, { ...asking, secrets: [secret] });
}

const news: Readonly<Record<Notice, (told: Told, language: Language) => Pick<MailContent, "title" | "paragraphs">>> = {
  confirmed: ({ number }) => ({
    title: say("Delivery {number} is confirmed", { number }),
    paragraphs: [say("We expect you at this time.")],
  }),
  moved: (told, language) => ({
    title: say("Delivery {number} was moved to {when}", { number: told.number, when: whenText(told, language) }),
    paragraphs: [say("This replaces the time that you were told before.")],
  }),
  cancelled: ({ number, cancelReason }) => ({
    title: say("Delivery {number} is cancelled", { number }),
    paragraphs: [say("Please do not come."), ...(cancelReason ? [{ written: cancelReason }] : [])],
  }),
};

/** Tells everybody who was asked by link what has become of it. */
export async function mailNotice(
  { open, mail }: JobTools,
  { deliveryScheduleId, notice }: { deliveryScheduleId: string; notice: Notice },
  companyId: string,
): Promise<void> {
  const told = await open(companyId, (ctx) => toldOf(ctx, deliveryScheduleId));
  if (!told) return;
  for (const recipient of told.asked)
    await mail(
      companyId,
      mailOf(told, recipient, (language) => news[notice](told, language)),
    );
}

type Answer = "approved" | "countered" | "declined";
const answers: Readonly<Record<Answer, (told: Told) => Pick<MailContent, "title" | "paragraphs">>> = {
  approved: ({ number }) => ({
    title: say("Delivery {number} was accepted", { number }),
    paragraphs: [say("It is scheduled.")],
  }),
  countered: ({ number }) => ({
    title: say("Delivery {number} got another proposal", { number }),
    paragraphs: [say("They ask for the time below. It is kept until you decide.")],
  }),
  declined: ({ number, declineReason }) => ({
    title: say("Delivery {number} was declined", { number }),
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
    const told = await toldOf(ctx, deliveryScheduleId);
    const booker = await ctx.db
      .selectFrom("users")
      .select("email")
      .where("id", "=", userId)
      .where("status", "=", "active")
      .executeTakeFirst();
    return told && booker ? { told, email: booker.email } : null;
  });
  if (!found) return;
  const { told, email } = found;
  const button = {
    label: say("Open the delivery"),
    url: `${appUrl}/warehouse/delivery-schedules/details?id=${told.id}`,
  };
  await mail(
    companyId,
    mailOf(told, email, () => ({ ...answers[answer](told), button })),
  );
}

function mailOf(
  told: Told,
  to: string,
  write: (language: Language) => Pick<MailContent, "subject" | "title" | "paragraphs" | "button" | "foot">,
): Mail {
  return {
    to,
    entity: "delivery-schedule",
    entityId: told.id,
    about: "work",
    secrets: [],
    write: (language) => ({
      company: told.company,
      facts: factsOf(told, language),
      attachments: [
        {
          filename: `${told.number}.ics`,
          content: Buffer.from(calendarOf(told, language)),
          contentType: "text/calendar; charset=utf-8",
        },
      ],
      ...write(language),
    }),
  };
}
