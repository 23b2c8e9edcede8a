import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { see } from "#main/testing/browser.ts";
import { choose } from "#main/testing/inputs.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { aLine, anOrder, aProduct, aReceipt, aSite, lookInto } from "#main/testing/records/receiving.ts";

let testApp: BrowserApp;
beforeAll(async () => {
  testApp = await startBrowserApp();
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});

test("goods that came for a closed order are put aside, and the buyer takes them on the page of their issue", async () => {
  onTestFailed(() => testApp.shoot("goods-aside"));
  const site = await aSite(testApp);
  const product = await aProduct(testApp);
  const line = { productId: product.id, orderedQty: "10", status: "short_closed" };
  const po = await anOrder(testApp, site, [line], { status: "closed", over_from: "confirmed" });
  const receiver = await testApp.as("RECEIVER");
  const posted = await receiver.post(
    "/api/warehouse/receipts",
    aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "4" })]),
  );
  const [issue] = posted.body["issues"] as unknown as { id: string }[];
  const buyer = await testApp.signedIn("buyer@alpha.example");
  await buyer.goto(`${testApp.base}/warehouse/issues/details?id=${issue?.id}`);
  await see(buyer.getByText("These goods are put aside.")).toBeVisible();
  await see(buyer.getByRole("button", { name: "Resolve" })).toHaveCount(0);
  await buyer.getByRole("button", { name: "Take them" }).click();
  const dialog = buyer.getByRole("dialog");
  await see(dialog.getByText("Where a tracked lot or date stays empty, they wait for inspection")).toBeVisible();
  await dialog.getByRole("button", { name: "Take them" }).click();
  await see(buyer.getByText("These goods are put aside.")).toHaveCount(0);
  await see(buyer.getByText("Accept as is.")).toBeVisible();
  await buyer.goto(`${testApp.base}/warehouse/purchase-orders/details?id=${po.id}`);
  await see(buyer.locator("header").getByText("Closed").first()).toBeVisible();
});

test("rejected goods are accepted with their lot where somebody can read it, and the dialog says what happens without", async () => {
  onTestFailed(() => testApp.shoot("goods-rejected"));
  const site = await aSite(testApp);
  const product = await aProduct(testApp, { tracking_mode: "lot" });
  const po = await anOrder(testApp, site, [{ productId: product.id, orderedQty: "10" }], { status: "confirmed" });
  const manager = await testApp.as("WAREHOUSE_MANAGER");
  const rejected = aReceipt(site, [aLine(po.items[0]!, { rejectedQty: "2" })]);
  const [issue] = (await manager.post("/api/warehouse/receipts", rejected)).body["issues"] as unknown as [
    { id: string },
  ];
  await lookInto(manager, issue);
  const page = await testApp.signedIn("warehouse-manager@alpha.example");
  await page.goto(`${testApp.base}/warehouse/issues/details?id=${issue.id}`);
  await page.getByRole("button", { name: "Resolve" }).click();
  const dialog = page.getByRole("dialog");
  await see(dialog.getByLabel("Lot number")).toHaveCount(0);
  await choose(dialog.getByRole("combobox", { name: "How it is resolved" }), "Accept as is");
  await see(dialog.getByText("Where a tracked lot or date stays empty, they wait for inspection")).toBeVisible();
  await dialog.getByLabel("Lot number").fill("L-7");
  await dialog.getByRole("button", { name: "Resolve" }).click();
  await see(page.getByText("Accept as is.")).toBeVisible();
  const { items } = (await manager.get(`/api/warehouse/issues?purchaseOrderId=${po.id}`)).body;
  expect(items.map(({ kind }) => kind)).toEqual(["quality"]);
});
