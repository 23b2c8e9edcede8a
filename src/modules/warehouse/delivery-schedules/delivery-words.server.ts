import { say } from "#shared/problem.ts";
import { render, type Language } from "#server/language.ts";
import { dayAt } from "#server/local-text.ts";
import type { MailFact } from "#server/mail-layout.ts";
import { wallTime } from "#server/wall-time.ts";
import { calendarFile } from "./delivery-calendar.ts";
import type { Told } from "./delivery-told.server.ts";

/** `28 Mar 2027, 08:30–09:30 (Europe/Amsterdam)`. */
export function whenText({ plannedStart, plannedEnd, timezone }: Told, language: Language): string {
  const [start, end] = [wallTime(plannedStart, timezone), wallTime(plannedEnd, timezone)];
  const otherDay = end.date === start.date ? "" : `${dayAt(plannedEnd, timezone, language)}, `;
  return `${dayAt(plannedStart, timezone, language)}, ${start.time}–${otherDay}${end.time} (${timezone})`;
}

/** An instant on the site's clock: `28 Mar 2027, 08:30`. */
export const untilText = ({ timezone }: Told, instant: string, language: Language): string =>
  `${dayAt(instant, timezone, language)}, ${wallTime(instant, timezone).time}`;

/** What stands in the box of each mail about a delivery. */
export function factsOf(told: Told, language: Language): MailFact[] {
  const facts: (readonly [MailFact[0], string | null])[] = [
    [say("Number"), told.number],
    [say("When"), whenText(told, language)],
    [say("Where"), [told.site, told.address].filter(Boolean).join(", ")],
    [say("Dock"), told.dock],
    [say("Orders"), told.orders],
    [say("On arrival"), told.instructions],
    [say("Note"), told.notesPublic],
  ];
  return facts.flatMap(([label, value]): MailFact[] => (value ? [[label, value]] : []));
}

/** The entry for the reader's calendar. */
export function calendarOf(told: Told, language: Language): string {
  const { number, company, dock } = told;
  const title = render(say("Delivery {number}, {company}", { number, company }), language);
  const place = [told.site, dock ? render(say("dock {dock}", { dock }), language) : "", told.address]
    .filter(Boolean)
    .join(", ");
  return calendarFile(
    { ...told, title, place, description: [told.orders, told.instructions].filter(Boolean).join("\n") },
    new Date(),
  );
}
