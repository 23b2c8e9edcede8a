import { z } from "zod";
import { anyOf, between, crud, instant, numeric, route, saved, stepRoutes, yesNo } from "#shared/contract/contract.ts";
import { decimal, flag, notes, pointInTime, wholeNumber } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";
import { statesOfFlow } from "#shared/flow/state-list.ts";
import { ownDriver } from "../drivers/drivers.contract.ts";
import { stopOfTrip, tripStopInput } from "./trip-stops/trip-stops.contract.ts";
import { tripFlow } from "./trips.flow.ts";

export const tripPurpose = z.enum(["business", "private"]);
export const crewRole = z.enum(["co_driver", "helper"]);

export const crewInput = z.object({ driverId: z.uuid(), role: crewRole.default("co_driver") });

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
  /** What is to be on it at most at once. */
  loadKg: decimal(3, { min: 0, max: 10_000_000 }).nullable().default(null),
  loadM3: decimal(3, { min: 0, max: 100_000 }).nullable().default(null),
  loadPallets: wholeNumber(0, 1000).nullable().default(null),
  hasDangerousGoods: flag,
  purpose: tripPurpose.default("business"),
  notes,
});

/** What keeps a trip from being dispatched. */
export const tripCheck = z.object({
  code: z.enum([
    "vehicle_held",
    "vehicle_retired",
    "vehicle_document_ends",
    "driver_not_active",
    "driver_left",
    "driver_not_available",
    "licence_missing",
    "licence_ends",
    "document_missing",
    "no_dangerous_goods_certificate",
    "too_heavy",
    "too_large",
    "too_many_pallets",
  ]),
  /** Whom or what it is about, as people call it. */
  about: z.string(),
  /** Whose page tells more. */
  vehicleId: z.uuid().nullable(),
  driverId: z.uuid().nullable(),
  /** What is missing: a class, a document, a reason in somebody's words. */
  what: z.string().nullable(),
  /** What there is, and what there may be: of a load. */
  has: numeric.nullable(),
  may: numeric.nullable(),
  /** Nobody overrides this one. */
  isFinal: z.boolean(),
});
export type TripCheck = z.output<typeof tripCheck>;

/** Another trip that counts on what a late one holds. */
const nextTrip = z.object({ id: z.uuid(), tripNumber: z.string(), plannedStart: instant });

const text = z.string().nullable();
export const trip = saved(tripInput, {
  stops: z.array(stopOfTrip),
  /** The crew by their names. */
  people: z.array(z.object({ driverId: z.uuid(), driverName: z.string(), role: crewRole })),
  tripNumber: z.string(),
  status: z.enum(tripFlow.states),
  statusReason: text,
  /** As they were called when it was dispatched; as they are called now before that. */
  vehicleName: text,
  driverName: text,
  driverPhone: text,
  actualStart: instant.nullable(),
  actualEnd: instant.nullable(),
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
  /** It runs longer than it was planned, and others count on its vehicle or its people. */
  delays: z.array(nextTrip),
  steps: z.array(z.string()),
});
export type Trip = z.output<typeof trip>;

const path = "/api/fleet/trips";
const everybody = ["CAN_VIEW_TRIPS", ...ownDriver] as const;
export const trips = {
  ...crud(path, {
    name: "trip",
    record: trip,
    input: tripInput,
    sort: ["plannedStart", "tripNumber", "createdAt"],
    defaultSort: "-plannedStart",
    filter: {
      status: anyOf(z.enum(tripFlow.states)),
      vehicleId: anyOf(z.uuid()),
      driverId: anyOf(z.uuid()),
      plannedStart: between(),
      isLate: yesNo(),
      purpose: anyOf(tripPurpose),
    },
    view: everybody,
    edit: "CAN_PLAN_TRIPS",
  }),
  ...stepRoutes(path, tripFlow, trip),
  checks: route({
    method: "GET",
    path: `${path}/:id/checks`,
    can: "CAN_VIEW_TRIPS",
    summary: "What keeps a trip from being dispatched, as it is now",
    reply: z.object({ items: z.array(tripCheck) }),
  }),
  swapVehicles: route({
    method: "POST",
    path: `${path}/:id/swap-vehicles`,
    can: "CAN_PLAN_TRIPS",
    summary: "Two planned trips exchange their vehicles, in one step",
    body: z.strictObject({ withTripId: z.uuid() }),
    reply: trip,
  }),
};

export const tripRecord = record({
  entity: "trip",
  table: "trips",
  label: "trip_number",
  own: { can: ownDriver, column: "driver_id", of: "drivers" },
  files: { view: ["CAN_VIEW_TRIPS", ...ownDriver], edit: ["CAN_PLAN_TRIPS", "CAN_DISPATCH_TRIPS"] },
  personal: { trips: ["driver_label", "status_reason", "override_reason", "notes"] },
  states: { trip_statuses: statesOfFlow("States of trips", tripFlow) },
});
