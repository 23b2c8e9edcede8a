import { sql, type RawBuilder } from "kysely";
import { utc } from "#server/db/utc.ts";
import type { QueryOf } from "#shared/contract/contract.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { duringDays } from "../../driver-absences/absent.server.ts";
import { driverFlow } from "../../drivers/drivers.flow.ts";
import { mayLeave } from "../../vehicles/states/verdict.server.ts";
import { vehicleFlow } from "../../vehicles/vehicles.flow.ts";
import type { tripTimeline } from "./timeline.contract.ts";
import { isOnTripThen, isOverdueThen } from "./trip-bars.server.ts";

/** When something is taken for what is no trip, as much of it as lies within the span of `day`. Why is nobody's business who plans. */
const awayIn = (spans: ReturnType<typeof sql>) => sql`(select coalesce(json_agg(json_build_object(
    'from', ${utc(sql`greatest(lower(b.during), day.starts)`)}, 'until', ${utc(sql`least(upper(b.during), day.ends)`)})
    order by lower(b.during)), '[]') from (${spans}) b where b.during && tstzrange(day.starts, day.ends))`;
const booked = sql`select k.during from bookings k
  where k.company_id = t.company_id and k.resource_id = t.id and k.active and k.reason <> 'trip'`;
/** An illness books nobody where a trip has their time. */
const absent = sql`select ${duringDays("a", "c")} as during from driver_absences a join companies c on c.id = a.company_id
  where a.company_id = t.company_id and a.driver_id = t.id and a.archived_at is null
    and not exists (select from bookings k where k.company_id = a.company_id and k.subject_id = a.id and k.active)`;

/** From when a vehicle was held until it was let go, or is expected to be: the last day counts, and nothing ends before now that is open. */
const holds = sql`select tstzrange(h.created_at, coalesce(h.closed_at,
    greatest((h.expected_end + 1)::timestamp at time zone day.timezone, now()), 'infinity')) as during
  from vehicle_holds h where h.company_id = t.company_id and h.vehicle_id = t.id and h.created_at < coalesce(h.closed_at, 'infinity')`;

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
    held: awayIn(holds),
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
    held: sql`'[]'::json`,
  },
} as const;

interface RowSource {
  readonly table: RawBuilder<unknown>;
  readonly which: RawBuilder<unknown>;
  readonly isNext: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  /** What is read of a row: its name, its plate, whether it is held, when it is away, and when it was or is held. */
  readonly facts: RawBuilder<unknown>;
}

/**
 * The rows of a timeline `t` in the span of `day`, in their order. Whoever does not see their register is shown those that have
 * a trip in it, as the trips name them.
 */
export function rowSource(ctx: Ctx, query: QueryOf<typeof tripTimeline.day>): RowSource {
  const { rows, q = "", sort, after } = query;
  const { can, table, isThere, name, order: byName, plateNumber, isHeld, away, held } = kinds[rows];
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
  const facts = sql`t.id, ${name} as name, ${plateNumber} as plate_number, ${isHeld} as is_held, ${away} as away, ${held} as held`;
  return { table, which, isNext, order, facts };
}
