create table pallet_types (
  like company_record,
  code text not null,
  name text not null,
  length_mm integer not null check (length_mm between 1 and 10000),
  width_mm integer not null check (width_mm between 1 and 10000),
  height_mm integer check (height_mm between 1 and 10000),
  weight_kg numeric(7, 3) check (weight_kg > 0 and weight_kg <= 1000),
  deposit_price numeric(19, 4) check (deposit_price >= 0),
  deposit_price_currency char(3) references currencies (code),
  is_active boolean not null default true,
  search_text text generated always as (lower(code || ' ' || name)) stored,
  check (width_mm <= length_mm),
  check ((deposit_price is null) = (deposit_price_currency is null))
);
select company_table('pallet_types');
create unique index pallet_types_code_once on pallet_types (company_id, lower(code));
create index pallet_types_by_code on pallet_types (company_id, code, id);
create index pallet_types_by_name on pallet_types (company_id, name, id);
create index pallet_types_by_length on pallet_types (company_id, length_mm, id);
create index pallet_types_by_age on pallet_types (company_id, created_at, id);
create index pallet_types_search on pallet_types using gin (company_id, search_text gin_trgm_ops);

-- Companies that exist give the rights to the roles that have them in new ones.
update roles set permissions = array_append(permissions, 'CAN_VIEW_PALLET_TYPES')
where is_default and code in ('COMPANY_ADMIN', 'BUYER', 'DOCK_SUPERVISOR', 'RECEIVER', 'WAREHOUSE_MANAGER', 'DISPATCHER', 'VIEWER') and not 'CAN_VIEW_PALLET_TYPES' = any(permissions);
update roles set permissions = array_append(permissions, 'CAN_EDIT_PALLET_TYPES')
where is_default and code in ('COMPANY_ADMIN', 'WAREHOUSE_MANAGER') and not 'CAN_EDIT_PALLET_TYPES' = any(permissions);
