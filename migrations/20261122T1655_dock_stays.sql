-- A truck that stands at a door holds it until it has gone, however long that takes; a truck may come without a booking, and a
-- door that is taken pushes planned deliveries aside.
alter table delivery_schedules
  add column walk_in boolean not null default false,
  -- Why a delivery is completed though lines of it have no receipt.
  add column nothing_received_reason text,
  -- The delivery whose truck stands where this one was planned; it needs another time or door until it gets one.
  add column displaced_by_id uuid,
  add constraint delivery_schedules_displaced_by foreign key (company_id, displaced_by_id) references delivery_schedules (company_id, id);
create index delivery_schedules_of_displacing on delivery_schedules (company_id, displaced_by_id);

-- What stands there holds its lane beyond the end of its range, until it is released.
alter table bookings add column standing boolean not null default false;
create index bookings_standing on bookings (company_id, resource_id) where active and standing;

-- Trucks that stand at a door now: they hold it at least for the next half hour, and a job goes on from there.
update bookings b set standing = true from delivery_schedules d
where d.company_id = b.company_id and d.id = b.subject_id and b.active and d.status in ('in_progress', 'unloaded');
insert into outbox (company_id, task, payload)
select d.company_id, 'extend-dock-stay', jsonb_build_object('deliveryScheduleId', d.id)
from delivery_schedules d where d.status in ('in_progress', 'unloaded') and d.dock_id is not null;
