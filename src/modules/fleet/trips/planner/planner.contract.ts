import { z } from "zod";
import { route } from "#shared/contract/contract.ts";
import { flag } from "#shared/fields/fields.ts";
import { tripCheck, tripLoad } from "../guards/trip-check.contract.ts";
import { tripStopInput } from "../trip-stops/trip-stops.contract.ts";
import { trip, tripInput } from "../trips.contract.ts";

/** How many deliveries are put on a trip in one step. */
export const mostDeliveries = 50;

/** A stop of a trip that is composed; with its id where the trip has it already. */
const plannedStop = tripStopInput.extend({
  /** It is there for deliveries alone: it goes with the last of them. */
  madeForDelivery: flag,
});

/** A trip as it is composed: whole, with the deliveries that it brings. Each has its stops among these, in this order. */
const tripPlan = z.strictObject({
  ...tripInput.shape,
  stops: z.array(plannedStop).max(100).default([]),
  deliveryIds: z
    .array(z.uuid())
    .max(mostDeliveries)
    .refine((ids) => new Set(ids).size === ids.length, "Name each once.")
    .default([]),
});
export type TripPlan = z.output<typeof tripPlan>;

/** The plan of a trip that is there, by whoever saw it in this version. */
const changedPlan = z.strictObject({ ...tripPlan.shape, version: z.number().int().min(1).max(2_000_000_000) });
export type ChangedPlan = z.output<typeof changedPlan>;

const tripPreview = z.object({
  load: tripLoad,
  checks: z.array(tripCheck),
});
export type TripPreview = z.output<typeof tripPreview>;

const path = "/api/fleet/trips/plan";
const ofTrip = "/api/fleet/trips/:id/plan";
const found = {
  method: "POST",
  can: "CAN_PLAN_TRIPS",
  summary: "What a trip would carry and what would keep it from leaving, before it is written; nothing is kept",
  transaction: "none",
  reply: tripPreview,
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
    "delivery-schedule",
  ],
} as const;
export const tripPlanner = {
  create: route({
    method: "POST",
    path,
    can: "CAN_PLAN_TRIPS",
    summary: "Write a trip with its stops, crew, assets and deliveries in one step, and book what it takes",
    body: z.strictObject({
      ...tripPlan.shape,
      /** Nothing is booked yet. */
      isDraft: flag,
    }),
    reply: trip,
  }),
  change: route({
    method: "PUT",
    path: ofTrip,
    can: "CAN_PLAN_TRIPS",
    summary: "Change a trip that has not left in one step: its stops, crew and assets, and which deliveries it brings",
    body: changedPlan,
    reply: trip,
  }),
  preview: route({ ...found, path: `${path}/preview`, body: tripPlan }),
  previewChange: route({ ...found, path: `${ofTrip}/preview`, body: changedPlan }),
};
