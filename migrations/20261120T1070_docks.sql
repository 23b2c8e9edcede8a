create table docks (
  id uuid not null default uuidv7(),
  location_id uuid not null,
  code text not null,
  name text,
  dock_type text not null default 'standard_door' check (dock_type in ('standard_door', 'drive_in', 'flatbed_ramp', 'reefer_door', 'container', 'cross_dock', 'parcel')),
  direction text not null default 'inbound' check (direction in ('inbound', 'outbound', 'both')),
  parallel_capacity smallint not null default 1 check (parallel_capacity between 1 and 10),
  status text not null default 'active' check (status in ('active', 'out_of_service', 'inactive')),
  out_of_service_reason text,
  buffer_before_minutes smallint not null default 0 check (buffer_before_minutes between 0 and 240),
  buffer_after_minutes smallint not null default 10 check (buffer_after_minutes between 0 and 240),
  allow_carrier_booking boolean not null default true,
  max_vehicle_height_mm integer check (max_vehicle_height_mm > 0),
  max_vehicle_length_mm integer check (max_vehicle_length_mm > 0),
  has_leveler boolean not null default false,
  has_forklift boolean not null default false,
  temperature_zone text check (temperature_zone in ('ambient', 'chilled', 'frozen')),
  instructions text,
  sort_order integer not null default 0,
  search_text text generated always as (lower(code || ' ' || coalesce(name, ''))) stored
);
select company_table('docks');
alter table docks add constraint docks_location foreign key (company_id, location_id) references locations (company_id, id);
create unique index docks_code_once on docks (company_id, location_id, lower(code));
create index docks_by_order on docks (company_id, sort_order, id);
create index docks_by_code on docks (company_id, code, id);
create index docks_by_age on docks (company_id, created_at, id);
create index docks_search on docks using gin (company_id, search_text gin_trgm_ops);
alter table bookings add constraint bookings_dock foreign key (company_id, resource_id) references docks (company_id, id);
create index bookings_of_resource on bookings (company_id, resource_id);

-- A time in which a dock is not to be used; it holds one booking on each lane, so that the same constraint guards it.
create table dock_downtimes (
  id uuid not null default uuidv7(),
  dock_id uuid not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  reason text not null,
  search_text text generated always as (lower(reason)) stored,
  check (ends_at >= starts_at)
);
select company_table('dock_downtimes');
alter table dock_downtimes add constraint dock_downtimes_dock foreign key (company_id, dock_id) references docks (company_id, id);
create index dock_downtimes_by_start on dock_downtimes (company_id, starts_at, id);
create index dock_downtimes_by_age on dock_downtimes (company_id, created_at, id);
create index dock_downtimes_search on dock_downtimes using gin (company_id, search_text gin_trgm_ops);
create index dock_downtimes_of_dock on dock_downtimes (company_id, dock_id, starts_at);

create table delivery_schedules (
  id uuid not null default uuidv7(),
  number text not null,
  location_id uuid not null,
  -- Both null while it is unplaced: a downtime took its dock, and nobody has given it another.
  dock_id uuid,
  lane smallint,
  direction text not null default 'inbound' check (direction in ('inbound', 'outbound')),
  status text not null check (status in ('requested', 'proposed', 'scheduled', 'arrived', 'in_progress', 'unloaded', 'completed', 'cancelled', 'declined', 'no_show', 'refused', 'expired')),
  awaiting_party text not null default 'none' check (awaiting_party in ('none', 'warehouse', 'vendor', 'carrier')),
  revision integer not null default 0,
  planned_start timestamptz(3) not null,
  planned_end timestamptz(3) not null,
  original_planned_start timestamptz(3) not null,
  occupied_from timestamptz(3) not null,
  occupied_until timestamptz(3) not null,
  hold_expires_at timestamptz(3),
  gate_in_at timestamptz(3),
  docked_at timestamptz(3),
  unload_start_at timestamptz(3),
  unload_end_at timestamptz(3),
  dock_cleared_at timestamptz(3),
  gate_out_at timestamptz(3),
  vendor_id uuid,
  carrier_name text,
  carrier_email text,
  driver_name text,
  driver_phone text,
  tractor_plate text,
  trailer_number text,
  bol_number text,
  expected_pallets integer check (expected_pallets >= 0),
  requested_via text not null default 'staff' check (requested_via in ('staff', 'link', 'api', 'import', 'recurrence')),
  reschedule_count integer not null default 0,
  cancel_reason text,
  decline_reason text,
  refused_reason text,
  notes_public text,
  notes_internal text,
  search_text text not null default '',
  check (planned_end > planned_start),
  -- What is completed early gives the rest of its time back, so it may end before it was planned to.
  check (occupied_until >= occupied_from),
  check ((dock_id is null) = (lane is null))
);
select company_table('delivery_schedules');
alter table delivery_schedules
  add constraint delivery_schedules_location foreign key (company_id, location_id) references locations (company_id, id),
  add constraint delivery_schedules_dock foreign key (company_id, dock_id) references docks (company_id, id),
  add constraint delivery_schedules_vendor foreign key (company_id, vendor_id) references vendors (company_id, id);
create unique index delivery_schedules_number_once on delivery_schedules (company_id, number);
create index delivery_schedules_by_start on delivery_schedules (company_id, planned_start, id);
create index delivery_schedules_by_age on delivery_schedules (company_id, created_at, id);
create index delivery_schedules_of_location on delivery_schedules (company_id, location_id, planned_start, id);
create index delivery_schedules_of_dock on delivery_schedules (company_id, dock_id, planned_start);
create index delivery_schedules_by_status on delivery_schedules (company_id, status, planned_start, id);
create index delivery_schedules_of_vendor on delivery_schedules (company_id, vendor_id);
create index delivery_schedules_search on delivery_schedules using gin (company_id, search_text gin_trgm_ops);

create table delivery_schedule_items (
  id uuid not null default uuidv7(),
  delivery_schedule_id uuid not null,
  purchase_order_item_id uuid not null,
  planned_qty numeric(18, 6) not null check (planned_qty > 0)
);
select company_rows('delivery_schedule_items');
alter table delivery_schedule_items
  add constraint delivery_schedule_items_schedule foreign key (company_id, delivery_schedule_id) references delivery_schedules (company_id, id) on delete cascade,
  add constraint delivery_schedule_items_item foreign key (company_id, purchase_order_item_id) references purchase_order_items (company_id, id);
create unique index delivery_schedule_items_once on delivery_schedule_items (company_id, delivery_schedule_id, purchase_order_item_id);
create index delivery_schedule_items_of_item on delivery_schedule_items (company_id, purchase_order_item_id);
