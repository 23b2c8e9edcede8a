import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aYard, booked, deliveriesPath, from, hourOf } from "#main/testing/records/docks.ts";
import {
  decide,
  orderRecords,
  ordersPath,
  saved,
  sentOrder,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";

let testApp: TestApp;
let admin: Client;
let client: Client;
let records: OrderRecords;
let yard: { locationId: string; dockIds: readonly [string, ...string[]] };
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
  client = await testApp.as("DOCK_SUPERVISOR");
  records = await orderRecords(admin);
  yard = await aYard(admin, { docks: 2, dock: { parallelCapacity: 10 } });
});
afterAll(() => testApp.close());

/** An order of 10, 20 and 30 pieces that is out at its vendor and goes to the yard. */
const order = () => sentOrder(admin, { ...records, shipToLocationId: yard.locationId });
const itemsOf = (one: Body) => one["items"] as unknown as readonly [Body, Body, Body];
const line = (item: Body, plannedQty: string) => ({ purchaseOrderItemId: item.id, plannedQty });
const deliver = (lines: readonly unknown[], over: Record<string, unknown> = {}) =>
  client.post(deliveriesPath, { locationId: yard.locationId, ...from(8, 9), lines, ...over });
const scheduled = async (item: Body) =>
  (
    await asSuper<{ qty: string }>(
      testApp,
      "select trim_scale(scheduled_qty)::text as qty from purchase_order_items where id = $1",
      [item.id],
    )
  )[0]?.qty;
/** Order lines whose scheduled quantity is not the sum over live deliveries, or is more than is open. */
const drifted = () =>
  asSuper(
    testApp,
    `select i.id, i.scheduled_qty from purchase_order_items i
      where i.scheduled_qty > i.ordered_qty - i.accepted_qty - i.damaged_qty or i.scheduled_qty <> coalesce((
       select sum(greatest(0, x.planned_qty - coalesce((select sum(l.counted_qty) from receipts r
         join receipt_lines l on l.receipt_id = r.id where r.delivery_schedule_id = x.delivery_schedule_id
         and l.purchase_order_item_id = x.purchase_order_item_id), 0))) from delivery_schedule_items x join delivery_schedules d on d.id = x.delivery_schedule_id
       where x.purchase_order_item_id = i.id
         and d.status in ('requested', 'proposed', 'scheduled', 'arrived', 'in_progress', 'unloaded')), 0)`,
  );
afterAll(async () => expect(await drifted()).toEqual([]));

/** Counts what stands on a delivery that is here. */
const count = (delivery: Body, item: Body, counted: Record<string, string>) =>
  saved(
    client.post("/api/warehouse/receipts", {
      clientReceiptKey: randomUUID(),
      deliveryScheduleId: delivery.id,
      locationId: yard.locationId,
      lines: [{ purchaseOrderItemId: item.id, productId: item["productId"], uom: "EA", qtyPerUom: "1", ...counted }],
    }),
  );

test("a delivery is of a vendor that one of its lines was ordered from", async () => {
  const [item] = itemsOf(await order());
  const other = await orderRecords(admin);
  const told = { status: 422, body: { fields: { vendorId: expect.stringContaining("None of these lines") } } };
  expect(await deliver([line(item, "1")], { vendorId: other.vendorId })).toMatchObject(told);
  const delivery = await saved(deliver([line(item, "1")], { vendorId: records.vendorId }));
  const changed = { lines: [line(item, "1")], vendorId: other.vendorId, version: delivery.version };
  expect(await client.put(`${deliveriesPath}/${delivery.id}`, changed)).toMatchObject(told);
});

