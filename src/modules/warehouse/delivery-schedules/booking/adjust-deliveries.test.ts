import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aYard, deliveriesPath, from } from "#main/testing/records/docks.ts";
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
let records: OrderRecords;
let yard: { locationId: string; dockIds: readonly [string, ...string[]] };
let hour = 5;
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
  records = await orderRecords(admin);
  yard = await aYard(admin, { docks: 2, dock: { parallelCapacity: 10 } });
});
afterAll(() => testApp.close());

/** An order of 10, 20 and 30 pieces that is out at its vendor and goes to the yard. */
const order = () => sentOrder(admin, { ...records, shipToLocationId: yard.locationId });
const line = (one: Body, at: number, plannedQty: string) => ({ purchaseOrderItemId: one.items[at]?.id, plannedQty });
const deliver = (lines: readonly unknown[], over: Record<string, unknown> = {}) =>
  saved(admin.post(deliveriesPath, { locationId: yard.locationId, ...from((hour += 1), hour + 1), lines, ...over }));
const arrive = (delivery: Body) => saved(admin.post(`${deliveriesPath}/${delivery.id}/arrive`, {}));
const read = (id: string) => saved(admin.get(`${deliveriesPath}/${id}`));
const readOrder = (id: string) => saved(admin.get(`${ordersPath}/${id}`));
const isBooked = async (id: string) =>
  (await asSuper(testApp, "select 1 from bookings where subject_id = $1 and active", [id])).length === 1;
const notices = async (id: string) =>
  (
    await asSuper<{ notice: string }>(
      testApp,
      `select payload ->> 'notice' as notice from outbox
        where task = 'mail-delivery-notice' and payload ->> 'deliveryScheduleId' = $1`,
      [id],
    )
  ).map(({ notice }) => notice);
/** The vendor offers so many of the first two lines, and all of the third. */
const propose = async (one: Body, ...quantities: string[]) =>
  step(admin, one.id, "propose", {
    name: "Anke Lührs",
    lines: one.items.map(({ id }, at) =>
      quantities[at] === undefined
        ? { itemId: id, answer: "accept" }
        : quantities[at] === "0"
          ? { itemId: id, answer: "reject" }
          : { itemId: id, answer: "change", qty: quantities[at] },
    ),
  });
const accept = (one: Body, body: Record<string, unknown> = {}) =>
  decide(admin, `${ordersPath}/${one.id}/accept-proposal`, body);
const amend = (
  one: Body,
  changes: Record<number, Record<string, unknown> | null>,
  more: Record<string, unknown> = {},
) =>
  decide(admin, `${ordersPath}/${one.id}/amend`, {
    reason: "Fewer are needed",
    items: one.items.flatMap(({ id, productId, orderedQty, uom, qtyPerUom, unitPrice }, at) =>
      changes[at] === null ? [] : [{ id, productId, orderedQty, uom, qtyPerUom, unitPrice, ...changes[at] }],
    ),
    ...more,
  });

describe("deliveries of a proposal that is accepted", () => {
  test("bring what is left: the earliest keeps most, and each is told once", async () => {
    const one = await order();
    const early = await deliver([line(one, 0, "6"), line(one, 1, "20")]);
    const late = await deliver([line(one, 0, "4"), line(one, 2, "5")]);
    await propose(one, "7");
    expect((await accept(one)).status).toBe(200);
    expect((await read(early.id)).lines).toMatchObject([{ plannedQty: "6" }, { plannedQty: "20" }]);
    expect((await read(late.id)).lines).toMatchObject([{ plannedQty: "1" }, { plannedQty: "5" }]);
    expect([await notices(early.id), await notices(late.id)]).toEqual([[], ["reduced"]]);
    expect((await readOrder(one.id)).items[0]).toMatchObject({ orderedQty: "7", scheduledQty: "7" });
  });

  test("are cancelled or kept with a reason, as the buyer says, where nothing is left", async () => {
    for (const onTheWay of ["cancel_it", "keep_it"]) {
      const one = await order();
      const emptied = await deliver([line(one, 0, "10")]);
      await propose(one, "0");
      expect(await accept(one)).toMatchObject({
        status: 409,
        body: { code: "deliveries_undecided", message: expect.stringContaining(String(emptied["number"])) },
      });
      expect(await readOrder(one.id)).toMatchObject({ status: "change_proposed" });
      if (onTheWay === "keep_it") expect((await accept(one, { onTheWay })).body["fields"]).toHaveProperty("keepReason");
      expect((await accept(one, { onTheWay, keepReason: "They bring samples" })).status).toBe(200);
      expect(await read(emptied.id)).toMatchObject({
        status: onTheWay === "cancel_it" ? "cancelled" : "scheduled",
        lines: onTheWay === "cancel_it" ? [{ plannedQty: "10" }] : [],
      });
      expect(await isBooked(emptied.id)).toBe(onTheWay === "keep_it");
      const [told] = (await saved(admin.get(`${deliveriesPath}/${emptied.id}/history`))).items;
      expect(told).toMatchObject(
        onTheWay === "keep_it"
          ? { step: "updated", reason: "They bring samples" }
          : { step: "cancelled", reason: null },
      );
      expect((await readOrder(one.id)).items[0]).toMatchObject({ scheduledQty: "0" });
    }
  });

  test("stay as they are when their truck is here", async () => {
    const one = await order();
    const here = await deliver([line(one, 0, "10")]);
    await arrive(here);
    await propose(one, "4");
    expect((await accept(one)).status).toBe(200);
    expect((await read(here.id)).lines).toMatchObject([{ plannedQty: "10" }]);
  });
});

