import { decide } from "#main/testing/records/orders.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aDelivery,
  aLine,
  anOrder,
  aPackage,
  aProduct,
  aReceipt,
  aSite,
  conservation,
  type Order,
  type Site,
} from "#main/testing/records/receiving.ts";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { statementsOf } from "#main/testing/database/statements.ts";

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

async function ordered(orderedQty: string, overReceiptPct = "0"): Promise<Order> {
  return anOrder(testApp, site, [{ productId: (await aProduct(testApp)).id, orderedQty, overReceiptPct }]);
}

test("ten lines take as many statements as one", async () => {
  const products = await Promise.all(Array.from({ length: 10 }, () => aProduct(testApp)));
  const send = async (n: number) => {
    const po = await anOrder(
      testApp,
      site,
      products.slice(0, n).map(({ id }) => ({ productId: id, orderedQty: "10" })),
    );
    const body = aReceipt(
      site,
      po.items.map((item) => aLine(item, { acceptedQty: "8", damagedQty: "1" })),
    );
    return statementsOf(async () => expect((await receiver.post(path, body)).status).toBe(200));
  };
  const one = await send(1);
  const ten = await send(10);
  console.log(`posting a receipt takes ${ten.length} statements:\n${ten.map((text) => text.slice(0, 110)).join("\n")}`);
  expect(ten).toEqual(one);
  expect(ten.length).toBeLessThanOrEqual(15); // the last of them settles what was missing and has come
});

describe("what is expected", () => {
  test("tells a phone everything that it needs to count offline: open quantities, codes of every pack, tracking, bins", async () => {
    const product = await aProduct(testApp, { gtin: "06291041500213", tracking_mode: "lot", expiry_tracked: true });
    await aPackage(testApp, product.id, { uom: "XBX", quantity_in_base: "12", gtin: "00036000291452" });
    const po = await anOrder(testApp, site, [
      { productId: product.id, orderedQty: "10", uom: "XBX", qtyPerUom: "12", overReceiptPct: "10" },
      { productId: (await aProduct(testApp)).id, orderedQty: "4", status: "cancelled" },
    ]);
    await receiver.post(
      path,
      aReceipt(site, [
        aLine(po.items[0]!, { acceptedQty: "3", rejectedQty: "1", lotNumber: "A", expiryDate: "2099-01-01" }),
      ]),
    );
    const delivery = await aDelivery(testApp, site, [{ itemId: po.items[0]!.id, qty: "5" }]);
    const { body } = await receiver.get(`${path}/expected?deliveryScheduleId=${delivery.id}`);
    expect(body).toMatchObject({
      deliverySchedule: { number: delivery.number, status: "arrived" },
      location: { id: site.locationId, timezone: "Europe/Amsterdam" },
      orders: [{ number: po.number, canReceive: true, why: null }],
      lines: [
        {
          lineNo: 1,
          sku: product.sku,
          gtin: "06291041500213",
          packages: [{ uom: "XBX", quantityInBase: "12", gtin: "00036000291452" }],
          trackingMode: "lot",
          expiryTracked: true,
          orderedQty: "10",
          receivedQty: "3",
          openQty: "7",
          plannedQty: "5",
          maxQty: "11",
        },
      ],
      hardLimitFactor: "2",
    });
    expect(body["places"]).toHaveLength(4);
    expect((await receiver.get(`${path}/expected?purchaseOrderId=${po.id}`)).body["lines"]).toMatchObject([
      { plannedQty: null, openQty: "7" },
    ]);
  });

  test("an order that closed once all had come says that a little more counts for it", async () => {
    const po = await ordered("100", "5");
    const count = async (acceptedQty: string) =>
      (await manager.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty })]))).body["lines"];
    await count("100");
    const { body } = await receiver.get(`${path}/expected?purchaseOrderId=${po.id}`);
    expect(body["orders"]).toMatchObject([
      { canReceive: false, why: expect.stringMatching(/all of it came. A little more counts for it/) },
    ]);
    expect(await count("2")).toMatchObject([{ isUnexpected: false }]);
    expect(await count("40")).toMatchObject([{ isUnexpected: true }]);
  });

  test("a delivery that names no lines brings what its vendor still owes the site; an order on hold says so", async () => {
    const other = await aSite(testApp);
    const open = await anOrder(testApp, other, [{ productId: (await aProduct(testApp)).id, orderedQty: "10" }]);
    const held = await anOrder(testApp, other, [{ productId: (await aProduct(testApp)).id, orderedQty: "10" }], {
      on_hold: true,
      hold_reason: "price",
    });
    await anOrder(testApp, other, [{ productId: (await aProduct(testApp)).id, orderedQty: "10" }], { status: "draft" });
    const delivery = await aDelivery(testApp, other, []);
    const { body } = await receiver.get(`${path}/expected?deliveryScheduleId=${delivery.id}`);
    expect((body["lines"] as unknown as unknown[]).length).toBe(2);
    expect(body["orders"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ number: open.number, canReceive: true }),
        expect.objectContaining({
          number: held.number,
          canReceive: false,
          why: expect.stringContaining("on hold (price)"),
        }),
      ]),
    );
    for (const query of ["", `?deliveryScheduleId=${delivery.id}&purchaseOrderId=${open.id}`])
      expect((await receiver.get(`${path}/expected${query}`)).status).toBe(422);
    expect((await receiver.get(`${path}/expected?deliveryScheduleId=${randomUUID()}`)).status).toBe(404);
  });
});

