import { sql } from "kysely";
import { recalculateStatus } from "#modules/warehouse/purchase-orders/steps/recalculate-status.server.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Db, Tables } from "#server/db/database.ts";
import type { SiteRecords, Staff } from "./add-site.ts";
import { addRows, type Row } from "./bulk.ts";
import { addExchangeRates } from "./exchange-rates.ts";
import type { DemoCarrier, DemoVendor } from "./goods.ts";
import type { DemoUsers } from "./users.ts";
import { Hours, weekOf } from "./hours.ts";
import { tellOrder } from "./order-events.ts";
import { makeOrders, type DemoOrder } from "./orders.ts";
import { receiveAll, type Received } from "./receiving.ts";
import type { SiteName } from "./sites.ts";
import { tripRows } from "./trip-rows.ts";
import { planTrips } from "./trips.ts";

/** What was there before anything happened. */
export interface DemoRecords {
  readonly users: DemoUsers;
  readonly sites: Readonly<Record<SiteName, SiteRecords & Staff>>;
  readonly vendors: readonly DemoVendor[];
  readonly carriers: readonly DemoCarrier[];
  /** From which total on somebody approves an order. */
  readonly threshold: string;
}

/** All that happened until the moment, and what is planned after it: the same story for every moment, laid around it. */
export async function tellStory(ctx: Ctx, records: DemoRecords, told: { moment: Date; orders: number }): Promise<void> {
  const { moment } = told;
  const { users, sites, threshold } = records;
  const open = <Site extends SiteRecords & Staff>(site: Site) => ({
    ...site,
    hours: new Hours(moment, { zone: site.plan.timezone, week: site.plan.week, closedOn: site.plan.closedOn }),
  });
  const stage = {
    moment,
    users,
    threshold,
    sites: { antwerp: open(sites.antwerp), tilburg: open(sites.tilburg), newark: open(sites.newark) },
    vendors: records.vendors.filter(({ isActive }) => isActive),
    carriers: records.carriers,
    office: new Hours(moment, {
      zone: "Europe/Amsterdam",
      week: weekOf([1, 2, 3, 4, 5], "08:00", "17:30"),
      closedOn: ["12-25", "12-26", "01-01"],
    }),
  };
  const orders = makeOrders(stage, told.orders);
  for (const order of orders) tellOrder(stage, order);
  const trips = planTrips(stage, orders);
  const deliveries = trips.map((trip) => tripRows(stage, trip));
  await write(ctx.db, { orders, deliveries, received: receiveAll(stage, trips) });
  await addExchangeRates(ctx.db, stage, orders);
  await settle(ctx, orders);
}

async function write(
  db: Db,
  {
    orders,
    deliveries,
    received,
  }: { orders: readonly DemoOrder[]; deliveries: readonly ReturnType<typeof tripRows>[]; received: Received },
): Promise<void> {
  const batches: readonly (readonly [keyof Tables, readonly Row[]])[] = [
    ["purchase_orders", orders.map(({ row }) => row)],
    ["purchase_order_items", orders.flatMap(({ lines }) => lines.map(({ row }) => row))],
    ["purchase_order_charges", orders.flatMap(({ charges }) => charges)],
    ["purchase_order_proposals", orders.flatMap(({ proposals }) => proposals)],
    ["delivery_schedules", deliveries.map(({ delivery }) => delivery)],
    ["delivery_schedule_items", deliveries.flatMap(({ items }) => items)],
    ["bookings", deliveries.flatMap(({ booking }) => (booking ? [booking] : []))],
    ["receipts", received.receipts],
    ["receipt_lines", received.lines],
    ["stock_moves", received.moves],
    ["reported_issues", received.issues],
    [
      "events",
      [...orders, ...deliveries, received]
        .flatMap(({ events }) => events)
        .toSorted((a, b) => Number(a["at"]) - Number(b["at"])),
    ],
  ];
  for (const [table, rows] of batches) await addRows(db, table, rows);
}

/** What follows from the rows: stock on hand, states of lines, shares of orders, series that go on where the demo stopped. */
async function settle(ctx: Ctx, orders: readonly DemoOrder[]): Promise<void> {
  await sql`update products p set on_hand = m.sum
    from (select product_id, sum(quantity) as sum from stock_moves where company_id = current_company()
    group by product_id) m where p.company_id = current_company() and p.id = m.product_id`.execute(ctx.db);
  await recalculateStatus(
    ctx,
    orders.filter(({ row }) => ["confirmed", "closed", "sent"].includes(String(row["status"]))).map(({ id }) => id),
  );
  const changed = orders.map(({ id, row }) => ({ id, at: row["updated_at"] })); // counting took the clock of the database
  await sql`
    update purchase_orders o set updated_at = r.at
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r(id uuid, at timestamptz)
    where o.company_id = current_company() and o.id = r.id`.execute(ctx.db);
  await sql`
    insert into counters (series, value)
    select 'purchase-order', count(*) from purchase_orders where company_id = current_company()
    union all select 'delivery-schedule', count(*) from delivery_schedules where company_id = current_company()
    union all select 'receipt', count(*) from receipts where company_id = current_company()
    union all select 'issue', count(*) from reported_issues where company_id = current_company()`.execute(ctx.db);
  const closed = orders.filter(({ row }) => row["closed_at"] && !row["closed_by"]);
  const last = closed.toSorted((a, b) => Number(b.row["closed_at"]) - Number(a.row["closed_at"])).slice(0, 3);
  for (const { id } of last) await ctx.enqueue("mail-vendor", { orderId: id, what: "receipt" });
}
