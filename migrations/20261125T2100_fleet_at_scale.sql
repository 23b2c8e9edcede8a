-- What a fleet of 100,000 vehicles and a million trips is asked for, in the order in which it is shown. Of most lists the part that
-- matters today is small: what is open, or what is rare, has an index of its own beside that of the whole list.
create index vehicles_by_life on vehicles (company_id, status, unit_number, id);
create index vehicles_by_ownership on vehicles (company_id, ownership, unit_number, id);
create index vehicles_judged on vehicles (company_id, id) where health_code is not null;
create index vehicles_archived on vehicles (company_id, unit_number, id) where archived_at is not null;

create index drivers_by_status on drivers (company_id, status, last_name, id);
create index drivers_by_employment on drivers (company_id, employment, last_name, id);
-- As they are offered for a trip.
create index drivers_by_full_name on drivers (company_id, (first_name || ' ' || last_name), id);

create index trips_open on trips (company_id, planned_start, id) where status in ('draft', 'planned', 'dispatched', 'in_progress', 'paused');
create index trips_private on trips (company_id, planned_start, id) where purpose = 'private';
create index trips_archived on trips (company_id, planned_start, id) where archived_at is not null;
create index trip_stops_ahead on trip_stops (company_id, trip_id) where status in ('pending', 'en_route');

create index fleet_deliveries_open on fleet_deliveries (company_id, window_start, id)
  where status in ('unassigned', 'assigned', 'out_for_delivery', 'failed', 'returning');
create index fleet_deliveries_to_be_proved on fleet_deliveries (company_id, window_start, id)
  where status in ('delivered', 'partly_delivered') and proofs_required <> '{}';
create index fleet_deliveries_archived on fleet_deliveries (company_id, window_start, id) where archived_at is not null;

-- Whose a paper is, in one column: below row-level security no index serves a comparison of what coalesce() makes. By it is seen
-- whether another paper of the same type ends later.
alter table papers add column holder_id uuid not null
  generated always as (coalesce(vehicle_id, driver_id, asset_id, trip_id, delivery_id, company_id)) stored;
create index papers_of_holder on papers (company_id, type_id, holder_id, ends_on) where status = 'verified' and archived_at is null;
