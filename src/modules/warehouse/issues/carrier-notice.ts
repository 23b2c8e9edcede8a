/** Carriers usually want to hear of damage within five days of the delivery. */
const carrierNoticeDays = 5;

/** The last day on which the carrier of goods that came then is told of damage. */
export function noticeDate(receivedAt: string): string {
  return new Date(Date.parse(receivedAt) + carrierNoticeDays * 86_400_000).toISOString().slice(0, 10);
}
