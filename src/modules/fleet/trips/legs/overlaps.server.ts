import { sql, type RawBuilder } from "kysely";
import { fullName } from "#server/db/full-name.ts";
import { utc } from "#server/db/utc.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { vehicleName } from "../../vehicles/vehicle-name.server.ts";
import { lockTaken } from "../bookings/hold-resources.server.ts";
import { check } from "../guards/check.server.ts";
import { endLegs, isOpenLeg, keepRemarks } from "./legs.server.ts";

/*
 * One vehicle, or one driver, on two trips at the same time by what was told of them: one of the times is wrong, or the vehicle. What
 * was told stays; both trips say so, and the one that was told later waits until a time is corrected or somebody answers for it.
 */

/** Who drove a trip with what, and from when to when; until now, where it goes on. */
const stretchesOf = (trip: "t" | "o") => {
  const of = (column: string) => sql.ref(`${trip}.${column}`);
  const isOfTrip = sql`l.company_id = ${of("company_id")} and l.trip_id = ${of("id")}`;
  const until = (end: RawBuilder<unknown>, begin: RawBuilder<unknown>) =>
    sql`coalesce(${end}, ${of("actual_end")}, greatest(now(), ${begin}))`;
  return sql`(select l.vehicle_id, l.driver_id, l.begins_at, ${until(sql`l.ends_at`, sql`l.begins_at`)} as ends_at
      from trip_legs l where ${isOfTrip}
    union all select ${of("vehicle_id")}, ${of("driver_id")}, ${of("actual_start")}, ${until(of("actual_end"), of("actual_start"))}
      where ${of("actual_start")} is not null and not exists (select from trip_legs l where ${isOfTrip}))`;
};

/** Trips that had a vehicle, or a driver, in a stretch `mine` or close to it: each looked up in an index of its own. */
const near = sql.join(
  (["vehicle_id", "driver_id"] as const).flatMap((key) => [
    sql`select x.id from trips x where x.company_id = t.company_id and ${sql.ref(`x.${key}`)} = ${sql.ref(`mine.${key}`)}
      and x.actual_start is not null and tstzrange(x.actual_start, x.actual_end) && tstzrange(mine.begins_at, mine.ends_at)`,
    sql`select l.trip_id from trip_legs l where l.company_id = t.company_id and ${sql.ref(`l.${key}`)} = ${sql.ref(`mine.${key}`)}
      and tstzrange(l.begins_at, l.ends_at) && tstzrange(mine.begins_at, mine.ends_at)`,
  ]),
  sql` union `,
);

/** Stretches of other trips `o`, each looked up by its key, that are not archived, in which these had the vehicle or the driver of a trip `t`, for more than a minute. */
const overlapping = sql`(select o.id, o.trip_number, span.begins_at, span.ends_at,
    case when theirs.vehicle_id = mine.vehicle_id then mine.vehicle_id end as vehicle_id,
    case when theirs.driver_id = mine.driver_id then mine.driver_id end as driver_id
  from ${stretchesOf("t")} mine cross join lateral (${near}) n
  cross join lateral (select o.* from trips o where o.company_id = t.company_id and o.id = n.id and o.id <> t.id
    and o.archived_at is null offset 0) o
  cross join lateral ${stretchesOf("o")} theirs
  cross join lateral (select greatest(mine.begins_at, theirs.begins_at) as begins_at, least(mine.ends_at, theirs.ends_at) as ends_at) span
  where (theirs.vehicle_id = mine.vehicle_id or theirs.driver_id = mine.driver_id)
    and span.ends_at - span.begins_at > interval '1 minute')`;

const called = sql`concat_ws(', ', (select ${vehicleName("v")} from vehicles v where v.company_id = t.company_id and v.id = x.vehicle_id),
  (select ${fullName("d")} from drivers d where d.company_id = t.company_id and d.id = x.driver_id))`;
/** The same of a trip `t` in words: which trip had what of it, from when to when. */
export const overlaps = sql`(select coalesce(json_agg(json_build_object('id', x.id, 'tripNumber', x.trip_number,
    'from', ${utc("x.begins_at")}, 'until', ${utc("x.ends_at")}, 'what', ${called}) order by x.begins_at, x.id), '[]')
  from ${overlapping} x)`;

interface Overlap {
  readonly id: string;
  readonly tripNumber: string;
  readonly vehicleId: string | null;
  readonly driverId: string | null;
  readonly about: string;
}

/** Keeps what overlaps a trip by the times that were told just now, where the other trip does not tell of it already; what no longer does waits for nobody. */
export async function settleOverlaps(ctx: Ctx, trip: RecordOf<"trips">): Promise<void> {
  await lockTaken(ctx, trip); // of two that are told at once one sees the other
  await dropCorrected(ctx, trip.id);
  const { rows } = await sql<Overlap>`
    select distinct on (x.id) x.id, x.trip_number as "tripNumber", x.vehicle_id as "vehicleId", x.driver_id as "driverId",
      coalesce((select v.unit_number from vehicles v where v.company_id = t.company_id and v.id = x.vehicle_id),
        (select ${fullName("d")} from drivers d where d.company_id = t.company_id and d.id = x.driver_id)) as about
    from trips t cross join lateral ${overlapping} x
    where t.company_id = current_company() and t.id = ${trip.id} and not exists (select from trip_legs l
      where l.company_id = t.company_id and ((l.trip_id = x.id and l.remarks @> ${tellsOf(trip.id)})
        or (l.trip_id = t.id and l.remarks @> jsonb_build_array(jsonb_build_object('otherTripId', x.id)))))
    order by x.id, x.vehicle_id nulls last, x.begins_at`.execute(ctx.db);
  const found = rows.map(({ id, tripNumber, vehicleId, driverId, about }) => ({
    ...check("overlaps_trip", about, {
      ...(vehicleId === null ? { driverId } : { vehicleId }),
      what: tripNumber,
      ref: id,
    }),
    otherTripId: id,
  }));
  await keepRemarks(ctx, trip, found, { isAnswered: false });
  if (found.length > 0 && trip.actualEnd !== null) await endLegs(ctx, trip); // the first leg may have been made for it
}

const tellsOf = (tripId: string) => sql`${JSON.stringify([{ otherTripId: tripId }])}::jsonb`;

/** Nobody answers for what is no longer so, on this trip or on another one that told of it. */
async function dropCorrected(ctx: Ctx, tripId: string): Promise<void> {
  const isSo = sql`exists (select from trips t cross join lateral ${overlapping} x
    where t.company_id = l.company_id and t.id = l.trip_id and x.id = (r->>'otherTripId')::uuid)`;
  await sql`update trip_legs l set remarks = (select coalesce(jsonb_agg(r order by n), '[]')
      from jsonb_array_elements(l.remarks) with ordinality as e(r, n)
      where not (r ? 'otherTripId' and (r->>'isOpen')::boolean) or ${isSo})
    where l.company_id = current_company() and ${isOpenLeg}
      and ((l.trip_id = ${tripId} and l.remarks @> '[{"code": "overlaps_trip"}]') or l.remarks @> ${tellsOf(tripId)})`.execute(
    ctx.db,
  );
}
