-- Who usually drives which vehicle, from which day until which: the default pairing, apart from trips. Both days count, where
-- the company is; without a last day it goes on.
create table driver_assignments (
  like company_record,
  driver_id uuid not null,
  vehicle_id uuid not null,
  role text not null check (role in ('primary', 'relief')),
  first_day date not null,
  last_day date,
  notes text,
  search_text text generated always as (lower(role || ' ' || coalesce(notes, ''))) stored,
  constraint driver_assignments_end_after_start check (last_day >= first_day),
  constraint driver_assignments_driver foreign key (company_id, driver_id) references drivers (company_id, id),
  constraint driver_assignments_vehicle foreign key (company_id, vehicle_id) references vehicles (company_id, id),
  -- A vehicle has one primary driver at a time, and a driver is that of one vehicle.
  constraint driver_assignments_one_primary_of_vehicle exclude using gist
    (company_id with =, vehicle_id with =, daterange(first_day, last_day, '[]') with &&) where (role = 'primary' and archived_at is null),
  constraint driver_assignments_one_vehicle_of_primary exclude using gist
    (company_id with =, driver_id with =, daterange(first_day, last_day, '[]') with &&) where (role = 'primary' and archived_at is null),
  -- Nobody is assigned to the same vehicle twice at once, in whichever role.
  constraint driver_assignments_pair_once_at_a_time exclude using gist
    (company_id with =, driver_id with =, vehicle_id with =, daterange(first_day, last_day, '[]') with &&) where (archived_at is null)
);
select company_table('driver_assignments');
create index driver_assignments_of_driver on driver_assignments (company_id, driver_id, first_day, id);
create index driver_assignments_of_vehicle on driver_assignments (company_id, vehicle_id, first_day, id);
create index driver_assignments_by_first_day on driver_assignments (company_id, first_day, id);
create index driver_assignments_by_age on driver_assignments (company_id, created_at, id);
create index driver_assignments_search on driver_assignments using gin (company_id, search_text gin_trgm_ops);

-- What was written about somebody goes with what else is kept of them. Who drove what when stays, as it does with trips.
create function drop_assignment_notes(driver uuid) returns void language sql as $$
  update driver_assignments set notes = null where driver_id = driver and notes is not null;
$$;
revoke all on function drop_assignment_notes(uuid) from public;
grant execute on function drop_assignment_notes(uuid) to waybill_app;

-- Whoever is erased has left, also where nobody noted it before.
create function end_assignments_of_erased() returns trigger language plpgsql as $$
begin
  perform drop_assignment_notes(new.id);
  delete from driver_assignments where company_id = new.company_id and driver_id = new.id and first_day > new.left_on;
  update driver_assignments set last_day = new.left_on, version = version + 1, updated_at = now()
    where company_id = new.company_id and driver_id = new.id and archived_at is null and (last_day is null or last_day > new.left_on);
  return null;
end $$;
create trigger drivers_erased_end_assignments after update of erased_at on drivers
  for each row when (new.erased_at is not null and old.erased_at is null) execute function end_assignments_of_erased();

create trigger keep_id_of_paper after delete on driver_assignments for each row execute function keep_id_of_paper();
-- As before, with the vehicles that were theirs.
create or replace function records_of_drivers(drivers uuid[]) returns uuid[] language sql stable as $$
  select array(
    select unnest(drivers)
    union select id from driver_licences where driver_id = any(drivers)
    union select id from papers where driver_id = any(drivers)
    union select id from driver_absences where driver_id = any(drivers)
    union select id from driver_assignments where driver_id = any(drivers)
    union select id from driver_actions where driver_id = any(drivers)
    union select record_id from former_driver_papers where driver_id = any(drivers))
$$;
