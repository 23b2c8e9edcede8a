import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { fillTable } from "#main/testing/conform/many.ts";

// 2,400 vendors of company A hold "finch", more than are looked up one by one; the 600 of company B hold "canary".
let testApp: TestApp;
let client: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  client = await testApp.as("BUYER");
  const database = new pg.Client({ connectionString: testApp.superUrl });
  await database.connect();
  await fillTable(database, "vendors", 3000, [testApp.companies.a, testApp.companies.b]);
  await database.end();
});
afterAll(() => testApp.close());

async function crawl(query: string): Promise<string[]> {
  const names: string[] = [];
  for (let cursor = ""; ;) {
    const { body, status, text } = await client.get(`/api/warehouse/vendors?limit=200&${query}${cursor}`);
    expect(status, text).toBe(200);
    names.push(...body.items.map(({ name }) => String(name)));
    if (!body.nextCursor) return names;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
}

test("a search for a word that most records hold finds each of them once, in order", async () => {
  const found = await crawl("q=finch&sort=name");
  expect(found).toHaveLength(2400);
  expect(found).toEqual([...new Set(found)].toSorted());
  expect((await client.get("/api/warehouse/vendors?q=finch")).body["total"]).toEqual({ count: 1000, more: true });
});

test("a search for two words finds what holds both, whether they are common or rare", async () => {
  const [some = ""] = await crawl("q=finch&sort=name");
  expect(await crawl(`q=${some.slice(-4)} finch`)).toContain(some);
  expect(await crawl("q=finch&status=active,on_hold,inactive")).toHaveLength(2400);
  expect(await crawl("q=finch canary")).toEqual([]);
});

test("a search for % or _ finds what holds these signs, be it many records or few", async () => {
  expect(await crawl("q=f_nch")).toEqual([]);
  expect(await crawl(`q=${encodeURIComponent("f%h")}`)).toEqual([]);
  await asSuper(
    testApp,
    `update vendors set name = case when id = (select min(id::text)::uuid from vendors where company_id = $1)
        then replace(name, 'finch', 'hawk5thrush 5-') else replace(name, 'finch', 'finch hawk_thrush 5%-') end
      where company_id = $1`,
    [testApp.companies.a],
  );
  expect(await crawl("q=hawk_thrush")).toHaveLength(2399);
  expect(await crawl(`q=${encodeURIComponent("5%-")}`)).toHaveLength(2399);
  await asSuper(testApp, "update vendors set name = replace(name, 'hawk_thrush 5%-', '') where company_id = $1", [
    testApp.companies.a,
  ]);
  await asSuper(testApp, "update vendors set name = replace(name, 'hawk5thrush 5-', 'finch ') where company_id = $1", [
    testApp.companies.a,
  ]);
});

test("a search in a table that is known to be large finds the same, common words and rare ones", async () => {
  await asSuper(testApp, "update pg_class set reltuples = 200000 where oid = 'vendors'::regclass");
  const [some = ""] = await crawl("q=finch&sort=name");
  expect(await crawl("q=finch")).toHaveLength(2400);
  expect(await crawl(`q=${encodeURIComponent(some)}`)).toContain(some);
  expect(await crawl("q=canary")).toEqual([]);
});

test("a search for a number finds what has all of it, and nothing that only ends like it", async () => {
  const numbered = ["LOT-2026-004711", "LOT-2025-004711", "X004711", "lot%2026_004711"];
  const admin = await testApp.as("COMPANY_ADMIN");
  for (const [at, name] of numbered.entries())
    expect((await admin.post("/api/warehouse/vendors", { name, code: `N-${at}`, currency: "EUR" })).status).toBe(200);
  const found = async (q: string) => (await crawl(`q=${encodeURIComponent(q)}&sort=name`)).toSorted();
  for (const size of [3000, 200_000]) {
    await asSuper(testApp, `update pg_class set reltuples = ${size} where oid = 'vendors'::regclass`);
    for (const name of numbered) expect(await found(name), name).toEqual([name]);
    expect(await found("2026_004711")).toEqual(["lot%2026_004711"]);
    expect(await found("-2026-004711 lot")).toEqual(["LOT-2026-004711"]);
    expect(await found("004711")).toEqual(numbered.toSorted());
    expect(await found("lot-2024-004711")).toEqual([]);
  }
});
