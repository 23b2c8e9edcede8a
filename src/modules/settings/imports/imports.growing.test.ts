import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyFile, checkFile, uploadFile } from "#main/testing/files/imports.ts";
import { orderRecords, saved } from "#main/testing/records/orders.ts";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";

// Nothing tells the planner how many rows there are: as in the first import of a company, which is one transaction.
let testApp: TestApp;
let database: pg.Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  database = new pg.Client({ connectionString: testApp.superUrl });
  await database.connect();
  for (const table of ["products", "product_vendors"])
    await database.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await database.query("analyze products, product_vendors");
});
afterAll(async () => {
  await database.end();
  await testApp.close();
});

interface Read {
  written: number;
  read: number;
}

test("the first import of a vendor's products does not read for each of them all that the vendor sells", async () => {
  const count = 3000;
  const buyer = await testApp.as("BUYER");
  const { vendorId } = await orderRecords(await testApp.as("SUPER_ADMIN"));
  const { code } = await saved(buyer.get(`/api/warehouse/vendors/${vendorId}`));
  const rows = Array.from({ length: count }, (_, n) => `B-${n};Product ${n};Bench;${String(code)};${n}.5`);
  const text = ["SKU;Name;Category;Vendor;Price", ...rows, ""].join("\n");
  const offers = async () => {
    const { rows: found } = await database.query<Read>(`
      select t.n_tup_ins::int as written, i.idx_tup_read::int as read
        from pg_stat_user_tables t join pg_stat_user_indexes i on i.relid = t.relid and indexrelname = 'product_vendors_of_vendor'`);
    return found[0] ?? { written: 0, read: 0 };
  };
  const before = await offers();
  const end = await applyFile(buyer, await checkFile(buyer, await saved(uploadFile(buyer, "product", text))));
  expect(end).toMatchObject({ state: "done", createdCount: count });
  // Connections tell of their reads some time after.
  await expect.poll(async () => (await offers()).written - before.written, { timeout: 30_000 }).toBe(count);
  expect(((await offers()).read - before.read) / count).toBeLessThan(5);
});
