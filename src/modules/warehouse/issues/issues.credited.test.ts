import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aLine,
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
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let site: Site;
let manager: Client;
const path = "/api/warehouse/issues";
const receipts = "/api/warehouse/receipts";
const orders = "/api/warehouse/purchase-orders";

beforeAll(async () => {
  testApp = await startTestApp();
  site = await aSite(testApp);
  manager = await testApp.as("COMPANY_ADMIN");
});
afterAll(async () => {
  expect(await conservation(testApp)).toEqual({ strayItems: 0, strayProducts: 0, strayLines: 0 });
  await testApp.close();
});

const readOrder = async (id: string) => (await manager.get(`${orders}/${id}`)).body;
const count = (po: Order, line: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  saved(manager.post(receipts, aReceipt(site, [aLine(po.items[0]!, line)], more)));
const lineOf = (receipt: Body) => (receipt["lines"] as unknown as Body[])[0]!;
const begin = async (issue: Body) => {
  await lookInto(manager, issue);
  return issue;
};
const issueOf = async (receipt: Body, kind: string) =>
  begin((await manager.get(`${path}?receiptId=${receipt.id}&kind=${kind}`)).body.items[0]!);
/** Somebody finds later that so many of a receipt are bad. */
const reported = async (receipt: Body, qtyAffected: string) =>
  begin(
    await saved(
      manager.post(path, {
        kind: "quality",
        description: "Out of tolerance",
        receiptId: receipt.id,
        receiptLineId: lineOf(receipt).id,
        qtyAffected,
        uom: "EA",
      }),
    ),
  );
const giveBack = (issue: Body, returned: string, note: string | null = null) =>
  decide(manager, `${path}/${issue.id}/resolve`, { resolution: "return", returned, note });
const reverse = (receipt: Body) => decide(manager, `${receipts}/${receipt.id}/reverse`, { reason: "Counted twice" });
/** Ten are ordered. */
const anOrderOfTen = async () => {
  const { id: productId } = await aProduct(testApp);
  const po = await anOrder(testApp, site, [{ productId, orderedQty: "10" }], { status: "confirmed" });
  return { po, productId };
};
/** Of ten that are ordered four came, of which two went back and are credited. */
const withCredit = async () => {
  const { po, productId } = await anOrderOfTen();
  const receipt = await count(po, { acceptedQty: "4" });
  const issue = await reported(receipt, "2");
  await saved(giveBack(issue, "credited", "Credit note 9"));
  return { po, productId, receipt, issue };
};

test("a line of an order that is written anew asks for all of it: what was credited before is none of it", async () => {
  const { id: productId } = await aProduct(testApp);
  const po = await anOrder(testApp, site, [{ productId, orderedQty: "10" }], { status: "sent" });
  const receipt = await count(po, { acceptedQty: "6" });
  const issue = await reported(receipt, "6");
  await saved(giveBack(issue, "credited"));
  await saved(manager.post(`${orders}/${po.id}/decline`, { name: "Anke Lührs", reason: "Sold out" }));
  await saved(manager.post(`${orders}/${po.id}/revise`, {}));
  const anew = [{ orderedQty: "10", openQty: "10", creditedBaseQty: "0" }];
  expect(await readOrder(po.id)).toMatchObject({ status: "draft", items: anew });
});

describe("a part of a line that is credited", () => {
  test("is not expected again, and what else is owed stays expected", async () => {
    const { po, productId } = await withCredit();
    expect(await stockOf(testApp, productId)).toBe("2");
    expect(await readOrder(po.id)).toMatchObject({
      status: "confirmed",
      receiptStatus: "partial",
      items: [{ status: "partially_received", openQty: "6", returnedQty: "2", creditedBaseQty: "2", keptBaseQty: "2" }],
    });
    const { lines } = (await manager.get(`${receipts}/expected?purchaseOrderId=${po.id}`)).body as unknown as {
      lines: Body[];
    };
    expect(lines).toMatchObject([{ openQty: "6", receivedQty: "2", creditedQty: "2", maxQty: "8" }]);
  });

  test("is not expected again where it came damaged", async () => {
    const { po } = await anOrderOfTen();
    const receipt = await count(po, { acceptedQty: "4", damagedQty: "2" });
    await saved(giveBack(await issueOf(receipt, "damaged"), "credited"));
    expect(await readOrder(po.id)).toMatchObject({
      status: "confirmed",
      items: [{ status: "partially_received", openQty: "4", keptBaseQty: "4" }],
    });
  });

  test("completes the line with what comes of the rest, which is received as expected", async () => {
    const { po } = await withCredit();
    expect(await count(po, { acceptedQty: "6" })).toMatchObject({ lines: [{ isUnexpected: false }] });
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      receiptStatus: "partial",
      items: [{ status: "short_closed", closeReason: "Credit note 9", openQty: "0", keptBaseQty: "8" }],
    });
    // What was credited is not missing.
    expect((await manager.get(`${path}?purchaseOrderId=${po.id}&kind=short`)).body.items).toEqual([]);
  });

  test("is no room for more: what comes above the rest is above the order", async () => {
    const { po } = await withCredit();
    const line = aLine(po.items[0]!, { acceptedQty: "8" });
    const refused = await manager.post(receipts, aReceipt(site, [line]));
    expect(refused.body["code"]).toBe("override_needs_reason");
    const receipt = await count(po, { acceptedQty: "8" }, { overrideReason: "Whole cartons" });
    expect((await manager.get(`${path}?receiptId=${receipt.id}&kind=over`)).body.items).toMatchObject([
      { qtyAffected: "2", status: "open" },
    ]);
  });

  test("is not counted as owed by an order that is opened again", async () => {
    const { po } = await withCredit();
    await saved(decide(manager, `${orders}/${po.id}/close`, { reason: "Enough" }));
    expect(await readOrder(po.id)).toMatchObject({ items: [{ status: "short_closed", closeReason: "Enough" }] });
    const [short] = (await manager.get(`${path}?purchaseOrderId=${po.id}&kind=short`)).body.items;
    expect(short).toMatchObject({ qtyAffected: "6" });
    await saved(decide(manager, `${orders}/${po.id}/reopen`, { reason: "They come after all" }));
    expect(await readOrder(po.id)).toMatchObject({
      status: "confirmed",
      items: [{ status: "partially_received", openQty: "6" }],
    });
  });

  test("is all that is missing where the rest of a line that somebody closed short is credited, too", async () => {
    const { po } = await anOrderOfTen();
    const receipt = await count(po, { acceptedQty: "8", rejectedQty: "2" });
    await saved(decide(manager, `${orders}/${po.id}/close`, { reason: "Enough" }));
    await saved(giveBack(await issueOf(receipt, "quality"), "credited", "Credit note 9"));
    const { items: missing } = (await manager.get(`${path}?purchaseOrderId=${po.id}&kind=short`)).body;
    expect(missing).toMatchObject([{ status: "resolved", resolution: "settled" }]);
    await saved(decide(manager, `${orders}/${po.id}/reopen`, { reason: "One more line" }));
    expect(await readOrder(po.id)).toMatchObject({
      status: "confirmed",
      items: [{ status: "short_closed", closeReason: "Credit note 9", openQty: "0" }],
    });
  });

  test("leaves nothing owed of an order that is opened again once the rest has come", async () => {
    const { po } = await withCredit();
    await count(po, { acceptedQty: "6" });
    await saved(decide(manager, `${orders}/${po.id}/reopen`, { reason: "One more line" }));
    expect(await readOrder(po.id)).toMatchObject({
      status: "confirmed",
      items: [{ status: "short_closed", openQty: "0" }],
    });
  });

  test("is expected again once the return is undone", async () => {
    const { po, issue } = await withCredit();
    await count(po, { acceptedQty: "6" });
    await saved(manager.post(`${path}/${issue.id}/undo-return`, { reason: "The truck was full" }));
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      items: [{ status: "received", returnedQty: "0", creditedBaseQty: "0", keptBaseQty: "10", closeReason: null }],
    });
  });

  test("keeps its receipt from being reversed; another receipt of the line is, and its goods are expected again", async () => {
    const { po, receipt, issue } = await withCredit();
    const rest = await count(po, { acceptedQty: "6" });
    expect(await reverse(receipt)).toMatchObject({ status: 409, body: { code: "goods_returned" } });
    await saved(reverse(rest));
    expect(await readOrder(po.id)).toMatchObject({
      status: "confirmed",
      items: [{ status: "partially_received", openQty: "6", creditedBaseQty: "2", closeReason: null }],
    });
    await saved(manager.post(`${path}/${issue.id}/undo-return`, { reason: "They are here" }));
    await saved(reverse(receipt));
    expect(await readOrder(po.id)).toMatchObject({ items: [{ status: "open", openQty: "10", keptBaseQty: "0" }] });
  });

  test("lets later returns be expected again, also once the line is complete", async () => {
    const { po } = await withCredit();
    const rest = await count(po, { acceptedQty: "6" });
    await saved(giveBack(await reported(rest, "3"), "expected_again"));
    expect(await readOrder(po.id)).toMatchObject({
      status: "confirmed",
      items: [{ status: "partially_received", openQty: "3", returnedQty: "5", creditedBaseQty: "2" }],
    });
  });

  test("stays closed short for the reason of whoever closed the rest, though both name one credit note", async () => {
    const { po, issue } = await withCredit();
    const { items } = await readOrder(po.id);
    const close = { itemId: items[0]!.id, reason: "Credit note 9" };
    await saved(decide(manager, `${orders}/${po.id}/short-close-line`, close));
    await saved(manager.post(`${path}/${issue.id}/undo-return`, { reason: "The truck was full" }));
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      items: [{ status: "short_closed", closeReason: "Credit note 9", openQty: "0", keptBaseQty: "4" }],
    });
  });

  test("is a floor for what the line is amended to", async () => {
    const { po } = await withCredit();
    const amended = async (orderedQty: string) => {
      const { items } = await readOrder(po.id);
      const [{ id, productId, uom, qtyPerUom, unitPrice }] = items as unknown as [Record<string, unknown>];
      return decide(manager, `${orders}/${po.id}/amend`, {
        reason: "Fewer are wanted",
        items: [{ id, productId, uom, qtyPerUom, unitPrice, orderedQty }],
      });
    };
    expect((await amended("3")).body["fields"]).toMatchObject({
      "items.0.orderedQty": expect.stringContaining("received or credited"),
    });
    expect((await amended("7")).status).toBe(200);
    expect(await readOrder(po.id)).toMatchObject({ items: [{ openQty: "3" }] });
  });
});

describe("goods above the order that are credited", () => {
  test("lower nothing that is owed: what is returned later is expected again in full", async () => {
    const { po } = await anOrderOfTen();
    const receipt = await count(po, { acceptedQty: "13" }, { overrideReason: "Whole cartons" });
    await saved(giveBack(await issueOf(receipt, "over"), "credited"));
    expect(await readOrder(po.id)).toMatchObject({ items: [{ status: "received", creditedBaseQty: "0" }] });
    await saved(giveBack(await reported(receipt, "2"), "expected_again"));
    expect(await readOrder(po.id)).toMatchObject({ items: [{ openQty: "2", keptBaseQty: "8" }] });
  });
});
