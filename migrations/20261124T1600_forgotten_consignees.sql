-- A consignee is forgotten wherever a delivery has named them: in what drivers reported, in mails and links to them, at each
-- stop that a trip had for it, in the history. A delivery that is never ended is forgotten as well.

-- Where a delivery was to be loaded or brought on trips that no longer have it: it names the stops at hand alone.
create table former_delivery_stops (
  like company_row,
  delivery_id uuid not null,
  stop_id uuid not null,
  constraint former_delivery_stops_once unique (company_id, delivery_id, stop_id),
  constraint former_delivery_stops_delivery foreign key (company_id, delivery_id) references fleet_deliveries (company_id, id) on delete cascade,
  constraint former_delivery_stops_stop foreign key (company_id, stop_id) references trip_stops (company_id, id) on delete cascade
);
select company_rows('former_delivery_stops');
create index former_delivery_stops_of_stop on former_delivery_stops (company_id, stop_id, delivery_id);

create function keep_former_stops() returns trigger language plpgsql as $$
begin
  insert into former_delivery_stops (company_id, delivery_id, stop_id)
    select old.company_id, old.id, s from unnest(array[old.pickup_stop_id, old.dropoff_stop_id]) s
    where s is not null and s is distinct from new.pickup_stop_id and s is distinct from new.dropoff_stop_id
    on conflict on constraint former_delivery_stops_once do nothing;
  return null;
end $$;
create trigger keep_former_stops after update of pickup_stop_id, dropoff_stop_id on fleet_deliveries for each row
  when (old.pickup_stop_id is distinct from new.pickup_stop_id or old.dropoff_stop_id is distinct from new.dropoff_stop_id)
  execute function keep_former_stops();

-- Of trips that gave a delivery back until now nobody kept which stop was its: that has the same place and name.
insert into former_delivery_stops (company_id, delivery_id, stop_id)
  select d.company_id, d.id, s.id from fleet_deliveries d join trip_stops s on s.company_id = d.company_id and s.made_for_delivery
    and s.location_id is null and ((s.address = d.address and s.name = d.consignee_name) or s.address = d.pickup_address)
  where s.id is distinct from d.pickup_stop_id and s.id is distinct from d.dropoff_stop_id;

-- The stops of a delivery on all trips, and the deliveries of a stop.
create function stops_of_delivery(company uuid, delivery uuid) returns setof uuid language sql stable as $$
  select s from fleet_deliveries d, unnest(array[d.pickup_stop_id, d.dropoff_stop_id]) s where d.company_id = company and d.id = delivery and s is not null
  union select a.stop_id from fleet_delivery_attempts a where a.company_id = company and a.delivery_id = delivery and a.stop_id is not null
  union select f.stop_id from former_delivery_stops f where f.company_id = company and f.delivery_id = delivery
$$;
create function deliveries_of_stop(company uuid, stop uuid) returns setof uuid language sql stable as $$
  select d.id from fleet_deliveries d where d.company_id = company and d.dropoff_stop_id = stop
  union select d.id from fleet_deliveries d where d.company_id = company and d.pickup_stop_id = stop
  union select a.delivery_id from fleet_delivery_attempts a where a.company_id = company and a.stop_id = stop
  union select f.delivery_id from former_delivery_stops f where f.company_id = company and f.stop_id = stop
$$;

create index driver_actions_of_delivery on driver_actions (company_id, delivery_id) where delivery_id is not null;
create index driver_actions_of_stop on driver_actions (company_id, stop_id) where stop_id is not null;
create index mails_of_record on mails (company_id, entity_id) where entity_id is not null;

-- What a driver's phone said in words, left out; what happened stays.
create function without_words(payload jsonb) returns jsonb language sql immutable as $$
  select payload - array['reason', 'note', 'signerName', 'lines', 'code', 'latitude', 'longitude', 'fileId']
$$;

-- What a phone reports after the consignee was forgotten: that it happened, and nothing of what was said with it.
create function leave_out_late_words() returns trigger language plpgsql as $$
begin
  -- Whoever forgets them just now is waited for.
  perform from fleet_deliveries d where d.company_id = new.company_id and d.id = new.delivery_id for share;
  if (select coalesce(bool_and(d.forgotten_at is not null), false) from fleet_deliveries d where d.company_id = new.company_id
    and (d.id = new.delivery_id or d.id in (select deliveries_of_stop(new.company_id, new.stop_id)))) then
    new.payload = without_words(new.payload);
  end if;
  return new;
end $$;
create trigger leave_out_late_words before insert on driver_actions
  for each row when (new.delivery_id is not null or new.stop_id is not null) execute function leave_out_late_words();

-- What of an event's values is left when its words go: the fields of a delivery's, and of a trip's all but its stops.
create function without_stops(entity text, changes jsonb) returns jsonb language sql immutable as $$
  select case jsonb_typeof(changes) when 'object' then (select coalesce(jsonb_object_agg(c.key,
    case when entity = 'trip' and c.key not in ('stop', 'stops') then c.value else '{"from": "…", "to": "…"}' end), '{}')
    from jsonb_each(changes) c) else changes end
