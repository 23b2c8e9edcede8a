import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aDelivery,
  aLine,
  anOrder,
  aProduct,
  aReceipt,
  aSite,
  conservation,
  stockOf,
  type Order,
  type Site,
} from "#main/testing/records/receiving.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { decide, inDays } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let site: Site;
let receiver: Client;
let buyer: Client;
let manager: Client;
const path = "/api/warehouse/receipts";
const orders = "/api/warehouse/purchase-orders";
const issuesPath = "/api/warehouse/issues";

beforeAll(async () => {
  testApp = await startTestApp();
  site = await aSite(testApp);
  [receiver, buyer, manager] = [
    await testApp.as("RECEIVER"),
    await testApp.as("BUYER"),
    await testApp.as("WAREHOUSE_MANAGER"),
  ];
});
afterAll(async () => {
  expect(await conservation(testApp)).toEqual({ strayItems: 0, strayProducts: 0, strayLines: 0 });
  await testApp.close();
});

const lines = async (...quantities: string[]) =>
  Promise.all(quantities.map(async (orderedQty) => ({ productId: (await aProduct(testApp)).id, orderedQty })));
const post = async (body: Record<string, unknown>, client = receiver): Promise<Body> => {
  const posted = await client.post(path, body);
  expect(posted.status, posted.text).toBe(200);
  return posted.body;
};
const readOrder = async (id: string) => (await buyer.get(`${orders}/${id}`)).body;
const stockIn = (bin: string, productId: string) => stockOf(testApp, productId, bin);
const issueOf = async (receipt: Body) => (await buyer.get(`${issuesPath}?receiptId=${receipt.id}`)).body.items[0]!;
const settle = (issue: Body, way: string, body: Record<string, unknown> = {}, client = buyer) =>
  decide(client, `${issuesPath}/${issue.id}/${way}`, body);
const quarantined = async (po: Order, at = 0) => stockIn(site.bins.quarantine, po.items[at]!.productId);

describe("an order whose goods are being unloaded", () => {
  test("stays open until its delivery is over: more pieces, rejected and damaged ones are still counted on it", async () => {
    const po = await anOrder(testApp, site, await lines("10"), { status: "confirmed" });
    const delivery = await aDelivery(testApp, site, [{ itemId: po.items[0]!.id, qty: "10" }], {
      status: "in_progress",
      unload_start_at: `${inDays(-20)}T08:10:00Z`,
      docked_at: `${inDays(-20)}T08:10:00Z`,
    });
    const on = { deliveryScheduleId: delivery.id };
    await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "10" })], on));
    expect(await readOrder(po.id)).toMatchObject({ status: "confirmed", receiptStatus: "full", closedAt: null });
    await post(aReceipt(site, [aLine(po.items[0]!, { rejectedQty: "5" })], on));
    const more = aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "2" })], {
      ...on,
      overrideReason: "Two as a gift",
    });
    await post(more, manager);
    expect(await readOrder(po.id)).toMatchObject({
      status: "confirmed",
      items: [{ acceptedQty: "12", rejectedQty: "5" }],
    });
    const gate = await testApp.as("DOCK_SUPERVISOR");
    const done = await gate.post(`/api/warehouse/delivery-schedules/${delivery.id}/complete`);
    expect(done.status, done.text).toBe(200);
    expect(await readOrder(po.id)).toMatchObject({ status: "closed", closedByName: null });
  });

  test("stays open too where the delivery named no lines", async () => {
    const po = await anOrder(testApp, site, await lines("4"), { status: "confirmed" });
    const delivery = await aDelivery(testApp, site, []);
    const on = { deliveryScheduleId: delivery.id };
    await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "4" })], on));
    expect(await readOrder(po.id)).toMatchObject({ status: "confirmed" });
    const gate = await testApp.as("DOCK_SUPERVISOR");
    const done = await gate.post(`/api/warehouse/delivery-schedules/${delivery.id}/complete`);
    expect(done.status, done.text).toBe(200);
    expect(await readOrder(po.id)).toMatchObject({ status: "closed" });
  });
});

