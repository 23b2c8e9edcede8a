/** The days of a week as the contract counts them (0 is Sunday), in the order people read them. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0] as const;

/** "Monday", in the user's language. */
export function weekdayName(day: number, locale: string): string {
  // The first of February 2026 was a Sunday.
  return new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(
    new Date(Date.UTC(2026, 1, 1 + day)),
  );
}
