import { route } from "#shared/contract/contract.ts";

/** The lines of open orders as a file. */
export const openOrderLines = {
  exportLines: route({
    method: "GET",
    path: "/api/warehouse/purchase-orders/lines/export.csv",
    can: "CAN_VIEW_PURCHASE_ORDERS",
    summary: "The lines of all open orders as CSV, which can be imported again",
    transaction: "none",
    gives: "text/csv",
  }),
};
