-- What was received of a line, exactly: its other quantities stand in the line's own unit, rounded, and "all of it is
-- here" is not judged on roundings.
alter table purchase_order_items
  -- Accepted and damaged less returned, in base units.
  add column kept_base_qty numeric not null default 0,
  -- Returned to the vendor, in base units.
  add column returned_base_qty numeric not null default 0;

-- What was returned before is the whole number of base units that it was rounded from, where it can have been.
update purchase_order_items i set returned_base_qty = case
    when abs(x.base - round(x.base)) <= 0.000001 * i.qty_per_uom then round(x.base) else trim_scale(x.base) end
from (select company_id, id, returned_qty * qty_per_uom as base from purchase_order_items where returned_qty <> 0) x
where x.company_id = i.company_id and x.id = i.id;
update purchase_order_items i set kept_base_qty = trim_scale(l.kept - i.returned_base_qty)
from (select company_id, purchase_order_item_id as id, sum((accepted_qty + damaged_qty) * qty_per_uom) as kept
  from receipt_lines where purchase_order_item_id is not null group by 1, 2) l
where l.company_id = i.company_id and l.id = i.id;

create or replace view expected_lines with (security_invoker = true) as
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
  and i.ordered_qty * i.qty_per_uom > i.kept_base_qty;
