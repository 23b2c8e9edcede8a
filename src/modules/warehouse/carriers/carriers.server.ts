import { conflict } from "#shared/contract/problem.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { updateRow, lockById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { carriers } from "./carriers.contract.ts";

const standard = crudHandlers(carriers, { table: "carriers", entity: "carrier", defaultSort: "name" });

export default serve(carriers, {
  ...standard,
  async hold(ctx, req) {
    const carrier = await lockById(ctx.db, "carriers", req.id);
    if (carrier.status === "on_hold") throw conflict("carrier_already_on_hold", "This carrier is already on hold.");
    await updateRow(ctx.db, "carriers", carrier, { status: "on_hold", holdReason: req.body.reason });
    await ctx.emit("carrier.held", carrier, { from: carrier.status, to: "on_hold", reason: req.body.reason });
    return standard.read(ctx, req);
  },
  async activate(ctx, req) {
    const carrier = await lockById(ctx.db, "carriers", req.id);
    if (carrier.status === "active") throw conflict("carrier_already_active", "This carrier is already active.");
    await updateRow(ctx.db, "carriers", carrier, { status: "active", holdReason: null });
    await ctx.emit("carrier.activated", carrier, { from: carrier.status, to: "active" });
    return standard.read(ctx, req);
  },
});
