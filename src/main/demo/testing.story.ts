import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

/** Each asks for what should not be, or for what is missing; none gives a row when the story is right. */
const questions: Readonly<Record<string, (at: string) => string>> = {
  "a state of orders is not on the first page": () =>
    `select s.state from
      unnest('{draft,pending_approval,rejected,approved,sent,change_proposed,confirmed,declined,closed,cancelled}'::text[]) as s (state)
     where s.state not in (select status from (select status from purchase_orders order by created_at desc, id desc
       limit 50) as page)`,
  "a state of deliveries is nowhere": () =>
    `select s.state from
      unnest('{requested,proposed,scheduled,arrived,in_progress,unloaded,completed,cancelled,declined,no_show,refused,expired}'::text[]) as s (state)
     where s.state not in (select status from delivery_schedules)`,
  "no truck stands at the site that never closes": (at) =>
    `select s.state from unnest('{arrived,in_progress,unloaded}'::text[]) as s (state) where not exists (
       select from delivery_schedules d join locations l on l.id = d.location_id where l.code = 'ANR' and d.status = s.state
       and d.planned_start between ${at} - interval '4 hours' and ${at} + interval '1 hour')`,
  "little comes there within a day": (at) =>
    `select count(*) from delivery_schedules d join locations l on l.id = d.location_id
      where l.code = 'ANR' and d.status = 'scheduled'
      and d.planned_start between ${at} and ${at} + interval '24 hours' having count(*) < 5`,
  "little comes to another site on its next open days": (at) =>
    `select l.code from locations l
      where l.code <> 'ANR' and (select count(*) from delivery_schedules d
      where d.location_id = l.id and d.planned_start between ${at} and ${at} + interval '6 days') < 2`,
  "the menu counts nothing that waits": (at) =>
    `select w.what from (values
       ('late delivery', (select count(*) from delivery_schedules
         where status = 'scheduled' and planned_start between ${at} - interval '2 hours'
         and ${at} - interval '31 minutes')),
       ('request to answer', (select count(*) from delivery_schedules
         where status = 'requested' and awaiting_party = 'warehouse' and hold_expires_at > ${at})),
       ('order to approve', (select count(*) from purchase_orders where status = 'pending_approval')),
       ('change to decide', (select count(*) from purchase_orders o
         join purchase_order_proposals p on p.purchase_order_id = o.id and p.state = 'pending'
         where o.status = 'change_proposed')),
       ('late order', (select count(*) from purchase_orders o join locations l on l.id = o.ship_to_location_id
         where o.status = 'confirmed' and o.receipt_status <> 'full'
         and o.promised_date < (${at} at time zone l.timezone)::date)),
       ('order of this week', (select count(*) from purchase_orders o
         where o.status = 'confirmed' and o.promised_date between ${at}::date and ${at}::date + 6)),
       ('partly received order', (select count(*) from purchase_orders where receipt_status = 'partial')),
       ('held order', (select count(*) from purchase_orders where on_hold)),
       ('open issue', (select count(*) from reported_issues where status = 'open')),
       ('mail to a vendor', (select count(*) from outbox where task = 'mail-vendor'))
     ) as w (what, found) where w.found = 0`,
  "an event lies ahead": (at) => `select entity, step from events where at > ${at}`,
  "a step of an order comes before its cause": (at) =>
    `select o.number from purchase_orders o
      join (select entity_id, max(at) as last from events group by entity_id) e on e.entity_id = o.id where not (
       o.created_at <= coalesce(o.submitted_at, ${at}) and o.created_at <= ${at}
       and coalesce(o.submitted_at, o.created_at) <= coalesce(o.approved_at, ${at})
         and coalesce(o.approved_at, o.created_at) <= coalesce(o.sent_at, ${at})
       and coalesce(o.sent_at, o.created_at) <= coalesce(o.vendor_responded_at, ${at})
         and coalesce(o.vendor_responded_at, o.created_at) <= coalesce(o.closed_at, ${at})
       and coalesce(o.sent_at, o.created_at) <= coalesce(o.cancelled_at, ${at})
         and coalesce(o.closed_at, o.cancelled_at, o.created_at) <= ${at}
       and o.updated_at = e.last)`,
  "a delivery or its receipt comes before its cause": (at) =>
    `select d.number from delivery_schedules d
     join delivery_schedule_items x on x.delivery_schedule_id = d.id
       join purchase_order_items i on i.id = x.purchase_order_item_id join purchase_orders o on o.id = i.purchase_order_id
     left join receipts r on r.delivery_schedule_id = d.id
     where not (o.vendor_responded_at <= d.created_at and d.created_at <= coalesce(d.gate_in_at, ${at})
       and d.created_at < d.planned_start
       and coalesce(d.gate_in_at, d.created_at) <= coalesce(d.docked_at, ${at})
         and coalesce(d.docked_at, d.created_at) <= coalesce(d.unload_start_at, ${at})
       and coalesce(d.unload_start_at, d.created_at) <= coalesce(d.unload_end_at, ${at})
         and coalesce(d.unload_end_at, d.created_at) <= coalesce(d.gate_out_at, ${at})
       and coalesce(d.gate_out_at, d.created_at) <= ${at} and (d.status = 'completed') = (r.id is not null)
       and coalesce(d.unload_end_at <= r.received_at and r.received_at <= d.gate_out_at
         and r.received_at <= coalesce(o.closed_at, ${at}), true))`,
  "somebody decides about an order at night or on a Sunday": () =>
    `select e.step, e.at from events e where e.entity = 'purchase-order' and e.step not in ('received')
      and not (e.changes ? 'automatic' and e.changes is not null)
     and not (extract(isodow from e.at at time zone 'Europe/Amsterdam') < 6
       and (e.at at time zone 'Europe/Amsterdam')::time between '08:00' and '17:30')`,
  "an order that waits is not above the threshold, or its approver had a hand in it": () =>
    `select o.number, o.total from purchase_orders o join companies c on c.id = o.company_id
      left join exchange_rates r on r.id = o.rate_id
     where o.status = 'pending_approval'
       and (o.total * coalesce(r.rate, 1) <= c.po_approval_threshold or (r.id is null) <> (o.currency = 'EUR')
       or exists (select from users u
         where u.email = 'admin@demo.example' and u.id = any(o.authors || o.rate_authors)))`,
  "no exchange rate waits, or one is entered when nobody works": (at) =>
    `select count(*) from exchange_rates having count(*) filter (where not counts) <> 1
      or count(*) filter (where created_at > ${at} or confirmed_at > ${at}
       or not (extract(isodow from created_at at time zone 'Europe/Amsterdam') < 6
         and (created_at at time zone 'Europe/Amsterdam')::time between '08:00' and '17:30')) > 0`,
  "a truck is planned or worked on while its site is closed": () =>
    `select l.code, d.number, d.planned_start from delivery_schedules d join locations l on l.id = d.location_id,
       lateral (values (d.planned_start), (d.planned_end), (d.gate_in_at), (d.docked_at), (d.gate_out_at)) as t (at)
     where t.at is not null and l.code <> 'ANR'
       and (to_char(t.at at time zone l.timezone, 'MM-DD') in ('12-25', '01-01') or not exists (
       select from location_hours h
         where h.location_id = l.id and h.day_of_week = extract(dow from t.at at time zone l.timezone)
       and (t.at at time zone l.timezone)::time between h.opens_at and h.closes_at))`,
  "two trucks are planned for the same dock and time": () =>
    `select a.number, b.number as other from delivery_schedules a join delivery_schedules b on b.dock_id = a.dock_id
      and b.id > a.id
     where a.occupied_from < b.occupied_until and b.occupied_from < a.occupied_until`,
  "an order's state is not that of its lines": () =>
    `select number from purchase_orders where (status = 'closed') <> (closed_at is not null)
      or (receipt_status = 'full' and status <> 'closed')`,
};

