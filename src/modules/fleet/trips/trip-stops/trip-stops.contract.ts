import { z } from "zod";
import { anyOf, between, crud, instant, saved, stepRoutes } from "#shared/contract/contract.ts";
import { decimal, line, notes, pointInTime, wholeNumber } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";
import { stopKind } from "./stop-kinds.ts";
import { tripStopFlow } from "./trip-stops.flow.ts";

const moment = pointInTime.nullable().default(null);

export const tripStopInput = z.object({
  /** Of a stop that the trip has already: it stays the same one. */
  id: z.uuid().optional(),
  kind: stopKind.default("dropoff"),
  /** One of the company's own locations; or else an address. */
  locationId: z.uuid().nullable().default(null),
  /** Whom or what it is for, where it is no location of the company's. */
  name: line(120),
  address: line(300),
  latitude: decimal(6, { min: -90, max: 90 }).nullable().default(null),
  longitude: decimal(6, { min: -180, max: 180 }).nullable().default(null),
  plannedArrival: pointInTime,
  windowStart: moment,
  windowEnd: moment,
  serviceMinutes: wholeNumber(0, 1440).default(30),
  instructions: notes,
});

/** What is known of a stop beyond its plan. */
const stopState = {
  id: z.uuid(),
  status: z.enum(tripStopFlow.states),
  /** It is there for deliveries alone: it goes with the last of them. */
  madeForDelivery: z.boolean(),
  locationName: z.string().nullable(),
  enRouteAt: instant.nullable(),
  arrivedAt: instant.nullable(),
  completedAt: instant.nullable(),
  departedAt: instant.nullable(),
  outcomeReason: z.string().nullable(),
};

export const tripStop = saved(tripStopInput, {
  ...stopState,
  tripId: z.uuid(),
  tripNumber: z.string(),
  /** When its trip was to leave and to be back, and when it did and was. */
  tripPlannedStart: instant,
  tripPlannedEnd: instant,
  tripActualStart: instant.nullable(),
  tripActualEnd: instant.nullable(),
  position: z.number().int(),
  /** The same as people count. */
  number: z.number().int(),
  isTripRunning: z.boolean(),
  /** It was to be reached by now, and is not. */
  isLate: z.boolean(),
  /** When it will be reached, as things were reported; of a trip that is planned or on the road, until somebody is there. */
  expectedArrival: instant.nullable(),
  /** By then it will be later than was planned, or than its window is open. */
  isExpectedLate: z.boolean(),
  /** By how much it is or will be late, as the head of its trip tells of the first one, or by how much it was reached after its window; null where it was not. */
  minutesLate: z.number().int().nullable(),
  /** It is done, and of all that was to be brought there nothing was handed over. */
  isInVain: z.boolean(),
  steps: z.array(z.string()),
});
export type TripStop = z.output<typeof tripStop>;

/** As it stands on its trip. */
export const stopOfTrip = tripStop.omit({
  version: true,
  createdAt: true,
  updatedAt: true,
  archivedAt: true,
  abilities: true,
  tripId: true,
  tripNumber: true,
  tripPlannedStart: true,
  tripPlannedEnd: true,
  tripActualStart: true,
  tripActualEnd: true,
  position: true,
  number: true,
  isTripRunning: true,
  isLate: true,
  expectedArrival: true,
  isExpectedLate: true,
  minutesLate: true,
  isInVain: true,
  steps: true,
});

const path = "/api/fleet/trip-stops";
export const allTripStops = crud(path, {
  name: "trip stop",
  record: tripStop,
  input: tripStopInput,
  sort: ["plannedArrival", "createdAt"],
  filter: {
    tripId: anyOf(z.uuid()),
    locationId: anyOf(z.uuid()),
    status: anyOf(z.enum(tripStopFlow.states)),
    kind: anyOf(stopKind),
    plannedArrival: between(),
  },
  view: "CAN_VIEW_TRIPS",
  edit: "CAN_PLAN_TRIPS",
});
const { list, exportCsv, read, history } = allTripStops;

/** Stops are planned with their trip, and reported one by one. */
export const tripStops = { list, exportCsv, read, history, ...stepRoutes(path, tripStopFlow, tripStop) };

export const tripStopRecord = record({
  entity: "trip-stop",
  table: "trip_stops",
  label: ["name", "address"],
  personal: { trip_stops: ["name", "address", "instructions", "outcome_reason"] },
});