$$;

drop function forget_consignee(uuid);
-- A year after it is over, or when they ask for it: what names a consignee goes, with signatures and photos. What was brought
-- where and when stays, without them. Returns what the event of it binds into the sealed trail; nothing when it was done before.
create function forget_consignee(delivery uuid, by_whom uuid) returns table (event_count integer, events_digest text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d fleet_deliveries;
  erasure uuid;
  stops uuid[];
  actions uuid[];
  mailed uuid[];
  pseudonym constant text := 'erased-' || delivery || '@erased.invalid';
begin
  select * into d from fleet_deliveries where id = delivery and company_id = current_company() for update;
  if d.id is null or exists (select from erasures r where r.company_id = d.company_id and r.user_id = d.id) then return; end if;

  -- Its stops on all trips, but for those that another delivery has as well whose consignee is still known.
  perform from trip_stops s where s.company_id = d.company_id and s.id in (select stops_of_delivery(d.company_id, d.id))
    order by s.id for update;
  stops := array(select x from stops_of_delivery(d.company_id, d.id) x where not exists (select from fleet_deliveries o
    where o.company_id = d.company_id and o.id <> d.id and o.forgotten_at is null and o.id in (select deliveries_of_stop(d.company_id, x))));
  actions := array(select a.id from driver_actions a where a.company_id = d.company_id and (a.delivery_id = d.id or a.stop_id = any(stops)));
  mailed := array(select l.id from links l where l.company_id = d.company_id and l.purpose = 'fd.follow' and l.subject_id = d.id);

  -- The history: of the delivery, its stops and what was reported of them, and what the trip's own tells of the same.
  perform lock_seals(d.company_id);
  insert into erasures (company_id, user_id, entity, asked_by) values (d.company_id, d.id, 'delivery', by_whom) returning id into erasure;
  insert into erased_events (company_id, erasure_id, event_id, event_at, salt, digest)
    with own as materialized (
      select e.id, e.at, e.tx from events e where e.company_id = d.company_id and e.entity = 'delivery' and e.entity_id = d.id
      union select e.id, e.at, e.tx from events e where e.company_id = d.company_id and e.entity = 'trip-stop' and e.entity_id = any(stops)
      union select e.id, e.at, e.tx from events e where e.company_id = d.company_id and e.entity = 'driver-action' and e.entity_id = any(actions)
      union select e.id, e.at, e.tx from events e where e.company_id = d.company_id and e.actor_id = any(mailed)
    )
    select d.company_id, erasure, f.id, f.at, new_salt(), '' from (
      select o.id, o.at from own o
      union select e.id, e.at from events e where e.company_id = d.company_id and e.entity = 'trip'
        and e.entity_id in (select s.trip_id from trip_stops s where s.company_id = d.company_id and s.id in (select stops_of_delivery(d.company_id, d.id)))
        and (e.changes ? 'stops' or ((e.changes ? 'stop' or e.step = 'reportSettled') and e.tx in (select o.tx from own o)))) f;
  update events e set reason = null, note = null, changes = without_stops(e.entity, e.changes),
    actor_name = case when e.actor_id = any(mailed) then null else e.actor_name end
  from erased_events x
  where x.company_id = d.company_id and x.erasure_id = erasure and (e.company_id, e.at, e.id) = (x.company_id, x.event_at, x.event_id);
  update erased_events x set digest = sha256(x.salt || event_persons(e)) from events e
    where x.company_id = d.company_id and x.erasure_id = erasure and (e.company_id, e.at, e.id) = (x.company_id, x.event_at, x.event_id);
  update event_seals s set salt = null from erased_events x
    where x.company_id = d.company_id and x.erasure_id = erasure and (s.company_id, s.event_id) = (x.company_id, x.event_id);
  update erased_events o set salt = null from erased_events x
    where x.company_id = d.company_id and x.erasure_id = erasure and o.company_id = d.company_id and o.event_id = x.event_id and o.erasure_id <> erasure;
  select count(*)::integer, encode(sha256(coalesce(string_agg(uuid_send(x.event_id) || x.digest, ''::bytea order by x.event_id), '')), 'hex')
    into event_count, events_digest from erased_events x where x.company_id = d.company_id and x.erasure_id = erasure;

  -- What it was proved by, and what was said of it on the road.
  update fleet_proofs set signer_name = null, note = null, file_id = null, latitude = null, longitude = null
    where company_id = d.company_id and delivery_id = d.id;
  delete from fleet_delivery_codes where company_id = d.company_id and delivery_id = d.id;
  update fleet_delivery_attempts set reason = null where company_id = d.company_id and delivery_id = d.id;
  update fleet_delivery_lines set reason = null where company_id = d.company_id and delivery_id = d.id;
  update driver_actions set payload = without_words(payload), settled_note = null where company_id = d.company_id and id = any(actions);
  update trip_stops set name = null, address = '…', latitude = null, longitude = null,
    instructions = null where company_id = d.company_id and id = any(stops) and location_id is null;
  update trip_stops set outcome_reason = null where company_id = d.company_id and id = any(stops) and outcome_reason is not null;
  with gone as (
    delete from files where company_id = d.company_id and entity = 'delivery' and entity_id = d.id returning sha256
  )
  insert into outbox (company_id, task, payload, run_at)
    select d.company_id, 'sweep-file', jsonb_build_object('sha256', encode(sha256, 'hex')), now() + interval '15 minutes' from gone;

  -- What was mailed to them, and what waits to be.
  update mails set recipient = pseudonym, error = null where company_id = d.company_id and entity = 'delivery' and entity_id = d.id;
  delete from link_sessions where company_id = d.company_id and link_id = any(mailed);
  update links set recipient = pseudonym, used_by_name = null, revoked_at = coalesce(revoked_at, now()),
    revoked_reason = coalesce(revoked_reason, 'cancelled') where company_id = d.company_id and id = any(mailed);
  delete from outbox where company_id = d.company_id and run_at < now() + interval '1 day'
    and d.id::text in (payload ->> 'deliveryId', payload ->> 'subjectId');
  if to_regclass('graphile_worker._private_jobs') is not null then
    execute 'update graphile_worker._private_jobs set last_error = null where last_error is not null and position($1 in payload::text) > 0' using d.id::text;
    execute 'delete from graphile_worker._private_jobs where locked_at is null and position($1 in payload::text) > 0' using d.id::text;
  end if;
  delete from idempotency_keys k where k.company_id = d.company_id
    and exists (select from unnest(stops || d.id) one where position(one::text in k.reply) > 0);

  update fleet_deliveries set consignee_name = '…', contact_phone = null, consignee_email = null, address = null, latitude = null, longitude = null,
    pickup_address = null, notes = null, failure_reason = null, received_by = null, forgotten_at = coalesce(forgotten_at, now()),
    version = version + 1, updated_at = now()
    where company_id = d.company_id and id = d.id;
  return next;
end $$;
revoke all on function keep_former_stops(), stops_of_delivery(uuid, uuid), deliveries_of_stop(uuid, uuid), leave_out_late_words(), without_words(jsonb), without_stops(text, jsonb),
  forget_consignee(uuid, uuid) from public;
grant execute on function deliveries_of_stop(uuid, uuid), without_words(jsonb), forget_consignee(uuid, uuid) to waybill_app;

-- As before, and consignees who asked for it. What goes by its age goes so after a restore as well.
create or replace function erase_again(kind text, who uuid, register jsonb) returns table (company uuid, event_count integer, events_digest text)
  language plpgsql set search_path = public, pg_temp as $$
begin
  if kind = 'user' then
    perform set_config('waybill.company_id', u.company_id::text, true) from users u where u.id = who;
    update users set status = 'deactivated', archived_at = coalesce(archived_at, now()) where id = who and erased_at is null;
    if found then return query select e.company, e.event_count, e.events_digest from erase_person(who, null, register) e; end if;
  elsif kind = 'driver' then
    perform set_config('waybill.company_id', d.company_id::text, true) from drivers d where d.id = who;
    update drivers set status = 'left', suspended_reason = null, left_on = coalesce(left_on, greatest(hired_on, current_date)) where id = who and erased_at is null;
    if found then return query select e.company, e.event_count, e.events_digest from erase_driver(who, null, register) e; end if;
  elsif kind = 'delivery' then
    perform set_config('waybill.company_id', d.company_id::text, true) from fleet_deliveries d where d.id = who;
    if found then return query select current_company(), e.event_count, e.events_digest from forget_consignee(who, null) e; end if;
  end if;
end $$;
create or replace function erased_ones() returns table (entity text, id uuid) language sql stable as $$
  select e.entity, e.id from (
    select 'user' as entity, u.id, u.erased_at from users u
    union all select 'driver', d.id, d.erased_at from drivers d
    union all select r.entity, r.user_id, r.at from erasures r where r.entity = 'delivery' and r.asked_by is not null) e
  where e.erased_at is not null order by e.erased_at, e.id
$$;

-- Those who were forgotten before are forgotten whole; the others when their time has come, whatever becomes of the delivery.
do $$
declare
  d record;
begin
  for d in select company_id, id from fleet_deliveries where forgotten_at is not null loop
    perform set_config('waybill.company_id', d.company_id::text, true);
    insert into events (company_id, actor_kind, entity, entity_id, step, changes)
      select d.company_id, 'system', 'delivery', d.id, 'consigneeForgotten', jsonb_build_object('events', f.event_count, 'digest', f.events_digest)
      from forget_consignee(d.id, null) f;
  end loop;
  perform set_config('waybill.company_id', '', true);
end $$;
insert into outbox (company_id, task, payload, run_at)
  select company_id, 'forget-consignee', jsonb_build_object('deliveryId', id), least(window_end, created_at + interval '1 year') + interval '373 days'
  from fleet_deliveries where forgotten_at is null and status in ('unassigned', 'assigned', 'out_for_delivery', 'returning');
