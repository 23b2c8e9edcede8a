import { sql, type RawBuilder } from "kysely";
import { fullName } from "#server/db/full-name.ts";
import { plannedByValue } from "#server/db/kysely-over.ts";
import { utc } from "#server/db/utc.ts";
import type { QueryOf } from "#shared/contract/contract.ts";
import type { Ctx } from "#server/http/context.ts";
import { holdsWords } from "#server/records/list.ts";
import { statesIn } from "#server/records/states.ts";
import { duringDays } from "../../driver-absences/absent.server.ts";
import { driverFlow } from "../../drivers/drivers.flow.ts";
import { mayLeave } from "../../vehicles/states/verdict.server.ts";
import { vehicleFlow } from "../../vehicles/vehicles.flow.ts";
import type { tripTimeline } from "./timeline.contract.ts";
import { amongThoseOnTrip, isOnTripThen, isOverdueThen, onTrip } from "./trip-bars.server.ts";

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

/**
 * From when a vehicle was held until it was let go, or is expected to be: the last day counts, nothing ends before now that is
 * open, and one of which no end is expected goes on.
 */
const holds = sql`select tstzrange(h.created_at, coalesce(h.closed_at,
    case when h.expected_end is null then 'infinity'
      else greatest((h.expected_end + 1)::timestamp at time zone day.timezone, now()) end)) as during
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
    name: fullName("t"),
    order: sql`t.last_name`,
    plateNumber: sql`null::text`,
    isHeld: sql`t.status not in (${statesIn(driverFlow, "driving")})`,
    away: awayIn(sql`${booked} union all ${absent}`),
    held: sql`'[]'::json`,
  },
} as const;

interface RowSource {
  /** All of them: from this table, under this condition. */
  readonly table: RawBuilder<unknown>;
  readonly which: RawBuilder<unknown>;
  /** Those of one page and the first of the next, as rows `t`. */
  readonly page: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  /** What is read of a row: its name, its plate, whether it is held, when it is away, and when it was or is held. */
  readonly facts: RawBuilder<unknown>;
  /** What the others ask for who is on a trip in the span of `day`: a part of the same statement's `with`. */
  readonly onTrip: RawBuilder<unknown>;
  /** How the statement begins: a search is planned by its words, and only what the screen asks for has a plan that is kept. */
  readonly planned: RawBuilder<unknown>;
}

const usualLimit = 200;

/**
 * The rows of a timeline `t` in the span of `day`, in their order. Whoever does not see their register is shown those that have
 * a trip in it, as the trips name them.
 */
export async function rowSource(ctx: Ctx, query: QueryOf<typeof tripTimeline.day>): Promise<RowSource> {
  const { rows, q, sort, after, limit } = query;
  const { can, table, isThere, name, order: byName, plateNumber, isHeld, away, held } = kinds[rows];
  const need = sql`case when not ${isOnTripThen} then 3 when ${isOverdueThen} or ${isHeld} then 1 else 2 end`;
  const order = sort === "need" ? sql`${need}, ${byName}` : byName;
  const which = sql.join(
    [
      sql`t.company_id = current_company() and t.archived_at is null and ${isThere}`,
      ...(q ? [await holdsWords(ctx, rows, q)] : []),
      ...(ctx.can(can) ? [] : [amongThoseOnTrip]),
    ],
    sql` and `,
  );
  const isNext = after
    ? sql`and (${order}, t.id) > (select ${order}, t.id from ${table} where t.company_id = current_company() and t.id = ${after})`
    : sql``;
  const part = (among: RawBuilder<unknown>, by: RawBuilder<unknown>) => sql`(select t.* from ${table}
    where ${which} and ${among} ${isNext} order by ${by}, t.id limit ${sql.lit(limit + 1)})`;
  // Of those without a trip, who are most, no more are looked at than are shown.
  const found =
    sort === "need"
      ? sql`(${part(amongThoseOnTrip, order)} union all ${part(sql`not ${isOnTripThen}`, byName)})`
      : part(sql`true`, byName);
  const page = sql`(select t.* from ${found} t order by ${order}, t.id limit ${sql.lit(limit + 1)}) t`;
  const facts = sql`t.id, ${name} as name, ${plateNumber} as plate_number, ${isHeld} as is_held, ${away} as away, ${held} as held`;
  const planned = q || limit !== usualLimit ? plannedByValue : sql``;
  return { table, which, page, order, facts, onTrip: onTrip(rows), planned };
}
