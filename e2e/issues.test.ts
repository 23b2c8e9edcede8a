import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { see } from "#main/testing/browser.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { choose } from "#main/testing/inputs.ts";
import { aLine, anOrder, aProduct, aReceipt, aSite } from "#main/testing/records/receiving.ts";
import { changeProduct } from "#main/testing/records/offers.ts";
import { saved } from "#main/testing/records/orders.ts";
import { visit } from "#main/testing/screens.ts";

let testApp: BrowserApp;
let issue = { id: "", number: "" };
let vendorId = "";
let sku = "";
beforeAll(async () => {
  testApp = await startBrowserApp();
  const site = await aSite(testApp);
  const product = await aProduct(testApp);
  ({ vendorId } = site);
  ({ sku } = product);
  await saved(changeProduct(await testApp.as("COMPANY_ADMIN"), product.id, { vendors: [{ vendorId }] }));
  const line = { productId: product.id, orderedQty: "1", uom: "XCT", qtyPerUom: "12" };
  const po = await anOrder(testApp, site, [line], { status: "confirmed" });
  const receiver = await testApp.as("RECEIVER");
  const counted = aLine(po.items[0]!, { acceptedQty: "10", damagedQty: "2", uom: "EA", qtyPerUom: "1" });
  const posted = await saved(receiver.post("/api/warehouse/receipts", aReceipt(site, [counted])));
  [issue = issue] = posted["issues"] as unknown as (typeof issue)[];
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});

test("the list of issues opens on what is still to be done; a view that there is not falls back with a word", async () => {
  onTestFailed(() => testApp.shoot("issues"));
  const page = await testApp.signedIn("warehouse-manager@alpha.example");
  await visit(page, `${testApp.base}/warehouse/issues`);
  await see(page.getByRole("button", { name: "Open", exact: true })).toHaveAttribute("aria-current", "page");
  await see(page.getByRole("link", { name: issue.number })).toBeVisible();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await see(page).toHaveURL(/\/warehouse\/issues$/);

  await visit(page, `${testApp.base}/warehouse/purchase-orders?view=yesterdays`);
  await see(page.getByText("There is no view “yesterdays”. All purchase orders are shown.")).toBeVisible();
  await see(page.getByRole("link", { name: /^PO-/ }).first()).toBeVisible();

  await visit(page, `${testApp.base}/warehouse/purchase-orders?status=x&sort=y&vendorId=z`);
  for (const part of ["status=x", "sort=y", "vendorId=z"])
    await see(
      page.getByText(`The address asks for “${part}”, which this list does not have. It is left out.`),
    ).toBeVisible();
  await see(page.getByRole("link", { name: /^PO-/ }).first()).toBeVisible();
});

test("a vendor's page shows what is bought there and what is still wrong, with the way to the whole lists", async () => {
  onTestFailed(() => testApp.shoot("issues-vendor"));
  const page = await testApp.signedIn("warehouse-manager@alpha.example");
  await visit(page, `${testApp.base}/warehouse/vendors/details?id=${vendorId}`);
  const row = (list: string) => page.getByRole("region", { name: list }).getByRole("row");
  await see(row("Open issues").filter({ hasText: issue.number })).toContainText("Damaged");
  await see(row("Products").filter({ hasText: sku })).toBeVisible();
  await page.getByRole("link", { name: "All issues" }).click();
  await see(page).toHaveURL(`${testApp.base}/warehouse/issues?vendorId=${vendorId}`);
  await see(page.getByRole("link", { name: issue.number })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "All products" }).click();
  await see(page).toHaveURL(`${testApp.base}/warehouse/products?vendorId=${vendorId}`);
  await see(page.getByRole("row").filter({ hasText: sku })).toBeVisible();
});

test("a phone's row says what is wrong and when it is due", async () => {
  onTestFailed(() => testApp.shoot("issues-phone"));
  const page = await testApp.signedIn("warehouse-manager@alpha.example", { width: 390, height: 844 });
  await visit(page, `${testApp.base}/warehouse/issues`);
  const row = page.getByRole("row").filter({ hasText: issue.number });
  await see(row).toContainText("Damaged,");
  await see(row).toContainText("Due");
});

