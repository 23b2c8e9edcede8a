import { sql } from "kysely";
import { utc } from "#server/db/utc.ts";
import type { QueryOf } from "#shared/contract/contract.ts";
import type { Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { statesIn } from "#server/records/states.ts";
import { duringDays } from "../../driver-absences/absent.server.ts";
import { driverFlow } from "../../drivers/drivers.flow.ts";
import { mayLeave } from "../../vehicles/states/verdict.server.ts";
import { vehicleFlow } from "../../vehicles/vehicles.flow.ts";
import { moveTrip } from "./move-trip.server.ts";
import { tripTimeline, type TimelineDay, type TimelineRow, type TimelineRows } from "./timeline.contract.ts";
import { barsDuring, isOnTripThen, isOverdueThen } from "./trip-bars.server.ts";

/** When something is taken for what is no trip, as much of it as lies within the day. Why is nobody's business who plans. */
const awayIn = (spans: ReturnType<typeof sql>) => sql`(select coalesce(json_agg(json_build_object(
    'from', ${utc(sql`greatest(lower(b.during), day.starts)`)}, 'until', ${utc(sql`least(upper(b.during), day.ends)`)})
    order by lower(b.during)), '[]') from (${spans}) b where b.during && tstzrange(day.starts, day.ends))`;
const booked = sql`select k.during from bookings k
  where k.company_id = t.company_id and k.resource_id = t.id and k.active and k.reason <> 'trip'`;
/** An illness books nobody where a trip has their time. */
const absent = sql`select ${duringDays("a", "c")} as during from driver_absences a join companies c on c.id = a.company_id
  where a.company_id = t.company_id and a.driver_id = t.id and a.archived_at is null
    and not exists (select from bookings k where k.company_id = a.company_id and k.subject_id = a.id and k.active)`;

/** What differs between the two kinds of rows. */
const kinds = {
  vehicles: {
    can: "CAN_VIEW_VEHICLES",
    table: sql`vehicles t`,
    isThere: sql`t.status not in (${statesIn(vehicleFlow, "over")})`,
    name: sql`t.unit_number`,
    order: sql`t.unit_number`,
    plateNumber: sql`t.plate_number`,
    isHeld: sql`not ${mayLeave}`,
    away: awayIn(booked),
  },
  drivers: {
    can: "CAN_VIEW_DRIVERS",
    table: sql`drivers t`,
    isThere: sql`t.status in (${statesIn(driverFlow, "employed")})`,
    name: sql`t.first_name || ' ' || t.last_name`,
    order: sql`t.last_name`,
    plateNumber: sql`null::text`,
    isHeld: sql`t.status not in (${statesIn(driverFlow, "driving")})`,
    away: awayIn(sql`${booked} union all ${absent}`),
  },
} as const;

type Frame = Omit<TimelineDay, "rows" | "day" | "trips" | "nextAfter" | "total"> & {
  readonly from: string;
  readonly until: string;
  readonly count: number;
};

/**
 * A page of vehicles or drivers and the company's day: one statement. Whoever does not see their register is shown those that
 * have a trip on that day, as the trips name them.
 */
async function frameOf(ctx: Ctx, { rows, date, q = "", sort, after, limit }: QueryOf<typeof tripTimeline.day>) {
  const { can, table, isThere, name, order: byName, plateNumber, isHeld, away } = kinds[rows];
  const need = sql`case when not ${isOnTripThen(rows)} then 3 when ${isOverdueThen(rows)} or ${isHeld} then 1 else 2 end`;
  const order = sort === "need" ? sql`${need}, ${byName}` : byName;
  const words = q.toLowerCase().split(" ").filter(Boolean).slice(0, 6);
  const which = sql.join(
    [
      sql`t.company_id = current_company() and t.archived_at is null and ${isThere}`,
      ...words.map((word) => sql`t.search_text like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`),
      ...(ctx.can(can) ? [] : [isOnTripThen(rows)]),
    ],
    sql` and `,
  );
  const isNext = after
    ? sql`and (${order}, t.id) > (select ${order}, t.id from ${table} where t.company_id = current_company() and t.id = ${after})`
    : sql``;
  const { rows: found } = await sql<Frame>`
    with frame as (
      select c.timezone, coalesce(${date ?? null}::date, (now() at time zone c.timezone)::date) as on_date
      from companies c where c.id = current_company()
    ), day as (
      select f.timezone, f.on_date, f.on_date::timestamp at time zone f.timezone as starts,
        (f.on_date + 1)::timestamp at time zone f.timezone as ends from frame f
    )
    select day.timezone, day.on_date::text as date, ${utc(sql`day.starts`)} as "from", ${utc(sql`day.ends`)} as "until",
      ${utc(sql`now()`)} as now,
      (select count(*)::int from (select from ${table} where ${which} limit 1001) counted) as count,
      (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'plateNumber', p.plate_number, 'isHeld', p.is_held,
          'away', p.away) order by p.place), '[]') from (
        select row_number() over (order by ${order}, t.id) as place, t.id, ${name} as name, ${plateNumber} as plate_number,
          ${isHeld} as is_held, ${away} as away
        from ${table} where ${which} ${isNext} order by ${order}, t.id limit ${limit + 1}) p) as items
    from day`.execute(ctx.db);
  const [frame] = found;
  if (!frame) throw new Error("a company has a zone");
  return frame;
}

/** A day of vehicles or drivers: two statements, however many there are. */
async function dayOf(ctx: Ctx, query: QueryOf<typeof tripTimeline.day>): Promise<TimelineDay> {
  const { from, until, count, items: found, ...frame } = await frameOf(ctx, query);
  const items: TimelineRow[] = found.slice(0, query.limit);
  const rows: TimelineRows = query.rows;
  const span = { from, until };
  return {
    ...frame,
    rows,
    day: span,
    items,
    nextAfter: found.length > query.limit ? (items.at(-1)?.id ?? null) : null,
    total: { count: Math.min(count, 1000), more: count > 1000 },
    trips: await barsDuring(
      ctx,
      rows,
      items.map(({ id }) => id),
      span,
    ),
  };
}

export default serve(tripTimeline, {
  day: (ctx, { query }) => dayOf(ctx, query),
  move: (ctx, { id, body }) => moveTrip(ctx, id, body),
});
