-- A driver is erased as a user is: wherever they are named, in the events of their own records, in a backup that is restored.

-- Whose erasure it was: a user's, or that of a driver, who may have no account. The column `user_id` holds the id of either.
alter table erasures add column entity text not null default 'user';

-- Ids of papers that are gone: their events are still there, and an erasure has to know whose they are.
create table former_driver_papers (
  like company_row,
  driver_id uuid not null,
  record_id uuid not null
);
select company_rows('former_driver_papers');
create index former_driver_papers_of_driver on former_driver_papers (company_id, driver_id, record_id);

create function keep_id_of_paper() returns trigger language plpgsql as $$
begin
  if old.driver_id is not null then
    insert into former_driver_papers (company_id, driver_id, record_id) values (old.company_id, old.driver_id, old.id);
  end if;
  return null;
end $$;
create trigger keep_id_of_paper after delete on driver_licences for each row execute function keep_id_of_paper();
create trigger keep_id_of_paper after delete on driver_qualifications for each row execute function keep_id_of_paper();
create trigger keep_id_of_paper after delete on papers for each row execute function keep_id_of_paper();

-- A driver and their papers, also former ones.
create function records_of_drivers(drivers uuid[]) returns uuid[] language sql stable as $$
  select array(
    select unnest(drivers)
    union select id from driver_licences where driver_id = any(drivers)
    union select id from driver_qualifications where driver_id = any(drivers)
    union select id from papers where driver_id = any(drivers)
    union select record_id from former_driver_papers where driver_id = any(drivers))
$$;

-- What names a driver of the company at hand. What another driver has too names that one as well, and stays.
create function words_of_driver(driver uuid) returns table (kind text, value text)
  language sql stable security definer set search_path = public, pg_temp as $$
  with who as (select * from drivers where id = driver and company_id = current_company() and erased_at is null
  ), others as (select d.* from drivers d, who where d.company_id = who.company_id and d.id <> who.id and d.erased_at is null)
  select 'name', btrim(w.first_name || ' ' || w.last_name) from who w
    where not exists (select from others o where lower(o.first_name || ' ' || o.last_name) = lower(w.first_name || ' ' || w.last_name))
  union all
  select 'email', w.email from who w where w.email is not null and not exists (select from others o where lower(o.email) = lower(w.email))
  union all
  select case when btrim(w.phone) ~ '^\d+$' or btrim(w.phone) ~ '^\d{1,3}([ .]\d{3})+$' then 'bare_phone' else 'phone' end, btrim(w.phone)
    from who w where is_phone(btrim(w.phone)) and not exists (select from others o where btrim(o.phone) = btrim(w.phone))
$$;

