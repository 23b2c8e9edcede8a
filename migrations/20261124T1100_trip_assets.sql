-- Trailers and what else goes along on a trip. Booked from planned on like its vehicle and its people; attached while it runs.
create table trip_assets (
  like company_row,
  trip_id uuid not null,
  position integer not null default 0,
  asset_id uuid not null,
  attached_at timestamptz(3),
  detached_at timestamptz(3),
  -- Why it was left on the way, where it was.
  reason text,
  constraint trip_assets_attached_first check (detached_at is null or detached_at >= attached_at),
  constraint trip_assets_trip foreign key (company_id, trip_id) references trips (company_id, id),
  constraint trip_assets_asset foreign key (company_id, asset_id) references assets (company_id, id)
);
select company_rows('trip_assets');
create unique index trip_assets_asset_once on trip_assets (company_id, trip_id, asset_id) where detached_at is null;
create index trip_assets_of_trip on trip_assets (company_id, trip_id, position);
create index trip_assets_of_asset on trip_assets (company_id, asset_id, trip_id);
-- Behind one vehicle at a time, in the street as in the plan.
create unique index trip_assets_running on trip_assets (company_id, asset_id) where attached_at is not null and detached_at is null;

-- Who drove which vehicle from when until when, of a trip that changed one of them on the road; the last of them runs until the
-- trip ends. A trip without any was driven by its driver with its vehicle from its start to its end.
create table trip_legs (
  like company_row,
  trip_id uuid not null,
  vehicle_id uuid not null,
  driver_id uuid not null,
  -- As they were called then.
  vehicle_label text not null,
  driver_label text not null,
  begins_at timestamptz(3) not null,
  ends_at timestamptz(3),
  -- Why it began, where it is not the first one.
  reason text,
  -- What was not in order with the one that took over: it had happened already, or somebody answers for it.
  remarks jsonb not null default '[]',
  constraint trip_legs_end_after_begin check (ends_at > begins_at),
  constraint trip_legs_trip foreign key (company_id, trip_id) references trips (company_id, id),
  constraint trip_legs_vehicle foreign key (company_id, vehicle_id) references vehicles (company_id, id),
  constraint trip_legs_driver foreign key (company_id, driver_id) references drivers (company_id, id)
);
select company_rows('trip_legs');
create index trip_legs_of_trip on trip_legs (company_id, trip_id, begins_at);
create index trip_legs_of_vehicle on trip_legs (company_id, vehicle_id, trip_id);
create index trip_legs_of_driver on trip_legs (company_id, driver_id, trip_id);
create unique index trip_legs_one_runs on trip_legs (company_id, trip_id) where ends_at is null;

-- Who is erased as a driver is erased here too: the number among the staff stays.
create or replace function forget_driver_on_trips() returns trigger language plpgsql as $$
begin
  update trips t set driver_label = new.employee_no where t.company_id = new.company_id and t.driver_id = new.id
    and t.driver_label is not null;
  update trip_legs l set driver_label = new.employee_no where l.company_id = new.company_id and l.driver_id = new.id;
  return null;
end $$;
