import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aLine,
  aProduct,
  aReceipt,
  aSite,
  anOrder,
  conservation,
  lookInto,
  type Order,
  type Site,
} from "#main/testing/records/receiving.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let site: Site;
let receiver: Client;
let buyer: Client;
let admin: Client;
const path = "/api/warehouse/receipts";
const orders = "/api/warehouse/purchase-orders";
const issuesPath = "/api/warehouse/issues";

beforeAll(async () => {
  testApp = await startTestApp();
  site = await aSite(testApp);
  [receiver, buyer, admin] = [
    await testApp.as("RECEIVER"),
    await testApp.as("BUYER"),
    await testApp.as("COMPANY_ADMIN"),
  ];
});
afterAll(async () => {
  expect(await conservation(testApp)).toEqual({ strayItems: 0, strayProducts: 0, strayLines: 0 });
  await testApp.close();
});

const readOrder = async (id: string) => (await buyer.get(`${orders}/${id}`)).body;
/** Ten are ordered at 1.00, a tenth more may come; `surplus` of it lie in quarantine, `kept` are received. */
const withSurplus = async (surplus: string, kept = "10") => {
  const product = await aProduct(testApp);
  const line = { productId: product.id, orderedQty: "10", overReceiptPct: "10" };
  const po = await anOrder(testApp, site, [line], { status: "confirmed", total: "10", subtotal: "10" });
  const lines = [
    ...(kept === "0" ? [] : [aLine(po.items[0]!, { acceptedQty: kept })]),
    aLine(po.items[0]!, { acceptedQty: surplus, isUnexpected: true }),
  ];
  const receipt = await saved(receiver.post(path, aReceipt(site, lines)));
  const [issue] = (await buyer.get(`${issuesPath}?receiptId=${receipt.id}&kind=unexpected`)).body.items;
  const take = (body: object = {}, client = buyer) => decide(client, `${issuesPath}/${issue!.id}/take-goods`, body);
  return { po, issue: issue!, receipt, take };
};
const amend = async (po: Order, orderedQty: string) => {
  const { items } = await readOrder(po.id);
  return saved(
    decide(buyer, `${orders}/${po.id}/amend`, {
      reason: "All of it is wanted",
      items: items.map(({ id, productId, uom, qtyPerUom, unitPrice }) => ({
        id,
        productId,
        uom,
        qtyPerUom,
        unitPrice,
        orderedQty,
      })),
    }),
  );
};

