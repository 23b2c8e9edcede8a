-- A person who left can be erased: what names them goes, what they did stays.

alter table users add column erased_at timestamptz(3);

-- One row for each company in which the person left something. It is the only key to the events (refuse_change).
create table erasures (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  asked_by uuid,
  at timestamptz(3) not null default now(),
  tx xid8 not null default pg_current_xact_id()
);
select company_rows('erasures');
revoke insert, update, delete on erasures from waybill_app;
create unique index erasures_user_once on erasures (company_id, user_id);
create trigger append_only before update or delete on erasures for each row execute function refuse_change();

-- Events from which a person was erased, and the digest of what was left of them.
create table erased_events (
  company_id uuid not null default current_company() references companies (id),
  erasure_id uuid not null,
  event_id uuid not null,
  event_at timestamptz(3) not null,
  salt bytea,
  digest bytea not null,
  primary key (company_id, erasure_id, event_id),
  constraint erased_events_erasure foreign key (company_id, erasure_id) references erasures (company_id, id)
);
create index erased_events_of_event on erased_events (company_id, event_id);
select isolate('erased_events');
revoke insert, update, delete on erased_events from waybill_app;

-- As before, but for what names a person, by the owner, in a transaction that notes an erasure in the same company.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  personal constant text[] := '{actor_name,reason,note,address,changes}';
begin
  if tg_op = 'UPDATE' and current_user = 'waybill_owner' then
    if to_jsonb(new) - personal = to_jsonb(old) - personal
      and exists (select from erasures where company_id = new.company_id and tx = pg_current_xact_id()) then
      return new;
    end if;
  end if;
  raise exception 'rows of % are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;

-- A text with other words in the place of what these patterns find.
create function without_person(value text, patterns text[], words text[]) returns text language plpgsql immutable as $$
begin
  for n in 1 .. cardinality(patterns) loop
    value := regexp_replace(value, patterns[n], words[n], 'gi');
  end loop;
  return value;
end $$;

