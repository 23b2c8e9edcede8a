import { sql } from "kysely";
import { recount } from "#modules/warehouse/purchase-orders/recount.server.ts";
import type { Ctx } from "#server/context.ts";
import type { Db, Tables } from "#server/db.ts";
import { inTransaction } from "#server/db.ts";
import { systemContext, type Parts } from "#server/http.ts";
import { demoAccounts } from "#modules/settings/session/demo-accounts.ts";
import { addRows, atMost, daysFrom, minutesFrom, type Row } from "./bulk.ts";
import { addPast, addUpcoming, newArrivals } from "./deliveries.ts";
import { addExchangeRates } from "./exchange-rates.ts";
import { addCarriers, addProducts, addVendors } from "./goods.ts";
import { addCompany, addDemoUsers, addSite, addUser, demoSites, type DemoSite } from "./ground.ts";
import { makeOrder, type DemoOrder } from "./orders.ts";
import { Random } from "./random.ts";

const threshold = 25_000;
const orderCount = 300;

/** Fills an empty installation with the demo company and a second, smaller one. The same each time, but for the clock. Returns whether it did. */
export async function fillDemo(parts: Parts, now = new Date()): Promise<boolean> {
  const passwordHash = await parts.app.passwords.hash(demoAccounts.password);
  return inTransaction(parts.database.work, { role: "waybill_auth", companyId: null }, async (db) => {
    await sql`select pg_advisory_xact_lock(4015230772)`.execute(db); // several nodes may start at once
    if (await db.selectFrom("companies").select("id").limit(1).executeTakeFirst()) return false;
    await sql`set local statement_timeout = '60s'`.execute(db);
    await fillFirst(parts, db, passwordHash, now);
    await fillSecond(db, passwordHash, now);
    return true;
  });
}

async function fillFirst(parts: Parts, db: Db, passwordHash: string, now: Date): Promise<void> {
  const random = new Random(20_260_101);
  const begun = daysFrom(now, -390);
  const companyId = random.id(begun);
  await addCompany(db, {
    id: companyId,
    code: "NORDERHAVEN",
    legal_name: "Norderhaven Logistics B.V.",
    display_name: "Norderhaven Logistics",
    default_currency: "EUR",
    timezone: "Europe/Amsterdam",
    city: "Tilburg",
    country_code: "NL",
    email: "office@norderhaven.example",
    po_approval_threshold: String(threshold),
    over_receipt_pct: "2",
    under_receipt_close_pct: "0",
    created_at: begun,
  });
  const users = await addDemoUsers(db, companyId, passwordHash, random, begun);
  const sites: DemoSite[] = [];
  for (const plan of demoSites) sites.push(await addSite(db, plan, random, begun));
  const vendors = await addVendors(db, 40, random, begun);
  await addProducts(db, 600, vendors, random, begun);
  await addCarriers(db, now, begun);
  const active = vendors.slice(0, 37);
  const orders = Array.from({ length: orderCount }, (_, n) =>
    makeOrder({ random, now, users, sites, vendors: active, threshold }, n + 1, ageOf(n)),
  );
  const arrivals = newArrivals();
  const stage = { random, now, users, arrivals, taken: [] };
  for (const order of orders) if (order.received > 0) addPast(stage, order, past(order, now));
  planBoard(stage, orders);
  await write(db, orders, arrivals);
  await addExchangeRates(db, users, now);
  const ctx = systemContext(parts, db, companyId);
  await settle(ctx, orders, users.buyer, now);
}

/** More orders lately than a year ago; number 1 is the oldest. */
const ageOf = (n: number): number => Math.max(0, 355 * (1 - n / (orderCount - 1)) ** 2.2 - 0.01);

/** When the goods of an order came: about its due date, never in the future. */
function past(order: DemoOrder, now: Date): Date {
  const due = new Date(order.dueAt);
  due.setUTCHours(7 + (Number(order.number.slice(-2)) % 8), 30 * (Number(order.number.slice(-1)) % 2), 0, 0);
  return atMost(minutesFrom(now, -26 * 60), due);
}

/** Today's board and the next days', from orders that are confirmed and have not come. */
function planBoard(stage: Parameters<typeof addUpcoming>[0], orders: readonly DemoOrder[]): void {
  const waiting = orders.filter(({ status, received }) => status === "confirmed" && received === 0);
  const times = [
    "07:00",
    "08:00",
    "09:30",
    "10:00",
    "11:00",
    "11:30",
    "13:00",
    "13:30",
    "14:30",
    "15:30",
    "16:30",
    "18:00",
  ];
  for (const [n, order] of waiting.entries()) {
    const days = n % 4 === 3 ? 1 + (n % 5) : 0;
    const kind = n % 9 === 4 ? "late" : n % 9 === 7 ? "proposed" : undefined;
    addUpcoming(stage, order, {
      days,
      time: times[n % times.length] ?? "12:00",
      minutes: [45, 60, 75, 90][n % 4] ?? 60,
      ...(kind ? { kind } : {}),
    });
  }
}

