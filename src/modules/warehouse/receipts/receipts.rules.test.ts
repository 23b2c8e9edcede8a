import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, wallTime } from "#shared/format/wall-time.ts";
import {
  aLine,
  aProduct,
  aReceipt,
  aSite,
  anOrder,
  conservation,
  lookInto,
  stockOf,
  type Site,
} from "#main/testing/records/receiving.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let site: Site;
let manager: Client;
const path = "/api/warehouse/receipts";
const orders = "/api/warehouse/purchase-orders";
const issuesPath = "/api/warehouse/issues";

beforeAll(async () => {
  testApp = await startTestApp();
  site = await aSite(testApp);
  manager = await testApp.as("WAREHOUSE_MANAGER");
});
afterAll(async () => {
  expect(await conservation(testApp)).toEqual({ strayItems: 0, strayProducts: 0, strayLines: 0 });
  await testApp.close();
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const anOrderOf = async (product: Record<string, unknown> = {}, values: Record<string, unknown> = {}) =>
  anOrder(testApp, site, [{ productId: (await aProduct(testApp, product)).id, orderedQty: "10" }], {
    status: "confirmed",
    ...values,
  });
const readOrder = async (id: string) => (await manager.get(`${orders}/${id}`)).body;
const stockIn = (bin: string, productId: string) => stockOf(testApp, productId, bin);

describe("a receipt that is dated back", () => {
  test("is taken within the company's limit only", async () => {
    const po = await anOrderOf();
    const at = (receivedAt: string) =>
      manager.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "1" })], { receivedAt }));
    expect((await at(daysAgo(31))).body["fields"]).toMatchObject({ receivedAt: expect.stringContaining("30 days") });
    expect((await at("2020-01-01T00:00:00Z")).status).toBe(422);
    expect((await at(daysAgo(29))).status).toBe(200);
    await asSuper(testApp, "update companies set receipt_backdate_days = 2 where id = $1", [testApp.companies.a]);
    expect((await at(daysAgo(3))).status).toBe(422);
    await asSuper(testApp, "update companies set receipt_backdate_days = 30 where id = $1", [testApp.companies.a]);
  });

  test("is not of before its order went to the vendor first, however often it was sent since", async () => {
    const po = await anOrderOf({}, { first_sent_at: daysAgo(5), sent_at: daysAgo(1) });
    const at = (receivedAt: string) =>
      manager.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "1" })], { receivedAt }));
    expect((await at(daysAgo(6))).body["fields"]).toMatchObject({ receivedAt: expect.stringContaining(po.number) });
    expect((await at(daysAgo(4))).status).toBe(200);
  });

  test("judges expiry at the true time and at the posting", async () => {
    const po = await anOrderOf({ expiry_tracked: true });
    const expiryDate = daysAgo(2).slice(0, 10);
    const line = aLine(po.items[0]!, { acceptedQty: "1", expiryDate });
    const refused = await manager.post(path, aReceipt(site, [line], { receivedAt: daysAgo(4) }));
    expect(refused.body["fields"]).toHaveProperty(["lines.0.expiryDate"]);
  });
});

test("goods that have to be inspected go to an inspection bin, or to quarantine where there is none", async () => {
  const po = await anOrderOf({ inspection_required: true });
  const into = (storageLocationId: string | null) =>
    manager.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "2", storageLocationId })]));
  const receive = () => saved(into(null));
  const binOf = (receipt: Body) => (receipt["lines"] as unknown as Body[])[0]!["storageLocationCode"];
  expect(binOf(await receive())).toBe("QUARANTINE");
  await asSuper(
    testApp,
    "insert into storage_locations (company_id, location_id, code, kind) values ($1, $2, 'INSPECT', 'inspection')",
    [testApp.companies.a, site.locationId],
  );
  expect(binOf(await receive())).toBe("INSPECT");
  expect((await into(site.bins.storage)).body["fields"]).toMatchObject({
    "lines.0.storageLocationId": expect.stringContaining("has to be inspected first"),
  });
  expect(binOf(await saved(into(site.bins.quarantine)))).toBe("QUARANTINE");
});

test("damage that is found later has its day by which the carrier is told", async () => {
  const po = await anOrderOf();
  const receipt = await saved(manager.post(path, aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "2" })])));
  const line = (receipt["lines"] as unknown as Body[])[0]!;
  const report = { kind: "damaged", description: "Cracked inside", receiptLineId: line.id };
  const concealed = await saved(manager.post(issuesPath, { ...report, concealed: true }));
  const lastDay = addDays(wallTime(String(receipt["receivedAt"]), "Europe/Amsterdam").date, 5);
  expect(concealed).toMatchObject({ carrierNotifyBy: lastDay });
  const seen = await saved(manager.post(issuesPath, report));
  expect(seen).toMatchObject({ carrierNotifyBy: null });
  const { kind, severity, description, receiptLineId, version } = seen;
  const update = { kind, severity, description, receiptLineId, version, concealed: true };
  expect(await saved(manager.put(`${issuesPath}/${seen.id}`, update))).toMatchObject({ carrierNotifyBy: lastDay });
});

