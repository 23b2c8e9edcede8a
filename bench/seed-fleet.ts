import pg from "pg";
import { inBulk } from "./seed.ts";

/** A vehicle and a driver that were entered as people do it, of which the others are copies. */
export interface FleetTemplates {
  readonly companyId: string;
  readonly vehicleId: string;
  readonly driverId: string;
}

/** How much there is of everything in a fleet with so many trips. */
export function sizesOf(trips: number) {
  return {
    trips,
    vehicles: Math.max(400, Math.round(trips / 10)),
    drivers: Math.max(400, Math.round(trips / 100)),
    /** The latest trips have their stops and deliveries: with those of all trips the seed takes four times as long. */
    withStops: Math.max(1000, Math.round(trips / 10)),
    /** Trips that are still to leave. */
    ahead: Math.max(200, Math.round(trips / 200)),
  };
}

/**
 * A fleet: of trips one every 95 seconds, half of them by its first 400 vehicles, the others by all. Set-based, as the superuser;
 * references are not checked, so what the triggers of resources do is done here.
 */
export async function seedFleet(superUrl: string, from: FleetTemplates, trips: number): Promise<void> {
  const sizes = sizesOf(trips);
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  const { companyId, vehicleId, driverId } = from;
  const fill = (tables: readonly string[], statements: readonly (readonly [string, ...unknown[]])[]) =>
    inBulk(client, tables, async () => {
      for (const [text, ...values] of statements) await client.query(text, [companyId, ...values]);
    });
  try {
    await client.query("select setseed(0.42)");
    await fill(
      ["vehicles", "drivers", "driver_licences", "driver_licence_classes", "resources"],
      [
        [vehiclesSql, vehicleId, sizes.vehicles],
        [driversSql, driverId, sizes.drivers],
        [licencesSql, driverId],
        [classesSql],
        [resourcesSql],
      ],
    );
    await fill(
      ["papers", "vehicle_holds", "meter_readings", "driver_absences"],
      [[papersSql], [driverPapersSql], [holdsSql], [readingsSql], [absencesSql]],
    );
    await client.query(numberedSql);
    await fill(["trips"], [[tripsSql, sizes.trips, sizes.ahead]]);
    await fill(["trip_stops"], [[stopsSql, sizes.trips - sizes.withStops]]);
    await fill(["fleet_deliveries", "fleet_delivery_lines"], [[deliveriesSql], [waitingSql], [linesSql]]);
    await fill(["driver_actions"], [[actionsSql]]);
    await fill(["bookings"], [[bookingsSql, sizes.trips - sizes.withStops], [leavesSql]]);
  } finally {
    await client.end();
  }
}

const vehiclesSql = `
  insert into vehicles (company_id, unit_number, plate_number, plate_country, type_id, fuel_type_id, payload_kg, vehicle_status_id,
    status, ownership, created_at)
  select $1, 'V-' || lpad(n::text, 6, '0'), 'P-' || lpad(n::text, 6, '0'), 'NL', t.type_id, t.fuel_type_id, 1100, t.vehicle_status_id,
    case when n % 5000 = 4990 then 'onboarding' when n % 1000 = 999 then 'out_of_service' else 'in_service' end,
    case when n % 2000 = 1999 then 'rented' else 'owned' end, date_trunc('milliseconds', now()) - n * interval '5 minutes'
  from generate_series(1, $3::int) n, vehicles t where t.company_id = $1 and t.id = $2`;

const driversSql = `
  insert into drivers (company_id, employee_no, first_name, last_name, phone, status, employment, created_at)
  select $1, 'E-' || lpad(n::text, 5, '0'), (array['Jan', 'Eva', 'Piet', 'Noor', 'Tom'])[1 + n % 5], md5(n::text), t.phone,
    case when n % 1000 = 7 then 'invited' else 'active' end, case when n % 1000 = 9 then 'agency' else 'employee' end,
    date_trunc('milliseconds', now()) - n * interval '5 minutes'
  from generate_series(1, $3::int) n, drivers t where t.company_id = $1 and t.id = $2`;

const licencesSql = `
  insert into driver_licences (company_id, driver_id, sealed_number, number_end, issuing_country, issuing_authority, expires_on,
    status, decided_at)
  select $1, d.id, l.sealed_number, l.number_end, l.issuing_country, l.issuing_authority, l.expires_on, l.status, l.decided_at
  from drivers d, driver_licences l where d.company_id = $1 and d.employee_no like 'E-%' and l.company_id = $1 and l.driver_id = $2`;

const classesSql = `
  insert into driver_licence_classes (company_id, licence_id, position, class, expires_on)
  select $1, l.id, p, (array['B', 'CE'])[1 + p], l.expires_on from driver_licences l cross join generate_series(0, 1) p
  where l.company_id = $1 and not exists (select from driver_licence_classes c where c.licence_id = l.id)`;

const resourcesSql = `
  insert into resources (id, company_id, kind)
  select id, company_id, 'vehicle' from vehicles where company_id = $1 union all
  select id, company_id, 'driver' from drivers where company_id = $1 on conflict do nothing`;

