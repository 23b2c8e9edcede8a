import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aLine,
  aPackage,
  aProduct,
  aReceipt,
  aSite,
  anOrder,
  conservation,
  lookInto,
  stockOf,
  type Order,
  type Site,
} from "#main/testing/records/receiving.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let site: Site;
let manager: Client;
let buyer: Client;
const path = "/api/warehouse/issues";
const receipts = "/api/warehouse/receipts";
const orders = "/api/warehouse/purchase-orders";

beforeAll(async () => {
  testApp = await startTestApp();
  site = await aSite(testApp);
  [manager, buyer] = [await testApp.as("COMPANY_ADMIN"), await testApp.as("BUYER")];
});
afterAll(async () => {
  expect(await conservation(testApp)).toEqual({ strayItems: 0, strayProducts: 0, strayLines: 0 });
  await testApp.close();
});

const readOrder = async (id: string) => (await manager.get(`${orders}/${id}`)).body;
const count = (po: Order, line: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  saved(manager.post(receipts, aReceipt(site, [aLine(po.items[0]!, line)], more)));
const issueOf = async (receipt: Body, kind = "quality") => {
  const issue = (await manager.get(`${path}?receiptId=${receipt.id}&kind=${kind}`)).body.items[0]!;
  await lookInto(manager, issue);
  return (await manager.get(`${path}/${issue.id}`)).body;
};
const resolve = (issue: Body, how: object, client = manager) => decide(client, `${path}/${issue.id}/resolve`, how);
const accept = (issue: Body, more: object = {}, client = manager) =>
  resolve(issue, { resolution: "accept_as_is", ...more }, client);
const reverse = (receiptId: unknown) =>
  decide(manager, `${receipts}/${String(receiptId)}/reverse`, { reason: "Decided too early" });
/** Of ten that are ordered eight are accepted and two rejected. */
const withRejects = async (product: Record<string, unknown> = {}, line: Record<string, unknown> = {}) => {
  const { id: productId } = await aProduct(testApp, product);
  const po = await anOrder(testApp, site, [{ productId, orderedQty: "10" }], { status: "confirmed" });
  const receipt = await count(po, { acceptedQty: "8", rejectedQty: "2", ...line });
  return { po, productId, receipt, issue: await issueOf(receipt) };
};
const inBins = async (productId: string) => [
  await stockOf(testApp, productId, site.bins.receiving),
  await stockOf(testApp, productId, site.bins.quarantine),
];

describe("rejected goods that are accepted as they are", () => {
  test("count as accepted on their line, and move to the good ones", async () => {
    const { po, productId, issue } = await withRejects();
    expect(await inBins(productId)).toEqual(["8", "2"]);
    expect(await saved(accept(issue))).toMatchObject({
      status: "resolved",
      resolution: "accept_as_is",
      resolvedByReceiptNumber: expect.stringMatching(/^GR-/),
    });
    expect(await inBins(productId)).toEqual(["10", "0"]);
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      receiptStatus: "full",
      items: [{ status: "received", acceptedQty: "10", rejectedQty: "0", receivedQty: "10", openQty: "0" }],
    });
  });

  test("are rejected again once the receipt that moved them is reversed, and the issue is open again", async () => {
    const { po, productId, receipt, issue } = await withRejects();
    const accepted = await saved(accept(issue));
    expect(await manager.post(`${path}/${issue.id}/reopen`, { reason: "Look again" })).toMatchObject({
      status: 409,
      body: { code: "goods_decided" },
    });
    expect(await reverse(receipt.id)).toMatchObject({ status: 409, body: { code: "goods_decided" } });
    await saved(reverse(accepted["resolvedByReceiptId"]));
    expect(await inBins(productId)).toEqual(["8", "2"]);
    expect((await manager.get(`${path}/${issue.id}`)).body).toMatchObject({ status: "open", resolution: null });
    expect(await readOrder(po.id)).toMatchObject({
      status: "confirmed",
      items: [{ acceptedQty: "8", rejectedQty: "2", openQty: "2" }],
    });
    await saved(reverse(receipt.id));
    expect(await stockOf(testApp, productId)).toBe("0");
  });

  test("go back no more as rejected: what is returned of them later was received", async () => {
    const { po, productId, receipt, issue } = await withRejects();
    const accepted = await saved(accept(issue));
    const { lines } = (await manager.get(`${receipts}/${String(accepted["resolvedByReceiptId"])}`)).body;
    const found = async (receiptLineId: string, qtyAffected: string) => {
      const report = { kind: "quality", description: "Still bad", receiptLineId, qtyAffected, uom: "EA" };
      const later = await saved(manager.post(path, report));
      await lookInto(manager, later);
      return resolve(later, { resolution: "return", returned: "expected_again" });
    };
    const [counted] = receipt["lines"] as unknown as Body[];
    expect(await found(counted!.id, "9")).toMatchObject({ status: 409, body: { code: "more_than_there" } });
    await saved(found((lines as unknown as Body[])[1]!.id, "2"));
    expect(await stockOf(testApp, productId)).toBe("8");
    expect(await readOrder(po.id)).toMatchObject({ status: "confirmed", items: [{ returnedQty: "2", openQty: "2" }] });
  });

  test("are bought above the order only as goods that were put aside are, once they were replaced", async () => {
    const { po, productId, issue } = await withRejects();
    await count(po, { acceptedQty: "2" });
    expect(await accept(issue, {}, buyer)).toMatchObject({ status: 422, body: { code: "override_not_allowed" } });
    expect((await accept(issue)).body["code"]).toBe("override_needs_reason");
    const accepted = await saved(accept(issue, { note: "Good enough" }));
    expect(await stockOf(testApp, productId, site.bins.receiving)).toBe("12");
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      items: [{ status: "received", orderedQty: "12", acceptedQty: "12", rejectedQty: "0" }],
    });
    await saved(reverse(accepted["resolvedByReceiptId"]));
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      items: [{ status: "received", orderedQty: "10", acceptedQty: "10", rejectedQty: "2" }],
    });
  });

  test("are bought above the order only by whoever may send orders", async () => {
    const { po, issue } = await withRejects();
    await count(po, { acceptedQty: "2" });
    await asSuper(testApp, "update purchase_order_items set over_receipt_pct = 50 where id = $1", [po.items[0]!.id]);
    const docks = await testApp.as("DOCK_SUPERVISOR");
    expect(await accept(issue, {}, docks)).toMatchObject({ status: 409, body: { code: "purchase_not_allowed" } });
    expect(await readOrder(po.id)).toMatchObject({ items: [{ orderedQty: "10" }] });
    await saved(accept(issue, {}, buyer));
    expect(await readOrder(po.id)).toMatchObject({ items: [{ orderedQty: "12" }] });
  });

  test("are those that a second issue is about, once the first was decided for a part of them", async () => {
    const { po, productId, receipt, issue } = await withRejects();
    const { id, kind, severity, description, receiptLineId, version } = issue;
    const one = { kind, severity, description, receiptLineId, uom: "EA", qtyAffected: "1" };
    await saved(manager.put(`${path}/${id}`, { ...one, version }));
    await saved(resolve(issue, { resolution: "return", returned: "credited" }));
    const second = await saved(manager.post(path, { ...one, receiptId: receipt.id }));
    await lookInto(manager, second);
    await saved(resolve(second, { resolution: "return", returned: "expected_again" }));
    expect(await inBins(productId)).toEqual(["8", "0"]);
    expect(await readOrder(po.id)).toMatchObject({
      items: [{ acceptedQty: "8", returnedQty: "0", creditedBaseQty: "1", openQty: "1" }],
    });
  });

  test("are told in pieces where they are a part of a pack", async () => {
    const { id: productId } = await aProduct(testApp);
    await aPackage(testApp, productId, { uom: "XCT", quantity_in_base: "12" });
    const line = { productId, orderedQty: "2", uom: "XCT", qtyPerUom: "12" };
    const po = await anOrder(testApp, site, [line], { status: "confirmed" });
    const receipt = await count(po, { acceptedQty: "1", rejectedQty: "1", uom: "XCT", qtyPerUom: "12" });
    const { id, kind, severity, description, receiptLineId, version } = await issueOf(receipt);
    const some = { kind, severity, description, receiptLineId, uom: "EA", qtyAffected: "5", version };
    await saved(accept(await saved(manager.put(`${path}/${id}`, some))));
    expect(await inBins(productId)).toEqual(["17", "7"]);
    expect(await readOrder(po.id)).toMatchObject({ items: [{ keptBaseQty: "17", acceptedQty: "1.416667" }] });
  });

  test("have a lot where somebody can read it; else they wait where goods are inspected, and that is reported", async () => {
    const rejects = () => withRejects({ tracking_mode: "lot" }, { acceptedQty: "0", rejectedQty: "2" });
    const [read, unread] = [await rejects(), await rejects()];
    await saved(accept(read.issue, { lotNumber: "L-7" }));
    expect(await inBins(read.productId)).toEqual(["2", "0"]);
    const { resolvedByReceiptId } = await saved(accept(unread.issue));
    expect(await inBins(unread.productId)).toEqual(["0", "2"]);
    expect(await readOrder(unread.po.id)).toMatchObject({ items: [{ acceptedQty: "2", openQty: "8" }] });
    const { items } = (await manager.get(`${path}?receiptId=${String(resolvedByReceiptId)}`)).body;
    expect(items).toMatchObject([{ kind: "other", status: "open", qtyAffected: "2" }]);
    expect(items[0]!["description"]).toContain("came without a lot that could be read.");
  });

  test("are decided on with the goods that were put aside, where they were", async () => {
    const { id: productId } = await aProduct(testApp);
    const po = await anOrder(testApp, site, [{ productId, orderedQty: "10" }], { status: "confirmed" });
    const receipt = await count(po, { acceptedQty: "3", rejectedQty: "1", isUnexpected: true });
    const [rejects, aside] = [await issueOf(receipt), await issueOf(receipt, "unexpected")];
    expect(await accept(rejects)).toMatchObject({ status: 409, body: { code: "goods_undecided" } });
    const taken = await saved(decide(manager, `${path}/${aside.id}/take-goods`));
    expect(await readOrder(po.id)).toMatchObject({ items: [{ acceptedQty: "3", rejectedQty: "1", openQty: "7" }] });
    await saved(accept(rejects));
    expect(await readOrder(po.id)).toMatchObject({ items: [{ acceptedQty: "4", rejectedQty: "0", openQty: "6" }] });
    expect(await reverse(taken["resolvedByReceiptId"])).toMatchObject({
      status: 409,
      body: { code: "goods_decided" },
    });
  });
});

