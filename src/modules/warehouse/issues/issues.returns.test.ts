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
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let site: Site;
let manager: Client;
const path = "/api/warehouse/issues";
const receipts = "/api/warehouse/receipts";

beforeAll(async () => {
  testApp = await startTestApp();
  site = await aSite(testApp);
  manager = await testApp.as("COMPANY_ADMIN");
});
afterAll(async () => {
  expect(await conservation(testApp)).toEqual({ strayItems: 0, strayProducts: 0, strayLines: 0 });
  await testApp.close();
});

const count = (po: Order, line: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  saved(manager.post(receipts, aReceipt(site, [aLine(po.items[0]!, line)], more)));
const orderOf = (productId: string, orderedQty: string, more: Record<string, string> = {}) =>
  anOrder(testApp, site, [{ productId, orderedQty, ...more }], { status: "confirmed" });
const readOrder = async (id: string) => (await manager.get(`/api/warehouse/purchase-orders/${id}`)).body;
const issueOf = async (receipt: Body, kind: string) =>
  (await manager.get(`${path}?receiptId=${receipt.id}&kind=${kind}`)).body.items[0]!;
const lineOf = (receipt: Body) => (receipt["lines"] as unknown as Body[])[0]!;
const begin = (issue: Body) => lookInto(manager, issue);
const giveBack = (issue: Body, returned: string | null = "expected_again") =>
  decide(manager, `${path}/${issue.id}/resolve`, { resolution: "return", returned });
const returned = async (issue: Body, how?: string) => {
  await begin(issue);
  return saved(giveBack(issue, how));
};
const undo = (issue: Body) => manager.post(`${path}/${issue.id}/undo-return`, { reason: "The truck was full" });

test("of an order that somebody closed nothing is expected again: it is opened first, or they are credited", async () => {
  const [one, other] = [await aProduct(testApp), await aProduct(testApp)];
  const lines = [one, other].map(({ id: productId }) => ({ productId, orderedQty: "10" }));
  const po = await anOrder(testApp, site, lines, { status: "confirmed" });
  const receipt = await count(po, { acceptedQty: "8", damagedQty: "2" });
  const closing = { reason: "The season is over", isUnwanted: true };
  await saved(decide(manager, `/api/warehouse/purchase-orders/${po.id}/close`, closing));
  const issue = await issueOf(receipt, "damaged");
  await begin(issue);
  expect(await giveBack(issue)).toMatchObject({ status: 422, body: { fields: { returned: expect.any(String) } } });
  await saved(giveBack(issue, "credited"));
  expect(await readOrder(po.id)).toMatchObject({ status: "closed", items: [{ openQty: "0" }, { openQty: "0" }] });
});

describe("goods that are here again though their order does not want them", () => {
  /** All ten of a line come, one too many with them where so said, and go back. */
  const allReturned = async (damagedQty: string, how: string) => {
    const { id: productId } = await aProduct(testApp);
    const po = await anOrder(testApp, site, [{ productId, orderedQty: "10" }], { status: "sent" });
    const receipt = await count(po, { acceptedQty: "0", damagedQty }, { overrideReason: "One more on the pallet" });
    const issue = await issueOf(receipt, "damaged");
    await returned(issue, how);
    return { po, issue };
  };
  const reported = async (po: Order) =>
    (await manager.get(`${path}?purchaseOrderId=${po.id}&status=open`)).body.items.map((one) => [
      one["kind"],
      one["qtyAffected"],
    ]);

  test("are reported where the order was given up meanwhile", async () => {
    const { po, issue } = await allReturned("10", "expected_again");
    const decline = { name: "Anke Lührs", reason: "Sold out" };
    await saved(manager.post(`/api/warehouse/purchase-orders/${po.id}/decline`, decline));
    await saved(undo(issue));
    expect(await reported(po)).toEqual(expect.arrayContaining([["unexpected", "10"]]));
  });

  test("are reported where they are above the order again, once", async () => {
    const { po, issue } = await allReturned("11", "credited");
    await saved(undo(issue));
    expect((await reported(po)).filter(([kind]) => kind === "over")).toEqual([["over", "1"]]);
    await returned(issue, "credited");
    await saved(undo(issue));
    expect((await reported(po)).filter(([kind]) => kind === "over")).toEqual([["over", "1"]]);
  });
});

describe("goods go back to the vendor once", () => {
  /** Two orders of one product, each received with 15 good and 5 damaged pieces in the same bins. */
  const twoOrders = async () => {
    const { id } = await aProduct(testApp);
    const po = await orderOf(id, "20");
    const receipt = await count(po, { acceptedQty: "15", damagedQty: "5" });
    await count(await orderOf(id, "20"), { acceptedQty: "15", damagedQty: "5" });
    return { po, receipt, productId: id, issue: await issueOf(receipt, "damaged") };
  };

  test("an issue that returned them is not opened again: the return is undone, and then they may go", async () => {
    const { po, productId, issue } = await twoOrders();
    expect(await returned(issue)).toMatchObject({
      returnedBaseQty: "5",
      steps: expect.arrayContaining(["undoReturn"]),
    });
    const again = await manager.post(`${path}/${issue.id}/reopen`, { reason: "Once more" });
    expect(again).toMatchObject({ status: 409, body: { code: "goods_returned" } });
    expect(await stockOf(testApp, productId)).toBe("35");
    expect(await saved(undo(issue))).toMatchObject({ status: "open", returnedBaseQty: null, resolution: null });
    expect(await stockOf(testApp, productId, site.bins.damaged)).toBe("10");
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      items: [{ returnedQty: "0", openQty: "0", status: "received" }],
    });
    await returned(issue);
    expect(await stockOf(testApp, productId)).toBe("35");
    expect(await readOrder(po.id)).toMatchObject({ items: [{ returnedQty: "5", openQty: "5" }] });
  });

  test("a second issue about them returns nothing more, nor what another order brought", async () => {
    const { receipt, productId, issue } = await twoOrders();
    await returned(issue);
    const report = { kind: "wrong_item", description: "Blue", receiptLineId: lineOf(receipt).id, uom: "EA" };
    const second = await saved(manager.post(path, { ...report, qtyAffected: "16" }));
    await begin(second);
    const refused = await giveBack(second);
    expect(refused).toMatchObject({ status: 409, body: { code: "more_than_there" } });
    expect(refused.body["message"]).toContain("15 pieces");
    expect(await stockOf(testApp, productId)).toBe("35");
  });

  test("an issue is about no more than was counted, and what the system reported returns no more than that", async () => {
    const { productId, issue } = await twoOrders();
    const { steps: _steps, ...fields } = issue;
    const write = (qtyAffected: string, version: unknown) =>
      manager.put(`${path}/${issue.id}`, { ...pick(fields), qtyAffected, version });
    expect((await write("50", issue.version)).body["fields"]).toMatchObject({
      qtyAffected: expect.stringContaining("20 pieces"),
    });
    await saved(write("8", issue.version));
    await begin(issue);
    expect(await giveBack(issue)).toMatchObject({ status: 409, body: { code: "more_than_there" } });
    expect(await stockOf(testApp, productId)).toBe("40");
  });

  test("nothing goes back of a receipt that was reversed, though other stock lies in the bin", async () => {
    const { receipt, productId, issue } = await twoOrders();
    await begin(issue);
    await saved(decide(manager, `${receipts}/${receipt.id}/reverse`, { reason: "Counted twice" }));
    expect(await giveBack(issue)).toMatchObject({ status: 409, body: { code: "receipt_reversed" } });
    expect(await stockOf(testApp, productId)).toBe("20");
  });

  test("damaged goods that were put aside go back by the decision on them; once taken, they go back from their line", async () => {
    const { id } = await aProduct(testApp);
    const po = await orderOf(id, "5");
    const receipt = await count(po, { acceptedQty: "2", damagedQty: "1", isUnexpected: true });
    const [damaged, aside] = [await issueOf(receipt, "damaged"), await issueOf(receipt, "unexpected")];
    await begin(damaged);
    expect(await giveBack(damaged)).toMatchObject({ status: 409, body: { code: "goods_undecided" } });
    await saved(decide(manager, `${path}/${aside.id}/take-goods`));
    await saved(giveBack(damaged));
    expect([await stockOf(testApp, id), await stockOf(testApp, id, site.bins.damaged)]).toEqual(["2", "0"]);
    expect(await readOrder(po.id)).toMatchObject({ items: [{ returnedQty: "1", openQty: "3" }] });
  });

  test("of a line that is over nothing is expected again: it is opened first, or they are credited", async () => {
    const { id } = await aProduct(testApp);
    const po = await orderOf(id, "10");
    const issue = await issueOf(await count(po, { acceptedQty: "4", damagedQty: "3" }), "damaged");
    await saved(decide(manager, `/api/warehouse/purchase-orders/${po.id}/close`, { reason: "Nothing more comes" }));
    await begin(issue);
    expect((await giveBack(issue)).body["fields"]).toMatchObject({ returned: expect.stringContaining("credited") });
    await saved(giveBack(issue, "credited"));
  });
});

