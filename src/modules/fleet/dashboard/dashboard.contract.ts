import { z } from "zod";
import { date, instant, route } from "#shared/contract/contract.ts";
import { actionFlag } from "../driver-phone/driver-actions/driver-actions.contract.ts";
import { fleetDeliveryFlow } from "../deliveries/deliveries.flow.ts";
import { legRemark } from "../trips/legs/legs.contract.ts";
import { tripCheck } from "../trips/guards/trip-check.contract.ts";
import { earlierTrip } from "../trips/trips.contract.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { vehicleAvailability } from "../vehicles/vehicles.contract.ts";

/** How many rows a part shows at most; beside them stands how many there are. */
export const partLimit = 12;
/** How many departures of the next two hours are looked at. */
export const checkedMost = 50;
/** How many deliveries that ask for somebody are counted exactly. */
export const countedDeliveries = 1000;
/** How many days back the share of stops in time looks, and again as many before them. */
export const shareDays = 7;
/** How many minutes after its planned time a stop without a window still counts as in time. */
export const toleranceMinutes = 15;
/** How many vehicles, or drivers, are counted by what they do now. */
export const countedMost = 10_000;

const text = z.string().nullable();
const count = z.number().int();
/** The rows that are shown, and how many there are: exact to 1,000. */
const part = <T extends z.ZodType>(row: T) => z.object({ items: z.array(row), count });
const tripNames = { id: z.uuid(), tripNumber: z.string(), vehicleName: text, driverName: text, driverPhone: text };

/** A stop that is late, or that its trip will reach late as things were reported. */
export const lateStop = z.object({
  ...tripNames,
  stopId: z.uuid(),
  stopName: z.string(),
  /** The end of its window, else when it was planned. */
  dueAt: instant,
  /** By how much it is late by now, or will be. */
  minutes: count,
  isLate: z.boolean(),
  /** How many other stops of its trip are late as well, or will be. */
  others: count,
});
const waitingTrip = z.object({
  ...tripNames,
  plannedStart: instant,
  /** Its driver has said nothing; it has not left though it was to. */
  what: z.enum(["not_acknowledged", "not_left"]),
});
const overrun = z.object({
  ...tripNames,
  plannedEnd: instant,
  /** The trips that count on what it still has. */
  delays: z.array(z.object({ id: z.uuid(), tripNumber: z.string(), plannedStart: instant })),
});
const departure = z.object({
  ...tripNames,
  plannedStart: instant,
  /** Its driver has it already: whoever mends it takes it back first. */
  isDispatched: z.boolean(),
  /** It was given to its driver though something should have kept it. */
  isOverridden: z.boolean(),
  checks: z.array(tripCheck),
  /** What it counts on is still out on these: nobody is refused for that, and it will not leave in time. */
  waitsFor: z.array(earlierTrip),
});
const unsettled = z.object({
  ...tripNames,
  reports: count,
  /** When the oldest of them happened, and why somebody should look at them. */
  oldestAt: instant,
  flags: z.array(actionFlag),
});

const unanswered = z.object({
  ...tripNames,
  state: z.enum(tripFlow.states),
  /** Since when it drives, or drove, so. */
  since: instant,
  remarks: z.array(legRemark),
});

/** A share of a number of things, with the same of the days just before. */
const share = z.object({
  /** Of how many it is the share; 0: there is nothing to say. */
  of: count,
  met: count,
  before: z.object({ of: count, met: count }),
});
const inState = <T extends z.ZodType>(state: T) => z.object({ state, count });

