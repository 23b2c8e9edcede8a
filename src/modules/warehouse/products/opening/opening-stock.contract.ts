import { route } from "#shared/contract/contract.ts";

/** What lay in the bins when the company began with Waybill, as a file. */
export const openingStock = {
  exportOpening: route({
    method: "GET",
    path: "/api/warehouse/products/opening-stock/export.csv",
    can: "CAN_VIEW_PRODUCTS",
    summary: "What lay in the bins at the beginning as CSV, which can be imported again",
    transaction: "none",
    gives: "text/csv",
  }),
};
