-- Goods that the vendor credited are not expected again, and they do not count as received: a line is complete once what
-- was kept and what was credited reach what is ordered. Lines that ended by a credit before this stay as they are.
alter table purchase_order_items
  -- So much of what is ordered was credited instead of kept, in base units.
  add column credited_base_qty numeric not null default 0 check (credited_base_qty >= 0),
  -- What was said of the latest of these credits.
  add column credit_reason text;
alter table reported_issues
  -- By so much a return by this issue lowered what its line expects, in base units, while it stands; null where none did, and
  -- of returns before this.
  add column credited_base_qty numeric;

create or replace view expected_lines with (security_invoker = true) as
select i.company_id, i.purchase_order_id, i.id as purchase_order_item_id, d.due, d.today,
  d.due < d.today and not exists (
    select from delivery_schedule_items x
      join delivery_schedules s on s.company_id = x.company_id and s.id = x.delivery_schedule_id
    where x.company_id = i.company_id and x.purchase_order_item_id = i.id
      and s.status in ('arrived', 'in_progress', 'unloaded')) as is_late
from purchase_orders o
  join purchase_order_items i on i.company_id = o.company_id and i.purchase_order_id = o.id
  join locations l on l.company_id = o.company_id
    and l.id = coalesce((o.agreed_version ->> 'shipToLocationId')::uuid, o.ship_to_location_id)
  cross join lateral (select
    case when o.agreed_version is null then coalesce(i.promised_date, i.requested_date) else (
      select coalesce(a.line ->> 'promisedDate', a.line ->> 'requestedDate')::date
      from jsonb_array_elements(o.agreed_version -> 'lines') as a(line)
      where a.line ->> 'id' = i.id::text) end as due,
    (now() at time zone l.timezone)::date as today) d
where (o.status in ('sent', 'change_proposed', 'confirmed') or o.waits_from is not null)
  and (i.status in ('open', 'confirmed', 'backordered', 'partially_received')
    -- A line that only the waiting change takes out.
    or i.agreed_qty > 0 and i.status not in ('received', 'short_closed'))
  and coalesce(i.agreed_qty, i.ordered_qty) * i.qty_per_uom > i.kept_base_qty + i.credited_base_qty;
