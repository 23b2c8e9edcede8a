import { z } from "zod";
import { instant, numeric } from "#shared/contract/contract.ts";
import { tripFlow } from "../trips.flow.ts";

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
    "asset_not_usable",
    "asset_retired",
    "no_dangerous_goods_certificate",
    "too_heavy",
    "too_large",
    "too_many_pallets",
    "combination_too_heavy",
    "planned_end_past",
    "overlaps_trip",
  ]),
  /** Whom or what it is about, as people call it. */
  about: z.string(),
  /** Whose page tells more. */
  vehicleId: z.uuid().nullable(),
  driverId: z.uuid().nullable(),
  assetId: z.uuid().nullable(),
  deliveryId: z.uuid().nullable(),
  /** What is missing: a class, a document, a reason in somebody's words; or the number of another trip. */
  what: z.string().nullable(),
  /** What there is, and what there may be: of a load. */
  has: numeric.nullable(),
  may: numeric.nullable(),
  /** Nobody overrides this one. */
  isFinal: z.boolean(),
  /** By which it is known again, as much as there is of it: who lets a trip go anyway names what they answer for. */
  key: z.string(),
});
export type TripCheck = z.output<typeof tripCheck>;

/** One of a trip that has not left: who let it go has answered for it, or nobody has. */
export const checkOfTrip = tripCheck.extend({ isAnswered: z.boolean() });
export type CheckOfTrip = z.output<typeof checkOfTrip>;

const { dispatchAnyway, changeVehicleAnyway, changeDriverAnyway, changeAssetAnyway, answerFor } = tripFlow.steps;
/** The events by which somebody with the right to answers for what should keep a trip in the yard. */
export const answeringEvents = [
  dispatchAnyway.done,
  changeVehicleAnyway.done,
  changeDriverAnyway.done,
  changeAssetAnyway.done,
  answerFor.done,
  "deliveryAssignedAnyway",
] as const;
export const tripAnswer = z.object({
  event: z.enum(answeringEvents),
  at: instant,
  byName: z.string().nullable(),
  reason: z.string().nullable(),
});
export type TripAnswer = z.output<typeof tripAnswer>;

const ofLoad: ReadonlySet<TripCheck["code"]> = new Set([
  "too_heavy",
  "too_large",
  "too_many_pallets",
  "combination_too_heavy",
  "no_dangerous_goods_certificate",
]);
/** Whether another load, or another trailer, can make it worse though it is of the whole trip. */
export const isOfLoad = ({ code }: TripCheck): boolean => ofLoad.has(code);

/** What a trip brings at another time than it was agreed: nothing that keeps it from leaving. */
export const tripNote = z.object({
  code: z.enum(["too_early", "too_late"]),
  deliveryId: z.uuid(),
  deliveryNumber: z.string(),
  plannedArrival: instant,
  windowStart: instant,
  windowEnd: instant,
});
export type TripNote = z.output<typeof tripNote>;

/** How much there is of a kind of load, and how much there may be; null where that is not known. */
const loadShare = z.object({
  has: z.number().nullable(),
  /** There is more on it, of which that is not known. */
  isAtLeast: z.boolean(),
  may: z.number().nullable(),
});
/** What a trip is to carry, beside what its vehicle may with what goes along. */
export const tripLoad = z.object({
  kilograms: loadShare,
  cubicMetres: loadShare,
  pallets: loadShare,
  /** Of the vehicle and its trailers, with what they weigh themselves. */
  combinationKilograms: loadShare,
});
export type TripLoad = z.output<typeof tripLoad>;
