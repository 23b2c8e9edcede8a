-- What the company's own vehicles bring to somebody: goods for a consignee, on a trip at most, until it has an outcome.
create table fleet_deliveries (
  like company_record,
  delivery_number text not null,
  status text not null default 'unassigned'
    check (status in ('unassigned', 'assigned', 'out_for_delivery', 'delivered', 'partly_delivered', 'failed', 'returning', 'returned', 'cancelled')),
  -- The delivery of a warehouse that it brings there.
  delivery_schedule_id uuid,
  consignee_name text not null,
  contact_phone text,
  consignee_email text,
  location_id uuid,
  address text,
  latitude numeric(8, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  pickup_location_id uuid,
  pickup_address text,
  window_start timestamptz(3) not null,
  window_end timestamptz(3) not null,
  proofs_required text[] not null default '{}' check (proofs_required <@ array['signature', 'photo', 'code']),
  notes text,
  attempt_no integer not null default 1 check (attempt_no >= 1),
  trip_id uuid,
  -- Who drives that trip: the database keeps it equal.
  driver_id uuid,
  pickup_stop_id uuid,
  dropoff_stop_id uuid,
  -- Of the attempt at hand: when it was, why it failed, who took the goods.
  outcome_at timestamptz(3),
  failure_reason text,
  received_by text,
  -- Since when nothing is kept of the consignee any more.
  forgotten_at timestamptz(3),
  search_text text generated always as (lower(delivery_number || ' ' || consignee_name || ' ' || coalesce(address, ''))) stored,
  constraint fleet_deliveries_window check (window_end > window_start),
  constraint fleet_deliveries_is_somewhere check (location_id is not null or address is not null or forgotten_at is not null),
  constraint fleet_deliveries_pin check ((latitude is null) = (longitude is null)),
  constraint fleet_deliveries_on_a_trip check ((trip_id is null) = (status in ('unassigned', 'cancelled'))),
  constraint fleet_deliveries_at_a_stop check (trip_id is not null or (pickup_stop_id is null and dropoff_stop_id is null)),
  constraint fleet_deliveries_has_outcome check (status not in ('delivered', 'partly_delivered', 'failed') or outcome_at is not null),
  constraint fleet_deliveries_failed_for_a_reason check (status <> 'failed' or failure_reason is not null or forgotten_at is not null),
  constraint fleet_deliveries_schedule foreign key (company_id, delivery_schedule_id) references delivery_schedules (company_id, id),
  constraint fleet_deliveries_location foreign key (company_id, location_id) references locations (company_id, id),
  constraint fleet_deliveries_pickup_location foreign key (company_id, pickup_location_id) references locations (company_id, id),
  constraint fleet_deliveries_trip foreign key (company_id, trip_id) references trips (company_id, id),
  constraint fleet_deliveries_driver foreign key (company_id, driver_id) references drivers (company_id, id),
  constraint fleet_deliveries_pickup_stop foreign key (company_id, pickup_stop_id) references trip_stops (company_id, id),
  constraint fleet_deliveries_dropoff_stop foreign key (company_id, dropoff_stop_id) references trip_stops (company_id, id)
);
select company_table('fleet_deliveries');
create unique index fleet_deliveries_delivery_number_once on fleet_deliveries (company_id, delivery_number);
-- A warehouse's delivery is brought by one; after a cancelled one by another.
create unique index fleet_deliveries_delivery_schedule_id_once on fleet_deliveries (company_id, delivery_schedule_id) where status <> 'cancelled';
create index fleet_deliveries_of_schedule on fleet_deliveries (company_id, delivery_schedule_id);
create index fleet_deliveries_by_window on fleet_deliveries (company_id, window_start, id);
create index fleet_deliveries_by_number on fleet_deliveries (company_id, delivery_number, id);
create index fleet_deliveries_by_age on fleet_deliveries (company_id, created_at, id);
create index fleet_deliveries_by_status on fleet_deliveries (company_id, status, window_start, id);
create index fleet_deliveries_of_trip on fleet_deliveries (company_id, trip_id, window_start, id);
create index fleet_deliveries_of_driver on fleet_deliveries (company_id, driver_id, window_start, id);
create index fleet_deliveries_of_location on fleet_deliveries (company_id, location_id, window_start, id);
create index fleet_deliveries_of_pickup on fleet_deliveries (company_id, pickup_location_id);
create index fleet_deliveries_of_pickup_stop on fleet_deliveries (company_id, pickup_stop_id);
create index fleet_deliveries_of_dropoff_stop on fleet_deliveries (company_id, dropoff_stop_id);
create index fleet_deliveries_search on fleet_deliveries using gin (company_id, search_text gin_trgm_ops);

-- A stop that a trip has for a delivery alone goes with it.
alter table trip_stops add column made_for_delivery boolean not null default false;

-- Whose delivery it is follows from its trip, also when somebody else drives that.
create function follow_driver_of_trip() returns trigger language plpgsql as $$
begin
  new.driver_id = (select t.driver_id from trips t where t.company_id = new.company_id and t.id = new.trip_id);
  return new;
end $$;
create trigger follow_driver_of_trip before insert or update of trip_id, driver_id on fleet_deliveries
  for each row execute function follow_driver_of_trip();
create function give_deliveries_to_driver() returns trigger language plpgsql as $$
begin
  update fleet_deliveries d set driver_id = new.driver_id where d.company_id = new.company_id and d.trip_id = new.id;
  return null;
end $$;
create trigger give_deliveries_to_driver after update of driver_id on trips
  for each row when (old.driver_id is distinct from new.driver_id) execute function give_deliveries_to_driver();

-- What is brought, as it was called then. What is neither delivered, damaged nor brought back is missing.
create table fleet_delivery_lines (
  like company_row,
  delivery_id uuid not null,
  position integer not null default 0,
  product_id uuid,
  commodity_id uuid,
  code text,
  description text not null,
  unit text not null,
  planned_quantity numeric(18, 6) not null check (planned_quantity > 0),
  delivered_quantity numeric(18, 6) not null default 0 check (delivered_quantity >= 0),
  damaged_quantity numeric(18, 6) not null default 0 check (damaged_quantity >= 0),
  returned_quantity numeric(18, 6) not null default 0 check (returned_quantity >= 0),
  reason text,
  constraint fleet_delivery_lines_one_kind check (product_id is null or commodity_id is null),
  constraint fleet_delivery_lines_no_more_than_planned check (delivered_quantity + damaged_quantity + returned_quantity <= planned_quantity),
  constraint fleet_delivery_lines_delivery foreign key (company_id, delivery_id) references fleet_deliveries (company_id, id),
  constraint fleet_delivery_lines_product foreign key (company_id, product_id) references products (company_id, id),
  constraint fleet_delivery_lines_commodity foreign key (company_id, commodity_id) references asset_commodities (company_id, id)
);
select company_rows('fleet_delivery_lines');
create index fleet_delivery_lines_of_delivery on fleet_delivery_lines (company_id, delivery_id, position, id);
create index fleet_delivery_lines_of_product on fleet_delivery_lines (company_id, product_id);
create index fleet_delivery_lines_of_commodity on fleet_delivery_lines (company_id, commodity_id);

-- What became of each attempt: of the first one too, when the second one delivers.
create table fleet_delivery_attempts (
  like company_row,
  delivery_id uuid not null,
  attempt_no integer not null,
  trip_id uuid not null,
  -- Where it was to be brought.
  stop_id uuid,
  outcome text not null check (outcome in ('delivered', 'partly_delivered', 'failed', 'not_reached')),
  reason text,
  at timestamptz(3) not null,
  constraint fleet_delivery_attempts_once unique (company_id, delivery_id, attempt_no),
  constraint fleet_delivery_attempts_delivery foreign key (company_id, delivery_id) references fleet_deliveries (company_id, id),
  constraint fleet_delivery_attempts_trip foreign key (company_id, trip_id) references trips (company_id, id),
  constraint fleet_delivery_attempts_stop foreign key (company_id, stop_id) references trip_stops (company_id, id)
);
select company_rows('fleet_delivery_attempts');
create index fleet_delivery_attempts_of_trip on fleet_delivery_attempts (company_id, trip_id);
create index fleet_delivery_attempts_of_stop on fleet_delivery_attempts (company_id, stop_id);

-- What shows that goods were handed over. Written once; who signed goes when nothing is kept of the consignee any more.
create table fleet_proofs (
  like company_row,
  delivery_id uuid not null,
  attempt_no integer not null,
  type text not null check (type in ('signature', 'photo', 'code', 'note')),
  file_id uuid,
  signer_name text,
  note text,
  -- When it was, by the clock of whoever took it, and when we heard of it.
  captured_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  latitude numeric(8, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  captured_by uuid,
  constraint fleet_proofs_pin check ((latitude is null) = (longitude is null)),
  constraint fleet_proofs_delivery foreign key (company_id, delivery_id) references fleet_deliveries (company_id, id),
  constraint fleet_proofs_file foreign key (company_id, file_id) references files (company_id, id)
);
select company_rows('fleet_proofs');
create index fleet_proofs_of_delivery on fleet_proofs (company_id, delivery_id, captured_at, id);
create index fleet_proofs_of_file on fleet_proofs (company_id, file_id);
create function keep_proof() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_user = 'waybill_owner'
    and row(new.id, new.company_id, new.delivery_id, new.attempt_no, new.type, new.captured_at, new.received_at, new.captured_by)
      is not distinct from row(old.id, old.company_id, old.delivery_id, old.attempt_no, old.type, old.captured_at, old.received_at, old.captured_by)
  then return new; end if;
  raise exception 'rows of % are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete on fleet_proofs for each row execute function keep_proof();
revoke update, delete on fleet_proofs from waybill_app;

-- The code that a consignee was sent, until it is told to the driver.
create table fleet_delivery_codes (
  like company_row,
  delivery_id uuid not null,
  code_hash bytea not null,
  sent_at timestamptz(3) not null default now(),
  tries integer not null default 0 check (tries between 0 and 5),
  constraint fleet_delivery_codes_once unique (company_id, delivery_id),
  constraint fleet_delivery_codes_delivery foreign key (company_id, delivery_id) references fleet_deliveries (company_id, id)
);
select company_rows('fleet_delivery_codes');

-- A year after it is over, or when they ask for it: what names a consignee goes, with signatures and photos. What was brought
-- where and when stays, without them.
create function forget_consignee(delivery uuid) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d fleet_deliveries;
begin
  select * into d from fleet_deliveries where id = delivery and company_id = current_company() for update;
  if d.id is null or d.forgotten_at is not null then return false; end if;
  update fleet_proofs set signer_name = null, note = null, file_id = null, latitude = null, longitude = null
    where company_id = d.company_id and delivery_id = d.id;
  delete from fleet_delivery_codes where company_id = d.company_id and delivery_id = d.id;
  update fleet_delivery_attempts set reason = null where company_id = d.company_id and delivery_id = d.id;
  update fleet_delivery_lines set reason = null where company_id = d.company_id and delivery_id = d.id;
  with gone as (
    delete from files where company_id = d.company_id and entity = 'delivery' and entity_id = d.id returning sha256
  )
  insert into outbox (company_id, task, payload, run_at)
    select d.company_id, 'sweep-file', jsonb_build_object('sha256', encode(sha256, 'hex')), now() + interval '15 minutes' from gone;
  update trip_stops s set name = null, address = '…', latitude = null, longitude = null, instructions = null
    where s.company_id = d.company_id and s.location_id is null
      and s.id in (select a.stop_id from fleet_delivery_attempts a where a.company_id = d.company_id and a.delivery_id = d.id)
      and not exists (select from fleet_deliveries o where o.company_id = s.company_id and o.dropoff_stop_id = s.id and o.id <> d.id and o.forgotten_at is null);
  update fleet_deliveries set consignee_name = '…', contact_phone = null, consignee_email = null, address = null, latitude = null, longitude = null,
    pickup_address = null, notes = null, failure_reason = null, received_by = null, forgotten_at = now(), version = version + 1, updated_at = now()
    where company_id = d.company_id and id = d.id;
  return true;
end $$;

revoke all on function follow_driver_of_trip(), give_deliveries_to_driver(), keep_proof(), forget_consignee(uuid) from public;
grant execute on function forget_consignee(uuid) to waybill_app;

-- Companies that exist give the rights to the roles that have them in new ones. Addresses and phones of people are among what
-- is seen: nobody who only looks at the whole house gets it.
update roles set permissions = permissions || array['CAN_VIEW_FLEET_DELIVERIES', 'CAN_EDIT_FLEET_DELIVERIES']
where is_default and code in ('COMPANY_ADMIN', 'DISPATCHER', 'FLEET_MANAGER') and not 'CAN_VIEW_FLEET_DELIVERIES' = any(permissions);
