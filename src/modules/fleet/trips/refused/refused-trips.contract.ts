import { z } from "zod";
import { anyOf, route } from "#shared/contract/contract.ts";

export const refusedTrips = {
  find: route({
    method: "GET",
    path: "/api/fleet/trips/refused",
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
    ],
    can: "CAN_VIEW_TRIPS",
    summary: "Which of some trips are planned and would not be dispatched as things stand now, 50 of them at most",
    query: z.strictObject({ ids: anyOf(z.uuid()) }),
    reply: z.object({ ids: z.array(z.uuid()) }),
  }),
};
