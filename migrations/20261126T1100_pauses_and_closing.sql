-- When it was said to be over, which may be long after it was: for a day from then on it can be taken up again.
alter table trips add column closed_at timestamptz(3);
update trips set closed_at = actual_end where actual_end is not null;

-- When a trip stood still, and why, until that is forgotten. The last one goes on until the trip does, or ends.
create table trip_pauses (
  like company_row,
  trip_id uuid not null,
  begins_at timestamptz(3) not null,
  ends_at timestamptz(3),
  reason text,
  constraint trip_pauses_end_after_begin check (ends_at >= begins_at),
  constraint trip_pauses_trip foreign key (company_id, trip_id) references trips (company_id, id)
);
select company_rows('trip_pauses');
create index trip_pauses_of_trip on trip_pauses (company_id, trip_id, begins_at);
create unique index trip_pauses_one_lasts on trip_pauses (company_id, trip_id) where ends_at is null;
insert into trip_pauses (company_id, trip_id, begins_at, reason)
select t.company_id, t.id, greatest(t.actual_start, t.updated_at), t.status_reason from trips t where t.status = 'paused';

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

-- What was not in order with a vehicle is called as it was called then, like what goes along with it.
update trip_legs l set remarks = (
  select jsonb_agg(case when r->>'about' is null and r->>'code' ~ '^(vehicle|too|combination)_'
    then r || jsonb_build_object('about', l.vehicle_label) else r end order by n)
  from jsonb_array_elements(l.remarks) with ordinality as x(r, n))
where l.remarks <> '[]';

-- More may be on board than planned, and more handed over: both are facts. What comes back was there.
alter table fleet_delivery_lines drop constraint fleet_delivery_lines_no_more_than_planned;
alter table fleet_delivery_lines add constraint fleet_delivery_lines_no_more_back_than_there
  check (returned_quantity <= greatest(planned_quantity, loaded_quantity));
