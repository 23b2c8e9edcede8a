import { sql } from "kysely";
import { fullName } from "#server/db/full-name.ts";
import { utc } from "#server/db/utc.ts";
import type { z } from "zod";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { checksOfTrips } from "../trips/guards/trip-checks.server.ts";
import { behind } from "../trips/expected-arrivals.server.ts";
import { isOpenLeg, remarksOf } from "../trips/legs/legs.server.ts";
import { delays, dueAt, waitsFor } from "../trips/trip-facts.server.ts";
import { seesPlaces, stopNameFor } from "../trips/trip-stops/stop-places.server.ts";
import { tripStopFlow } from "../trips/trip-stops/trip-stops.flow.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { checkedMost, partLimit, shareDays, toleranceMinutes, type tripPart } from "./dashboard.contract.ts";

type TripPart = z.output<typeof tripPart>;

const names = sql`t.id, t.trip_number as "tripNumber",
  coalesce(t.vehicle_label, (select v.unit_number from vehicles v where v.company_id = t.company_id and v.id = t.vehicle_id)) as "vehicleName",
  coalesce(t.driver_label, ${fullName("d")}) as "driverName", d.phone as "driverPhone"`;
const driver = sql`left join drivers d on (d.company_id, d.id) = (t.company_id, t.driver_id)`;
const running = sql`t.status in (${statesIn(tripFlow, "running")})`;

/**
 * Of each trip that was to leave, or has left, the stop that is late first, the worst trip on top. A stop that is ahead is not
 * reached before now, whether or not somebody reported anything; what comes after it is as much later, with the time that is
 * planned at each stop between them.
 */
async function lateStops(ctx: Ctx): Promise<TripPart["late"]> {
  const { rows } = await sql<TripPart["late"]["items"][number] & { total: number; lateNow: number }>`
    with behind as materialized (
      select t.*, ${behind} as behind from trips t where t.company_id = current_company() and t.archived_at is null
        and (${running} or (t.status in (${statesIn(tripFlow, "leaving")}) and t.planned_start < now()))
    ), ahead as (
      select t.id as trip_id, s.id, s.position, coalesce(${stopNameFor(seesPlaces(ctx))}, '') as name, ${dueAt} as due,
        s.planned_arrival + greatest(t.behind, max(now() - s.planned_arrival) over (partition by t.id order by s.position)) as expected
      from behind t join trip_stops s on (s.company_id, s.trip_id) = (t.company_id, t.id)
        and s.status in (${statesIn(tripStopFlow, "ahead")})
      left join locations l on (l.company_id, l.id) = (s.company_id, s.location_id)
    ), stops as (
      select distinct on (a.trip_id) a.*, (count(*) over (partition by a.trip_id) - 1)::int as others
      from ahead a where a.expected > a.due + interval '1 minute' order by a.trip_id, a.due, a.position
    )
    select ${names}, x.id as "stopId", x.name as "stopName", ${utc(sql`x.due`)} as "dueAt", x.due < now() as "isLate", x.others,
      (extract(epoch from x.expected - x.due) / 60)::int as minutes, count(*) over ()::int as total,
      (count(*) filter (where x.due < now()) over ())::int as "lateNow"
    from stops x join behind t on t.id = x.trip_id ${driver}
    order by x.expected - x.due desc, t.id limit ${partLimit}`.execute(ctx.db);
  return { items: rows, count: rows[0]?.total ?? 0, now: rows[0]?.lateNow ?? 0 };
}

/** Trips whose driver has said nothing for a quarter of an hour, and those that were to leave and have not. */
async function waitingTrips(ctx: Ctx): Promise<TripPart["waiting"]> {
  const { rows } = await sql<TripPart["waiting"]["items"][number] & { total: number }>`
    select ${names}, ${utc(sql`t.planned_start`)} as "plannedStart", count(*) over ()::int as total,
      case when t.planned_start < now() then 'not_left' else 'not_acknowledged' end as what
    from trips t ${driver} where t.company_id = current_company() and t.archived_at is null
      and t.status in (${statesIn(tripFlow, "leaving")}) and (t.planned_start < now()
        or (t.acknowledged_at is null and t.dispatched_at < now() - interval '15 minutes'))
    order by t.planned_start, t.id limit ${partLimit}`.execute(ctx.db);
  return { items: rows, count: rows[0]?.total ?? 0 };
}

/** Trips that are not back, and that others wait for. */
async function overruns(ctx: Ctx): Promise<TripPart["overruns"]> {
  const { rows } = await sql<TripPart["overruns"]["items"][number] & { total: number }>`
    select ${names}, ${utc(sql`t.planned_end`)} as "plannedEnd", x.delays, count(*) over ()::int as total
    from trips t ${driver} cross join lateral (select ${delays} as delays) x
    where t.company_id = current_company() and ${running} and json_array_length(x.delays) > 0
    order by t.planned_end, t.id limit ${partLimit}`.execute(ctx.db);
  return { items: rows, count: rows[0]?.total ?? 0 };
}

/** Trips of which their drivers reported what did not fit, the one that waits longest first. Settled is that on the trip's page. */
async function unsettled(ctx: Ctx): Promise<TripPart["unsettled"]> {
  const { rows } = await sql<TripPart["unsettled"]["items"][number] & { total: number; all: number }>`
    with open as (
      select a.trip_id, count(*)::int as reports, min(a.happened_at) as oldest,
        array(select distinct f from driver_actions o, unnest(o.flags) f
          where o.company_id = current_company() and o.trip_id = a.trip_id and o.status = 'flagged' order by f) as flags
      from driver_actions a where a.company_id = current_company() and a.status = 'flagged' group by a.trip_id
    )
    select ${names}, x.reports, ${utc(sql`x.oldest`)} as "oldestAt", x.flags, count(*) over ()::int as total,
      (sum(x.reports) over ())::int as all
    from open x join trips t on t.company_id = current_company() and t.id = x.trip_id ${driver}
    order by x.oldest, t.id limit ${partLimit}`.execute(ctx.db);
  return { items: rows, count: rows[0]?.total ?? 0, reports: rows[0]?.all ?? 0 };
}