test("the carrier's last day is counted by the calendar of the site", async () => {
  const far = await aSite(testApp);
  const zone = "Pacific/Kiritimati"; // at 20:00 UTC it is the next day there
  await asSuper(testApp, "update locations set timezone = $2 where id = $1", [far.locationId, zone]);
  const po = await anOrder(testApp, far, [{ productId: (await aProduct(testApp)).id, orderedQty: "10" }]);
  const receivedAt = `${daysAgo(3).slice(0, 10)}T20:00:00.000Z`;
  const lines = [aLine(po.items[0]!, { acceptedQty: "9", damagedQty: "1" })];
  const receipt = await saved(manager.post(path, aReceipt(far, lines, { receivedAt })));
  const lastDay = new Date(Date.parse(receivedAt) + 6 * 86_400_000).toISOString().slice(0, 10);
  const [damaged] = (await manager.get(`${issuesPath}?receiptId=${receipt.id}`)).body.items;
  expect(damaged).toMatchObject({ kind: "damaged", carrierNotifyBy: lastDay });
  const [line] = receipt["lines"] as unknown as Body[];
  const found = { kind: "damaged", description: "Cracked inside", receiptLineId: line!.id, concealed: true };
  expect(await saved(manager.post(issuesPath, found))).toMatchObject({ carrierNotifyBy: lastDay });
});

describe("goods that are returned to the vendor", () => {
  const damaged = async () => {
    const po = await anOrderOf();
    const line = aLine(po.items[0]!, { acceptedQty: "7", damagedQty: "3" });
    const receipt = await saved(manager.post(path, aReceipt(site, [line])));
    const [issue] = (await manager.get(`${issuesPath}?receiptId=${receipt.id}`)).body.items;
    await lookInto(manager, issue!);
    const resolve = (body: object) =>
      decide(manager, `${issuesPath}/${issue!.id}/resolve`, { resolution: "return", ...body });
    return { po, productId: po.items[0]!.productId, resolve };
  };

  test("leave their bin and are expected again, as the buyer says", async () => {
    const { po, productId, resolve } = await damaged();
    expect(await readOrder(po.id)).toMatchObject({ status: "closed" });
    expect(await stockIn(site.bins.damaged, productId)).toBe("3");
    expect((await resolve({})).body["fields"]).toHaveProperty("returned");
    expect((await resolve({ returned: "expected_again", note: "RMA 7" })).body).toMatchObject({ status: "resolved" });
    expect(await stockIn(site.bins.damaged, productId)).toBe("0");
    expect(await readOrder(po.id)).toMatchObject({
      status: "confirmed",
      items: [{ returnedQty: "3", openQty: "3", status: "partially_received" }],
    });
  });

  test("leave their bin and are credited, as the buyer says", async () => {
    const { po, productId, resolve } = await damaged();
    expect((await resolve({ returned: "credited", note: "Credit note 9" })).body).toMatchObject({ status: "resolved" });
    expect(await stockIn(site.bins.damaged, productId)).toBe("0");
    expect(await readOrder(po.id)).toMatchObject({
      status: "closed",
      items: [{ returnedQty: "3", openQty: "0", status: "short_closed", closeReason: "Credit note 9" }],
    });
  });
});

test("an order is lowered without an approver although the threshold fell since, and raised with one", async () => {
  const buyer = await testApp.as("BUYER");
  const threshold = (amount: number | null) =>
    asSuper(testApp, "update companies set po_approval_threshold = $2 where id = $1", [testApp.companies.a, amount]);
  const po = await anOrderOf(
    {},
    {
      total: "10",
      subtotal: "10",
      approved_at: daysAgo(1),
      submitted_separate: true,
      submitted_threshold: "100",
      submitted_currency: "EUR",
    },
  );
  await threshold(5);
  const { items } = await readOrder(po.id);
  const amend = (orderedQty: string) =>
    saved(
      decide(buyer, `${orders}/${po.id}/amend`, {
        reason: "Fewer are needed",
        items: items.map(({ id, productId, uom, qtyPerUom, unitPrice }) => ({
          id,
          productId,
          uom,
          qtyPerUom,
          unitPrice,
          orderedQty,
        })),
      }),
    );
  expect(await amend("8")).toMatchObject({ status: "sent" });
  expect(await amend("12")).toMatchObject({ status: "pending_approval" });
  await threshold(null);
});

test("a line is ordered in a unit that there is: the product's, one of its packs, or one of the company's list", async () => {
  const product = await aProduct(testApp);
  const order = (uom: string) =>
    manager.post(orders, {
      vendorId: site.vendorId,
      shipToLocationId: site.locationId,
      requestedDate: "2030-01-01",
      items: [{ productId: product.id, orderedQty: "1", uom, qtyPerUom: uom === "EA" ? "1" : "12", unitPrice: "1" }],
    });
  expect((await order("ZZZ")).body["fields"]).toMatchObject({ "items.0.uom": expect.stringContaining("ZZZ") });
  for (const uom of ["EA", "DZN"]) expect((await order(uom)).status).toBe(200);
});
