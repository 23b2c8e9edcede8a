-- Whom dispatch calls when something has happened to a driver. It goes with them.
alter table drivers add column emergency_name text, add column emergency_phone text;

create or replace function forget_driver(driver uuid) returns void language plpgsql as $$
begin
  perform forget_imported_driver(driver);
  perform drop_driver_papers(driver);
  insert into outbox (company_id, task, payload)
    select d.company_id, 'note-erasure', jsonb_build_object('entity', 'driver', 'id', d.id) from drivers d where d.id = driver and d.erased_at is null;
  update drivers d set first_name = 'Erased', last_name = 'person', phone = null, email = null, identification_tag = null, user_id = null,
    emergency_name = null, emergency_phone = null,
    notes = null, suspended_reason = null, status = 'left', left_on = coalesce(d.left_on, greatest(d.hired_on, current_date)),
    erased_at = now(), version = d.version + 1, updated_at = now()
  where d.id = driver and d.erased_at is null;
end $$;
