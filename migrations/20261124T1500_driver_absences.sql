-- Days on which a driver does not drive: leave, illness, training. Both days count, in the company's own zone. What is planned
-- ahead holds the driver in `bookings`; an illness is a fact, and is kept although trips count on them.
create table driver_absences (
  like company_record,
  driver_id uuid not null,
  kind text not null check (kind in ('leave', 'sick', 'training', 'other')),
  first_day date not null,
  last_day date not null,
  notes text,
  search_text text generated always as (lower(kind || ' ' || coalesce(notes, ''))) stored,
  constraint driver_absences_end_after_start check (last_day >= first_day),
  constraint driver_absences_a_year_at_most check (last_day - first_day <= 366),
  constraint driver_absences_driver foreign key (company_id, driver_id) references drivers (company_id, id),
  -- Whoever is away is not away twice.
  constraint driver_absences_never_overlap exclude using gist
    (company_id with =, driver_id with =, daterange(first_day, last_day, '[]') with &&) where (archived_at is null)
);
select company_table('driver_absences');
create index driver_absences_of_driver on driver_absences (company_id, driver_id, first_day, id);
create index driver_absences_by_first_day on driver_absences (company_id, first_day, id);
create index driver_absences_by_age on driver_absences (company_id, created_at, id);
create index driver_absences_search on driver_absences using gin (company_id, search_text gin_trgm_ops);

-- Why somebody was away goes with what else is kept of them: by an erasure at once, a year after they left otherwise.
create function drop_driver_absences(driver uuid) returns void language sql as $$
  delete from driver_absences where driver_id = driver;
$$;
revoke all on function drop_driver_absences(uuid) from public;
grant execute on function drop_driver_absences(uuid) to waybill_app;

create function drop_absences_of_erased() returns trigger language plpgsql as $$
begin
  perform drop_driver_absences(new.id);
  return null;
end $$;
create trigger drivers_erased_lose_absences after update of erased_at on drivers
  for each row when (new.erased_at is not null and old.erased_at is null) execute function drop_absences_of_erased();
