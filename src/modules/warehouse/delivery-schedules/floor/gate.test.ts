import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aYard, booked, deliveriesPath, from, fromNow, windowFromNow } from "#main/testing/records/docks.ts";
import { orderRecords, saved, sentOrder, step as orderStep, type OrderRecords } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let admin: Client;
let client: Client;
let records: OrderRecords;
let yard: Awaited<ReturnType<typeof aYard>>;
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
  client = await testApp.as("DOCK_SUPERVISOR");
  records = await orderRecords(admin);
  yard = await aYard(admin, { docks: 2, dock: { parallelCapacity: 10 } });
});
afterAll(() => testApp.close());

const step = (id: string, name: string, body: unknown = {}) => client.post(`${deliveriesPath}/${id}/${name}`, body);
const read = (id: string) => saved(client.get(`${deliveriesPath}/${id}`));
const issuesOf = async (id: string) =>
  (await saved(admin.get(`/api/warehouse/issues?deliveryScheduleId=${id}`))).items as unknown as Record<
    string,
    unknown
  >[];
const history = async (id: string) => (await client.get(`${deliveriesPath}/${id}/history`)).body.items;

describe("a truck that comes", () => {
  test.each([
    ["hours early", windowFromNow(300, 360), []],
    ["after its time is over", windowFromNow(-300, -240), []],
    ["after it was taken for a no-show", windowFromNow(-90, -30), [["mark-no-show", {}]]],
    ["after it was cancelled", from(8, 9), [["cancel", { reason: "not needed" }]]],
  ] as const)("%s is recorded as here, at its true time", async (_when, plan, before) => {
    const { id } = await booked(client, yard, { ...plan, dockId: yard.dockIds[1] });
    for (const [name, body] of before) await saved(step(id, name, body));
    const came = fromNow(-7);
    expect(await saved(step(id, "arrive", { at: came }))).toMatchObject({ status: "arrived", gateInAt: came });
  });

  test("before anybody has answered its request is here, and nobody is asked any more", async () => {
    const buyer = await testApp.as("BUYER");
    const wish = await booked(buyer, yard, windowFromNow(30, 60));
    expect(await saved(step(wish.id, "arrive"))).toMatchObject({
      status: "arrived",
      awaitingParty: "none",
      holdExpiresAt: null,
    });
  });

  test("to a door that is taken waits at the gate and is offered the doors that are free", async () => {
    const narrow = await aYard(admin, { docks: 2 });
    const { id } = await booked(client, narrow, windowFromNow(-90, -30));
    await saved(step(id, "mark-no-show"));
    await booked(client, narrow, windowFromNow(-1, 60));
    expect(await saved(step(id, "arrive"))).toMatchObject({ status: "arrived", dockId: null, mark: "needs_door" });
    expect((await client.get(`${deliveriesPath}/${id}/free-places`)).body.items).toMatchObject([{ dockCode: "D2" }]);
  });

  test("without a booking is recorded with what is seen of it, and waits at the gate for a door", async () => {
    const came = fromNow(-10);
    const body = { locationId: yard.locationId, at: came, tractorPlate: "12-BX-3", carrierName: "Rijnland" };
    const truck = await saved(client.post(`${deliveriesPath}/walk-ins`, body));
    expect(truck).toMatchObject({
      status: "arrived",
      walkIn: true,
      gateInAt: came,
      dockId: null,
      mark: "needs_door",
      tractorPlate: "12-BX-3",
    });
    expect(await saved(step(truck.id, "start", { dockId: yard.dockIds[0] }))).toMatchObject({
      dockCode: "D1",
      mark: null,
    });
    expect(await client.post(`${deliveriesPath}/walk-ins`, { locationId: yard.locationId })).toMatchObject({
      status: 422,
    });
    const buyer = await testApp.as("BUYER");
    expect((await buyer.post(`${deliveriesPath}/walk-ins`, body)).status).toBe(403);
  });

  test("for an order that was cancelled, or nobody knows what for, opens an issue for the buyer; an expected one none", async () => {
    const order = await sentOrder(admin, { ...records, shipToLocationId: yard.locationId });
    const lines = [{ purchaseOrderItemId: order.items[0]?.id, plannedQty: "4" }];
    const delivery = await booked(client, yard, { ...from(8, 9), lines });
    await orderStep(admin, order.id, "cancel", { reason: "Project stopped" });
    expect(await issuesOf(delivery.id)).toEqual([]);
    await saved(step(delivery.id, "arrive"));
    expect(await issuesOf(delivery.id)).toMatchObject([
      { kind: "unexpected", status: "open", description: expect.stringContaining(String(delivery["number"])) },
    ]);
    const stranger = await saved(
      client.post(`${deliveriesPath}/walk-ins`, { locationId: yard.locationId, tractorPlate: "XX-1" }),
    );
    expect(await issuesOf(stranger.id)).toMatchObject([{ kind: "unexpected", status: "open" }]);
    const running = await sentOrder(admin, { ...records, shipToLocationId: yard.locationId });
    const expected = await booked(client, yard, {
      ...from(8, 9),
      lines: [{ purchaseOrderItemId: running.items[0]?.id, plannedQty: "4" }],
    });
    await saved(step(expected.id, "arrive"));
    expect(await issuesOf(expected.id)).toEqual([]);
  });

  test("after all ends the report that it did not come", async () => {
    const { id } = await booked(client, yard, windowFromNow(-90, -30));
    await saved(step(id, "mark-no-show"));
    expect(await issuesOf(id)).toMatchObject([{ kind: "no_show", status: "open" }]);
    await saved(step(id, "arrive"));
    const issues = await issuesOf(id);
    expect(issues.find(({ kind }) => kind === "no_show")).toMatchObject({ status: "dismissed" });
    expect(issues.find(({ kind }) => kind === "unexpected")).toMatchObject({ status: "open" });
  });
});

