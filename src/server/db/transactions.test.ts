import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { inTransaction, type Scope } from "./database.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const app = (over: Partial<Scope> = {}): Scope => ({ role: "waybill_app", companyId: testApp.companies.a, ...over });
const written = async () =>
  (
    await testApp.database.owner.query<{ count: number }>(
      "select count(*)::int as count from counters where series = 'tried'",
    )
  ).rows[0]?.count;
const write = sql`insert into counters (series, value) values ('tried', 1)`;

afterEach(async () => {
  const { work } = testApp.database;
  await expect.poll(() => work.totalCount - work.idleCount).toBe(0);
});

test("what follows an opening that was refused is refused with it, and the reason is the opening's", async () => {
  await expect(
    inTransaction(testApp.database.work, app({ role: "waybill_nobody" as never }), (db) => write.execute(db)),
  ).rejects.toThrow(/waybill_nobody/);
  expect(await written()).toBe(0);
});

test("nothing counts as saved after a statement that failed, even if the handler went on", async () => {
  const goOn = inTransaction(testApp.database.work, app(), async (db) => {
    await write.execute(db);
    await sql`select 1 / 0`.execute(db).catch(() => undefined);
  });
  await expect(goOn).rejects.toThrow("nothing was saved");
  expect(await written()).toBe(0);
});

test("a transaction that only reads cannot write", async () => {
  await expect(
    inTransaction(testApp.database.work, app({ readOnly: true }), (db) => write.execute(db)),
  ).rejects.toThrow(/read-only/);
  expect(await written()).toBe(0);
});

test("each transaction reads its own company, one after the other on the same connection", async () => {
  const seen = (companyId: string) =>
    inTransaction(
      testApp.database.work,
      app({ companyId, readOnly: true }),
      async (db) => (await sql<{ id: string }>`/* prepared */ select id from companies`.execute(db)).rows,
    );
  const { a, b } = testApp.companies;
  for (const company of [a, b, a, a, b, a, b, b]) expect(await seen(company)).toEqual([{ id: company }]);
});

test("a handle that was kept cannot be used in somebody else's transaction", async () => {
  const kept = await inTransaction(testApp.database.work, app({ companyId: testApp.companies.a }), async (db) => ({
    db,
  }));
  await inTransaction(testApp.database.work, app({ companyId: testApp.companies.b }), async () => {
    await expect(write.execute(kept.db)).rejects.toThrow("has ended");
  });
  expect(await written()).toBe(0);
});
