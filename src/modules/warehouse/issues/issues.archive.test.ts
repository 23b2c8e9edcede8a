import { afterAll, beforeAll, expect, test } from "vitest";
import { decide, saved } from "#main/testing/records/orders.ts";
import {
  aDelivery,
  aLine,
  anOrder,
  aProduct,
  aReceipt,
  aSite,
  lookInto,
  type Site,
} from "#main/testing/records/receiving.ts";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let site: Site;
let buyer: Client;
let admin: Client;
const issues = "/api/warehouse/issues";
const orders = "/api/warehouse/purchase-orders";
const receipts = "/api/warehouse/receipts";

beforeAll(async () => {
  testApp = await startTestApp();
  site = await aSite(testApp);
  [buyer, admin] = [await testApp.as("BUYER"), await testApp.as("COMPANY_ADMIN")];
});
afterAll(() => testApp.close());

const archive = (path: string, by = admin) => by.post(`${path}/archive`, {});
const read = (path: string) => saved(admin.get(path));
/** An order of ten of one product. */
const ordered = async (status: string) => {
  const { id: productId } = await aProduct(testApp);
  return { productId, po: await anOrder(testApp, site, [{ productId, orderedQty: "10" }], { status }) };
};
const reportedOn = (po: Body | { id: string }, about: object = {}) =>
  saved(admin.post(issues, { kind: "quality", description: "Out of tolerance", purchaseOrderId: po.id, ...about }));
const dismiss = (issue: Body) => saved(decide(admin, `${issues}/${issue.id}/dismiss`, { reason: "It is nothing" }));

test("goods that lie aside stay in sight: their issue, their order and their product are archived once somebody decided", async () => {
  const { productId, po } = await ordered("cancelled");
  const receipt = await saved(admin.post(receipts, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "10" })])));
  const [issue] = (await admin.get(`${issues}?receiptId=${receipt.id}`)).body.items;
  const ofIssue = `${issues}/${issue?.id}`;
  expect(await read(ofIssue)).toMatchObject({ kind: "unexpected", abilities: expect.not.arrayContaining(["archive"]) });
  expect(await archive(ofIssue, buyer)).toMatchObject({ status: 409, body: { code: "wrong_state" } });
  expect(await archive(`${orders}/${po.id}`, buyer)).toMatchObject({
    status: 409,
    body: { code: "in_use", message: expect.stringContaining(`still open: ${String(issue?.["number"])}.`) },
  });
  expect(await archive(`/api/warehouse/products/${productId}`)).toMatchObject({
    status: 409,
    body: { code: "in_stock", message: expect.stringContaining("10 pieces of it lie in QUARANTINE.") },
  });
  await saved(decide(buyer, `${ofIssue}/return-goods`));
  for (const path of [`${orders}/${po.id}`, ofIssue, `/api/warehouse/products/${productId}`])
    expect((await archive(path)).status, path).toBe(200);
});

test("a product that is in stock is not archived, nor the location where it lies: it is said how much lies where", async () => {
  const elsewhere = await aSite(testApp);
  const { id: productId, sku } = await aProduct(testApp);
  const po = await anOrder(testApp, elsewhere, [{ productId, orderedQty: "10" }], { status: "confirmed" });
  const [item] = po.items;
  const lines = [
    aLine(item!, { acceptedQty: "6", storageLocationId: elsewhere.bins.receiving }),
    aLine(item!, { acceptedQty: "4", storageLocationId: elsewhere.bins.storage }),
  ];
  const counted = [];
  for (const line of lines) counted.push(await saved(admin.post(receipts, aReceipt(elsewhere, [line]))));
  const ofProduct = `/api/warehouse/products/${productId}`;
  const ofLocation = `/api/settings/locations/${elsewhere.locationId}`;
  const refused = (words: string) => ({
    status: 409,
    body: { code: "in_stock", message: expect.stringContaining(words) },
  });
  expect(await archive(ofProduct)).toMatchObject(refused("6 pieces of it lie in RECEIVING, and more in 1 other bin."));
  expect(await archive(ofLocation)).toMatchObject(refused(`6 pieces of ${sku} lie in RECEIVING, and there is more.`));
  for (const { id } of counted.toReversed())
    await saved(decide(admin, `${receipts}/${id}/reverse`, { reason: "Counted twice" }));
  await saved(decide(admin, `${orders}/${po.id}/cancel`, { reason: "Not needed" }));
  expect((await archive(ofProduct)).status).toBe(200);
  expect((await archive(ofLocation)).status).toBe(200);
});

test("an order, a delivery and a vendor are not archived while an issue about them is open", async () => {
  const its = await aSite(testApp);
  const { id: productId } = await aProduct(testApp);
  const po = await anOrder(testApp, its, [{ productId, orderedQty: "10" }], { status: "cancelled" });
  const delivery = await aDelivery(testApp, its, [], { status: "cancelled" });
  const open = [
    await reportedOn(po, { vendorId: its.vendorId }),
    await reportedOn(po, { purchaseOrderId: null, deliveryScheduleId: delivery.id }),
  ];
  const paths = [
    `${orders}/${po.id}`,
    `/api/warehouse/vendors/${its.vendorId}`,
    `/api/warehouse/delivery-schedules/${delivery.id}`,
  ];
  for (const path of paths)
    expect(await archive(path), path).toMatchObject({
      status: 409,
      body: { code: "in_use", message: expect.stringContaining("Resolve or dismiss them first.") },
    });
  for (const issue of open) await dismiss(issue);
  for (const path of paths) expect((await archive(path)).status, path).toBe(200);
});

test("what is opened again comes back from the archive: an issue, and an order", async () => {
  const { po } = await ordered("confirmed");
  const issue = await reportedOn(po);
  await lookInto(admin, issue);
  await saved(decide(admin, `${issues}/${issue.id}/resolve`, { resolution: "process_change" }));
  await saved(archive(`${issues}/${issue.id}`));
  expect(await saved(admin.post(`${issues}/${issue.id}/reopen`, { reason: "It is there again" }))).toMatchObject({
    status: "open",
    archivedAt: null,
  });
  await saved(decide(admin, `${issues}/${issue.id}/dismiss`, { reason: "It is nothing" }));
  const receipt = await saved(admin.post(receipts, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "10" })])));
  await saved(archive(`${orders}/${po.id}`));
  await saved(decide(admin, `${receipts}/${receipt.id}/reverse`, { reason: "Counted twice" }));
  expect(await read(`${orders}/${po.id}`)).toMatchObject({ status: "confirmed", archivedAt: null });
  await saved(decide(admin, `${orders}/${po.id}/close`, { reason: "Not needed", isUnwanted: true }));
  await saved(archive(`${orders}/${po.id}`));
  await saved(decide(admin, `${orders}/${po.id}/reopen`, { reason: "Needed after all" }));
  expect(await read(`${orders}/${po.id}`)).toMatchObject({ status: "confirmed", archivedAt: null });
});