describe("what goes back is told in base units", () => {
  test("of two packs with the same code it is the one that was counted", async () => {
    const { id } = await aProduct(testApp);
    for (const size of ["6", "60"]) await aPackage(testApp, id, { uom: "XCT", quantity_in_base: size });
    const po = await orderOf(id, "100", { uom: "XCT", qtyPerUom: "6" });
    const receipt = await count(po, { uom: "XCT", qtyPerUom: "60", acceptedQty: "8", damagedQty: "2" });
    const issue = await issueOf(receipt, "damaged");
    expect(issue).toMatchObject({ qtyAffected: "2", uom: "XCT", qtyPerUom: "60" });
    await returned(issue);
    expect(await stockOf(testApp, id)).toBe("480");
    expect(await readOrder(po.id)).toMatchObject({ items: [{ returnedQty: "20", openQty: "20" }] });
  });

  test("a surplus of pieces is those pieces, and returned it leaves whole ones", async () => {
    const { id } = await aProduct(testApp);
    await aPackage(testApp, id, { uom: "XCT", quantity_in_base: "12" });
    const po = await orderOf(id, "10", { uom: "XCT", qtyPerUom: "12" });
    const piece = { uom: "EA", qtyPerUom: "1", acceptedQty: "127" };
    const issue = await issueOf(await count(po, piece, { overrideReason: "Loose pieces" }), "over");
    expect(issue).toMatchObject({ qtyAffected: "7", uom: "EA", qtyPerUom: "1" });
    await returned(issue);
    expect(await stockOf(testApp, id)).toBe("120");
    expect(await readOrder(po.id)).toMatchObject({ receiptStatus: "full", items: [{ keptBaseQty: "120" }] });
  });
});

