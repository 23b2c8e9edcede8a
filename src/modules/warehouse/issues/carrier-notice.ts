import { addDays, wallTime } from "#shared/format/wall-time.ts";

/** Carriers usually want to hear of damage within five days of the delivery. */
const carrierNoticeDays = 5;

/** The last day, at the site in this zone, on which the carrier of goods that came then is told of damage. */
export function noticeDate(receivedAt: string, zone: string): string {
  return addDays(wallTime(receivedAt, zone).date, carrierNoticeDays);
}
