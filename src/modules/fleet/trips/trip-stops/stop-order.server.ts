import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { momentOf } from "../true-times.server.ts";
import { tripStopFlow } from "./trip-stops.flow.ts";

type Trip = Pick<RecordOf<"trips">, "id">;

/** A trip that has left a stop, or the yard, heads for the first one that it has not been to. Nothing where it is on its way. */
export async function headForNext(ctx: Ctx, trip: Trip, at: string | null): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update trip_stops s set status = 'en_route', en_route_at = ${momentOf(at)}, version = s.version + 1, updated_at = now()
    where s.company_id = current_company() and s.id = (select n.id from trip_stops n where n.company_id = current_company()
      and n.trip_id = ${trip.id} and n.status = 'pending' order by n.position limit 1)
    and not exists (select from trip_stops o where o.company_id = current_company() and o.trip_id = ${trip.id}
      and o.status in (${statesIn(tripStopFlow, "current")})) returning s.id`.execute(ctx.db);
  await ctx.emit("trip-stop.headedFor", rows, { from: "pending", to: "en_route" });
}

/** What a trip has not reached when it ends, it leaves out, for the reason for which it ended. */
export async function leaveOutStops(ctx: Ctx, trip: Trip & { readonly statusReason: string | null }): Promise<void> {
  await sql`
    update trip_stops s set status = 'skipped', outcome_reason = ${trip.statusReason}, version = s.version + 1, updated_at = now()
    where s.company_id = current_company() and s.trip_id = ${trip.id}
      and s.status not in (${statesIn(tripStopFlow, "over")})`.execute(ctx.db);
}

/** A trip that was cancelled and is driven all the same makes the stops that were left out with it. */
export async function makeStopsAgain(ctx: Ctx, trip: Trip): Promise<void> {
  await sql`
    update trip_stops s set status = 'pending', outcome_reason = null, version = s.version + 1, updated_at = now()
    where s.company_id = current_company() and s.trip_id = ${trip.id} and s.status = 'skipped' and s.arrived_at is null`.execute(
    ctx.db,
  );
}

/** Plans the stops of a trip, and their windows not, so much later or earlier; returns when the last of them is reached. */
export async function moveStops(ctx: Ctx, trip: Trip, byMs: number): Promise<string | null> {
  if (byMs !== 0)
    await sql`
      update trip_stops s set planned_arrival = s.planned_arrival + ${byMs} * interval '1 millisecond',
        version = s.version + 1, updated_at = now()
      where s.company_id = current_company() and s.trip_id = ${trip.id}`.execute(ctx.db);
  const { rows } = await sql<{ last: string | null }>`select max(s.planned_arrival) as last from trip_stops s
    where s.company_id = current_company() and s.trip_id = ${trip.id}`.execute(ctx.db);
  return rows[0]?.last ?? null;
}

/** 409 `stops_open`: each stop is done, failed or skipped before a trip is. */
export async function mustHaveNoOpenStop(ctx: Ctx, trip: Trip): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from trip_stops s
    where s.company_id = current_company() and s.trip_id = ${trip.id}
      and s.status not in (${statesIn(tripStopFlow, "over")})`.execute(ctx.db);
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw conflict(
      "stops_open",
      message("{count, plural, one {One stop is} other {# stops are}} still to be made. Skip what is not needed.", {
        count,
      }),
      { count },
    );
}
