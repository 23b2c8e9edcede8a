import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { see } from "#main/testing/browser.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { orderRecords, saved, sentOrder } from "#main/testing/records/orders.ts";

let testApp: BrowserApp;
beforeAll(async () => {
  testApp = await startBrowserApp();
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});

test("the palette names a record itself before those that only mention it, and offers what can be begun for it", async () => {
  onTestFailed(() => testApp.shoot("palette"));
  const buyer = await testApp.as("BUYER");
  const records = await orderRecords(await testApp.as("SUPER_ADMIN"), { products: 1 });
  const order = await sentOrder(buyer, records);
  const vendor = String((await saved(buyer.get(`/api/warehouse/vendors/${records.vendorId}`)))["name"]);
  const page = await testApp.signedIn("buyer@alpha.example");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await see(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(vendor);
  const hits = palette.getByRole("group", { name: "Records" }).getByRole("option");
  await see(hits).toHaveCount(2); // the vendor, and the order of it
  await see(hits.first()).toContainText(`${vendor}Vendor`);
  await palette.getByRole("option", { name: `New purchase order for ${vendor}` }).click();
  await page.waitForURL(/purchase-orders\/new\?vendorId=/);
  await see(page.getByRole("combobox", { name: "Vendor" })).toHaveValue(vendor);

  await page.keyboard.press("Control+k");
  await see(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(String(order["number"]));
  await palette.getByRole("option", { name: new RegExp(`for ${String(order["number"])}$`) }).click();
  await page.waitForURL(/delivery-schedules\/new\?purchaseOrderId=/);
});

test("of records that fit alike the palette names the one seen last first, and shows what its list says of the chosen one", async () => {
  onTestFailed(() => testApp.shoot("palette-preview"));
  const buyer = await testApp.as("BUYER");
  const vendor = async (code: string, city: string) =>
    saved(buyer.post("/api/warehouse/vendors", { code, name: `Molen ${code}`, currency: "EUR", city }));
  const oost = await vendor("OOST", "Deventer");
  const west = await vendor("WEST", "Haarlem");
  const page = await testApp.signedIn("buyer@alpha.example");
  const palette = page.getByRole("dialog");
  const hits = palette.getByRole("group", { name: "Records" }).getByRole("option");
  const preview = (name: string) => palette.getByRole("region", { name, exact: true });
  for (const [seen, other] of [
    [oost, west],
    [west, oost],
  ] as const) {
    await page.goto(`${testApp.base}/warehouse/vendors/details?id=${seen.id}`);
    await see(page.getByRole("heading", { name: String(seen["name"]) })).toBeVisible();
    await page.goto(`${testApp.base}/warehouse/vendors`);
    await see(page.getByRole("grid")).toBeVisible();
    await page.keyboard.press("Control+k");
    await see(palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("Molen");
    await see(hits).toHaveText([new RegExp(String(seen["name"])), new RegExp(String(other["name"]))]);
    await see(preview(String(seen["name"]))).toContainText(String(seen["city"]));
    await page.keyboard.press("ArrowDown");
    await see(preview(String(other["name"]))).toContainText(String(other["city"]));
    await see(preview(String(seen["name"]))).toHaveCount(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await see(preview(String(oost["name"]))).toHaveCount(0); // a phone has room for the results
});
