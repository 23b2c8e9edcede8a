import { z } from "zod";
import { instant, numeric, route } from "#shared/contract/contract.ts";
import { fleetDelivery, requiredProof } from "../deliveries.contract.ts";
import { fleetDeliveryFlow } from "../deliveries.flow.ts";

const text = z.string().nullable();

/** What a consignee sees of their delivery: their own stop, and of the trip only how many come before it. */
export const followedDelivery = z.object({
  id: z.uuid(),
  deliveryNumber: z.string(),
  status: z.enum(fleetDeliveryFlow.states),
  companyName: z.string(),
  companyPhone: text,
  timezone: z.string(),
  consigneeName: z.string(),
  address: text,
  windowStart: instant,
  windowEnd: instant,
  /** When the trip with it left. */
  leftAt: instant.nullable(),
  /** How many stops of its trip come before theirs and are not over. */
  stopsBefore: z.number().int().nullable(),
  /** When it is there by what was reported; null once it is, or is not brought there. */
  expectedAt: instant.nullable(),
  arrivedAt: instant.nullable(),
  outcomeAt: instant.nullable(),
  failureReason: text,
  receivedBy: text,
  proofsRequired: z.array(requiredProof),
  lines: z.array(
    z.object({
      id: z.uuid(),
      code: text,
      description: z.string(),
      unit: z.string(),
      plannedQuantity: numeric,
      deliveredQuantity: numeric,
      damagedQuantity: numeric,
      reason: text,
    }),
  ),
  /** Until when this page can be opened. */
  linkExpiresAt: instant,
});
export type FollowedDelivery = z.output<typeof followedDelivery>;

export const consigneeLinks = {
  view: route({
    method: "GET",
    path: "/api/links/fleet-deliveries/:id",
    can: "link:fd.follow",
    summary: "A delivery as its consignee sees it",
    reply: followedDelivery,
  }),
  share: route({
    method: "POST",
    path: "/api/fleet/deliveries/:id/share",
    can: ["CAN_EDIT_FLEET_DELIVERIES", "CAN_DISPATCH_TRIPS"],
    summary: "Mail the consignee a link by which they follow their delivery until three days after its window",
    reply: fleetDelivery,
  }),
};
