import { sql } from "kysely";
import { vehicleName } from "../../vehicles/vehicle-name.server.ts";

/*
 * What a trip drove is not kept: it follows from what its meters showed at both of its ends, so that a reading that is
 * corrected corrects it, too.
 */

/** The stretches of a trip `t` that one vehicle drove without a break. */
const stretches = sql`(
  select t.vehicle_id, coalesce(t.vehicle_label, '') as called, t.actual_start as begins_at
    where not exists (select from trip_legs l where l.company_id = t.company_id and l.trip_id = t.id)
  union all
  select l.vehicle_id, l.vehicle_label, l.begins_at
    from (select l.*, lag(l.vehicle_id) over (order by l.begins_at) as one_before from trip_legs l
      where l.company_id = t.company_id and l.trip_id = t.id) l where l.vehicle_id is distinct from l.one_before)`;

/** What the meters showed for a trip `t`, each in the stretch, by number, that a start before it began. */
const told = sql`(select m.vehicle_id, m.meter, m.source, m.value, m.read_at, m.id,
    count(*) filter (where m.source = 'trip_start') over (partition by m.vehicle_id order by m.read_at, m.id) as stretch
  from meter_readings m where m.company_id = t.company_id and m.source_id = t.id
    and m.source in ('trip_start', 'trip_end') and m.voided_at is null)`;

/** What was driven in a stretch that both ends are known of, in metres or seconds. */
const driven = sql`(select b.vehicle_id, b.meter, e.value - b.value as amount from ${told} b
  cross join lateral (select x.value, x.read_at from ${told} x where x.vehicle_id = b.vehicle_id and x.meter = b.meter
    and x.stretch = b.stretch and x.source = 'trip_end' order by x.read_at desc, x.id desc limit 1) e
  where b.source = 'trip_start' and not exists (select from meter_readings r where r.company_id = t.company_id
    and r.vehicle_id = b.vehicle_id and r.meter = b.meter and r.voided_at is null and r.is_replacement
    and r.read_at > b.read_at and r.read_at <= e.read_at))`;

const inUnit = sql`case v.meter_unit when 'mi' then 1609.344 when 'h' then 3600 else 1000 end`;
const shown = (value: unknown) => sql`trim_scale(round(${value} / ${inUnit}, 1))::text`;
const at = (source: "trip_start" | "trip_end") => sql`(select ${shown(sql`x.value`)} from ${told} x
  where x.vehicle_id = s.vehicle_id and x.source = ${sql.lit(source)}
  order by x.read_at ${source === "trip_start" ? sql`asc` : sql`desc`} limit 1)`;

/** What the meters of a trip `t` that has left showed, vehicle by vehicle in the order in which they drove. */
export const tripMeters = sql`(select coalesce(json_agg(json_build_object('vehicleId', s.vehicle_id,
    'vehicleName', coalesce(nullif(s.called, ''), ${vehicleName("v")}), 'unit', v.meter_unit, 'start', ${at("trip_start")},
    'end', ${at("trip_end")}, 'driven', (select case when count(*) = s.stretches then ${shown(sql`sum(x.amount)`)} end
      from ${driven} x where x.vehicle_id = s.vehicle_id)) order by s.begins_at), '[]')
  from (select x.vehicle_id, min(x.called) as called, min(x.begins_at) as begins_at, count(*) as stretches
    from ${stretches} x group by x.vehicle_id) s
  join vehicles v on v.company_id = t.company_id and v.id = s.vehicle_id where t.actual_start is not null)`;

/** How far a trip `t` that is over drove by its odometers, in kilometres; null where one of them is not known at both ends. */
export const distanceKm = sql<string | null>`(case when t.actual_end is not null then (
  select case when count(*) = (select count(*) from ${stretches} x)
    then trim_scale(round(sum(x.amount) / 1000, 1))::text end
  from ${driven} x where x.meter = 'odometer') end)`;
