import { afterAll, beforeAll, expect, test } from "vitest";
import { aYard, deliveriesPath, from } from "#main/testing/records/docks.ts";
import { aDelivery, aLine, anOrder, aProduct, aReceipt, aSite, type Site } from "#main/testing/records/receiving.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let site: Site;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  site = await aSite(testApp);
  manager = await testApp.as("WAREHOUSE_MANAGER");
});
afterAll(() => testApp.close());

const orders = "/api/warehouse/purchase-orders";
const post = (body: Record<string, unknown>) => saved(manager.post("/api/warehouse/receipts", body));
const reverse = (receipt: Body) =>
  saved(decide(manager, `/api/warehouse/receipts/${receipt.id}/reverse`, { reason: "Counted twice" }));
const issuesOf = async (query: string) =>
  (await manager.get(`/api/warehouse/issues?${query}&sort=createdAt`)).body.items;
const anOrderOf = async (orderedQty: string, values: Record<string, unknown> = {}) =>
  anOrder(testApp, site, [{ productId: (await aProduct(testApp)).id, orderedQty }], { status: "confirmed", ...values });

test("what did not come is settled by the receipt that brings it, and open again when that is reversed", async () => {
  const po = await anOrderOf("10");
  const delivery = await aDelivery(testApp, site, [{ itemId: po.items[0]!.id, qty: "6" }]);
  await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "2" })], { deliveryScheduleId: delivery.id }));
  await saved(manager.post(`${deliveriesPath}/${delivery.id}/complete`));
  const only = async () => (await issuesOf(`purchaseOrderId=${po.id}&kind=short`))[0];
  expect(await only()).toMatchObject({ qtyAffected: "4", status: "open" });
  await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "3" })]));
  expect(await only()).toMatchObject({ status: "open" });
  const brought = await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "1" })]));
  expect(await only()).toMatchObject({
    status: "resolved",
    resolution: "settled",
    resolvedByReceiptNumber: brought["number"],
    resolvedByName: null,
  });
  await reverse(brought);
  expect(await only()).toMatchObject({ status: "open", resolution: null, resolvedByReceiptNumber: null });
});

test("a count that comes after its delivery was completed is recorded; its shortage is settled", async () => {
  const nothing = { nothingReceivedReason: "The other counter has it" };
  for (const late of [{ acceptedQty: "6" }, { acceptedQty: "4", rejectedQty: "2" }]) {
    const po = await anOrderOf("10");
    const delivery = await aDelivery(testApp, site, [{ itemId: po.items[0]!.id, qty: "6" }]);
    await saved(manager.post(`${deliveriesPath}/${delivery.id}/complete`, nothing));
    const only = async () => (await issuesOf(`purchaseOrderId=${po.id}&kind=short`))[0];
    expect(await only()).toMatchObject({ qtyAffected: "6", status: "open" });
    const { number } = await post(aReceipt(site, [aLine(po.items[0]!, late)], { deliveryScheduleId: delivery.id }));
    expect(await only()).toMatchObject({ status: "resolved", resolution: "settled", resolvedByReceiptNumber: number });
    expect((await manager.get(`${deliveriesPath}/${delivery.id}`)).body).toMatchObject({ status: "completed" });
  }
});

test("goods of a truck that was sent away meanwhile can be counted", async () => {
  const po = await anOrderOf("10");
  const delivery = await aDelivery(testApp, site, [{ itemId: po.items[0]!.id, qty: "10" }]);
  await saved(manager.post(`${deliveriesPath}/${delivery.id}/refuse`, { reason: "Leaks" }));
  const refused = async () => (await issuesOf(`deliveryScheduleId=${delivery.id}&kind=other`)).map((one) => one.status);
  expect(await refused()).toEqual(["open"]);
  await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "10" })], { deliveryScheduleId: delivery.id }));
  expect(await refused()).toEqual(["resolved"]);
});

