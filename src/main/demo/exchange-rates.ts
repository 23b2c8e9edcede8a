import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { minutesFrom } from "./bulk.ts";
import { dateAt } from "./hours.ts";
import type { DemoOrder, Stage } from "./orders.ts";
import { demoRates } from "./trade.ts";

interface Entered {
  readonly from_currency: string;
  readonly rate: string;
  readonly as_of: string;
  readonly created_at: Date;
}

/**
 * The rates that the orders took on their days: one a working day lately, one a week before that, and one that waits for
 * a second person. Somebody enters them who approves no orders, so that the approver had no hand in what is judged.
 */
export async function addExchangeRates(db: Db, stage: Stage, orders: readonly DemoOrder[]): Promise<void> {
  const { moment, office, users } = stage;
  const since = orders[0]?.line.created ?? moment;
  const mornings: Date[] = [];
  for (let n = 0; (mornings[0] ?? moment) > since; n += n < 60 ? 1 : 5) {
    const at = minutesFrom(office.opening(moment, -n), 20);
    if (at <= moment) mornings.unshift(at);
  }
  const [first, ...later] = mornings.map((at, n) => ratesOf(at, dateAt(office.zone, at), n));
  await enter(db, stage, first ?? []); // nothing is known to compare them with, so a second person looks
  await sql`
    update exchange_rates
      set confirmed_by = ${users.admin.id}, confirmed_at = created_at + interval '1 hour',
      updated_at = created_at + interval '1 hour'
    where company_id = current_company() and not counts`.execute(db);
  const atLast = office.after(moment, -30);
  const slip = { from_currency: "SEK", rate: "0.8820", as_of: dateAt(office.zone, atLast), created_at: atLast };
  await enter(db, stage, [...later.flat(), slip]);
  await sql`
    update purchase_orders o
      set submitted_threshold = c.po_approval_threshold, submitted_separate = c.separate_approver,
      submitted_currency = c.default_currency,
      authors = array_remove(array[o.created_by, o.submitted_by], null), waits_because = case
        when o.status = 'pending_approval' then 'above_threshold' end,
      rate_id = r.id, rate_authors = case when r.id is null then '{}'::uuid[] else array[${users.treasurer.id}::uuid] end
    from companies c, (
      select p.id as order_id, usable_rate(p.currency, p.order_date) as id from purchase_orders p
        where p.company_id = current_company()
    ) as r
    where o.company_id = current_company() and c.id = o.company_id and r.order_id = o.id and o.submitted_at is not null`.execute(
    db,
  );
}

/** Each currency goes up and down a little around its worth. */
function ratesOf(at: Date, day: string, n: number): Entered[] {
  return Object.entries(demoRates)
    .filter(([currency]) => currency !== "EUR")
    .map(([currency, around]) => ({
      from_currency: currency,
      rate: (around * (1 + 0.015 * Math.sin(n / 9 + around * 7) + 0.002 * Math.cos(n * 1.7))).toPrecision(5),
      as_of: day,
      created_at: at,
    }));
}

async function enter(db: Db, { users }: Stage, rates: readonly Entered[]): Promise<void> {
  await sql`
    insert into exchange_rates (from_currency, to_currency, rate, as_of, source, note, created_by, created_at, updated_at)
    select r.from_currency, c.default_currency, r.rate, r.as_of, 'import', 'Reference rates',
      ${users.treasurer.id}::uuid, r.created_at, r.created_at
    from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as r(from_currency text, rate numeric, as_of date,
      created_at timestamptz)
    join companies c on c.id = current_company() order by r.from_currency, r.as_of, r.created_at, r.rate`.execute(db);
}
