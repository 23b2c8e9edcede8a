import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
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
import type { PurchaseOrder } from "../purchase-orders.contract.ts";

describe("amending an order that is out", () => {
  let testApp: TestApp;
  let buyer: Client;
  let manager: Client;
  let context: OrderRecords;
  const confirmed = async (over: Record<string, unknown> = {}) => {
    const { id } = await sentOrder(buyer, context, over);
    await step(buyer, id, "confirm", { name: "Anke Lührs" });
    return read(id);
  };
  const read = async (id: string) => (await saved(buyer.get(`${ordersPath}/${id}`))) as unknown as PurchaseOrder;
  const asInput = ({
    id,
    productId,
    orderedQty,
    uom,
    qtyPerUom,
    unitPrice,
    discountPct,
    taxRatePct,
    requestedDate,
    vendorSku,
    notes,
  }: PurchaseOrder["items"][number]) => ({
    id,
    productId,
    orderedQty,
    uom,
    qtyPerUom,
    unitPrice,
    discountPct,
    taxRatePct,
    requestedDate,
    vendorSku,
    notes,
  });
  /** The order written anew, changed in lines by their place (null takes one out). */
  const anew = (
    order: PurchaseOrder,
    changes: Record<number, Record<string, unknown> | null>,
    over: Record<string, unknown> = {},
  ) => {
    const { paymentTermsDays, incoterm, incotermPlace, freightTerms, vendorNotes, internalNotes, charges } = order;
    const items = order.items.flatMap((item, at) =>
      changes[at] === null ? [] : [{ ...asInput(item), ...changes[at] }],
    );
    return {
      reason: "Demand has risen",
      paymentTermsDays,
      incoterm,
      incotermPlace,
      freightTerms,
      vendorNotes,
      internalNotes,
      charges,
      items,
      ...over,
    };
  };
  const amend = (
    order: PurchaseOrder,
    changes: Record<number, Record<string, unknown> | null>,
    over: Record<string, unknown> = {},
  ) => decide(buyer, `${ordersPath}/${order.id}/amend`, anew(order, changes, over));
  const refused = (field: string, text: string | RegExp = "") => ({
    status: 422,
    body: { fields: { [field]: expect.stringMatching(text) } },
  });

  beforeAll(async () => {
    testApp = await startTestApp();
    [buyer, manager] = [await testApp.as("BUYER"), await testApp.as("WAREHOUSE_MANAGER")];
    context = await orderRecords(await testApp.as("SUPER_ADMIN"));
  });
  afterAll(() => testApp.close());

  test("makes the next revision, which the vendor has to answer again; the timeline tells old and new", async () => {
    const order = await confirmed();
    const { status, text, body } = await amend(
      order,
      { 0: { orderedQty: "15" }, 1: { unitPrice: "2.25" } },
      { charges: [{ type: "freight", amount: "10" }] },
    );
    expect(status, text).toBe(200);
    expect(body).toMatchObject({
      status: "sent",
      revision: 2,
      total: "167.5",
      vendorResponse: "none",
      promisedDate: order.promisedDate,
      requestedDate: order.requestedDate,
    });
    expect(
      (body as unknown as PurchaseOrder).items.map((item) => [item.status, item.confirmedQty, item.promisedDate]),
    ).toEqual(Array(3).fill(["open", null, order.requestedDate]));
    const { items } = await saved(buyer.get(`${ordersPath}/${order.id}/history`));
    expect(items[0]).toMatchObject({
      step: "amended",
      reason: "Demand has risen",
      changes: {
        revision: 2,
        total: { from: "150", to: "167.5" },
        "items.1.orderedQty": { from: "10", to: "15" },
        "items.2.unitPrice": { from: "2.5", to: "2.25" },
      },
    });
    expect(
      await asSuper(
        testApp,
        `select payload ->> 'revision' as revision from outbox
          where task = 'mail-order' and payload ->> 'orderId' = $1 order by id`,
        [order.id],
      ),
    ).toEqual([{ revision: "1" }, { revision: "2" }]);
  });

  test("a line that is left out is cancelled and stays to be seen; a new one gets the next number", async () => {
    const order = await confirmed();
    const { items, ...rest } = anew(order, { 1: null });
    const { body } = await decide(buyer, `${ordersPath}/${order.id}/amend`, {
      ...rest,
      items: [...items, { productId: context.products[0]?.id, orderedQty: "4", uom: "EA", unitPrice: "1" }],
    });
    expect((body as unknown as PurchaseOrder).items.map(({ lineNo, status }) => [lineNo, status])).toEqual([
      [1, "open"],
      [2, "cancelled"],
      [3, "open"],
      [4, "open"],
    ]);
    expect(body).toMatchObject({ total: "104", lineCount: 3 });
  });

  test("a day that the buyer moves asks for a new promise of that line only, and the first one stays", async () => {
    const order = await confirmed();
    const { body } = await amend(order, { 2: { requestedDate: inDays(40) } });
    expect(body).toMatchObject({ originalPromisedDate: order.requestedDate, promisedDate: inDays(40) });
    expect(
      (body as unknown as PurchaseOrder).items.map(({ requestedDate, originalPromisedDate }) => [
        requestedDate,
        originalPromisedDate,
      ]),
    ).toEqual([
      [order.requestedDate, order.requestedDate],
      [order.requestedDate, order.requestedDate],
      [inDays(40), order.requestedDate],
    ]);
    await step(buyer, order.id, "confirm", { name: "Anke Lührs" });
    expect((await read(order.id)).items[2]).toMatchObject({
      originalPromisedDate: order.requestedDate,
      promisedDate: inDays(40),
    });
    expect(await read(order.id)).toMatchObject({ originalPromisedDate: order.requestedDate, promisedDate: inDays(40) });
  });

  test("the order's day is that of what is still to come, not of a line that came early", async () => {
    const order = await confirmed();
    await amend(order, { 2: { requestedDate: inDays(40) } });
    await step(buyer, order.id, "confirm", { name: "Anke Lührs" });
    await receive(manager, context, (await read(order.id)) as unknown as Body, { 2: { accepted: "30" } });
    const { body } = await amend(await read(order.id), { 0: { orderedQty: "15" } });
    expect(body).toMatchObject({ promisedDate: order.requestedDate });
  });

  test("what was received can neither be taken out nor ordered less", async () => {
    const order = await confirmed();
    await receive(manager, context, order as unknown as Body, {
      0: { accepted: "6", damaged: "1" },
      1: { accepted: "20" },
    });
    const now = await read(order.id);
    expect(await amend(now, { 0: null })).toMatchObject(refused("items", /Line 1/));
    expect(await amend(now, { 0: { orderedQty: "6.5" } })).toMatchObject(refused("items.0.orderedQty", /^7 /));
    expect(await amend(now, { 0: { uom: "XBX" } })).toMatchObject(refused("items.0.uom"));
    expect(await amend(now, { 0: { productId: context.products[2]?.id } })).toMatchObject(refused("items.0.productId"));
    const { body } = await amend(now, { 0: { orderedQty: "7" }, 1: { orderedQty: "25" } });
    expect((body as unknown as PurchaseOrder).items.map(({ status, openQty }) => [status, openQty])).toEqual([
      ["received", "0"],
      ["partially_received", "5"],
      ["open", "30"],
    ]);
  });

  test("a line that is over stays as it is", async () => {
    const order = await confirmed();
    await step(buyer, order.id, "short-close-line", { itemId: order.items[2]?.id, reason: "Out of production" });
    const now = await read(order.id);
    expect(await amend(now, { 2: { orderedQty: "31" } })).toMatchObject(refused("items.2.orderedQty", /over/));
    expect((await amend(now, { 0: { orderedQty: "11" }, 2: null })).body["items"]).toMatchObject([
      {},
      {},
      { status: "short_closed", orderedQty: "30" },
    ]);
  });

  test("without a reason, or without a change, it is refused", async () => {
    const order = await confirmed();
    expect(await amend(order, { 0: { orderedQty: "11" } }, { reason: "" })).toMatchObject(refused("reason"));
    expect(await amend(order, {})).toMatchObject({ status: 422, body: { code: "nothing_changed" } });
    expect(await amend(order, { 0: { orderedQty: "11" } }, { currency: "USD" })).toMatchObject(refused("currency"));
    const draft = await saved(
      buyer.post(ordersPath, {
        vendorId: context.vendorId,
        shipToLocationId: context.shipToLocationId,
        requestedDate: inDays(3),
      }),
    );
    expect(await decide(buyer, `${ordersPath}/${draft.id}/amend`, anew(order, { 0: { id: undefined } }))).toMatchObject(
      {
        status: 409,
        body: { code: "wrong_state" },
      },
    );
  });

  test("a change above the threshold and above what was approved waits for another person; the vendor's old link ends", async () => {
    await asSuper(testApp, "update companies set po_approval_threshold = 160 where id = $1", [testApp.companies.a]);
    const order = await confirmed();
    expect((await amend(order, { 0: { orderedQty: "14" } })).status).toBe(200);
    const now = await read(order.id);
    const { body } = await amend(now, { 0: { orderedQty: "15" } });
    expect(body).toMatchObject({ status: "pending_approval", waitsFrom: "sent", total: "162.5", revision: 2 });
    expect(body["steps"]).not.toContain("amend");
    expect((await saved(buyer.get(`${ordersPath}/${order.id}/history`))).items[0]).toMatchObject({
      step: "amended",
      fromStatus: "sent",
      toStatus: "pending_approval",
    });
    expect(await step(manager, order.id, "approve")).toMatchObject({ approvedByName: "warehouse_manager Alpha" });
    expect(await step(buyer, order.id, "send")).toMatchObject({ status: "sent", revision: 3, waitsFrom: null });
    expect((await amend(await read(order.id), { 0: { orderedQty: "14" } })).body).toMatchObject({ status: "sent" });
    await asSuper(testApp, "update companies set po_approval_threshold = null where id = $1", [testApp.companies.a]);
  });

  test("who amends does not approve the change, even as an approver, unless the company needs no other person", async () => {
    const rule = (columns: string) =>
      asSuper(testApp, `update companies set ${columns} where id = $1`, [testApp.companies.a]);
    await rule("po_approval_threshold = 160");
    const order = await confirmed();
    const raise = (by: Client, now: PurchaseOrder) =>
      saved(decide(by, `${ordersPath}/${order.id}/amend`, anew(now, { 0: { orderedQty: "20" } })));
    const waiting = await raise(manager, order);
    expect(waiting).toMatchObject({ status: "pending_approval", total: "175" });
    expect(waiting["steps"]).not.toContain("approve");
    expect(await decide(manager, `${ordersPath}/${order.id}/approve`)).toMatchObject({
      status: 409,
      body: { code: "own_order" },
    });
    await rule("separate_approver = false");
    const other = await confirmed();
    expect(
      await saved(decide(manager, `${ordersPath}/${other.id}/amend`, anew(other, { 0: { orderedQty: "20" } }))),
    ).toMatchObject({ status: "sent", total: "175", approvedByName: "warehouse_manager Alpha" });
    await rule("separate_approver = true, po_approval_threshold = null");
  });

  test("goods still come while a change waits, and a rejected change is amended, never written from the start", async () => {
    await asSuper(testApp, "update companies set po_approval_threshold = 160 where id = $1", [testApp.companies.a]);
    const order = await confirmed();
    await amend(order, { 0: { orderedQty: "20" } });
    await receive(manager, context, order as unknown as Body, { 1: { accepted: "20" } });
    const rejected = await step(manager, order.id, "reject", { reason: "No budget" });
    expect(rejected).toMatchObject({ status: "confirmed", total: "150", receiptStatus: "partial" });
    expect(rejected["steps"]).not.toContain("revise");
    const { body } = await amend(await read(order.id), { 0: { orderedQty: "11" } });
    expect(body).toMatchObject({ status: "sent", total: "152.5", receiptStatus: "partial", rejectReason: null });
    await asSuper(testApp, "update companies set po_approval_threshold = null where id = $1", [testApp.companies.a]);
  });
});
