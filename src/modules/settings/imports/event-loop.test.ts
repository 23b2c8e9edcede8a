import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { longestHold, noticed } from "#main/testing/database/longest-hold.ts";
import { orderFiles } from "#main/testing/records/open-orders.ts";
import { callFromOutside } from "#main/testing/product/outside.ts";
import { makeWorkbook, textRows } from "#main/testing/files/workbook.ts";

let testApp: TestApp;
let buyer: Client;
let url: string;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  buyer = await testApp.as("BUYER");
  url = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => testApp.close());

const count = 10_000;
const heads = [
  "Code",
  "Name",
  "Phone",
  "Address",
  "City",
  "Notes",
  ...Array.from({ length: 24 }, (_, n) => `Extra ${n}`),
];
const table = [
  heads,
  ...Array.from({ length: count }, (_, row) =>
    heads.map((head, at) => (at === 0 ? `V${row}` : `${head} of vendor number ${row}`)),
  ),
];
const call = (method: string, path: string, file?: { name: string; content: Buffer }) =>
  longestHold(() => callFromOutside(`${url}${path}`, { method, cookies: buyer.cookies, ...(file ? { file } : {}) }));

test.each([
  ["CSV", "vendors.csv", () => Buffer.from(table.map((row) => row.join(",")).join("\n"))],
  ["XLSX", "vendors.xlsx", () => makeWorkbook({ rows: textRows(table) })],
])(
  "ten thousand rows of a %s file are read, tried, applied and told without holding up anybody else",
  async (_, name, make) => {
    const upload = await call("POST", "/api/imports?entity=vendor", { name, content: make() });
    expect(upload.result.status, upload.result.text).toBe(200);
    const { id, mapping } = JSON.parse(upload.result.text) as { id: string; mapping: unknown };
    const check = await longestHold(() => buyer.post(`/api/imports/${id}/check`, { mapping }));
    expect(check.result.body).toMatchObject({ state: "checked", rowCount: count, badCount: 0 });
    const apply = await longestHold(() => applied(id));
    expect(apply.result).toBe(count);
    const result = await call("GET", `/api/imports/${id}/result.csv`);
    expect(result.result.status).toBe(200);
    const longest = [upload, check, apply, result].map((step) => step.longest.toFixed(1));
    expect(Math.max(...longest.map(Number)), `in units of hashing 16 MB: ${longest.join(", ")}`).toBeLessThan(noticed);
  },
  180_000,
);

test("orders that fall with one bad row each are told so without holding up anybody else", async () => {
  const files = await orderFiles(await testApp.as("SUPER_ADMIN"), buyer);
  const fallen = 15_000;
  const orders = Array.from({ length: fallen }, (_, n) => [
    { order: `F-${n}`, line: "1" },
    { order: `F-${n}`, line: "2", qty: "many" },
  ]);
  const file = { name: "orders.csv", content: Buffer.from(files.file(...orders.flat())) };
  const upload = await call("POST", "/api/imports?entity=purchase-order", file);
  const { id, mapping } = JSON.parse(upload.result.text) as { id: string; mapping: unknown };
  const check = await longestHold(() => buyer.post(`/api/imports/${id}/check`, { mapping }));
  expect(check.result.body).toMatchObject({ rowCount: 2 * fallen, badCount: 2 * fallen });
  // Half of what is noticed, since a file may have almost twice as many.
  expect(check.longest, "in units of hashing 16 MB").toBeLessThan(noticed / 2);
}, 180_000);

/** How many records the import made or changed, or found as they are. */
async function applied(id: string): Promise<number> {
  await buyer.post(`/api/imports/${id}/apply`, { mode: "all_or_nothing" });
  for (;;) {
    const { body } = await buyer.get(`/api/imports/${id}`);
    const counts = ["createdCount", "updatedCount", "unchangedCount"].map((name) => Number(body[name]));
    if (body["state"] !== "applying") return counts.reduce((sum, one) => sum + one);
    await new Promise((done) => setTimeout(done, 100));
  }
}
