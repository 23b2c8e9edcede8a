import { z } from "zod";
import { date, instant, listTotal, route } from "#shared/contract/contract.ts";
import { pointInTime } from "#shared/fields/fields.ts";
import { tripCheck } from "../guards/trip-check.contract.ts";
import { tripStopFlow } from "../trip-stops/trip-stops.flow.ts";
import { stopKind } from "../trip-stops/stop-kinds.ts";
import { tripFlow } from "../trips.flow.ts";

/** What the rows of a timeline are. */
export const timelineRows = z.enum(["vehicles", "drivers"]);
export type TimelineRows = z.output<typeof timelineRows>;

/** In which order they stand: by their names, or those that need somebody, then those with trips, then the others. */
export const timelineSort = z.enum(["name", "need"]);
/** The order in which the screen opens. */
export const startSort: z.output<typeof timelineSort> = "need";

const timeRange = z.object({ from: instant, until: instant });
const text = z.string().nullable();

/** A trip as it stands on the timeline. */
export const tripBar = z.object({
  id: z.uuid(),
  version: z.number().int(),
  tripNumber: z.string(),
  status: z.enum(tripFlow.states),
  vehicleId: z.uuid().nullable(),
  vehicleName: text,
  driverId: z.uuid().nullable(),
  driverName: text,
  /** Who is on it besides its driver. */
  crewIds: z.array(z.uuid()),
  plannedStart: instant,
  plannedEnd: instant,
  actualStart: instant.nullable(),
  actualEnd: instant.nullable(),
  acknowledgedAt: instant.nullable(),
  isLate: z.boolean(),
  /** When one on the road is back, as things were reported. */
  expectedEnd: instant.nullable(),
  /** Numbers of the trips that wait for what it still has. */
  delays: z.array(z.string()),
  stops: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      kind: stopKind,
      status: z.enum(tripStopFlow.states),
      plannedArrival: instant,
      arrivedAt: instant.nullable(),
    }),
  ),
  /** Whether the caller may give it another time, vehicle or driver now. */
  isMovable: z.boolean(),
});
export type TripBar = z.output<typeof tripBar>;

export const timelineDay = z.object({
  rows: timelineRows,
  date,
  /** The company's; the day is 23 or 25 hours long when its clock changes. */
  timezone: z.string(),
  day: timeRange,
  now: instant,
  items: z.array(
    z.object({
      id: z.uuid(),
      /** What a vehicle or a driver is called. */
      name: z.string(),
      plateNumber: text,
      /** A vehicle that may not leave, a driver who does not drive now. */
      isHeld: z.boolean(),
      /** When it is not available for another reason than a trip; for which is not said. */
      away: z.array(timeRange),
      /** When a vehicle may not leave because somebody holds it, as far as that is known. */
      held: z.array(timeRange),
    }),
  ),
  /** Where the next page begins; null: there is none. */
  nextAfter: z.uuid().nullable(),
  total: listTotal,
  /** What any of these rows does on that day, and drafts that have nothing of the kind yet. */
  trips: z.array(tripBar),
});
export type TimelineDay = z.output<typeof timelineDay>;
export type TimelineRow = TimelineDay["items"][number];

/** A trip as it stands in a week: without its stops. */
export const weekTrip = tripBar.omit({ version: true, stops: true, isMovable: true });
export type WeekTrip = z.output<typeof weekTrip>;

export const timelineWeek = timelineDay.omit({ day: true, trips: true }).extend({
  /** From Monday to Sunday where the company is; one is 23 or 25 hours long when its clock changes. */
  days: z.array(timeRange.extend({ date })),
  trips: z.array(weekTrip),
});
export type TimelineWeek = z.output<typeof timelineWeek>;
export type WeekRow = TimelineWeek["items"][number];

const moveBody = z.strictObject({
  version: z.number().int(),
  vehicleId: z.uuid().nullable(),
  driverId: z.uuid().nullable(),
  plannedStart: pointInTime,
  plannedEnd: pointInTime,
});
/** What would keep a trip from being dispatched that stands where it was moved to, and nobody has answered for. */
const movedChecks = z.object({ checks: z.array(tripCheck) });

const path = "/api/fleet/trips";
/** A day that the server answers for. */
export const timelineDate = date.refine((day) => /^2[01]/.test(day), "Give a date between 2000 and 2199.");
const dayQuery = z.strictObject({
  rows: timelineRows.default("vehicles"),
  /** Today, unless given. */
  date: timelineDate.optional(),
  q: z.string().trim().max(100).optional(),
  sort: timelineSort.default("name"),
  /** The last row of the page before. */
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(200),
});
export const tripTimeline = {
  day: route({
    method: "GET",
    path: `${path}/timeline`,
    reads: [
      "trip-stop",
      "vehicle",
      "vehicle-hold",
      "driver",
      "driver-absence",
      "driver-licence",
      "document",
      "asset",
      "document-type",
    ],
    can: "CAN_VIEW_TRIPS",
    summary: "What vehicles or drivers do on one day of the company, 200 of them at a time",
    query: dayQuery,
    reply: timelineDay,
  }),
  week: route({
    method: "GET",
    path: `${path}/timeline/week`,
    reads: [
      "trip-stop",
      "vehicle",
      "vehicle-hold",
      "driver",
      "driver-absence",
      "driver-licence",
      "document",
      "asset",
      "document-type",
    ],
    can: "CAN_VIEW_TRIPS",
    summary: "What vehicles or drivers do in the week of a day, from Monday to Sunday, 200 of them at a time",
    query: dayQuery,
    reply: timelineWeek,
  }),
  move: route({
    method: "POST",
    path: `${path}/:id/move`,
    can: "CAN_PLAN_TRIPS",
    summary: "Give a trip that has not left another time, vehicle or driver; its stops move along with its start",
    body: moveBody,
    reply: tripBar.extend(movedChecks.shape),
  }),
  previewMove: route({
    method: "POST",
    path: `${path}/:id/move/preview`,
    can: "CAN_PLAN_TRIPS",
    summary: "What would keep a trip from leaving if it was moved so; nothing is kept",
    transaction: "none",
    body: moveBody,
    reply: movedChecks,
  }),
};
