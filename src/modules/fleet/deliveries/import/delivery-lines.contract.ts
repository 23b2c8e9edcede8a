import { route } from "#shared/contract/contract.ts";

/** The lines of deliveries as a file. */
export const fleetDeliveryLines = {
  exportLines: route({
    method: "GET",
    path: "/api/fleet/deliveries/lines/export.csv",
    can: "CAN_VIEW_FLEET_DELIVERIES",
    summary: "The lines of all deliveries that are not archived as CSV, which can be imported again",
    transaction: "none",
    gives: "text/csv",
  }),
};
