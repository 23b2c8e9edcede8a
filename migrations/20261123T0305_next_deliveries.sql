-- The order of the list: what is still to come or here, the next first; then what is over, the last first. The states
-- are those of the flow's group `live`; a test compares them.
alter table delivery_schedules add column next_first numeric not null generated always as (
  case when status in ('requested', 'proposed', 'scheduled', 'arrived', 'in_progress', 'unloaded')
    then extract(epoch from planned_start - timestamptz '1970-01-01 00:00:00+00')
    else 1000000000000 - extract(epoch from planned_start - timestamptz '1970-01-01 00:00:00+00') end) stored;
create index delivery_schedules_next_first on delivery_schedules (company_id, next_first, id);
