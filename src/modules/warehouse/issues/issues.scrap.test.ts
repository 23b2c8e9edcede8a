import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aLine,
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

/** Ten were ordered; seven came well, three damaged: the system reported those, and somebody looks into it. */
const withDamage = async () => {
  const { id: productId } = await aProduct(testApp);
  const po = await anOrder(testApp, site, [{ productId, orderedQty: "10" }], { status: "confirmed" });
  const counted = [aLine(po.items[0]!, { acceptedQty: "7", damagedQty: "3" })];
  const receipt = await saved(manager.post(receipts, aReceipt(site, counted)));
  const [issue] = (await manager.get(`${path}?receiptId=${receipt.id}&kind=damaged`)).body.items;
  await lookInto(manager, issue!);
  return { productId, po, receipt, issue: issue! };
};
const resolve = (issue: Body, resolution: string, more: object = {}) =>
  decide(manager, `${path}/${issue.id}/resolve`, { resolution, ...more });
const undo = (issue: Body, what: string) => manager.post(`${path}/${issue.id}/undo-${what}`, { reason: "A slip" });
const readOrder = async (id: string) => (await manager.get(`/api/warehouse/purchase-orders/${id}`)).body;
const onHand = async (productId: string) => (await manager.get(`/api/warehouse/products/${productId}`)).body["onHand"];
const inDamaged = async (productId: string) =>
  (
    await asSuper<{ sum: string }>(
      testApp,
      `select trim_scale(sum(quantity))::text as sum from stock_moves where product_id = $1 and storage_location_id = $2`,
      [productId, site.bins.damaged],
    )
  )[0]!.sum;
/** Reports other pieces of the same count, as a person does, and looks into it. */
const another = async (receipt: Body, qtyAffected: string, kind = "damaged") => {
  const [line] = receipt["lines"] as unknown as Body[];
  const body = { kind, description: "Found later", receiptLineId: line!.id, qtyAffected, uom: "EA" };
  const issue = await saved(manager.post(path, body));
  await lookInto(manager, issue);
  return issue;
};

describe("scrapped goods", () => {
  test("leave the stock by a movement of their own kind, with the issue that says why; they stay received", async () => {
    const { productId, po, issue } = await withDamage();
    const done = await saved(resolve(issue, "scrap", { note: "Crushed" }));
    expect(done).toMatchObject({ status: "resolved", resolution: "scrap", scrappedBaseQty: "3" });
    expect([await onHand(productId), await inDamaged(productId)]).toEqual(["7", "0"]);
    expect(
      await asSuper(
        testApp,
        `select m.reason, m.part, trim_scale(m.quantity)::text as quantity, r.resolution_note as why
          from stock_moves m join reported_issues r on r.id = m.issue_id where m.product_id = $1`,
        [productId],
      ),
    ).toEqual([{ reason: "scrap", part: "damaged", quantity: "-3", why: "Crushed" }]);
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      items: [{ damagedQty: "3", returnedQty: "0", openQty: "0", status: "received" }],
    });
  });

  test("are scrapped once, do not go back as well, and are there again once that is undone", async () => {
    const { productId, receipt, issue } = await withDamage();
    await saved(resolve(issue, "scrap"));
    expect((await manager.get(`${path}/${issue.id}`)).body["steps"]).toEqual(["close", "undoScrap"]);
    expect(await manager.post(`${path}/${issue.id}/reopen`, { reason: "Again" })).toMatchObject({
      status: 409,
      body: { code: "goods_scrapped" },
    });
    const more = await another(receipt, "8");
    for (const way of ["scrap", "return"])
      expect(await resolve(more, way, { returned: "credited" })).toMatchObject({
        status: 409,
        body: { code: "more_than_there" },
      });
    expect(await decide(manager, `${receipts}/${receipt.id}/reverse`, { reason: "Wrong truck" })).toMatchObject({
      status: 409,
      body: { code: "goods_scrapped", message: expect.stringContaining(String(issue["number"])) },
    });
    expect(await saved(undo(issue, "scrap"))).toMatchObject({ status: "open", scrappedBaseQty: null });
    expect(await onHand(productId)).toBe("10");
    await saved(decide(manager, `${receipts}/${receipt.id}/reverse`, { reason: "Wrong truck" }));
  });
});

describe("goods that the vendor replaces", () => {
  test("are expected again; they stay in their bin unless they are sent back", async () => {
    const stays = await withDamage();
    expect(await saved(resolve(stays.issue, "replace"))).toMatchObject({ replacedBaseQty: "3", returnedBaseQty: null });
    const expected = { status: "confirmed", receiptStatus: "partial", items: [{ openQty: "3", acceptedQty: "7" }] };
    expect(await readOrder(stays.po.id)).toMatchObject(expected);
    expect([await onHand(stays.productId), await inDamaged(stays.productId)]).toEqual(["10", "3"]);
    await saved(manager.post(receipts, aReceipt(site, [aLine(stays.po.items[0]!, { acceptedQty: "3" })])));
    expect(await readOrder(stays.po.id)).toMatchObject({ status: "closed", receiptStatus: "full" });

    const goes = await withDamage();
    expect(await saved(resolve(goes.issue, "replace", { isSentBack: true }))).toMatchObject({ returnedBaseQty: "3" });
    expect(await readOrder(goes.po.id)).toMatchObject(expected);
    expect(await onHand(goes.productId)).toBe("7");
  });

  test("are replaced once, can still be scrapped, and are expected no more once that is undone", async () => {
    const { productId, po, receipt, issue } = await withDamage();
    await saved(resolve(issue, "replace"));
    const more = await another(receipt, "8");
    expect(await resolve(more, "replace")).toMatchObject({ status: 409, body: { code: "more_than_there" } });
    expect(await decide(manager, `${receipts}/${receipt.id}/reverse`, { reason: "Wrong truck" })).toMatchObject({
      status: 409,
      body: { code: "goods_replaced" },
    });
    expect(await saved(undo(issue, "replace"))).toMatchObject({ status: "open", replacedBaseQty: null });
    expect(await readOrder(po.id)).toMatchObject({ status: "closed", items: [{ openQty: "0", returnedQty: "0" }] });
    await lookInto(manager, issue);
    await saved(resolve(issue, "replace"));
    const scrapped = await another(receipt, "3");
    await saved(resolve(scrapped, "scrap"));
    expect([await onHand(productId), (await readOrder(po.id)).items[0]]).toMatchObject(["7", { openQty: "3" }]);
  });

  test("were never received where they were rejected: nothing changes but the word", async () => {
    const { id: productId } = await aProduct(testApp);
    const po = await anOrder(testApp, site, [{ productId, orderedQty: "10" }], { status: "confirmed" });
    const receipt = await saved(
      manager.post(receipts, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "8", rejectedQty: "2" })])),
    );
    const [issue] = (await manager.get(`${path}?receiptId=${receipt.id}&kind=quality`)).body.items;
    await lookInto(manager, issue!);
    await saved(resolve(issue!, "replace"));
    expect((await readOrder(po.id)).items[0]).toMatchObject({ openQty: "2", returnedQty: "0" });
  });
});