describe("goods that no order takes are put aside with an issue", () => {
  test.each([
    ["closed", "over"],
    ["cancelled", "over"],
    ["declined", "over"],
    ["approved", "not sent"],
  ])("when their order is %s", async (status) => {
    const po = await anOrder(testApp, site, await lines("5"), { status });
    const receipt = await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "2", damagedQty: "1" })]));
    expect(receipt).toMatchObject({
      lines: [
        { isUnexpected: true, purchaseOrderItemId: null, claimedItemId: po.items[0]!.id, orderNumber: po.number },
      ],
      issues: expect.arrayContaining([expect.objectContaining({ kind: "unexpected" })]),
    });
    expect(await quarantined(po)).toBe("3");
    expect(await readOrder(po.id)).toMatchObject({ status, items: [{ receivedQty: "0" }] });
    const history = (await buyer.get(`${orders}/${po.id}/history`)).body.items;
    expect(history[0]).toMatchObject({ step: "goodsSetAside", changes: { receiptNumber: receipt["number"] } });
  });

  test("when it is on hold: the buyer is asked, and the vendor is not blamed", async () => {
    const po = await anOrder(testApp, site, await lines("5"), { on_hold: true, hold_reason: "price dispute" });
    const issue = await issueOf(await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "5" })])));
    expect(issue).toMatchObject({
      kind: "held",
      responsibleParty: "unknown",
      assigneeId: testApp.users.BUYER,
      description: expect.stringContaining("price dispute"),
    });
    expect(await quarantined(po)).toBe("5");
    expect(await settle(issue, "take-goods")).toMatchObject({ status: 409, body: { code: "order_on_hold" } });
    expect((await buyer.post(`${orders}/${po.id}/release`)).status).toBe(200);
    expect((await settle(issue, "take-goods")).body).toMatchObject({ status: "resolved" });
    expect(await readOrder(po.id)).toMatchObject({ items: [{ acceptedQty: "5" }] });
  });

  test.each(["short_closed", "cancelled", "rejected_by_vendor"])("when their line is %s", async (status) => {
    const [line] = await lines("5");
    const po = await anOrder(testApp, site, [{ ...line!, status }, ...(await lines("1"))]);
    await post(aReceipt(site, [aLine(po.items[0]!, { rejectedQty: "2" })]));
    expect(await quarantined(po)).toBe("2");
  });

  test("when the order goes to another site, or when more came than may be taken", async () => {
    const other = await aSite(testApp);
    const po = await anOrder(testApp, other, await lines("5"));
    const wrongSite = await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "1" })]));
    expect(await issueOf(wrongSite)).toMatchObject({ kind: "unexpected", orderNumber: po.number });
    const own = await anOrder(testApp, site, await lines("5"), { status: "confirmed" });
    const surplus = await post(
      aReceipt(site, [
        aLine(own.items[0]!, { acceptedQty: "5" }),
        aLine(own.items[0]!, { acceptedQty: "3", isUnexpected: true }),
      ]),
    );
    expect(await quarantined(own)).toBe("3");
    expect(await readOrder(own.id)).toMatchObject({ status: "closed", items: [{ acceptedQty: "5" }] });
    expect(await issueOf(surplus)).toMatchObject({ kind: "unexpected", qtyAffected: "3" });
  });

  test("when no product of the catalogue is what came", async () => {
    const receipt = await post(
      aReceipt(site, [
        { describedAs: "Blue drum, no label", uom: "EA", qtyPerUom: "1", acceptedQty: "2", isUnexpected: true },
      ]),
    );
    expect(receipt).toMatchObject({ lines: [{ productId: null, sku: null, productName: "Blue drum, no label" }] });
    const issue = await issueOf(receipt);
    expect(issue).toMatchObject({ kind: "unexpected", description: expect.stringContaining("Blue drum") });
    const po = await anOrder(testApp, site, await lines("1"), { status: "confirmed" });
    const known = await aProduct(testApp);
    expect(
      (await settle(issue, "take-goods", { purchaseOrderId: po.id, unitPrice: "3" })).body["fields"],
    ).toHaveProperty("productId");
    const taken = await settle(issue, "take-goods", { purchaseOrderId: po.id, productId: known.id, unitPrice: "3" });
    expect(taken.body).toMatchObject({ status: "resolved", orderNumber: po.number, lineNo: 2 });
    expect(await readOrder(po.id)).toMatchObject({
      total: "7",
      items: [{}, { productId: known.id, acceptedQty: "2", orderedQty: "2", status: "received" }],
    });
    expect(await stockIn(site.bins.receiving, known.id)).toBe("2");
  });
});