/** Trips that drive, or drove, though something should have kept them, the oldest first. Answered for is that on the trip's page. */
async function unanswered(ctx: Ctx): Promise<TripPart["unanswered"]> {
  const { rows } = await sql<TripPart["unanswered"]["items"][number] & { total: number }>`
    with open as (
      select l.trip_id, min(l.begins_at) as since, jsonb_agg(r order by l.begins_at) as remarks from trip_legs l
      cross join lateral jsonb_array_elements(${remarksOf}) r
      where l.company_id = current_company() and ${isOpenLeg} and (r->>'isOpen')::boolean group by l.trip_id
    )
    select ${names}, t.status as state, ${utc(sql`x.since`)} as since, x.remarks, count(*) over ()::int as total
    from open x join trips t on t.company_id = current_company() and t.id = x.trip_id ${driver}
    order by x.since, t.id limit ${partLimit}`.execute(ctx.db);
  return { items: rows, count: rows[0]?.total ?? 0 };
}

/** Departures of the next two hours, looked at as they would be if they were dispatched now: those that are given away, too. */
async function departures(ctx: Ctx): Promise<TripPart["departures"]> {
  const { rows } = await sql<Omit<TripPart["departures"]["items"][number], "checks"> & { total: number }>`
    select ${names}, ${utc(sql`t.planned_start`)} as "plannedStart", t.status = 'dispatched' as "isDispatched",
      t.override_reason is not null as "isOverridden", ${waitsFor} as "waitsFor", count(*) over ()::int as total
    from trips t ${driver} where t.company_id = current_company() and t.archived_at is null
      and t.status in (${statesIn(tripFlow, "leaving")})
      and t.planned_start < now() + interval '2 hours' and t.planned_start > now() - interval '1 day'
    order by t.planned_start, t.id limit ${checkedMost}`.execute(ctx.db);
  const checks = await checksOfTrips(
    ctx,
    rows.map(({ id }) => id),
  );
  const told = rows
    .map(({ total: _total, ...trip }) => ({ ...trip, checks: checks.get(trip.id) ?? [] }))
    .filter((trip) => trip.checks.length > 0 || trip.waitsFor.length > 0);
  return {
    items: told.slice(0, partLimit),
    count: told.filter((trip) => trip.checks.length > 0).length,
    checked: rows.length,
    due: rows[0]?.total ?? 0,
  };
}

/** The trips that leave, or were to leave, on the company's day, and those on the road, whenever they left; by what has become of them. */
async function tripsToday(ctx: Ctx): Promise<TripPart["today"]> {
  // The bounds are values of their own: compared with columns of another table, they would not be looked up in an index.
  const { rows } = await sql<TripPart["today"][number]>`with day as materialized (
      select (now() at time zone c.timezone)::date::timestamp at time zone c.timezone as starts,
        ((now() at time zone c.timezone)::date + 1)::timestamp at time zone c.timezone as ends
      from companies c where c.id = current_company()
    )
    select t.status as state, count(*)::int as count from trips t
    where t.company_id = current_company() and t.archived_at is null
      and (${running} or (t.planned_start >= (select starts from day) and t.planned_start < (select ends from day)))
    group by t.status order by t.status`.execute(ctx.db);
  return rows;
}

/**
 * Of the stops that were planned in these days, those that were reached in time: of all that were reached, and of all that
 * are over. Two spans of days beside each other.
 */
async function shares(ctx: Ctx): Promise<Pick<TripPart, "onTime" | "withMissed">> {
  const span = sql`${shareDays} * interval '1 day'`;
  const missed = sql`s.status in (${statesIn(tripStopFlow, "failed")})`;
  const inTime = sql`s.arrived_at <= coalesce(s.window_end, s.planned_arrival + ${toleranceMinutes} * interval '1 minute')`;
  const { rows } = await sql<{ isBefore: boolean; reached: number; inTime: number; over: number; met: number }>`
    select s.planned_arrival < now() - ${span} as "isBefore", count(s.arrived_at)::int as reached,
      count(*) filter (where ${inTime})::int as "inTime", count(*)::int as over,
      count(*) filter (where ${inTime} and not ${missed})::int as met
    from trip_stops s where s.company_id = current_company() and s.planned_arrival < now()
      and s.planned_arrival >= now() - 2 * ${span} and (s.arrived_at is not null or ${missed})
    group by 1`.execute(ctx.db);
  const of = (isBefore: boolean) =>
    rows.find((row) => row.isBefore === isBefore) ?? { reached: 0, inTime: 0, over: 0, met: 0 };
  const [now, before] = [of(false), of(true)];
  return {
    onTime: { of: now.reached, met: now.inTime, before: { of: before.reached, met: before.inTime } },
    withMissed: { of: now.over, met: now.met, before: { of: before.over, met: before.met } },
  };
}

/** What trips ask of a dispatcher now: eleven statements, however many there are. */
export async function readTrips(ctx: Ctx): Promise<TripPart> {
  return {
    late: await lateStops(ctx),
    waiting: await waitingTrips(ctx),
    overruns: await overruns(ctx),
    unsettled: await unsettled(ctx),
    unanswered: await unanswered(ctx),
    departures: await departures(ctx),
    today: await tripsToday(ctx),
    ...(await shares(ctx)),
  };
}