test("whoever resolves an issue reads what becomes of goods, order and vendor, and is asked about the order only where goods go back", async () => {
  onTestFailed(() => testApp.shoot("issues-resolve"));
  const page = await testApp.signedIn("warehouse-manager@alpha.example");
  await visit(page, `${testApp.base}/warehouse/issues/details?id=${issue.id}`);
  await see(page.getByText("2 pieces").first()).toBeVisible();
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await page.getByRole("button", { name: "Take it up" }).click();
  await page.getByRole("button", { name: "Resolve" }).click();
  const dialog = page.getByRole("dialog");
  const returned = dialog.getByRole("combobox", { name: /The goods that go back are/ });
  await choose(dialog.getByRole("combobox", { name: "How it is resolved" }), "Credit");
  await see(dialog.getByText(/The vendor gets no mail: agree it with them/)).toBeVisible();
  await see(returned).toHaveCount(0);
  await choose(dialog.getByRole("combobox", { name: "How it is resolved" }), "Scrap");
  await see(dialog.getByText(/The goods leave the stock for good/)).toBeVisible();
  await choose(dialog.getByRole("combobox", { name: "How it is resolved" }), "Replace");
  await see(dialog.getByText(/The order waits for the goods again/)).toBeVisible();
  await see(dialog.getByRole("switch", { name: "They go back to the vendor" })).not.toBeChecked();
  await choose(dialog.getByRole("combobox", { name: "How it is resolved" }), "Return");
  await see(dialog.getByRole("switch")).toHaveCount(0);
  await see(dialog.getByText(/The goods leave the stock/)).toBeVisible();
  await choose(returned, "Expected again");
  await dialog.getByRole("button", { name: "Resolve" }).click();
  await see(page.getByText("Return.", { exact: true })).toBeVisible();
});

test("an issue that names no goods of a receipt says that resolving it moves none", async () => {
  onTestFailed(() => testApp.shoot("issues-no-goods"));
  const report = { kind: "damaged", description: "A pallet of the last week is torn" };
  const { id } = await saved((await testApp.as("WAREHOUSE_MANAGER")).post("/api/warehouse/issues", report));
  const page = await testApp.signedIn("warehouse-manager@alpha.example");
  await visit(page, `${testApp.base}/warehouse/issues/details?id=${id}`);
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await page.getByRole("button", { name: "Take it up" }).click();
  await page.getByRole("button", { name: "Resolve" }).click();
  const dialog = page.getByRole("dialog");
  await choose(dialog.getByRole("combobox", { name: "How it is resolved" }), "Return");
  await see(dialog.getByText(/nothing is moved, and the order stays as it is/)).toBeVisible();
  await see(dialog.getByRole("combobox", { name: /The goods that go back are/ })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Resolve" }).click();
  await see(page.getByText("Return.", { exact: true })).toBeVisible();
});

test("whether something can still be chosen is drawn as a state, and what is archived says so in its row", async () => {
  onTestFailed(() => testApp.shoot("states"));
  const admin = await testApp.as("COMPANY_ADMIN");
  const palletTypes = "/api/warehouse/pallet-types";
  for (const [name, isActive] of [
    ["Euro", true],
    ["Old", false],
    ["Gone", true],
  ] as const)
    await saved(admin.post(palletTypes, { code: name.toUpperCase(), name, lengthMm: 1200, widthMm: 800, isActive }));
  const gone = (await saved(admin.get(`${palletTypes}?q=gone`)))["items"] as readonly { id: string }[];
  await saved(admin.post(`${palletTypes}/${gone[0]?.id}/archive`));
  const page = await testApp.signedIn("warehouse-manager@alpha.example");
  await visit(page, `${testApp.base}/warehouse/pallet-types?archived=with`);
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await see(row("Euro").getByText("Active", { exact: true })).toBeVisible();
  await see(row("Old").getByText("Inactive", { exact: true })).toBeVisible();
  await see(row("Gone").getByText("Archived", { exact: true })).toBeVisible();
  await see(row("Euro").getByText("Archived")).toHaveCount(0);
});
