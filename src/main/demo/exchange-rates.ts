import { sql } from "kysely";
import type { Db } from "#server/db.ts";
import { daysFrom } from "./bulk.ts";
import type { DemoUsers } from "./ground.ts";

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** What the demo's currencies are worth in euros, about. */
const worth: Readonly<Record<string, number>> = {
  USD: 0.92,
  GBP: 1.17,
  JPY: 0.0061,
  SEK: 0.0882,
  CHF: 1.05,
  NOK: 0.0861,
  PLN: 0.2342,
};

/** Three months of rates, one a working day, and one of today that waits for a second person; the orders took those of their days. */
export async function addExchangeRates(db: Db, users: DemoUsers, now: Date): Promise<void> {
  const days = Array.from({ length: 91 }, (_, n) => daysFrom(now, n - 90)).filter(
    (day, n, all) => n === all.length - 1 || ![0, 6].includes(day.getUTCDay()),
  );
  const rates = Object.entries(worth).flatMap(([currency, around]) =>
    days.map((day, n) => ({
      from_currency: currency,
      rate: (around * (1 + 0.015 * Math.sin(n / 9 + around * 7) + 0.002 * Math.cos(n * 1.7))).toPrecision(5),
      as_of: dayOf(day),
      created_at: day,
    })),
  );
  const isFirst = ({ as_of }: { as_of: string }) => as_of === dayOf(days[0] ?? now);
  const waits = { from_currency: "SEK", rate: "0.8820", as_of: dayOf(now), created_at: now };
  await enter(db, users, rates.filter(isFirst));
  await sql`
    update exchange_rates
      set confirmed_by = ${users.docks.id}, confirmed_at = created_at + interval '1 hour',
      updated_at = created_at + interval '1 hour'
    where company_id = current_company() and not counts`.execute(db);
  await enter(db, users, [...rates.filter((rate) => !isFirst(rate)), waits]);
  await sql`
    update purchase_orders o
      set submitted_threshold = c.po_approval_threshold, submitted_separate = c.separate_approver,
      submitted_currency = c.default_currency,
      authors = array_remove(array[o.created_by, o.submitted_by], null), waits_because = case
        when o.status = 'pending_approval'
        and o.total * coalesce(r.rate, 1) > c.po_approval_threshold then 'above_threshold' end,
      rate_id = r.id, rate_authors = case when r.id is null then '{}'::uuid[] else array[${users.admin.id}::uuid] end
    from companies c, (
      select p.id as order_id, x.id, x.rate from purchase_orders p
        left join exchange_rates x on x.company_id = p.company_id and x.id = usable_rate(p.currency, p.order_date)
      where p.company_id = current_company()
    ) as r
    where o.company_id = current_company() and c.id = o.company_id and r.order_id = o.id and o.submitted_at is not null`.execute(
    db,
  );
}

async function enter(db: Db, { admin }: DemoUsers, rates: readonly object[]): Promise<void> {
  await sql`
    insert into exchange_rates (from_currency, to_currency, rate, as_of, source, note, created_by, created_at, updated_at)
    select r.from_currency, c.default_currency, r.rate, r.as_of, 'import', 'Reference rates', ${admin.id}::uuid,
      r.created_at, r.created_at
    from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as r(from_currency text, rate numeric, as_of date,
      created_at timestamptz)
    join companies c on c.id = current_company() order by r.from_currency, r.as_of, r.created_at, r.rate`.execute(db);
}
