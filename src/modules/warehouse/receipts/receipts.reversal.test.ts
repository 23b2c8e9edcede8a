import { decide } from "#main/testing/records/orders.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aLine,
  anOrder,
  aProduct,
  aReceipt,
  aSite,
  conservation,
  type Order,
  type Site,
} from "#main/testing/records/receiving.ts";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let site: Site;
let receiver: Client;
let manager: Client;
const path = "/api/warehouse/receipts";
const nothingStray = { strayItems: 0, strayProducts: 0, strayLines: 0 };

beforeAll(async () => {
  testApp = await startTestApp();
  site = await aSite(testApp);
  receiver = await testApp.as("RECEIVER");
  manager = await testApp.as("WAREHOUSE_MANAGER");
});
afterAll(async () => {
  expect(await conservation(testApp)).toEqual(nothingStray);
  await testApp.close();
});

const received = async (itemId: string): Promise<string> =>
  (
    await asSuper<{ qty: string }>(
      testApp,
      "select trim_scale(received_qty)::text as qty from purchase_order_items where id = $1",
      [itemId],
    )
  )[0]!.qty;
const reverse = (id: unknown, reason = "Counted twice", client = manager) =>
  decide(client, `${path}/${String(id)}/reverse`, { reason });

async function ordered(orderedQty: string, overReceiptPct = "0"): Promise<Order> {
  return anOrder(testApp, site, [{ productId: (await aProduct(testApp)).id, orderedQty, overReceiptPct }]);
}

describe("a posted receipt", () => {
  test("has no route that changes or removes it, and the database refuses too", async () => {
    const po = await ordered("10");
    const { body } = await receiver.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "1" })]));
    expect((await manager.put(`${path}/${body["id"]}`, { version: 1 })).status).toBe(404);
    expect((await manager.remove(`${path}/${body["id"]}?version=1`)).status).toBe(404);
    const asApp = (sql: string) =>
      asSuper(testApp, `set role waybill_app; set waybill.company_id = '${testApp.companies.a}'; ${sql}`);
    await expect(asApp("update receipt_lines set accepted_qty = 2, counted_qty = 2")).rejects.toThrow(
      "permission denied",
    );
    await expect(asApp("update receipts set received_at = now()")).rejects.toThrow("permission denied");
    await expect(asApp("delete from receipts")).rejects.toThrow("permission denied");
    await expect(asSuper(testApp, "update receipt_lines set note = 'x'")).rejects.toThrow("never changed");
    await expect(asSuper(testApp, "delete from stock_moves")).rejects.toThrow("never changed");
  });

  test("is reversed by a second receipt below zero: stock, lines and order step back, a closed order opens again where it stood", async () => {
    const po = await ordered("10");
    const { body } = await receiver.post(
      path,
      aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "9", damagedQty: "1" })]),
    );
    expect(
      (await asSuper(testApp, "select status, receipt_status from purchase_orders where id = $1", [po.id]))[0],
    ).toEqual({ status: "closed", receipt_status: "full" });
    expect((await reverse(body["id"], "no", receiver)).status).toBe(403);
    const reversed = await reverse(body["id"]);
    expect(reversed.body).toMatchObject({
      status: "reversed",
      reversedByNumber: expect.stringMatching(/^GR-/),
      steps: [],
    });
    expect(await received(po.items[0]!.id)).toBe("0");
    expect(
      (await asSuper(testApp, "select status, receipt_status from purchase_orders where id = $1", [po.id]))[0],
    ).toEqual({ status: "sent", receipt_status: "not_received" });
    expect(
      (await asSuper(testApp, "select on_hand::float from products where id = $1", [po.items[0]!.productId]))[0],
    ).toEqual({ on_hand: 0 });
    const second = await manager.get(`${path}/${String(reversed.body["reversedById"])}`);
    expect(second.body).toMatchObject({
      reversalOfNumber: body["number"],
      reversalReason: "Counted twice",
      lines: [{ acceptedQty: "-9", damagedQty: "-1", countedQty: "-10" }],
    });
    expect((await manager.get(`${path}/${body["id"]}/history`)).body.items.map((one) => one["step"])).toEqual([
      "reversed",
      "posted",
    ]);
    expect((await reverse(reversed.body["reversedById"])).body).toMatchObject({ code: "is_a_reversal" });
    expect((await reverse(body["id"])).body).toMatchObject({ code: "wrong_state" });
  });

  test("is reversed once, however many try at the same time", async () => {
    const po = await ordered("10");
    const { body } = await receiver.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "5" })]));
    const answers = await Promise.all(Array.from({ length: 10 }, () => reverse(body["id"])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await received(po.items[0]!.id)).toBe("0");
  });

  test("is not reversed when its goods have moved on", async () => {
    const po = await ordered("10");
    const { body } = await receiver.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "5" })]));
    await asSuper(
      testApp,
      `insert into stock_moves (company_id, product_id, storage_location_id, quantity, reason, receipt_line_id)
        select company_id, product_id, storage_location_id, -2, 'reversal', receipt_line_id from stock_moves
        where product_id = $1`,
      [po.items[0]!.productId],
    );
    const refused = await reverse(body["id"]);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: "stock_has_moved_on", message: expect.stringContaining("RECEIVING") },
    ]);
    expect(await received(po.items[0]!.id)).toBe("5");
    await asSuper(
      testApp,
      `insert into stock_moves (company_id, product_id, storage_location_id, quantity, reason, receipt_line_id)
        select company_id, product_id, storage_location_id, 2, 'receipt', receipt_line_id from stock_moves
        where product_id = $1 and quantity < 0`,
      [po.items[0]!.productId],
    );
    expect((await reverse(body["id"])).status).toBe(200);
  });
});
