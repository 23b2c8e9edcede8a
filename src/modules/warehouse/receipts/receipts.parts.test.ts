import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, wallTime } from "#shared/format/wall-time.ts";
import {
  aLine,
  anOrder,
  aProduct,
  aReceipt,
  aSite,
  conservation,
  stockOf,
  type Site,
} from "#main/testing/records/receiving.ts";
import { decide, orderBody, saved } from "#main/testing/records/orders.ts";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let site: Site;
let buyer: Client;
let admin: Client;
const path = "/api/warehouse/receipts";
const orders = "/api/warehouse/purchase-orders";
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

const readOrder = async (id: string) => (await buyer.get(`${orders}/${id}`)).body;
const issuesOf = async (receiptId: unknown, kind?: string) =>
  (await buyer.get(`${issuesPath}?receiptId=${String(receiptId)}${kind ? `&kind=${kind}` : ""}`)).body.items;
const take = (issue: Body, body: object = {}, client = buyer) =>
  decide(client, `${issuesPath}/${issue.id}/take-goods`, body);
const post = (lines: Record<string, unknown>[], more: Record<string, unknown> = {}) =>
  saved(admin.post(path, aReceipt(site, lines, more)));
/** Ten are ordered; five good, two damaged and one rejected piece lie in quarantine. */
const aside = async () => {
  const product = await aProduct(testApp);
  const po = await anOrder(testApp, site, [{ productId: product.id, orderedQty: "10" }], { status: "confirmed" });
  const counts = { acceptedQty: "5", damagedQty: "2", rejectedQty: "1", isUnexpected: true };
  const receipt = await post([aLine(po.items[0]!, counts)]);
  const [issue] = await issuesOf(receipt.id, "unexpected");
  return { po, receipt, issue: issue!, productId: product.id };
};
const stockIn = (bin: string, productId: string) => stockOf(testApp, productId, bin);

describe("goods that were put aside are taken in part", () => {
  test("good pieces first: the rest stays put aside and is asked about anew", async () => {
    const { po, issue, productId } = await aside();
    const taken = await saved(take(issue, { quantity: "6" }));
    expect(taken).toMatchObject({ status: "resolved", resolution: "accept_as_is" });
    expect((await readOrder(po.id)).items[0]).toMatchObject({ acceptedQty: "5", damagedQty: "1", openQty: "4" });
    expect(await stockIn(site.bins.quarantine, productId)).toBe("2");
    const [rest] = await issuesOf(taken["resolvedByReceiptId"], "unexpected");
    expect(rest).toMatchObject({ status: "open", qtyAffected: "2", assigneeId: testApp.users.BUYER });
    expect(rest!["description"]).toContain(String(issue["number"]));
    await saved(take(rest!));
    expect((await readOrder(po.id)).items[0]).toMatchObject({ acceptedQty: "5", damagedQty: "2", rejectedQty: "1" });
    expect(await stockIn(site.bins.quarantine, productId)).toBe("0");
  });

  test("no more than there are; and reversed, all of it is put aside again, by one issue", async () => {
    const { po, issue, productId } = await aside();
    expect(await take(issue, { quantity: "8" })).toMatchObject({
      status: 422,
      body: { fields: { quantity: "Put aside here: 7 pieces." } },
    });
    const { resolvedByReceiptId: receiptId } = await saved(take(issue, { quantity: "3" }));
    const [rest] = await issuesOf(receiptId, "unexpected");
    await saved(decide(admin, `${path}/${String(receiptId)}/reverse`, { reason: "Not wanted after all" }));
    expect((await readOrder(po.id)).items[0]).toMatchObject({ acceptedQty: "0", openQty: "10" });
    expect(await stockIn(site.bins.quarantine, productId)).toBe("8");
    const state = async ({ id }: Body) => (await buyer.get(`${issuesPath}/${id}`)).body.status;
    expect([await state(issue), await state(rest!)]).toEqual(["open", "dismissed"]);
  });
});

