import { sql } from "kysely";
import { conflict } from "#shared/contract/problem.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { updateRow, lockById } from "#server/records/records.ts";
import { childRows } from "#server/records/child-rows.ts";
import { serve } from "#server/http/serve.ts";
import { statesIn } from "#server/records/states.ts";
import { vendorContact, vendors } from "./vendors.contract.ts";
import { purchaseOrderFlow } from "../purchase-orders/purchase-orders.flow.ts";

const standard = crudHandlers(vendors, {
  table: "vendors",
  entity: "vendor",
  defaultSort: "name",
  rows: { contacts: childRows("vendor_contacts", "vendor_id", vendorContact) },
  add: {
    openOrders: sql`(select count(*)::int from purchase_orders o
      where o.company_id = t.company_id and o.vendor_id = t.id
      and o.status in (${statesIn(purchaseOrderFlow, "committed")}))`,
  },
});

export default serve(vendors, {
  ...standard,
  async hold(ctx, req) {
    const vendor = await lockById(ctx.db, "vendors", req.id);
    if (vendor.status === "on_hold") throw conflict("vendor_already_on_hold", "This vendor is already on hold.");
    await updateRow(ctx.db, "vendors", vendor, { status: "on_hold", holdReason: req.body.reason });
    await ctx.emit("vendor.held", vendor, { from: vendor.status, to: "on_hold", reason: req.body.reason });
    return standard.read(ctx, req);
  },
  async activate(ctx, req) {
    const vendor = await lockById(ctx.db, "vendors", req.id);
    if (vendor.status === "active") throw conflict("vendor_already_active", "This vendor is already active.");
    await updateRow(ctx.db, "vendors", vendor, { status: "active", holdReason: null });
    await ctx.emit("vendor.activated", vendor, { from: vendor.status, to: "active" });
    return standard.read(ctx, req);
  },
});