test("rejects that are found later were received: they are expected again when they go back", async () => {
  const { id } = await aProduct(testApp);
  const po = await orderOf(id, "20");
  const receipt = await count(po, { acceptedQty: "20" });
  const report = {
    kind: "quality",
    description: "Out of tolerance",
    receiptLineId: lineOf(receipt).id,
    qtyAffected: "8",
  };
  const issue = await saved(manager.post(path, { ...report, uom: "EA" }));
  await begin(issue);
  expect((await giveBack(issue, null)).body["fields"]).toHaveProperty("returned");
  await saved(giveBack(issue));
  expect(await stockOf(testApp, id)).toBe("12");
  expect(await readOrder(po.id)).toMatchObject({
    status: "confirmed",
    items: [{ returnedQty: "8", openQty: "8", status: "partially_received" }],
  });
  const replaced = await count(po, { acceptedQty: "8" });
  expect(replaced).toMatchObject({ lines: [{ isUnexpected: false }] });
});

describe("a receipt of which goods went back", () => {
  test("is reversed once their return is undone, and the refusal says so by name", async () => {
    const { id } = await aProduct(testApp);
    const po = await orderOf(id, "10");
    const receipt = await count(po, { acceptedQty: "7", damagedQty: "3" });
    await count(await orderOf(id, "10"), { acceptedQty: "5", damagedQty: "5" });
    const issue = await issueOf(receipt, "damaged");
    await returned(issue, "credited");
    const reverse = () => decide(manager, `${receipts}/${receipt.id}/reverse`, { reason: "Wrong order" });
    const refused = await reverse();
    expect(refused).toMatchObject({ status: 409, body: { code: "goods_returned" } });
    expect(refused.body["message"]).toBe(`Returned by ${String(issue["number"])}: 3 pieces. Undo that return first.`);
    await saved(undo(issue));
    expect(await readOrder(po.id)).toMatchObject({ items: [{ status: "received", returnedQty: "0" }] });
    await saved(reverse());
    expect(await stockOf(testApp, id)).toBe("10");
    expect(await readOrder(po.id)).toMatchObject({ items: [{ receivedQty: "0", keptBaseQty: "0", openQty: "10" }] });
    expect((await manager.get(`${path}/${issue.id}`)).body).toMatchObject({ status: "dismissed" });
  });
});

/** What a form sends back of an issue. */
function pick({ kind, severity, description, receiptLineId, uom }: Record<string, unknown>): Record<string, unknown> {
  return { kind, severity, description, receiptLineId, uom };
}
