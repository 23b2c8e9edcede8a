import { z } from "zod";
import { date, instant, route } from "#shared/contract/contract.ts";
import { deliveryScheduleFlow } from "../../../warehouse/delivery-schedules/delivery-schedules.flow.ts";
import { ownDriver } from "../../drivers/drivers.contract.ts";
import { tripFlow } from "../../trips/trips.flow.ts";

/** A truck that comes no later than this after its dock's time, and no earlier than that before it, needs no other plan. */
export const lateMinutes = 15;
export const earlyMinutes = 45;

const text = z.string().nullable();
const minutes = z.number().int();

export const chainOrder = z.object({
  id: z.uuid(),
  number: z.string(),
  vendorName: text,
  /** The first day that is agreed for goods of it that come with this delivery. */
  dueOn: date.nullable(),
  /** Some of them are late: expected, agreed for a day that has passed, and on no truck that is here. */
  isLate: z.boolean(),
});
export const chainSlot = z.object({
  id: z.uuid(),
  version: z.number().int(),
  number: z.string(),
  status: z.enum(deliveryScheduleFlow.states),
  locationName: z.string(),
  dockCode: text,
  plannedStart: instant,
  plannedEnd: instant,
  gateInAt: instant.nullable(),
  /** Its time is only a plan. */
  isPlanned: z.boolean(),
});
export const chainStop = z.object({
  tripId: z.uuid(),
  tripNumber: z.string(),
  tripStatus: z.enum(tripFlow.states),
  /** The first stop is 1. */
  stopNumber: z.number().int(),
  vehicleName: text,
  plannedArrival: instant,
  plannedDeparture: instant,
  /** As its trip was reported last; null once it is there, or does not come. */
  expectedArrival: instant.nullable(),
  arrivedAt: instant.nullable(),
});
export const chainReceipt = z.object({ id: z.uuid(), number: z.string(), status: z.string(), at: instant });

/** One way to bring the dock and the truck together again, with what it touches. */
export const chainWay = z.object({
  kind: z.enum(["same_dock", "other_dock", "trip", "keep"]),
  /** The caller may take it. */
  isAllowed: z.boolean(),
  /** Where and when the dock would be, if that changes. */
  slot: z.object({ dockId: z.uuid(), dockCode: z.string(), plannedStart: instant, plannedEnd: instant }).nullable(),
  /** What its trip would be, if that changes. */
  trip: z
    .object({
      version: z.number().int(),
      vehicleId: z.uuid().nullable(),
      driverId: z.uuid().nullable(),
      plannedStart: instant,
      plannedEnd: instant,
    })
    .nullable(),
  /** When the truck is there, and when it leaves: it waits until its dock is ready. */
  arrival: instant,
  departure: instant,
  /** For how long the truck waits for its dock, or else its dock for the truck. */
  truckWaits: minutes,
  dockWaits: minutes,
  /** The next stop of its trip, if it has one. */
  next: z
    .object({
      stopNumber: minutes,
      /** Its town, or the name of the company's own location. */
      place: z.string(),
      plannedArrival: instant,
      arrival: instant,
      isAfterWindow: z.boolean(),
    })
    .nullable(),
});
export type ChainWay = z.output<typeof chainWay>;

/** What a delivery of the own fleet hangs together with; null is what it has not, or what the caller does not see. */
export const deliveryChain = z.object({
  orders: z.array(chainOrder).nullable(),
  slot: chainSlot.nullable(),
  stop: chainStop.nullable(),
  receipts: z.array(chainReceipt).nullable(),
  /** By how many minutes the truck is expected after its dock's time, or before it; null when one of them is not known. */
  minutesLate: minutes.nullable(),
  /** None while dock and truck fit together. */
  ways: z.array(chainWay),
});
export type DeliveryChain = z.output<typeof deliveryChain>;

export const deliveryChains = {
  chain: route({
    method: "GET",
    path: "/api/fleet/deliveries/:id/chain",
    reads: ["delivery-schedule", "trip", "trip-stop", "receipt", "purchase-order", "dock", "driver", "vehicle"],
    can: ["CAN_VIEW_FLEET_DELIVERIES", ...ownDriver],
    summary:
      "Purchase order, dock slot, trip stop and receipt of a delivery, and how dock and truck could be brought together again",
    reply: deliveryChain,
  }),
};
