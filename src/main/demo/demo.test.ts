import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { AppParts } from "#server/http/context.ts";
import { inTransaction, openDatabase, type Database } from "#server/db/database.ts";
import { systemContext, type Parts } from "#server/http/routes.ts";
import { Passwords } from "#server/crypto/passwords.ts";
import { createTestDatabase, type TestDatabase } from "#main/testing/database/database.ts";
import { sources } from "#main/testing/sources.ts";
import { daysFrom } from "./bulk.ts";
import { bookedOrders } from "./fates.ts";
import { fillDemo, addMasterData } from "./fill.ts";
import { tellStory, type DemoRecords } from "./story.ts";
import { storyFaults, storySignature } from "./testing.story.ts";

const partsOf = (database: Database): Parts => ({
  database,
  app: { passwords: new Passwords() } as AppParts, // the demo asks nothing else of the application
  reactions: [],
  wake: () => undefined,
});

/** Every weekday at every third hour, and the nights and days on which calendars are odd. */
const moments: readonly string[] = [
  ...Array.from({ length: 56 }, (_, n) => new Date(Date.UTC(2026, 10, 16, 3 * n, n)).toISOString()),
  "2026-03-29T00:59:30.000Z", // the clock jumps in Europe
  "2026-03-29T01:30:00.000Z",
  "2026-10-25T00:30:00.000Z", // and is turned back
  "2026-10-25T01:30:00.000Z",
  "2027-03-14T07:15:00.000Z", // in America
  "2026-11-01T06:30:00.000Z",
  "2026-12-25T12:00:00.000Z",
  "2026-12-31T23:40:00.000Z",
  "2027-01-01T00:05:00.000Z",
  "2028-02-29T10:00:00.000Z",
  "2028-02-29T23:59:59.000Z",
];

describe("the demo tells the same story at every moment", () => {
  let database: Database;
  let superUrl: string;
  let companyId: string;
  let records: DemoRecords;
  beforeAll(async () => {
    const made = await createTestDatabase();
    superUrl = made.superUrl;
    database = openDatabase(made.url);
    await inTransaction(database.work, { role: "waybill_auth", companyId: null }, async (db) => {
      ({ companyId, records } = await addMasterData(db, {
        moment: new Date(moments.toSorted()[0]!),
        passwordHash: "",
      }));
    });
  });
  afterAll(() => database.close());
  /** Stories that were taken back leave their rows behind, and every question would read them all. */
  afterEach(() => ask(superUrl, "vacuum (analyze)"));

  const taleAt = (moment: string, look: (found: { faults: string[]; signature: string[] }) => void): Promise<void> =>
    inTransaction(database.work, { role: "waybill_auth", companyId }, async (db) => {
      await tellStory(systemContext(partsOf(database), db, companyId), records, {
        moment: new Date(moment),
        orders: 130,
      });
      look({ faults: await storyFaults(db, new Date(moment)), signature: await storySignature(db) });
      await sql`rollback and chain`.execute(db); // what is committed then is empty
    });

  let first: string[] = [];
  beforeAll(() => taleAt(moments[0]!, ({ signature }) => void (first = signature)));

  test.each(moments)(
    "%s: each state in the first page, trucks on the board, something late, something to approve, no event before its cause or while nobody works",
    (moment) =>
      taleAt(moment, ({ faults, signature }) => {
        expect(faults).toEqual([]);
        expect(signature, "the orders, their vendors, goods and totals are those of every other moment").toEqual(first);
      }),
  );
});

describe("no row of the demo takes a clock", () => {
  let made: TestDatabase;
  let database: Database;
  const moment = daysFrom(new Date(), 730);
  beforeAll(async () => {
    made = await createTestDatabase();
    database = openDatabase(made.url);
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
});

test("the demo's code asks no clock and no chance", () => {
  const asking = sources("src/main/demo/*.ts")
    .filter(({ path }) => !/test(ing)?\./.test(path))
    .filter(({ bare }) => /new Date\(\)|Date\.now|Temporal\.Now|randomUUID|Math\.random|\bnow\(\)/.test(bare));
  expect(asking.map(({ path }) => path)).toEqual([]);
});

async function ask<R extends pg.QueryResultRow>(url: string, query: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(query, values)).rows;
  } finally {
    await client.end();
  }
}

/** What may lie ahead: plans, deadlines, and when something ends. */
const ahead = /^(planned_|original_planned_|occupied_|hold_)|^(due_at|expires_at|starts_at|ends_at)$/;
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