/** Two papers a vehicle, one of which ended a year ago and was renewed; one in a hundred ends within three months. */
const papersSql = `
  insert into papers (company_id, type_id, subject, vehicle_id, is_confidential, status, was_verified, decided_at, valid_from, expires_on)
  select $1, k.id, 'vehicle', v.id, false, 'verified', true, now(), current_date - 300 - 365 * age,
    case when age = 1 then current_date - 300 when v.n % 100 = 0 then current_date + (v.n / 100 % 90)::int - 10
      else current_date + 100 + (v.n % 265)::int end
  from (select id, row_number() over (order by unit_number) as n from vehicles where company_id = $1) v
  cross join generate_series(0, 1) age join document_types k on k.company_id = $1 and k.code = 'INSURANCE'`;

const driverPapersSql = `
  insert into papers (company_id, type_id, subject, driver_id, is_confidential, status, was_verified, decided_at, valid_from, expires_on)
  select $1, k.id, 'driver', d.id, false, 'verified', true, now(), current_date - 300, current_date + (d.n % 1500)::int
  from (select id, row_number() over (order by employee_no) as n from drivers where company_id = $1) d
  join document_types k on k.company_id = $1 and k.code = 'CODE95'`;

const holdsSql = `
  insert into vehicle_holds (company_id, vehicle_id, kind, reason, closed_at, closed_by, close_reason)
  select $1, v.id, 'maintenance', 'Brakes', o.at, case when o.at is not null then v.id end, case when o.at is not null then 'Done' end
  from (select id, row_number() over (order by unit_number) as n from vehicles where company_id = $1) v
  cross join lateral (select case when v.n % 1000 <> 500 then now() end as at) o where v.n % 100 = 0 or v.n % 1000 = 500`;

const readingsSql = `
  insert into meter_readings (company_id, vehicle_id, meter, value, entered_value, entered_unit, read_at, source)
  select $1, v.id, 'odometer', 100000000 - d * 1000000, 100000 - d * 1000, 'km', now() - d * interval '9 days', 'trip_end'
  from vehicles v cross join generate_series(0, 2) d where v.company_id = $1`;

const absencesSql = `
  insert into driver_absences (company_id, driver_id, kind, first_day, last_day)
  select $1, d.id, 'leave', current_date - 2 + 30 * k, current_date + 3 + 30 * k
  from (select id, row_number() over (order by employee_no) as n from drivers where company_id = $1) d
  cross join generate_series(-5, 2) k where d.n % 40 = 0`;

/** The vehicles and drivers of this session, by a number. */
const numberedSql = `
  create temp table numbered_vehicles as select id, unit_number || ' ' || plate_number as label,
    row_number() over (order by unit_number) - 1 as k from vehicles where unit_number like 'V-%';
  create temp table numbered_drivers as select id, first_name || ' ' || last_name as label,
    row_number() over (order by employee_no) - 1 as k from drivers where employee_no like 'E-%' and status = 'active';
  analyze numbered_vehicles; analyze numbered_drivers`;

// Four hours each. What began within them is on the road, what is ahead is planned, the next of it given away.
const tripsSql = `
  with sized as (select (select count(*) from numbered_vehicles) as vehicles, (select count(*) from numbered_drivers) as drivers)
  insert into trips (company_id, trip_number, status, purpose, vehicle_id, driver_id, planned_start, planned_end, actual_start,
    actual_end, closed_at, dispatched_at, dispatched_by, acknowledged_at, vehicle_label, driver_label, created_at)
  select $1, 'T-S-' || lpad(n::text, 8, '0'), s.status, case when n % 10000 = 77 then 'private' else 'business' end,
    case when s.status <> 'draft' then v.id end, case when s.status <> 'draft' then d.id end, t.at, t.at + interval '4 hours',
    case when s.has_left then t.at end, e.at, e.at,
    g.at, case when g.at is not null then d.id end, g.at, case when g.at is not null then v.label end,
    case when g.at is not null then d.label end, t.at - interval '2 days'
  from generate_series(1, $2::int) n cross join sized z
    cross join lateral (select date_trunc('milliseconds', now()) + (n - $2 + $3::int) * interval '95 seconds' as at) t
    cross join lateral (select case when t.at < now() - interval '4 hours' then (case when n % 100 = 3 then 'cancelled' when n % 200 = 5 then 'aborted'
        else 'completed' end)
      when t.at < now() then (case when n % 30 = 0 then 'dispatched' when n % 20 = 1 then 'paused' else 'in_progress' end)
      when t.at < now() + interval '1 day' then 'dispatched' when n % 50 = 1 then 'draft' else 'planned' end as status) x
    cross join lateral (select x.status, x.status in ('in_progress', 'paused', 'completed', 'aborted') as has_left) s
    cross join lateral (select case when s.status in ('completed', 'aborted') then t.at + interval '3 hours 50 minutes' end as at) e
    cross join lateral (select case when s.has_left or s.status = 'dispatched' then t.at - interval '1 day' end as at) g
    join numbered_vehicles v on v.k = case when n % 2 = 0 then (n / 2) % 400 else (n / 2) % z.vehicles end
    join numbered_drivers d on d.k = n % z.drivers`;

