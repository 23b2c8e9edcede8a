import { sql } from "kysely";
import { utc } from "#server/db/utc.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { fleetDeliveryFlow } from "../../deliveries/deliveries.flow.ts";
import { tripStopFlow } from "../trip-stops/trip-stops.flow.ts";
import type { TripNote } from "./trip-check.contract.ts";

/**
 * Deliveries that their stop on a trip is planned to bring outside of their own window, the first of them on top: with several at
 * one stop, each is compared by itself.
 */
export async function tripNotes(ctx: Ctx, tripId: string): Promise<TripNote[]> {
  const { rows } = await sql<TripNote>`
    select case when s.planned_arrival < d.window_start then 'too_early' else 'too_late' end as code, d.id as "deliveryId",
      d.delivery_number as "deliveryNumber", ${utc("s.planned_arrival")} as "plannedArrival",
      ${utc("d.window_start")} as "windowStart", ${utc("d.window_end")} as "windowEnd"
    from fleet_deliveries d join trip_stops s on (s.company_id, s.id) = (d.company_id, d.dropoff_stop_id)
    where d.company_id = current_company() and d.trip_id = ${tripId} and d.status in (${statesIn(fleetDeliveryFlow, "underWay")})
      and s.status in (${statesIn(tripStopFlow, "ahead")}) and s.planned_arrival not between d.window_start and d.window_end
    order by s.position, d.delivery_number limit 50`.execute(ctx.db);
  return rows;
}
