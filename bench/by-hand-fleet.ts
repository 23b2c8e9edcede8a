import type { ByHand } from "./statement.ts";
import type { Environment } from "./environment.ts";
import { rowsOf } from "./by-hand.ts";

/** The best statements by hand of what the fleet's screens show (by-hand.ts says what that means). */

const company = ({ testApp }: Environment) => testApp.companies.a;

const byNumber = "order by unit_number, id";
const ofVehicles = "company_id = $1 and archived_at is null";
/** A vehicle's row: what it is, who drives it, whether it can be had and why not, its health and its meter. */
const vehicles = (page: string) => `
  with today as materialized (select (now() at time zone timezone)::date as day from companies where id = $1),
  needed as materialized (select id, name from document_types where company_id = $1 and subject = 'vehicle' and blocks_dispatch
    and is_required and is_active and archived_at is null)
  select v.id, v.version, v.created_at, v.unit_number, v.plate_number, v.plate_country, v.status, v.ownership, v.payload_kg, v.meter_unit,
    y.name as type_name, k.name as maker_name, o.name as model_name, s.name as label, s.color, s.effect, l.name as home, c.name as carrier,
    h.kind as hold_kind, h.reason as hold_reason, b.reason as busy, m.value, m.read_at, m.source, a.driver, q.is_known, j.label as judged,
    j.data ->> 'level' as judged_level, array(select n.name from needed n where not exists (select from papers p
      where p.company_id = v.company_id and p.vehicle_id = v.id and p.type_id = n.id and p.was_verified and p.begins_on <= day)) as missing
  from (select * from vehicles where ${page} ${byNumber} limit 51) v
  cross join today
  left join vehicle_types y on y.company_id = v.company_id and y.id = v.type_id
  left join vehicle_makers k on k.company_id = v.company_id and k.id = v.maker_id
  left join vehicle_models o on o.company_id = v.company_id and o.id = v.model_id
  left join vehicle_statuses s on s.company_id = v.company_id and s.id = v.vehicle_status_id
  left join locations l on l.company_id = v.company_id and l.id = v.home_location_id
  left join carriers c on c.company_id = v.company_id and c.id = v.carrier_id
  left join reference_values j on j.company_id = v.company_id and j.list = 'vehicle_health' and j.code = v.health_code
    and (v.health_until is null or v.health_until >= day)
  left join lateral (select kind, reason from vehicle_holds h where h.company_id = v.company_id and h.vehicle_id = v.id
    and h.closed_at is null order by created_at limit 1) h on true
  left join lateral (select reason from bookings b where b.company_id = v.company_id and b.resource_id = v.id and b.active
    and b.during && tstzrange(now(), now() + interval '24 hours') limit 1) b on true
  left join lateral (select value, read_at, source from meter_readings m where m.company_id = v.company_id and m.vehicle_id = v.id
    and m.meter = 'odometer' and m.voided_at is null order by read_at desc, id desc limit 1) m on true
  left join lateral (select count(distinct r.read_at::date) > 1 or bool_or(r.source not in ('manual', 'import')) as is_known
    from meter_readings r where r.company_id = v.company_id and r.vehicle_id = v.id and r.voided_at is null
      and r.read_at > now() - interval '30 days') q on true
  left join lateral (select d.first_name || ' ' || d.last_name as driver from driver_assignments x
    join drivers d on d.company_id = x.company_id and d.id = x.driver_id where x.company_id = v.company_id and x.vehicle_id = v.id
      and x.role = 'primary' and x.archived_at is null and x.first_day <= day and coalesce(x.last_day, 'infinity') >= day limit 1) a on true
  order by v.unit_number, v.id`;

export const firstVehicles = (environment: Environment): ByHand => ({
  text: vehicles(ofVehicles),
  values: [company(environment)],
});
export const laidUpVehicles = (environment: Environment): ByHand => ({
  text: vehicles(`${ofVehicles} and status = 'out_of_service'`),
  values: [company(environment)],
});
export const foundVehicles = (environment: Environment, words: string): ByHand => ({
  text: vehicles(`${ofVehicles} and search_text like $2`),
  values: [company(environment), `%${words}%`],
});
export async function nextVehicles(environment: Environment): Promise<ByHand> {
  const place = await lastOf(environment, "vehicles", "unit_number", ofVehicles, byNumber);
  return { text: vehicles(`${ofVehicles} and (unit_number, id) > ($2, $3)`), values: [company(environment), ...place] };
}

