import { sql } from "kysely";
import { crudHandlers } from "#server/records/crud.ts";
import { holdHandlers } from "#server/records/holdable.ts";
import { childRows } from "#server/records/child-rows.ts";
import { serve } from "#server/http/serve.ts";
import { statesIn } from "#server/records/states.ts";
import { vendorContact, vendors, vendorRecord } from "./vendors.contract.ts";
import { purchaseOrderFlow } from "../purchase-orders/purchase-orders.flow.ts";
import { vendorFlow } from "./vendors.flow.ts";

const standard = crudHandlers(vendors, {
  record: vendorRecord,
  defaultSort: "name",
  flow: vendorFlow,
  rows: { contacts: childRows("vendor_contacts", "vendor_id", vendorContact) },
  add: {
    openOrders: sql`(select count(*)::int from purchase_orders o
      where o.company_id = t.company_id and o.vendor_id = t.id
      and o.status in (${statesIn(purchaseOrderFlow, "committed")}))`,
  },
});

export default serve(vendors, {
  ...standard,
  ...holdHandlers(vendors, vendorFlow, { record: vendorRecord, read: standard.read }),
});
