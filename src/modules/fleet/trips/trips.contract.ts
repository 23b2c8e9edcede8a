import { z } from "zod";
import { anyOf, between, crud, instant, route, saved, stepRoutes, yesNo } from "#shared/contract/contract.ts";
import { decimal, flag, notes, pointInTime, version, wholeNumber } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";
import { statesOfFlow } from "#shared/flow/state-list.ts";
import { ownDriver } from "../drivers/drivers.contract.ts";
import { tripLeg, tripPause } from "./legs/legs.contract.ts";
import { assetOfTrip } from "./trip-assets/trip-assets.contract.ts";
import { tripMeter } from "./meters/trip-meters.contract.ts";
import { checkOfTrip, tripAnswer, tripNote, tripLoad } from "./guards/trip-check.contract.ts";
import { stopOfTrip, tripStopInput } from "./trip-stops/trip-stops.contract.ts";
import { tripFlow } from "./trips.flow.ts";

export const tripPurpose = z.enum(["business", "private"]);
export const crewRole = z.enum(["co_driver", "helper"]);

export const crewInput = z.object({ driverId: z.uuid(), role: crewRole.default("co_driver") });
export const tripAssetInput = z.object({ assetId: z.uuid() });

const reference = z.uuid().nullable().default(null);
export const tripInput = z.object({
  vehicleId: reference,
  driverId: reference,
  plannedStart: pointInTime,
  plannedEnd: pointInTime,
  stops: z.array(tripStopInput).max(100).default([]),
  /** Who is on it besides its driver. */
  crew: z
    .array(crewInput)
    .max(6)
    .refine((crew) => new Set(crew.map(({ driverId }) => driverId)).size === crew.length, "Name each once.")
    .default([]),
  /** Trailers, containers and equipment that go along. */
  assets: z
    .array(tripAssetInput)
    .max(10)
    .refine((assets) => new Set(assets.map(({ assetId }) => assetId)).size === assets.length, "Name each once.")
    .default([]),
  /** What is to be on it at most at once. */
  loadKg: decimal(3, { min: 0, max: 10_000_000 }).nullable().default(null),
  loadM3: decimal(3, { min: 0, max: 100_000 }).nullable().default(null),
  loadPallets: wholeNumber(0, 1000).nullable().default(null),
  hasDangerousGoods: flag,
  purpose: tripPurpose.default("business"),
  notes,
});

/** Another trip that counts on what a late one holds. */
const nextTrip = z.object({ id: z.uuid(), tripNumber: z.string(), plannedStart: instant });

/** Another trip that has on the road what one is to leave with. */
export const earlierTrip = z.object({
  id: z.uuid(),
  tripNumber: z.string(),
  /** When it is back, as things were reported. */
  expectedAt: instant,
  /** The vehicle, the people and the assets, as they are called. */
  what: z.array(z.string()),
});

/** Another trip that had its vehicle or its driver at the same time, by what was told of both. */
const overlap = z.object({
  id: z.uuid(),
  tripNumber: z.string(),
  from: instant,
  until: instant,
  /** The vehicle, the driver, or both, as they are called. */
  what: z.string(),
});

const text = z.string().nullable();

export const trip = saved(tripInput, {
  stops: z.array(stopOfTrip),
  /** The crew by their names. */
  people: z.array(z.object({ driverId: z.uuid(), driverName: z.string(), role: crewRole })),
  /** What goes along, and what was left on the way. */
  attached: z.array(assetOfTrip),
  /** The same in one line. */
  assetNumbers: text,
  /** Who drove what until when, where that changed on the road. */
  legs: z.array(tripLeg),
  /** When it stood still, and why. */
  pauses: z.array(tripPause),
  /** What the meters of its vehicles showed, in the order in which they drove. */
  meters: z.array(tripMeter),
  /** How far it drove by its odometers; null while it is not over, and where one of them is not known at both ends. */
  distanceKm: text,
  tripNumber: z.string(),
  status: z.enum(tripFlow.states),
  statusReason: text,
  /** As they were called when it was dispatched; as they are called now before that. */
  vehicleName: text,
  driverName: text,
  driverPhone: text,
  actualStart: instant.nullable(),
  actualEnd: instant.nullable(),
  /** When it was said to be over. */
  closedAt: instant.nullable(),
  dispatchedAt: instant.nullable(),
  dispatchedByName: text,
  overrideReason: text,
  acknowledgedAt: instant.nullable(),
  stopCount: z.number().int(),
  stopsOver: z.number().int(),
  firstStopName: text,
  lastStopName: text,
  /** A stop was to be reached by now, or it has not left though it was to. */
  isLate: z.boolean(),
  /** Its driver reported something that did not fit, and nobody has settled it. */
  hasReportsToSettle: z.boolean(),
  /** It drives, or drove, though something should have kept it, and nobody who may has answered for it. */
  isUnanswered: z.boolean(),
  /** Who has answered for what should have kept it, when and why. */
  answers: z.array(tripAnswer),
  /** It runs longer than it was planned, and others count on its vehicle or its people. */
  delays: z.array(nextTrip),
  /** It has not left, and what it counts on is still out on these. */
  waitsFor: z.array(earlierTrip),
  /** When its vehicle or its driver was on another trip as well: one of the times is not right. */
  overlaps: z.array(overlap),
  /** By how much it is later than planned on the road, as things were reported; below zero it is earlier. */
  minutesLate: z.number().int().nullable(),
  /** The first stop that is reached after its window, or else after its planned time: it is late already, or will be as things were reported. */
  lateStop: z.object({ number: z.number().int(), minutes: z.number().int(), isLate: z.boolean() }).nullable(),
  steps: z.array(z.string()),
});
export type Trip = z.output<typeof trip>;

