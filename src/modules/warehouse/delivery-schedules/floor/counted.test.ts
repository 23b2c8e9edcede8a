import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aYard, booked, deliveriesPath, from, fromNow } from "#main/testing/records/docks.ts";
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
let yard: Awaited<ReturnType<typeof aYard>>;
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
  yard = await aYard(admin, { dock: { parallelCapacity: 10 } });
  const vendor = { overReceiptPct: "10" };
  records = { ...(await orderRecords(admin, { products: 1, vendor })), shipToLocationId: yard.locationId };
});
afterAll(() => testApp.close());

const deliveryStep = (id: string, name: string, body: unknown = {}) =>
  admin.post(`${deliveriesPath}/${id}/${name}`, body);
const read = (id: string) => saved(admin.get(`${deliveriesPath}/${id}`));
/** An order of ten pieces. */
const order = () => sentOrder(admin, records);
const onTruck = (one: Body) =>
  booked(admin, yard, { ...from(8, 9), lines: [{ purchaseOrderItemId: one.items[0]?.id, plannedQty: "10" }] });
const count = (one: Body, acceptedQty: string, over: Record<string, unknown> = {}) => {
  const item = one.items[0];
  const line = {
    purchaseOrderItemId: item?.id,
    productId: item?.["productId"],
    uom: "EA",
    qtyPerUom: "1",
    acceptedQty,
  };
  return admin.post("/api/warehouse/receipts", {
    clientReceiptKey: randomUUID(),
    locationId: yard.locationId,
    lines: [line],
    ...over,
  });
};
const issuesOf = async (id: string) =>
  (await saved(admin.get(`/api/warehouse/issues?deliveryScheduleId=${id}`))).items as unknown as readonly Body[];

describe("a receipt", () => {
  test("is not dated before its truck came; the refusal says when that was", async () => {
    const one = await order();
    const truck = await onTruck(one);
    await saved(deliveryStep(truck.id, "arrive", { at: fromNow(-1) }));
    const deliveryScheduleId = truck.id;
    expect(await count(one, "10", { deliveryScheduleId, receivedAt: fromNow(-120) })).toMatchObject({
      status: 422,
      body: { fields: { receivedAt: expect.stringContaining(String(truck["number"])) } },
    });
    await saved(count(one, "10", { deliveryScheduleId }));
  });

  test("that is reversed undoes the completing that rested on it: it is counted again, and what is missing is reported", async () => {
    const one = await order();
    const truck = await onTruck(one);
    await saved(deliveryStep(truck.id, "arrive"));
    await saved(deliveryStep(truck.id, "start"));
    const deliveryScheduleId = truck.id;
    const receipt = await saved(count(one, "7", { deliveryScheduleId }));
    expect((await saved(deliveryStep(truck.id, "complete"))).status).toBe("completed");
    expect(await issuesOf(truck.id)).toMatchObject([{ kind: "short", status: "open" }]);
    await saved(decide(admin, `/api/warehouse/receipts/${receipt.id}/reverse`, { reason: "Miscounted" }));
    expect(await read(truck.id)).toMatchObject({ status: "unloaded", mark: "not_completed" });
    expect(await issuesOf(truck.id)).toMatchObject([{ kind: "short", status: "dismissed" }]);
    await saved(count(one, "8", { deliveryScheduleId }));
    expect((await saved(deliveryStep(truck.id, "complete"))).status).toBe("completed");
    const open = (await issuesOf(truck.id)).filter(({ status }) => status === "open");
    expect(open).toMatchObject([{ kind: "short", qtyAffected: "2" }]);
  });

  test("that is reversed leaves the door free of a truck that was counted at the gate, never stood there, and has left", async () => {
    const one = await order();
    const truck = await onTruck(one);
    await saved(deliveryStep(truck.id, "arrive", { at: fromNow(-60) }));
    const receipt = await saved(count(one, "10", { deliveryScheduleId: truck.id }));
    await saved(deliveryStep(truck.id, "complete"));
    await saved(decide(admin, `/api/warehouse/receipts/${receipt.id}/reverse`, { reason: "Miscounted" }));
    const { status, dockedAt, dockClearedAt, gateOutAt } = await read(truck.id);
    expect({ status, dockedAt, gateOutAt }).toEqual({
      status: "unloaded",
      dockedAt: null,
      gateOutAt: expect.any(String) as string,
    });
    expect(dockClearedAt).toBe(gateOutAt);
  });

  test("that is reversed leaves a completed delivery alone that did not need it", async () => {
    const one = await order();
    const truck = await onTruck(one);
    await saved(deliveryStep(truck.id, "arrive"));
    const deliveryScheduleId = truck.id;
    await saved(count(one, "6", { deliveryScheduleId }));
    const second = await saved(count(one, "1", { deliveryScheduleId }));
    await saved(deliveryStep(truck.id, "complete"));
    await saved(decide(admin, `/api/warehouse/receipts/${second.id}/reverse`, { reason: "Counted twice" }));
    expect((await read(truck.id)).status).toBe("completed");
  });

  test("of more within the tolerance counts, though the order closed by itself", async () => {
    const one = await order();
    await saved(count(one, "10"));
    expect((await saved(admin.get(`${ordersPath}/${one.id}`))).status).toBe("closed");
    await saved(count(one, "1"));
    expect(await saved(admin.get(`${ordersPath}/${one.id}`))).toMatchObject({
      status: "closed",
      items: [{ acceptedQty: "11", status: "received" }],
    });
    expect(await saved(count(one, "1"))).toMatchObject({ lines: [{ isUnexpected: true }] });
  });

  test("of more is put aside where a person closed the order", async () => {
    const one = await order();
    await saved(count(one, "9"));
    await step(admin, one.id, "close", { reason: "Enough" });
    expect(await saved(count(one, "1"))).toMatchObject({ lines: [{ isUnexpected: true }] });
  });
});

describe("the question what a truck does here that nobody expects", () => {
  const stranger = async () => {
    const one = await order();
    const truck = await onTruck(one);
    await step(admin, one.id, "cancel", { reason: "Project stopped" });
    await saved(deliveryStep(truck.id, "arrive"));
    return { one, truck };
  };
  const arrivalIssue = async (id: string) =>
    (await issuesOf(id)).find(({ kind, receiptLineId }) => kind === "unexpected" && receiptLineId === null);

  test("is settled once the buyer has decided on its goods", async () => {
    const { one, truck } = await stranger();
    const receipt = await saved(count(one, "10", { deliveryScheduleId: truck.id }));
    const goods = (await issuesOf(truck.id)).find(({ receiptId }) => receiptId === receipt.id);
    expect(await arrivalIssue(truck.id)).toMatchObject({ status: "open" });
    await saved(decide(admin, `/api/warehouse/issues/${goods?.id}/take-goods`, {}));
    expect(await arrivalIssue(truck.id)).toMatchObject({ status: "resolved", resolution: "settled" });
  });

  test("is settled once it is sent away", async () => {
    const { truck } = await stranger();
    await saved(deliveryStep(truck.id, "refuse", { reason: "Nobody ordered it" }));
    expect(await arrivalIssue(truck.id)).toMatchObject({ status: "resolved", resolution: "settled" });
  });
});
