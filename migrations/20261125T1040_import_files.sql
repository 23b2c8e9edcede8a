-- Files that come with a table in one zip are kept until the import is applied, and for a day at most.
alter table imports add column file_count integer not null default 0;
create table import_files (
  like company_row,
  import_id uuid not null,
  -- Its name with its folders, in each way in which it may be meant.
  names text[] not null,
  bytes bigint not null,
  sha256 bytea not null,
  media_type text,
  -- Why it is not taken.
  problem text,
  constraint import_files_kept_or_not check ((media_type is null) = (problem is not null)),
  constraint import_files_import foreign key (company_id, import_id) references imports (company_id, id) on delete cascade
);
select company_rows('import_files');
create index import_files_of_import on import_files (company_id, import_id, id);
create index import_files_by_contents on import_files (company_id, sha256);

-- What papers are matched by when they are imported.
create index papers_by_number on papers (company_id, type_id, lower(number));

-- Whether somebody runs the installation: of the company at hand, or from another one. Tasks that go on in their name ask it.
create function runs_installation(who uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select u.is_super_admin from users u where u.company_id = current_company() and u.id = who), true)
$$;
revoke all on function runs_installation(uuid) from public;
grant execute on function runs_installation(uuid) to waybill_app;

-- As before, also of files with documents, whose scans go with their rows.
create or replace function forget_imported_driver(driver uuid) returns void language plpgsql as $$
declare
  d drivers;
  touched uuid[];
begin
  select * into d from drivers where id = driver;
  with gone as (
    update import_rows r set cells = array_fill(''::text, array[cardinality(r.cells)]), value = null, errors = null, changes = null
    from imports i
    where r.company_id = d.company_id and (i.company_id, i.id) = (r.company_id, r.import_id) and i.entity in ('driver', 'document')
      and exists (select from unnest(r.cells) c where lower(btrim(c)) in (lower(d.employee_no), lower(d.email), lower(d.phone),
          lower(d.first_name || ' ' || d.last_name), d.id::text)
        or (lower(btrim(c)) = lower(d.last_name) and exists (select from unnest(r.cells) f where lower(btrim(f)) = lower(d.first_name))))
    returning r.import_id
  )
  select array(select distinct import_id from gone) into touched;
  update imports i set reading = i.reading - 'top',
    state = case when i.state in ('uploaded', 'checked') then 'failed' else i.state end,
    failure = case when i.state in ('uploaded', 'checked') then 'A person was erased meanwhile. Upload the file again without them.' else i.failure end
  where i.company_id = d.company_id and i.id = any(touched);
  with gone as (
    delete from import_files f using imports i where f.company_id = d.company_id and f.import_id = any(touched)
      and (i.company_id, i.id) = (f.company_id, f.import_id) and i.state <> 'applying' returning f.sha256
  )
  insert into outbox (company_id, task, payload, run_at)
    select d.company_id, 'sweep-file', jsonb_build_object('sha256', encode(sha256, 'hex')), now() + interval '15 minutes' from gone;
end $$;
