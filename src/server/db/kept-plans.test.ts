import { sql, type RawBuilder } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#main/testing/database/database.ts";
import { inTransaction, openDatabase, type Database, type Db } from "./database.ts";
import { plannedByValue } from "./kysely-over.ts";

// One connection, straight to the database, so that what it keeps can be seen on it.
let made: TestDatabase;
let database: Database;
let owner: pg.Client;
beforeAll(async () => {
  made = await createTestDatabase();
  owner = new pg.Client({ connectionString: made.superUrl });
  await owner.connect();
  await owner.query(`create table tried (id int primary key, kind int not null, filler text not null);
    create index on tried (kind); grant select on tried to waybill_app; alter table tried set (autovacuum_enabled = false)`);
});
beforeEach(async () => {
  await database?.close();
  database = openDatabase({ url: made.url }, { work: 1, auth: 1, owner: 1 });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await database.close();
  await owner.end();
});

const reading = <T>(work: (db: Db) => Promise<T>, readOnly = true) =>
  inTransaction(database.work, { role: "waybill_app", companyId: null, readOnly }, work);
const often = async (statement: RawBuilder<unknown>, readOnly = true) => {
  for (let time = 0; time < 10; time += 1) await reading((db) => statement.execute(db), readOnly);
};

interface Kept {
  statement: string;
  generic: number;
  custom: number;
}
const kept = async () =>
  (
    await database.work.query<Kept>(
      "select statement, generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements",
    )
  ).rows;
const mode = (comment = sql``) => sql<{ mode: string }>`${comment} select current_setting('plan_cache_mode') as mode`;

test("a reading statement that is asked often is planned without its values from the third time on", async () => {
  await often(sql`select filler from tried where id = ${7}`);
  expect(await kept()).toEqual([{ statement: "select filler from tried where id = $1", generic: 8, custom: 0 }]);
});

test("a statement that writes, or says that its plan depends on its values, is not kept", async () => {
  await often(sql`${plannedByValue} select filler from tried where kind = ${7}`);
  await often(sql`select filler from tried where kind = ${8}`, false);
  expect(await kept()).toEqual([]);
});

test("a statement for all columns is not kept, so that it goes on after a migration by another node", async () => {
  const all = sql`select * from tried as t where id = ${7}`;
  await often(all);
  await often(sql`select "t".* from tried as t where id = ${7}`);
  await often(sql`select filler from (select * from tried where id = ${7}) t`);
  expect((await kept()).map(({ statement }) => statement)).toEqual([
    "select filler from (select * from tried where id = $1) t",
  ]);
  await owner.query("alter table tried add column more int");
  await often(all);
  await often(sql`select filler from (select * from tried where id = ${7}) t`);
});

test("a statement that depends on its values is planned by them, also after one that does not", async () => {
  const both = () =>
    reading(async (db) => [
      (await mode().execute(db)).rows[0]?.mode,
      (await mode(plannedByValue).execute(db)).rows[0]?.mode,
      (await mode().execute(db)).rows[0]?.mode,
    ]);
  for (let time = 0; time < 4; time += 1) await both();
  expect(await both()).toEqual(["force_generic_plan", "auto", "force_generic_plan"]);
});

test("what is said for one transaction is not said for the next on the same connection", async () => {
  await often(mode());
  const { rows } = await database.work.query<{ mode: string }>("select current_setting('plan_cache_mode') as mode");
  expect(rows).toEqual([{ mode: "auto" }]);
});

test("no statement of a request starts other processes or is compiled, whatever the database would do by itself", async () => {
  await owner.query(`alter database ${owner.database} set jit = on`);
  await database.close();
  database = openDatabase({ url: made.url }, { work: 1, auth: 1, owner: 1 });
  const settings = sql<{ workers: string; jit: string }>`
    select current_setting('max_parallel_workers_per_gather') as workers, current_setting('jit') as jit`;
  const { rows: unset } = await database.work.query("select current_setting('jit') as jit");
  expect(unset).toEqual([{ jit: "on" }]);
  for (const readOnly of [true, false])
    expect((await reading((db) => settings.execute(db), readOnly)).rows).toEqual([{ workers: "0", jit: "off" }]);
});

test("a plan that was made while a table was empty is made anew within half a minute, without fresh statistics", async () => {
  await owner.query("vacuum analyze tried"); // it is known to be empty
  const byKind = sql`select count(filler) from tried where kind = ${5}`;
  await often(byKind);
  // The same statement under a name that can be said, kept beside it, by the role that may read the table.
  const { work } = database;
  await work.query("set plan_cache_mode = force_generic_plan; set role waybill_app");
  await work.query("prepare tried_now(int) as select count(filler) from tried where kind = $1");
  const planNow = async () => {
    const { rows } = await work.query<{ "QUERY PLAN": string }>("explain (costs off) execute tried_now(5)");
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };
  const before = await planNow();
  expect(before).toMatch(/Seq Scan/);
  await owner.query("insert into tried select n, n, repeat('x', 200) from generate_series(1, 50000) n");
  expect(await planNow(), "the table has grown, and nobody has told").toBe(before);
  const now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now + 30_000);
  await reading((db) => byKind.execute(db));
  vi.restoreAllMocks();
  expect(await planNow()).toMatch(/Index/);
});

test("a connection keeps a limited number of statements, whatever is asked; another keeps what is asked then", async () => {
  const ask = async (number: number) => {
    const text = sql`select filler from tried where id = ${sql.lit(number)}`;
    await reading(async (db) => {
      for (let time = 0; time < 4; time += 1) await text.execute(db);
    });
  };
  for (let number = 0; number < 400; number += 1) await ask(number);
  expect((await kept()).length).toBe(300);
  expect((await kept()).map(({ statement }) => statement)).not.toContain("select filler from tried where id = 399");
  await database.close();
  database = openDatabase({ url: made.url }, { work: 1, auth: 1, owner: 1 });
  await ask(399);
  expect((await kept()).map(({ statement }) => statement)).toEqual(["select filler from tried where id = 399"]);
});
