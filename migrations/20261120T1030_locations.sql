create table locations (
  id uuid not null default uuidv7(),
  code text not null,
  name text not null,
  kind text not null default 'warehouse' check (kind in ('warehouse', 'yard', 'office', 'store', 'terminal')),
  timezone text not null,
  address_line1 text,
  address_line2 text,
  city text,
  region text,
  postal_code text,
  country_code char(2) check (country_code ~ '^[A-Z]{2}$'),
  dock_address_note text,
  latitude numeric(9, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  contact_name text,
  contact_phone text,
  contact_email text,
  receiving_instructions text,
  slot_minutes smallint not null default 30 check (slot_minutes in (15, 20, 30, 60)),
  min_lead_minutes integer not null default 120 check (min_lead_minutes >= 0),
  max_lead_days integer not null default 30 check (max_lead_days between 1 and 365),
  cancel_cutoff_minutes integer not null default 240 check (cancel_cutoff_minutes >= 0),
  early_grace_minutes integer not null default 30 check (early_grace_minutes >= 0),
  late_grace_minutes integer not null default 30 check (late_grace_minutes >= 0),
  no_show_after_minutes integer not null default 120 check (no_show_after_minutes > 0),
  free_time_minutes integer not null default 120 check (free_time_minutes >= 0),
  requires_approval boolean not null default true,
  is_active boolean not null default true,
  search_text text generated always as (lower(code || ' ' || name || ' ' || coalesce(city, ''))) stored
);
select company_table('locations');
create unique index locations_code_once on locations (company_id, lower(code));
create index locations_by_name on locations (company_id, name, id);
create index locations_by_code on locations (company_id, code, id);
create index locations_by_age on locations (company_id, created_at, id);
create index locations_search on locations using gin (company_id, search_text gin_trgm_ops);

create table location_hours (
  id uuid not null default uuidv7(),
  location_id uuid not null,
  day_of_week smallint not null check (day_of_week between 0 and 6),
  opens_at time not null,
  closes_at time not null,
  check (closes_at > opens_at)
);
select company_rows('location_hours');
alter table location_hours add constraint location_hours_location foreign key (company_id, location_id) references locations (company_id, id) on delete cascade;
create index location_hours_of_location on location_hours (company_id, location_id, day_of_week, opens_at);

create table location_closures (
  id uuid not null default uuidv7(),
  location_id uuid not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  reason text not null,
  check (ends_at > starts_at)
);
select company_rows('location_closures');
alter table location_closures add constraint location_closures_location foreign key (company_id, location_id) references locations (company_id, id) on delete cascade;
create index location_closures_of_location on location_closures (company_id, location_id, starts_at);

-- Bins. A receipt needs a destination: each location has at least one of kind receiving.
create table storage_locations (
  id uuid not null default uuidv7(),
  location_id uuid not null,
  code text not null,
  kind text not null default 'storage' check (kind in ('receiving', 'storage', 'quarantine', 'damaged', 'returns', 'staging')),
  barcode text,
  is_active boolean not null default true,
  search_text text generated always as (lower(code || ' ' || coalesce(barcode, ''))) stored
);
select company_table('storage_locations');
alter table storage_locations add constraint storage_locations_location foreign key (company_id, location_id) references locations (company_id, id);
create unique index storage_locations_code_once on storage_locations (company_id, location_id, lower(code));
create index storage_locations_by_code on storage_locations (company_id, code, id);
create index storage_locations_by_age on storage_locations (company_id, created_at, id);
create index storage_locations_search on storage_locations using gin (company_id, search_text gin_trgm_ops);