const latest = "order by planned_start desc, id desc";
const ofTrips = "company_id = $1 and archived_at is null";
/** A trip's row: its times, its way and how far it is on it, who drives what, and whether it is late. */
const trips = (page: string) => `
  select t.id, t.version, t.created_at, t.trip_number, t.status, t.purpose, t.planned_start, t.planned_end, t.actual_start, t.actual_end,
    coalesce(t.vehicle_label, v.unit_number || ' ' || v.plate_number) as vehicle, d.phone,
    coalesce(t.driver_label, d.first_name || ' ' || d.last_name) as driver, u.first_name, u.last_name,
    s.stops, s.over, s.way[1] as first_stop, s.way[s.stops] as last_stop, s.is_late
  from (select * from trips where ${page} ${latest} limit 51) t
  left join vehicles v on v.company_id = t.company_id and v.id = t.vehicle_id
  left join drivers d on d.company_id = t.company_id and d.id = t.driver_id
  left join users u on u.id = t.dispatched_by
  left join lateral (select count(*) as stops, count(*) filter (where p.status in ('completed', 'failed', 'skipped')) as over,
      array_agg(coalesce(l.name, p.name, p.address) order by p.position) as way,
      bool_or(p.status in ('pending', 'en_route') and coalesce(p.window_end, p.planned_arrival) < now()) as is_late
    from trip_stops p left join locations l on l.company_id = p.company_id and l.id = p.location_id
    where p.company_id = t.company_id and p.trip_id = t.id) s on true
  order by t.planned_start desc, t.id desc`;

const inStates = `${ofTrips} and status = any($2)`;
export const firstTrips = (environment: Environment): ByHand => ({
  text: trips(ofTrips),
  values: [company(environment)],
});
export const tripsIn = (environment: Environment, states: readonly string[]): ByHand => ({
  text: trips(inStates),
  values: [company(environment), [...states]],
});
export async function nextTrips(environment: Environment): Promise<ByHand> {
  const place = await lastOf(environment, "trips", "planned_start", ofTrips, latest);
  return { text: trips(`${ofTrips} and (planned_start, id) < ($2, $3)`), values: [company(environment), ...place] };
}

/** A driver's row: with the classes that are held today, and until when, what keeps them from driving, and with what they drive. */
export const firstDrivers = (environment: Environment): ByHand => ({
  text: `
  with today as materialized (select (now() at time zone timezone)::date as day from companies where id = $1),
  needed as materialized (select id, is_required from document_types where company_id = $1 and subject = 'driver' and blocks_dispatch
    and is_active and archived_at is null)
  select d.id, d.version, d.created_at, d.employee_no, d.first_name, d.last_name, d.status, d.phone, d.employment, l.name as home,
    c.name as carrier, k.classes, k.until, a.unit_number,
    exists (select from needed n left join lateral (select bool_or(p.status = 'verified' and p.archived_at is null
        and p.begins_on <= day and p.ends_on >= day) as counts from papers p
      where p.company_id = d.company_id and p.driver_id = d.id and p.type_id = n.id) p on true
      where (n.is_required or p.counts is not null) and p.counts is not true) as lacks_paper
  from (select * from drivers where company_id = $1 and archived_at is null order by last_name, id limit 51) d
  cross join today
  left join locations l on l.company_id = d.company_id and l.id = d.home_location_id
  left join carriers c on c.company_id = d.company_id and c.id = d.carrier_id
  left join lateral (select array_agg(k.class order by k.class) as classes, min(least(k.expires_on, p.expires_on)) as until
    from driver_licences p join driver_licence_classes k on k.company_id = p.company_id and k.licence_id = p.id
    where p.company_id = d.company_id and p.driver_id = d.id and p.status = 'verified' and p.archived_at is null
      and p.expires_on >= day and k.expires_on >= day) k on true
  left join lateral (select v.unit_number from driver_assignments x join vehicles v on v.company_id = x.company_id and v.id = x.vehicle_id
    where x.company_id = d.company_id and x.driver_id = d.id and x.role = 'primary' and x.archived_at is null
      and x.first_day <= day and coalesce(x.last_day, 'infinity') >= day limit 1) a on true
  order by d.last_name, d.id`,
  values: [company(environment)],
});