test("what a count could not read stays reported, whatever comes later or is completed, and is opened again when it was resolved", async () => {
  const products = await Promise.all([
    aProduct(testApp, { tracking_mode: "lot", expiry_tracked: true }),
    aProduct(testApp, { tracking_mode: "serial" }),
    aProduct(testApp),
  ]);
  const lines = products.map(({ id: productId }) => ({ productId, orderedQty: "10" }));
  const po = await anOrder(testApp, site, lines, { status: "confirmed" });
  const [unread, numbered, whole] = po.items;
  const planned = po.items.map(({ id: itemId }) => ({ itemId, qty: "10" }));
  const delivery = await aDelivery(testApp, site, planned);
  const ofDelivery = { deliveryScheduleId: delivery.id };
  const serialNumbers = [`S-${po.number}`];
  await post(aReceipt(site, [aLine(numbered!, { acceptedQty: "1", serialNumbers })], ofDelivery));
  const count = [
    aLine(unread!, { acceptedQty: "2" }),
    aLine(numbered!, { acceptedQty: "3", serialNumbers }), // one was received before, two have none
    aLine(whole!, { acceptedQty: "0.5" }),
  ];
  await post(aReceipt(site, count, ofDelivery));
  const reported = () => issuesOf(`deliveryScheduleId=${delivery.id}&kind=other`);
  const states = async () => (await reported()).map(({ status }) => status);
  expect(await states()).toEqual(["open", "open", "open", "open"]);
  const issue = `/api/warehouse/issues/${(await reported())[0]!.id}`;
  for (const name of ["acknowledge", "investigate"]) await saved(manager.post(`${issue}/${name}`));
  await post(aReceipt(site, [aLine(whole!, { acceptedQty: "4" })], ofDelivery));
  await saved(manager.post(`${deliveriesPath}/${delivery.id}/complete`));
  await post(aReceipt(site, [aLine(whole!, { acceptedQty: "2" })]));
  expect(await states()).toEqual(["investigating", "open", "open", "open"]);
  await saved(decide(manager, `${issue}/resolve`, { resolution: "accept_as_is" }));
  expect((await manager.post(`${issue}/reopen`, { reason: "Look again" })).status).toBe(200);
  expect(await states()).toEqual(["open", "open", "open", "open"]);
});

test("closing a line short settles what did not come of it, by whom and why, and says what will not come", async () => {
  const po = await anOrderOf("10");
  const delivery = await aDelivery(testApp, site, [{ itemId: po.items[0]!.id, qty: "10" }]);
  await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "7" })], { deliveryScheduleId: delivery.id }));
  await saved(manager.post(`${deliveriesPath}/${delivery.id}/complete`));
  await saved(
    decide(manager, `${orders}/${po.id}/short-close-line`, { itemId: po.items[0]!.id, reason: "Out of production" }),
  );
  expect(await issuesOf(`purchaseOrderId=${po.id}&kind=short`)).toMatchObject([
    {
      status: "resolved",
      resolution: "settled",
      resolvedByName: "warehouse_manager Alpha",
      resolutionNote: "Out of production",
    },
    { status: "open", qtyAffected: "3", deliveryScheduleNumber: null },
  ]);
  await saved(decide(manager, `${orders}/${po.id}/reopen`, { reason: "They found some" }));
  expect((await issuesOf(`purchaseOrderId=${po.id}&kind=short`))[1]).toMatchObject({ status: "resolved" });
  await saved(decide(manager, `${orders}/${po.id}/close`, { reason: "Nothing more comes" }));
  expect(await issuesOf(`purchaseOrderId=${po.id}&kind=short&status=open`)).toMatchObject([{ qtyAffected: "3" }]);
});

test("nothing is missing of what the company wants no more of: neither a line nor an order closed for that is a shortage", async () => {
  const products = await Promise.all([aProduct(testApp), aProduct(testApp)]);
  const lines = products.map(({ id: productId }) => ({ productId, orderedQty: "10" }));
  const po = await anOrder(testApp, site, lines, { status: "confirmed" });
  const shortages = () => issuesOf(`purchaseOrderId=${po.id}&kind=short`);
  const unwanted = { reason: "We changed our mind", isUnwanted: true };
  await saved(decide(manager, `${orders}/${po.id}/short-close-line`, { itemId: po.items[0]!.id, ...unwanted }));
  await saved(decide(manager, `${orders}/${po.id}/close`, unwanted));
  expect(await shortages()).toEqual([]);
  const [closed] = (await manager.get(`${orders}/${po.id}/history`)).body.items;
  expect(closed).toMatchObject({ changes: { notWantedAnyMore: { to: true } } });

  // The next one who closes it says it anew.
  await saved(decide(manager, `${orders}/${po.id}/reopen`, { reason: "They are wanted after all" }));
  await saved(decide(manager, `${orders}/${po.id}/close`, { reason: "Out of production" }));
  expect((await shortages()).map(({ status }) => status)).toEqual(["open", "open"]);
  await saved(decide(manager, `${orders}/${po.id}/reopen`, { reason: "They found some" }));
  await saved(decide(manager, `${orders}/${po.id}/close`, unwanted));
  expect((await shortages()).map(({ status }) => status)).toEqual(["resolved", "resolved"]);
});

