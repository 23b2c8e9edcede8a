create table asset_types (
  id uuid not null default uuidv7(),
  name text not null,
  kind text not null check (kind in ('trailer', 'container', 'equipment', 'returnable', 'other')),
  is_serialised boolean not null default true,
  has_meter boolean not null default false,
  allows_commodities boolean not null default false,
  max_gross_kg numeric(12,3) check (max_gross_kg > 0),
  tare_kg numeric(12,3) check (tare_kg > 0),
  description text,
  is_active boolean not null default true,
  search_text text generated always as (lower(name || ' ' || kind || ' ' || coalesce(description, ''))) stored,
  constraint asset_types_tare_below_gross check (tare_kg <= max_gross_kg)
);
select company_table('asset_types');
create unique index asset_types_name_once on asset_types (company_id, lower(name));
create index asset_types_by_name on asset_types (company_id, name, id);
create index asset_types_by_kind on asset_types (company_id, kind, id);
create index asset_types_by_age on asset_types (company_id, created_at, id);
create index asset_types_search on asset_types using gin (company_id, search_text gin_trgm_ops);

-- Companies that exist give the rights to the roles that have them in new ones.
update roles set permissions = array_append(permissions, 'CAN_VIEW_ASSETS')
where is_default and code in ('COMPANY_ADMIN', 'BUYER', 'DOCK_SUPERVISOR', 'WAREHOUSE_MANAGER', 'DISPATCHER', 'FLEET_MANAGER', 'VIEWER') and not 'CAN_VIEW_ASSETS' = any(permissions);
update roles set permissions = array_append(permissions, 'CAN_EDIT_ASSETS')
where is_default and code in ('COMPANY_ADMIN', 'FLEET_MANAGER') and not 'CAN_EDIT_ASSETS' = any(permissions);
