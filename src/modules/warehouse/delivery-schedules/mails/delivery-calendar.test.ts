import { expect, test } from "vitest";
import { calendarFile } from "./delivery-calendar.ts";

const entry = {
  id: "0190a000-0000-7000-8000-000000000000",
  number: "DS-00042",
  status: "scheduled",
  revision: 3,
  plannedStart: "2027-03-28T06:00:00.000Z",
  plannedEnd: "2027-03-28T07:00:00.000Z",
  title: "Delivery DS-00042, Alpha",
  place: "Yard, dock 3; Gate B",
  description: "PO-1\nReport at gate B, then wait: the barrier at the Maasvlakteweg opens by itself — Ümläute too",
};
const file = calendarFile(entry, new Date("2027-01-01T00:00:00Z"));

test("a calendar entry keeps its UID and counts its versions, in UTC", () => {
  for (const line of [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "METHOD:PUBLISH",
    `UID:delivery-${entry.id}@waybill`,
    "SEQUENCE:3",
    "DTSTAMP:20270101T000000Z",
    "DTSTART:20270328T060000Z",
    "DTEND:20270328T070000Z",
    "STATUS:CONFIRMED",
    "END:VCALENDAR",
  ])
    expect(file.split("\r\n")).toContain(line);
});

test("its lines end with CRLF and have at most 75 octets, and unfolded they say what was said", () => {
  expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of file.split("\r\n")) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  const unfolded = file.replaceAll("\r\n ", "");
  expect(unfolded).toContain("LOCATION:Yard\\, dock 3\\; Gate B");
  expect(unfolded).toContain(
    "DESCRIPTION:PO-1\\nReport at gate B\\, then wait: the barrier at the Maasvlakteweg opens by itself — Ümläute too",
  );
});

test.each([
  ["requested", "TENTATIVE", "PUBLISH"],
  ["proposed", "TENTATIVE", "PUBLISH"],
  ["cancelled", "CANCELLED", "CANCEL"],
  ["declined", "CANCELLED", "CANCEL"],
])("a delivery that is %s is %s to a calendar", (status, shown, method) => {
  const lines = calendarFile({ ...entry, status }, new Date()).split("\r\n");
  expect(lines).toContain(`STATUS:${shown}`);
  expect(lines).toContain(`METHOD:${method}`);
});