/** A trip in a list: without its parts, of which there may be many. */
const tripRow = trip.omit({
  stops: true,
  crew: true,
  people: true,
  assets: true,
  attached: true,
  legs: true,
  pauses: true,
  meters: true,
  delays: true,
  waitsFor: true,
  overlaps: true,
  answers: true,
  minutesLate: true,
  lateStop: true,
});
export type TripRow = z.output<typeof tripRow>;

const path = "/api/fleet/trips";
const everybody = ["CAN_VIEW_TRIPS", ...ownDriver] as const;
export const trips = {
  ...crud(path, {
    name: "trip",
    record: trip,
    row: tripRow,
    input: tripInput,
    sort: ["plannedStart", "tripNumber", "createdAt"],
    defaultSort: "-plannedStart",
    filter: {
      status: anyOf(z.enum(tripFlow.states)),
      vehicleId: anyOf(z.uuid()),
      driverId: anyOf(z.uuid()),
      assetId: anyOf(z.uuid()),
      plannedStart: between(),
      isLate: yesNo(),
      hasReportsToSettle: yesNo(),
      isUnanswered: yesNo(),
      purpose: anyOf(tripPurpose),
    },
    view: everybody,
    edit: "CAN_PLAN_TRIPS",
  }),
  ...stepRoutes(path, tripFlow, trip),
  checks: route({
    method: "GET",
    path: `${path}/:id/checks`,
    reads: [
      "vehicle",
      "vehicle-hold",
      "driver",
      "driver-absence",
      "driver-licence",
      "asset",
      "asset-load",
      "document",
      "document-type",
      "delivery",
      "trip-stop",
      "driver-action",
      "meter-reading",
    ],
    can: "CAN_VIEW_TRIPS",
    summary:
      "What keeps a trip from being dispatched, as it is now, and what it would bring outside of the agreed window",
    reply: z.object({ items: z.array(checkOfTrip), notes: z.array(tripNote) }),
  }),
  load: route({
    method: "GET",
    path: `${path}/:id/load`,
    reads: [
      "vehicle",
      "asset",
      "asset-load",
      "delivery",
      "document",
      "document-type",
      "driver",
      "driver-action",
      "meter-reading",
      "trip-stop",
      "vehicle-hold",
    ],
    can: "CAN_VIEW_TRIPS",
    summary: "What a trip is to carry, beside what its vehicle may with what goes along",
    reply: tripLoad,
  }),
  swapVehicles: route({
    method: "POST",
    path: `${path}/:id/swap-vehicles`,
    can: "CAN_PLAN_TRIPS",
    summary: "Two planned trips exchange their vehicles, in one step",
    body: z.strictObject({ withTripId: z.uuid(), version, withVersion: version }),
    reply: trip,
  }),
};

/** Fields of which the history says that they were changed, and not from what to what: stops name consignees, who are forgotten. */
export const untold: readonly string[] = ["stops"];

export const tripRecord = record({
  entity: "trip",
  table: "trips",
  label: "trip_number",
  own: {
    can: ownDriver,
    column: "driver_id",
    of: "drivers",
    sharedBy: { table: "trip_crew", record: "trip_id", person: "driver_id" },
  },
  files: { view: ["CAN_VIEW_TRIPS", ...ownDriver], edit: ["CAN_PLAN_TRIPS", "CAN_DISPATCH_TRIPS"] },
  personal: {
    trips: ["driver_label", "status_reason", "override_reason", "notes"],
    trip_assets: ["reason"],
    trip_legs: ["driver_label", "reason", "remarks"],
    trip_pauses: ["reason"],
  },
  notPersonal: { "trips.answered_checks": "kinds of checks and ids, without anybody's words" },
  states: { trip_statuses: statesOfFlow("States of trips", tripFlow) },
});