describe("what is written down of a truck", () => {
  const moments = (field: string) => ({ status: 422, body: { fields: { [field]: expect.any(String) } } });

  test("is recorded as far back as the company dates receipts back, and of the last 31 days in any case", async () => {
    const limit = (days: number) =>
      asSuper(testApp, "update companies set receipt_backdate_days = $1 where id = $2", [days, testApp.companies.a]);
    const wide = await aYard(admin, { dock: { parallelCapacity: 10 } });
    const hours = (ago: number) => fromNow(-60 * ago);
    const tell = async (name: string, ago: number) => {
      const { id } = await booked(client, wide, windowFromNow(-30, 60));
      if (name !== "arrive") await saved(step(id, "arrive", { at: hours(ago + 1) }));
      return { id, answer: await step(id, name, { at: hours(ago) }) };
    };
    const refused = (days: string) => ({
      status: 422,
      body: {
        fields: {
          at: `This is more than ${days} ago. Look at the date; if it is right, the company's profile has to date receipts further back.`,
        },
      },
    });
    await limit(60);
    const { id, answer } = await tell("arrive", 45 * 24);
    expect(answer.status).toBe(200);
    await saved(step(id, "start", { at: hours(45 * 24 - 1) }));
    const counted = {
      clientReceiptKey: randomUUID(),
      locationId: wide.locationId,
      deliveryScheduleId: id,
      receivedAt: hours(45 * 24 - 2),
      lines: [{ isUnexpected: true, productId: records.products[0]?.id, uom: "EA", qtyPerUom: "1", acceptedQty: "4" }],
    };
    await saved((await testApp.as("WAREHOUSE_MANAGER")).post("/api/warehouse/receipts", counted));
    await saved(step(id, "depart", { at: hours(45 * 24 - 3) }));
    expect((await tell("arrive", 61 * 24)).answer).toMatchObject(refused("60 days"));
    await limit(2);
    expect((await tell("arrive", 30 * 24)).answer.status).toBe(200);
    expect((await tell("start", 30 * 24)).answer.status).toBe(200);
    expect((await tell("arrive", 32 * 24)).answer).toMatchObject(refused("31 days"));
    expect(
      await step((await tell("arrive", 1)).id, "correct-times", { gateInAt: hours(32 * 24), reason: "typed wrong" }),
    ).toMatchObject({
      status: 422,
      body: { fields: { gateInAt: expect.stringContaining("31 days") } },
    });
    await limit(30);
  });

  test("lies in order and not in the future, whichever step tells it", async () => {
    const { id } = await booked(client, yard, windowFromNow(-30, 60));
    expect(await step(id, "arrive", { at: fromNow(30) })).toMatchObject(moments("at"));
    expect(await step(id, "arrive", { at: "2024-11-22T10:00:00Z" })).toMatchObject(moments("at"));
    await saved(step(id, "arrive", { at: fromNow(-20) }));
    expect(await step(id, "start", { at: fromNow(-25) })).toMatchObject({
      status: 422,
      body: {
        fields: { at: expect.stringMatching(/^The truck arrived at \d\d:\d\d on .*: this cannot have been before\.$/) },
      },
    });
    await saved(step(id, "start", { at: fromNow(-15) }));
    expect(await step(id, "unload", { at: fromNow(-16) })).toMatchObject(moments("at"));
    await saved(step(id, "unload", { at: fromNow(-5) }));
    expect(await step(id, "depart", { at: fromNow(-6) })).toMatchObject(moments("at"));
    expect(await step(id, "complete", { at: fromNow(-6), nothingReceivedReason: "Empty truck" })).toMatchObject(
      moments("at"),
    );
    expect(await step(id, "refuse", { at: fromNow(-6), reason: "wet boxes" })).toMatchObject({ status: 409 });
    await saved(step(id, "complete", { at: fromNow(-2), nothingReceivedReason: "Empty truck" }));
    const done = await read(id);
    const times = ["gateInAt", "dockedAt", "unloadStartAt", "unloadEndAt", "dockClearedAt", "gateOutAt"].map((key) =>
      String(done[key]),
    );
    expect(times.toSorted()).toEqual(times);
  });

  test("by a phone whose clock is some minutes ahead is taken for now", async () => {
    const { id } = await booked(client, yard, windowFromNow(-30, 60));
    const arrived = await saved(step(id, "arrive", { at: fromNow(3) }));
    expect(Date.parse(String(arrived["gateInAt"]))).toBeLessThanOrEqual(Date.now());
  });

  test("is corrected with a reason, in order, by whoever checks in; the history keeps both", async () => {
    const { id } = await booked(client, yard, windowFromNow(-30, 60));
    expect(await step(id, "correct-times", { gateInAt: fromNow(-9), reason: "typed wrong" })).toMatchObject({
      status: 409,
    });
    const { gateInAt } = await saved(step(id, "arrive", { at: fromNow(-20) }));
    await saved(step(id, "start", { at: fromNow(-15) }));
    expect(await step(id, "correct-times", { gateInAt: fromNow(-19) })).toMatchObject(moments("reason"));
    expect(await step(id, "correct-times", { gateInAt: fromNow(-10), reason: "typed wrong" })).toMatchObject(
      moments("gateInAt"),
    );
    expect(await step(id, "correct-times", { gateOutAt: fromNow(-10), reason: "typed wrong" })).toMatchObject(
      moments("gateOutAt"),
    );
    expect(await step(id, "correct-times", { gateInAt: fromNow(10), reason: "typed wrong" })).toMatchObject(
      moments("gateInAt"),
    );
    const to = fromNow(-26);
    expect(
      await saved(step(id, "correct-times", { gateInAt: to, reason: "The clock of the gate was wrong" })),
    ).toMatchObject({ gateInAt: to, status: "in_progress" });
    expect((await history(id))[0]).toMatchObject({
      step: "timesCorrected",
      reason: "The clock of the gate was wrong",
      changes: { gateInAt: { from: gateInAt, to } },
    });
    const receiver = await testApp.as("BUYER");
    expect((await receiver.post(`${deliveriesPath}/${id}/correct-times`, { gateInAt: to, reason: "no" })).status).toBe(
      403,
    );
  });
});

