import { sql } from "kysely";
import { utc } from "#server/db/utc.ts";
import { ownTrips } from "#modules/fleet/deliveries/chain/own-trips.server.ts";
import { openOn, readSite } from "#modules/settings/locations/site.server.ts";
import { invalid, message } from "#shared/contract/problem.ts";
import { stepsFor } from "#shared/flow/flow.ts";
import type { Ctx } from "#server/http/context.ts";
import { camelRow } from "#server/db/names.ts";
import { dayAt, overlaps, wallTime, type Interval } from "#shared/format/wall-time.ts";
import { statesIn } from "#server/records/states.ts";
import { liveStatus } from "../../docks/live-status.server.ts";
import { iso } from "../../docks/free-starts.server.ts";
import { carrierIsHeld, carrierName, mark, punctuality } from "../delivery-record.server.ts";
import type { Board, DeliveryCard } from "../delivery-schedules.contract.ts";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";

/** The docks of a location and what comes to them on one of its days (today, unless told): three statements. */
export async function boardOf(
  ctx: Ctx,
  { locationId: asked, date }: { locationId?: string | undefined; date?: string | undefined },
): Promise<Board> {
  const locationId = asked ?? (await busiestSite(ctx));
  const site = await readSite(ctx.db, locationId);
  const onDate = date ?? wallTime(Date.now(), site.timezone).date;
  const day = dayAt(onDate, site.timezone);
  const docks = await docksOf(ctx, locationId, day);
  const deliveries = await deliveriesOf(ctx, locationId, day);
  const range = ({ from, until }: Interval) => ({ from: iso(from), until: iso(until) });
  return {
    locationId: site.id,
    locationName: site.name,
    locationTimezone: site.timezone,
    date: onDate,
    slotMinutes: site.slotMinutes,
    lateGraceMinutes: site.lateGraceMinutes,
    day: range(day),
    open: openOn(site, [onDate]).map(range),
    closures: site.closures
      .filter((closure) => overlaps(closure, day))
      .map((closure) => ({ ...range(closure), reason: closure.reason })),
    docks: docks.map((dock) => ({ ...dock, deliveries: deliveries.filter(({ dockId }) => dockId === dock.id) })),
    unplaced: deliveries.filter(({ dockId }) => dockId === null),
  };
}

/** Where docks are: the first by name with deliveries today, else that is open today, else at all. */
async function busiestSite(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select l.id from locations l
    cross join lateral (select (now() at time zone l.timezone)::date as today) w
    where l.company_id = current_company() and l.archived_at is null
      and exists (select from docks k
        where k.company_id = l.company_id and k.location_id = l.id and k.archived_at is null)
    order by exists (select from delivery_schedules t where t.company_id = l.company_id and t.location_id = l.id
        and t.archived_at is null and t.status not in (${statesIn(deliveryScheduleFlow, "released")})
        and t.planned_start >= w.today::timestamp at time zone l.timezone
        and t.planned_start < (w.today + 1)::timestamp at time zone l.timezone) desc,
      exists (select from location_hours h where h.company_id = l.company_id and h.location_id = l.id
        and h.day_of_week = extract(dow from w.today)
        and not exists (select from location_closures c where c.company_id = l.company_id and c.location_id = l.id
          and c.starts_at <= (w.today + h.opens_at) at time zone l.timezone
          and c.ends_at >= (w.today + h.closes_at) at time zone l.timezone)) desc,
      l.name, l.id
    limit 1`.execute(ctx.db);
  if (!rows[0]) throw invalid({ locationId: message("Choose one from the list.") });
  return rows[0].id;
}

async function docksOf(
  ctx: Ctx,
  locationId: string,
  day: Interval,
): Promise<Omit<Board["docks"][number], "deliveries">[]> {
  const { rows } = await sql<Omit<Board["docks"][number], "deliveries">>`
    select k.id, k.code, k.name, k.dock_type as "dockType", k.parallel_capacity as "parallelCapacity", k.status,
      ${liveStatus("k")} as "liveStatus",
      (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'from', ${utc("w.starts_at")}, 'until',
        ${utc("w.ends_at")}, 'reason', w.reason) order by w.starts_at), '[]')
        from dock_downtimes w where w.company_id = k.company_id and w.dock_id = k.id and w.archived_at is null
          and w.starts_at < ${iso(day.until)} and w.ends_at > ${iso(day.from)}) as downtimes
    from docks k where k.company_id = current_company() and k.location_id = ${locationId} and k.archived_at is null
    order by k.sort_order, k.code, k.id`.execute(ctx.db);
  return rows;
}

/** It came and has not gone, whatever day it was planned for. */
const isHere = sql`(t.status in (${statesIn(deliveryScheduleFlow, "onSite")}) and t.gate_out_at is null)`;

async function deliveriesOf(ctx: Ctx, locationId: string, day: Interval): Promise<DeliveryCard[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select t.id, t.version, t.number, t.status, t.awaiting_party, t.dock_id, t.lane, t.planned_start, t.planned_end,
      t.occupied_from, t.occupied_until,
      t.gate_in_at, t.docked_at, t.unload_start_at, t.unload_end_at, t.dock_cleared_at, t.gate_out_at, t.dock_changed_at, t.driver_left_at,
        ${punctuality} as punctuality, ${mark} as mark, t.walk_in,
      ${carrierName("t")} as carrier_name, ${carrierIsHeld} as carrier_is_held, t.tractor_plate, t.trailer_number, t.expected_pallets, v.name as vendor_name,
        coalesce(x.line_count, 0) as line_count, coalesce(x.numbers, '{}') as purchase_order_numbers, w.own_trip
    from delivery_schedules t
    left join vendors v on v.company_id = t.company_id and v.id = t.vendor_id
    left join ${ownTrips} w on w.delivery_schedule_id = t.id
    left join lateral (
      select count(*)::int as line_count, array_agg(distinct o.number order by o.number) as numbers
      from delivery_schedule_items s
      join purchase_order_items i on (i.company_id, i.id) = (s.company_id, s.purchase_order_item_id)
      join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
      where s.company_id = t.company_id and s.delivery_schedule_id = t.id
    ) x on true
    where t.company_id = current_company() and t.location_id = ${locationId} and t.archived_at is null
      and t.status not in (${statesIn(deliveryScheduleFlow, "released")})
      and (t.planned_start < ${iso(day.until)} and t.planned_start > ${iso(day.from)}::timestamptz - interval '1 day'
        and t.planned_end > ${iso(day.from)}
        or t.gate_in_at >= ${iso(day.from)} and t.gate_in_at < ${iso(day.until)}
        or ${isHere} and now() >= ${iso(day.from)} and now() < ${iso(day.until)})
    order by t.planned_start, t.lane, t.id`.execute(ctx.db);
  return rows.map((row) => {
    const card = camelRow(row) as Omit<DeliveryCard, "steps">; // exactly the columns above
    return { ...card, steps: stepsFor(deliveryScheduleFlow, card, ctx.user) };
  });
}
