-- What was left of a driver by an erasure: where they reported from, what a dispatcher wrote of their reports, which days they
-- were away. And no code of a consignee is kept as it was told.

-- A code was right or it was not; what it was is nobody's any more.
update driver_actions set payload = (payload - 'code') || case when payload ->> 'code' is null then '{}'
  else jsonb_build_object('isCodeRight', case when is_applied then true when 'not_possible' = any(flags) then false end) end
where payload ? 'code';
alter table driver_actions add constraint driver_actions_keep_no_code check (not payload ? 'code');

-- With what was written to it and where it was.
create or replace function drop_driver_words(driver uuid) returns void language sql as $$
  update driver_actions set payload = without_words(payload) - 'checks', settled_note = null where driver_id = driver;
$$;

-- With the time that their absences took, of which nobody else has any use.
create or replace function drop_driver_absences(driver uuid) returns void language sql as $$
  delete from bookings where resource_id = driver and reason = 'leave';
  delete from driver_absences where driver_id = driver;
$$;

create trigger keep_id_of_paper after delete on driver_absences for each row execute function keep_id_of_paper();
-- A driver, their papers and absences, also former ones, and what they reported.
create or replace function records_of_drivers(drivers uuid[]) returns uuid[] language sql stable as $$
  select array(
    select unnest(drivers)
    union select id from driver_licences where driver_id = any(drivers)
    union select id from papers where driver_id = any(drivers)
    union select id from driver_absences where driver_id = any(drivers)
    union select id from driver_actions where driver_id = any(drivers)
    union select record_id from former_driver_papers where driver_id = any(drivers))
$$;

-- Those who were erased before.
select drop_driver_words(id), drop_driver_absences(id) from drivers where erased_at is not null;
