import { afterAll, beforeAll, expect, test } from "vitest";
import { deliveriesPath } from "#main/testing/records/docks.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { aDelivery, aLine, anOrder, aProduct, aReceipt, aSite, type Site } from "#main/testing/records/receiving.ts";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let site: Site;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  site = await aSite(testApp);
  manager = await testApp.as("WAREHOUSE_MANAGER");
});
afterAll(() => testApp.close());

/** An order of 100 and its delivery of 50, of which so many are counted; then it is completed. What is reported as missing. */
const shortOf = async (acceptedQty: string, before: (orderId: string) => Promise<unknown> = async () => {}) => {
  const lines = [{ productId: (await aProduct(testApp)).id, orderedQty: "100" }];
  const po = await anOrder(testApp, site, lines, { status: "confirmed" });
  const delivery = await aDelivery(testApp, site, [{ itemId: po.items[0]!.id, qty: "50" }]);
  await saved(
    manager.post(
      "/api/warehouse/receipts",
      aReceipt(site, [aLine(po.items[0]!, { acceptedQty })], { deliveryScheduleId: delivery.id }),
    ),
  );
  await before(po.id);
  await saved(manager.post(`${deliveriesPath}/${delivery.id}/complete`));
  const { body } = await manager.get(`/api/warehouse/issues?purchaseOrderId=${po.id}&kind=short`);
  return body.items.map(({ qtyAffected }) => qtyAffected);
};

test("what a delivery did not bring is reported above the shortfall that the company lets pass", async () => {
  const letPass = (pct: string) =>
    asSuper(testApp, "update companies set under_receipt_close_pct = $2 where id = $1", [testApp.companies.a, pct]);
  await letPass("4");
  expect(await shortOf("48")).toEqual([]);
  expect(await shortOf("47")).toEqual(["3"]);
  await letPass("0");
  expect(await shortOf("48")).toEqual(["2"]);
});

test("what a delivery did not bring of an order on hold is held, and not reported as missing", async () => {
  const hold = (id: string) =>
    saved(decide(manager, `/api/warehouse/purchase-orders/${id}/hold`, { reason: "Quality question" }));
  expect(await shortOf("20", hold)).toEqual([]);
});
