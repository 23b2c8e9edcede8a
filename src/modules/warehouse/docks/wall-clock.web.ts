/**
 * The instant of a wall time at a site, `2026-11-20T08:30`, as a field for date and time gives it; of a time that comes
 * twice, the first.
 */
export function instantAt(wall: string, zone: string): string {
  const asUtc = Date.parse(`${wall}:00Z`);
  const first = asUtc - offsetAt(asUtc, zone);
  return new Date(asUtc - offsetAt(first, zone)).toISOString();
}

/** The wall time of an instant at a site, for a field for date and time. */
export function wallAt(instant: string, zone: string): string {
  const at = Date.parse(instant);
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 16);
}

/** How far the site's clock is ahead of UTC then, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value ?? 0);
  return (
    Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) -
    Math.floor(at / 1000) * 1000
  );
}