async function write(db: Db, orders: readonly DemoOrder[], arrivals: ReturnType<typeof newArrivals>): Promise<void> {
  const batches: readonly (readonly [keyof Tables, readonly Row[]])[] = [
    ["purchase_orders", orders.map(({ row }) => row)],
    ["purchase_order_items", orders.flatMap(({ lines }) => lines.map(({ row }) => row))],
    ["purchase_order_charges", orders.flatMap(({ charges }) => charges)],
    ["purchase_order_proposals", orders.flatMap(({ proposals }) => proposals)],
    ["delivery_schedules", arrivals.deliveries],
    ["delivery_schedule_items", arrivals.items],
    ["bookings", arrivals.bookings],
    ["receipts", arrivals.receipts],
    ["receipt_lines", arrivals.receiptLines],
    ["stock_moves", arrivals.moves],
    ["reported_issues", arrivals.issues],
    ["events", [...orders.flatMap(({ events }) => events), ...arrivals.events]],
  ];
  for (const [table, rows] of batches) await addRows(db, table, rows);
}

/** What follows from the rows: stock on hand, states of lines and orders, series that go on where the demo stopped. */
async function settle(ctx: Ctx, orders: readonly DemoOrder[], buyer: string, now: Date): Promise<void> {
  await sql`update products p set on_hand = m.sum from (select product_id, sum(quantity) as sum from stock_moves where company_id = current_company() group by product_id) m where p.company_id = current_company() and p.id = m.product_id`.execute(
    ctx.db,
  );
  const closed = orders.filter(({ status }) => status === "closed");
  await sql`
    update purchase_orders o set closed_at = r.at, close_reason = r.reason, closed_by = case when r.reason is null then null else ${buyer}::uuid end
    from jsonb_to_recordset(${JSON.stringify(closed.map(({ id, dueAt, received }) => ({ id, at: atMost(now, minutesFrom(dueAt, 600)), reason: received < 1 ? "The rest will not come" : null })))}::jsonb) as r(id uuid, at timestamptz, reason text)
    where o.company_id = current_company() and o.id = r.id`.execute(ctx.db);
  await recount(
    ctx,
    orders.filter(({ status }) => ["confirmed", "closed", "sent"].includes(status)).map(({ id }) => id),
  );
  const hold = orders
    .filter(({ status }) => status === "confirmed")
    .slice(-2, -1)
    .map(({ id }) => id);
  await sql`update purchase_orders set on_hold = true, hold_reason = 'Quality check of the last lot' where company_id = current_company() and id = any(${hold})`.execute(
    ctx.db,
  );
  await sql`
    insert into counters (series, value)
    select 'purchase-order', count(*) from purchase_orders where company_id = current_company()
    union all select 'delivery-schedule', count(*) from delivery_schedules where company_id = current_company()
    union all select 'receipt', count(*) from receipts where company_id = current_company()
    union all select 'issue', count(*) from reported_issues where company_id = current_company()`.execute(ctx.db);
}

/** A neighbour in the same installation, so that isolation can be seen: one site, a few vendors and products. */
async function fillSecond(db: Db, passwordHash: string, now: Date): Promise<void> {
  const random = new Random(20_260_202);
  const begun = daysFrom(now, -90);
  const companyId = random.id(begun);
  await addCompany(db, {
    id: companyId,
    code: "OTHER",
    legal_name: "Otherside Storage Ltd",
    display_name: "Otherside Storage",
    default_currency: "GBP",
    timezone: "Europe/London",
    city: "Hull",
    country_code: "GB",
    email: "office@other.example",
    po_approval_threshold: "5000",
    created_at: begun,
  });
  await addUser(db, {
    id: random.id(begun),
    companyId,
    email: "admin@other.example",
    name: "Olive Hartley",
    role: "COMPANY_ADMIN",
    passwordHash,
  });
  const [plan] = demoSites;
  if (plan)
    await addSite(
      db,
      {
        ...plan,
        code: "HUL",
        name: "Hull store",
        timezone: "Europe/London",
        city: "Hull",
        country: "GB",
        street: "4 Dock Road",
        postalCode: "HU1 2AA",
        docks: [
          ["1", "standard_door", 1],
          ["2", "standard_door", 1],
        ],
      },
      random,
      begun,
    );
  const vendors = await addVendors(db, 5, random, begun);
  await addProducts(db, 30, vendors, random, begun);
}