/** The events of one record in their order: each begins in the state in which the one before it ended. */
const chain = `
  select entity, step, from_status, was, at::text from (
    select entity, step, from_status, at,
      (array_remove(array_agg(to_status) over (partition by entity_id
      order by at, id rows between unbounded preceding and 1 preceding), null)) as states
    from events where entity in ('purchase-order', 'delivery-schedule', 'issue')
  ) as told, lateral (select states[array_upper(states, 1)] as was) as last
  where from_status is not null and from_status is distinct from was`;

/** What is wrong with the story that was told until then, in the company of the transaction. */
export async function storyFaults(db: Db, moment: Date): Promise<string[]> {
  const at = `timestamptz '${moment.toISOString()}'`;
  const all: typeof questions = { ...questions, "an event does not follow from the one before": () => chain };
  const asked = Object.entries(all).map(
    ([fault, question]) =>
      `select '${fault.replaceAll("'", "''")}' as fault, (select jsonb_agg(to_jsonb(found))::text
        from (${question(at)} limit 5) as found) as rows`,
  );
  const { rows } = await sql.raw<{ fault: string; rows: string | null }>(asked.join("\nunion all\n")).execute(db);
  return rows.filter(({ rows: found }) => found !== null).map(({ fault, rows: found }) => `${fault}: ${found}`);
}

/** The orders with their vendors, goods and totals, and the states of those that no delivery brings. */
export async function storySignature(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', substr(o.number, 8), v.code, o.total, string_agg(i.sku || '*' || i.ordered_qty, ',' order by i.line_no),
      case when count(x.id) = 0 then o.status end) as line
    from purchase_orders o join vendors v on v.id = o.vendor_id join purchase_order_items i on i.purchase_order_id = o.id
    left join delivery_schedule_items x on x.purchase_order_item_id = i.id
    group by o.id, o.number, o.total, o.status, v.code order by o.number`.execute(db);
  return rows.map(({ line }) => line);
}
