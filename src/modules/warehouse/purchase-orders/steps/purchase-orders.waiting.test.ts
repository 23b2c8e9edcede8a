import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aYard, deliveriesPath, from } from "#main/testing/records/docks.ts";
import { orderRecords, ordersPath, saved, sentOrder, step, type OrderRecords } from "#main/testing/records/orders.ts";
import { awaitsGoods, purchaseOrderFlow } from "../purchase-orders.flow.ts";

describe("while a change of an order waits for approval", () => {
  let testApp: TestApp;
  let buyer: Client;
  let docks: Client;
  let records: OrderRecords;
  let yard: Awaited<ReturnType<typeof aYard>>;
  const threshold = (value: string) =>
    asSuper(testApp, `update companies set po_approval_threshold = ${value} where id = $1`, [testApp.companies.a]);
  beforeAll(async () => {
    testApp = await startTestApp();
    buyer = await testApp.as("BUYER");
    docks = await testApp.as("DOCK_SUPERVISOR");
    const admin = await testApp.as("COMPANY_ADMIN");
    yard = await aYard(admin, { dock: { parallelCapacity: 10 } });
    records = { ...(await orderRecords(admin)), shipToLocationId: yard.locationId };
  });
  afterAll(() => testApp.close());
  beforeEach(() => threshold("160"));

  const read = (id: string) => saved(buyer.get(`${ordersPath}/${id}`));
  /** Lines of 10, 20 and 30 pieces at 2.50. */
  const confirmed = async () => {
    const { id } = await sentOrderBelow();
    await step(buyer, id, "confirm", { name: "Anke Lührs" });
    return read(id);
  };
  const sentOrderBelow = () => sentOrder(buyer, records);
  const inputs = ["id", "productId", "orderedQty", "uom", "qtyPerUom", "unitPrice", "requestedDate"];
  const asInput = (item: Body) => Object.fromEntries(inputs.map((key) => [key, item[key]]));
  const body = (order: Body, changes: Record<number, Record<string, unknown> | null>, more: unknown[] = []) => ({
    reason: "Demand has risen",
    items: [
      ...order.items.flatMap((item, at) => (changes[at] === null ? [] : [{ ...asInput(item), ...changes[at] }])),
      ...more,
    ],
  });
  const amend = async (order: Body, ...change: [Parameters<typeof body>[1], unknown[]?]) =>
    step(buyer, order.id, "amend", body(await read(order.id), ...change));
  const book = (item: Body | undefined, plannedQty: string) =>
    docks.post(deliveriesPath, {
      locationId: yard.locationId,
      ...from(8, 9),
      lines: [{ purchaseOrderItemId: item?.id, plannedQty }],
    });

  test("goods may come for it: it can be booked, and says so", async () => {
    const order = await confirmed();
    const waiting = await amend(order, { 0: { orderedQty: "20" } });
    expect(waiting).toMatchObject({ status: "pending_approval", abilities: expect.arrayContaining(["schedule"]) });
    await saved(book(order.items[0], "10"));
  });

  test("the database and the screens mean the same by an order for which goods may come", async () => {
    const order = await confirmed();
    const states = purchaseOrderFlow.states.flatMap((status) =>
      [null, "confirmed"].map((waitsFrom) => ({ status, waitsFrom })),
    );
    for (const { status, waitsFrom } of states) {
      await asSuper(testApp, "update purchase_orders set status = $1, waits_from = $2 where id = $3", [
        status,
        waitsFrom,
        order.id,
      ]);
      const { items } = await saved(buyer.get(`${ordersPath}?receivable=yes&ids=${order.id}`));
      expect([status, waitsFrom, items.length === 1]).toEqual([status, waitsFrom, awaitsGoods({ status, waitsFrom })]);
    }
  });
});