describe("goods that were put aside", () => {
  const lateGoods = async (status = "closed") => {
    const [line] = await lines("10");
    const po = await anOrder(
      testApp,
      site,
      [{ ...line!, status: status === "closed" ? "short_closed" : "cancelled" }],
      { status, over_from: "sent" },
    );
    const receipt = await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "4" })]));
    return { po, receipt, issue: await issueOf(receipt) };
  };

  test.each(["closed", "cancelled"])(
    "are taken by a %s order, and nothing else of it is expected anew; reversed, nothing is",
    async (status) => {
      const { po, receipt, issue } = await lateGoods(status);
      expect((await settle(issue, "take-goods", {}, await testApp.as("DOCK_SUPERVISOR"))).status).toBe(403);
      const taken = await settle(issue, "take-goods", { note: "Late, but wanted" });
      expect(taken.body).toMatchObject({ status: "resolved", resolution: "accept_as_is" });
      expect(await readOrder(po.id)).toMatchObject({
        status: "closed",
        cancelledAt: null,
        items: [
          status === "closed"
            ? { status: "short_closed", orderedQty: "10", acceptedQty: "4", openQty: "0" }
            : { status: "received", orderedQty: "4", acceptedQty: "4", openQty: "0" },
        ],
      });
      expect([await quarantined(po), await stockIn(site.bins.receiving, po.items[0]!.productId)]).toEqual(["0", "4"]);
      const [settling] = (await buyer.get(`${path}?purchaseOrderId=${po.id}&sort=-createdAt`)).body.items;
      expect(settling).toMatchObject({ receivedAt: receipt["receivedAt"] });
      expect((await buyer.get(`${path}/${settling!["id"]}`)).body).toMatchObject({
        settledIssues: [{ number: issue["number"] }],
      });
      expect(taken.body).toMatchObject({ resolvedByReceiptNumber: settling!["number"] });
      expect(await settle(issue, "return-goods")).toMatchObject({ status: 409 });
      const reversed = await decide(manager, `${path}/${receipt.id}/reverse`, { reason: "Counted twice" });
      expect(reversed).toMatchObject({ status: 409, body: { code: "goods_decided" } });
      expect(
        (await decide(manager, `${path}/${settling!["id"]}/reverse`, { reason: "Not wanted after all" })).status,
      ).toBe(200);
      expect((await buyer.get(`${issuesPath}/${issue.id}`)).body).toMatchObject({ status: "open", resolution: null });
      expect(await quarantined(po)).toBe("4");
      expect(await readOrder(po.id)).toMatchObject({ status: "closed", items: [{ acceptedQty: "0", openQty: "0" }] });
    },
  );

  test("are taken by an order that its vendor declined: no other line of it is expected anew", async () => {
    const po = await anOrder(testApp, site, [...(await lines("10")), ...(await lines("7"))], { status: "declined" });
    const issue = await issueOf(await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "4" })])));
    expect((await settle(issue, "take-goods")).body).toMatchObject({ status: "resolved" });
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      items: [
        { status: "received", orderedQty: "4", openQty: "0" },
        { status: "rejected_by_vendor", openQty: "0" },
      ],
    });
  });

  test("fill a line that was closed short: it is received, and the order closed by whom and why it was", async () => {
    const [line] = await lines("4");
    const closed = { status: "closed", over_from: "sent", closed_by: testApp.users.BUYER, close_reason: "Enough" };
    const po = await anOrder(testApp, site, [{ ...line!, status: "short_closed" }], closed);
    const issue = await issueOf(await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "4" })])));
    expect((await settle(issue, "take-goods")).body).toMatchObject({ status: "resolved" });
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      receiptStatus: "full",
      closeReason: "Enough",
      items: [{ status: "received" }],
    });
  });

  test("bring an order back from the archive once they are taken", async () => {
    const { po, issue } = await lateGoods();
    await asSuper(testApp, "update purchase_orders set archived_at = now() where id = $1", [po.id]); // as before
    expect((await settle(issue, "take-goods")).body).toMatchObject({ status: "resolved" });
    expect(await readOrder(po.id)).toMatchObject({ archivedAt: null });
  });

  test("are taken onto another order than the one that they were counted for", async () => {
    const { po, issue } = await lateGoods("cancelled");
    const other = await anOrder(testApp, site, [{ productId: po.items[0]!.productId, orderedQty: "9" }], {
      status: "confirmed",
    });
    const taken = await settle(issue, "take-goods", { purchaseOrderId: other.id });
    expect(taken.body).toMatchObject({ status: "resolved", orderNumber: other.number });
    expect(await readOrder(other.id)).toMatchObject({ items: [{ acceptedQty: "4", openQty: "5" }] });
    expect(await readOrder(po.id)).toMatchObject({ status: "cancelled", items: [{ acceptedQty: "0" }] });
  });

  test("go back to the vendor, or are refused: they leave quarantine and count for no order", async () => {
    for (const [way, body, resolution] of [
      ["return-goods", { note: "RMA 12" }, "return"],
      ["refuse-goods", { reason: "Never ordered" }, "refuse"],
    ] as const) {
      const { po, issue } = await lateGoods();
      expect((await settle(issue, way, body)).body).toMatchObject({ status: "resolved", resolution });
      expect(await quarantined(po)).toBe("0");
      expect(await readOrder(po.id)).toMatchObject({ status: "closed", items: [{ receivedQty: "0" }] });
    }
  });

  test("are not forgotten: their issue is neither resolved nor dismissed otherwise", async () => {
    const { issue } = await lateGoods();
    expect((await buyer.get(`${issuesPath}/${issue.id}`)).body["steps"]).toEqual(
      expect.arrayContaining(["takeGoods", "returnGoods", "refuseGoods"]),
    );
    expect(await settle(issue, "dismiss", { reason: "not now" })).toMatchObject({
      status: 409,
      body: { code: "goods_undecided" },
    });
  });

  test("make an order dearer only by its approval", async () => {
    await asSuper(testApp, "update companies set po_approval_threshold = 20 where id = $1", [testApp.companies.a]);
    const product = await aProduct(testApp);
    const receipt = await post(
      aReceipt(site, [{ productId: product.id, uom: "EA", qtyPerUom: "1", acceptedQty: "5", isUnexpected: true }]),
    );
    const po = await anOrder(testApp, site, await lines("1"), { status: "confirmed" });
    const take = { purchaseOrderId: po.id, unitPrice: "100" };
    expect((await settle(await issueOf(receipt), "take-goods", take)).body).toMatchObject({ status: "resolved" });
    expect(await readOrder(po.id)).toMatchObject({
      status: "pending_approval",
      waitsFrom: "confirmed",
      items: [{}, { acceptedQty: "5", status: "received" }],
    });
    await asSuper(testApp, "update companies set po_approval_threshold = null where id = $1", [testApp.companies.a]);
  });
});