/** Three a trip, the first of it reached in time. */
const stopsSql = `
  insert into trip_stops (company_id, trip_id, position, status, kind, name, address, planned_arrival, arrived_at, completed_at,
    departed_at, service_minutes, made_for_delivery)
  select $1, t.id, p, s.status, case when p = 0 then 'pickup' else 'dropoff' end, 'Stop ' || p, 'Markt ' || p || ', 4811 XR Breda',
    w.at, d.at, d.at, d.at, 30, false
  from trips t cross join generate_series(0, 2) p,
    lateral (select t.planned_start + (1 + p) * interval '1 hour' as at) w,
    lateral (select case when t.status in ('completed', 'aborted') then 'completed' when t.status = 'cancelled' then 'skipped'
      when t.status in ('in_progress', 'paused') and w.at < now() then 'completed' else 'pending' end as status) s,
    lateral (select case when s.status = 'completed' then w.at + (p * 7 - 5) * interval '1 minute' end as at) d
  where t.company_id = $1 and right(t.trip_number, 8)::int > $2 and t.trip_number like 'T-S-%'`;

/** One for the last stop of each trip that has stops. */
const deliveriesSql = `
  insert into fleet_deliveries (company_id, delivery_number, status, consignee_name, address, window_start, window_end, trip_id,
    driver_id, pickup_stop_id, dropoff_stop_id, outcome_at, created_at)
  select $1, 'D-S-' || right(t.trip_number, 8), x.status, 'Bakery ' || md5(t.trip_number), s.address, s.planned_arrival,
    s.planned_arrival + interval '2 hours', case when x.status <> 'cancelled' then t.id end, t.driver_id,
    case when x.status <> 'cancelled' then f.id end, case when x.status <> 'cancelled' then s.id end,
    case when x.status = 'delivered' then s.arrived_at end, t.created_at
  from trip_stops s join trips t on t.company_id = s.company_id and t.id = s.trip_id
  join trip_stops f on f.company_id = s.company_id and f.trip_id = s.trip_id and f.position = 0,
    lateral (select case when t.status in ('cancelled', 'aborted') or t.driver_id is null then 'cancelled' when s.status = 'completed' then 'delivered'
      when t.actual_start is not null then 'out_for_delivery' else 'assigned' end as status) x
  where s.company_id = $1 and s.position = 2`;

const waitingSql = `
  insert into fleet_deliveries (company_id, delivery_number, status, consignee_name, address, window_start, window_end)
  select $1, 'D-W-' || n, 'unassigned', 'Bakery ' || n, 'Markt ' || n || ', 4811 XR Breda', date_trunc('hour', now()) + n * interval '3 minutes',
    date_trunc('hour', now()) + n * interval '3 minutes' + interval '2 hours' from generate_series(1, 800) n`;

const linesSql = `
  insert into fleet_delivery_lines (company_id, delivery_id, position, description, unit, planned_quantity)
  select $1, d.id, p, 'Flour, 25 kg bag', 'XBG', 12 from fleet_deliveries d cross join generate_series(0, 1) p where d.company_id = $1`;

/** What some drivers told from the road that did not fit. */
const actionsSql = `
  insert into driver_actions (company_id, status, outcome, kind, trip_id, driver_id, user_id, phone_at, received_at, offset_ms,
    happened_at, is_applied, flags)
  select $1, 'flagged', 'flagged', 'start', t.id, t.driver_id, t.driver_id, t.actual_start, t.actual_start, 0, t.actual_start, true, '{clock_off}'
  from trips t where t.company_id = $1 and t.status = 'completed' and right(t.trip_number, 3) = '777' and t.planned_start > now() - interval '90 days'`;

/** What is ahead or on the road is held; what is over is kept, and holds nothing. */
const bookingsSql = `
  insert into bookings (company_id, resource_id, during, reason, subject_id, standing, active)
  select $1, r.id, tstzrange(t.planned_start, coalesce(t.actual_end, t.planned_end)), 'trip', t.id,
    t.status in ('in_progress', 'paused'), t.actual_end is null
  from trips t cross join lateral (values (t.vehicle_id), (t.driver_id)) r(id)
  where t.company_id = $1 and t.status not in ('draft', 'cancelled') and r.id is not null
    and t.trip_number like 'T-S-%' and right(t.trip_number, 8)::int > $2`;

const leavesSql = `
  insert into bookings (company_id, resource_id, during, reason, subject_id)
  select $1, a.driver_id, tstzrange(a.first_day, a.last_day + 1), 'leave', a.id from driver_absences a where a.company_id = $1
    and not exists (select from bookings b where b.company_id = $1 and b.resource_id = a.driver_id and b.active
      and b.during && tstzrange(a.first_day, a.last_day + 1))`;
