-- Why a trip stood still is known until it is forgotten.
alter table trip_pauses alter column reason drop not null;
update trip_pauses set reason = null where reason = '';

-- Why a driver paused, took over or was relieved goes with what they said themselves.
create or replace function drop_driver_words(driver uuid) returns void language sql as $$
  update driver_actions set payload = without_words(payload) - 'checks', settled_note = null where driver_id = driver;
  update trip_pauses p set reason = null from drivers d where d.id = driver and p.company_id = d.company_id and p.reason is not null
    and (p.trip_id in (select t.id from trips t where t.company_id = d.company_id and t.driver_id = d.id
        and not exists (select from trip_legs l where l.company_id = t.company_id and l.trip_id = t.id))
      or exists (select from trip_legs l where l.company_id = d.company_id and l.driver_id = d.id and l.trip_id = p.trip_id
        and p.begins_at between l.begins_at and coalesce(l.ends_at, 'infinity')));
  update trip_legs l set reason = null from drivers d where d.id = driver and l.company_id = d.company_id and l.reason is not null
    and (l.driver_id = d.id or exists (select from trip_legs b where b.company_id = d.company_id and b.driver_id = d.id
      and b.trip_id = l.trip_id and b.ends_at = l.begins_at));
$$;

-- Those who were erased before.
select drop_driver_words(id) from drivers where erased_at is not null;
