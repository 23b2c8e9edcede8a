import type { Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see, untilIdle } from "#main/testing/browser.ts";
import { visit } from "#main/testing/screens.ts";
import { orderRecords, saved, type OrderRecords } from "#main/testing/records/orders.ts";
import { paste } from "#main/testing/inputs.ts";

let testApp: BrowserApp;
let records: OrderRecords;
beforeAll(async () => {
  testApp = await startBrowserApp();
  records = await orderRecords(await testApp.as("SUPER_ADMIN"), { products: 1 });
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});

const count = 1000;

async function longOrder(): Promise<Page> {
  const vendor = await saved((await testApp.as("BUYER")).get(`/api/warehouse/vendors/${records.vendorId}`));
  const page = await testApp.signedIn("buyer@alpha.example");
  await visit(page, `${testApp.base}/warehouse/purchase-orders/new`);
  await page.getByRole("combobox", { name: "Vendor" }).fill(String(vendor["name"]));
  await page.getByRole("option", { name: String(vendor["name"]) }).click();
  await page.getByLabel("Product of line 1").focus();
  const rows = Array.from({ length: count }, (_, n) => `${records.products[0]?.sku}\t${n + 1}\t2`).join("\n");
  await paste(page, rows);
  await see(page.getByRole("alert").filter({ hasText: `${count} lines filled in` })).toBeVisible();
  await untilIdle(page);
  return page;
}

test("of an order of a thousand lines only what is seen is drawn; each line is reached by scrolling and by the arrows", async () => {
  onTestFailed(() => testApp.shoot("long-order"));
  const page = await longOrder();
  const drawn = () => page.locator("tr[data-row]").count();
  expect(await drawn()).toBeLessThan(80);
  await see(page.getByRole("table", { name: "Lines" })).toHaveAttribute("aria-rowcount", String(count + 1));
  await see(page.getByText("€1,001,000.00").last()).toBeVisible(); // all of them are summed up

  // Its middle, and what is typed there.
  const scroll = (part: number) =>
    page.evaluate(`{
      const box = document.querySelector("tr[data-row]").closest("form").querySelector("h1").closest("header").nextElementSibling;
      box.scrollTop = box.scrollHeight * ${part};
    }`);
  await scroll(0.5);
  const middle = page.locator("tr[data-row]").nth(20);
  await see.poll(async () => Number(await middle.getAttribute("data-row"))).toBeGreaterThan(400);
  const line = Number(await middle.getAttribute("data-row")) + 1;
  await page.getByLabel(`Quantity of line ${line}`).fill("5");
  expect(await drawn()).toBeLessThan(80);

  // The line that is written in stays, however far the page is scrolled.
  await scroll(0);
  await see(page.getByLabel("Quantity of line 1", { exact: true })).toBeVisible();
  await see(page.getByLabel(`Quantity of line ${line}`)).toBeFocused();
  await page.keyboard.type("7");
  await see(page.getByLabel(`Quantity of line ${line}`)).toHaveValue("57");
  for (let n = 0; n < 30; n += 1) await page.keyboard.press("ArrowDown");
  await see(page.getByLabel(`Quantity of line ${line + 30}`)).toBeFocused();
  await page.keyboard.press("Control+Delete");
  await see(page.getByRole("table", { name: "Lines" })).toHaveAttribute("aria-rowcount", String(count));
  await page.getByRole("button", { name: "Add line" }).click();
  await see(page.getByLabel(`Product of line ${count}`)).toBeFocused();
});
