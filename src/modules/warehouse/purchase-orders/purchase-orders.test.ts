import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { add } from "#shared/format/money.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { inDays, orderBody, orderRecords, ordersPath, saved, type OrderRecords } from "#main/testing/records/orders.ts";
import { statementsOf } from "#main/testing/database/statements.ts";
import { changeProduct } from "#main/testing/records/offers.ts";
import { orderTotals } from "./lines/order-totals.ts";
import { purchaseOrders, type PurchaseOrder } from "./purchase-orders.contract.ts";

conform(purchaseOrders, {
  name: "purchase orders",
  text: "sourceDocument",
  valid: async (n, admin) =>
    orderBody(await orderRecords(admin, { products: 2 }), {
      sourceDocument: `Requisition ${n}`,
      charges: [{ type: "freight", amount: "12.5", taxRatePct: "21" }],
    }),
  change: { vendorNotes: "EPAL pallets only", requestedDate: inDays(21) },
  filters: { view: "open", receivable: "no", requestedDate: `${inDays(0)}..${inDays(60)}` },
  statements: { create: 5 },
});

describe("writing an order", () => {
  let testApp: TestApp;
  let buyer: Client;
  let context: OrderRecords;
  const create = async (over: Record<string, unknown> = {}) =>
    (await saved(buyer.post(ordersPath, orderBody(context, over)))) as unknown as PurchaseOrder;
  const update = (order: PurchaseOrder, over: Record<string, unknown>) =>
    buyer.put(`${ordersPath}/${order.id}`, {
      ...orderBody(context),
      items: order.items.map(asInput),
      version: order.version,
      ...over,
    });
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

  beforeAll(async () => {
    testApp = await startTestApp();
    buyer = await testApp.as("BUYER");
    context = await orderRecords(await testApp.as("SUPER_ADMIN"), {
      vendor: { paymentTermsDays: 30, incoterm: "DAP", incotermPlace: "Tilburg", overReceiptPct: "5" },
    });
  });
  afterAll(() => testApp.close());

  test("draws the next number of the company's pattern, and takes the vendor's terms and currency", async () => {
    const [one, two] = [await create(), await create()];
    const year = new Date().toLocaleDateString("en", { timeZone: "Europe/Amsterdam", year: "numeric" }); // the company's
    expect([one.number, two.number].every((number) => new RegExp(`^PO-${year}-\\d{5}$`).test(number))).toBe(true);
    expect(Number(two.number.slice(-5)) - Number(one.number.slice(-5))).toBe(1);
    expect(one).toMatchObject({
      status: "draft",
      revision: 0,
      currency: "EUR",
      paymentTermsDays: 30,
      incoterm: "DAP",
      incotermPlace: "Tilburg",
      buyerId: testApp.users.BUYER,
      lineCount: 3,
    });
    expect(await create({ currency: "JPY", paymentTermsDays: 0, incoterm: "EXW" })).toMatchObject({
      currency: "JPY",
      minorUnit: 0,
      paymentTermsDays: 0,
      incoterm: "EXW",
      incotermPlace: null,
    });
  });

  test("the pattern of numbers may say year, month and width, and never forgets the number itself", async () => {
    const pattern = (text: string) =>
      asSuper(testApp, "update companies set po_number_pattern = $2 where id = $1", [testApp.companies.a, text]);
    const [year = "", month = ""] = inDays(0).split("-");
    for (const [text, expected] of [
      ["{yy}{mm}/{seq:3}", new RegExp(`^${year.slice(2)}${month}/\\d{3}$`)],
      ["B-{seq}", /^B-\d+$/],
      ["ORDER ", /^ORDER \d+$/],
    ] as const) {
      await pattern(text);
      expect((await create()).number).toMatch(expected);
    }
    await pattern("PO-{yyyy}-{seq:5}");
  });

  test("asks for nothing to come before it was written; a day that stands there may stay", async () => {
    const order = await create();
    const day = "This is before the order was written.";
    const items = order.items.map((item) => ({ ...asInput(item), requestedDate: inDays(-2) }));
    const refused = { status: 422, body: { fields: { requestedDate: day, "items.0.requestedDate": day } } };
    const early = orderBody(context, { requestedDate: inDays(-2), items });
    expect(await buyer.post(ordersPath, early)).toMatchObject(refused);
    expect(await update(order, { requestedDate: inDays(-2), items })).toMatchObject(refused);
    await asSuper(testApp, "update purchase_orders set requested_date = $2 where id = $1", [order.id, inDays(-2)]);
    await saved(update(order, { requestedDate: inDays(-2) }));
  });

  test("keeps sku and name as they were, and the tolerance of line, product, vendor, company in this order", async () => {
    const admin = await testApp.as("SUPER_ADMIN");
    const [first] = context.products;
    const product = await saved(admin.get(`/api/warehouse/products/${first?.id}`));
    const order = await create();
    expect(order.items[0]).toMatchObject({
      sku: first?.sku,
      description: product["name"],
      overReceiptPct: "5",
      requestedDate: order.requestedDate,
    });
    const {
      id: _id,
      version,
      createdAt: _c,
      updatedAt: _u,
      archivedAt: _a,
      abilities: _able,
      status: _s,
      categoryName: _cn,
      onHand: _o,
      preferredVendorName: _p,
      steps: _st,
      ...input
    } = product;
    await saved(
      admin.put(`/api/warehouse/products/${first?.id}`, {
        ...input,
        name: "Renamed since",
        overReceiptPct: "1.5",
        version,
      }),
    );
    const again = (await saved(buyer.get(`${ordersPath}/${order.id}`))) as unknown as PurchaseOrder;
    expect(again.items[0]).toMatchObject({
      description: product["name"],
      productName: "Renamed since",
      overReceiptPct: "5",
    });
    expect((await create()).items[0]).toMatchObject({ description: "Renamed since", overReceiptPct: "1.5" });
  });

  test("computes the totals, whatever is sent", async () => {
    const [a, b] = context.products;
    const order = await create({
      items: [
        { productId: a?.id, orderedQty: "180", uom: "XBG", qtyPerUom: "70", unitPrice: "118.40", taxRatePct: "9" },
        { productId: b?.id, orderedQty: "3", uom: "EA", unitPrice: "0.0035", discountPct: "12.5" },
      ],
      charges: [
        { type: "freight", amount: "1860", taxRatePct: "21" },
        { type: "discount", amount: "100" },
      ],
    });
    expect(order).toMatchObject({ subtotal: "21312.01", chargesTotal: "1760", taxTotal: "2308.68", total: "25380.69" });
    expect(order.items.map(({ lineTotal, orderedBaseQty }) => [lineTotal, orderedBaseQty])).toEqual([
      ["21312", "12600"],
      ["0.0092", "3"],
    ]);
    expect(await buyer.post(ordersPath, { ...orderBody(context), total: "1" })).toMatchObject({
      status: 422,
      body: { fields: { total: expect.any(String) } },
    });
    expect(
      await buyer.post(ordersPath, orderBody(context, { charges: [{ type: "discount", amount: "1000000" }] })),
    ).toMatchObject({ status: 422, body: { fields: { charges: expect.any(String) } } });
  });

  test("the totals of any order are those that the screen shows, and the database agrees", async () => {
    const hundredths = fc.integer({ min: 0, max: 10_000 }).map((n) => String(n / 100));
    const line = fc.record({
      orderedQty: fc.integer({ min: 1, max: 10_000_000 }).map((n) => (n / 1000).toFixed(3)),
      unitPrice: fc.integer({ min: 0, max: 100_000_000 }).map((n) => (n / 10_000).toFixed(4)),
      discountPct: hundredths,
      taxRatePct: hundredths,
    });
    const charge = fc.record({
      type: fc.constantFrom("freight", "duty", "other"),
      amount: fc.integer({ min: 0, max: 1_000_000 }).map((n) => (n / 100).toFixed(2)),
      taxRatePct: hundredths,
    });
    const admin = await testApp.as("SUPER_ADMIN");
    const [product] = (await orderRecords(admin, { products: 1 })).products;
    await saved(changeProduct(admin, product!.id, { baseUom: "KGM" })); // quantities of it may have decimals
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.array(charge, { maxLength: 3 }),
        fc.constantFrom("EUR", "JPY", "BHD"),
        async (lines, charges, currency) => {
          const order = await create({
            currency,
            items: lines.map((one) => ({ ...one, productId: product?.id, uom: "KGM" })),
            charges,
          });
          const expected = orderTotals(lines, charges, { EUR: 2, JPY: 0, BHD: 3 }[currency] ?? 2);
          expect(order).toMatchObject(expected);
          expect(add(order.subtotal, order.chargesTotal, order.taxTotal)).toBe(order.total);
        },
      ),
      { numRuns: 25 },
    );
  });

  test("lines keep their numbers and ids; new ones get the next numbers; the timeline tells of each", async () => {
    const order = await create();
    const [one, two, three] = order.items;
    const answer = await update(order, {
      items: [
        asInput(one!),
        { ...asInput(three!), orderedQty: "31", unitPrice: "2.75" },
        { productId: context.products[0]?.id, orderedQty: "7", uom: "EA", unitPrice: "1" },
      ],
    });
    const after = answer.body as unknown as PurchaseOrder;
    expect(answer.status, answer.text).toBe(200);
    expect(after.items.map(({ lineNo, id }) => [lineNo, id])).toEqual([
      [1, one?.id],
      [3, three?.id],
      [4, expect.any(String)],
    ]);
    const { items } = await saved(buyer.get(`${ordersPath}/${order.id}/history`));
    expect(items[0]).toMatchObject({
      step: "updated",
      changes: {
        "items.2": { from: `20 EA ${two?.sku}`, to: null },
        "items.3.orderedQty": { from: "30", to: "31" },
        "items.3.unitPrice": { from: "2.5", to: "2.75" },
        "items.4": { from: null, to: `7 EA ${context.products[0]?.sku}` },
      },
    });
  });

  test("a line of another order, and one line twice, are refused by name", async () => {
    const [order, other] = [await create(), await create()];
    const items = [
      asInput(order.items[0]!),
      { ...asInput(order.items[1]!), id: other.items[1]?.id },
      asInput(order.items[0]!),
    ];
    expect(await update(order, { items })).toMatchObject({
      status: 422,
      body: { fields: { "items.1.id": expect.any(String), "items.2.id": expect.any(String) } },
    });
  });

  test("what cannot be ordered is refused where it stands", async () => {
    const admin = await testApp.as("SUPER_ADMIN");
    const held = await orderRecords(admin);
    await saved(admin.post(`/api/warehouse/vendors/${held.vendorId}/hold`, { reason: "late three times" }));
    expect(await buyer.post(ordersPath, orderBody(held))).toMatchObject({
      status: 422,
      body: { fields: { vendorId: expect.stringContaining("Kontor") } },
    });
    const [product] = context.products;
    const items = [
      { productId: product?.id, orderedQty: "0", uom: "EA", unitPrice: "1" },
      { productId: product?.id, orderedQty: "1", uom: "EA", qtyPerUom: "12", unitPrice: "1" },
    ];
    expect(await buyer.post(ordersPath, orderBody(context, { items: items.slice(0, 1) }))).toMatchObject({
      status: 422,
      body: { fields: { "items.0.orderedQty": expect.any(String) } },
    });
    expect(await buyer.post(ordersPath, orderBody(context, { items: items.slice(1) }))).toMatchObject({
      status: 422,
      body: { fields: { "items.0.qtyPerUom": expect.any(String) } },
    });
    for (const requestedDate of ["0000-01-01", "2026-02-30", "tomorrow"])
      expect((await buyer.post(ordersPath, orderBody(context, { requestedDate }))).status, requestedDate).toBe(422);
    const huge = { ...items[0], orderedQty: "999999999999", unitPrice: "999999999999" };
    expect((await buyer.post(ordersPath, orderBody(context, { items: [huge] }))).status).toBe(422);
    expect(await buyer.post(ordersPath, orderBody(context, { currency: "XXQ" }))).toMatchObject({
      status: 422,
      body: { fields: { currency: expect.any(String) } },
    });
  });

  test("an order has at most 500 lines, and as many statements for 500 as for one", async () => {
    const [product] = context.products;
    const lines = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        productId: product?.id,
        orderedQty: String(n + 1),
        uom: "EA",
        unitPrice: "1",
      }));
    expect(await buyer.post(ordersPath, orderBody(context, { items: lines(501) }))).toMatchObject({
      status: 422,
      body: { fields: { items: expect.any(String) } },
    });
    const write = async (count: number) => {
      let order: Body | undefined;
      const created = await statementsOf(
        async () => void (order = await saved(buyer.post(ordersPath, orderBody(context, { items: lines(count) })))),
      );
      const whole = order as unknown as PurchaseOrder;
      expect(whole.items).toHaveLength(count);
      const updated = await statementsOf(() =>
        saved(update(whole, { items: whole.items.map((item) => ({ ...asInput(item), orderedQty: "9" })) })),
      );
      const read = await statementsOf(() => buyer.get(`${ordersPath}/${whole.id}`));
      return [created.length, updated.length, read.length];
    };
    expect(await write(1)).toEqual([5, 6, 1]);
    expect(await write(500)).toEqual([5, 6, 1]);
  });

  test("only a draft that was never sent is removed, and its lines with it", async () => {
    const order = await create();
    expect((await buyer.remove(`${ordersPath}/${order.id}?version=${order.version}`)).status).toBe(204);
    expect(
      await asSuper(testApp, "select 1 from purchase_order_items where purchase_order_id = $1", [order.id]),
    ).toEqual([]);
  });

  test("a note for the team stands in the timeline", async () => {
    const order = await create();
    expect(
      (await buyer.post(`${ordersPath}/${order.id}/note`, { note: "They close at noon on Fridays." })).status,
    ).toBe(204);
    expect((await buyer.get(`${ordersPath}/${order.id}/history`)).body.items[0]).toMatchObject({
      step: "noted",
      note: "They close at noon on Fridays.",
      actorName: "buyer Alpha",
    });
  });
});
