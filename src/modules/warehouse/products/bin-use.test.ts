import { afterAll, beforeAll, expect, test } from "vitest";
import { decide, saved } from "#main/testing/records/orders.ts";
import { aLine, anOrder, aProduct, aReceipt, aSite, type Site } from "#main/testing/records/receiving.ts";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let site: Site;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  site = await aSite(testApp);
  manager = await testApp.as("WAREHOUSE_MANAGER");
});
afterAll(() => testApp.close());

test("a bin in which goods lie is not archived, switched off or moved, and says what lies there", async () => {
  const products = [await aProduct(testApp), await aProduct(testApp)];
  const po = await anOrder(
    testApp,
    site,
    products.map(({ id }) => ({ productId: id, orderedQty: "10" })),
    { status: "confirmed" },
  );
  const path = `/api/settings/storage-locations/${site.bins.storage}`;
  const lines = po.items.map((item) => aLine(item, { acceptedQty: "4", storageLocationId: site.bins.storage }));
  const receipts = [];
  for (const line of lines) receipts.push(await saved(manager.post("/api/warehouse/receipts", aReceipt(site, [line]))));
  const [first] = products.map(({ sku }) => sku).toSorted();
  const { version, locationId, code, kind, barcode } = await saved(manager.get(path));
  const change = { locationId, code, kind, barcode, isActive: true, version };
  const words = `4 pieces of ${first} and 1 other product lie in STORAGE.`;
  const refused = { status: 409, body: { code: "bin_not_empty", message: expect.stringContaining(words) } };
  expect(await manager.post(`${path}/archive`)).toMatchObject(refused);
  expect(await manager.put(path, { ...change, isActive: false })).toMatchObject(refused);
  const elsewhere = { locationId: (await aSite(testApp)).locationId, code: "STORAGE-2" };
  expect(await manager.put(path, { ...change, ...elsewhere })).toMatchObject({
    ...refused,
    body: { code: "bin_not_empty" },
  });
  expect((await manager.put(path, { ...change, barcode: "S-1" })).status).toBe(200);
  for (const { id } of receipts)
    await saved(decide(manager, `/api/warehouse/receipts/${id}/reverse`, { reason: "Counted twice" }));
  expect((await manager.post(`${path}/archive`)).status).toBe(200);
});
