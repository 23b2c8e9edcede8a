import { sql, type RawBuilder } from "kysely";
import { fullName } from "#server/db/full-name.ts";
import { utc } from "#server/db/utc.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { expectedEnd } from "../expected-arrivals.server.ts";
import { delays, isLate } from "../trip-facts.server.ts";
import { seesPlaces, stopNameFor } from "../trip-stops/stop-places.server.ts";
import { tripFlow } from "../trips.flow.ts";
import type { TimelineRows, TripBar } from "./timeline.contract.ts";
import { vehicleName } from "../../vehicles/vehicle-name.server.ts";

/** How long before a day a trip may have begun to be looked for; one that runs still is found whenever it did. */
const lookBack = sql`interval '14 days'`;
/** How much earlier than planned one may have left. */
const lookAhead = sql`interval '3 days'`;
const most = 2000;

/** Whose trips are sought, and when: as the statement around knows it. */
interface Sought {
  readonly ids: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly until: RawBuilder<unknown>;
}

/** Trips `x` that reach into a span, by their plan or, once they have ended, in truth. */
const during = ({ from, until }: Sought) => sql`x.company_id = current_company() and x.archived_at is null
  and x.status <> 'cancelled' and least(x.planned_start, x.actual_start) < ${until}
  and case when x.actual_end is not null then x.actual_end when x.status in (${statesIn(tripFlow, "running")})
    then greatest(x.planned_end, now()) else x.planned_end end > ${from}`;

/**
 * Ids of the trips of these vehicles or drivers in a span, each branch by an index of its own: those that began lately, those
 * that run, and drafts of that span which have no vehicle, or no driver, yet.
 */
export function tripIds(rows: TimelineRows, sought: Sought): RawBuilder<unknown> {
  const { ids, from, until } = sought;
  const column = rows === "vehicles" ? "x.vehicle_id" : "x.driver_id";
  const isTheirs = sql`${sql.ref(column)} = any(${ids})`;
  const isRecent = sql`x.planned_start > ${from} - ${lookBack} and x.planned_start < ${until} + ${lookAhead}`;
  const crew = sql`union select x.id from trip_crew w join trips x on (x.company_id, x.id) = (w.company_id, w.trip_id)
    where w.company_id = current_company() and w.driver_id = any(${ids}) and ${isRecent} and ${during(sought)}`;
  return sql`select x.id from trips x where ${isTheirs} and ${isRecent} and ${during(sought)}
    union select x.id from trips x where ${isTheirs} and x.status in (${statesIn(tripFlow, "running")}) and ${during(sought)}
    union select x.id from trips x where x.status = 'draft' and ${sql.ref(column)} is null
      and x.planned_start >= ${from} and x.planned_start < ${until} and ${during(sought)}
    ${rows === "drivers" ? crew : sql``}`;
}

const stops = (isWhole: boolean) => sql`(select coalesce(json_agg(json_build_object('id', s.id,
    'name', coalesce(${stopNameFor(isWhole)}, ''), 'kind', s.kind,
    'status', s.status, 'plannedArrival', ${utc("s.planned_arrival")}, 'arrivedAt', ${utc("s.arrived_at")}) order by s.position), '[]')
  from trip_stops s left join locations l on (l.company_id, l.id) = (s.company_id, s.location_id)
  where s.company_id = t.company_id and s.trip_id = t.id)`;

/** When a trip `t` is back that is on the road; nothing is looked up of any other. */
export const expectedBack = sql`case when t.status in (${statesIn(tripFlow, "running")}) then ${expectedEnd} end`;

/** Trips as they are drawn, whose ids a query finds, by their start. */
async function barsOf(ctx: Ctx, ids: RawBuilder<unknown>): Promise<TripBar[]> {
  const { rows } = await sql<Omit<TripBar, "isMovable">>`
    select t.id, t.version, t.trip_number as "tripNumber", t.status, t.vehicle_id as "vehicleId", t.driver_id as "driverId",
      coalesce(t.vehicle_label, ${vehicleName("v")}) as "vehicleName",
      coalesce(t.driver_label, ${fullName("d")}) as "driverName",
      array(select w.driver_id from trip_crew w where w.company_id = t.company_id and w.trip_id = t.id order by w.position) as "crewIds",
      ${utc("t.planned_start")} as "plannedStart", ${utc("t.planned_end")} as "plannedEnd",
      ${utc("t.actual_start")} as "actualStart", ${utc("t.actual_end")} as "actualEnd",
      ${utc("t.acknowledged_at")} as "acknowledgedAt", ${isLate} as "isLate",
      ${utc(expectedBack)} as "expectedEnd", ${stops(seesPlaces(ctx))} as stops,
      array(select o ->> 'tripNumber' from json_array_elements(${delays}) o) as delays
    from trips t left join vehicles v on (v.company_id, v.id) = (t.company_id, t.vehicle_id)
    left join drivers d on (d.company_id, d.id) = (t.company_id, t.driver_id)
    where t.company_id = current_company() and t.id in (${ids}) order by t.planned_start, t.id limit ${most}`.execute(
    ctx.db,
  );
  const mayPlan = ctx.can("CAN_PLAN_TRIPS");
  return rows.map((bar) => ({ ...bar, isMovable: mayPlan && inGroup(tripFlow, "draftable", bar.status) }));
}

/** The trips of these vehicles or drivers in a span: one statement. */
export const barsDuring = (
  ctx: Ctx,
  rows: TimelineRows,
  ids: readonly string[],
  { from, until }: { readonly from: string; readonly until: string },
): Promise<TripBar[]> =>
  barsOf(
    ctx,
    tripIds(rows, {
      ids: sql`${[...ids]}::uuid[]`,
      from: sql`${from}::timestamptz`,
      until: sql`${until}::timestamptz`,
    }),
  );

/** One trip as it is drawn. */
export async function barOf(ctx: Ctx, id: string): Promise<TripBar> {
  const [bar] = await barsOf(ctx, sql`${id}::uuid`);
  if (!bar) throw new Error("a trip that was written is there");
  return bar;
}

/** `on_trip`: vehicles or drivers that have a trip in a span which the query knows as `day`, and whether one is late to leave or to be back. */
export function onTrip(rows: TimelineRows): RawBuilder<unknown> {
  const id = sql.ref(rows === "vehicles" ? "x.vehicle_id" : "x.driver_id");
  return sql`on_trip as materialized (
      select ${id} as id, bool_or((x.status in (${statesIn(tripFlow, "leaving")}) and x.planned_start < now())
        or (x.status in (${statesIn(tripFlow, "running")}) and x.planned_end < now())) as is_overdue
      from trips x where x.company_id = current_company() and ${id} is not null and x.status <> 'cancelled' and x.archived_at is null
        and x.planned_start < (select ends from day) + ${lookAhead} and x.planned_start > (select starts from day) - ${lookBack}
        and least(x.planned_start, x.actual_start) < (select ends from day)
        and coalesce(x.actual_end, x.planned_end) > (select starts from day) group by ${id}
    )`;
}

/** Whether a vehicle or driver `t` is among those; the second looks them up, where few are wanted of many. */
export const isOnTripThen = sql`t.id in (select o.id from on_trip o)`;
export const amongThoseOnTrip = sql`t.id = any(array(select o.id from on_trip o))`;
/** One that has not left though it was to, or is not back. */
export const isOverdueThen = sql`t.id in (select o.id from on_trip o where o.is_overdue)`;