describe("an order that its vendor declines", () => {
  const declined = (one: Body) => step(admin, one.id, "decline", { name: "Anke Lührs", reason: "Sold out" });
  /** Writes its draft as it was, but to another site. */
  const moveTo = (shipToLocationId: string, draft: Body) => {
    const { version, vendorId, requestedDate } = draft;
    const items = draft.items.map(({ id, productId, orderedQty, uom, unitPrice }) => ({
      id,
      productId,
      orderedQty,
      uom,
      unitPrice,
    }));
    return admin.put(`${ordersPath}/${draft.id}`, { version, vendorId, requestedDate, shipToLocationId, items });
  };

  test("gives its docks back, and takes only its own lines off a shared truck", async () => {
    const [one, other] = [await order(), await order()];
    const alone = await deliver([line(one, 0, "10")]);
    const shared = await deliver([line(one, 1, "5"), line(other, 1, "6")]);
    await step(admin, one.id, "decline", { name: "Anke Lührs", reason: "Sold out" });
    expect(await read(alone.id)).toMatchObject({ status: "cancelled", cancelReason: "Sold out" });
    expect(await isBooked(alone.id)).toBe(false);
    expect((await read(shared.id)).lines).toMatchObject([{ purchaseOrderId: other.id }]);
    expect((await readOrder(one.id)).items.map(({ scheduledQty }) => scheduledQty)).toEqual(["0", "0", "0"]);
  });

  test("goes out again under its number to the same vendor only", async () => {
    const one = await order();
    await step(admin, one.id, "decline", { name: "Anke Lührs", reason: "Sold out" });
    const draft = await step(admin, one.id, "revise");
    const vendor = await saved(
      admin.post("/api/warehouse/vendors", { code: "OTHER-V", name: "Another vendor", currency: "EUR" }),
    );
    const { shipToLocationId, requestedDate, version, vendorId, number } = draft;
    const write = (to: unknown) =>
      admin.put(`${ordersPath}/${one.id}`, { vendorId: to, shipToLocationId, requestedDate, version, items: [] });
    expect(await write(vendor.id)).toMatchObject({
      status: 422,
      body: { fields: { vendorId: expect.stringContaining(String(number)) } },
    });
    expect((await write(vendorId)).status).toBe(200);
  });

  test("goes out again to another site, and is delivered there only", async () => {
    const one = await order();
    await deliver([line(one, 0, "10")]);
    await declined(one);
    const { locationId } = await aYard(admin);
    expect((await moveTo(locationId, await step(admin, one.id, "revise"))).status).toBe(200);
    await step(admin, one.id, "submit");
    const again = await step(admin, one.id, "send");
    expect(again).toMatchObject({ status: "sent", revision: 2, shipToLocationId: locationId });
    const plan = { ...from((hour += 1), hour + 1), lines: [line(again, 0, "10")] };
    expect(await admin.post(deliveriesPath, { locationId: yard.locationId, ...plan })).toMatchObject({
      status: 422,
      body: { fields: { "lines.0.purchaseOrderItemId": expect.stringContaining("another location") } },
    });
    await saved(admin.post(deliveriesPath, { locationId, ...plan }));
  });

  test("stays with its site as long as a truck of it is here", async () => {
    const one = await order();
    const here = await deliver([line(one, 0, "10")]);
    await arrive(here);
    await declined(one);
    const [draft, { locationId }] = [await step(admin, one.id, "revise"), await aYard(admin)];
    expect(await moveTo(locationId, draft)).toMatchObject({ status: 409, body: { code: "delivery_here" } });
    expect(await readOrder(one.id)).toEqual(draft);
    await saved(decide(admin, `${deliveriesPath}/${here.id}/refuse`, { reason: "The vendor declined the order" }));
    expect(await moveTo(locationId, await readOrder(one.id))).toMatchObject({
      status: 200,
      body: { shipToLocationId: locationId },
    });
  });
});

