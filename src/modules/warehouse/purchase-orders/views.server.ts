import { sql, type RawBuilder } from "kysely";
import type { ReplyOf } from "#shared/contract/contract.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { agreedStatus, judgedQtyOf } from "./agreed-lines.server.ts";
import { awaitsGoodsSql } from "./awaits-goods.server.ts";
import { itemStates } from "./lines/lines.contract.ts";
import type { OrderView, purchaseOrders } from "./purchase-orders.contract.ts";
import { purchaseOrderFlow } from "./purchase-orders.flow.ts";
import { keptOrCredited } from "./lines/credited-goods.server.ts";

type Condition = RawBuilder<unknown>;

/** Its expected lines that are so: `expected_lines` of the database says what is expected, when, and what is late. */
const expects = (condition: Condition) => sql`exists (select from expected_lines e
  where e.company_id = t.company_id and e.purchase_order_id = t.id and ${condition})`;
export const hasLate = expects(sql`e.is_late`);
/** Out at the vendor, and not everything is there yet. */
export const isOut = sql`${awaitsGoodsSql("t")} and t.receipt_status <> 'full'`;
/** Today where the goods go. */
export const today = sql`(now() at time zone (select l.timezone from locations l
  where l.company_id = t.company_id and l.id = t.ship_to_location_id))::date`;
const notOver = sql`t.status in (${statesIn(purchaseOrderFlow, "live")})`;

/** Goods may come: out at the vendor (a change of it may wait for approval), not on hold, and something is still open. */
export const receivable = sql`(${awaitsGoodsSql("t")} and not t.on_hold
  and exists (
  select from purchase_order_items i where i.company_id = t.company_id and i.purchase_order_id = t.id
    and i.status not in (${statesIn(itemStates, "over")})))`;

/** What waits for this user: decisions of theirs on their own orders, and orders they may approve. */
function needsMe(ctx: Ctx): Condition {
  const me = ctx.user?.id ?? null;
  const own = sql`t.buyer_id = ${me} and t.status in (${statesIn(purchaseOrderFlow, "withBuyer")})`;
  if (!ctx.can("CAN_APPROVE_PURCHASE_ORDERS")) return sql`(${own})`;
  const byOthers = sql`(not coalesce(${me} = any(t.authors || t.rate_authors), false)
    or not coalesce(t.submitted_separate, (select c.separate_approver from companies c where c.id = t.company_id)))`;
  return sql`(${own} or (t.status = 'pending_approval' and ${byOthers}))`;
}

/** One of the ready-made views as a condition on the order `t`. */
export function viewCondition(view: OrderView, ctx: Ctx): Condition {
  switch (view) {
    case "all":
      return sql`true`;
    case "open":
      return notOver;
    case "needs_me":
      return needsMe(ctx);
    case "waiting_on_vendor":
      return sql`t.status = 'sent'`;
    case "late":
      return hasLate;
    case "arriving_week":
      return expects(sql`e.due between e.today and e.today + 6`);
  }
}

type Views = ReplyOf<typeof purchaseOrders.views>;
interface Sums {
  readonly each: Views["toCome"];
  readonly own: Views["toComeInOwn"];
}

/** How many orders each view holds, and what is ordered and not there yet: one statement, which reads open orders only. */
export async function countViews(ctx: Ctx): Promise<Views> {
  const count = (view: OrderView) => sql`count(*) filter (where ${viewCondition(view, ctx)})::int as ${sql.ref(view)}`;
  const { rows } = await sql<Record<Exclude<OrderView, "all">, number> & { all: number; to_come: Sums }>`
    select ${sql.join((["open", "needs_me", "waiting_on_vendor", "late", "arriving_week"] as const).map(count))},
      (select count(*)::int
        from (select from purchase_orders o where o.company_id = current_company() and o.archived_at is null
        limit 1001) as counted) as all,
      (select jsonb_build_object(
        'each', coalesce(jsonb_agg(jsonb_build_object('currency', s.currency, 'amount', s.amount)
          order by s.currency) filter (where s.currency is not null), '[]'),
        'own', jsonb_build_object('currency', own.code,
          'amount', trim_scale(round(coalesce(sum(s.amount::numeric * s.rate), 0), own.minor_unit))::text,
          'withoutRate', coalesce(jsonb_agg(s.currency order by s.currency) filter (where s.currency is not null and s.rate is null), '[]')))
        from companies c join currencies own on own.code = c.default_currency
        left join lateral (select x.*, case when x.currency = own.code then 1 else (select r.rate from exchange_rates r
          where r.company_id = c.id and r.id = usable_rate(x.currency, (now() at time zone c.timezone)::date)) end as rate
        from (
        select o.currency,
          trim_scale(round(sum(a.line_total * greatest(0,
          1 - ${keptOrCredited} / (${judgedQtyOf("i")} * i.qty_per_uom))), max(m.minor_unit)))::text as amount
        from purchase_orders o
          join purchase_order_items i on (i.company_id, i.purchase_order_id) = (o.company_id, o.id)
          join currencies m on m.code = o.currency
          cross join lateral (select case when o.agreed_version is null then i.line_total else coalesce((
            select (v.line ->> 'lineTotal')::numeric from jsonb_array_elements(o.agreed_version -> 'lines') as v(line)
            where v.line ->> 'id' = i.id::text), 0) end as line_total) a
        where o.company_id = current_company() and ${awaitsGoodsSql("o")}
          and o.archived_at is null and ${agreedStatus} not in (${statesIn(itemStates, "over")})
        group by o.currency) as x) as s on true
        where c.id = current_company()
        group by own.code, own.minor_unit) as to_come
    from purchase_orders t where t.company_id = current_company() and t.archived_at is null and ${notOver}`.execute(
    ctx.db,
  );
  const [row] = rows;
  const exactly = (counted: number | undefined) => ({
    count: Math.min(counted ?? 0, 1000),
    more: (counted ?? 0) > 1000,
  });
  return {
    counts: {
      all: exactly(row?.all),
      open: exactly(row?.open),
      needs_me: exactly(row?.needs_me),
      waiting_on_vendor: exactly(row?.waiting_on_vendor),
      late: exactly(row?.late),
      arriving_week: exactly(row?.arriving_week),
    },
    toCome: row?.to_come.each ?? [],
    toComeInOwn: row?.to_come.own ?? { currency: "EUR", amount: "0", withoutRate: [] },
  };
}
