import { sql } from "kysely";
import { fullName } from "#server/db/full-name.ts";
import { utc } from "#server/db/utc.ts";
import type { QueryOf } from "#shared/contract/contract.ts";
import type { Ctx } from "#server/http/context.ts";
import { delays, isLate } from "../../trip-facts.server.ts";
import { rowSource } from "../row-source.server.ts";
import type { TimelineWeek, tripTimeline } from "../timeline.contract.ts";
import { expectedBack, tripIds } from "../trip-bars.server.ts";
import { vehicleName } from "../../../vehicles/vehicle-name.server.ts";

/** Of 200 rows and seven days. */
const most = 6000;

type Found = Omit<TimelineWeek, "rows" | "nextAfter" | "total"> & { readonly count: number };

/** The week of a day, from Monday to Sunday where the company is: one statement, and one more for a search. */
export async function weekOf(ctx: Ctx, query: QueryOf<typeof tripTimeline.week>): Promise<TimelineWeek> {
  const { rows, date, limit } = query;
  const { table, which, page, order, facts, onTrip, planned } = await rowSource(ctx, query);
  const shown = {
    ids: sql`array(select p.id from page p where p.place <= ${limit})`,
    from: sql`(select w.starts from day w)`,
    until: sql`(select w.ends from day w)`,
  };
  const startOf = (days: number | ReturnType<typeof sql>) =>
    sql`(w.monday + ${days})::timestamp at time zone w.timezone`;
  const { rows: found } = await sql<Found>`${planned}
    with asked as (
      select c.timezone, coalesce(${date ?? null}::date, (now() at time zone c.timezone)::date) as on_date
      from companies c where c.id = current_company()
    ), monday as (
      select a.timezone, a.on_date, date_trunc('week', a.on_date::timestamp)::date as monday from asked a
    ), day as materialized (
      select w.*, ${startOf(sql`0`)} as starts, ${startOf(sql`7`)} as ends from monday w
    ), ${onTrip}, page as materialized (
      select row_number() over (order by ${order}, t.id) as place, ${facts} from ${page} cross join day
    )
    select w.timezone, w.on_date::text as date, ${utc(sql`now()`)} as now,
      (select json_agg(json_build_object('date', w.monday + n, 'from', ${utc(startOf(sql`n`))},
        'until', ${utc(startOf(sql`n + 1`))}) order by n) from generate_series(0, 6) n) as days,
      (select count(*)::int from (select from ${table} where ${which} limit 1001) counted) as count,
      (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'plateNumber', p.plate_number,
          'isHeld', p.is_held, 'away', p.away, 'held', p.held) order by p.place), '[]') from page p) as items,
      (select coalesce(json_agg(json_build_object('id', t.id, 'tripNumber', t.trip_number, 'status', t.status,
          'vehicleId', t.vehicle_id, 'driverId', t.driver_id,
          'vehicleName', coalesce(t.vehicle_label, nullif(${vehicleName("v")}, '')),
          'driverName', coalesce(t.driver_label, ${fullName("d")}),
          'crewIds', array(select c.driver_id from trip_crew c where c.company_id = t.company_id and c.trip_id = t.id
            order by c.position),
          'plannedStart', ${utc("t.planned_start")}, 'plannedEnd', ${utc("t.planned_end")},
          'actualStart', ${utc("t.actual_start")}, 'actualEnd', ${utc("t.actual_end")},
          'acknowledgedAt', ${utc("t.acknowledged_at")}, 'isLate', ${isLate}, 'expectedEnd', ${utc(expectedBack)},
          'delays', array(select o ->> 'tripNumber' from json_array_elements(${delays}) o)) order by t.planned_start, t.id), '[]')
        from (select x.* from trips x where x.company_id = current_company() and x.id in (${tripIds(rows, shown)})
          order by x.planned_start, x.id limit ${most}) t
        left join vehicles v on (v.company_id, v.id) = (t.company_id, t.vehicle_id)
        left join drivers d on (d.company_id, d.id) = (t.company_id, t.driver_id)) as trips
    from day w`.execute(ctx.db);
  const [week] = found;
  if (!week) throw new Error("a company has a zone");
  const { count, items: read, ...rest } = week;
  const items = read.slice(0, limit);
  return {
    ...rest,
    rows,
    items,
    nextAfter: read.length > limit ? (items.at(-1)?.id ?? null) : null,
    total: { count: Math.min(count, 1000), more: count > 1000 },
  };
}
