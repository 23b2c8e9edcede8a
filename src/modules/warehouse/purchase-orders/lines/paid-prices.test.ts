import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import {
  orderBody,
  orderRecords,
  ordersPath,
  saved,
  sentOrder,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";

let testApp: TestApp;
let buyer: Client;
let records: OrderRecords;
let other: OrderRecords;
let product: string;
beforeAll(async () => {
  testApp = await startTestApp();
  buyer = await testApp.as("BUYER");
  const admin = await testApp.as("SUPER_ADMIN");
  records = await orderRecords(admin, { products: 2 });
  other = { ...(await orderRecords(admin, { products: 0 })), products: records.products };
  product = records.products[0]?.id ?? "";
});
afterAll(() => testApp.close());

const at = (unitPrice: string, more: object = {}) => ({
  items: [{ productId: product, orderedQty: "12", uom: "EA", unitPrice, ...more }],
});
const bought = (of: OrderRecords, unitPrice: string, more: object = {}): Promise<Body> =>
  sentOrder(buyer, of, at(unitPrice, more));
const last = async (who: Client, over: object = {}): Promise<readonly Record<string, unknown>[]> =>
  (await saved(who.post(`${ordersPath}/last-prices`, { vendorId: records.vendorId, productIds: [product], ...over })))
    .items;
const history = async (who: Client, over = ""): Promise<readonly Record<string, unknown>[]> =>
  (await saved(who.get(`${ordersPath}/price-history?productId=${product}${over}`))).items;

describe("the last price of a product", () => {
  test("is none before anything was bought, and a draft or a cancelled order buys nothing", async () => {
    await saved(buyer.post(ordersPath, orderBody(records, at("1"))));
    const cancelled = await bought(records, "1.5");
    await step(buyer, cancelled.id, "cancel", { reason: "Not needed" });
    expect(await last(buyer)).toEqual([]);
    expect(await history(buyer)).toEqual([]);
  });

  test("is this vendor's, also where another vendor sold it later, and another's where this one never sold it", async () => {
    const theirs = await bought(records, "2.500000");
    const elsewhere = await bought(other, "2.25");
    expect(await last(buyer)).toEqual([
      expect.objectContaining({
        orderId: theirs.id,
        orderNumber: theirs["number"],
        vendorId: records.vendorId,
        unitPrice: "2.5",
        discountPct: "0",
        uom: "EA",
        qtyPerUom: "1",
        orderedQty: "12",
        currency: "EUR",
      }),
    ]);
    const third = await orderRecords(await testApp.as("SUPER_ADMIN"), { products: 0 });
    expect(await last(buyer, { vendorId: third.vendorId })).toMatchObject([
      { orderId: elsewhere.id, unitPrice: "2.25" },
    ]);
  });

  test("is the newest, with its unit and discount, and not that of the order that is being written", async () => {
    const newest = await bought(records, "30", { uom: "XCT", qtyPerUom: "12", discountPct: "5" });
    expect(await last(buyer)).toMatchObject([{ unitPrice: "30", uom: "XCT", qtyPerUom: "12", discountPct: "5" }]);
    expect(await last(buyer, { exceptOrderId: newest.id })).toMatchObject([{ unitPrice: "2.5", uom: "EA" }]);
  });

  test("is told of many products at once, each of them once, and of those alone that were bought", async () => {
    const second = records.products[1]?.id ?? "";
    const asked = [product, second, product];
    expect((await last(buyer, { productIds: asked })).map(({ productId }) => productId)).toEqual([product]);
    await sentOrder(buyer, records, {
      items: [{ productId: second, orderedQty: "1", uom: "EA", unitPrice: "7" }],
    });
    const found = await last(buyer, { productIds: asked });
    expect(found.map(({ productId }) => productId).toSorted()).toEqual([product, second].toSorted());
  });
});

test("the history of a product's prices says from whom and by which order, the latest first, without lines that were dropped", async () => {
  const paid = await history(buyer);
  expect(paid.map(({ unitPrice }) => unitPrice)).toEqual(["30", "2.25", "2.5"]);
  expect(paid.map(({ vendorId }) => vendorId)).toEqual([records.vendorId, other.vendorId, records.vendorId]);
  expect((await history(buyer, `&exceptOrderId=${String(paid[0]?.["orderId"])}`)).length).toBe(2);
  const declined = await bought(other, "1.99");
  await step(buyer, declined.id, "decline", { name: "Anke", reason: "Sold out" });
  expect((await history(buyer)).map(({ unitPrice }) => unitPrice)).not.toContain("1.99");
});

test("an order that was closed before anything came was never paid", async () => {
  const teaser = await bought(other, "0.99");
  expect((await history(buyer)).map(({ unitPrice }) => unitPrice)).toContain("0.99");
  await step(buyer, teaser.id, "close", { reason: "They never delivered" });
  expect((await history(buyer)).map(({ unitPrice }) => unitPrice)).not.toContain("0.99");
});

test("while a change of an order waits for approval, its price is the one that is agreed", async () => {
  const second = records.products[1]?.id ?? "";
  const line = { productId: second, orderedQty: "12", uom: "EA", unitPrice: "7.75" };
  const order = await sentOrder(buyer, records, { items: [line] });
  const [item] = order.items;
  const threshold = (value: string) =>
    asSuper(testApp, `update companies set po_approval_threshold = ${value} where id = $1`, [testApp.companies.a]);
  await threshold("100");
  const changed = { ...line, id: item?.id, unitPrice: "99", requestedDate: item?.["requestedDate"] };
  await step(buyer, order.id, "amend", { reason: "Dearer", items: [changed] });
  await threshold("null");
  expect((await saved(buyer.get(`${ordersPath}/${order.id}`)))["status"]).toBe("pending_approval");
  const [paid] = (await last(buyer, { productIds: [second] })) as readonly { unitPrice: string; orderId: string }[];
  expect(paid).toMatchObject({ unitPrice: "7.75", orderId: order.id });
});

test("prices are told to those who may see orders, and of their own company only", async () => {
  const driver = await testApp.as("DRIVER");
  expect((await driver.get(`${ordersPath}/price-history?productId=${product}`)).status).toBe(403);
  const stranger = await testApp.as("BUYER", "b");
  expect((await stranger.get(`${ordersPath}/price-history?productId=${product}`)).status).toBe(404);
  expect(await last(stranger)).toEqual([]);
});
