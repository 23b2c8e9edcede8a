import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { importFile } from "#main/testing/files/imports.ts";
import { decide, inDays, orderRecords, ordersPath, saved, sentOrder, step } from "#main/testing/records/orders.ts";
import { aLine, aProduct, aReceipt, aSite, anOrder, lookInto } from "#main/testing/records/receiving.ts";

let testApp: TestApp;
let admin: Client;
let buyer: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  [admin, buyer] = [await testApp.as("COMPANY_ADMIN"), await testApp.as("BUYER")];
});
afterAll(() => testApp.close());

const exported = async () => (await buyer.get(`${ordersPath}/lines/export.csv`)).text;
const columns = ["Line", "Ordered quantity", "Received already", "Price", "Needed by"];
/** What the file of open lines says of an order. */
async function openLines(number: unknown): Promise<string[][]> {
  const plain = (await exported()).replaceAll(/"[^"]*"/g, "quoted"); // cells with a comma in them, of which none is looked at
  const [head = [], ...rows] = plain.split(/\r?\n/).map((line) => line.split(","));
  const at = columns.map((name) => head.indexOf(name));
  return rows.filter(([, own]) => own === number).map((cells) => at.map((n) => cells[n] ?? ""));
}
const changesNothing = async () => {
  const done = await importFile(buyer, "purchase-order", await exported());
  expect(done).toMatchObject({ state: "done", createdCount: 0, updatedCount: 0, unchangedCount: done["rowCount"] });
};

test("what was credited is not ordered any more in the file of open lines, as it is not expected any more", async () => {
  const site = await aSite(testApp);
  const { id: productId } = await aProduct(testApp);
  const order = await anOrder(testApp, site, [{ productId, orderedQty: "10" }], { status: "confirmed" });
  const receipt = await saved(
    admin.post("/api/warehouse/receipts", aReceipt(site, [aLine(order.items[0]!, { acceptedQty: "6" })])),
  );
  const [line] = receipt["lines"] as unknown as Body[];
  const issues = "/api/warehouse/issues";
  const about = { receiptId: receipt.id, receiptLineId: line?.id, qtyAffected: "4", uom: "EA" };
  const issue = await saved(admin.post(issues, { kind: "quality", description: "Out of tolerance", ...about }));
  await lookInto(admin, issue);
  await saved(decide(admin, `${issues}/${issue.id}/resolve`, { resolution: "return", returned: "credited" }));
  const { number, items } = await saved(admin.get(`${ordersPath}/${order.id}`));
  expect(items[0]).toMatchObject({ orderedQty: "10", openQty: "4" });
  const [[, ordered, received] = []] = await openLines(number);
  expect([ordered, received]).toEqual(["6", "2"]);
  await changesNothing();
});

test("while a change of an order waits for approval the file says what is agreed", async () => {
  const records = await orderRecords(admin);
  const { id, number } = await sentOrder(buyer, records);
  await step(buyer, id, "confirm", { name: "Anke Lührs" });
  const order = await saved(buyer.get(`${ordersPath}/${id}`));
  const agreed = await openLines(number);
  expect(agreed.map(([no, ordered]) => [no, ordered])).toEqual([
    ["1", "10"],
    ["2", "20"],
    ["3", "30"],
  ]);
  await asSuper(testApp, "update companies set po_approval_threshold = 1 where id = $1", [testApp.companies.a]);
  const kept = ["id", "productId", "orderedQty", "uom", "qtyPerUom", "unitPrice", "requestedDate"];
  const [first, , third] = order.items.map((item) => Object.fromEntries(kept.map((key) => [key, item[key]])));
  const waiting = await step(buyer, id, "amend", {
    reason: "Demand has risen",
    items: [
      { ...first, orderedQty: "99", unitPrice: "7", requestedDate: inDays(40) },
      third,
      { productId: records.products[0]?.id, orderedQty: "40", uom: "EA", unitPrice: "2.5" },
    ],
  });
  expect(waiting).toMatchObject({ status: "pending_approval" });
  expect(await openLines(number)).toEqual(agreed);
  await changesNothing();
});
