import { z } from "zod";
import { instant } from "#shared/contract/contract.ts";

/** The trip of the own fleet that brings a delivery to its dock, or has brought it. */
export const ownTrip = z.object({
  deliveryId: z.uuid(),
  tripNumber: z.string(),
  vehicleName: z.string().nullable(),
  plannedArrival: instant,
  /** As things were reported; null once it is there, or does not come. */
  expectedArrival: instant.nullable(),
  arrivedAt: instant.nullable(),
  departedAt: instant.nullable(),
});
