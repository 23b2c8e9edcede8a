-- Orders are judged by the company's rates; `exchange_rate` stays what somebody typed, and lowers nothing.
alter table purchase_orders
  -- The rate that the order took when it was judged last: at submission, sending, amending or an accepted proposal.
  add column rate_id uuid,
  -- Who may not approve where four eyes are wanted: whoever wrote, changed or submitted it since the last approval or has
  -- lowered the need for one, and who entered or confirmed the rate that it took.
  add column authors uuid[] not null default '{}',
  add column rate_authors uuid[] not null default '{}',
  -- The rules as they were at the submission, and the currency of the threshold; null before it. A company without a threshold has none here either.
  add column submitted_threshold numeric(19, 4),
  add column submitted_separate boolean,
  add column submitted_currency char(3) references currencies (code),
  -- Why it waits for an approver.
  add column waits_because text check (waits_because in ('above_threshold', 'no_rate', 'typed_rate')),
  -- An order that is out at the vendor and waits with a change of it: where it stood. Goods may still come.
  add column waits_from text check (waits_from in ('sent', 'confirmed', 'change_proposed')),
  -- Written with a typed rate before there were rates of the company: it needs an approver while it has that rate.
  add column rate_unproven boolean not null default false,
  add constraint purchase_orders_rate foreign key (company_id, rate_id) references exchange_rates (company_id, id);
create index purchase_orders_of_rate on purchase_orders (company_id, rate_id);

update purchase_orders o set authors = array(
  select distinct person from (
    select unnest(array[o.created_by, o.submitted_by]) as person
    union
    select e.actor_id from events e
    where e.company_id = o.company_id and e.entity = 'purchase-order' and e.entity_id = o.id and e.actor_kind = 'user'
      and e.step in ('created', 'updated', 'submitted', 'amended', 'proposalAccepted')
      and e.at > coalesce((select max(a.at) from events a where a.company_id = o.company_id and a.entity = 'purchase-order' and a.entity_id = o.id and a.step = 'approved'), '-infinity')
  ) as people where person is not null)
where o.status not in ('closed', 'cancelled');

-- Approvals that were given stay for the amount that they were given for.
update purchase_orders o set approved_total = o.total from companies c
where c.id = o.company_id and o.currency <> c.default_currency and o.approved_at is not null and o.approved_total is null
  and o.status in ('approved', 'sent', 'change_proposed', 'confirmed', 'closed');

update purchase_orders o set rate_unproven = true from companies c
where c.id = o.company_id and o.currency <> c.default_currency and o.exchange_rate is not null and o.status in ('draft', 'pending_approval', 'rejected', 'declined');

create or replace function menu_counts(company uuid, person uuid)
  returns table (orders_to_approve integer, changes_to_decide integer, deliveries_late integer, deliveries_to_answer integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select
    (select count(*)::int from purchase_orders o join companies c on c.id = o.company_id
      where o.company_id = company and o.status = 'pending_approval' and o.archived_at is null
        and (not coalesce(o.submitted_separate, c.separate_approver) or not coalesce(person = any(o.authors || o.rate_authors), false))),
    (select count(*)::int from purchase_orders o where o.company_id = company and o.status = 'change_proposed' and o.archived_at is null),
    (select count(*)::int from delivery_schedules d join locations l on l.company_id = d.company_id and l.id = d.location_id
      where d.company_id = company and d.status = 'scheduled' and d.archived_at is null
        and d.planned_start between now() - interval '1 day' and now() - make_interval(mins => l.late_grace_minutes)),
    (select count(*)::int from delivery_schedules d where d.company_id = company and d.status = 'requested' and d.awaiting_party = 'warehouse' and d.archived_at is null)
$$;
