-- What a driver does just now: whether they are on duty, drive or have a break, and since when. A table of its own, so that a
-- step of a trip neither changes the driver's record nor waits for it. Whoever has no row is off duty, nobody knows since when.
create table driver_duties (
  like company_row,
  driver_id uuid not null,
  duty text not null check (duty in ('off_duty', 'on_duty', 'driving', 'on_break')),
  -- When it came to be so on the road, whenever we were told.
  since timestamptz(3) not null,
  constraint driver_duties_driver_once unique (company_id, driver_id),
  constraint driver_duties_driver foreign key (company_id, driver_id) references drivers (company_id, id) on delete cascade
);
select company_rows('driver_duties');

-- Whoever is on the road drives or has a break, and who rides along is on duty.
insert into driver_duties (company_id, driver_id, duty, since)
  select t.company_id, t.driver_id, case t.status when 'paused' then 'on_break' else 'driving' end, greatest(t.actual_start,
    (select min(l.begins_at) from trip_legs l where l.company_id = t.company_id and l.trip_id = t.id and l.driver_id = t.driver_id),
    (select max(coalesce(p.ends_at, p.begins_at)) from trip_pauses p where p.company_id = t.company_id and p.trip_id = t.id))
  from trips t where t.status in ('in_progress', 'paused');
insert into driver_duties (company_id, driver_id, duty, since)
  select c.company_id, c.driver_id, 'on_duty', max(t.actual_start)
  from trip_crew c join trips t on (t.company_id, t.id) = (c.company_id, c.trip_id)
  where t.status in ('in_progress', 'paused') group by c.company_id, c.driver_id
  on conflict (company_id, driver_id) do nothing;

-- When somebody worked is theirs: it goes with them.
create function drop_duty_of_erased() returns trigger language plpgsql as $$
begin
  delete from driver_duties y where y.company_id = new.company_id and y.driver_id = new.id;
  return null;
end $$;
create trigger drivers_erased_lose_duty after update of erased_at on drivers
  for each row when (new.erased_at is not null and old.erased_at is null) execute function drop_duty_of_erased();
