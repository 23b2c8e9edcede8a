import { z } from "zod";
import { anyOf, instant, route } from "#shared/contract/contract.ts";
import { pointInTime } from "#shared/fields/fields.ts";

export const fleetKind = z.enum(["vehicle", "driver", "asset"]);
export type FleetKind = z.output<typeof fleetKind>;

/** What has somebody or something in a stretch of time: a trip, or what is nobody's business who plans. */
const taker = z.object({
  tripId: z.uuid().nullable(),
  tripNumber: z.string().nullable(),
  from: instant,
  until: instant,
});

const candidate = z.object({
  id: z.uuid(),
  kind: fleetKind,
  /** As people call it: the unit number, the name, the asset number. */
  name: z.string(),
  /** The plate, the employee number, the type of the asset. */
  about: z.string().nullable(),
  /** Where an asset stands, or the vehicle that it is on, to whoever sees assets. */
  place: z.string().nullable(),
  /** It can be booked for the whole stretch. */
  isFree: z.boolean(),
  /** Nothing keeps it in the yard today: a hold, a licence, a repair. */
  isReady: z.boolean(),
  /** It has left the fleet, or the company. */
  isGone: z.boolean(),
  /** Of what a vehicle was asked to carry, what it cannot, and how much of it it may; null: it can, or that is not known. */
  tooSmall: z.object({ of: z.enum(["kilograms", "pallets"]), may: z.number() }).nullable(),
  /** In whose hands it is then; of a leave only that somebody is not available, within the stretch that was asked for. */
  takenBy: z.array(taker),
});
export type Candidate = z.output<typeof candidate>;

/** What a trip could have for a time. Whatever has left the fleet is not among it, unless somebody tells what has happened. */
export const fleetAvailability = {
  find: route({
    method: "GET",
    path: "/api/fleet/availability",
    reads: [
      "trip",
      "vehicle",
      "vehicle-hold",
      "driver",
      "driver-absence",
      "driver-assignment",
      "asset",
      "document",
      "document-type",
      "driver-licence",
    ],
    can: ["CAN_PLAN_TRIPS", "CAN_DISPATCH_TRIPS"],
    summary:
      "Vehicles, drivers or assets for a stretch of time: the free ones first that fit, of the others which trip has them",
    query: z
      .strictObject({
        kind: fleetKind,
        from: pointInTime,
        until: pointInTime,
        /** The trip that they are for: what it holds itself is free for it. */
        tripId: z.uuid().optional(),
        q: z.string().trim().max(200).optional(),
        /** These alone. */
        ids: anyOf(z.uuid()).optional(),
        /** What a vehicle is to carry by itself, where whoever asks plans trips. */
        kilograms: z.coerce.number().min(0).max(1_000_000).optional(),
        pallets: z.coerce.number().int().min(0).max(10_000).optional(),
        /** Only what is free and ready, what the fleet has, or also what has left it, to whoever sees those records. */
        which: z.enum(["ready", "kept", "all"]).default("kept"),
        limit: z.coerce.number().int().min(1).max(500).default(200),
      })
      .refine(({ from, until }) => Date.parse(until) > Date.parse(from), {
        path: ["until"],
        message: "It ends before it begins.",
      }),
    reply: z.object({ items: z.array(candidate) }),
  }),
};
