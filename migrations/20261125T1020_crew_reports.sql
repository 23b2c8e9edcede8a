-- Who was on a trip besides its driver, and is no more: what they did on it is theirs to report still, as it is of its driver.
create function keep_former_crew() returns trigger language plpgsql as $$
begin
  insert into former_trip_drivers (company_id, trip_id, driver_id)
    select old.company_id, old.trip_id, old.driver_id from trips t
    where t.company_id = old.company_id and t.id = old.trip_id and t.status <> 'draft'
    on conflict on constraint former_trip_drivers_once do nothing;
  return null;
end $$;
create trigger keep_former_crew after delete on trip_crew for each row execute function keep_former_crew();
revoke all on function keep_former_crew() from public;
