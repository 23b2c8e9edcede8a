import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type Database } from "#server/db/database.ts";
import { createTestDatabase, type TestDatabase } from "#main/testing/database/database.ts";
import { sources } from "#main/testing/sources.ts";
import { daysFrom } from "./bulk.ts";
import { bookedOrders } from "./fates.ts";
import { fillDemo } from "./fill.ts";
import { ask, moments, partsOf, tellsTheSameStory } from "./testing.moments.ts";

// Every ninth of them; `.ci/run` has them all (demo.moments.test.ts).
tellsTheSameStory(moments.filter((_, at) => at % 9 === 0));

describe("no row of the demo takes a clock", () => {
  let made: TestDatabase;
  let database: Database;
  const moment = daysFrom(new Date(), 730);
  beforeAll(async () => {
    made = await createTestDatabase();
    database = openDatabase({ url: made.url });
    expect(await fillDemo(partsOf(database), { moment })).toBe(true);
  });
  afterAll(() => database.close());

  test("filled for a moment two years away, no table holds a time of these days, and none but plans one after the moment", async () => {
    expect(await timesIn(made.superUrl, moment)).toEqual([]);
  });

  test("the order of numbers is that of creation", async () => {
    for (const table of ["purchase_orders", "delivery_schedules", "receipts", "reported_issues"]) {
      const found = await ask(
        made.superUrl,
        `select number from (select number, created_at, lag(created_at) over (partition by company_id
          order by number) as before from ${table}) as t where created_at < before`,
      );
      expect(found, table).toEqual([]);
    }
  });

  test("vendors sell what they make, and every good that is ordered has a vendor", async () => {
    const labels = await ask(
      made.superUrl,
      `select distinct c.code from product_vendors o join vendors v on v.id = o.vendor_id
        join products p on p.id = o.product_id join product_categories c on c.id = p.category_id
        where v.name = 'Müller Etiketten'`,
    );
    expect(labels).toEqual([{ code: "PK-LAB" }]);
    const unsold = await ask(
      made.superUrl,
      `select p.sku from products p join companies c on c.id = p.company_id
        where c.code = 'NORDERHAVEN' and p.status = 'active' and not exists (select from product_vendors o
        where o.product_id = p.id)`,
    );
    expect(unsold).toEqual([]);
  });

  test("a delivery of the warehouse that is to come is fetched by the own fleet, line by line", async () => {
    const carried = await ask(
      made.superUrl,
      `select s.status, s.planned_start > $1 as ahead, d.status as waits, d.window_start = s.planned_start as in_its_time,
        (select count(*)::int from fleet_delivery_lines l where l.delivery_id = d.id and l.product_id is not null) > 0
          and (select count(*) from fleet_delivery_lines l where l.delivery_id = d.id)
            = (select count(*) from delivery_schedule_items x where x.delivery_schedule_id = s.id) as whole,
        d.delivery_number = (select max(o.delivery_number) from fleet_deliveries o where o.company_id = d.company_id) as last
        from fleet_deliveries d join delivery_schedules s on s.id = d.delivery_schedule_id`,
      [moment],
    );
    expect(carried).toEqual([
      { status: "scheduled", ahead: true, waits: "unassigned", in_its_time: true, whole: true, last: true },
    ]);
  });

  test("what the meters showed at both ends of a trip tells how far it drove, and no meter goes backwards", async () => {
    const trips = await ask<{ number: string; km: number }>(
      made.superUrl,
      `select t.trip_number as number, (select max(m.value) - min(m.value) from meter_readings m
          where m.source_id = t.id and m.source in ('trip_start', 'trip_end'))::float / 1000 as km
        from trips t where t.status in ('completed', 'aborted')`,
    );
    expect(trips.length).toBeGreaterThan(10);
    expect(trips.filter(({ km }) => !(km > 5 && km < 900))).toEqual([]);
    const backwards = await ask(
      made.superUrl,
      `select vehicle_id, said, before from (select vehicle_id, said, value, lag(value) over w as before from meter_readings
          where voided_at is null window w as (partition by vehicle_id, meter order by read_at, id)) x where value < before`,
    );
    expect(backwards).toEqual([]);
  });

  test("no trip is to bring more than was said of its load", async () => {
    const heaviest = await ask<{ number: string; load: number; brought: number }>(
      made.superUrl,
      `select t.trip_number as number, t.load_kg::float as load, sum(l.planned_quantity * g.unit_weight_kg)::float as brought
         from trips t join fleet_deliveries d on d.trip_id = t.id join fleet_delivery_lines l on l.delivery_id = d.id
         join asset_commodities g on g.id = l.commodity_id group by t.trip_number, t.load_kg order by t.trip_number`,
    );
    expect(heaviest.length).toBeGreaterThan(20);
    expect(heaviest.filter(({ load, brought }) => brought > load)).toEqual([]);
  });

  test("who drives has no paper that should keep them in the yard; who signs in as the driver has a trip", async () => {
    const rows = await ask<{ number: string; isOwn: boolean; ended: number }>(
      made.superUrl,
      `select t.trip_number as number, d.user_id is not null as "isOwn",
        (select count(*)::int from papers p join document_types k on k.id = p.type_id and k.blocks_dispatch
          where p.driver_id = d.id and p.expires_on < current_date) as ended
      from trips t join drivers d on d.id = t.driver_id where t.status in ('dispatched', 'in_progress', 'paused')`,
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ ended }) => ended > 0)).toEqual([]);
    expect(rows.filter(({ isOwn }) => isOwn)).toHaveLength(1);
  });

  test("who is on the road drives or has a break, a few are on duty besides, and most are not", async () => {
    const rows = await ask<{ duty: string; status: string | null; count: number }>(
      made.superUrl,
      `select coalesce(y.duty, 'off_duty') as duty, t.status, count(*)::int as count
        from drivers d left join driver_duties y on y.driver_id = d.id
        left join trips t on t.driver_id = d.id and t.status in ('in_progress', 'paused')
        where d.status = 'active' group by 1, 2`,
    );
    expect(rows.filter(({ status }) => status !== null).map(({ duty, status }) => `${status}: ${duty}`)).toEqual(
      expect.arrayContaining(["in_progress: driving", "paused: on_break"]),
    );
    const idle = Object.fromEntries(
      rows.filter(({ status }) => status === null).map(({ duty, count }) => [duty, count]),
    );
    expect(Object.keys(idle).toSorted()).toEqual(["off_duty", "on_duty"]);
    expect(idle["on_duty"]).toBeGreaterThan(3);
    expect(idle["off_duty"]).toBeGreaterThan(30);
  });

  test("the history of each trip and delivery of the fleet ends in the state in which it is, each step after the one before", async () => {
    const rows = await ask<{ number: string; status: string; steps: string[]; states: string[]; follows: boolean }>(
      made.superUrl,
      `select r.number, r.status, array_agg(e.step order by e.at, e.id) as steps,
        array_remove(array_agg(e.to_status order by e.at, e.id), null) as states,
        bool_and(e.from_status is null or e.from_status = e.was) as follows
      from (select company_id, id, trip_number as number, status from trips
        union all select company_id, id, delivery_number, status from fleet_deliveries) r
      left join (select *, lag(to_status) over (partition by entity_id, to_status is null order by at, id) as was
        from events where entity in ('trip', 'delivery')) e on (e.company_id, e.entity_id) = (r.company_id, r.id)
      group by r.company_id, r.number, r.status`,
    );
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter(({ status, states, follows }) => states.at(-1) !== status || !follows)).toEqual([]);
    expect(rows.find(({ number }) => number === "T-00001")?.steps).toEqual([
      "created",
      "planned",
      "dispatched",
      "acknowledged",
      "started",
      "completed",
    ]);
  });

  test("the history of a vehicle tells each of its holds, with who opened and who ended it", async () => {
    const untold = await ask(
      made.superUrl,
      `select h.reason from vehicle_holds h where not exists (select from events e where e.company_id = h.company_id
        and e.entity = 'vehicle' and e.entity_id = h.vehicle_id and e.step = 'held' and e.reason = h.reason
        and e.actor_id is not distinct from h.created_by)
      or (h.closed_at is not null and not exists (select from events e where e.company_id = h.company_id
        and e.entity = 'vehicle' and e.entity_id = h.vehicle_id and e.step = 'released'))`,
    );
    expect(untold).toEqual([]);
  });

  test("papers of vehicles run, end soon, and one has ended: it is held, and its renewal waits for somebody", async () => {
    const day = `'${moment.toISOString().slice(0, 10)}'::date`;
    const [counts] = await ask<Record<string, number>>(
      made.superUrl,
      `select count(*) filter (where p.expires_on < ${day})::int as ended,
        count(*) filter (where p.expires_on between ${day} and ${day} + 60)::int as soon,
        count(*) filter (where p.expires_on > ${day} + 60)::int as later from papers p where p.subject = 'vehicle'`,
    );
    expect(counts?.["ended"]).toBe(1);
    expect(counts?.["soon"]).toBeGreaterThan(5);
    expect(counts?.["later"]).toBeGreaterThan(100);
    const held = await ask(
      made.superUrl,
      `select v.status, h.kind, r.status as renewal from vehicle_holds h join vehicles v on v.id = h.vehicle_id
        join papers p on p.id = h.cause_id join papers r on r.supersedes_id = p.id where h.closed_at is null and p.expires_on < ${day}`,
    );
    expect(held).toEqual([{ status: "in_service", kind: "compliance", renewal: "pending" }]);
  });
});