describe("what a delivery brings", () => {
  test("is what its own receipts have not counted yet: the rest of the order can be booked while its first truck is here", async () => {
    const [first] = itemsOf(await order());
    const truck = await saved(deliver([line(first, "6")]));
    await saved(client.post(`${deliveriesPath}/${truck.id}/arrive`, {}));
    const receipt = await count(truck, first, { acceptedQty: "4", rejectedQty: "1" });
    expect(await scheduled(first)).toBe("1");
    expect(await deliver([line(first, "6")])).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("at most 5 pieces") },
    });
    const rest = await saved(deliver([line(first, "5")]));
    expect(await scheduled(first)).toBe("6");
    await saved(client.post(`${deliveriesPath}/${rest.id}/cancel`, { reason: "not needed" }));
    await saved(decide(admin, `/api/warehouse/receipts/${receipt.id}/reverse`, { reason: "Miscounted" }));
    expect(await scheduled(first)).toBe("6");
  });

  test("is counted on the lines of the order while it is live", async () => {
    const one = await order();
    const [first, second] = itemsOf(one);
    const delivery = await saved(deliver([line(first, "4"), line(second, "20")]));
    expect(delivery).toMatchObject({
      vendorId: records.vendorId,
      vendorName: expect.any(String),
      lines: [
        { purchaseOrderNumber: one["number"], lineNo: 1, plannedQty: "4", orderedQty: "10", uom: "EA" },
        { lineNo: 2, plannedQty: "20" },
      ],
    });
    expect([await scheduled(first), await scheduled(second)]).toEqual(["4", "20"]);
    expect((await client.get(`${deliveriesPath}?purchaseOrderId=${one.id}`)).body.items).toMatchObject([
      { id: delivery.id },
    ]);
    expect((await client.get(`${deliveriesPath}?q=${String(one["number"])}`)).body.items).toMatchObject([
      { id: delivery.id },
    ]);
    await saved(client.post(`${deliveriesPath}/${delivery.id}/cancel`, { reason: "not needed" }));
    expect([await scheduled(first), await scheduled(second)]).toEqual(["0", "0"]);
  });

  test("is at most what is open and on no other delivery, and the refusal says how much that is", async () => {
    const [first] = itemsOf(await order());
    await saved(deliver([line(first, "7.5")]));
    const refused = await deliver([line(first, "3")]);
    expect(refused).toMatchObject({
      status: 422,
      body: {
        message: expect.stringContaining("at most 2.5 pieces"),
        fields: { "lines.0.plannedQty": expect.any(String) },
      },
    });
    await saved(deliver([line(first, "2.5")]));
    expect(await scheduled(first)).toBe("10");
  });

  test("stays within what is open when 20 trucks are booked at once for the last of it", async () => {
    const [first, second] = itemsOf(await order());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        deliver(
          [line(n % 2 ? first : second, n % 2 ? "4" : "7"), line(n % 2 ? second : first, "1")],
          from(20 + n, 21 + n),
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect(Number(await scheduled(first))).toBeLessThanOrEqual(10);
    expect(Number(await scheduled(second))).toBeLessThanOrEqual(20);
    expect(await drifted()).toEqual([]);
  });

  test("is changed in the form: more, less, and gone", async () => {
    const [first, second] = itemsOf(await order());
    const { id, version } = await saved(deliver([line(first, "4")]));
    const change = (lines: readonly unknown[], at: number) =>
      client.put(`${deliveriesPath}/${id}`, { lines, version: at });
    const more = await saved(change([line(first, "10"), line(second, "1")], version));
    expect([await scheduled(first), await scheduled(second)]).toEqual(["10", "1"]);
    expect(await change([line(first, "10.5")], more.version)).toMatchObject({
      status: 422,
      body: { fields: { "lines.0.plannedQty": expect.any(String) } },
    });
    expect(await change([], version)).toMatchObject({ status: 409, body: { code: "stale_version" } });
    await saved(change([line(second, "1")], more.version));
    expect([await scheduled(first), await scheduled(second)]).toEqual(["0", "1"]);
    const [latest] = (await client.get(`${deliveriesPath}/${id}/history`)).body.items;
    expect(latest).toMatchObject({
      step: "updated",
      changes: { lines: { to: [{ purchaseOrderItemId: second.id, plannedQty: "1" }] } },
    });
  });

  test("belongs to orders that are out, not on hold, and go to this location", async () => {
    const draft = await saved(
      admin.post(ordersPath, {
        vendorId: records.vendorId,
        shipToLocationId: yard.locationId,
        requestedDate: hourOf(24).slice(0, 10),
        items: [{ productId: records.products[0]?.id, orderedQty: "5", uom: "EA", unitPrice: "1" }],
      }),
    );
    const held = await order();
    await step(admin, held.id, "hold", { reason: "price dispute" });
    const elsewhere = await sentOrder(admin, records);
    for (const [one, words] of [
      [draft, "is draft"],
      [held, "on hold"],
      [elsewhere, "another location"],
    ] as const) {
      const answer = await deliver([line(itemsOf(one)[0], "1")]);
      expect(answer, answer.text).toMatchObject({
        status: 422,
        body: {
          message: expect.stringContaining(words),
          fields: { "lines.0.purchaseOrderItemId": expect.any(String) },
        },
      });
    }
    expect((await deliver([line({ id: "0190a000-0000-7000-8000-000000000000" } as Body, "1")])).status).toBe(422);
    const [first] = itemsOf(await order());
    expect(await deliver([line(first, "1"), line(first, "1")])).toMatchObject({
      status: 422,
      body: { fields: { lines: expect.any(String) } },
    });
    expect(
      (
        await (
          await testApp.as("DOCK_SUPERVISOR", "b")
        ).post(deliveriesPath, { locationId: yard.locationId, ...from(8, 9), lines: [line(first, "1")] })
      ).status,
    ).toBe(422);
  });

  test("that stood there before may stay when its order is held meanwhile, but not grow", async () => {
    const one = await order();
    const [first] = itemsOf(one);
    const delivery = await saved(deliver([line(first, "4")]));
    await step(admin, one.id, "hold", { reason: "price dispute" });
    const kept = await saved(
      client.put(`${deliveriesPath}/${delivery.id}`, {
        lines: [line(first, "4")],
        tractorPlate: "12-BX-3",
        version: delivery.version,
      }),
    );
    expect(kept).toMatchObject({ tractorPlate: "12-BX-3" });
    expect(
      (await client.put(`${deliveriesPath}/${delivery.id}`, { lines: [line(first, "5")], version: kept.version }))
        .status,
    ).toBe(422);
  });
});

