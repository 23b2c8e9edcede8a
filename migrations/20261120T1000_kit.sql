-- What every other migration stands on: ids, isolation between companies, search, numbers.

-- PostgreSQL 18 has uuidv7() itself; older servers get the same: 48 bits of milliseconds, 12 of the fraction, the rest random.
do $$
begin
  if not exists (select from pg_proc where proname = 'uuidv7' and pronamespace = 'pg_catalog'::regnamespace) then
    execute $f$
      create function public.uuidv7() returns uuid language sql volatile parallel safe as $u$
        select encode(
          substring(int8send(floor(ms)::bigint) from 3)
            || decode(to_hex(28672 + floor((ms - floor(ms)) * 4096)::int), 'hex')
            || substring(uuid_send(gen_random_uuid()) from 9),
          'hex')::uuid
        from (select extract(epoch from clock_timestamp()) * 1000 as ms) as clock
      $u$
    $f$;
  end if;
end $$;

-- The company in whose name the transaction works; null (no rows) outside of one.
create function current_company() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('waybill.company_id', true), '')::uuid
$$;

-- Isolation of one table: each company sees and writes its own rows only; the owner (migrations, backup) sees all.
create function isolate(name text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy company on %I to waybill_app using (company_id = (select nullif(current_setting(''waybill.company_id'', true), '''')::uuid)) with check (company_id = (select nullif(current_setting(''waybill.company_id'', true), '''')::uuid))', name);
  execute format('create policy owner_all on %I to waybill_owner using (true) with check (true)', name);
  execute format('grant select, insert, update, delete on %I to waybill_app', name);
end $$;

-- The columns of a record that a company keeps, and its isolation. The table brings `id` and its own columns.
create function company_table(name text) returns void language plpgsql as $$
begin
  execute format('alter table %I
    add column company_id uuid not null default current_company() references companies (id),
    add column version integer not null default 1,
    add column created_at timestamptz(3) not null default now(),
    add column updated_at timestamptz(3) not null default now(),
    add column archived_at timestamptz(3),
    add column created_by uuid,
    add primary key (company_id, id)', name);
  perform isolate(name);
end $$;

-- The same for rows that belong to a record and have no life of their own: lines, contacts, hours.
create function company_rows(name text) returns void language plpgsql as $$
begin
  execute format('alter table %I
    add column company_id uuid not null default current_company() references companies (id),
    add primary key (company_id, id)', name);
  perform isolate(name);
end $$;

-- Rows that are only ever added: the grant is taken away, and a trigger refuses whoever has it still.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;

create function append_only(name text) returns void language plpgsql as $$
begin
  execute format('revoke update, delete on %I from waybill_app', name);
  execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', name);
end $$;

-- Tables of the installation: only the role of sign-in, links and administration may touch them.
create function installation_table(name text) returns void language plpgsql as $$
begin
  execute format('alter table %I
    add column version integer not null default 1,
    add column created_at timestamptz(3) not null default now(),
    add column updated_at timestamptz(3) not null default now(),
    add column archived_at timestamptz(3),
    add primary key (id)', name);
  execute format('grant select, insert, update, delete on %I to waybill_auth', name);
end $$;

-- Text search. Row-level security switches trigram indexes off for the app's role (their operators are not leakproof),
-- so the search runs as the owner with the company as an explicit condition. Every word has to occur. Needs search_text.
create function search_condition(words text) returns text language plpgsql immutable as $$
declare
  word text;
  condition text := '';
begin
  foreach word in array (string_to_array(btrim(lower(words)), ' '))[1:6] loop
    if word <> '' then
      condition := condition || format(' and search_text like %L', '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%');
    end if;
  end loop;
  return condition;
end $$;

create function search_ids(of regclass, words text, most integer default 10000) returns setof uuid language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if current_company() is null then return; end if;
  return query execute format('select id from %s where company_id = %L%s limit %s', of, current_company(), search_condition(words), most);
end $$;

-- The ids of the records that hold these words; null where more than `most` do, or one of fifty in a large table, whose
-- index would be read for long. Those are met soon enough when the list is read in its order.
create function search_rare(of regclass, words text, most integer) returns uuid[] language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  held bigint;
  ids uuid[];
begin
  if (select reltuples from pg_class where oid = of) > 100000 then
    execute format('select count(*) from (select search_text from %s where company_id = %L limit 2000) as sample where true%s', of, current_company(), search_condition(words)) into held;
    if held >= 40 then return null; end if;
  end if;
  ids := array(select search_ids(of, words, most + 1));
  if cardinality(ids) > most then return null; end if;
  return ids;
end $$;

revoke all on function isolate(text), company_table(text), company_rows(text), append_only(text), installation_table(text), refuse_change(), search_condition(text), search_ids(regclass, text, integer), search_rare(regclass, text, integer) from public;
grant execute on function search_ids(regclass, text, integer), search_rare(regclass, text, integer) to waybill_app;
