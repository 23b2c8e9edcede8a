-- The number that a delivery had in the program that it came from: by it a file finds it again.
alter table fleet_deliveries
  add column external_number text,
  add column external_number_key text generated always as (lower(external_number)) stored,
  drop column search_text;
alter table fleet_deliveries add column search_text text generated always as (lower(delivery_number || ' ' || consignee_name || ' '
  || coalesce(address, '') || ' ' || coalesce(external_number, ''))) stored;
create index fleet_deliveries_search on fleet_deliveries using gin (company_id, search_text gin_trgm_ops);
create unique index fleet_deliveries_external_number_once on fleet_deliveries (company_id, external_number_key)
  where external_number_key is not null;

-- With a consignee go the rows of files that brought their delivery.
create function forget_imported_consignee() returns trigger language plpgsql as $$
declare
  touched uuid[];
begin
  with gone as (
    update import_rows r set cells = array_fill(''::text, array[cardinality(r.cells)]), value = null, errors = null, changes = null
    from imports i
    where r.company_id = new.company_id and (i.company_id, i.id) = (r.company_id, r.import_id) and i.entity = 'delivery'
      and exists (select from unnest(r.cells) c where lower(btrim(c)) in (new.external_number_key, lower(new.delivery_number), new.id::text))
    returning r.import_id
  )
  select array(select distinct import_id from gone) into touched;
  update imports i set reading = i.reading - 'top',
    state = case when i.state in ('uploaded', 'checked') then 'failed' else i.state end,
    failure = case when i.state in ('uploaded', 'checked') then 'A consignee was forgotten meanwhile. Upload the file again without them.' else i.failure end
  where i.company_id = new.company_id and i.id = any(touched);
  return null;
end $$;
create trigger forget_imported_consignee after update of forgotten_at on fleet_deliveries
  for each row when (old.forgotten_at is null and new.forgotten_at is not null) execute function forget_imported_consignee();
revoke all on function forget_imported_consignee() from public;
