-- The number beside the dock board counts what the boards of today show as late: by the day and the grace of each site.
create or replace function menu_counts(company uuid, person uuid)
  returns table (orders_to_approve integer, own_orders integer, deliveries_late integer, deliveries_to_answer integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select
    (select count(*)::int from purchase_orders o join companies c on c.id = o.company_id
      where o.company_id = company and o.status = 'pending_approval' and o.archived_at is null
        and (not coalesce(o.submitted_separate, c.separate_approver) or not coalesce(person = any(o.authors || o.rate_authors), false))),
    (select count(*)::int from purchase_orders o where o.company_id = company and o.buyer_id = person
      and o.status in ('rejected', 'approved', 'change_proposed', 'declined') and o.archived_at is null),
    (select count(*)::int from delivery_schedules d join locations l on l.company_id = d.company_id and l.id = d.location_id
      cross join lateral (select (now() at time zone l.timezone)::date::timestamp at time zone l.timezone as starts) today
      where d.company_id = company and d.status = 'scheduled' and d.archived_at is null
        and d.planned_start between now() - interval '3 days' and now() -- no day begins so long ago; the index counts from here
        and d.planned_start < now() - make_interval(mins => l.late_grace_minutes)
        and d.planned_start > today.starts - interval '1 day' and d.planned_end > today.starts),
    (select count(*)::int from delivery_schedules d where d.company_id = company and d.status = 'requested' and d.awaiting_party = 'warehouse' and d.archived_at is null)
$$;
