-- Documents are of deliveries, too, and go with what was kept of their consignee (decision 52).
alter table document_types drop constraint document_types_subject_check;
alter table document_types add constraint document_types_subject_check
  check (subject in ('driver', 'company', 'vehicle', 'asset', 'trip', 'delivery'));
alter table papers add column delivery_id uuid;
alter table papers drop constraint papers_subject_check;
alter table papers
  add constraint papers_subject_check check (subject in ('driver', 'company', 'vehicle', 'asset', 'trip', 'delivery')),
  add constraint papers_of_a_delivery check ((subject = 'delivery') = (delivery_id is not null)),
  add constraint papers_delivery_fkey foreign key (company_id, delivery_id) references fleet_deliveries (company_id, id);
create index papers_of_delivery on papers (company_id, delivery_id, type_id);

-- What new companies begin with (default-document-types.server.ts), for those that are there.
insert into document_types (company_id, code, name, subject, blocks_dispatch, requires_expiry, renewal_months)
select c.id, t.code, t.name, 'delivery', false, false, null from companies c, (values
  ('PROOF-OF-DELIVERY', 'Signed proof of delivery'),
  ('CUSTOMS', 'Customs declaration'),
  ('TRANSIT', 'Transit document (T1)')
) as t(code, name)
on conflict do nothing;

-- Which papers of a delivery were removed: their history is about its consignee still.
create table former_delivery_papers (
  like company_row,
  delivery_id uuid not null,
  record_id uuid not null,
  constraint former_delivery_papers_delivery foreign key (company_id, delivery_id)
    references fleet_deliveries (company_id, id) on delete cascade
);
select company_rows('former_delivery_papers');
create index former_delivery_papers_of_delivery on former_delivery_papers (company_id, delivery_id, record_id);
create function keep_id_of_delivery_paper() returns trigger language plpgsql as $$
begin
  insert into former_delivery_papers (company_id, delivery_id, record_id) values (old.company_id, old.delivery_id, old.id);
  return null;
end $$;
create trigger keep_id_of_delivery_paper after delete on papers
  for each row when (old.delivery_id is not null) execute function keep_id_of_delivery_paper();

-- The papers of a delivery, also former ones.
create function papers_of_delivery(company uuid, delivery uuid) returns uuid[] language sql stable as $$
  select array(
    select p.id from papers p where p.company_id = company and p.delivery_id = delivery
    union select f.record_id from former_delivery_papers f where f.company_id = company and f.delivery_id = delivery)
$$;

-- As before, and with its papers, what was scanned of them, and their history.
create or replace function forget_consignee(delivery uuid, by_whom uuid) returns table (event_count integer, events_digest text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d fleet_deliveries;
  erasure uuid;
  stops uuid[];
  actions uuid[];
  mailed uuid[];
  documents uuid[];
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

  -- What is being uploaded to a paper of it just now is waited for.
  perform from papers p where p.company_id = d.company_id and p.delivery_id = d.id order by p.id for update;
  documents := papers_of_delivery(d.company_id, d.id);

  -- The history: of the delivery, its papers, its stops and what was reported of them, and what the trip's own tells of the same.
  perform lock_seals(d.company_id);
  insert into erasures (company_id, user_id, entity, asked_by) values (d.company_id, d.id, 'delivery', by_whom) returning id into erasure;
  insert into erased_events (company_id, erasure_id, event_id, event_at, salt, digest)
    with own as materialized (
      select e.id, e.at, e.tx from events e where e.company_id = d.company_id and e.entity = 'delivery' and e.entity_id = d.id
      union select e.id, e.at, e.tx from events e where e.company_id = d.company_id and e.entity = 'trip-stop' and e.entity_id = any(stops)
      union select e.id, e.at, e.tx from events e where e.company_id = d.company_id and e.entity = 'driver-action' and e.entity_id = any(actions)
      union select e.id, e.at, e.tx from events e where e.company_id = d.company_id and e.entity = 'document' and e.entity_id = any(documents)
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
    delete from files where company_id = d.company_id and ((entity = 'delivery' and entity_id = d.id)
      or (entity = 'document' and entity_id = any(documents))) returning sha256
  )
  insert into outbox (company_id, task, payload, run_at)
    select d.company_id, 'sweep-file', jsonb_build_object('sha256', encode(sha256, 'hex')), now() + interval '15 minutes' from gone;

  -- Its papers: each is made out to them.
  delete from paper_reminders r where r.company_id = d.company_id and r.paper_id = any(documents);
  update papers set supersedes_id = null where company_id = d.company_id and delivery_id = d.id;
  delete from papers where company_id = d.company_id and delivery_id = d.id;

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
    and exists (select from unnest(stops || documents || d.id) one where position(one::text in k.reply) > 0);

  update fleet_deliveries set consignee_name = '…', contact_phone = null, consignee_email = null, address = null, latitude = null, longitude = null,
    pickup_address = null, notes = null, failure_reason = null, received_by = null, forgotten_at = coalesce(forgotten_at, now()),
    version = version + 1, updated_at = now()
    where company_id = d.company_id and id = d.id;
  return next;
end $$;
revoke all on function keep_id_of_delivery_paper(), papers_of_delivery(uuid, uuid) from public;
