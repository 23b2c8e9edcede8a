import type { Language } from "./languages.ts";

/** How numbers, days and times are written in mails and papers, which have no screen to format them. */

/** How each language of ours is written: days first, 24 hours. */
export const locales: Readonly<Record<Language, string>> = { en: "en-GB", de: "de-DE" };

// Making a format costs more than using it a hundred times.
const numbers = new Map<string, Intl.NumberFormat>();
const days = new Map<string, Intl.DateTimeFormat>();

/** `"59213.2"` → `"59,213.20"`, with at least and at most so many decimals; exact, however large. */
export function decimalText(value: string, language: Language, [least, most]: readonly [number, number]): string {
  const key = `${language} ${least} ${most}`;
  let format = numbers.get(key);
  if (!format)
    numbers.set(
      key,
      (format = new Intl.NumberFormat(locales[language], {
        minimumFractionDigits: least,
        maximumFractionDigits: most,
      })),
    );
  return format.format(value as Intl.StringNumericLiteral); // a decimal text
}

/** The day of an instant at a place: `24 Nov 2026`. */
export function dayAt(instant: string, zone: string, language: Language): string {
  const key = `${language} ${zone}`;
  let format = days.get(key);
  if (!format)
    days.set(
      key,
      (format = new Intl.DateTimeFormat(locales[language], {
        day: "numeric",
        month: "short",
        year: "numeric",
        timeZone: zone,
      })),
    );
  return format.format(new Date(instant));
}

/** `2026-11-24` → `24 Nov 2026`. */
export const dayText = (day: string, language: Language): string => dayAt(`${day}T00:00:00Z`, "UTC", language);