describe("completing a delivery", () => {
  const receive = (order: { items: readonly { id?: unknown }[] }, at: number, deliveryScheduleId: string) => {
    const item = order.items[at] as Record<string, unknown>;
    return saved(
      admin.post("/api/warehouse/receipts", {
        clientReceiptKey: crypto.randomUUID(),
        locationId: yard.locationId,
        deliveryScheduleId,
        lines: [
          {
            purchaseOrderItemId: item["id"],
            productId: item["productId"],
            uom: item["uom"],
            qtyPerUom: item["qtyPerUom"],
            acceptedQty: "4",
          },
        ],
      }),
    );
  };
  const here = async (plan: readonly (readonly [string | undefined, string])[]) => {
    const lines = plan.map(([purchaseOrderItemId, plannedQty]) => ({ purchaseOrderItemId, plannedQty }));
    const delivery = await booked(client, yard, { ...windowFromNow(-30, 60), lines });
    await saved(step(delivery.id, "arrive"));
    await saved(step(delivery.id, "start"));
    return delivery;
  };
  test("needs a receipt for each of its lines, or the reason why nothing was received", async () => {
    const order = await sentOrder(admin, { ...records, shipToLocationId: yard.locationId });
    const delivery = await here([
      [order.items[0]?.id, "4"],
      [order.items[1]?.id, "4"],
    ]);
    expect(await step(delivery.id, "complete")).toMatchObject({
      status: 409,
      body: { code: "not_received", details: { lines: [{ lineNo: 1 }, { lineNo: 2 }] } },
    });
    await receive(order, 0, delivery.id);
    expect(await step(delivery.id, "complete")).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(`${order["number"]} / 2`), details: { lines: [{ lineNo: 2 }] } },
    });
    expect(await saved(step(delivery.id, "complete", { nothingReceivedReason: "The driver forgot it" }))).toMatchObject(
      {
        status: "completed",
        nothingReceivedReason: "The driver forgot it",
      },
    );
    expect((await history(delivery.id))[0]).toMatchObject({ step: "completed", reason: "The driver forgot it" });
    expect(await issuesOf(delivery.id)).toMatchObject([{ kind: "short", lineNo: 2 }]);
  });

  test("follows by itself when a truck leaves of which everything is counted", async () => {
    const order = await sentOrder(admin, { ...records, shipToLocationId: yard.locationId });
    const delivery = await here([[order.items[0]?.id, "4"]]);
    await receive(order, 0, delivery.id);
    expect(await saved(step(delivery.id, "depart"))).toMatchObject({ status: "completed", mark: null });
    expect(
      (await history(delivery.id))
        .map((event) => event["step"])
        .slice(0, 2)
        .toSorted(),
    ).toEqual(["completed", "departed"]);
  });

  test("of lines whose order is on hold needs no receipt of them: they are held, and the vendor is not blamed", async () => {
    const order = await sentOrder(admin, { ...records, shipToLocationId: yard.locationId });
    const delivery = await here([[order.items[0]?.id, "4"]]);
    await orderStep(admin, order.id, "hold", { reason: "Price is disputed" });
    expect(await read(delivery.id)).toMatchObject({ lines: [{ isHeld: true, isCounted: false }] });
    await saved(step(delivery.id, "complete"));
    expect((await issuesOf(delivery.id)).filter(({ kind }) => kind === "short")).toEqual([]);
    expect(
      (await saved(admin.get(`/api/warehouse/issues?vendorId=${records.vendorId}&kind=short&limit=50`))).items.filter(
        (issue) => (issue as unknown as Record<string, unknown>)["deliveryScheduleId"] === delivery.id,
      ),
    ).toEqual([]);
  });
});
