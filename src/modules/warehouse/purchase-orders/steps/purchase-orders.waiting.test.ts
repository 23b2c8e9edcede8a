import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aYard, deliveriesPath, from } from "#main/testing/records/docks.ts";
import {
  decide,
  inDays,
  orderRecords,
  ordersPath,
  receive,
  saved,
  sentOrder,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";
import { clientByLink } from "#main/testing/records/people.ts";
import { awaitsGoods, purchaseOrderFlow } from "../purchase-orders.flow.ts";

describe("while a change of an order waits for approval", () => {
  let testApp: TestApp;
  let buyer: Client;
  let manager: Client;
  let docks: Client;
  let records: OrderRecords;
  let yard: Awaited<ReturnType<typeof aYard>>;
  const threshold = (value: string) =>
    asSuper(testApp, `update companies set po_approval_threshold = ${value} where id = $1`, [testApp.companies.a]);
  beforeAll(async () => {
    testApp = await startTestApp();
    buyer = await testApp.as("BUYER");
    manager = await testApp.as("WAREHOUSE_MANAGER");
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
  const count = (
    order: Body,
    at: number,
    acceptedQty: string,
    over: Record<string, unknown> = {},
    deliveryScheduleId: string | null = null,
  ) => {
    const item = order.items[at];
    const line = { purchaseOrderItemId: item?.id, productId: item?.["productId"], uom: "EA", qtyPerUom: "1" };
    return manager.post("/api/warehouse/receipts", {
      clientReceiptKey: randomUUID(),
      locationId: yard.locationId,
      deliveryScheduleId,
      lines: [{ ...line, acceptedQty, ...over }],
    });
  };
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

  test("what was agreed rules the dock: more than that is not taken, and not booked", async () => {
    const order = await confirmed();
    await amend(order, { 0: { orderedQty: "20" } });
    expect(await count(order, 0, "15")).toMatchObject({ status: 422, body: { code: "override_needs_reason" } });
    expect(await book(order.items[0], "11")).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("at most 10 pieces") },
    });
    await saved(count(order, 0, "10"));
    expect((await read(order.id)).items[0]).toMatchObject({ openQty: "0", acceptedQty: "10" });
  });

  test("a line that the change takes out is still received, and one that it adds is not", async () => {
    const order = await confirmed();
    const added = { productId: records.products[0]?.id, orderedQty: "40", uom: "EA", unitPrice: "2.5" };
    const waiting = await amend(order, { 1: null }, [added]);
    expect(waiting).toMatchObject({ status: "pending_approval", items: [{}, { status: "cancelled" }, {}, {}] });
    await saved(count(order, 1, "20"));
    await saved(count(waiting, 3, "5"));
    expect((await read(order.id)).items).toMatchObject([{}, { acceptedQty: "20" }, {}, { acceptedQty: "0" }]);
  });

  test("rejecting it brings back what was agreed, and the order stands where it stood", async () => {
    const order = await confirmed();
    const added = { productId: records.products[0]?.id, orderedQty: "40", uom: "EA", unitPrice: "2.5" };
    await amend(order, { 0: { orderedQty: "20", requestedDate: "2027-03-01" }, 1: null }, [added]);
    await saved(count(order, 0, "10"));
    const rejected = await step(manager, order.id, "reject", { reason: "No budget" });
    expect(rejected).toMatchObject({
      status: "confirmed",
      waitsFrom: null,
      total: "150",
      revision: 1,
      receiptStatus: "partial",
      items: [
        { orderedQty: "10", acceptedQty: "10", status: "received", requestedDate: order.items[0]?.["requestedDate"] },
        { orderedQty: "20", status: "confirmed", confirmedQty: "20" },
        { orderedQty: "30", status: "confirmed" },
      ],
    });
    expect(rejected.items).toHaveLength(3);
    expect((await read(order.id))["steps"]).not.toContain("approve");
    expect((await amend(order, { 2: { orderedQty: "32" } }))["status"]).toBe("sent");
  });

  test("rejecting it never orders less than came meanwhile", async () => {
    const order = await confirmed();
    await amend(order, { 0: { orderedQty: "20" } });
    await saved(
      manager.post("/api/warehouse/receipts", {
        clientReceiptKey: randomUUID(),
        locationId: yard.locationId,
        overrideReason: "Needed",
        lines: [
          {
            purchaseOrderItemId: order.items[0]?.id,
            productId: order.items[0]?.["productId"],
            uom: "EA",
            qtyPerUom: "1",
            acceptedQty: "12",
          },
        ],
      }),
    );
    expect(await step(manager, order.id, "reject", { reason: "No budget" })).toMatchObject({
      status: "confirmed",
      total: "155",
      items: [{ orderedQty: "12", acceptedQty: "12", status: "received" }, {}, {}],
    });
  });

  test("rejecting it asks a vendor again who has not answered yet", async () => {
    const order = await sentOrderBelow();
    await amend(order, { 0: { orderedQty: "20" } });
    const asked = async () =>
      (
        await asSuper<{ jobs: number }>(
          testApp,
          "select count(*)::int as jobs from outbox where task = 'mail-order' and payload ->> 'orderId' = $1",
          [order.id],
        )
      )[0]?.jobs ?? 0;
    const before = await asked();
    expect(await step(manager, order.id, "reject", { reason: "No budget" })).toMatchObject({
      status: "sent",
      revision: 1,
    });
    expect(await asked()).toBe(before + 1);
  });

  test("rejecting the acceptance of a proposal leaves the proposal to be answered", async () => {
    const order = await sentOrderBelow();
    const lines = order.items.map(({ id }, at) => ({
      itemId: id,
      answer: "change",
      unitPrice: at === 0 ? "50" : null,
    }));
    await step(buyer, order.id, "propose", { name: "Anke Lührs", lines });
    expect((await step(buyer, order.id, "accept-proposal"))["status"]).toBe("pending_approval");
    expect(await step(manager, order.id, "reject", { reason: "Too dear" })).toMatchObject({
      status: "change_proposed",
      total: "150",
      proposal: { state: "pending" },
    });
    expect(await step(buyer, order.id, "refuse-proposal", { reason: "Too dear" })).toMatchObject({ status: "sent" });
  });

  test("the day that a proposal brought is the order's once its acceptance is approved and sent, and not before", async () => {
    const order = await sentOrderBelow();
    const lines = order.items.map(({ id }, at) => ({
      itemId: id,
      answer: "change",
      ...(at === 0 ? { unitPrice: "50", date: inDays(21) } : {}),
    }));
    await step(buyer, order.id, "propose", { name: "Anke Lührs", lines });
    expect(await step(buyer, order.id, "accept-proposal")).toMatchObject({
      status: "pending_approval",
      promisedDate: null,
    });
    await step(manager, order.id, "approve");
    expect(await step(buyer, order.id, "send")).toMatchObject({ status: "sent", promisedDate: inDays(21) });
  });

  test("deliveries follow it once it goes to the vendor, and not before", async () => {
    const order = await confirmed();
    const delivery = await saved(book(order.items[1], "20"));
    const planned = async () => (await saved(docks.get(`${deliveriesPath}/${delivery.id}`)))["lines"];
    const change = { 0: { orderedQty: "40" }, 1: { orderedQty: "5" } };
    await amend(order, change);
    expect(await planned()).toMatchObject([{ plannedQty: "20" }]);
    await saved(count(order, 1, "3"));
    await step(manager, order.id, "approve");
    expect(await planned()).toMatchObject([{ plannedQty: "20" }]);
    expect(await step(buyer, order.id, "send")).toMatchObject({ status: "sent", revision: 2 });
    expect(await planned()).toMatchObject([{ plannedQty: "2" }]);
  });

  test("a delivery that would bring nothing any more is decided on with the change", async () => {
    const order = await confirmed();
    const delivery = await saved(book(order.items[1], "20"));
    const change = body(order, { 0: { orderedQty: "60" }, 1: null });
    expect(await decide(buyer, `${ordersPath}/${order.id}/amend`, change)).toMatchObject({
      status: 409,
      body: { code: "deliveries_undecided" },
    });
    await step(buyer, order.id, "amend", { ...change, onTheWay: "cancel_it" });
    const status = async () => (await saved(docks.get(`${deliveriesPath}/${delivery.id}`)))["status"];
    expect(await status()).toBe("scheduled");
    await step(manager, order.id, "approve");
    await step(buyer, order.id, "send");
    expect(await status()).toBe("cancelled");
  });

  test("what came of a line that it took out stays on the order, once it goes to the vendor", async () => {
    const order = await confirmed();
    await amend(order, { 0: { orderedQty: "60" }, 1: null });
    await receive(manager, records, order, { 1: { accepted: "8" } });
    await step(manager, order.id, "approve");
    expect(await step(buyer, order.id, "send")).toMatchObject({
      total: "245",
      items: [{ orderedQty: "60" }, { orderedQty: "8", acceptedQty: "8", status: "received" }, { orderedQty: "30" }],
    });
  });

  test("what is late, missing and to come is judged by what was agreed", async () => {
    const order = await confirmed();
    const moved = { 0: { orderedQty: "90", requestedDate: "2027-03-01" }, 1: null };
    await asSuper(
      testApp,
      "update purchase_order_items set promised_date = current_date - 3 where purchase_order_id = $1",
      [order.id],
    );
    const late = async () => (await read(order.id)).items.map(({ isLate }) => isLate);
    expect(await late()).toEqual([true, true, true]);
    await amend(order, moved);
    expect(await late()).toEqual([true, true, true]);
    const delivery = await saved(book(order.items[0], "10"));
    await saved(docks.post(`${deliveriesPath}/${delivery.id}/arrive`));
    await saved(count(order, 0, "4", {}, delivery.id));
    await saved(docks.post(`${deliveriesPath}/${delivery.id}/complete`));
    const short = async () =>
      (await saved(buyer.get(`/api/warehouse/issues?purchaseOrderId=${order.id}&kind=short`))).items;
    expect(await short()).toMatchObject([{ qtyAffected: "6", status: "open" }]);
    await saved(count(order, 0, "6"));
    expect(await short()).toMatchObject([{ status: "resolved", resolution: "settled" }]);
    expect(await late()).toEqual([false, true, true]);
  });

  test("a truck is not completed uncounted, nor its vendor blamed, for a line that the change takes out", async () => {
    const order = await confirmed();
    const lines = order.items.slice(0, 2).map(({ id }) => ({ purchaseOrderItemId: id, plannedQty: "10" }));
    const delivery = await saved(docks.post(deliveriesPath, { locationId: yard.locationId, ...from(8, 9), lines }));
    await amend(order, { 0: null, 2: { orderedQty: "90" } });
    await saved(docks.post(`${deliveriesPath}/${delivery.id}/arrive`));
    await saved(count(order, 1, "10", {}, delivery.id));
    const complete = () => docks.post(`${deliveriesPath}/${delivery.id}/complete`);
    const uncounted = [{ purchaseOrderItemId: order.items[0]?.id }];
    expect(await complete()).toMatchObject({
      status: 409,
      body: { code: "not_received", details: { lines: uncounted } },
    });
    await saved(count(order, 0, "10", {}, delivery.id));
    await saved(complete());
    expect((await saved(buyer.get(`/api/warehouse/issues?deliveryScheduleId=${delivery.id}`))).items).toEqual([]);
  });

  test("its vendor sees what was agreed, on the page and on paper, and answers nothing", async () => {
    const order = await confirmed();
    const added = { productId: records.products[0]?.id, orderedQty: "40", uom: "EA", unitPrice: "2.5" };
    await step(buyer, order.id, "amend", {
      ...body(order, { 0: { orderedQty: "20" }, 1: null }, [added]),
      vendorNotes: "Secret",
    });
    const revision = Number(order["revision"]);
    const vendor = await clientByLink(testApp, { purpose: "po.view", subjectId: order.id, subjectRevision: revision });
    const page = await saved(vendor.get(`/api/links/purchase-orders/${order.id}`));
    expect(page).toMatchObject({
      status: "confirmed",
      total: "150",
      vendorNotes: null,
      mayAnswer: false,
      mayPropose: false,
      items: [{ orderedQty: "10" }, { orderedQty: "20" }, { orderedQty: "30" }],
    });
    expect(page.items).toHaveLength(3);
    const pdf = await vendor.get(`/api/links/purchase-orders/${order.id}/order.pdf`);
    expect(pdf.headers["content-disposition"]).toContain(" r1.pdf");
    expect(await read(order.id)).toMatchObject({ abilities: expect.arrayContaining(["print"]) });
    const receipt = await saved(vendor.get(`/api/links/purchase-orders/${order.id}/receipt`));
    expect(receipt["lines"]).toMatchObject([
      { orderedQty: "10", openQty: "10" },
      { orderedQty: "20", openQty: "20" },
      { orderedQty: "30" },
    ]);
    expect(receipt["lines"]).toHaveLength(3);
  });
});