describe("an order that is cancelled", () => {
  test("cancels the planned deliveries that bring nothing else, in the same step, and leaves the others without it", async () => {
    const [one, other] = [await order(), await order()];
    const alone = await saved(deliver([line(itemsOf(one)[0], "4")]));
    const mixed = await saved(deliver([line(itemsOf(one)[1], "5"), line(itemsOf(other)[1], "6")]));
    await step(admin, one.id, "cancel", { reason: "wrong vendor" });
    expect((await client.get(`${deliveriesPath}/${alone.id}`)).body).toMatchObject({
      status: "cancelled",
      cancelReason: "wrong vendor",
    });
    expect((await client.get(`${deliveriesPath}/${mixed.id}`)).body).toMatchObject({
      status: "scheduled",
      lines: [{ purchaseOrderId: other.id }],
    });
    expect(await asSuper(testApp, "select 1 from bookings where subject_id = $1 and active", [alone.id])).toEqual([]);
    expect([
      await scheduled(itemsOf(one)[0]),
      await scheduled(itemsOf(one)[1]),
      await scheduled(itemsOf(other)[1]),
    ]).toEqual(["0", "0", "6"]);
    expect((await client.get(`${deliveriesPath}/${alone.id}/history`)).body.items[0]).toMatchObject({
      step: "cancelled",
      reason: "wrong vendor",
    });
  });

  test("while its deliveries are booked and cancelled: none is left for it", async () => {
    const one = await order();
    const [first, second] = itemsOf(one);
    const before = await Promise.all([1, 2, 3].map((n) => saved(deliver([line(second, "2")], from(30 + n, 31 + n)))));
    const cancel = () => decide(admin, `${ordersPath}/${one.id}/cancel`, { reason: "raced" });
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => deliver([line(first, "1")], from(40 + n, 41 + n))),
      ...before.map(({ id }) => client.post(`${deliveriesPath}/${id}/cancel`, { reason: "raced" })),
      cancel(),
    ]);
    expect(answers.filter(({ status }) => ![200, 409, 422].includes(status)).map(({ text }) => text)).toEqual([]);
    // A booking that came first changed the order: who cancels looks again.
    if (answers.at(-1)?.body.code === "stale_version") await saved(cancel());
    else expect(answers.at(-1)?.status).toBe(200);
    expect(
      (await client.get(`${deliveriesPath}?purchaseOrderId=${one.id}&status=requested,proposed,scheduled`)).body.items,
    ).toEqual([]);
    expect([await scheduled(first), await scheduled(second)]).toEqual(["0", "0"]);
  });
});

test("a delivery without lines can be booked, and given some later", async () => {
  const { id, version } = await booked(client, yard, { dockId: null, ...from(60, 61) });
  const [first] = itemsOf(await order());
  expect(await saved(client.put(`${deliveriesPath}/${id}`, { lines: [line(first, "3")], version }))).toMatchObject({
    lines: [{ plannedQty: "3" }],
  });
});
