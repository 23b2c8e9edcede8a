-- When it was said to be over, which may be long after it was: for a day from then on it can be taken up again.
alter table trips add column closed_at timestamptz(3);
update trips set closed_at = actual_end where actual_end is not null;

-- When a trip stood still, and why. The last one goes on until the trip does, or ends.
create table trip_pauses (
  like company_row,
  trip_id uuid not null,
  begins_at timestamptz(3) not null,
  ends_at timestamptz(3),
  reason text not null,
  constraint trip_pauses_end_after_begin check (ends_at >= begins_at),
  constraint trip_pauses_trip foreign key (company_id, trip_id) references trips (company_id, id)
);
select company_rows('trip_pauses');
create index trip_pauses_of_trip on trip_pauses (company_id, trip_id, begins_at);
create unique index trip_pauses_one_lasts on trip_pauses (company_id, trip_id) where ends_at is null;
insert into trip_pauses (company_id, trip_id, begins_at, reason)
select t.company_id, t.id, greatest(t.actual_start, t.updated_at), coalesce(t.status_reason, '') from trips t where t.status = 'paused';

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
