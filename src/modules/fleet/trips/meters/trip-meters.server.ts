import { sql } from "kysely";
import { vehicleName } from "../../vehicles/vehicle-name.server.ts";

/*
 * What a trip drove is not kept: it follows from what its meters showed at both of its ends, so that a reading that is
 * corrected corrects it, too.
 */

/** What the meters showed for a trip `t`, in the stretches that each a start began; of a stretch its first and its last figure. */
const stretches = sql`(select r.vehicle_id, r.meter, min(r.value) filter (where r.source = 'trip_start') as began_with,
    max(r.value) filter (where r.source = 'trip_end') as ended_with, min(r.read_at) as begins_at, max(r.read_at) as ends_at
  from (select m.vehicle_id, m.meter, m.source, m.value, m.read_at,
      count(*) filter (where m.source = 'trip_start') over (partition by m.vehicle_id order by m.read_at, m.id) as stretch
    from meter_readings m where m.company_id = t.company_id and m.source_id = t.id
      and m.source in ('trip_start', 'trip_end') and m.voided_at is null) r
  group by r.vehicle_id, r.meter, r.stretch)`;

/** Another meter was put in on a stretch `x` of a trip `t`. */
const isReplaced = sql`exists (select from meter_readings p where p.company_id = t.company_id and p.vehicle_id = x.vehicle_id
  and p.meter = x.meter and p.voided_at is null and p.is_replacement and p.read_at > x.begins_at and p.read_at <= x.ends_at)`;

/** What was driven on a stretch `x`, in metres or seconds; null where one of its ends is not known. */
const amount = sql`(case when not ${isReplaced} then x.ended_with - x.began_with end)`;

/** How often a trip `t` went on with another vehicle, and each time with which, and since when. */
const changes = sql`(select l.vehicle_id, l.vehicle_label, l.begins_at from (select l.*, lag(l.vehicle_id) over (order by l.begins_at) as one_before
    from trip_legs l where l.company_id = t.company_id and l.trip_id = t.id) l where l.vehicle_id is distinct from l.one_before)`;

/** How far a trip `t` that is over drove by its odometers, in kilometres; null where one of them is not known at both ends. */
export const distanceKm = sql<string | null>`(case when t.actual_end is not null then (
  select case when count(${amount}) = greatest(1, (select count(*) from ${changes} c)) and count(${amount}) = count(*)
    then trim_scale(round(sum(${amount}) / 1000, 1))::text end
  from ${stretches} x where x.meter = 'odometer') end)`;

const inUnit = sql`case v.meter_unit when 'mi' then 1609.344 when 'h' then 3600 else 1000 end`;
const shown = (value: unknown) => sql`trim_scale(round(${value} / ${inUnit}, 1))::text`;

/** What the meters of a trip `t` that has left showed, vehicle by vehicle in the order in which they drove. */
export const tripMeters = sql`(select coalesce(json_agg(json_build_object('vehicleId', d.vehicle_id,
    'vehicleName', coalesce(d.called, ${vehicleName("v")}), 'unit', v.meter_unit, 'start', ${shown(sql`m.first`)},
    'end', ${shown(sql`m.last`)}, 'driven', case when m.known = d.times and m.known = m.told then ${shown(sql`m.driven`)} end)
    order by d.begins_at), '[]')
  from (select c.vehicle_id, min(c.vehicle_label) as called, min(c.begins_at) as begins_at, count(*) as times from (
      select t.vehicle_id, t.vehicle_label, t.actual_start as begins_at
        where not exists (select from trip_legs l where l.company_id = t.company_id and l.trip_id = t.id)
      union all select * from ${changes} o) c group by c.vehicle_id) d
  join vehicles v on v.company_id = t.company_id and v.id = d.vehicle_id
  cross join lateral (select (array_agg(x.began_with order by x.begins_at))[1] as first,
      (array_agg(x.ended_with order by x.begins_at desc))[1] as last,
      sum(${amount}) as driven, count(${amount}) as known, count(*) as told
    from ${stretches} x where x.vehicle_id = d.vehicle_id) m where t.actual_start is not null)`;
