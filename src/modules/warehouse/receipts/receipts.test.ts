// Not conformed: a receipt is posted and reversed, never updated or removed; only its reading routes are ordinary.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decide, saved } from "#main/testing/records/orders.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import {
  aDelivery,
  aLine,
  anOrder,
  aPackage,
  aProduct,
  aReceipt,
  aSite,
  conservation,
  type Site,
} from "#main/testing/records/receiving.ts";

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
const order = async (id: string) =>
  (await asSuper(testApp, "select * from purchase_orders where id = $1", [id]))[0] ?? {};

describe("a delivery note", () => {
  test("that another receipt of the vendor has tells that goods may be counted twice, not where one truck is counted by two", async () => {
    const product = await aProduct(testApp);
    const po = await anOrder(testApp, site, [{ productId: product.id, orderedQty: "20" }], { status: "confirmed" });
    const truck = await aDelivery(testApp, site, [{ itemId: po.items[0]!.id, qty: "5" }]);
    const counted = async (vendorDeliveryNote: string, deliveryScheduleId: string | null = null) =>
      saved(
        receiver.post(
          path,
          aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "1" })], { vendorDeliveryNote, deliveryScheduleId }),
        ),
      );
    const same = async ({ id }: Body) =>
      ((await saved(receiver.get(`${path}/${id}`)))["sameNote"] as { number: string }[]).map(({ number }) => number);
    const [first, second] = [await counted("DN 900", truck.id), await counted("DN 900", truck.id)];
    expect(await same(second)).toEqual([]);
    const again = await counted("dn 900");
    expect(again["sameNote"]).toHaveLength(2);
    expect(await same(first)).toEqual([again["number"]]);
    expect(await same(await counted("DN 901"))).toEqual([]);
    await saved(decide(manager, `${path}/${again.id}/reverse`, { reason: "Counted twice" }));
    expect([await same(first), await same(again)]).toEqual([[], []]);
    const many = [];
    for (let n = 0; n < 7; n += 1) many.push(String((await counted("DN 902"))["number"]));
    expect(await same(await counted("DN 902"))).toEqual(many.slice(-5)); // the latest of them
  });
});

