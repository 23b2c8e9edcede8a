import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, heldImport, uploadFile } from "#main/testing/files/imports.ts";
import { orderFiles, type OrderFiles } from "#main/testing/records/open-orders.ts";
import { orderBody, ordersPath, saved } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let buyer: Client;
let files: OrderFiles;
let old: string;
let made = 0;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  buyer = await testApp.as("BUYER");
});
afterAll(() => testApp.close());
beforeEach(async () => {
  files = await orderFiles(await testApp.as("SUPER_ADMIN"), buyer);
  old = `45-${(made += 1)}`;
});

const tried = async (content: string) => checkFile(buyer, await saved(uploadFile(buyer, "purchase-order", content)));

test("rows of an order that are spread over the file make it once: one event, and its first version", async () => {
  const count = 1_200;
  // 487 and the count have no common divisor: every row once, and those of an order far apart.
  const rows = Array.from({ length: count }, (_, n) => (n * 487) % count).map((n) => ({
    order: n % 2 === 0 ? `${old}-${n % 3}` : `${old}-${n % 3}`.replace("45", " 45"),
    line: String(Math.floor(n / 3) + 1),
  }));
  const check = await tried(files.file(...rows));
  expect(check).toMatchObject({ newCount: count, badCount: 0 });
  expect(await applyFile(buyer, check)).toMatchObject({ state: "done", createdCount: count });
  const orders = await asSuper(
    testApp,
    `select o.version, o.line_count::int as lines, count(*)::int as events, min(e.step) as step
      from purchase_orders o join events e on e.entity_id = o.id
      where o.external_number like $1
      group by o.version, o.line_count, o.external_number order by o.external_number`,
    [`${old}-%`],
  );
  const one = { version: 1, lines: 400, events: 1, step: "created" };
  expect(orders).toEqual([one, one, one]);
});

test("a product that an order has twice under two names is told, however far apart its rows are", async () => {
  const between = Array.from({ length: 600 }, (_, n) => ({ order: `${old}-${n}` }));
  const check = await tried(
    files.file({ order: old, sku: files.skus[1] }, ...between, { order: old, sku: "their-1", qty: "99" }),
  );
  expect(await badRows(buyer, check)).toEqual({
    2: { orderNumber: "Row 603 belongs to it and has an error." },
    603: { sku: "Row 2 has the same product. Number the lines." },
  });
});

test("while orders are imported, whoever writes one does not wait, and each has a number of its own", async () => {
  const check = await tried(files.file({ order: old }, { order: `${old}-b` }));
  const held = await heldImport(testApp, buyer, check);
  const written = await saved(buyer.post(ordersPath, orderBody(files.records)));
  expect(await held.release()).toMatchObject({ state: "done", createdCount: 2 });
  const numbers = await asSuper<{ number: string }>(
    testApp,
    "select number from purchase_orders where external_number like $1 or id = $2 order by number",
    [`${old}%`, written.id],
  );
  expect(new Set(numbers.map(({ number }) => number)).size).toBe(3);
});

test("an import whose orders can get no numbers makes none, and is tried again once they can", async () => {
  const check = await tried(files.file({ order: old }));
  await asSuper(
    testApp,
    `create function refuse_numbers() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
    create trigger refused before insert or update on counters for each row execute function refuse_numbers()`,
  );
  await saved(buyer.post(`/api/imports/${check.id}/apply`, { mode: "all_or_nothing" }));
  const attempts = () =>
    asSuper(
      testApp,
      "select 1 from graphile_worker.jobs where task_identifier = 'apply-import' and last_error is not null",
    );
  await expect.poll(attempts).toHaveLength(1);
  const orders = () => asSuper(testApp, "select number from purchase_orders where external_number = $1", [old]);
  expect(await orders()).toEqual([]);
  await asSuper(testApp, "drop trigger refused on counters; drop function refuse_numbers()");
  await expect.poll(orders, { timeout: 30_000 }).toEqual([{ number: expect.stringMatching(/^PO-\d{4}-0*[1-9]\d*$/) }]);
});
