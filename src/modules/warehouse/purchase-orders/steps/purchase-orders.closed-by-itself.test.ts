import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientByLink } from "#main/testing/records/people.ts";
import {
  orderRecords,
  ordersPath,
  receive,
  saved,
  sentOrder,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let buyer: Client;
let manager: Client;
let context: OrderRecords;
beforeAll(async () => {
  testApp = await startTestApp();
  [buyer, manager] = [await testApp.as("BUYER"), await testApp.as("WAREHOUSE_MANAGER")];
  context = await orderRecords(await testApp.as("SUPER_ADMIN"));
});
afterAll(() => testApp.close());

const read = (id: string) => saved(buyer.get(`${ordersPath}/${id}`));
const allOfIt = { 0: { accepted: "10" }, 1: { accepted: "20" }, 2: { accepted: "30" } };

describe("an order that closes by itself", () => {
  test("ends its vendor's links", async () => {
    const order = await sentOrder(buyer, context);
    const vendor = await clientByLink(testApp, {
      purpose: "po.respond",
      subjectId: order.id,
      subjectRevision: Number(order["revision"]),
    });
    const page = () => vendor.get(`/api/links/purchase-orders/${order.id}`);
    expect((await page()).status).toBe(200);
    await receive(manager, context, order, allOfIt);
    expect(await read(order.id)).toMatchObject({ status: "closed", closedByName: null });
    expect((await page()).status).toBe(410);
  });

  test("ends its hold", async () => {
    const order = await sentOrder(buyer, context);
    await step(buyer, order.id, "hold", { reason: "Quality question" });
    const close = (itemId: string) =>
      step(buyer, order.id, "short-close-line", { itemId, reason: "Out of production" });
    for (const { id } of order.items) await close(id);
    expect(await read(order.id)).toMatchObject({ status: "closed", onHold: false, holdReason: null });
  });
});