-- Erases somebody who was removed. `register` names, table by table, where people may be named; it is that of the
-- source, personal-columns.ts. Returns, for each company, the digest of the events that it changed.
create function erase_person(person uuid, by_whom uuid, register jsonb) returns table (company uuid, erasure uuid, event_count integer, events_digest text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who users;
  names text[];
  emails text[];
  phones text[];
  patterns text[];
  words text[];
  likes text[];
  places uuid[];
  pseudonym constant text := 'erased-' || person || '@erased.invalid';
  nobody constant text := 'Erased person';
  own_keys constant text[] := '{email,firstName,lastName,phone,locale,timezone,name,device,address}';
  place record;
  said text;
begin
  select * into who from users where id = person for update;
  if who.id is null or who.status <> 'deactivated' then raise exception 'only somebody who was removed can be erased' using errcode = 'restrict_violation'; end if;
  if who.erased_at is not null then return; end if;
  places := array(select c.id from companies c where c.id = who.company_id or exists (select from events e where e.company_id = c.id and e.actor_id = person));

  -- What they are called and were called.
  with told as (
    select k.key, v.value from events e, jsonb_each(case when jsonb_typeof(e.changes) = 'object' then e.changes else '{}' end) k,
      lateral (select k.value #>> '{}' where jsonb_typeof(k.value) = 'string' union all select k.value ->> 'from' union all select k.value ->> 'to') v(value)
    where e.company_id = any(places) and e.entity = 'user' and e.entity_id = person and v.value <> ''
  ), firsts as (select who.first_name as name union select value from told where key = 'firstName'
  ), lasts as (select who.last_name as name union select value from told where key = 'lastName')
  select
    array(select btrim(f.name || ' ' || l.name) from firsts f, lasts l where btrim(f.name || l.name) <> ''
      union select btrim(e.actor_name) from events e where e.company_id = any(places) and e.actor_id = person and e.actor_kind = 'user' and e.actor_name <> ''),
    array(select who.email union select value from told where key = 'email'),
    array(select who.phone where length(regexp_replace(who.phone, '\D', '', 'g')) > 4 union select value from told where key = 'phone' and length(regexp_replace(value, '\D', '', 'g')) > 4)
  into names, emails, phones;
  names := array(select n from unnest(names) n where n <> all(emails));
  names := array(select distinct v from unnest(names) n, lateral (values (n), (substr(to_jsonb(n)::text, 2, length(to_jsonb(n)::text) - 2))) as written(v)); -- also as JSON writes it

  -- A name of one word is a word like others: it goes only where it stands alone.
  select array_agg(pattern order by at, length(pattern) desc), array_agg(word order by at, length(pattern) desc) into patterns, words from (
    select 1 as at, '(?<![[:alnum:]._%+-])' || quoted || '(?![[:alnum:]-]|\.[[:alnum:]])' as pattern, pseudonym as word from unnest(emails) v, lateral (select regexp_replace(v, '([^[:alnum:][:space:]])', '\\\1', 'g')) q(quoted)
    union all
    select 2, case when v ~ '\s' then '(?<![[:alnum:]])' || quoted || '(?![[:alnum:]])' else '^"?' || quoted || '"?$' end, nobody from unnest(names) v, lateral (select regexp_replace(v, '([^[:alnum:][:space:]])', '\\\1', 'g')) q(quoted)
    union all
    select 3, '(?<![[:alnum:]])' || quoted || '(?![[:alnum:]])', 'erased' from unnest(phones) v, lateral (select regexp_replace(v, '([^[:alnum:][:space:]])', '\\\1', 'g')) q(quoted)
  ) as all_of_them;
  likes := array(select '%' || regexp_replace(lower(v), '([\\%_])', '\\\1', 'g') || '%' from unnest(names || emails || phones) v);

  foreach company in array places loop
    perform lock_seals(company);
    insert into erasures (company_id, user_id, asked_by) values (company, person, case when company = who.company_id then by_whom end) returning id into erasure;

    insert into erased_events (company_id, erasure_id, event_id, event_at, salt, digest)
      select e.company_id, erasure, e.id, e.at, new_salt(), '' from events e
      where e.company_id = company and (e.actor_id = person or (e.entity = 'user' and e.entity_id = person)
        or (lower(concat_ws(' ', e.actor_name, e.reason, e.note, e.changes::text)) like any(likes)
          and exists (select from unnest(array[e.actor_name, e.reason, e.note, e.changes::text]) v where without_person(v, patterns, words) <> v)));
    update events e set
      actor_name = case when e.actor_id = person and e.actor_kind = 'user' then nobody when e.entity_id = person and e.actor_name = e.address then null else without_person(e.actor_name, patterns, words) end,
      reason = without_person(e.reason, patterns, words),
      note = without_person(e.note, patterns, words),
      address = case when e.actor_id = person or e.entity_id = person then null else e.address end,
      changes = without_person((case when e.entity = 'user' and e.entity_id = person and jsonb_typeof(e.changes) = 'object' then e.changes - own_keys else e.changes end)::text, patterns, words)::jsonb
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
        when 'jsonb' then format('without_person(%I::text, $3, $4)::jsonb', place.col)
        when '_text' then format('array(select without_person(v, $3, $4) from unnest(%I) v)', place.col)
        else format('without_person(%I, $3, $4)', place.col) end;
      if place.col = 'search_text' then said := format('lower(%s)', said); end if;
      execute format('update %I set %I = %s where %I = $1 and lower(%I::text) like any($2)', place.tab, place.col, said, place.key, place.col) using company, likes, patterns, words;
    end loop;
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
  delete from idempotency_keys where company_id = any(places) and (principal = person or lower(reply) like any(likes));
  update company_registrations set draft = '{}' where user_id = person;
  if to_regclass('graphile_worker._private_jobs') is not null then
    execute 'update graphile_worker._private_jobs set last_error = null where lower(last_error) like any($1)' using likes;
  end if;
  update users set
    email = pseudonym, first_name = 'Erased', last_name = 'person', password_hash = null, phone = null, locale = null, timezone = null, units = default,
    selected_module = null, last_sign_in_at = null, erased_at = now(), archived_at = coalesce(archived_at, now()), updated_at = now(), version = version + 1
  where id = person;
end $$;

revoke all on function without_person(text, text[], text[]), erase_person(uuid, uuid, jsonb) from public;
grant execute on function erase_person(uuid, uuid, jsonb) to waybill_auth;
revoke all on function refuse_change() from public;

update roles
set permissions = array_append(permissions, 'CAN_ERASE_PEOPLE')
where is_default and code = 'COMPANY_ADMIN' and not 'CAN_ERASE_PEOPLE' = any(permissions);
