-- A trip: one vehicle, whoever drives it, and the stops in their order. From planned on it holds its vehicle and its people in
-- `bookings`; a trip that runs holds them until it ends, whatever its plan says.
create table trips (
  like company_record,
  trip_number text not null,
  status text not null default 'draft' check (status in ('draft', 'planned', 'dispatched', 'in_progress', 'paused', 'completed', 'cancelled', 'aborted')),
  status_reason text,
  purpose text not null default 'business' check (purpose in ('business', 'private')),
  vehicle_id uuid,
  driver_id uuid,
  planned_start timestamptz(3) not null,
  planned_end timestamptz(3) not null,
  actual_start timestamptz(3),
  actual_end timestamptz(3),
  -- What is to be on it at most at once.
  load_kg numeric(12, 3) check (load_kg >= 0),
  load_m3 numeric(10, 3) check (load_m3 >= 0),
  load_pallets integer check (load_pallets >= 0),
  has_dangerous_goods boolean not null default false,
  dispatched_at timestamptz(3),
  dispatched_by uuid,
  -- What did not hold when somebody let it go all the same, and why they did.
  override_reason text,
  acknowledged_at timestamptz(3),
  -- Who drove what, as it was called then.
  vehicle_label text,
  driver_label text,
  notes text,
  search_text text generated always as (lower(trip_number || ' ' || coalesce(vehicle_label, '') || ' ' || coalesce(notes, ''))) stored,
  constraint trips_end_after_start check (planned_end > planned_start),
  constraint trips_ended_after_started check (actual_end > actual_start),
  constraint trips_planned_is_whole check (status in ('draft', 'cancelled') or (vehicle_id is not null and driver_id is not null)),
  constraint trips_running_has_begun check (status not in ('in_progress', 'paused', 'completed', 'aborted') or actual_start is not null),
  constraint trips_over_has_ended check ((status in ('completed', 'aborted')) = (actual_end is not null)),
  constraint trips_dispatched_at_once check ((dispatched_at is null) = (dispatched_by is null)),
  constraint trips_vehicle foreign key (company_id, vehicle_id) references vehicles (company_id, id),
  constraint trips_driver foreign key (company_id, driver_id) references drivers (company_id, id)
);
select company_table('trips');
create unique index trips_trip_number_once on trips (company_id, trip_number);
-- One trip at a time, in the street as in the plan.
create unique index trips_vehicle_running on trips (company_id, vehicle_id) where status in ('in_progress', 'paused');
create unique index trips_driver_running on trips (company_id, driver_id) where status in ('in_progress', 'paused');
create index trips_by_start on trips (company_id, planned_start, id);
create index trips_by_number on trips (company_id, trip_number, id);
create index trips_by_age on trips (company_id, created_at, id);
create index trips_by_status on trips (company_id, status, planned_start, id);
create index trips_of_vehicle on trips (company_id, vehicle_id, planned_start, id);
create index trips_of_driver on trips (company_id, driver_id, planned_start, id);
create index trips_search on trips using gin (company_id, search_text gin_trgm_ops);

-- Who is on it besides its driver.
create table trip_crew (
  like company_row,
  trip_id uuid not null,
  position integer not null default 0,
  driver_id uuid not null,
  role text not null default 'co_driver' check (role in ('co_driver', 'helper')),
  constraint trip_crew_driver_once unique (company_id, trip_id, driver_id),
  constraint trip_crew_trip foreign key (company_id, trip_id) references trips (company_id, id),
  constraint trip_crew_driver foreign key (company_id, driver_id) references drivers (company_id, id)
);
select company_rows('trip_crew');
create index trip_crew_of_driver on trip_crew (company_id, driver_id, trip_id);

-- Where it goes. The order of stops is that of `position`; the true times are of whoever reported them.
create table trip_stops (
  like company_record,
  trip_id uuid not null,
  position integer not null,
  status text not null default 'pending' check (status in ('pending', 'en_route', 'arrived', 'completed', 'failed', 'skipped')),
  kind text not null default 'dropoff' check (kind in ('pickup', 'dropoff', 'fuel', 'rest', 'service', 'waypoint')),
  location_id uuid,
  name text,
  address text,
  latitude numeric(8, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  planned_arrival timestamptz(3) not null,
  window_start timestamptz(3),
  window_end timestamptz(3),
  service_minutes integer not null default 30 check (service_minutes between 0 and 1440),
  en_route_at timestamptz(3),
  arrived_at timestamptz(3),
  completed_at timestamptz(3),
  departed_at timestamptz(3),
  outcome_reason text,
  instructions text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(address, '') || ' ' || coalesce(instructions, ''))) stored,
  constraint trip_stops_is_somewhere check (location_id is not null or address is not null),
  constraint trip_stops_window check (window_end > window_start),
  constraint trip_stops_pin check ((latitude is null) = (longitude is null)),
  constraint trip_stops_in_order check (completed_at >= arrived_at and departed_at >= coalesce(completed_at, arrived_at)),
  constraint trip_stops_trip foreign key (company_id, trip_id) references trips (company_id, id),
  constraint trip_stops_location foreign key (company_id, location_id) references locations (company_id, id)
);
select company_table('trip_stops');
create index trip_stops_of_trip on trip_stops (company_id, trip_id, position, id);
create index trip_stops_by_age on trip_stops (company_id, created_at, id);
create index trip_stops_by_plan on trip_stops (company_id, planned_arrival, id);
create index trip_stops_of_location on trip_stops (company_id, location_id, planned_arrival, id);
create index trip_stops_search on trip_stops using gin (company_id, search_text gin_trgm_ops);
-- A vehicle is at one place, or on the way to one.
create unique index trip_stops_one_at_a_time on trip_stops (company_id, trip_id) where status in ('en_route', 'arrived');

-- What a trip was for erases with whoever drove it: the number among the staff stays on the trip.
create function forget_driver_on_trips() returns trigger language plpgsql as $$
begin
  update trips t set driver_label = new.employee_no where t.company_id = new.company_id and t.driver_id = new.id
    and t.driver_label is not null;
  return null;
end $$;
create trigger forget_driver_on_trips after update of erased_at on drivers
  for each row when (old.erased_at is null and new.erased_at is not null) execute function forget_driver_on_trips();
revoke all on function forget_driver_on_trips() from public;

-- Companies that exist give the rights to the roles that have them in new ones.
update roles set permissions = permissions || array['CAN_VIEW_TRIPS', 'CAN_PLAN_TRIPS', 'CAN_DISPATCH_TRIPS']
where is_default and code in ('COMPANY_ADMIN', 'DISPATCHER', 'FLEET_MANAGER') and not 'CAN_VIEW_TRIPS' = any(permissions);
update roles set permissions = array_append(permissions, 'CAN_OVERRIDE_DISPATCH')
where is_default and code in ('COMPANY_ADMIN', 'FLEET_MANAGER') and not 'CAN_OVERRIDE_DISPATCH' = any(permissions);