/** A day of the first 200 vehicles: what they do, with the stops, and when they are not to be had. */
export const dayOfVehicles = (environment: Environment): ByHand => ({
  text: `
  select v.id, v.unit_number, v.plate_number, exists (select from vehicle_holds h where h.company_id = v.company_id
      and h.vehicle_id = v.id and h.closed_at is null) as is_held,
    (select json_agg(json_build_object('from', lower(b.during), 'until', upper(b.during))) from bookings b
      where b.company_id = v.company_id and b.resource_id = v.id and b.active and b.reason <> 'trip'
        and b.during && tstzrange(current_date, current_date + 1)) as away,
    (select json_agg(json_build_object('id', t.id, 'version', t.version, 'number', t.trip_number, 'status', t.status, 'driver',
        coalesce(t.driver_label, d.first_name || ' ' || d.last_name), 'start', t.planned_start, 'end', t.planned_end,
        'left', t.actual_start, 'back', t.actual_end, 'acknowledged', t.acknowledged_at, 'stops', (select json_agg(json_build_object(
          'id', s.id, 'name', coalesce(l.name, s.name, s.address), 'kind', s.kind, 'status', s.status, 'planned', s.planned_arrival,
          'arrived', s.arrived_at) order by s.position) from trip_stops s
          left join locations l on l.company_id = s.company_id and l.id = s.location_id
          where s.company_id = t.company_id and s.trip_id = t.id)) order by t.planned_start)
      from trips t left join drivers d on d.company_id = t.company_id and d.id = t.driver_id
      where t.company_id = v.company_id and t.vehicle_id = v.id and t.status <> 'cancelled' and t.archived_at is null
        and t.planned_start > current_date - 14 and t.planned_start < current_date + 1
        and coalesce(t.actual_end, t.planned_end) > current_date) as trips
  from (select * from vehicles where ${ofVehicles} and status <> 'retired' ${byNumber} limit 200) v order by v.unit_number, v.id`,
  values: [company(environment)],
});

/**
 * The least that giving a trip away takes: lock it, see that nothing keeps its vehicle or its driver, write the step and what
 * happened, and answer with the trip and its stops.
 */
export const dispatchByHand = (environment: Environment, tripId: string): readonly ByHand[] => {
  const values = [company(environment), tripId];
  return [
    { text: "select id, vehicle_id, driver_id from trips where company_id = $1 and id = $2 for no key update", values },
    {
      text: `select v.id from trips t join vehicles v on v.company_id = t.company_id and v.id = t.vehicle_id and v.status = 'in_service'
        join drivers d on d.company_id = t.company_id and d.id = t.driver_id and d.status = 'active'
        where t.company_id = $1 and t.id = $2
          and not exists (select from vehicle_holds h where h.company_id = v.company_id and h.vehicle_id = v.id and h.closed_at is null)
          and exists (select from driver_licences l where l.company_id = d.company_id and l.driver_id = d.id
            and l.status = 'verified' and l.expires_on >= t.planned_end::date)`,
      values,
    },
    {
      text: `update trips t set status = 'dispatched', dispatched_at = now(), dispatched_by = $3, acknowledged_at = null,
          vehicle_label = v.unit_number || ' ' || v.plate_number, driver_label = d.first_name || ' ' || d.last_name,
          version = t.version + 1, updated_at = now()
        from vehicles v, drivers d where t.company_id = $1 and t.id = $2 and v.company_id = t.company_id and v.id = t.vehicle_id
          and d.company_id = t.company_id and d.id = t.driver_id`,
      values: [...values, environment.testApp.users.COMPANY_ADMIN],
    },
    {
      text: `insert into events (company_id, actor_kind, actor_id, entity, entity_id, step, from_status, to_status)
        values ($1, 'user', $3, 'trip', $2, 'dispatched', 'planned', 'dispatched')`,
      values: [...values, environment.testApp.users.COMPANY_ADMIN],
    },
    {
      text: `select t.*, (select json_agg(to_json(s) order by s.position) from trip_stops s
        where s.company_id = t.company_id and s.trip_id = t.id) as stops from trips t where t.company_id = $1 and t.id = $2`,
      values,
    },
  ];
};

/** Where a first page of 50 ends. */
async function lastOf(
  environment: Environment,
  table: string,
  column: string,
  which: string,
  order: string,
): Promise<unknown[]> {
  const rows = await rowsOf(
    environment,
    `select ${column} as place, id from ${table} where ${which} ${order} limit 1 offset 49`,
    [company(environment)],
  );
  return [rows[0]?.["place"], rows[0]?.["id"]];
}
