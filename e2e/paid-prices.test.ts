import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see, untilIdle } from "#main/testing/browser.ts";
import { changeProduct } from "#main/testing/records/offers.ts";
import { orderRecords, saved, sentOrder, type OrderRecords } from "#main/testing/records/orders.ts";
import { visit } from "#main/testing/screens.ts";
import type { Body, Client } from "#main/testing/test-app.ts";

let testApp: BrowserApp;
let buyer: Client;
let records: OrderRecords;
let bought: Body;
let page: Page;

beforeAll(async () => {
  testApp = await startBrowserApp();
  buyer = await testApp.as("BUYER");
  records = await orderRecords(await testApp.as("SUPER_ADMIN"), { products: 3 });
  await saved(changeProduct(buyer, product(), { packages: [{ uom: "XCT", quantityInBase: "12" }] }));
  bought = await sentOrder(buyer, records, {
    items: [{ productId: product(), orderedQty: "40", uom: "EA", unitPrice: "2.5" }],
  });
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});
beforeEach(async () => {
  onTestFailed(() => testApp.shoot("paid-prices"));
  page = await testApp.signedIn("buyer@alpha.example");
});

const product = (at = 0) => records.products[at]?.id ?? "";
const price = () => page.getByLabel("Price of line 1");
const last = () => page.getByRole("button", { name: /, line 1: / });
const paid = () => page.getByRole("dialog", { name: /^Prices paid for Product 1/ });

/** A new order to the vendor, with that product in its first line. */
async function begin(at = 0): Promise<void> {
  await visit(page, `${testApp.base}/warehouse/purchase-orders/new?vendorId=${records.vendorId}`);
  await page.getByLabel("Product of line 1").fill(records.products[at]?.sku ?? "");
  await page.getByRole("option", { name: new RegExp(records.products[at]?.sku ?? "") }).click();
  await see(page.getByLabel("Quantity of line 1")).toBeFocused();
}

test("a line says what its product cost the last time, and by how much the price that is typed is above or below", async () => {
  await begin();
  await see(last()).toHaveText("last €2.50");
  await price().fill("3");
  await see(last()).toHaveText("+20% from €2.50");
  await price().fill("2.45");
  await see(last()).toHaveText("-2% from €2.50");
  await page.getByLabel("Discount of line 1, per cent").fill("10");
  await see(last()).toHaveText("-11.8% from €2.50");
  await page.getByLabel("Discount of line 1, per cent").fill("");
  await price().fill("2.50");
  await see(last()).toHaveText("last €2.50");
});

test("a large change is marked either way, and what a line says of its last price is whole", async () => {
  const cut = () => last().evaluate((b) => Math.max(b.scrollWidth - b.clientWidth, b.scrollHeight - b.clientHeight));
  await begin();
  for (const [typed, said, isSteep] of [
    ["3", "+20% from €2.50", true],
    ["2.45", "-2% from €2.50", false],
    ["0.50", "-80% from €2.50", true],
    ["12345.67", "+493,726.8% from €2.50", true],
  ] as const) {
    await price().fill(typed);
    await see(last()).toHaveText(said);
    expect((await last().getAttribute("data-steep")) !== null, said).toBe(isSteep);
    expect(await cut(), said).toBe(0);
  }
});

test("the last price is for the line's unit, whatever unit it was paid for", async () => {
  await begin();
  await page.getByRole("combobox", { name: "Unit of line 1" }).click();
  await page.getByRole("option", { name: "carton of 12" }).click();
  await see(last()).toHaveText("last €30.00");
  await price().fill("33");
  await see(last()).toHaveText("+10% from €30.00");
});

test("a price that was paid with a discount is told as what it came to, and so is the change from it", async () => {
  await sentOrder(buyer, records, {
    items: [{ productId: product(2), orderedQty: "5", uom: "EA", unitPrice: "10", discountPct: "20" }],
  });
  await begin(2);
  await see(last()).toHaveText("last €8.00");
  await see(last()).toHaveAccessibleName(/€8.00 per piece after 20 % off/);
  await price().fill("9");
  await see(last()).toHaveText("+12.5% from €8.00");
});

test("Alt and arrow down open the prices that were paid; one is taken into the line, and the focus goes back to it", async () => {
  await begin();
  await price().fill("9");
  await see(last()).toHaveText("+260% from €2.50"); // until it is known there is nothing to open
  await price().press("Alt+ArrowDown");
  await see(paid().getByRole("link", { name: String(bought["number"]) })).toBeVisible();
  await see(paid().getByRole("row")).toHaveCount(2);
  await see(paid().getByRole("row").nth(1)).toContainText("40 pieces");
  await paid()
    .getByRole("button", { name: /^Take €2.50/ })
    .click();
  await see(paid()).toHaveCount(0);
  await see(price()).toHaveValue("2.5");
  await see(price()).toBeFocused();
});

test("a product that was never bought says nothing of a last price", async () => {
  await begin(1);
  await price().fill("4");
  await untilIdle(page);
  await see(last()).toHaveCount(0);
});

test("a product's page tells what was paid for it", async () => {
  const details = `${testApp.base}/warehouse/products/details?id=${product()}`;
  await visit(page, details);
  const prices = page.getByRole("region", { name: "Prices paid" }).first(); // the part, and in it the table
  await see(prices.getByRole("link", { name: String(bought["number"]) })).toBeVisible();
  await see(prices).toContainText("€2.50");
  await visit(page, `${testApp.base}/warehouse/products/details?id=${product(1)}`);
  await see(page.getByText("Never bought yet.")).toBeVisible();
  await visit(page, details);
  await prices.getByRole("link", { name: String(bought["number"]) }).click();
  await see(page.getByRole("heading", { level: 1, name: String(bought["number"]) })).toBeVisible();
});
