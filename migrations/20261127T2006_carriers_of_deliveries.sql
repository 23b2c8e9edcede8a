-- Who brings a delivery is a carrier of the list. `carrier_name` keeps what was said before, and the name of one who is
-- not in the list and stands at the gate all the same.
alter table delivery_schedules add column carrier_id uuid;
alter table delivery_schedules
  add constraint delivery_schedules_carrier foreign key (company_id, carrier_id) references carriers (company_id, id);
create index delivery_schedules_of_carrier on delivery_schedules (company_id, carrier_id, planned_start);
-- Deliveries that are there: linked where one carrier of the company has that name and no other has, in any case of letters
-- and whatever spaces stand in it.
with named as (
  select company_id, (array_agg(id))[1] as id, lower((array_agg(name))[1]) as name,
    regexp_replace(lower(name), '\s+', '', 'g') as called
  from carriers group by company_id, called having count(*) = 1
)
update delivery_schedules d set carrier_id = n.id,
  search_text = d.search_text || case when strpos(d.search_text, n.name) = 0 then ' ' || n.name else '' end
from named n
where n.company_id = d.company_id and n.called <> ''
  and n.called = regexp_replace(lower(d.carrier_name), '\s+', '', 'g');
-- Whoever books or checks in has to be able to choose a carrier.
update roles set permissions = array_append(permissions, 'CAN_VIEW_CARRIERS')
where permissions && array['CAN_SCHEDULE_DOCK', 'CAN_EDIT_PURCHASE_ORDERS', 'CAN_CHECK_IN']
  and not permissions @> array['CAN_VIEW_CARRIERS'];
