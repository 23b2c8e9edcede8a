-- What vehicles are described by: types, makers, models, statuses, fuels. A company begins with common ones and adds its own.
create table vehicle_types (
  like company_record,
  code text not null,
  name text not null,
  category text not null check (category in ('power_unit', 'rigid', 'van', 'car', 'motorcycle', 'bus', 'trailer', 'container', 'handling', 'other')),
  is_powered boolean not null,
  is_towable boolean not null,
  required_licence_class text check (required_licence_class in ('AM', 'A1', 'A2', 'A', 'B1', 'B', 'BE', 'C1', 'C1E', 'C', 'CE', 'D1', 'D1E', 'D', 'DE', 'T', 'L', 'CDL-A', 'CDL-B', 'CDL-C')),
  marker_icon text check (marker_icon in ('truck', 'van', 'car', 'motorcycle', 'bus', 'trailer', 'container', 'forklift', 'other')),
  is_active boolean not null default true,
  search_text text generated always as (lower(code || ' ' || name)) stored,
  constraint vehicle_types_pulled_has_no_engine check (not (is_powered and category in ('trailer', 'container'))),
  constraint vehicle_types_driven_has_engine check (is_powered or category not in ('power_unit', 'rigid', 'van', 'car', 'motorcycle', 'bus'))
);
select company_table('vehicle_types');
create unique index vehicle_types_code_once on vehicle_types (company_id, lower(code));
create index vehicle_types_by_code on vehicle_types (company_id, code, id);
create index vehicle_types_by_name on vehicle_types (company_id, name, id);
create index vehicle_types_by_age on vehicle_types (company_id, created_at, id);
create index vehicle_types_search on vehicle_types using gin (company_id, search_text gin_trgm_ops);

create table vehicle_makers (
  like company_record,
  name text not null,
  -- The first three characters of the VINs that the maker gives, in capitals, each once, with spaces between them.
  wmi text check (wmi ~ '^[A-HJ-NPR-Z0-9]{3}( [A-HJ-NPR-Z0-9]{3})*$'),
  is_active boolean not null default true,
  search_text text generated always as (lower(name || ' ' || coalesce(wmi, ''))) stored
);
select company_table('vehicle_makers');
create unique index vehicle_makers_name_once on vehicle_makers (company_id, lower(name));
create index vehicle_makers_by_name on vehicle_makers (company_id, name, id);
create index vehicle_makers_by_age on vehicle_makers (company_id, created_at, id);
create index vehicle_makers_search on vehicle_makers using gin (company_id, search_text gin_trgm_ops);

create table fuel_types (
  like company_record,
  code text not null,
  name text not null,
  -- UNECE Recommendation 20: litres, kilograms of what is a gas, kilowatt hours.
  unit_code text not null check (unit_code in ('LTR', 'KGM', 'KWH')),
  -- What moves the vehicle; AdBlue does not, and counts in no consumption.
  is_propulsion boolean not null default true,
  co2_kg_per_unit numeric(9, 4) check (co2_kg_per_unit >= 0),
  is_active boolean not null default true,
  search_text text generated always as (lower(code || ' ' || name)) stored
);
select company_table('fuel_types');
create unique index fuel_types_code_once on fuel_types (company_id, lower(code));
create index fuel_types_by_code on fuel_types (company_id, code, id);
create index fuel_types_by_name on fuel_types (company_id, name, id);
create index fuel_types_by_age on fuel_types (company_id, created_at, id);
create index fuel_types_search on fuel_types using gin (company_id, search_text gin_trgm_ops);