describe("an order that is amended", () => {
  test("takes its deliveries along: less is planned, and what is left with nothing is decided on", async () => {
    const one = await order();
    const [less, none] = [await deliver([line(one, 0, "8")]), await deliver([line(one, 1, "20")])];
    expect(await amend(one, { 0: { orderedQty: "5" }, 1: null })).toMatchObject({
      status: 409,
      body: { code: "deliveries_undecided" },
    });
    expect((await amend(one, { 0: { orderedQty: "5" }, 1: null }, { onTheWay: "cancel_it" })).status).toBe(200);
    expect((await read(less.id)).lines).toMatchObject([{ plannedQty: "5" }]);
    expect(await read(none.id)).toMatchObject({ status: "cancelled" });
  });

  test("keeps what stands on a truck that is here", async () => {
    const one = await order();
    const here = await deliver([line(one, 0, "8")]);
    await arrive(here);
    const refused = (fields: Record<string, unknown>) => ({ status: 422, body: { fields } });
    expect(await amend(one, { 0: null })).toMatchObject(refused({ items: expect.stringContaining("here") }));
    expect(await amend(one, { 0: { orderedQty: "7" } })).toMatchObject(
      refused({ "items.0.orderedQty": expect.stringMatching(/^8 /) }),
    );
    expect((await amend(one, { 0: { orderedQty: "8" } })).status).toBe(200);
  });

  test("goes to another site once nothing of it is here or on its way to the old one", async () => {
    const one = await order();
    const coming = await deliver([line(one, 0, "8")]);
    const shipToLocationId = (await aYard(admin)).locationId;
    expect(await amend(one, {}, { shipToLocationId })).toMatchObject({
      status: 409,
      body: { code: "deliveries_undecided", message: expect.stringContaining("goes to another site") },
    });
    const moved = await amend(one, {}, { shipToLocationId, onTheWay: "cancel_it" });
    expect(moved.body).toMatchObject({ shipToLocationId, status: "sent", revision: 2 });
    expect(await read(coming.id)).toMatchObject({ status: "cancelled" });
    const two = await order();
    await arrive(await deliver([line(two, 0, "8")]));
    expect(await amend(two, {}, { shipToLocationId, onTheWay: "cancel_it" })).toMatchObject({
      status: 409,
      body: { code: "delivery_here" },
    });
    expect((await amend(two, {}, { shipToLocationId: yard.dockIds[0] })).body["fields"]).toHaveProperty(
      "shipToLocationId",
    );
  });
});

test("a location, a vendor and a product are archived once no order and no delivery uses them, and it is said what does", async () => {
  const one = await order();
  const delivery = await deliver([line(one, 0, "8")]);
  const orderNumber = String((await readOrder(one.id))["number"]);
  const archive = (path: string) => admin.post(`${path}/archive`, {});
  const { vendorId, items } = await readOrder(one.id);
  const used = (...numbers: string[]) => ({
    status: 409,
    body: { code: "in_use", message: expect.stringContaining(numbers[0]!) },
  });
  const answer = await archive(`/api/settings/locations/${yard.locationId}`);
  expect(answer).toMatchObject(used(""));
  expect(answer.text).toContain(String(delivery["number"]));
  expect(answer.text).toContain(orderNumber);
  expect((await archive(`/api/warehouse/vendors/${String(vendorId)}`)).text).toContain(orderNumber);
  expect(await archive(`/api/warehouse/products/${String(items[0]?.["productId"])}`)).toMatchObject(used(""));
  const unused = await saved(
    admin.post("/api/warehouse/vendors", { code: "UNUSED-V", name: "Unused", currency: "EUR" }),
  );
  expect((await archive(`/api/warehouse/vendors/${unused.id}`)).status).toBe(200);
});

test("a site and a product that only a waiting change leaves are not archived before it is approved", async () => {
  await asSuper(testApp, "update companies set po_approval_threshold = 200 where id = $1", [testApp.companies.a]);
  const old = await aYard(admin);
  const fresh = await orderRecords(admin);
  const one = await sentOrder(admin, { ...fresh, shipToLocationId: old.locationId });
  const { locationId: shipToLocationId } = await aYard(admin);
  const changed = await saved(amend(one, { 0: { orderedQty: "90" }, 1: null }, { shipToLocationId }));
  expect(changed).toMatchObject({ status: "pending_approval", shipToLocationId });
  const archive = (path: string) => admin.post(`${path}/archive`, {});
  for (const path of [
    `/api/settings/locations/${old.locationId}`,
    `/api/settings/locations/${shipToLocationId}`,
    `/api/warehouse/products/${fresh.products[1]!.id}`,
  ])
    expect(await archive(path), path).toMatchObject({
      status: 409,
      body: { code: "in_use", message: expect.stringContaining(String(one["number"])) },
    });
  await step(await testApp.as("WAREHOUSE_MANAGER"), one.id, "approve");
  await step(admin, one.id, "send");
  expect((await archive(`/api/settings/locations/${old.locationId}`)).status).toBe(200);
  await asSuper(testApp, "update companies set po_approval_threshold = null where id = $1", [testApp.companies.a]);
});
