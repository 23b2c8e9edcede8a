import { sql, type RawBuilder } from "kysely";
import { fullName } from "#server/db/full-name.ts";
import { snake } from "#server/db/names.ts";
import { utc } from "#server/db/utc.ts";
import { statesIn } from "#server/records/states.ts";
import { vehicleName } from "../vehicles/vehicle-name.server.ts";
import { expectedArrival, expectedEnd } from "./expected-arrivals.server.ts";
import { instead, stopNameFor } from "./trip-stops/stop-places.server.ts";
import { tripStopFlow } from "./trip-stops/trip-stops.flow.ts";
import { tripFlow } from "./trips.flow.ts";

/** When a stop `s` is late: at the end of its window, else at the time that was planned. */
export const dueAt = sql`coalesce(s.window_end, s.planned_arrival)`;
export const isStopLate = sql`(s.status in (${statesIn(tripStopFlow, "ahead")}) and ${dueAt} < now())`;

/** The first stop of a trip `t` that is late, or will be as things were reported; by its place and how many minutes. */
export const lateStop = sql`(select json_build_object('number', x.position + 1, 'isLate', x.due < now(),
    'minutes', floor(extract(epoch from x.expected - x.due) / 60)::int)
  from (select s.position, ${dueAt} as due, ${expectedArrival} as expected from trip_stops s
    where t.status in (${statesIn(tripFlow, "holding")}) and s.company_id = t.company_id and s.trip_id = t.id
      and s.status in (${statesIn(tripStopFlow, "ahead")})) x
  where x.expected > x.due + interval '1 minute' order by x.due, x.position limit 1)`;

const isLateWith = (hasLateStop: RawBuilder<unknown>) => sql<boolean>`((t.status in (${statesIn(tripFlow, "leaving")})
    and t.planned_start < now())
  or (t.status in (${statesIn(tripFlow, "running")}) and (t.planned_end < now() or ${hasLateStop})))`;

/** A trip `t` that has not left though it was to, that is not back though it was to, or that has not reached a stop in time. */
export const isLate = isLateWith(sql`exists (select from trip_stops s
  where s.company_id = t.company_id and s.trip_id = t.id and ${isStopLate})`);
/** The same of a trip whose way is joined. */
export const isLateOnItsWay = isLateWith(sql`way.is_late`);

/**
 * What the rows of trips `t` show of other records, each joined once: vehicle `v`, driver `d`, whoever dispatched it `u`, and
 * of its stops together the `way`, by the names of places or by their towns alone.
 */
export const rowJoins = (isWhole: boolean) => sql`
  left join vehicles v on v.company_id = t.company_id and v.id = t.vehicle_id
  left join drivers d on d.company_id = t.company_id and d.id = t.driver_id
  left join users u on u.company_id = t.company_id and u.id = t.dispatched_by
  left join lateral (select count(*)::int as stops,
    (count(*) filter (where s.status in (${statesIn(tripStopFlow, "over")})))::int as over,
    array_agg(${stopNameFor(isWhole)} order by s.position) as names, coalesce(bool_or(${isStopLate}), false) as is_late
    from trip_stops s left join locations l on (l.company_id, l.id) = (s.company_id, s.location_id)
    where s.company_id = t.company_id and s.trip_id = t.id) way on true`;

/** The same for a list of them: only what is not over is late, and there is an index of that. */
export const lateOnes = sql`(t.status in (${statesIn(tripFlow, "holding")}) and ${isLate})`;

/** Why a trip `t` is what it is, for who drives it: why it pauses is about whoever drove it then. */
export const reasonForDriver = sql<
  string | null
>`case when t.status not in (${statesIn(tripFlow, "running")}) then t.status_reason end`;

/** Something that the driver of a trip `t` reported did not fit, and nobody has settled it. */
export const hasReportsToSettle = sql<boolean>`exists (select from driver_actions a
  where a.company_id = t.company_id and a.trip_id = t.id and a.status = 'flagged')`;

/** The same for a list of them: found from the few reports that wait. */
export const withReportsToSettle = sql`t.id = any(array(select a.trip_id from driver_actions a
  where a.company_id = current_company() and a.status = 'flagged'))`;

