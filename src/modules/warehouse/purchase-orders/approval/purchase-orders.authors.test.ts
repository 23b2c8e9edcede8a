import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import {
  decide,
  orderBody,
  orderRecords,
  ordersPath,
  saved,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";

let testApp: TestApp;
let buyer: Client;
let manager: Client;
let context: OrderRecords;
/** Another vendor and another site. */
let other: OrderRecords;
beforeAll(async () => {
  testApp = await startTestApp();
  [buyer, manager] = [await testApp.as("BUYER"), await testApp.as("WAREHOUSE_MANAGER")];
  const admin = await testApp.as("SUPER_ADMIN");
  [context, other] = [await orderRecords(admin), await orderRecords(admin)];
  await asSuper(testApp, "update companies set po_approval_threshold = 100 where id = $1", [testApp.companies.a]); // the ordinary order costs 150
});
afterAll(() => testApp.close());

const terms = { currency: "USD", exchangeRate: "0.9", paymentTermsDays: 30 };
const changes: readonly (readonly [what: string, change: () => Record<string, unknown>])[] = [
  ["the vendor", () => ({ vendorId: other.vendorId })],
  ["the site", () => ({ shipToLocationId: other.shipToLocationId })],
  ["the payment terms", () => ({ paymentTermsDays: 90 })],
  ["the exchange rate", () => ({ exchangeRate: "1.1" })],
];

describe("whoever changed one thing of an order since its last approval does not approve it:", () => {
  test.each(changes)("%s", async (_, change) => {
    const order = await approvedBefore();
    const body = { ...orderBody(context, { ...terms, ...change() }), version: order.version };
    await saved(manager.put(`${ordersPath}/${order.id}`, body));
    const pending = await step(buyer, order.id, "submit");
    expect(pending).toMatchObject({ status: "pending_approval", ...change() });
    expect(pending["authors"]).toContain(testApp.users.WAREHOUSE_MANAGER);
    expect(await decide(manager, `${ordersPath}/${order.id}/approve`)).toMatchObject({
      status: 409,
      body: { code: "own_order" },
    });
  });

  test.each([
    ["the site", () => ({ shipToLocationId: other.shipToLocationId })],
    ["the payment terms", () => ({ paymentTermsDays: 90 })],
  ])("%s, of an order that is out at the vendor", async (_, change) => {
    const { id } = await approvedBefore();
    await step(buyer, id, "submit");
    await step(manager, id, "approve");
    await step(buyer, id, "send");
    expect(await amend(manager, id, change())).toMatchObject({ status: "sent", revision: 2, ...change() });
    const dearer = await amend(buyer, id, { charges: [{ type: "freight", amount: "500" }] });
    expect(dearer).toMatchObject({ status: "pending_approval" });
    expect(await decide(manager, `${ordersPath}/${id}/approve`)).toMatchObject({
      status: 409,
      body: { code: "own_order" },
    });
  });

  test("who changed nothing approves it", async () => {
    const order = await approvedBefore();
    await step(buyer, order.id, "submit");
    expect((await step(manager, order.id, "approve")).status).toBe("approved");
  });
});

/** A draft of the buyer that somebody approved once and that went back, so that its authors began anew. */
async function approvedBefore() {
  const approver = await clientWith(testApp, ["CAN_VIEW_PURCHASE_ORDERS", "CAN_APPROVE_PURCHASE_ORDERS"]);
  const { id } = await saved(buyer.post(ordersPath, orderBody(context, terms)));
  await step(buyer, id, "submit");
  expect(await step(approver, id, "approve")).toMatchObject({ authors: [] });
  const draft = await step(buyer, id, "revise");
  expect(draft["authors"]).toEqual([testApp.users.BUYER]);
  return draft;
}

async function amend(by: Client, id: string, change: Record<string, unknown>) {
  const { items, paymentTermsDays } = await saved(by.get(`${ordersPath}/${id}`));
  const lines = items.map(({ id: line, productId, orderedQty, uom, unitPrice }) => ({
    id: line,
    productId,
    orderedQty,
    uom,
    unitPrice,
  }));
  return step(by, id, "amend", { reason: "It has to be so", paymentTermsDays, items: lines, ...change });
}
