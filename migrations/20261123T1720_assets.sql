-- What is tracked and drives by nothing of its own: trailers, containers, equipment, pools of what comes back. An asset is in one
-- place, at a location or on a vehicle. Whether it is booked or on a trip follows from its bookings.
alter table asset_types
  add column code_key text generated always as (lower(code)) stored,
  add column name_key text generated always as (lower(name)) stored,
  add constraint asset_types_serialised unique (company_id, id, is_serialised);
create index asset_types_by_code_key on asset_types (company_id, code_key);
create index asset_types_by_name_key on asset_types (company_id, name_key);
-- Files call the vehicle that an asset is on by its number.
alter table vehicles add column if not exists unit_number_key text generated always as (lower(unit_number)) stored;
create index if not exists vehicles_by_unit_number_key on vehicles (company_id, unit_number_key);

create table assets (
  like company_record,
  status text not null default 'available' check (status in ('available', 'maintenance', 'lost', 'retired')),
  status_reason text,
  asset_no text not null check (asset_no <> ''),
  type_id uuid not null,
  -- As its type says: each one known by its number, or a quantity of them that are alike.
  is_serialised boolean not null,
  name text,
  serial_number text,
  -- Of ISO 6346: four letters, six digits, a check digit.
  container_no text check (container_no ~ '^[A-Z]{4}\d{7}$'),
  plate_number text,
  plate_country text check (plate_country ~ '^[A-Z]{2}$'),
  quantity integer check (quantity between 1 and 1000000),
  tare_kg numeric(12, 3) check (tare_kg > 0),
  max_gross_kg numeric(12, 3) check (max_gross_kg > 0),
  cargo_volume_m3 numeric(9, 3) check (cargo_volume_m3 > 0),
  condition text not null default 'good' check (condition in ('good', 'worn', 'damaged')),
  location_id uuid,
  vehicle_id uuid,
  notes text,
  -- As they are compared: numbers in any case of letters, plates with and without gaps.
  asset_no_key text generated always as (lower(asset_no)) stored,
  plate_key text generated always as (plate_country || upper(regexp_replace(plate_number, '[^[:alnum:]]', '', 'g'))) stored,
  search_text text generated always as (lower(asset_no || ' ' || coalesce(name, '') || ' ' || coalesce(container_no, '') || ' '
    || coalesce(plate_number, '') || ' ' || coalesce(regexp_replace(plate_number, '[^[:alnum:]]', '', 'g'), '') || ' '
    || coalesce(serial_number, ''))) stored,
  constraint assets_reason_of_state check ((status = 'available') = (status_reason is null)),
  constraint assets_quantity_of_what_is_counted check ((quantity is null) = is_serialised),
  constraint assets_counted_have_no_numbers check (is_serialised or num_nonnulls(serial_number, container_no, plate_number) = 0),
  constraint assets_plate_has_country check ((plate_number is null) = (plate_country is null)),
  constraint assets_are_in_one_place check (num_nonnulls(location_id, vehicle_id) = 1),
  constraint assets_tare_below_gross check (tare_kg <= max_gross_kg),
  constraint assets_archived_is_retired check (archived_at is null or status = 'retired'),
  constraint assets_type foreign key (company_id, type_id, is_serialised) references asset_types (company_id, id, is_serialised),
  constraint assets_location foreign key (company_id, location_id) references locations (company_id, id),
  constraint assets_vehicle foreign key (company_id, vehicle_id) references vehicles (company_id, id)
);
select company_table('assets');
select resource_table('assets', 'asset');
create unique index assets_asset_no_once on assets (company_id, lower(asset_no));
-- A container keeps its number for life; the plate of what is retired is given out again.
create unique index assets_container_no_once on assets (company_id, container_no);
create unique index assets_plate_number_once on assets (company_id, plate_key) where status <> 'retired';
create index assets_by_asset_no_key on assets (company_id, asset_no_key);
create index assets_by_asset_no on assets (company_id, asset_no, id);
create index assets_by_age on assets (company_id, created_at, id);
create index assets_by_type on assets (company_id, type_id, is_serialised);
create index assets_by_location on assets (company_id, location_id);
create index assets_by_vehicle on assets (company_id, vehicle_id);
create index assets_search on assets using gin (company_id, search_text gin_trgm_ops);

-- Companies that exist give the right to the roles that have it in new ones, and to roles of their own that could already
-- "add, change and archive assets".
update roles set permissions = array_append(permissions, 'CAN_MANAGE_ASSETS')
where ((is_default and code in ('COMPANY_ADMIN', 'DISPATCHER', 'FLEET_MANAGER')) or 'CAN_EDIT_ASSETS' = any(permissions))
  and not 'CAN_MANAGE_ASSETS' = any(permissions);