export const tripPart = z.object({
  /** `now`: those of them that are late already. */
  late: part(lateStop).extend({ now: count }),
  waiting: part(waitingTrip),
  overruns: part(overrun),
  /** Trips of which something was reported that did not fit; `reports`: how many things of all trips. */
  unsettled: part(unsettled).extend({ reports: count }),
  /** Trips that drive, or drove, though something should have kept them, and for which nobody who may has answered. */
  unanswered: part(unanswered),
  /**
   * Departures of the next two hours that a guard would refuse now, given to their drivers or not, and that wait for others;
   * `count`: those that would be refused; `checked` of `due` were looked at.
   */
  departures: part(departure).extend({ checked: count, due: count }),
  today: z.array(inState(z.enum(tripFlow.states))),
  onTime: share,
  /** The same, with stops that were skipped or failed counted as missed. */
  withMissed: share,
});
const deliveryNames = {
  id: z.uuid(),
  deliveryNumber: z.string(),
  consigneeName: z.string(),
  place: text,
  attemptNo: count,
  windowStart: instant,
  windowEnd: instant,
};
/** Exact to a thousand; `more`: there are more than that. */
const pile = <T extends z.ZodType>(row: T) => part(row).extend({ more: z.boolean() });
export const deliveryPart = z.object({
  /** Those that no trip has, the window that opens first on top; `late`: of how many of them it is over. */
  waiting: pile(z.object({ ...deliveryNames, isLate: z.boolean() })).extend({ late: count }),
  /** Those that did not get there, and of which nobody has decided what becomes of them. */
  undecided: pile(z.object({ ...deliveryNames, state: z.enum(fleetDeliveryFlow.states), reason: text })),
  /** Those whose trip is over, or has left their stop, and of which nobody has said what became of them. */
  untold: pile(z.object({ ...deliveryNames, tripNumber: text })),
  /** Those whose window opens today, without the cancelled ones. */
  today: z.array(inState(z.enum(fleetDeliveryFlow.states))),
  /** Of those that were tried, the ones that were delivered whole at the first attempt. */
  firstAttempt: share,
});
export const vehiclePart = z.object({
  free: part(z.object({ id: z.uuid(), unitNumber: z.string(), plateNumber: text, typeName: z.string() })),
  now: z.array(inState(vehicleAvailability)),
  /** There are more vehicles than are counted. */
  more: z.boolean(),
});
export const driverState = z.enum(["on_trip", "not_available", "blocked", "booked", "free"]);
export const driverPart = z.object({
  free: part(z.object({ id: z.uuid(), name: z.string(), phone: text })),
  now: z.array(inState(driverState)),
  /** How many of them are at work: on duty, driving or on a break. */
  onDuty: count,
  more: z.boolean(),
});
export const paperPart = z.object({
  ending: part(
    z.object({
      id: z.uuid(),
      typeName: z.string(),
      /** Whose it is. */
      about: text,
      expiresOn: date,
      isOver: z.boolean(),
      blocksDispatch: z.boolean(),
    }),
  ),
  /** Verified papers with an end that no verified renewal follows: how many there are, and how many of them have not ended. */
  inOrder: z.object({ of: count, met: count }),
});

/** What a dispatcher looks at every minute. What somebody may not see is not in it. */
export const fleetDashboardReply = z.object({
  now: instant,
  timezone: z.string(),
  today: date,
  trips: tripPart.nullable(),
  deliveries: deliveryPart.nullable(),
  vehicles: vehiclePart.nullable(),
  drivers: driverPart.nullable(),
  papers: paperPart.nullable(),
});
export type FleetDashboardReply = z.output<typeof fleetDashboardReply>;

export const fleetDashboard = {
  read: route({
    method: "GET",
    path: "/api/fleet/dashboard",
    reads: [
      "trip",
      "trip-stop",
      "delivery",
      "driver-action",
      "vehicle",
      "vehicle-hold",
      "driver",
      "driver-absence",
      "driver-licence",
      "document",
      "asset",
      "asset-load",
      "document-type",
    ],
    can: ["CAN_VIEW_TRIPS", "CAN_VIEW_VEHICLES", "CAN_VIEW_DRIVERS", "CAN_VIEW_DOCUMENTS"],
    summary: "What of the fleet needs somebody now, and its numbers, as far as planned and reported times tell",
    reply: fleetDashboardReply,
  }),
};
