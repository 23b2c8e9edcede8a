// Not conformed: a receipt is posted and reversed, never updated or removed; only its reading routes are ordinary.
import { decide } from "#main/testing/records/orders.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aDelivery, aLine, anOrder, aProduct, aReceipt, aSite, type Site } from "#main/testing/records/receiving.ts";

let testApp: TestApp;
let site: Site;
let receiver: Client;
let manager: Client;
const path = "/api/warehouse/receipts";

beforeAll(async () => {
  testApp = await startTestApp();
  site = await aSite(testApp);
  receiver = await testApp.as("RECEIVER");
  manager = await testApp.as("WAREHOUSE_MANAGER");
});
afterAll(() => testApp.close());

const item = async (id: string) =>
  (
    await asSuper(
      testApp,
      `select *, trim_scale(received_qty)::text as received, trim_scale(accepted_qty)::text as accepted
        from purchase_order_items where id = $1`,
      [id],
    )
  )[0] ?? {};

describe("what takes nothing", () => {
  test("a product that the line does not order", async () => {
    const po = await anOrder(testApp, site, [{ productId: (await aProduct(testApp)).id, orderedQty: "5" }]);
    const other = await aProduct(testApp);
    const refused = await receiver.post(
      path,
      aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "1", productId: other.id })]),
    );
    expect(refused.body["fields"]).toMatchObject({
      "lines.0.productId": expect.stringContaining("another product"),
    });
  });

  test("another company's order, product, location and delivery are as if they were not there", async () => {
    const po = await anOrder(testApp, site, [{ productId: (await aProduct(testApp)).id, orderedQty: "5" }]);
    const foreign = await testApp.as("RECEIVER", "b");
    expect((await foreign.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "1" })]))).status).toBe(422);
    const posted = await receiver.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "1" })]));
    expect((await foreign.get(`${path}/${posted.body["id"]}`)).status).toBe(404);
    expect(
      (
        await decide(await testApp.as("COMPANY_ADMIN", "b"), `${path}/${posted.body["id"]}/reverse`, {
          reason: "not mine",
          version: 1, // they cannot read it
        })
      ).status,
    ).toBe(404);
    expect((await foreign.get(`${path}/expected?purchaseOrderId=${po.id}`)).status).toBe(404);
    expect((await foreign.get(`/api/links/purchase-orders/${po.id}/receipt`)).status).toBe(404);
    expect(
      (await (await testApp.as("VIEWER")).post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "1" })])))
        .status,
    ).toBe(403);
  });

  test("a delivery that has not come, or was given up before it came", async () => {
    const po = await anOrder(testApp, site, [{ productId: (await aProduct(testApp)).id, orderedQty: "5" }]);
    for (const status of ["requested", "scheduled", "cancelled", "declined", "no_show", "expired"]) {
      const delivery = await aDelivery(testApp, site, [], { status });
      expect(
        (
          await receiver.post(
            path,
            aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "1" })], { deliveryScheduleId: delivery.id }),
          )
        ).body,
      ).toMatchObject({ code: "delivery_not_here" });
    }
  });
});

describe("more than was ordered", () => {
  test("up to the tolerance is taken; above it needs the permission and a reason, and is reported", async () => {
    const po = await anOrder(testApp, site, [
      { productId: (await aProduct(testApp)).id, orderedQty: "100", overReceiptPct: "5" },
    ]);
    const take = (client: Client, acceptedQty: string, values: Record<string, unknown> = {}) =>
      client.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty })], values));
    expect((await take(receiver, "105.000001")).body).toMatchObject({
      code: "override_not_allowed",
      fields: { "lines.0.acceptedQty": expect.stringContaining("100 pieces are ordered, at most 105 pieces") },
    });
    expect((await take(receiver, "105.000001", { overrideReason: "please" })).status).toBe(422);
    expect((await take(manager, "106")).body).toMatchObject({
      code: "override_needs_reason",
      fields: { overrideReason: expect.any(String) },
    });
    expect((await take(manager, "106", { overrideReason: "The truck will not take it back" })).body).toMatchObject({
      issues: [{ kind: "over" }],
    });
    expect(await item(po.items[0]!.id)).toMatchObject({ received: "106", status: "received" });
  });

  test("the tolerance is that of the line, over all receipts and over two lines of one receipt; rejected goods do not count", async () => {
    const po = await anOrder(testApp, site, [
      { productId: (await aProduct(testApp)).id, orderedQty: "100", overReceiptPct: "5" },
      { productId: (await aProduct(testApp)).id, orderedQty: "1" },
    ]);
    const lines = (...parts: Record<string, string>[]) =>
      receiver.post(
        path,
        aReceipt(
          site,
          parts.map((part) => aLine(po.items[0]!, part)),
        ),
      );
    expect((await lines({ acceptedQty: "60", rejectedQty: "40" })).status).toBe(200);
    expect((await lines({ acceptedQty: "40" }, { damagedQty: "6" })).body).toMatchObject({
      code: "override_not_allowed",
      fields: { "lines.1.acceptedQty": expect.any(String) },
    });
    expect((await lines({ acceptedQty: "40" }, { damagedQty: "5" })).status).toBe(200);
    expect((await lines({ rejectedQty: "10" })).status).toBe(200);
  });

  test("60,000 for 6,000 is refused to everybody, with a sentence about the unit", async () => {
    const po = await anOrder(testApp, site, [
      { productId: (await aProduct(testApp)).id, orderedQty: "6000", uom: "EA", overReceiptPct: "10" },
    ]);
    const admin = await testApp.as("COMPANY_ADMIN");
    for (const part of [{ acceptedQty: "60000" }, { damagedQty: "60000" }]) {
      const refused = await admin.post(
        path,
        aReceipt(site, [aLine(po.items[0]!, part)], { overrideReason: "I am sure" }),
      );
      expect([refused.status, refused.body]).toMatchObject([
        422,
        {
          code: "over_hard_limit",
          message: expect.stringMatching(/more than 2 times the 6,000 pieces .* mistaken unit.* as unexpected/),
        },
      ]);
    }
    const rejects = aReceipt(site, [aLine(po.items[0]!, { rejectedQty: "60000" })]);
    expect((await receiver.post(path, rejects)).status).toBe(200); // nobody takes them: they can always be told
    expect(
      (
        await admin.post(
          path,
          aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "12000" })], { overrideReason: "I am sure" }),
        )
      ).status,
    ).toBe(200);
  });
});