test("a line that was not wanted and of which goods were taken all the same is wanted again", async () => {
  const po = await anOrderOf("10");
  const itemId = po.items[0]!.id;
  const unwanted = { reason: "We changed our mind", isUnwanted: true };
  await saved(decide(manager, `${orders}/${po.id}/short-close-line`, { itemId, ...unwanted }));
  const late = await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "10", isUnexpected: true })]));
  const [aside] = await issuesOf(`receiptId=${late.id}&kind=unexpected`);
  const taken = await saved(decide(manager, `/api/warehouse/issues/${aside!.id}/take-goods`));
  expect((await manager.get(`${orders}/${po.id}`)).body.items[0]).toMatchObject({ closeReason: null });
  await saved(decide(manager, `${orders}/${po.id}/reopen`, { reason: "More is needed" }));
  await saved(decide(manager, `${orders}/${po.id}/close`, { reason: "The vendor is gone" }));
  await reverse({ id: taken["resolvedByReceiptId"] } as Body);
  expect(await issuesOf(`purchaseOrderId=${po.id}&kind=short`)).toMatchObject([{ status: "open", qtyAffected: "10" }]);
});

test("what will not come is settled when goods of it come all the same and are taken, by the receipt that takes them", async () => {
  const po = await anOrderOf("10");
  await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "7" })]));
  await saved(
    decide(manager, `${orders}/${po.id}/short-close-line`, { itemId: po.items[0]!.id, reason: "Out of production" }),
  );
  const only = async () => (await issuesOf(`purchaseOrderId=${po.id}&kind=short`))[0];
  expect(await only()).toMatchObject({ status: "open", qtyAffected: "3", deliveryScheduleNumber: null });
  const late = await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "3", isUnexpected: true })]));
  expect(await only()).toMatchObject({ status: "open" }); // put aside, and nobody's yet
  const [aside] = await issuesOf(`receiptId=${late.id}&kind=unexpected`);
  const taken = await saved(decide(manager, `/api/warehouse/issues/${aside!.id}/take-goods`));
  expect(taken["resolvedByReceiptNumber"]).toEqual(expect.stringMatching(/\d/));
  expect(await only()).toMatchObject({
    status: "resolved",
    resolution: "settled",
    resolvedByReceiptNumber: taken["resolvedByReceiptNumber"],
    resolvedByName: null,
  });
});

test("a surplus is settled when the receipt of before is reversed", async () => {
  const po = await anOrderOf("10");
  const first = await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "5" })]));
  await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "8" })], { overrideReason: "Full pallets" }));
  expect(await issuesOf(`purchaseOrderId=${po.id}&kind=over`)).toMatchObject([{ status: "open", qtyAffected: "3" }]);
  const { reversedByNumber } = await reverse(first);
  expect(await issuesOf(`purchaseOrderId=${po.id}&kind=over`)).toMatchObject([
    { status: "resolved", resolution: "settled", resolvedByReceiptNumber: reversedByNumber },
  ]);
});

test("a delivery that did not come is settled when all that it was to bring is booked anew", async () => {
  const admin = await testApp.as("COMPANY_ADMIN");
  const yard = await aYard(admin, { docks: 1 });
  const po = await anOrderOf("10", { ship_to_location_id: yard.locationId });
  const missed = await aDelivery(
    testApp,
    { ...site, locationId: yard.locationId },
    [{ itemId: po.items[0]!.id, qty: "10" }],
    {
      status: "scheduled",
      gate_in_at: null,
    },
  );
  await saved(manager.post(`${deliveriesPath}/${missed.id}/mark-no-show`));
  expect(await issuesOf(`deliveryScheduleId=${missed.id}`)).toMatchObject([{ kind: "no_show", status: "open" }]);
  const book = (plannedQty: string, hour: number) =>
    saved(
      manager.post(deliveriesPath, {
        locationId: yard.locationId,
        ...from(hour, hour + 1),
        lines: [{ purchaseOrderItemId: po.items[0]!.id, plannedQty }],
      }),
    );
  await book("4", 30);
  expect(await issuesOf(`deliveryScheduleId=${missed.id}`)).toMatchObject([{ status: "open" }]);
  await book("6", 32);
  expect(await issuesOf(`deliveryScheduleId=${missed.id}`)).toMatchObject([
    { status: "resolved", resolution: "settled" },
  ]);
});

test("what a person reported is never settled by itself", async () => {
  const po = await anOrderOf("10");
  await saved(
    manager.post("/api/warehouse/issues", {
      kind: "short",
      description: "They told us on the phone",
      purchaseOrderItemId: po.items[0]!.id,
    }),
  );
  await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "10" })]));
  expect(await issuesOf(`purchaseOrderId=${po.id}`)).toMatchObject([{ kind: "short", status: "open" }]);
  expect(await asSuper(testApp, "select 1 from reported_issues where purchase_order_id = $1", [po.id])).toHaveLength(1);
});

