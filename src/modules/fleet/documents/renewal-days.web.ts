import type { Document } from "./documents.contract.ts";

type Period = Pick<Document, "validFrom" | "issuedOn" | "expiresOn" | "renewalMonths">;

const dayMs = 86_400_000;
const mostMonths = 240;
const iso = (at: number): string => new Date(at).toISOString().slice(0, 10);
const dayAfter = (day: string, days: number): string => iso(Date.parse(day) + days * dayMs);
const daysBetween = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / dayMs;

/** The same day so many months later; the last one of a month that is too short for it. */
function monthsLater(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number]; // a date has three parts
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return iso(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** The last day of what begins on a day and holds for so many months: from 25 Nov a year ends on 24 Nov. */
export const lastDayOf = (first: string, months: number): string => dayAfter(monthsLater(first, months), -1);

/** The first day of a paper, as far as one is known. */
export const firstDayOf = ({ validFrom, issuedOn }: Pick<Period, "validFrom" | "issuedOn">): string | null =>
  validFrom ?? issuedOn;

/**
 * When the renewal of a paper is likely to hold: from the day after its end, or from today if that is over, for as long as papers of
 * its type usually do, else for as long as the old one did. Its end is null where nobody knows either.
 */
export function nextPeriod(
  old: Period,
  today: string,
): { readonly validFrom: string; readonly expiresOn: string | null } {
  const { expiresOn: end, renewalMonths } = old;
  const after = end === null ? today : dayAfter(end, 1);
  const validFrom = after < today ? today : after;
  const begin = firstDayOf(old);
  const days = begin === null || end === null ? null : daysBetween(begin, end);
  const months = renewalMonths ?? (begin === null || end === null ? null : wholeMonths(begin, end));
  if (months !== null) return { validFrom, expiresOn: lastDayOf(validFrom, months) };
  return { validFrom, expiresOn: days === null ? null : dayAfter(validFrom, days) };
}

/** How many months a period has, whether it ends on the day itself or on the one before; null where it is no whole number. */
function wholeMonths(begin: string, end: string): number | null {
  for (let months = 1; months <= mostMonths; months++)
    if (lastDayOf(begin, months) === end || monthsLater(begin, months) === end) return months;
  return null;
}

/** How many days lie between the end of the old paper and the first day of the new one. */
export function daysWithout(oldEnd: string | null, newBegin: string | null): number {
  if (oldEnd === null || newBegin === null) return 0;
  return Math.max(0, daysBetween(oldEnd, newBegin) - 1);
}
