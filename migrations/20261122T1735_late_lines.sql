-- What orders still expect, line by line, and whether it is late: the one definition, for lists, filters, counters and pages.
-- A line is late that is promised, else asked for, before today at the site, and stands on no truck that is here.
create view expected_lines with (security_invoker = true) as
select i.company_id, i.purchase_order_id, i.id as purchase_order_item_id, d.due, d.today,
  d.due < d.today and not exists (
    select from delivery_schedule_items x
      join delivery_schedules s on s.company_id = x.company_id and s.id = x.delivery_schedule_id
    where x.company_id = i.company_id and x.purchase_order_item_id = i.id
      and s.status in ('arrived', 'in_progress', 'unloaded')) as is_late
from purchase_orders o
  join purchase_order_items i on i.company_id = o.company_id and i.purchase_order_id = o.id
  join locations l on l.company_id = o.company_id and l.id = o.ship_to_location_id
  cross join lateral (select coalesce(i.promised_date, i.requested_date) as due, (now() at time zone l.timezone)::date as today) d
where (o.status in ('sent', 'change_proposed', 'confirmed') or o.waits_from is not null)
  and i.status in ('open', 'confirmed', 'backordered', 'partially_received')
  and i.ordered_qty > i.accepted_qty + i.damaged_qty - i.returned_qty;
grant select on expected_lines to waybill_app;
