import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { lockTaken } from "../bookings/hold-resources.server.ts";
import { tripFlow } from "../trips.flow.ts";

/** Who is on a running trip `o` besides its driver; who was out with another one when it left is only listed there. */
const ridesAlong = (driverId: string | null) => sql`o.id in (select w.trip_id from trip_crew w
  where w.company_id = current_company() and w.driver_id = ${driverId} and not exists (select from trips b
    where b.company_id = o.company_id and b.driver_id = w.driver_id and b.id <> o.id and b.actual_start < o.actual_start
      and coalesce(b.actual_end, 'infinity') > o.actual_start))`;

/**
 * What drives already does not drive a second time, nor hangs behind two vehicles, nor does who rides along elsewhere: 409
 * `still_on_trip`. Who is to ride along and is not back keeps no trip from leaving: it leaves without them. All of it is locked.
 */
export async function mustBeFree(
  ctx: Ctx,
  trip: Pick<RecordOf<"trips">, "id" | "vehicleId" | "driverId">,
): Promise<void> {
  await lockTaken(ctx, trip);
  const { rows } = await sql<{ tripNumber: string }>`select o.trip_number as "tripNumber" from trips o
    where o.company_id = current_company() and o.id <> ${trip.id} and o.status in (${statesIn(tripFlow, "running")})
      and (o.vehicle_id = ${trip.vehicleId} or o.driver_id = ${trip.driverId} or ${ridesAlong(trip.driverId)}
        or o.id in (select x.trip_id from trip_assets x join trip_assets own
          on (own.company_id, own.asset_id) = (x.company_id, x.asset_id)
          where x.company_id = current_company() and own.trip_id = ${trip.id} and own.detached_at is null
            and x.trip_id <> own.trip_id and x.attached_at is not null and x.detached_at is null)) limit 1`.execute(
    ctx.db,
  );
  if (rows[0])
    throw conflict(
      "still_on_trip",
      message("Trip {number} has not ended yet: end that one first.", { number: rows[0].tripNumber }),
      { tripNumber: rows[0].tripNumber },
    );
}