describe("goods that came above the order and that the buyer takes", () => {
  test("are bought with it within the tolerance: line and total rise, and the tolerance stays that of what was agreed", async () => {
    const { po, take } = await withSurplus("1");
    expect((await take()).body).toMatchObject({ status: "resolved" });
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      total: "11",
      items: [{ orderedQty: "11", acceptedQty: "11", status: "received" }],
    });
    const more = await saved(
      receiver.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "1", isUnexpected: true })])),
    );
    const [issue] = (await buyer.get(`${issuesPath}?receiptId=${more.id}`)).body.items;
    expect(await decide(buyer, `${issuesPath}/${issue!.id}/take-goods`)).toMatchObject({
      status: 422,
      body: { code: "override_not_allowed" },
    });
  });

  test("are not taken above the hard limit, by nobody, before the order is amended", async () => {
    const { po, take } = await withSurplus("1000");
    const refused = await take({ note: "All welcome" }, admin);
    expect(refused).toMatchObject({ status: 422, body: { code: "over_hard_limit" } });
    expect(refused.body["message"]).toContain("amend the order first");
    expect(await readOrder(po.id)).toMatchObject({ total: "10", items: [{ acceptedQty: "10", orderedQty: "10" }] });
  });

  test("are not taken above the tolerance without the permission: the order is amended first, and then they are", async () => {
    const { po, take } = await withSurplus("5", "0");
    await saved(receiver.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "9" })])));
    const refused = await take({ note: "We need them" });
    expect(refused).toMatchObject({ status: 422, body: { code: "override_not_allowed" } });
    expect(refused.body["message"]).toContain("Amend the order first");
    await amend(po, "15");
    await saved(take());
    expect(await readOrder(po.id)).toMatchObject({ items: [{ orderedQty: "15", acceptedQty: "14", openQty: "1" }] });
  });

  test("are taken above the tolerance by whoever may, with the reason; reversed, nothing of it is owed or expected", async () => {
    const { po, take } = await withSurplus("5");
    expect(await take({}, admin)).toMatchObject({ status: 422, body: { code: "override_needs_reason" } });
    const taken = await saved(take({ note: "The price is good" }, admin));
    expect(await readOrder(po.id)).toMatchObject({ total: "15", items: [{ orderedQty: "15", status: "received" }] });
    await saved(decide(admin, `${path}/${taken["resolvedByReceiptId"]}/reverse`, { reason: "Not wanted after all" }));
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      total: "10",
      items: [{ orderedQty: "10", acceptedQty: "10", openQty: "0", status: "received" }],
    });
  });

  test("are bought only as far as that needs no approval: amended and approved first, they are taken", async () => {
    await asSuper(testApp, "update companies set po_approval_threshold = 12 where id = $1", [testApp.companies.a]);
    const { po, take } = await withSurplus("3", "0");
    await saved(receiver.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "9.5" })])));
    await asSuper(testApp, "update purchase_order_items set over_receipt_pct = 50 where id = $1", [po.items[0]!.id]);
    const refused = await take();
    expect(refused).toMatchObject({ status: 409, body: { code: "approval_needed" } });
    expect(refused.body["message"]).toContain("Amend the order first");
    expect(await amend(po, "13")).toMatchObject({ status: "pending_approval" });
    expect(await take()).toMatchObject({ status: 409, body: { code: "change_undecided" } });
    await saved(decide(admin, `${orders}/${po.id}/approve`));
    await saved(take());
    expect(await readOrder(po.id)).toMatchObject({ total: "13", items: [{ acceptedQty: "12.5" }] });
    await asSuper(testApp, "update companies set po_approval_threshold = null where id = $1", [testApp.companies.a]);
  });

  test("make the order wait as a line of their own above the limit, and whoever took them does not approve it", async () => {
    await asSuper(testApp, "update companies set po_approval_threshold = 12 where id = $1", [testApp.companies.a]);
    const product = await aProduct(testApp);
    const stray = { productId: product.id, uom: "EA", qtyPerUom: "1", acceptedQty: "5", isUnexpected: true };
    const receipt = await saved(receiver.post(path, aReceipt(site, [stray])));
    const [issue] = (await buyer.get(`${issuesPath}?receiptId=${receipt.id}`)).body.items;
    const { po } = await withSurplus("1", "4");
    const onto = { purchaseOrderId: po.id, unitPrice: "3" };
    await saved(decide(admin, `${issuesPath}/${issue!.id}/take-goods`, onto));
    expect(await readOrder(po.id)).toMatchObject({ status: "pending_approval", total: "25" });
    const approve = async (by: Client) => decide(by, `${orders}/${po.id}/approve`);
    expect(await approve(admin)).toMatchObject({ status: 409, body: { code: "own_order" } });
    expect((await approve(await testApp.as("WAREHOUSE_MANAGER"))).status).toBe(200);
    await asSuper(testApp, "update companies set po_approval_threshold = null where id = $1", [testApp.companies.a]);
  });

  test("as a line of their own leave nothing ordered when that is reversed", async () => {
    const product = await aProduct(testApp);
    const stray = { productId: product.id, uom: "EA", qtyPerUom: "1", acceptedQty: "5", isUnexpected: true };
    const receipt = await saved(receiver.post(path, aReceipt(site, [stray])));
    const [issue] = (await buyer.get(`${issuesPath}?receiptId=${receipt.id}`)).body.items;
    const { po } = await withSurplus("1", "4");
    const onto = { purchaseOrderId: po.id, unitPrice: "3" };
    const taken = await saved(decide(buyer, `${issuesPath}/${issue!.id}/take-goods`, onto));
    expect(await readOrder(po.id)).toMatchObject({ total: "25", items: [{}, { orderedQty: "5", status: "received" }] });
    await saved(decide(admin, `${path}/${taken["resolvedByReceiptId"]}/reverse`, { reason: "Not ours" }));
    expect(await readOrder(po.id)).toMatchObject({
      total: "10",
      items: [{ openQty: "6" }, { status: "cancelled", openQty: "0" }],
    });
  });
});

describe("a surplus that goes back and is credited", () => {
  const credit = async (issue: Body) => {
    await lookInto(admin, issue);
    const back = { resolution: "return", returned: "credited" };
    return saved(decide(admin, `${issuesPath}/${issue.id}/resolve`, back));
  };
  const full = { status: "closed", receiptStatus: "full", items: [{ returnedQty: "2", status: "received" }] };

  test("leaves the line full", async () => {
    const { po } = await withSurplus("1", "9");
    const three = aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "3" })], { overrideReason: "Whole cartons" });
    const receipt = await saved(admin.post(path, three));
    const [issue] = (await buyer.get(`${issuesPath}?receiptId=${receipt.id}&kind=over`)).body.items;
    await credit(issue!);
    expect(await readOrder(po.id)).toMatchObject(full);
  });

  test("is ordered no more where it was taken", async () => {
    const { po, take } = await withSurplus("2");
    const taken = await saved(take({ note: "Good price" }, admin));
    const { lines } = (await admin.get(`${path}/${taken["resolvedByReceiptId"]}`)).body;
    const receiptLineId = (lines as unknown as Body[]).find((line) => line["purchaseOrderItemId"] !== null)!.id;
    const report = { kind: "wrong_item", description: "Wrong colour", receiptLineId, qtyAffected: "2", uom: "EA" };
    await credit(await saved(admin.post(issuesPath, report)));
    expect(await readOrder(po.id)).toMatchObject({ ...full, total: "10" });
  });
});
