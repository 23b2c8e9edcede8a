import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aDelivery,
  aLine,
  aPackage,
  aProduct,
  aReceipt,
  aSite,
  anOrder,
  conservation,
  lookInto,
  type Site,
} from "#main/testing/records/receiving.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let site: Site;
let manager: Client;
const issuesPath = "/api/warehouse/issues";

beforeAll(async () => {
  testApp = await startTestApp();
  site = await aSite(testApp);
  manager = await testApp.as("WAREHOUSE_MANAGER");
  await asSuper(testApp, "update companies set under_receipt_close_pct = 0 where id = $1", [testApp.companies.a]);
});
afterAll(async () => {
  expect(await conservation(testApp)).toEqual({ strayItems: 0, strayProducts: 0, strayLines: 0 });
  await testApp.close();
});

/** One order line of so many packs, and a way to count pieces of it. */
const ordered = async (packs: string, holds: string, overReceiptPct = "0") => {
  const product = await aProduct(testApp);
  await aPackage(testApp, product.id, { uom: "XCT", quantity_in_base: holds });
  const line = { productId: product.id, orderedQty: packs, uom: "XCT", qtyPerUom: holds, overReceiptPct };
  const po = await anOrder(testApp, site, [line], { status: "confirmed" });
  const item = po.items[0]!;
  const count = (parts: Record<string, string>[], more: Record<string, unknown> = {}) =>
    saved(
      manager.post(
        "/api/warehouse/receipts",
        aReceipt(
          site,
          parts.map((part) => aLine(item, { uom: "EA", qtyPerUom: "1", ...part })),
          { overrideReason: "Agreed on the phone", ...more },
        ),
      ),
    );
  return { po, item, productId: product.id, count };
};
const readOrder = async (id: string) => (await manager.get(`/api/warehouse/purchase-orders/${id}`)).body;
const issueOf = async (receipt: Body, kind: string) =>
  (await manager.get(`${issuesPath}?receiptId=${receipt.id}&kind=${kind}`)).body.items[0]!;
const giveBack = async (issue: Body, body: Record<string, unknown> = {}) => {
  await lookInto(manager, issue);
  const back = { resolution: "return", returned: "expected_again", ...body };
  return saved(decide(manager, `${issuesPath}/${issue.id}/resolve`, back));
};

describe("what is here is judged in base units", () => {
  test("an order of one carton is full once its three pieces are kept, whatever was counted and returned in between", async () => {
    const { po, count } = await ordered("1", "3", "100");
    const receipt = await count([{ acceptedQty: "1", damagedQty: "2" }, { damagedQty: "2" }]);
    await giveBack(await issueOf(receipt, "damaged"));
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      receiptStatus: "full",
      items: [{ status: "received", openQty: "0", keptBaseQty: "3" }],
    });
  });

  test("888 pieces of 37 cartons of 24 are all of it", async () => {
    const { po, count } = await ordered("37", "24", "10");
    const receipt = await count([{ acceptedQty: "872", damagedQty: "16" }, { damagedQty: "10" }]);
    const [issue] = (await manager.get(`${issuesPath}?receiptId=${receipt.id}&kind=damaged&sort=-createdAt`)).body
      .items;
    expect(issue).toMatchObject({ qtyAffected: "10" });
    await giveBack(issue!);
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      items: [{ status: "received", openQty: "0", keptBaseQty: "888" }],
    });
  });

  test("what did not come is settled by the pieces that bring it", async () => {
    const { item, count } = await ordered("2", "3");
    const delivery = await aDelivery(testApp, site, [{ itemId: item.id, qty: "1" }]);
    await count([{ acceptedQty: "1" }], { deliveryScheduleId: delivery.id });
    await saved(manager.post(`/api/warehouse/delivery-schedules/${delivery.id}/complete`));
    const short = async () => (await manager.get(`${issuesPath}?purchaseOrderItemId=${item.id}&kind=short`)).body.items;
    expect(await short()).toMatchObject([{ status: "open" }]);
    await count([{ acceptedQty: "2" }]);
    expect(await short()).toMatchObject([{ status: "resolved", resolution: "settled" }]);
  });
});