describe("posting", () => {
  test("what is counted stands in the order, in stock, and in the stories of receipt and order", async () => {
    const product = await aProduct(testApp);
    const po = await anOrder(testApp, site, [{ productId: product.id, orderedQty: "10", uom: "XBX", qtyPerUom: "12" }]);
    const posted = await receiver.post(
      path,
      aReceipt(
        site,
        [aLine(po.items[0]!, { acceptedQty: "6", damagedQty: "1", rejectedQty: "0.5", scanSource: "scan" })],
        { vendorDeliveryNote: "DN 77" },
      ),
    );
    expect(posted.text).toContain('"number":"GR-');
    expect(posted.status).toBe(200);
    expect(posted.body).toMatchObject({
      status: "posted",
      orderNumbers: [po.number],
      lineCount: 1,
      steps: [],
      lines: [
        {
          countedQty: "7.5",
          storageLocationId: site.bins.receiving,
          damagedStorageLocationId: site.bins.damaged,
          orderNumber: po.number,
        },
      ],
    });
    expect(await item(po.items[0]!.id)).toMatchObject({ received: "7.5", accepted: "6", status: "partially_received" });
    expect(await order(po.id)).toMatchObject({ receipt_status: "partial", status: "sent" });
    const stock = await asSuper(
      testApp,
      `select storage_location_id, trim_scale(quantity)::text as quantity from stock_moves where product_id = $1
        order by quantity desc`,
      [product.id],
    );
    expect(stock).toEqual([
      { storage_location_id: site.bins.receiving, quantity: "72" },
      { storage_location_id: site.bins.damaged, quantity: "18" },
    ]);
    expect((await manager.get(`${path}/${posted.body["id"]}/history`)).body["items"]).toMatchObject([
      { step: "posted", actorName: "receiver Alpha" },
    ]);
    expect((await manager.get(`${path}?q=${po.number}`)).body["items"]).toHaveLength(1);
    expect(await conservation(testApp)).toEqual({ strayItems: 0, strayProducts: 0, strayLines: 0 });
  });

  test("the whole order received closes it by itself", async () => {
    const po = await anOrder(testApp, site, [
      { productId: (await aProduct(testApp)).id, orderedQty: "3" },
      { productId: (await aProduct(testApp)).id, orderedQty: "4" },
    ]);
    await receiver.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "3" })]));
    await receiver.post(path, aReceipt(site, [aLine(po.items[1]!, { acceptedQty: "4" })]));
    expect(await order(po.id)).toMatchObject({ status: "closed", receipt_status: "full" });
  });

  test("pieces can be counted where boxes were ordered, and add up exactly", async () => {
    const product = await aProduct(testApp);
    await aPackage(testApp, product.id, { uom: "XCT", quantity_in_base: "144" });
    const po = await anOrder(testApp, site, [{ productId: product.id, orderedQty: "30", uom: "XBX", qtyPerUom: "12" }]);
    for (const pieces of ["7", "7", "10"])
      expect(
        (
          await receiver.post(
            path,
            aReceipt(site, [{ ...aLine(po.items[0]!), uom: "EA", qtyPerUom: "1", acceptedQty: pieces }]),
          )
        ).status,
      ).toBe(200);
    expect(await item(po.items[0]!.id)).toMatchObject({ received: "2" });
    await receiver.post(
      path,
      aReceipt(site, [{ ...aLine(po.items[0]!), uom: "XCT", qtyPerUom: "144", acceptedQty: "1" }]),
    );
    expect(await item(po.items[0]!.id)).toMatchObject({ received: "14" });
    const unknown = await receiver.post(
      path,
      aReceipt(site, [{ ...aLine(po.items[0]!), uom: "XCT", qtyPerUom: "1000", acceptedQty: "1" }]),
    );
    expect([unknown.status, unknown.body["fields"]]).toMatchObject([
      422,
      { "lines.0.uom": expect.stringContaining("has no carton of 1,000") },
    ]);
  });

  test("goods go to the bin that was named, else to that of the order line, else to receiving; never to one of another site", async () => {
    const po = await anOrder(testApp, site, [{ productId: (await aProduct(testApp)).id, orderedQty: "100" }]);
    const place = async (values: object) =>
      (await receiver.post(path, aReceipt(site, [aLine(po.items[0]!, values as Record<string, unknown>)]))).body;
    expect(await place({ acceptedQty: "1" })).toMatchObject({ lines: [{ storageLocationCode: "RECEIVING" }] });
    await asSuper(testApp, "update purchase_order_items set destination_storage_location_id = $1 where id = $2", [
      site.bins.storage,
      po.items[0]!.id,
    ]);
    expect(await place({ acceptedQty: "1" })).toMatchObject({ lines: [{ storageLocationCode: "STORAGE" }] });
    expect(await place({ acceptedQty: "1", storageLocationId: site.bins.quarantine })).toMatchObject({
      lines: [{ storageLocationCode: "QUARANTINE" }],
    });
    expect(await place({ acceptedQty: "1", storageLocationId: site.bins.damaged })).toMatchObject({ code: "invalid" });
    expect(await place({ acceptedQty: "1", storageLocationId: (await aSite(testApp)).bins.storage })).toMatchObject({
      code: "invalid",
      fields: { "lines.0.storageLocationId": expect.any(String) },
    });
  });

  test("damaged and rejected goods never go to an ordinary bin, even if one is named", async () => {
    const po = await anOrder(testApp, site, [{ productId: (await aProduct(testApp)).id, orderedQty: "100" }]);
    const both = await receiver.post(
      path,
      aReceipt(site, [
        aLine(po.items[0]!, { damagedQty: "1", storageLocationId: site.bins.storage }),
        aLine(po.items[0]!, { rejectedQty: "2", storageLocationId: site.bins.storage }),
      ]),
    );
    expect(both.body["lines"]).toMatchObject([
      { storageLocationCode: "DAMAGED", damagedStorageLocationCode: "DAMAGED" },
      { storageLocationCode: "QUARANTINE" },
    ]);
  });

  test("damaged and rejected goods are recorded where a site has no bin for them", async () => {
    const bare = await aSite(testApp);
    const po = await anOrder(testApp, bare, [{ productId: (await aProduct(testApp)).id, orderedQty: "100" }]);
    const found = { acceptedQty: "5", damagedQty: "1", rejectedQty: "2" };
    const count = async () => (await receiver.post(path, aReceipt(bare, [aLine(po.items[0]!, found)]))).body["lines"];
    const without = (...bins: string[]) =>
      asSuper(testApp, "update storage_locations set is_active = false where id = any($1)", [bins]);
    await without(bare.bins.damaged);
    expect(await count()).toMatchObject([{ damagedStorageLocationCode: "QUARANTINE" }]);
    await without(bare.bins.quarantine);
    expect(await count()).toMatchObject([{ damagedStorageLocationCode: "RECEIVING" }]);
  });

  test("goods whose lot or date nobody can read are taken all the same: they wait where goods are inspected, and are reported", async () => {
    const product = await aProduct(testApp, { tracking_mode: "lot", expiry_tracked: true });
    const po = await anOrder(testApp, site, [{ productId: product.id, orderedQty: "100" }]);
    const send = (line: Record<string, unknown>) => receiver.post(path, aReceipt(site, [aLine(po.items[0]!, line)]));
    const unread = async (line: Record<string, unknown>, words: string) => {
      const receipt = await saved(send(line));
      expect(receipt).toMatchObject({ lines: [{ acceptedQty: "5", storageLocationCode: "QUARANTINE" }] });
      const [{ id }] = receipt["issues"] as [{ id: string }];
      const { body } = await manager.get(`/api/warehouse/issues/${id}`);
      expect(body).toMatchObject({ kind: "other", severity: "high", qtyAffected: "5" });
      expect(body["description"]).toContain(`came without ${words} that could be read.`);
    };
    await unread({ acceptedQty: "5" }, "a lot and a date");
    await unread({ acceptedQty: "5", expiryDate: "2099-01-01" }, "a lot");
    await unread({ acceptedQty: "5", lotNumber: "L1" }, "a date");
    const elsewhere = await send({ acceptedQty: "5", storageLocationId: site.bins.receiving });
    expect(elsewhere.body["fields"]).toEqual({ "lines.0.storageLocationId": expect.any(String) });
    const whole = { acceptedQty: "5", lotNumber: "L1", expiryDate: "2099-01-01" };
    expect((await send(whole)).body).toMatchObject({ lines: [{ storageLocationCode: "RECEIVING" }], issues: [] });
    expect((await send({ rejectedQty: "5" })).body).toMatchObject({ issues: [{ kind: "quality" }] });
    const broken = (await send({ damagedQty: "5" })).body["issues"] as unknown as { kind: string }[];
    expect(broken.map(({ kind }) => kind)).toEqual(["damaged", "other"]);
  });

  test("goods that expire too soon are rejected or taken with a reason", async () => {
    const product = await aProduct(testApp, {
      tracking_mode: "lot",
      expiry_tracked: true,
      min_remaining_shelf_life_days: 30,
    });
    const po = await anOrder(testApp, site, [{ productId: product.id, orderedQty: "100" }]);
    const send = (client: Client, line: object, values: Record<string, unknown> = {}) =>
      client.post(path, aReceipt(site, [aLine(po.items[0]!, line as Record<string, unknown>)], values));
    expect((await send(receiver, { rejectedQty: "1" })).status).toBe(200);
    const soon = {
      acceptedQty: "1",
      lotNumber: "L1",
      expiryDate: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10),
    };
    expect((await send(receiver, soon)).body).toMatchObject({ code: "override_not_allowed" });
    expect((await send(manager, soon)).body).toMatchObject({ code: "override_needs_reason" });
    const some = { ...soon, acceptedQty: "1", damagedQty: "1", rejectedQty: "3" };
    const taken = (await send(manager, some, { overrideReason: "Sold this week" })).body;
    const reported = await manager.get(`/api/warehouse/issues?receiptId=${taken.id}&kind=short_dated`);
    expect(reported.body.items).toMatchObject([{ qtyAffected: "2", description: expect.stringContaining("2 pieces") }]);
    const allRejected = (await send(receiver, { ...soon, acceptedQty: "0", rejectedQty: "3" })).body;
    expect(allRejected).toMatchObject({ issues: [{ kind: "quality" }] });
    expect((await send(receiver, { ...soon, expiryDate: "2099-01-01" })).status).toBe(200);
  });

  test("it can lie back, not ahead; a clock that is a little fast counts as now", async () => {
    const po = await anOrder(testApp, site, [{ productId: (await aProduct(testApp)).id, orderedQty: "100" }]);
    const at = (receivedAt: string) =>
      receiver.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "1" })], { receivedAt }));
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    expect((await at(`${yesterday}T01:00:00+02:00`)).body).toMatchObject({
      receivedAt: new Date(`${yesterday}T01:00:00+02:00`).toISOString(),
    });
    expect((await at(new Date(Date.now() + 3_600_000).toISOString())).body["fields"]).toHaveProperty("receivedAt");
    const soon = await at(new Date(Date.now() + 60_000).toISOString());
    expect(soon.status).toBe(200);
    expect(Date.parse(String(soon.body["receivedAt"]))).toBeLessThanOrEqual(Date.now());
  });

  test("goods on no order are received as unexpected and reported", async () => {
    const product = await aProduct(testApp);
    const line = { productId: product.id, uom: "EA", qtyPerUom: "1", acceptedQty: "5" };
    expect((await receiver.post(path, aReceipt(site, [line]))).body["fields"]).toHaveProperty([
      "lines.0.purchaseOrderItemId",
    ]);
    expect((await receiver.post(path, aReceipt(site, [{ ...line, isUnexpected: true }]))).body).toMatchObject({
      lines: [{ isUnexpected: true, orderNumber: null }],
      issues: [{ kind: "unexpected" }],
    });
  });
});
