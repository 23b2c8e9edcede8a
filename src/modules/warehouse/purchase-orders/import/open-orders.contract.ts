import { z } from "zod";
import { route } from "#shared/contract/contract.ts";

/** The lines of open orders as a file. */
export const openOrderLines = {
  exportLines: route({
    method: "GET",
    path: "/api/warehouse/purchase-orders/lines/export.csv",
    can: "CAN_VIEW_PURCHASE_ORDERS",
    summary: "The lines of all open orders as CSV, which can be imported again",
    query: z.strictObject({ values: z.enum(["codes", "words"]).optional() }),
    transaction: "none",
    gives: "text/csv",
  }),
};