test("an issue that was settled is opened again only while what it is about is so", async () => {
  const po = await anOrderOf("10");
  await post(aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "7" })]));
  await saved(decide(manager, `${orders}/${po.id}/close`, { reason: "Nothing more comes" }));
  const [short] = await issuesOf(`purchaseOrderId=${po.id}&kind=short`);
  const reopen = () => manager.post(`/api/warehouse/issues/${short!.id}/reopen`, { reason: "Look again" });
  await saved(decide(manager, `${orders}/${po.id}/reopen`, { reason: "They found some" }));
  expect(await reopen()).toMatchObject({ status: 409, body: { code: "cause_is_gone" } });
  const [over] = await issuesOf(`purchaseOrderId=${po.id}&kind=short`);
  expect(over).toMatchObject({ status: "resolved", resolution: "settled" });
  const damaged = await post(aReceipt(site, [aLine(po.items[0]!, { damagedQty: "1" })]));
  const [damage] = await issuesOf(`receiptId=${damaged.id}&kind=damaged`);
  const path = `/api/warehouse/issues/${damage!.id}`;
  for (const name of ["acknowledge", "investigate"]) await saved(manager.post(`${path}/${name}`));
  await saved(decide(manager, `${path}/resolve`, { resolution: "accept_as_is" }));
  expect((await manager.post(`${path}/reopen`, { reason: "Look again" })).status).toBe(200);
  for (const name of ["acknowledge", "investigate"]) await saved(manager.post(`${path}/${name}`));
  await saved(decide(manager, `${path}/resolve`, { resolution: "accept_as_is" }));
  await reverse(damaged);
  expect(await manager.post(`${path}/reopen`, { reason: "Look again" })).toMatchObject({
    status: 409,
    body: { code: "cause_is_gone" },
  });
});

test("what did not come of an order is settled once that order is cancelled or declined", async () => {
  for (const [status, name, body] of [
    ["confirmed", "cancel", { reason: "No need any more" }],
    ["sent", "decline", { name: "Anke Lührs", reason: "Out of production" }],
  ] as const) {
    const po = await anOrderOf("10", { status });
    const delivery = await aDelivery(testApp, site, [{ itemId: po.items[0]!.id, qty: "10" }]);
    const nothing = { nothingReceivedReason: "The truck was empty" };
    await saved(manager.post(`${deliveriesPath}/${delivery.id}/complete`, nothing));
    const short = async () => (await issuesOf(`purchaseOrderId=${po.id}&kind=short`))[0];
    expect(await short()).toMatchObject({ status: "open" });
    await saved(
      name === "decline"
        ? manager.post(`${orders}/${po.id}/${name}`, body)
        : decide(manager, `${orders}/${po.id}/${name}`, body),
    );
    expect(await short()).toMatchObject({ status: "resolved", resolution: "settled", resolutionNote: body.reason });
  }
});

test("of an order that was declined nothing is reported as missing when its truck is completed, or completed anew", async () => {
  const nothing = { nothingReceivedReason: "The truck was empty" };
  for (const isCompletedBefore of [false, true]) {
    const po = await anOrderOf("10", { status: "sent" });
    const delivery = await aDelivery(testApp, site, [{ itemId: po.items[0]!.id, qty: "10" }]);
    const complete = () => saved(manager.post(`${deliveriesPath}/${delivery.id}/complete`, nothing));
    if (isCompletedBefore) await complete();
    await saved(manager.post(`${orders}/${po.id}/decline`, { name: "Anke Lührs", reason: "Out of production" }));
    if (isCompletedBefore)
      await saved(manager.post(`${deliveriesPath}/${delivery.id}/undo`, { reason: "Wrong truck" }));
    await complete();
    expect(await issuesOf(`purchaseOrderId=${po.id}&kind=short&status=open`)).toEqual([]);
  }
});

test("an order that is declined while its truck is here asks the buyer what becomes of it", async () => {
  const po = await anOrderOf("10", { status: "sent" });
  const delivery = await aDelivery(testApp, site, [{ itemId: po.items[0]!.id, qty: "10" }]);
  await saved(manager.post(`${orders}/${po.id}/decline`, { name: "Anke Lührs", reason: "Out of production" }));
  const asked = () => issuesOf(`deliveryScheduleId=${delivery.id}`);
  expect(await asked()).toMatchObject([{ kind: "unexpected", status: "open" }]);
  await saved(manager.post(`${deliveriesPath}/${delivery.id}/refuse`, { reason: "Not ours" }));
  expect((await asked())[0]).toMatchObject({ kind: "unexpected", status: "resolved" });
});
