-- Vehicles. Their states are axes of their own: their life (`status`), what keeps them from leaving (`vehicle_holds`), how the
-- company calls what they are in (`vehicle_status_id`), and their health. Whether one is free, held or on a trip is computed.
create table vehicles (
  like company_record,
  status text not null default 'onboarding' check (status in ('onboarding', 'in_service', 'out_of_service', 'retired')),
  status_reason text,
  unit_number text not null,
  plate_number text,
  plate_country text check (plate_country ~ '^[A-Z]{2}$'),
  -- As it is compared: plates are written with and without gaps.
  plate_key text generated always as (upper(regexp_replace(plate_number, '[^[:alnum:]]', '', 'g'))) stored,
  vin text check (vin ~ '^[A-HJ-NPR-Z0-9]{17}$'),
  serial_number text,
  type_id uuid not null,
  maker_id uuid,
  model_id uuid,
  model_year integer check (model_year between 1950 and 2100),
  fuel_type_id uuid,
  secondary_fuel_type_id uuid,
  tank_capacity_l numeric(9, 3) check (tank_capacity_l > 0),
  battery_capacity_kwh numeric(9, 3) check (battery_capacity_kwh > 0),
  curb_weight_kg numeric(12, 3) check (curb_weight_kg > 0),
  gvwr_kg numeric(12, 3) check (gvwr_kg > 0),
  gcwr_kg numeric(12, 3) check (gcwr_kg > 0),
  payload_kg numeric(12, 3) check (payload_kg > 0),
  cargo_volume_m3 numeric(9, 3) check (cargo_volume_m3 > 0),
  pallet_positions integer check (pallet_positions between 1 and 1000),
  length_m numeric(6, 3) check (length_m > 0),
  width_m numeric(6, 3) check (width_m > 0),
  height_m numeric(6, 3) check (height_m > 0),
  meter_unit text not null default 'km' check (meter_unit in ('km', 'mi', 'h')),
  vehicle_status_id uuid not null,
  -- What people say of its health until that day, where it is not what the data say.
  health_code text,
  health_reason text,
  health_until date,
  home_location_id uuid,
  carrier_id uuid,
  ownership text not null default 'owned' check (ownership in ('owned', 'leased', 'rented', 'subcontracted')),
  acquired_on date,
  fuel_card_last4 text check (fuel_card_last4 ~ '^[0-9]{4}$'),
  fuel_card_ref text,
  notes text,
  search_text text generated always as (lower(unit_number || ' ' || coalesce(plate_number, '') || ' '
    || coalesce(regexp_replace(plate_number, '[^[:alnum:]]', '', 'g'), '') || ' ' || coalesce(vin, '') || ' ' || coalesce(serial_number, ''))) stored,
  constraint vehicles_plate_has_country check ((plate_number is null) = (plate_country is null)),
  constraint vehicles_empty_below_permitted check (curb_weight_kg < gvwr_kg),
  constraint vehicles_payload_fits check (payload_kg <= gvwr_kg - curb_weight_kg),
  constraint vehicles_health_has_reason check ((health_code is null) = (health_reason is null) and (health_code is not null or health_until is null)),
  constraint vehicles_archived_is_retired check (archived_at is null or status = 'retired'),
  constraint vehicles_type foreign key (company_id, type_id) references vehicle_types (company_id, id),
  constraint vehicles_maker foreign key (company_id, maker_id) references vehicle_makers (company_id, id),
  constraint vehicles_model foreign key (company_id, model_id) references vehicle_models (company_id, id),
  constraint vehicles_fuel_type foreign key (company_id, fuel_type_id) references fuel_types (company_id, id),
  constraint vehicles_secondary_fuel_type foreign key (company_id, secondary_fuel_type_id) references fuel_types (company_id, id),
  constraint vehicles_vehicle_status foreign key (company_id, vehicle_status_id) references vehicle_statuses (company_id, id),
  constraint vehicles_home_location foreign key (company_id, home_location_id) references locations (company_id, id),
  constraint vehicles_carrier foreign key (company_id, carrier_id) references carriers (company_id, id)
);
select company_table('vehicles');
select resource_table('vehicles', 'vehicle');
-- What is retired frees its numbers; the number of its chassis it keeps.
create unique index vehicles_unit_number_once on vehicles (company_id, lower(unit_number)) where status <> 'retired';
create unique index vehicles_plate_number_once on vehicles (company_id, plate_country, plate_key) where status <> 'retired';
create unique index vehicles_vin_once on vehicles (company_id, vin);
create unique index vehicles_fuel_card_ref_once on vehicles (company_id, lower(fuel_card_ref)) where status <> 'retired';
create index vehicles_by_unit_number on vehicles (company_id, unit_number, id);
create index vehicles_by_age on vehicles (company_id, created_at, id);
create index vehicles_by_type on vehicles (company_id, type_id);
create index vehicles_by_maker on vehicles (company_id, maker_id);
create index vehicles_by_model on vehicles (company_id, model_id);
create index vehicles_by_fuel_type on vehicles (company_id, fuel_type_id);
create index vehicles_by_secondary_fuel_type on vehicles (company_id, secondary_fuel_type_id);
create index vehicles_by_status on vehicles (company_id, vehicle_status_id);
create index vehicles_by_home_location on vehicles (company_id, home_location_id);
create index vehicles_by_carrier on vehicles (company_id, carrier_id);
create index vehicles_search on vehicles using gin (company_id, search_text gin_trgm_ops);

