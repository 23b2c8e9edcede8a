import { message } from "#shared/contract/problem.ts";
import { render } from "#server/mail/language.ts";
import type { Language } from "#server/mail/languages.ts";
import { dayAt } from "#server/mail/local-text.ts";
import type { MailFact } from "#server/mail/mail-layout.ts";
import { wallTime } from "#shared/format/wall-time.ts";
import { calendarFile } from "./delivery-calendar.ts";
import type { DeliveryMailData } from "./mail-data.server.ts";

/** `28 Mar 2027, 08:30–09:30 (Europe/Amsterdam)`. */
export function whenText({ plannedStart, plannedEnd, timezone }: DeliveryMailData, language: Language): string {
  const [start, end] = [wallTime(plannedStart, timezone), wallTime(plannedEnd, timezone)];
  const otherDay = end.date === start.date ? "" : `${dayAt(plannedEnd, timezone, language)}, `;
  return `${dayAt(plannedStart, timezone, language)}, ${start.time}–${otherDay}${end.time} (${timezone})`;
}

/** An instant on the site's clock: `28 Mar 2027, 08:30`. */
export const untilText = ({ timezone }: DeliveryMailData, instant: string, language: Language): string =>
  `${dayAt(instant, timezone, language)}, ${wallTime(instant, timezone).time}`;

/** What stands in the box of each mail about a delivery. */
export function factsOf(mailData: DeliveryMailData, language: Language): MailFact[] {
  const facts: (readonly [MailFact[0], string | null])[] = [
    [message("Number"), mailData.number],
    [message("When"), whenText(mailData, language)],
    [message("Where"), [mailData.site, mailData.address].filter(Boolean).join(", ")],
    [message("Dock"), mailData.dock],
    [message("Orders"), mailData.orders],
    [message("On arrival"), mailData.instructions],
    [message("Note", {}, "of a delivery"), mailData.notesPublic],
  ];
  return facts.flatMap(([label, value]): MailFact[] => (value ? [[label, value]] : []));
}

/** The entry for the reader's calendar. */
export function calendarOf(mailData: DeliveryMailData, language: Language): string {
  const { number, company, dock } = mailData;
  const title = render(message("Delivery {number}, {company}", { number, company }), language);
  const place = [mailData.site, dock ? render(message("dock {dock}", { dock }), language) : "", mailData.address]
    .filter(Boolean)
    .join(", ");
  return calendarFile(
    { ...mailData, title, place, description: [mailData.orders, mailData.instructions].filter(Boolean).join("\n") },
    new Date(),
  );
}
