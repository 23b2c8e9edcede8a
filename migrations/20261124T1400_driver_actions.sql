-- What a driver's phone reported: kept under the phone's own id for ever, so that a fact that is sent twice happens once. Whatever
-- could not be done as it was said is kept all the same, for the dispatcher.
create table driver_actions (
  like company_record,
  status text not null default 'flagged' check (status in ('flagged', 'settled')),
  -- What the phone was told, and is told again: what fitted is settled from the start.
  outcome text not null check (outcome in ('applied', 'flagged')),
  kind text not null check (kind in ('acknowledge', 'start', 'pause', 'resume', 'arrive', 'complete_stop', 'fail_stop', 'skip_stop', 'complete',
    'deliver', 'deliver_partly', 'fail_delivery', 'prove_delivery')),
  trip_id uuid not null,
  -- As the phone named them: the plan may have lost them since.
  stop_id uuid,
  delivery_id uuid,
  driver_id uuid not null,
  user_id uuid not null,
  -- What was said with it: a reason, a meter, what was checked.
  payload jsonb not null default '{}',
  -- By the phone's clock; by ours, when it came; how far that clock was behind ours then; and when it was, after all.
  phone_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  offset_ms bigint not null,
  happened_at timestamptz(3) not null,
  is_applied boolean not null,
  -- What the dispatcher should know of it.
  flags text[] not null default '{}',
  settled_by uuid,
  settled_at timestamptz(3),
  settled_note text,
  search_text text generated always as (lower(kind || ' ' || coalesce(payload ->> 'reason', ''))) stored,
  constraint driver_actions_not_before_sent check (happened_at <= received_at),
  constraint driver_actions_settled_if_flagged check (case when outcome = 'applied' then status = 'settled' and settled_at is null
    else (status = 'settled') = (settled_at is not null) end),
  constraint driver_actions_trip foreign key (company_id, trip_id) references trips (company_id, id) on delete cascade,
  constraint driver_actions_driver foreign key (company_id, driver_id) references drivers (company_id, id)
);
select company_table('driver_actions');
create index driver_actions_by_age on driver_actions (company_id, created_at, id);
create index driver_actions_by_time on driver_actions (company_id, happened_at, id);
create index driver_actions_of_trip on driver_actions (company_id, trip_id, happened_at, id);
create index driver_actions_of_driver on driver_actions (company_id, driver_id, received_at, id);
create index driver_actions_search on driver_actions using gin (company_id, search_text gin_trgm_ops);
create index driver_actions_flagged on driver_actions (company_id, trip_id) where status = 'flagged';

-- Who had a trip before somebody else got it: what they did on it is theirs to report still.
create table former_trip_drivers (
  like company_row,
  trip_id uuid not null,
  driver_id uuid not null,
  constraint former_trip_drivers_once unique (company_id, trip_id, driver_id),
  constraint former_trip_drivers_trip foreign key (company_id, trip_id) references trips (company_id, id) on delete cascade,
  constraint former_trip_drivers_driver foreign key (company_id, driver_id) references drivers (company_id, id)
);
select company_rows('former_trip_drivers');
create index former_trip_drivers_of_driver on former_trip_drivers (company_id, driver_id, trip_id);

create function keep_former_driver() returns trigger language plpgsql as $$
begin
  insert into former_trip_drivers (company_id, trip_id, driver_id) values (old.company_id, old.id, old.driver_id)
    on conflict on constraint former_trip_drivers_once do nothing;
  return null;
end $$;
create trigger keep_former_driver after update of driver_id on trips
  for each row when (old.driver_id is not null and old.driver_id is distinct from new.driver_id and old.status <> 'draft')
  execute function keep_former_driver();
revoke all on function keep_former_driver() from public;

-- What somebody wrote on the road is kept as long as their papers, and goes with them; what happened stays.
create function drop_driver_words(driver uuid) returns void language sql as $$
  update driver_actions set payload = payload - 'reason' - 'checks' - 'note' - 'signerName' - 'lines' where driver_id = driver;
$$;
create function forget_driver_actions() returns trigger language plpgsql as $$
begin
  perform drop_driver_words(new.id);
  return null;
end $$;
create trigger forget_driver_actions after update of erased_at on drivers
  for each row when (old.erased_at is null and new.erased_at is not null) execute function forget_driver_actions();
revoke all on function forget_driver_actions(), drop_driver_words(uuid) from public;
grant execute on function drop_driver_words(uuid) to waybill_app;
