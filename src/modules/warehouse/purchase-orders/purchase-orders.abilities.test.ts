import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import {
  orderBody,
  orderRecords,
  ordersPath,
  receive,
  saved,
  sentOrder,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";

describe("what may be done with an order beside its steps", () => {
  let testApp: TestApp;
  let buyer: Client;
  let records: OrderRecords;
  beforeAll(async () => {
    testApp = await startTestApp();
    buyer = await testApp.as("BUYER");
    records = await orderRecords(await testApp.as("SUPER_ADMIN"));
  });
  afterAll(() => testApp.close());
  const abilities = async (id: string, client: Client = buyer) =>
    (await saved(client.get(`${ordersPath}/${id}`)))["abilities"];

  test("a draft is written, archived and removed; one on hold waits for its release", async () => {
    const draft = await saved(buyer.post(ordersPath, orderBody(records)));
    expect(draft["abilities"]).toEqual(["edit", "archive", "remove", "preview"]);
    expect((await step(buyer, draft.id, "hold", { reason: "budget" }))["abilities"]).toEqual([
      "archive",
      "remove",
      "preview",
    ]);
    expect((await step(buyer, draft.id, "release"))["abilities"]).toEqual(["edit", "archive", "remove", "preview"]);
    expect((await saved(buyer.post(`${ordersPath}/${draft.id}/archive`)))["abilities"]).toContain("restore");
  });

  test("one that is out is printed, and a delivery of it is booked while something is to come", async () => {
    const order = await sentOrder(buyer, records);
    expect(order["abilities"]).toEqual(["print", "schedule"]);
    expect((await step(buyer, order.id, "hold", { reason: "quality" }))["abilities"]).toEqual(["print"]);
    await step(buyer, order.id, "release");
    const all = Object.fromEntries(order.items.map(({ orderedQty }, at) => [at, { accepted: String(orderedQty) }]));
    await receive(await testApp.as("SUPER_ADMIN"), records, order, all);
    expect(await abilities(order.id)).toEqual(["archive", "print"]);
  });

  test("each is offered what their permissions allow, and what is not offered is refused", async () => {
    const draft = await saved(buyer.post(ordersPath, orderBody(records)));
    const order = await sentOrder(buyer, records);
    const receiver = await testApp.as("RECEIVER");
    expect(await abilities(draft.id, receiver)).toEqual([]);
    expect(await abilities(order.id, receiver)).toEqual(["print"]);
    expect((await buyer.post(`${ordersPath}/${order.id}/archive`)).status).toBe(409);
    expect((await buyer.send("DELETE", `${ordersPath}/${order.id}?version=${order["version"]}`)).status).toBe(409);
    const { body } = await buyer.get(`${ordersPath}?ids=${order.id}`);
    expect(body.items[0]).not.toHaveProperty("abilities");
  });
});
