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