-- Each open one keeps its vehicle in the yard. What the product opened by itself names its cause, and has it once.
create table vehicle_holds (
  like company_record,
  vehicle_id uuid not null,
  kind text not null check (kind in ('maintenance', 'incident', 'compliance', 'manual')),
  reason text not null,
  expected_end date,
  cause text,
  cause_id uuid,
  closed_at timestamptz(3),
  closed_by uuid,
  close_reason text,
  search_text text generated always as (lower(kind || ' ' || reason)) stored,
  check ((cause is null) = (cause_id is null)),
  constraint vehicle_holds_vehicle foreign key (company_id, vehicle_id) references vehicles (company_id, id)
);
select company_table('vehicle_holds');
create index vehicle_holds_of_vehicle on vehicle_holds (company_id, vehicle_id, id);
create index vehicle_holds_open on vehicle_holds (company_id, vehicle_id) where closed_at is null;
create unique index vehicle_holds_cause_once on vehicle_holds (company_id, vehicle_id, cause, cause_id) where closed_at is null and cause is not null;
create index vehicle_holds_by_age on vehicle_holds (company_id, created_at, id);
create index vehicle_holds_search on vehicle_holds using gin (company_id, search_text gin_trgm_ops);

-- What was read from meters, in metres and seconds. Readings are never changed: a wrong one is voided and stays to be seen.
create table meter_readings (
  like company_record,
  vehicle_id uuid not null,
  meter text not null check (meter in ('odometer', 'engine_hours', 'aux')),
  value numeric(15, 0) not null check (value >= 0),
  entered_value numeric(12, 3) not null,
  entered_unit text not null check (entered_unit in ('km', 'mi', 'h')),
  read_at timestamptz(3) not null,
  source text not null default 'manual' check (source in ('manual', 'fuel', 'trip_start', 'trip_end', 'can', 'gps', 'import', 'service')),
  source_id uuid,
  -- The first reading of a meter that was put in instead of another: what was read before it does not bind what comes after.
  is_replacement boolean not null default false,
  note text,
  voided_at timestamptz(3),
  voided_by uuid,
  void_reason text check ((voided_at is null) = (void_reason is null)),
  -- As the trail of what happened calls it: 487216 km.
  said text generated always as (trim_scale(entered_value)::text || ' ' || entered_unit) stored,
  search_text text generated always as (lower(entered_value::text || ' ' || source || ' ' || coalesce(note, '') || ' ' || coalesce(void_reason, ''))) stored,
  check ((meter = 'odometer' and entered_unit <> 'h') or (meter = 'engine_hours' and entered_unit = 'h') or meter = 'aux'),
  constraint meter_readings_vehicle foreign key (company_id, vehicle_id) references vehicles (company_id, id)
);
select company_table('meter_readings');
create index meter_readings_of_vehicle on meter_readings (company_id, vehicle_id, read_at, id);
create index meter_readings_standing on meter_readings (company_id, vehicle_id, meter, read_at, id) include (value) where voided_at is null;
create index meter_readings_by_time on meter_readings (company_id, read_at, id);
create index meter_readings_by_age on meter_readings (company_id, created_at, id);
create index meter_readings_search on meter_readings using gin (company_id, search_text gin_trgm_ops);

-- Companies that exist give the rights to the roles that have them in new ones.
update roles set permissions = permissions || array['CAN_MANAGE_VEHICLES', 'CAN_OVERRIDE_HOLD', 'CAN_ADMIN_FLEET']
where is_default and code in ('COMPANY_ADMIN', 'FLEET_MANAGER') and not 'CAN_MANAGE_VEHICLES' = any(permissions);
update roles set permissions = permissions || array['CAN_HOLD_VEHICLE', 'CAN_ENTER_READINGS']
where is_default and code in ('COMPANY_ADMIN', 'DISPATCHER', 'FLEET_MANAGER') and not 'CAN_HOLD_VEHICLE' = any(permissions);
