-- Files call vehicles and what they are described by by number, code or name, however it is written. Under row-level security
-- an index serves a comparison of a column, not one of lower(column).
alter table vehicles
  add column unit_number_key text generated always as (lower(unit_number)) stored,
  add column fuel_card_key text generated always as (lower(fuel_card_ref)) stored;
create index vehicles_by_unit_number_key on vehicles (company_id, unit_number_key);
create index vehicles_by_fuel_card_key on vehicles (company_id, fuel_card_key);
alter table vehicle_types
  add column code_key text generated always as (lower(code)) stored,
  add column name_key text generated always as (lower(name)) stored;
create index vehicle_types_by_code_key on vehicle_types (company_id, code_key);
create index vehicle_types_by_name_key on vehicle_types (company_id, name_key);
alter table fuel_types
  add column code_key text generated always as (lower(code)) stored,
  add column name_key text generated always as (lower(name)) stored;
create index fuel_types_by_code_key on fuel_types (company_id, code_key);
create index fuel_types_by_name_key on fuel_types (company_id, name_key);
alter table vehicle_statuses
  add column code_key text generated always as (lower(code)) stored,
  add column name_key text generated always as (lower(name)) stored;
create index vehicle_statuses_by_code_key on vehicle_statuses (company_id, code_key);
create index vehicle_statuses_by_name_key on vehicle_statuses (company_id, name_key);
alter table vehicle_makers add column name_key text generated always as (lower(name)) stored;
create index vehicle_makers_by_name_key on vehicle_makers (company_id, name_key);
alter table vehicle_models add column name_key text generated always as (lower(name)) stored;
create index vehicle_models_by_name_key on vehicle_models (company_id, name_key, maker_id);
alter table carriers add column name_key text generated always as (lower(name)) stored;
create index carriers_by_name_key on carriers (company_id, name_key);