describe("rejected goods that go back", () => {
  test("are not expected again where they are credited", async () => {
    const { po, productId, issue } = await withRejects();
    await saved(resolve(issue, { resolution: "return", returned: "credited", note: "Credit note 9" }));
    expect(await stockOf(testApp, productId)).toBe("8");
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      items: [{ status: "short_closed", closeReason: "Credit note 9", openQty: "0", creditedBaseQty: "2" }],
    });
    await saved(manager.post(`${path}/${issue.id}/undo-return`, { reason: "The truck was full" }));
    expect(await readOrder(po.id)).toMatchObject({
      status: "confirmed",
      items: [{ status: "partially_received", openQty: "2", creditedBaseQty: "0", closeReason: null }],
    });
  });

  test("are expected again where the buyer says so", async () => {
    const { po, issue } = await withRejects();
    await saved(resolve(issue, { resolution: "return", returned: "expected_again" }));
    expect(await readOrder(po.id)).toMatchObject({
      status: "confirmed",
      items: [{ status: "partially_received", openQty: "2", creditedBaseQty: "0" }],
    });
  });

  test("lower nothing that is owed where others came in their place before they were credited", async () => {
    const { po, issue } = await withRejects();
    await count(po, { acceptedQty: "2" });
    await saved(resolve(issue, { resolution: "return", returned: "credited" }));
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      items: [{ status: "received", creditedBaseQty: "0" }],
    });
  });
});