create table vehicle_models (
  like company_record,
  maker_id uuid not null,
  name text not null,
  year_from integer check (year_from between 1950 and 2100),
  year_to integer check (year_to between 1950 and 2100),
  type_id uuid,
  fuel_type_id uuid,
  tank_capacity_l numeric(9, 3) check (tank_capacity_l > 0),
  battery_capacity_kwh numeric(9, 3) check (battery_capacity_kwh > 0),
  payload_kg numeric(12, 3) check (payload_kg > 0),
  cargo_volume_m3 numeric(9, 3) check (cargo_volume_m3 > 0),
  pallet_positions integer check (pallet_positions between 1 and 1000),
  is_active boolean not null default true,
  search_text text generated always as (lower(name)) stored,
  constraint vehicle_models_maker foreign key (company_id, maker_id) references vehicle_makers (company_id, id),
  constraint vehicle_models_type foreign key (company_id, type_id) references vehicle_types (company_id, id),
  constraint vehicle_models_fuel_type foreign key (company_id, fuel_type_id) references fuel_types (company_id, id),
  constraint vehicle_models_years_in_order check (year_from <= year_to)
);
select company_table('vehicle_models');
create unique index vehicle_models_name_once on vehicle_models (company_id, maker_id, lower(name), coalesce(year_from, 0));
create index vehicle_models_by_name on vehicle_models (company_id, name, id);
create index vehicle_models_by_maker on vehicle_models (company_id, maker_id, id);
create index vehicle_models_by_type on vehicle_models (company_id, type_id);
create index vehicle_models_by_fuel_type on vehicle_models (company_id, fuel_type_id);
create index vehicle_models_by_age on vehicle_models (company_id, created_at, id);
create index vehicle_models_search on vehicle_models using gin (company_id, search_text gin_trgm_ops);

create table vehicle_statuses (
  like company_record,
  code text not null,
  name text not null,
  color text check (color in ('grey', 'blue', 'green', 'amber', 'red', 'violet')),
  -- All that programs read of a status.
  effect text not null check (effect in ('dispatchable', 'blocked', 'retired')),
  -- One of those that are there from the first day: renamed as one likes, never without its effect.
  is_system boolean not null default false,
  -- What a new vehicle begins with.
  is_default boolean not null default false,
  is_active boolean not null default true,
  search_text text generated always as (lower(code || ' ' || name)) stored,
  constraint vehicle_statuses_default_is_for_use check (not is_default or (effect <> 'retired' and is_active and archived_at is null)),
  constraint vehicle_statuses_system_stays check (not is_system or (is_active and archived_at is null))
);
select company_table('vehicle_statuses');
create unique index vehicle_statuses_code_once on vehicle_statuses (company_id, lower(code));
create unique index vehicle_statuses_is_default_once on vehicle_statuses (company_id) where is_default;
create index vehicle_statuses_by_code on vehicle_statuses (company_id, code, id);
create index vehicle_statuses_by_name on vehicle_statuses (company_id, name, id);
create index vehicle_statuses_by_age on vehicle_statuses (company_id, created_at, id);
create index vehicle_statuses_search on vehicle_statuses using gin (company_id, search_text gin_trgm_ops);

-- Companies that exist give the rights to the roles that have them in new ones.
update roles set permissions = array_append(permissions, 'CAN_VIEW_VEHICLES')
where is_default and code in ('COMPANY_ADMIN', 'BUYER', 'DOCK_SUPERVISOR', 'WAREHOUSE_MANAGER', 'DISPATCHER', 'FLEET_MANAGER', 'VIEWER') and not 'CAN_VIEW_VEHICLES' = any(permissions);
update roles set permissions = array_append(permissions, 'CAN_EDIT_VEHICLE_TYPES')
where is_default and code in ('COMPANY_ADMIN', 'FLEET_MANAGER') and not 'CAN_EDIT_VEHICLE_TYPES' = any(permissions);

