import { z } from "zod";
import { instant } from "#shared/contract/contract.ts";
import { tripCheck } from "../guards/trip-check.contract.ts";

/** What was not in order, in the words of a check; open until somebody with the right to has answered for it. */
export const legRemark = tripCheck
  .pick({ code: true, about: true, what: true, has: true, may: true })
  .extend({ isOpen: z.boolean() });

/** A stretch of a trip with one vehicle and one driver. */
export const tripLeg = z.object({
  id: z.uuid(),
  vehicleId: z.uuid(),
  driverId: z.uuid(),
  /** As they were called then. */
  vehicleName: z.string(),
  driverName: z.string(),
  beginsAt: instant,
  /** Of the last one nothing until the trip ends. */
  endsAt: instant.nullable(),
  reason: z.string().nullable(),
  /** What was not in order with the one that took over. */
  remarks: z.array(legRemark),
});
export type TripLeg = z.output<typeof tripLeg>;

/** A time for which a trip stood still; of the last one no end until it goes on. */
export const tripPause = z.object({ beginsAt: instant, endsAt: instant.nullable(), reason: z.string().nullable() });
export type TripPause = z.output<typeof tripPause>;
