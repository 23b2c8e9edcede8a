import { z } from "zod";
import { anyOf, crud, date, instant, route, saved, stepRoutes } from "#shared/contract/contract.ts";
import { code, flag, line, notes, wholeNumber } from "#shared/fields/fields.ts";
import { dockFlow } from "./docks.flow.ts";
import { record } from "#shared/contract/record.ts";
import { statesOfFlow, statesOfValues } from "#shared/flow/state-list.ts";

export const dockType = z.enum([
  "standard_door",
  "drive_in",
  "flatbed_ramp",
  "reefer_door",
  "container",
  "cross_dock",
  "parcel",
]);
export const dockDirection = z.enum(["inbound", "outbound", "both"]);
export const temperatureZone = z.enum(["ambient", "chilled", "frozen"]);
export const dockStatus = z.enum(dockFlow.states);
/** What a board shows of a dock just now: `late` is due and not arrived, `overrun` stands longer than planned. */
export const dockLiveStatus = z.enum(["inactive", "out_of_service", "free", "expected", "late", "occupied", "overrun"]);

const buffer = wholeNumber(0, 240);
const millimetres = wholeNumber(1, 100_000).nullable().default(null);

export const dockInput = z.object({
  locationId: z.uuid(),
  /** The number painted on the wall. */
  code,
  name: line(),
  dockType: dockType.default("standard_door"),
  direction: dockDirection.default("inbound"),
  /** How many trucks it takes at once; each has its lane. */
  parallelCapacity: wholeNumber(1, 10).default(1),
  bufferBeforeMinutes: buffer.default(0),
  bufferAfterMinutes: buffer.default(10),
  allowCarrierBooking: flag.default(true),
  maxVehicleHeightMm: millimetres,
  maxVehicleLengthMm: millimetres,
  hasLeveler: flag,
  hasForklift: flag,
  temperatureZone: temperatureZone.nullable().default(null),
  instructions: notes,
  sortOrder: wholeNumber(0, 100_000).default(0),
});
export const dock = saved(dockInput, {
  status: dockStatus,
  outOfServiceReason: z.string().nullable(),
  liveStatus: dockLiveStatus,
  /** Deliveries that are planned here although it is not in service: each needs another dock or time. */
  toPlace: z.array(z.object({ id: z.uuid(), number: z.string(), plannedStart: instant })),
  locationName: z.string(),
  locationTimezone: z.string(),
  steps: z.array(z.string()),
});
export type Dock = z.output<typeof dock>;

/** A stretch of time, from its start until just before its end. */
export const timeRange = z.object({ from: instant, until: instant });
export const namedRange = timeRange.extend({ reason: z.string() });

/** Why a start that is free should rather not be used: outsiders cannot have it, staff may. */
export const leadRule = z.enum(["too_soon", "too_far"]);

const lane = z.object({
  lane: z.number().int(),
  taken: z.array(
    timeRange.extend({
      reason: z.enum(["delivery", "downtime"]),
      subjectId: z.uuid(),
      number: z.string().nullable(),
      status: z.string().nullable(),
    }),
  ),
});
const freeStart = z.object({
  start: instant,
  end: instant,
  /** The wall time at the location, `08:30`, and its distance to UTC: on the night when the clock goes back, 02:30 comes twice. */
  localTime: z.string(),
  offset: z.string(),
  lane: z.number().int(),
  rule: leadRule.nullable(),
});

/** A day about which docks can be asked. */
export const plannedDay = date.refine((day) => /^2[01]/.test(day), "Give a date between 2000 and 2199.");

export const availability = z.object({
  locationId: z.uuid(),
  locationTimezone: z.string(),
  date,
  minutes: z.number().int(),
  slotMinutes: z.number().int(),
  /** The day at the location; 23 or 25 hours long when its clock changes. */
  day: timeRange,
  open: z.array(timeRange),
  closures: z.array(namedRange),
  docks: z.array(
    z.object({
      id: z.uuid(),
      code: z.string(),
      name: z.string().nullable(),
      dockType,
      direction: dockDirection,
      lanes: z.array(lane),
      free: z.array(freeStart),
    }),
  ),
  /** Why there is no free start at all; null when there is one. */
  nothingFree: z.enum(["no_docks", "no_hours", "closed_that_day", "past", "full"]).nullable(),
});
export type Availability = z.output<typeof availability>;

const path = "/api/warehouse/docks";
const ofDocks = crud(path, {
  name: "dock",
  record: dock,
  input: dockInput,
  sort: ["sortOrder", "code", "createdAt"],
  filter: {
    locationId: anyOf(z.uuid()),
    status: anyOf(dockStatus),
    direction: anyOf(dockDirection),
    dockType: anyOf(dockType),
  },
  view: "CAN_VIEW_DOCKS",
  edit: "CAN_MANAGE_DOCKS",
});
/** Who stands at a dock, and who should. */
const reads = ["delivery-schedule"] as const;
export const docks = {
  ...ofDocks,
  list: { ...ofDocks.list, reads },
  read: { ...ofDocks.read, reads },
  ...stepRoutes(path, dockFlow, dock),
  availability: route({
    method: "GET",
    path: `${path}/availability`,
    reads: ["delivery-schedule", "dock-downtime", "location"],
    can: "CAN_VIEW_DOCKS",
    summary: "When the docks of a location are free on a day",
    query: z.strictObject({
      locationId: z.uuid(),
      date: plannedDay,
      minutes: z.coerce.number().int().min(5).max(1440).default(60),
      dockId: z.uuid().optional(),
      direction: z.enum(["inbound", "outbound"]).default("inbound"),
      /** A delivery that would move: what it holds now counts as free. */
      movingId: z.uuid().optional(),
    }),
    reply: availability,
  }),
};

export const dockRecord = record({
  entity: "dock",
  table: "docks",
  label: "code",
  personal: { docks: ["out_of_service_reason", "instructions"] },
  notPersonal: { "docks.name": "the name of a thing" },
  states: {
    dock_types: statesOfValues("Dock types", dockType.options),
    dock_statuses: statesOfFlow("Dock statuses", dockFlow),
  },
});