-- They also get the types, fuels and statuses that new ones begin with; makers and models they add as they need them.
insert into vehicle_types (company_id, code, name, category, is_powered, is_towable, required_licence_class, marker_icon)
select c.id, v.code, v.name, v.category, v.is_powered, v.is_towable, v.licence, v.icon from companies c cross join (values
  ('TRACTOR', 'Tractor unit', 'power_unit', true, false, 'CE', 'truck'),
  ('RIGID', 'Rigid truck', 'rigid', true, false, 'C', 'truck'),
  ('RIGID-7.5', 'Rigid truck up to 7.5 t', 'rigid', true, false, 'C1', 'truck'),
  ('VAN', 'Van up to 3.5 t', 'van', true, false, 'B', 'van'),
  ('CAR', 'Car', 'car', true, false, 'B', 'car'),
  ('BUS', 'Bus', 'bus', true, false, 'D', 'bus'),
  ('SEMI-TRAILER', 'Semi-trailer', 'trailer', false, true, null, 'trailer'),
  ('DRAWBAR', 'Drawbar trailer', 'trailer', false, true, null, 'trailer'),
  ('CONTAINER', 'Container', 'container', false, false, null, 'container'),
  ('FORKLIFT', 'Forklift', 'handling', true, false, null, 'forklift'),
  ('YARD', 'Yard tractor', 'handling', true, false, null, 'truck')
) as v (code, name, category, is_powered, is_towable, licence, icon);
insert into fuel_types (company_id, code, name, unit_code, is_propulsion)
select c.id, v.code, v.name, v.unit, v.is_propulsion from companies c cross join (values
  ('DIESEL', 'Diesel', 'LTR', true), ('HVO', 'Renewable diesel (HVO)', 'LTR', true), ('PETROL', 'Petrol', 'LTR', true),
  ('E85', 'Ethanol (E85)', 'LTR', true), ('LPG', 'Autogas (LPG)', 'LTR', true), ('CNG', 'Natural gas (CNG)', 'KGM', true),
  ('LNG', 'Liquefied natural gas (LNG)', 'KGM', true), ('H2', 'Hydrogen', 'KGM', true),
  ('ELECTRIC', 'Electricity', 'KWH', true), ('ADBLUE', 'AdBlue', 'LTR', false)
) as v (code, name, unit, is_propulsion);
insert into vehicle_statuses (company_id, code, name, color, effect, is_system, is_default)
select c.id, v.code, v.name, v.color, v.effect, v.is_system, v.is_default from companies c cross join (values
  ('in_use', 'In use', 'green', 'dispatchable', true, true), ('spare', 'Spare', 'blue', 'dispatchable', false, false),
  ('workshop', 'In the workshop', 'amber', 'blocked', true, false), ('damaged', 'Damaged', 'red', 'blocked', false, false),
  ('laid_up', 'Laid up', 'grey', 'blocked', false, false), ('disposed', 'Sold or scrapped', 'grey', 'retired', true, false)
) as v (code, name, color, effect, is_system, is_default);

-- Units and the health of vehicles say what programs read of them; what a company added itself counts pieces, or says nothing.
update reference_values v set data = jsonb_build_object('dimension', u.dimension, 'symbol', u.symbol, 'toBaseFactor', u.factor, 'decimals', u.decimals)
from (values
  ('EA', 'count', null, '1', 0), ('C62', 'count', null, '1', 0), ('H87', 'count', null, '1', 0), ('PR', 'count', null, '2', 0), ('DZN', 'count', null, '12', 0), ('SET', 'count', null, null, 0),
  ('GRM', 'mass', 'g', '0.001', 1), ('KGM', 'mass', 'kg', '1', 3), ('TNE', 'mass', 't', '1000', 3), ('LBR', 'mass', 'lb', '0.45359237', 3), ('ONZ', 'mass', 'oz', '0.028349523125', 3),
  ('MLT', 'volume', 'ml', '0.000001', 0), ('LTR', 'volume', 'l', '0.001', 3), ('GLL', 'volume', 'gal', '0.003785411784', 3), ('MTQ', 'volume', 'm³', '1', 3),
  ('CMT', 'length', 'cm', '0.01', 1), ('MTR', 'length', 'm', '1', 3), ('MTK', 'area', 'm²', '1', 3)
) as u (code, dimension, symbol, factor, decimals)
where v.list = 'quantity_types' and v.code = u.code;
update reference_values set data = jsonb_build_object('dimension', case when code ~ '^X[A-Z0-9]{2}$' then 'package' else 'count' end, 'symbol', null, 'toBaseFactor', null, 'decimals', 0)
where list = 'quantity_types' and data = '{}';
update reference_values set data = jsonb_build_object('level',
  case code when 'good' then 'good' when 'service_due' then 'attention' when 'restricted' then 'attention' when 'unsafe' then 'critical' else 'unknown' end)
where list = 'vehicle_health';
insert into reference_values (company_id, list, code, label, position, data)
select c.id, 'vehicle_health', 'unknown', 'Unknown', 5, '{"level": "unknown"}' from companies c on conflict do nothing;
