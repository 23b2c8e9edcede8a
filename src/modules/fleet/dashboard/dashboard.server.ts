import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { companyToday } from "../company-today.server.ts";
import { fleetDashboard, type FleetDashboardReply } from "./dashboard.contract.ts";
import { readDeliveries } from "./delivery-part.server.ts";
import { readDrivers, readPapers, readVehicles } from "./resource-parts.server.ts";
import { readTrips } from "./trip-part.server.ts";
import { utc } from "#server/db/utc.ts";

/** Each part for whoever may see it; the others are not read at all. */
async function read(ctx: Ctx): Promise<FleetDashboardReply> {
  const { rows } = await sql<Pick<FleetDashboardReply, "now" | "timezone" | "today">>`
    select ${utc(sql`now()`)} as now, c.timezone, ${companyToday}::text as today
    from companies c where c.id = current_company()`.execute(ctx.db);
  const [frame] = rows;
  if (!frame) throw new Error("a company has a zone");
  return {
    ...frame,
    trips: ctx.can("CAN_VIEW_TRIPS") ? await readTrips(ctx) : null,
    deliveries: ctx.can("CAN_VIEW_FLEET_DELIVERIES") ? await readDeliveries(ctx) : null,
    vehicles: ctx.can("CAN_VIEW_VEHICLES") ? await readVehicles(ctx) : null,
    drivers: ctx.can("CAN_VIEW_DRIVERS") ? await readDrivers(ctx) : null,
    papers: ctx.can("CAN_VIEW_DOCUMENTS") ? await readPapers(ctx) : null,
  };
}

export default serve(fleetDashboard, { read: (ctx) => read(ctx) });
