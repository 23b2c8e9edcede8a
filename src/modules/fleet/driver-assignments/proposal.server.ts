import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#shared/contract/contract.ts";
import { inTheWay } from "#server/bookings/bookings.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { duringDays } from "../driver-absences/absent.server.ts";
import { driverFlow } from "../drivers/drivers.flow.ts";
import { vehicleFlow } from "../vehicles/vehicles.flow.ts";
import { holdsOn } from "./assigned.server.ts";
import type { driverAssignments } from "./driver-assignments.contract.ts";

type Pair = ReplyOf<typeof driverAssignments.proposal>;

/**
 * Vehicle and driver that belong together on the day of the company on which a trip begins. Who is away in its time, or with
 * another trip, is not proposed, nor is such a vehicle.
 */
export async function proposedPair(ctx: Ctx, query: QueryOf<typeof driverAssignments.proposal>): Promise<Pair> {
  const { vehicleId, driverId, from, until, tripId } = query;
  const wanted = vehicleId === undefined ? sql`a.vehicle_id` : sql`a.driver_id`;
  const given = vehicleId === undefined ? sql`a.driver_id = ${driverId}` : sql`a.vehicle_id = ${vehicleId}`;
  const { rows } = await sql<Pair>`
    select a.vehicle_id as "vehicleId", a.driver_id as "driverId"
    from driver_assignments a join companies c on c.id = a.company_id
    join drivers d on (d.company_id, d.id) = (a.company_id, a.driver_id)
    join vehicles v on (v.company_id, v.id) = (a.company_id, a.vehicle_id)
    where a.company_id = current_company() and a.role = 'primary' and ${given}
      and ${holdsOn("a", sql`(${from}::timestamptz at time zone c.timezone)::date`)}
      and d.status in (${statesIn(driverFlow, "employed")}) and v.status not in (${statesIn(vehicleFlow, "over")})
      and not exists (select from ${inTheWay({ from, until }, sql`array[${wanted}]`)} b
        where b.subject_id is distinct from ${tripId ?? null}::uuid)
      and not exists (select from driver_absences x where x.company_id = a.company_id and x.driver_id = a.driver_id
        and x.archived_at is null and ${duringDays("x", "c")} && tstzrange(${from}::timestamptz, ${until}::timestamptz))`.execute(
    ctx.db,
  );
  return rows[0] ?? { vehicleId: null, driverId: null };
}