test("the vendor's page of receipts tells over, short and damaged, and nothing of ours", async () => {
  const po = await anOrder(
    testApp,
    site,
    [
      { productId: (await aProduct(testApp)).id, orderedQty: "10", overReceiptPct: "20" },
      { productId: (await aProduct(testApp)).id, orderedQty: "10" },
    ],
    { status: "confirmed" },
  );
  const posted = await receiver.post(
    path,
    aReceipt(
      site,
      [
        aLine(po.items[0]!, { acceptedQty: "11" }),
        aLine(po.items[1]!, { acceptedQty: "5", damagedQty: "2", rejectedQty: "1" }),
      ],
      { note: "internal remark", vendorDeliveryNote: "DN 5" },
    ),
  );
  const read = () => manager.get(`/api/links/purchase-orders/${po.id}/receipt`);
  expect((await read()).body).toMatchObject({
    orderNumber: po.number,
    receiptStatus: "partial",
    lines: [
      { overQty: "1", shortQty: "0", openQty: "0" },
      { damagedQty: "2", rejectedQty: "1", shortQty: "0", openQty: "3" },
    ],
    receipts: [{ number: posted.body["number"], vendorDeliveryNote: "DN 5", isReversed: false }],
  });
  await decide(manager, `/api/warehouse/purchase-orders/${po.id}/close`, { reason: "Nothing more comes" });
  const closed = await read();
  expect(closed.body).toMatchObject({ isClosed: true, lines: [{ overQty: "1" }, { shortQty: "3", openQty: "0" }] });
  expect(closed.text).not.toMatch(/internal remark|receiver|RECEIVING|"id"/);
  const vendor = testApp.visitor();
  expect((await vendor.get(`/api/links/purchase-orders/${po.id}/receipt`)).status).toBe(401);
  const secret = randomUUID();
  await asSuper(
    testApp,
    `insert into links (company_id, token_hash, purpose, subject_id, subject_revision, recipient, expires_at)
      values ($1, sha256($2::bytea), 'po.view', $3, 0, 'orders@vendor.example', now() + interval '1 day')`,
    [testApp.companies.a, secret, po.id],
  );
  await vendor.get("/api/settings");
  expect((await vendor.post("/api/links/open", { page: "purchase-order", subjectId: po.id, secret })).status).toBe(200);
  expect((await vendor.get(`/api/links/purchase-orders/${po.id}/receipt`)).text).toBe(closed.text);
  expect((await vendor.get(`/api/links/purchase-orders/${(await ordered("1")).id}/receipt`)).status).toBe(404);
});
