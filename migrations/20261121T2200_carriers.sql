create table carriers (
  id uuid not null default uuidv7(),
  code text not null,
  name text not null,
  scac text check (scac ~ '^[A-Z]{2,4}$'),
  modes text[] not null default '{}' check (modes <@ array['ftl', 'ltl', 'parcel', 'intermodal', 'own_fleet']),
  equipment text[] not null default '{}' check (equipment <@ array['dry_van', 'reefer', 'flatbed', 'container', 'box_truck', 'other']),
  dispatch_email text not null,
  dispatch_phone text,
  insurance_expires_on date,
  status text not null default 'active' check (status in ('active', 'on_hold', 'inactive')),
  hold_reason text check ((status = 'on_hold') = (hold_reason is not null)),
  notes text,
  search_text text generated always as (lower(code || ' ' || name || ' ' || coalesce(scac, '') || ' ' || dispatch_email)) stored
);
select company_table('carriers');
create unique index carriers_code_once on carriers (company_id, lower(code));
create unique index carriers_scac_once on carriers (company_id, scac);
create index carriers_by_name on carriers (company_id, name, id);
create index carriers_by_code on carriers (company_id, code, id);
create index carriers_by_age on carriers (company_id, created_at, id);
create index carriers_search on carriers using gin (company_id, search_text gin_trgm_ops);
-- Roles that exist: who sees deliveries sees who brings them; who plans deliveries or runs docks keeps the list.
update roles set permissions = array_append(permissions, 'CAN_VIEW_CARRIERS') where permissions && array['CAN_VIEW_DELIVERY_SCHEDULES', 'CAN_MANAGE_DOCKS', 'CAN_SCHEDULE_DOCK'];
update roles set permissions = array_append(permissions, 'CAN_EDIT_CARRIERS') where permissions && array['CAN_MANAGE_DOCKS', 'CAN_SCHEDULE_DOCK'];