const runs = (trip: "o" | "t") => sql`${sql.ref(`${trip}.status`)} in (${statesIn(tripFlow, "running")})`;
const hasNotLeft = (trip: "o" | "t") => sql`${sql.ref(`${trip}.status`)} in (${statesIn(tripFlow, "leaving")})`;
/** When a trip `t` on the road is back at the earliest, as things were reported: one that is overdue not within half an hour. */
const backAt = sql`case when t.planned_end < now() then greatest(${expectedEnd}, now() + interval '30 minutes')
  else ${expectedEnd} end`;

/** Trips that begin before a trip `t` is back, as planned or late, and count on something that it has on the road. */
export const delays = sql`(select coalesce(json_agg(json_build_object('id', o.id, 'tripNumber', o.trip_number,
    'plannedStart', ${utc("o.planned_start")}) order by o.planned_start), '[]')
  from (select ${backAt} as at where ${runs("t")}) back
  join trips o on o.company_id = t.company_id and o.id <> t.id and ${hasNotLeft("o")} and o.planned_start < back.at
    and exists (select from bookings mine join bookings theirs on (theirs.company_id, theirs.resource_id) = (mine.company_id, mine.resource_id)
      where mine.company_id = t.company_id and mine.subject_id = t.id and mine.active
        and theirs.subject_id = o.id and theirs.active))`;

const called = sql`coalesce((select ${vehicleName("v")} from vehicles v where v.company_id = mine.company_id and v.id = mine.resource_id),
  (select ${fullName("d")} from drivers d where d.company_id = mine.company_id and d.id = mine.resource_id),
  (select a.asset_no from assets a where a.company_id = mine.company_id and a.id = mine.resource_id))`;
/** The same from the other end: trips on the road that have what a trip `t` leaves with, and when that is expected. */
export const waitsFor = sql`(select coalesce(json_agg(json_build_object('id', o.id, 'tripNumber', o.trip_number, 'expectedAt', ${utc("back.expected")},
    'what', w.what) order by o.planned_end), '[]') from trips o join (
      select theirs.subject_id, json_agg(distinct ${called}) as what from bookings mine
      join bookings theirs on (theirs.company_id, theirs.resource_id) = (mine.company_id, mine.resource_id)
      where mine.company_id = t.company_id and mine.subject_id = t.id and mine.active and theirs.active
        and theirs.subject_id <> t.id group by theirs.subject_id) w on w.subject_id = o.id
    cross join lateral (select ${expectedEnd} as expected, ${backAt} as at from (select o.company_id, o.id) out
      join trips t on (t.company_id, t.id) = (out.company_id, out.id) and ${runs("t")}) back
  where o.company_id = t.company_id and ${hasNotLeft("t")} and t.planned_start < back.at)`;

const numbers = { latitude: sql`trim_scale(s.latitude)::text`, longitude: sql`trim_scale(s.longitude)::text` } as const;
const instants = ["plannedArrival", "windowStart", "windowEnd", "enRouteAt", "arrivedAt", "completedAt", "departedAt"];
const plain = [
  "id",
  "status",
  "madeForDelivery",
  "kind",
  "locationId",
  "name",
  "address",
  "serviceMinutes",
  "instructions",
  "outcomeReason",
];
const column = (key: string) => `s.${snake(key)}`;
const values: Readonly<Record<string, RawBuilder<unknown>>> = {
  ...Object.fromEntries(plain.map((key) => [key, sql`${sql.ref(column(key))}`])),
  ...Object.fromEntries(instants.map((key) => [key, utc(column(key))])),
  ...numbers,
};
/** The stops of a trip `t` in their order, each with what is known of it, to whoever sees its place or does not. */
export function stopsOfTrip(isWhole: boolean): RawBuilder<unknown> {
  const shown = Object.entries({ ...values, ...(isWhole ? {} : instead) });
  const pairs = shown.flatMap(([key, value]) => [sql`${sql.lit(key)}::text`, value]);
  return sql`(select coalesce(json_agg(json_build_object(${sql.join(pairs)}, 'locationName', l.name)
    order by s.position), '[]') from trip_stops s left join locations l on (l.company_id, l.id) = (s.company_id, s.location_id)
    where s.company_id = t.company_id and s.trip_id = t.id)`;
}
