/** The day so many days after a business date, or before it. */
export function dayBeside(date: string, by: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
}

/** "Friday 20 November" of a business date, in the words of a locale. */
export function longDate(date: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).format(
    new Date(`${date}T12:00:00Z`),
  );
}
