import { z } from "zod";
import { route } from "#shared/contract/contract.ts";

/** The lines of deliveries as a file. */
export const fleetDeliveryLines = {
  exportLines: route({
    method: "GET",
    path: "/api/fleet/deliveries/lines/export.csv",
    can: "CAN_VIEW_FLEET_DELIVERIES",
    summary: "The lines of all deliveries that are not archived as CSV, which can be imported again",
    query: z.strictObject({ values: z.enum(["codes", "words"]).optional() }),
    transaction: "none",
    gives: "text/csv",
  }),
};
