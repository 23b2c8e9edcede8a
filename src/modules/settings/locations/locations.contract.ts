import { z } from "zod";
import { anyOf, crud, saved, yesNo } from "#shared/contract/contract.ts";
import {
  addressFields,
  code,
  decimal,
  email,
  flag,
  line,
  name,
  notes,
  pointInTime,
  reason,
  timezone,
  wholeNumber,
} from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";

export const locationKind = z.enum(["warehouse", "yard", "office", "store", "terminal"]);

const timeOfDay = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "Give a time like 08:30; the end of the day is 24:00.");

/** One window of the week, in the location's wall time; several a day are possible. A night shift is two: until 24:00 and from 00:00. */
export const openHours = z
  .strictObject({
    /** 0 is Sunday, 6 Saturday. */
    dayOfWeek: wholeNumber(0, 6),
    opensAt: timeOfDay,
    closesAt: timeOfDay,
  })
  .refine((hours) => hours.closesAt > hours.opensAt, { path: ["closesAt"], error: "It has to close after it opens." });

/** A time in which nobody is there although the week says so: a holiday, a stocktaking. */
export const closure = z
  .strictObject({ startsAt: pointInTime, endsAt: pointInTime, reason })
  .refine(({ startsAt, endsAt }) => endsAt > startsAt, { path: ["endsAt"], error: "It has to end after it starts." });

/** The hours of a location about which nobody says anything. */
export const workingWeek = [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, opensAt: "08:00", closesAt: "17:00" }));

export const locationInput = z.object({
  code,
  name,
  kind: locationKind.default("warehouse"),
  timezone,
  ...addressFields,
  /** Many docks are not at the postal address. */
  dockAddressNote: notes,
  latitude: decimal(6, { min: -90, max: 90 }).nullable().default(null),
  longitude: decimal(6, { min: -180, max: 180 }).nullable().default(null),
  contactName: line(),
  contactPhone: line(40),
  contactEmail: email.nullable().default(null),
  /** Shown to vendors and carriers. */
  receivingInstructions: notes,
  slotMinutes: z.literal([15, 20, 30, 60]).default(30),
  minLeadMinutes: wholeNumber(0, 525_600).default(120),
  maxLeadDays: wholeNumber(1, 365).default(30),
  cancelCutoffMinutes: wholeNumber(0, 525_600).default(240),
  earlyGraceMinutes: wholeNumber(0, 1440).default(30),
  lateGraceMinutes: wholeNumber(0, 1440).default(30),
  noShowAfterMinutes: wholeNumber(1, 10_080).default(120),
  freeTimeMinutes: wholeNumber(0, 10_080).default(120),
  requiresApproval: flag.default(true),
  isActive: flag.default(true),
  hours: z.array(openHours).max(70).refine(areApart, "Two of these windows overlap.").default(workingWeek),
  closures: z.array(closure).max(200).default([]),
});
export const location = saved(locationInput, { dockCount: z.number().int() });
export type Location = z.output<typeof location>;

/** Sites of a company, each in its own time zone, with the rules by which its docks can be booked. */
export const locations = crud("/api/settings/locations", {
  name: "location",
  record: location,
  input: locationInput,
  sort: ["name", "code", "createdAt"],
  filter: { kind: anyOf(locationKind), isActive: yesNo() },
  view: "CAN_VIEW_LOCATIONS",
  edit: "CAN_EDIT_LOCATIONS",
});

function areApart(hours: readonly z.output<typeof openHours>[]): boolean {
  const ordered = hours.toSorted((a, b) => a.dayOfWeek - b.dayOfWeek || a.opensAt.localeCompare(b.opensAt));
  return ordered.every((one, at) => {
    const next = ordered[at + 1];
    return next?.dayOfWeek !== one.dayOfWeek || next.opensAt >= one.closesAt;
  });
}

const ofAPlace = "the name or address of a site";
export const locationRecord = record({
  entity: "location",
  table: "locations",
  label: "name",
  files: { view: ["CAN_VIEW_LOCATIONS"], edit: ["CAN_EDIT_LOCATIONS"] },
  personal: {
    location_closures: ["reason"],
    locations: ["contact_name", "contact_phone", "contact_email", "receiving_instructions", "dock_address_note"],
  },
  notPersonal: {
    "locations.name": ofAPlace,
    "locations.address_line1": ofAPlace,
    "locations.address_line2": ofAPlace,
  },
});
