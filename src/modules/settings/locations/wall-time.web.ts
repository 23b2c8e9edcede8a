/** An instant as the clock of a zone shows it, the way `datetime-local` fields write it: "2026-11-20T14:05". */
export function wallTimeAt(instant: string, zone: string): string {
  return new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  })
    .format(new Date(instant))
    .replace(" ", "T");
}

/**
 * The instant at which the clock of a zone shows a time. In the hour that a clock change skips, the moment after it; in
 * the one it doubles, the first.
 */
export function instantAt(wallTime: string, zone: string): string {
  const asIfUtc = Date.parse(`${wallTime}:00Z`);
  const offsetAt = (instant: number) =>
    Date.parse(`${wallTimeAt(new Date(instant).toISOString(), zone)}:00Z`) - instant;
  // The offsets a day before and a day after are the two that can be meant.
  const [before, after] = [asIfUtc - offsetAt(asIfUtc - 86_400_000), asIfUtc - offsetAt(asIfUtc + 86_400_000)];
  const shows = (instant: number) => instant + offsetAt(instant) === asIfUtc;
  return new Date([before, after].find(shows) ?? before).toISOString();
}