describe("goods that were put aside are not taken", () => {
  test("where all of them were rejected: they are returned or refused", async () => {
    const product = await aProduct(testApp);
    const po = await anOrder(testApp, site, [{ productId: product.id, orderedQty: "10" }], { status: "confirmed" });
    const receipt = await post([aLine(po.items[0]!, { rejectedQty: "3", isUnexpected: true })]);
    const [issue] = await issuesOf(receipt.id, "unexpected");
    expect(await take(issue!)).toMatchObject({ status: 409, body: { code: "nothing_kept" } });
    await saved(decide(buyer, `${issuesPath}/${issue!.id}/refuse-goods`, { reason: "Broken" }));
  });

  test("onto a line that orders another product by now", async () => {
    const [first, second] = [await aProduct(testApp), await aProduct(testApp)];
    const records = { ...site, shipToLocationId: site.locationId, products: [first] };
    const draft = await saved(buyer.post(orders, orderBody(records)));
    const [item] = draft.items;
    const counted = { purchaseOrderItemId: item!.id, productId: first.id, uom: "EA", qtyPerUom: "1", acceptedQty: "4" };
    const receipt = await post([counted]);
    const [issue] = await issuesOf(receipt.id, "unexpected");
    expect(issue!["description"]).toContain("came before the order was sent; it is draft.");
    const body = orderBody(records, {
      version: draft.version,
      items: [{ id: item!.id, productId: second.id, orderedQty: "10", uom: "EA", unitPrice: "2.5" }],
    });
    await saved(buyer.put(`${orders}/${draft.id}`, body));
    for (const step of ["submit", "send"]) await saved(decide(buyer, `${orders}/${draft.id}/${step}`));
    expect(await take(issue!)).toMatchObject({
      status: 422,
      body: { fields: { purchaseOrderItemId: "This line orders another product." } },
    });
    expect((await readOrder(draft.id)).items[0]).toMatchObject({ acceptedQty: "0", productId: second.id });
  });
});

describe("a count", () => {
  test("of a second receipt above the order is over by itself only, not by what was over before", async () => {
    const product = await aProduct(testApp);
    const po = await anOrder(
      testApp,
      site,
      [
        { productId: product.id, orderedQty: "10" },
        { productId: (await aProduct(testApp)).id, orderedQty: "1" },
      ],
      { status: "confirmed" },
    );
    const over = async (acceptedQty: string) => {
      const receipt = await post([aLine(po.items[0]!, { acceptedQty })], { overrideReason: "Whole cartons" });
      return (await issuesOf(receipt.id, "over")).map(({ qtyAffected }) => qtyAffected);
    };
    expect([await over("12"), await over("3")]).toEqual([["2"], ["3"]]);
  });

  test("of damage gives the carrier notice within five days of when the goods came", async () => {
    const product = await aProduct(testApp);
    const po = await anOrder(testApp, site, [{ productId: product.id, orderedQty: "10" }], { status: "confirmed" });
    const receivedAt = new Date(Date.now() - 2 * 86_400_000).toISOString();
    const receipt = await post([aLine(po.items[0]!, { acceptedQty: "9", damagedQty: "1" })], { receivedAt });
    const [issue] = await issuesOf(receipt.id, "damaged");
    expect(issue!["carrierNotifyBy"]).toBe(addDays(wallTime(receivedAt, "Europe/Amsterdam").date, 5));
  });

  test("of half a piece is recorded and flagged; of half a kilogram it is nothing special", async () => {
    const piece = await aProduct(testApp);
    const weight = await aProduct(testApp, { base_uom: "KGM" });
    const items = [
      { productId: piece.id, orderedQty: "10" },
      { productId: weight.id, orderedQty: "10", uom: "KGM" },
    ];
    const po = await anOrder(testApp, site, items, { status: "confirmed" });
    const receipt = await post(po.items.map((item) => aLine(item, { acceptedQty: "2.5" })));
    expect(await issuesOf(receipt.id)).toMatchObject([
      { kind: "other", severity: "low", qtyAffected: "2.5", description: expect.stringContaining("whole pieces") },
    ]);
    expect((await readOrder(po.id)).items).toMatchObject([{ acceptedQty: "2.5" }, { acceptedQty: "2.5" }]);
  });
});
