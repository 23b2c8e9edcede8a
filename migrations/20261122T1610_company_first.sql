-- `id` and `company_id` are the first columns of every table from now on, before generated ones: rows that travel, by COPY or
-- to another cell, begin alike. A table begins with one of these, and may speak of `company_id` in its own constraints:
--   create table widgets (
--     like company_record,
--     name text not null,
--     vendor_id uuid not null,
--     constraint widgets_name_once unique (company_id, name),
--     constraint widgets_vendor_fkey foreign key (company_id, vendor_id) references vendors (company_id, id)
--   );
--   select company_table('widgets');
create type company_record as (
  id uuid,
  company_id uuid,
  version integer,
  created_at timestamptz(3),
  updated_at timestamptz(3),
  archived_at timestamptz(3),
  created_by uuid
);
-- Rows that belong to a record and have no life of their own.
create type company_row as (id uuid, company_id uuid);

create function must_begin_like(name text, form regtype) returns void language plpgsql as $$
declare
  wanted text[] := array(select a.attname::text from pg_attribute a join pg_type t on t.typrelid = a.attrelid where t.oid = form order by a.attnum);
  found text[] := array(select a.attname::text from pg_attribute a where a.attrelid = format('%I', name)::regclass and a.attnum between 1 and cardinality(wanted) order by a.attnum);
begin
  if found <> wanted then
    raise exception 'create table % (like %, …): its columns have to come first', name, form;
  end if;
end $$;
revoke all on function must_begin_like(text, regtype) from public;

-- The type gives a table its columns; this gives them defaults, the primary key and the isolation.
create or replace function company_table(name text) returns void language plpgsql as $$
begin
  perform must_begin_like(name, 'company_record');
  execute format('alter table %I
    alter column id set default uuidv7(),
    alter column company_id set default current_company(),
    alter column version set default 1, alter column version set not null,
    alter column created_at set default now(), alter column created_at set not null,
    alter column updated_at set default now(), alter column updated_at set not null,
    add foreign key (company_id) references companies (id),
    add primary key (company_id, id)', name);
  perform isolate(name);
end $$;

create or replace function company_rows(name text) returns void language plpgsql as $$
begin
  perform must_begin_like(name, 'company_row');
  execute format('alter table %I
    alter column id set default uuidv7(),
    alter column company_id set default current_company(),
    add foreign key (company_id) references companies (id),
    add primary key (company_id, id)', name);
  perform isolate(name);
end $$;
