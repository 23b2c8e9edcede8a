import { sql } from "kysely";
import type { z } from "zod";
import { fullName } from "#server/db/full-name.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { companyToday } from "../company-today.server.ts";
import { isAbsentDuring } from "../driver-absences/absent.server.ts";
import { holdersOf, lastDocuments } from "../documents/last-documents.server.ts";
import { driverFlow } from "../drivers/drivers.flow.ts";
import { dutiesAtWork } from "../drivers/duties.ts";
import { hasDuty } from "../drivers/duty.server.ts";
import { blockedBy } from "../drivers/valid-on.server.ts";
import { availability } from "../vehicles/states/verdict.server.ts";
import { countedMost, partLimit, type driverPart, type paperPart, type vehiclePart } from "./dashboard.contract.ts";
import { isOnTheRoad } from "../on-the-road.server.ts";

type VehiclePart = z.output<typeof vehiclePart>;
type DriverPart = z.output<typeof driverPart>;
type PaperPart = z.output<typeof paperPart>;

/** Rows of `counted`, by their state, and how many there are at all. */
const byState = sql`(select coalesce(json_agg(json_build_object('state', x.state, 'count', x.count)), '[]') from (
    select c.state, count(*)::int as count from counted c group by c.state order by c.state) x) as now,
  (select count(*)::int from counted) as counted`;
interface Counted<S> {
  readonly now: readonly { state: S; count: number }[];
  readonly counted: number;
}

type CountedVehicles = Counted<VehiclePart["now"][number]["state"]> & Pick<VehiclePart["free"], "items">;
type CountedDrivers = Counted<DriverPart["now"][number]["state"]> &
  Pick<DriverPart["free"], "items"> &
  Pick<DriverPart, "onDuty">;

/** What is counted beyond the most that are is left out, and said so. */
function countsOf<S extends string>({ now, counted }: Counted<S>) {
  return { now: [...now], more: counted > countedMost };
}
const countIn = <S>({ now }: Counted<S>, state: S): number => now.find((one) => one.state === state)?.count ?? 0;

/** Vehicles by what they do now, and some of those that are free for a day: one statement. */
export async function readVehicles(ctx: Ctx): Promise<VehiclePart> {
  const { rows } = await sql<CountedVehicles>`with counted as materialized (
      select t.id, t.unit_number, t.plate_number, t.type_id, ${availability} as state from vehicles t
      where t.company_id = current_company() and t.archived_at is null order by t.unit_number, t.id limit ${countedMost + 1}
    )
    select ${byState}, (select coalesce(json_agg(json_build_object('id', f.id, 'unitNumber', f.unit_number,
        'plateNumber', f.plate_number, 'typeName', f.type_name) order by f.unit_number), '[]') from (
      select c.*, y.name as type_name from counted c
      join vehicle_types y on y.company_id = current_company() and y.id = c.type_id
      where c.state = 'available' order by c.unit_number, c.id limit ${partLimit}) f) as items`.execute(ctx.db);
  const found = rows[0] ?? { now: [], counted: 0, items: [] };
  return { free: { items: found.items, count: countIn(found, "available") }, ...countsOf(found) };
}

const booking = (is: ReturnType<typeof sql>) => sql`exists (select from bookings b
  where b.company_id = t.company_id and b.resource_id = t.id and b.active and ${is})`;
const isOn = sql`(b.during @> now() or (b.standing and lower(b.during) <= now()))`;

/** What somebody does now; of a leave only that they are not available. */
const doing = sql`(case when ${booking(isOnTheRoad)} then 'on_trip'
  when ${booking(sql`b.reason <> 'trip' and ${isOn}`)} or ${isAbsentDuring(sql`tstzrange(now(), now(), '[]')`)} then 'not_available'
  when cardinality(${blockedBy}) > 0 then 'blocked'
  when ${booking(sql`b.during && tstzrange(now(), now() + interval '24 hours')`)}
    or ${isAbsentDuring(sql`tstzrange(now(), now() + interval '24 hours')`)} then 'booked' else 'free' end)`;

/** Drivers by what they do now, and some of those that are free for a day: one statement. */
export async function readDrivers(ctx: Ctx): Promise<DriverPart> {
  const { rows } = await sql<CountedDrivers>`with counted as materialized (
      select t.id, t.first_name, t.last_name, t.phone, ${doing} as state from drivers t
      where t.company_id = current_company() and t.archived_at is null and t.status in (${statesIn(driverFlow, "employed")})
      order by t.last_name, t.id limit ${countedMost + 1}
    )
    select ${byState}, (select count(*)::int from counted t where ${hasDuty(dutiesAtWork)}) as "onDuty",
      (select coalesce(json_agg(json_build_object('id', f.id, 'name', ${fullName("f")},
        'phone', f.phone) order by f.last_name, f.id), '[]') from (
      select c.* from counted c where c.state = 'free' order by c.last_name, c.id limit ${partLimit}) f) as items`.execute(
    ctx.db,
  );
  const found = rows[0] ?? { now: [], counted: 0, items: [], onDuty: 0 };
  const { items, onDuty } = found;
  return { free: { items, count: countIn(found, "free") }, onDuty, ...countsOf(found) };
}

/**
 * Papers that have ended or do within thirty days, the next first, and how many of all are in order: verified ones of the company, and of who and
 * what still drives, that no later one of the same type follows. One statement; confidential ones for whoever sees those.
 */
export async function readPapers(ctx: Ctx): Promise<PaperPart> {
  const sight = ctx.can("CAN_VIEW_DRIVER_PAPERS") ? sql`true` : sql`not t.is_confidential`;
  const { rows } = await sql<{
    items: PaperPart["ending"]["items"];
    count: number;
    of: number;
    met: number;
  }>`with last_ones as materialized (
      select t.id, t.company_id, t.type_id, t.expires_on, t.expires_on < ${companyToday} as is_over,
        t.vehicle_id, t.driver_id, t.asset_id, t.trip_id, t.delivery_id
      from ${lastDocuments(["vehicle", "driver", "company"])} and ${sight}
    ), ending as (
      select t.*, coalesce(v.unit_number, ${fullName("d")}) as about
      from last_ones t ${holdersOf} where t.expires_on <= ${companyToday} + 30
    )
    select (select coalesce(json_agg(json_build_object('id', e.id, 'typeName', e.name, 'about', e.about, 'expiresOn', e.expires_on,
        'isOver', e.is_over, 'blocksDispatch', e.blocks_dispatch) order by e.expires_on, e.id), '[]') from (
      select p.*, k.name, k.blocks_dispatch from ending p
      join document_types k on k.company_id = current_company() and k.id = p.type_id
      order by p.expires_on, p.id limit ${partLimit}) e) as items,
      (select count(*)::int from ending) as count, (select count(*)::int from last_ones) as of,
      (select count(*)::int from last_ones p where not p.is_over) as met`.execute(ctx.db);
  const { items, count, of, met } = rows[0] ?? { items: [], count: 0, of: 0, met: 0 };
  return { ending: { items, count }, inOrder: { of, met } };
}