-- Drivers who are erased with a user.
create function drivers_of_person(person uuid) returns table (driver uuid, name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select d.id, btrim(d.first_name || ' ' || d.last_name) from drivers d
  where d.user_id = person and d.company_id = current_company() and d.erased_at is null order by d.id
$$;

-- As before, and what names the driver whose account it is: they may be called otherwise there.
create or replace function words_of_person(person uuid) returns table (kind text, value text)
  language sql stable set search_path = public, pg_temp as $$
  with who as (select * from users where id = person
  ), places as (
    select c.id from companies c, who where c.id = who.company_id or exists (select from events e where e.company_id = c.id and e.actor_id = person)
  ), told as (
    select k.key, v.value from events e, jsonb_each(case when jsonb_typeof(e.changes) = 'object' then e.changes else '{}' end) k,
      lateral (select k.value #>> '{}' where jsonb_typeof(k.value) = 'string' union all select k.value ->> 'from' union all select k.value ->> 'to') v(value)
    where e.company_id in (select id from places) and e.entity = 'user' and e.entity_id = person and v.value <> ''
  ), emails as (select email as value from who union select value from told where key = 'email'
  ), firsts as (select first_name as name from who union select value from told where key = 'firstName'
  ), lasts as (select last_name as name from who union select value from told where key = 'lastName'
  ), names as (
    select btrim(f.name || ' ' || l.name) as value from firsts f, lasts l where btrim(f.name || l.name) <> ''
    union select btrim(e.actor_name) from events e where e.company_id in (select id from places) and e.actor_id = person and e.actor_kind = 'user' and e.actor_name <> ''
  ), phones as (select btrim(phone) as value from who where phone is not null union select btrim(value) from told where key = 'phone')
  select 'name', value from names where value not in (select value from emails)
  union select w.kind, w.value from drivers_of_person(person) d, words_of_driver(d.driver) w
  union select 'email', value from emails
  union select case when value ~ '^\d+$' or value ~ '^\d{1,3}([ .]\d{3})+$' then 'bare_phone' else 'phone' end, value from phones where is_phone(value)
$$;

-- Changes of which only the fields are left.
create function without_values(changes jsonb) returns jsonb language sql immutable as $$
  select case jsonb_typeof(changes) when 'object' then
    (select coalesce(jsonb_object_agg(k, '{"from": "…", "to": "…"}'::jsonb), '{}') from jsonb_object_keys(changes) k) end
$$;

-- Replaces what names somebody in one company: in events and in the columns of the register. Events of `owned` records, those
-- of a driver, lose reasons, notes and values altogether. Returns the digest of the events that it changed.
create function erase_traces(kind text, person uuid, company uuid, by_whom uuid, owned uuid[], names text[], emails text[], phones text[], bare text[], register jsonb,
    out erasure uuid, out event_count integer, out events_digest text)
  language plpgsql set search_path = public, pg_temp as $$
declare
  patterns text[];
  words text[];
  likes text[];
  places_of_likes text[];
  pseudonym constant text := 'erased-' || person || '@erased.invalid';
  nobody constant text := 'Erased person';
  own_keys constant text[] := '{email,firstName,lastName,phone,locale,timezone,name,device,address}';
  place record;
  said text;
begin
  likes := array(select '%' || regexp_replace(lower(v), '([\\%_])', '\\\1', 'g') || '%'
    from unnest(names || emails || phones) n, lateral (values (n), (substr(to_jsonb(n)::text, 2, length(to_jsonb(n)::text) - 2))) as written(v)); -- also as JSON writes it
  places_of_likes := likes || array(select '%' || v || '%' from unnest(bare) v);

  -- A name of one word is a word like others: it goes only where it stands alone.
  select coalesce(array_agg(pattern order by at, length(pattern) desc), '{}'), coalesce(array_agg(word order by at, length(pattern) desc), '{}') into patterns, words from (
    select 1 as at, '(?<![[:alnum:]._%+-])' || quoted || '(?![[:alnum:]-]|\.[[:alnum:]])' as pattern, pseudonym as word from unnest(emails) v, lateral (select regexp_replace(v, '([^[:alnum:][:space:]])', '\\\1', 'g')) q(quoted)
    union all
    select 2, case when v ~ '\s' then '(?<![[:alnum:]])' || quoted || '(?![[:alnum:]])' else '^"?' || quoted || '"?$' end, nobody from unnest(names) v, lateral (select regexp_replace(v, '([^[:alnum:][:space:]])', '\\\1', 'g')) q(quoted)
    union all
    select 3, '(?<![[:alnum:]+.-])' || quoted || '(?![[:alnum:]]|[.-][[:alnum:]])', 'erased' from unnest(phones) v, lateral (select regexp_replace(v, '([^[:alnum:][:space:]])', '\\\1', 'g')) q(quoted)
  ) as all_of_them;
  perform lock_seals(company);
  insert into erasures (company_id, user_id, entity, asked_by) values (company, person, kind, by_whom) returning id into erasure;

  insert into erased_events (company_id, erasure_id, event_id, event_at, salt, digest)
    select e.company_id, erasure, e.id, e.at, new_salt(), '' from events e
    where e.company_id = company and (e.actor_id = person or (e.entity = 'user' and e.entity_id = person) or e.entity_id = any(owned)
      or (lower(concat_ws(' ', e.actor_name, e.reason, e.note, e.changes::text)) like any(places_of_likes)
        and (exists (select from unnest(array[e.actor_name, e.reason, e.note]) v where without_person(v, patterns, words) <> v)
          or without_person_in(e.changes, patterns, words, bare) <> e.changes)));
  update events e set
    actor_name = case when e.actor_id = person and e.actor_kind = 'user' then nobody when e.entity_id = person and e.actor_name = e.address then null else without_person(e.actor_name, patterns, words) end,
    reason = case when e.entity_id = any(owned) then null else without_person(e.reason, patterns, words) end,
    note = case when e.entity_id = any(owned) then null else without_person(e.note, patterns, words) end,
    address = case when e.actor_id = person or e.entity_id = person then null else e.address end,
    changes = without_person_in(case when e.entity_id = any(owned) then without_values(e.changes) when e.entity = 'user' and e.entity_id = person and jsonb_typeof(e.changes) = 'object' then e.changes - own_keys else e.changes end, patterns, words, bare)
  from erased_events x
  where x.company_id = company and x.erasure_id = erasure and (e.company_id, e.at, e.id) = (x.company_id, x.event_at, x.event_id);
  update erased_events x set digest = sha256(x.salt || event_persons(e)) from events e
    where x.company_id = company and x.erasure_id = erasure and (e.company_id, e.at, e.id) = (x.company_id, x.event_at, x.event_id);
  update event_seals s set salt = null from erased_events x where x.company_id = company and x.erasure_id = erasure and (s.company_id, s.event_id) = (x.company_id, x.event_id);
  update erased_events o set salt = null from erased_events x where x.company_id = company and x.erasure_id = erasure and o.company_id = company and o.event_id = x.event_id and o.erasure_id <> erasure;
  select count(*)::integer, encode(sha256(coalesce(string_agg(uuid_send(x.event_id) || x.digest, ''::bytea order by x.event_id), '')), 'hex') into event_count, events_digest
    from erased_events x where x.company_id = company and x.erasure_id = erasure;

  update links set revoked_at = now(), revoked_reason = 'cancelled' where company_id = company and lower(recipient) = any(select lower(e) from unnest(emails) e) and used_at is null and revoked_at is null;
  for place in
    select c.relname as tab, a.attname as col, t.typname as type, case c.relname when 'companies' then 'id' else 'company_id' end as key
    from jsonb_each(register) r(tab, cols), jsonb_array_elements_text(r.cols) n(col), pg_class c, pg_attribute a, pg_type t
    where c.relnamespace = 'public'::regnamespace and c.relname = r.tab and a.attrelid = c.oid and a.attname = n.col and a.attgenerated = '' and t.oid = a.atttypid and r.tab not in ('events', 'users')
      and (r.tab = 'companies' or exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'company_id'))
  loop
    said := case place.type
      when 'jsonb' then format('without_person_in(%I, $3, $4, $5)', place.col)
      when '_text' then format('array(select without_person(v, $3, $4) from unnest(%I) v)', place.col)
      else format('without_person(%I, $3, $4)', place.col) end;
    if place.col ~ 'phone' then said := format('case when %I = any($5) then ''erased'' else %s end', place.col, said); end if;
    if place.col = 'search_text' then said := format('lower(%s)', said); end if;
    execute format('update %I set %I = %s where %I = $1 and lower(%I::text) like any($2)', place.tab, place.col, said, place.key, place.col) using company, places_of_likes, patterns, words, bare;
  end loop;
  delete from idempotency_keys k where k.company_id = company and (k.principal = person or lower(k.reply) like any(likes)
    or exists (select from unnest(owned) o where position(o::text in k.reply) > 0));
  if to_regclass('graphile_worker._private_jobs') is not null then
    execute 'update graphile_worker._private_jobs set last_error = null where lower(last_error) like any($1)' using likes;
  end if;
end $$;

-- Rows of imported files about a driver: their cells, one by one, name nobody, and together they do. A file that is not taken
-- over yet has to be uploaded again, without them.
create function forget_imported_driver(driver uuid) returns void language plpgsql as $$
declare
  d drivers;
begin
  select * into d from drivers where id = driver;
  with gone as (
    update import_rows r set cells = array_fill(''::text, array[cardinality(r.cells)]), value = null, errors = null, changes = null
    from imports i
    where r.company_id = d.company_id and (i.company_id, i.id) = (r.company_id, r.import_id) and i.entity = 'driver'
      and exists (select from unnest(r.cells) c where lower(btrim(c)) in (lower(d.employee_no), lower(d.email), lower(d.phone))
        or (lower(btrim(c)) = lower(d.last_name) and exists (select from unnest(r.cells) f where lower(btrim(f)) = lower(d.first_name))))
    returning r.import_id
  )
  update imports i set reading = i.reading - 'top',
    state = case when i.state in ('uploaded', 'checked') then 'failed' else i.state end,
    failure = case when i.state in ('uploaded', 'checked') then 'A person was erased meanwhile. Upload the file again without them.' else i.failure end
  where i.company_id = d.company_id and i.id in (select import_id from gone);
end $$;

-- Takes what names them off a driver. Where they are named elsewhere is for whoever calls it. A restore reads of it again.
create or replace function forget_driver(driver uuid) returns void language plpgsql as $$
begin
  perform forget_imported_driver(driver);
  perform drop_driver_papers(driver);
  insert into outbox (company_id, task, payload)
    select d.company_id, 'note-erasure', jsonb_build_object('entity', 'driver', 'id', d.id) from drivers d where d.id = driver and d.erased_at is null;
  update drivers d set first_name = 'Erased', last_name = 'person', phone = null, email = null, identification_tag = null, user_id = null,
    notes = null, suspended_reason = null, status = 'left', left_on = coalesce(d.left_on, greatest(d.hired_on, current_date)),
    erased_at = now(), version = d.version + 1, updated_at = now()
  where d.id = driver and d.erased_at is null;
end $$;
revoke execute on function forget_driver(uuid) from waybill_app;

-- As before; who drives is erased with what names them as a driver, and with the events of their papers.
create or replace function erase_person(person uuid, by_whom uuid, register jsonb) returns table (company uuid, erasure uuid, event_count integer, events_digest text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who users;
  names text[];
  emails text[];
  phones text[];
  bare text[];
  places uuid[];
  theirs uuid[];
  pseudonym constant text := 'erased-' || person || '@erased.invalid';
begin
  select * into who from users where id = person for update;
  if who.id is null or who.status <> 'deactivated' then raise exception 'only somebody who was removed can be erased' using errcode = 'restrict_violation'; end if;
  if who.erased_at is not null then return; end if;
  places := array(select c.id from companies c where c.id = who.company_id or exists (select from events e where e.company_id = c.id and e.actor_id = person));

  -- What they are called and were called.
  select coalesce(array_agg(w.value) filter (where w.kind = 'name'), '{}'), coalesce(array_agg(w.value) filter (where w.kind = 'email'), '{}'),
    coalesce(array_agg(w.value) filter (where w.kind = 'phone'), '{}'), coalesce(array_agg(w.value) filter (where w.kind = 'bare_phone'), '{}')
  into names, emails, phones, bare from words_of_person(person) w;
  theirs := records_of_drivers(array(select d.id from drivers d where d.user_id = person and d.company_id = who.company_id and d.erased_at is null));

  foreach company in array places loop
    select t.erasure, t.event_count, t.events_digest into erasure, event_count, events_digest
      from erase_traces('user', person, company, case when company = who.company_id then by_whom end, theirs, names, emails, phones, bare, register) t;
    return next;
  end loop;

  delete from sessions where user_id = person;
  delete from password_tokens where user_id = person;
  delete from second_factors where user_id = person;
  delete from recovery_codes where user_id = person;
  delete from known_devices where user_id = person;
  delete from sign_in_steps where user_id = person;
  delete from user_photos where user_id = person;
  delete from user_roles where user_id = person;
  delete from registrations where lower(email) = any(select lower(e) from unnest(emails) e);
  delete from sign_in_attempts where exists (select from unnest(emails) e where position(lower(e) in lower(bucket)) > 0);
  update company_registrations set draft = '{}' where user_id = person;
  update users set
    email = pseudonym, first_name = 'Erased', last_name = 'person', password_hash = null, phone = null, locale = null, timezone = null, units = default,
    selected_module = null, last_sign_in_at = null, erased_at = now(), archived_at = coalesce(archived_at, now()), updated_at = now(), version = version + 1
  where id = person;
end $$;

-- Erases a driver of the company at hand who has left. What somebody else has too, who is not erased, stays: a name, an
-- address, the phone of a yard; so does what names the account that was theirs, until that is erased.
create function erase_driver(who uuid, by_whom uuid, register jsonb) returns table (company uuid, erasure uuid, event_count integer, events_digest text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d drivers;
  names text[];
  emails text[];
  phones text[];
  bare text[];
begin
  select * into d from drivers where id = who and company_id = current_company() for update;
  if d.id is null or d.status <> 'left' then raise exception 'only a driver who has left can be erased' using errcode = 'restrict_violation'; end if;
  if d.erased_at is not null then return; end if;
  select coalesce(array_agg(w.value) filter (where w.kind = 'name'), '{}'), coalesce(array_agg(w.value) filter (where w.kind = 'email'), '{}'),
    coalesce(array_agg(w.value) filter (where w.kind = 'phone'), '{}'), coalesce(array_agg(w.value) filter (where w.kind = 'bare_phone'), '{}')
  into names, emails, phones, bare from words_of_driver(who) w
  where not exists (select from users u where u.company_id = d.company_id and u.erased_at is null
    and lower(w.value) in (lower(btrim(u.first_name || ' ' || u.last_name)), lower(u.email), lower(btrim(u.phone))));
  company := d.company_id;
  select t.erasure, t.event_count, t.events_digest into erasure, event_count, events_digest
    from erase_traces('driver', who, d.company_id, by_whom, records_of_drivers(array[who]), names, emails, phones, bare, register) t;
  perform forget_driver(who);
  return next;
end $$;

-- For a restore, which has no company at hand: erases again whom the list beside it names, whatever they are in the backup.
create function erase_again(kind text, who uuid, register jsonb) returns table (company uuid, event_count integer, events_digest text)
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
  end if;
end $$;

-- Everybody who was erased, for the list that outlives a restore.
create function erased_ones() returns table (entity text, id uuid) language sql stable as $$
  select entity, id from (select 'user' as entity, u.id, u.erased_at from users u union all select 'driver', d.id, d.erased_at from drivers d) e
  where e.erased_at is not null order by e.erased_at, e.id
$$;

revoke all on function keep_id_of_paper(), records_of_drivers(uuid[]), words_of_driver(uuid), drivers_of_person(uuid), without_values(jsonb),
  erase_traces(text, uuid, uuid, uuid, uuid[], text[], text[], text[], text[], jsonb), forget_imported_driver(uuid), erase_driver(uuid, uuid, jsonb),
  erase_again(text, uuid, jsonb), erased_ones() from public;
grant execute on function words_of_driver(uuid), drivers_of_person(uuid) to waybill_auth;
grant execute on function words_of_driver(uuid), erase_driver(uuid, uuid, jsonb) to waybill_app;
