-- Files call locations, docks, bins and carriers by code or name too; see import_keys.
alter table locations
  add column code_key text generated always as (lower(code)) stored,
  add column name_key text generated always as (lower(name)) stored;
create index locations_by_code_key on locations (company_id, code_key);
create index locations_by_name_key on locations (company_id, name_key);
alter table storage_locations add column code_key text generated always as (lower(code)) stored;
create index storage_locations_by_code_key on storage_locations (company_id, location_id, code_key);
alter table docks add column code_key text generated always as (lower(code)) stored;
create index docks_by_code_key on docks (company_id, location_id, code_key);
alter table carriers add column code_key text generated always as (lower(code)) stored;
create index carriers_by_code_key on carriers (company_id, code_key);
