import { afterAll, beforeAll, expect, test } from "vitest";
import { aLine, anOrder, aProduct, aReceipt, aSite, conservation, type Site } from "#main/testing/records/receiving.ts";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { decide, saved } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let site: Site;
let buyer: Client;
let admin: Client;
const path = "/api/warehouse/receipts";
const issuesPath = "/api/warehouse/issues";

beforeAll(async () => {
  testApp = await startTestApp();
  site = await aSite(testApp);
  [buyer, admin] = [await testApp.as("BUYER"), await testApp.as("COMPANY_ADMIN")];
});
afterAll(async () => {
  expect(await conservation(testApp)).toEqual({ strayItems: 0, strayProducts: 0, strayLines: 0 });
  await testApp.close();
});

/** Goods of a product like this that were counted as unexpected, and the way to take them. */
const aside = async (values: Record<string, unknown>, counted: Record<string, unknown> = {}) => {
  const product = await aProduct(testApp, values);
  const po = await anOrder(testApp, site, [{ productId: product.id, orderedQty: "10" }], { status: "confirmed" });
  const line = aLine(po.items[0]!, { acceptedQty: "4", isUnexpected: true, ...counted });
  const receipt = await admin.post(path, aReceipt(site, [line]));
  expect(receipt.status, receipt.text).toBe(200);
  const [issue] = (await buyer.get(`${issuesPath}?receiptId=${receipt.body.id}`)).body.items;
  const take = (body: object = {}, client = buyer) => decide(client, `${issuesPath}/${issue!.id}/take-goods`, body);
  return { po, take };
};
/** The line onto which they were taken. */
const takenLine = async (issue: Body) => {
  const { body } = await admin.get(`${path}/${issue["resolvedByReceiptId"]}`);
  return (body["lines"] as unknown as Body[]).find((line) => line["purchaseOrderItemId"] !== null);
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("goods that were put aside are taken with their lot and expiry; without them they wait where goods are inspected, and that is reported", async () => {
  const tracked = { tracking_mode: "lot", expiry_tracked: true };
  const read = await aside(tracked);
  const label = { lotNumber: "L1", expiryDate: inDays(90) };
  expect(await takenLine(await saved(read.take(label)))).toMatchObject({ ...label, storageLocationCode: "RECEIVING" });
  const reportsOf = async (po: { id: string }) =>
    (await buyer.get(`${issuesPath}?purchaseOrderId=${po.id}&kind=other`)).body.items;
  expect(await reportsOf(read.po)).toEqual([]);
  for (const [given, words] of [
    [{}, "a lot and a date"],
    [{ expiryDate: inDays(90) }, "a lot"],
    [{ lotNumber: "L1" }, "a date"],
  ] as const) {
    const { po, take } = await aside(tracked, { acceptedQty: "3", damagedQty: "1" });
    const taken = await saved(take(given));
    const line = await takenLine(taken);
    expect(line).toMatchObject({ acceptedQty: "3", storageLocationCode: "QUARANTINE", ...given });
    expect(await reportsOf(po)).toMatchObject([
      {
        status: "open",
        severity: "high",
        qtyAffected: "4",
        receiptLineId: line!.id,
        description: expect.stringContaining(`came without ${words} that could be read.`),
      },
    ]);
    await saved(decide(admin, `${path}/${String(taken["resolvedByReceiptId"])}/reverse`, { reason: "Too early" }));
    expect(await reportsOf(po)).toMatchObject([{ status: "dismissed" }]);
  }
});

test("pieces that were put aside without a serial number are taken, and that is reported, as of those that are counted", async () => {
  const { po, take } = await aside({ tracking_mode: "serial" }, { serialNumbers: ["S-1"] });
  await saved(take());
  const { items } = (await buyer.get(`${issuesPath}?purchaseOrderId=${po.id}&kind=other`)).body;
  expect(items).toMatchObject([{ status: "open", qtyAffected: "3" }]);
  expect(items[0]!["description"]).toContain("3 pieces");
});

test("goods that were put aside and expire too soon are taken by whoever may, with a reason, and reported", async () => {
  const { take, po } = await aside(
    { expiry_tracked: true, min_remaining_shelf_life_days: 30 },
    { expiryDate: "2020-01-01" },
  );
  const refused = await take({ note: "Cheap" });
  expect(refused).toMatchObject({ status: 422, body: { code: "override_not_allowed" } });
  expect(refused.body["message"]).toContain("Return it");
  expect(await take({}, admin)).toMatchObject({ status: 422, body: { code: "override_needs_reason" } });
  expect((await take({ note: "For training" }, admin)).status).toBe(200);
  expect((await buyer.get(`${issuesPath}?purchaseOrderId=${po.id}&kind=short_dated`)).body.items).toMatchObject([
    { status: "open", qtyAffected: "4", description: expect.stringContaining("For training") },
  ]);
});

test("goods that were put aside and have to be inspected wait for it once they are taken", async () => {
  const { take } = await aside({ inspection_required: true });
  expect(await takenLine((await take()).body)).toMatchObject({ storageLocationCode: "QUARANTINE" });
});

test("goods on no order count for a line of the chosen order that waits for all of them; else they become a new line with a price", async () => {
  const product = await aProduct(testApp);
  const po = await anOrder(testApp, site, [{ productId: product.id, orderedQty: "5" }], { status: "confirmed" });
  const goods = { productId: product.id, uom: "EA", qtyPerUom: "1", isUnexpected: true };
  const takeNext = async (acceptedQty: string, more: object = {}) => {
    const receipt = await saved(admin.post(path, aReceipt(site, [{ ...goods, acceptedQty }])));
    const [issue] = (await buyer.get(`${issuesPath}?receiptId=${receipt.id}`)).body.items;
    return decide(buyer, `${issuesPath}/${issue!.id}/take-goods`, { purchaseOrderId: po.id, ...more });
  };
  const lines = async () => (await saved(buyer.get(`/api/warehouse/purchase-orders/${po.id}`))).items;
  expect((await takeNext("3")).body).toMatchObject({ status: "resolved", purchaseOrderItemId: po.items[0]!.id });
  expect(await lines()).toMatchObject([{ acceptedQty: "3", openQty: "2" }]);
  expect((await takeNext("3")).body["fields"]).toMatchObject({ unitPrice: "Say what one piece costs." });
  expect((await takeNext("3", { unitPrice: "1" })).status).toBe(200);
  expect(await lines()).toMatchObject([
    { acceptedQty: "3", openQty: "2" },
    { lineNo: 2, orderedQty: "3", acceptedQty: "3" },
  ]);
});
