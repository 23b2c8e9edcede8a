import { inGroup } from "#shared/flow/groups.ts";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";
/** What a calendar is told of a delivery: no prices, no driver's phone. */
export interface CalendarEntry {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly revision: number;
  readonly plannedStart: string;
  readonly plannedEnd: string;
  readonly title: string;
  readonly place: string;
  readonly description: string;
}

/** A delivery as an iCalendar file (RFC 5545): the same UID for its whole life, SEQUENCE grows with every move. */
export function calendarFile(entry: CalendarEntry, now: Date): string {
  const status =
    entry.status === "scheduled"
      ? "CONFIRMED"
      : inGroup(deliveryScheduleFlow, "tentative", entry.status)
        ? "TENTATIVE"
        : "CANCELLED";
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Waybill//Delivery schedules//EN",
    `METHOD:${status === "CANCELLED" ? "CANCEL" : "PUBLISH"}`,
    "BEGIN:VEVENT",
    `UID:delivery-${entry.id}@waybill`,
    `SEQUENCE:${entry.revision}`,
    `DTSTAMP:${utc(now.toISOString())}`,
    `DTSTART:${utc(entry.plannedStart)}`,
    `DTEND:${utc(entry.plannedEnd)}`,
    `STATUS:${status}`,
    `SUMMARY:${escaped(entry.title)}`,
    `LOCATION:${escaped(entry.place)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ];
  return lines.map(folded).join("\r\n");
}

/** `2027-03-28T06:00:00.000Z` → `20270328T060000Z`. */
const utc = (instant: string): string => `${instant.slice(0, 19).replace(/[-:]/g, "")}Z`;
const escaped = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** At most 75 octets a line; the rest stands in lines that begin with a space. No character is cut in two. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let room = 75;
  for (const sign of line) {
    const octets = Buffer.byteLength(sign);
    if (octets > room) {
      parts.push(part);
      part = "";
      room = 74; // the space counts
    }
    part += sign;
    room -= octets;
  }
  return [...parts, part].join("\r\n ");
}
