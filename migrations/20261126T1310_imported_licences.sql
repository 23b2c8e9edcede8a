-- As before, also of files with licences.
create or replace function forget_imported_driver(driver uuid) returns void language plpgsql as $$
declare
  d drivers;
  touched uuid[];
begin
  select * into d from drivers where id = driver;
  with gone as (
    update import_rows r set cells = array_fill(''::text, array[cardinality(r.cells)]), value = null, errors = null, changes = null
    from imports i
    where r.company_id = d.company_id and (i.company_id, i.id) = (r.company_id, r.import_id) and i.entity in ('driver', 'document', 'driver-licence')
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