test("the demo's code asks no clock and no chance", () => {
  const asking = sources("src/main/demo/*.ts")
    .filter(({ path }) => !/test(ing)?\./.test(path))
    .filter(({ bare }) => /new Date\(\)|Date\.now|Temporal\.Now|randomUUID|Math\.random|\bnow\(\)/.test(bare));
  expect(asking.map(({ path }) => path)).toEqual([]);
});

/** What may lie ahead: plans, deadlines, and when something ends. */
const ahead = /^(planned_|original_planned_|occupied_|hold_|window_)|^(due_at|expires_at|starts_at|ends_at)$/;
/** Written by the schema, or a queue that empties itself. */
const apart = ["migrations", "outbox", "currencies", "company_types"];

/** The columns that hold a moment of these days, and those that hold one after the demo's. */
async function timesIn(superUrl: string, moment: Date): Promise<string[]> {
  const columns = await ask<{ table_name: string; column_name: string }>(
    superUrl,
    `select c.table_name, c.column_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'`,
  );
  const asked = columns
    .filter(({ table_name }) => !apart.includes(table_name))
    .map(({ table_name, column_name }) => {
      const isPlan = ahead.test(column_name);
      return `select '${table_name}.${column_name}' as name,
        count(*) filter (where abs(extract(epoch from ${column_name} - now())) < 172800)::int as lately,
        count(*) filter (where ${isPlan ? "false" : `${column_name} > $1`})::int as later from ${table_name}`;
    });
  const found = await ask<{ name: string; lately: number; later: number }>(superUrl, asked.join(" union all "), [
    moment,
  ]);
  return found
    .filter(({ lately, later }) => lately + later > 0)
    .map(({ name, lately, later }) => `${name}: ${lately} of these days, ${later} after the moment`)
    .sort();
}

test("every slot has its order", () => expect(bookedOrders).toBe(60));
