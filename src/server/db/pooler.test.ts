import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { prepareDatabase } from "#ops/postgres/bootstrap.ts";
import { createTestDatabase, type TestDatabase } from "#main/testing/database/database.ts";

// `.ci/run` runs all that asks the database through a PgBouncer; without one there is nothing to see here.
describe.runIf(inject("pooler"))("through a pooler in transaction mode", () => {
  let made: TestDatabase;
  let testApp: TestApp;
  beforeAll(async () => {
    made = await createTestDatabase();
    testApp = await startTestApp({ database: made, jobs: true });
  });
  afterAll(() => testApp.close());

  test("requests are answered, and what they ask goes over its connections", async () => {
    expect((await (await testApp.as("BUYER")).get("/api/warehouse/vendors")).status).toBe(200);
    for (const pool of [testApp.database.work, testApp.database.auth]) {
      const client = await pool.connect();
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      expect(client).not.toHaveProperty("processID", rows[0]?.pid);
      client.release();
    }
  });

  test("nothing of a transaction stays on a connection: neither role, nor company, nor limits", async () => {
    const buyer = await testApp.as("BUYER");
    await Promise.all(Array.from({ length: 20 }, () => buyer.get("/api/warehouse/vendors")));
    const { rows } = await testApp.database.work.query<{ role: string; company: string; limit: string }>(
      // A connection that never was in a company has not even an empty one.
      `select current_setting('role') as role, coalesce(current_setting('waybill.company_id', true), '') as company,
        current_setting('statement_timeout') as limit`,
    );
    expect(rows).toEqual([{ role: "none", company: "", limit: "0" }]);
  });

  test("the start says that it needs the database itself", async () => {
    await expect(prepareDatabase(made.pooledUrl ?? "")).rejects.toThrow(/set DATABASE_DIRECT_URL/);
  });
});
