-- An erasure changes JSON value by value, strings only, and takes for a phone number only what is one: what people write
-- into their own profile no longer decides which numbers and dates of the company are replaced.

-- Whether a text is a phone number: 7 to 15 digits with what people write between them. A date is none.
create function is_phone(value text) returns boolean language sql immutable as $$
  select value ~ '^\+?[0-9 ()./-]+$' and length(regexp_replace(value, '\D', '', 'g')) between 7 and 15
    and value !~ '^(19|20)\d\d[-./ ]\d{1,2}[-./ ]\d{1,2}(\D|$)' and value !~ '^\d{1,2}[-./ ]\d{1,2}[-./ ](19|20)\d\d$'
$$;

-- What names somebody who left: names, addresses, and phone numbers that no text holds but as such. A number without a plus
-- or a separator, or one that is written like an amount (1.000.000), counts only where a field for phone numbers holds it.
create function words_of_person(person uuid) returns table (kind text, value text)
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
  union all select 'email', value from emails
  union all select case when value ~ '^\d+$' or value ~ '^\d{1,3}([ .]\d{3})+$' then 'bare_phone' else 'phone' end, value from phones where is_phone(value)
$$;

-- JSON with other words in the place of what these patterns find in its strings; `bare` are phone numbers that are replaced
-- where a key says that they are one. A key is changed only where it is no name of ours: a heading of somebody's file.
create function without_person_in(value jsonb, patterns text[], words text[], bare text[], called text default '') returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(case when called ~* 'phone' and value #>> '{}' = any(bare) then 'erased' else without_person(value #>> '{}', patterns, words) end)
    when 'array' then (select coalesce(jsonb_agg(without_person_in(v, patterns, words, bare, called) order by at), '[]') from jsonb_array_elements(value) with ordinality as e(v, at))
    when 'object' then (select coalesce(jsonb_object_agg(case when k ~ '[[:space:]@]' then without_person(k, patterns, words) else k end,
      without_person_in(v, patterns, words, bare, case when k in ('from', 'to') then called else k end)), '{}') from jsonb_each(value) as e(k, v))
    else value end;
end $$;

-- Erases somebody who was removed. `register` names, table by table, where people may be named; it is that of the
-- source, personal-columns.ts. Returns, for each company, the digest of the events that it changed.
create or replace function erase_person(person uuid, by_whom uuid, register jsonb) returns table (company uuid, erasure uuid, event_count integer, events_digest text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who users;
  names text[];
  emails text[];
  phones text[];
  bare text[];
  patterns text[];
  words text[];
  likes text[];
  places_of_likes text[];
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
  select coalesce(array_agg(w.value) filter (where w.kind = 'name'), '{}'), coalesce(array_agg(w.value) filter (where w.kind = 'email'), '{}'),
    coalesce(array_agg(w.value) filter (where w.kind = 'phone'), '{}'), coalesce(array_agg(w.value) filter (where w.kind = 'bare_phone'), '{}')
  into names, emails, phones, bare from words_of_person(person) w;
  likes := array(select '%' || regexp_replace(lower(v), '([\\%_])', '\\\1', 'g') || '%'
    from unnest(names || emails || phones) n, lateral (values (n), (substr(to_jsonb(n)::text, 2, length(to_jsonb(n)::text) - 2))) as written(v)); -- also as JSON writes it
  places_of_likes := likes || array(select '%' || v || '%' from unnest(bare) v);

  -- A name of one word is a word like others: it goes only where it stands alone.
  select array_agg(pattern order by at, length(pattern) desc), array_agg(word order by at, length(pattern) desc) into patterns, words from (
    select 1 as at, '(?<![[:alnum:]._%+-])' || quoted || '(?![[:alnum:]-]|\.[[:alnum:]])' as pattern, pseudonym as word from unnest(emails) v, lateral (select regexp_replace(v, '([^[:alnum:][:space:]])', '\\\1', 'g')) q(quoted)
    union all
    select 2, case when v ~ '\s' then '(?<![[:alnum:]])' || quoted || '(?![[:alnum:]])' else '^"?' || quoted || '"?$' end, nobody from unnest(names) v, lateral (select regexp_replace(v, '([^[:alnum:][:space:]])', '\\\1', 'g')) q(quoted)
    union all
    select 3, '(?<![[:alnum:]+.-])' || quoted || '(?![[:alnum:]]|[.-][[:alnum:]])', 'erased' from unnest(phones) v, lateral (select regexp_replace(v, '([^[:alnum:][:space:]])', '\\\1', 'g')) q(quoted)
  ) as all_of_them;
  foreach company in array places loop
    perform lock_seals(company);
    insert into erasures (company_id, user_id, asked_by) values (company, person, case when company = who.company_id then by_whom end) returning id into erasure;

    insert into erased_events (company_id, erasure_id, event_id, event_at, salt, digest)
      select e.company_id, erasure, e.id, e.at, new_salt(), '' from events e
      where e.company_id = company and (e.actor_id = person or (e.entity = 'user' and e.entity_id = person)
        or (lower(concat_ws(' ', e.actor_name, e.reason, e.note, e.changes::text)) like any(places_of_likes)
          and (exists (select from unnest(array[e.actor_name, e.reason, e.note]) v where without_person(v, patterns, words) <> v)
            or without_person_in(e.changes, patterns, words, bare) <> e.changes)));
    update events e set
      actor_name = case when e.actor_id = person and e.actor_kind = 'user' then nobody when e.entity_id = person and e.actor_name = e.address then null else without_person(e.actor_name, patterns, words) end,
      reason = without_person(e.reason, patterns, words),
      note = without_person(e.note, patterns, words),
      address = case when e.actor_id = person or e.entity_id = person then null else e.address end,
      changes = without_person_in(case when e.entity = 'user' and e.entity_id = person and jsonb_typeof(e.changes) = 'object' then e.changes - own_keys else e.changes end, patterns, words, bare)
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

revoke all on function is_phone(text), words_of_person(uuid), without_person_in(jsonb, text[], text[], text[], text), erase_person(uuid, uuid, jsonb) from public;
grant execute on function is_phone(text), words_of_person(uuid), erase_person(uuid, uuid, jsonb) to waybill_auth;
