import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { fillDate } from "#main/testing/inputs.ts";
import { orderRecords, ordersPath, saved, sentOrder, step, type OrderRecords } from "#main/testing/records/orders.ts";
import { visit } from "#main/testing/screens.ts";
import type { Body, Client } from "#main/testing/test-app.ts";

let testApp: BrowserApp;
let buyer: Client;
let records: OrderRecords;
/** Sells the first product only, and counts in dollars. */
let other: Body;
let page: Page;

beforeAll(async () => {
  testApp = await startBrowserApp();
  buyer = await testApp.as("BUYER");
  const admin = await testApp.as("SUPER_ADMIN");
  records = await orderRecords(admin);
  other = await saved(
    admin.post("/api/warehouse/vendors", {
      code: "OTHER",
      name: "Other Kontor",
      currency: "USD",
      paymentTermsDays: 60,
    }),
  );
  const [{ id } = { id: "" }] = records.products;
  const product = await saved(admin.get(`/api/warehouse/products/${id}`));
  const { sku, name, categoryId, version } = product;
  const vendors = [{ vendorId: other.id, unitPrice: "7", currency: "USD", vendorSku: "O-1" }];
  await saved(admin.put(`/api/warehouse/products/${id}`, { sku, name, categoryId, version, vendors }));
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});
beforeEach(async () => {
  onTestFailed(() => testApp.shoot("order-copies"));
  page = await testApp.signedIn("buyer@alpha.example");
});

const field = (name: string) => page.getByLabel(name, { exact: true });
const save = () => page.getByRole("button", { name: "Save draft" }).click();

/** Opens an order and begins a copy of it. */
async function copy(order: Body): Promise<void> {
  await visit(page, `${testApp.base}/warehouse/purchase-orders/details?id=${order.id}`);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await see(page.getByText(`With what stands in ${String(order["number"])}.`)).toBeVisible();
}

/** The order that was just saved, as the server has it. */
async function shownOrder(): Promise<Body> {
  await see(page.getByRole("heading", { level: 1, name: /^PO-/ })).toBeVisible();
  return saved(buyer.get(`${ordersPath}/${new URL(page.url()).searchParams.get("id")}`));
}

test("an order is written again under a number of its own: vendor, place, lines and prices as they were, the day anew", async () => {
  const order = await sentOrder(buyer, records, { vendorNotes: "Gate 3", sourceDocument: "REQ-7" });
  await copy(order);
  await see(page.getByRole("combobox", { name: "Vendor" })).toHaveValue(String(order["vendorName"]));
  await see(field("Price of line 3")).toHaveValue("2.5");
  await see(field("Needed by")).toHaveValue("");
  await fillDate(field("Needed by"), "+20");
  await save();
  const copied = await shownOrder();
  expect(copied["number"]).not.toBe(order["number"]);
  const { vendorId, shipToLocationId, vendorNotes, sourceDocument, total } = order;
  expect(copied).toMatchObject({ vendorId, shipToLocationId, vendorNotes, sourceDocument, total, status: "draft" });
  expect(copied.items.map(({ orderedQty }) => orderedQty)).toEqual(["10", "20", "30"]);
  const before = await saved(buyer.get(`${ordersPath}/${order.id}`));
  expect(before.items.map(({ id }) => id)).not.toContain(copied.items[0]?.id);
  expect(before["version"]).toBe(order["version"]);
});

test("what a vendor declined goes to another one, at that vendor's price and in their currency, also after a reload; what was typed stays", async () => {
  const { id } = await sentOrder(buyer, records);
  const declined = await step(buyer, id, "decline", { name: "Anke Lührs", reason: "Out of stock" });
  await copy(declined);
  await field("Price of line 3").fill("9");
  await page.reload();
  await see(page.getByText("What you typed before is back.")).toBeVisible();
  const vendor = page.getByRole("combobox", { name: "Vendor" });
  await vendor.fill("Other");
  await page.getByRole("option", { name: "Other Kontor" }).click();
  await see(field("Price of line 1")).toHaveValue("7");
  await see(field("Price of line 2"), "nobody knows what they take for it").toHaveValue("");
  await see(field("Price of line 3")).toHaveValue("9");
  await see(field("Quantity of line 2")).toHaveValue("20");
  await see(page.getByLabel(/^Payment terms/)).toHaveValue("60");
  await field("Price of line 2").fill("4");
  await fillDate(field("Needed by"), "+20");
  await save();
  const copied = await shownOrder();
  expect(copied).toMatchObject({ vendorId: other.id, currency: "USD", total: "420", status: "draft" });
  expect(copied.items[0]).toMatchObject({ vendorSku: "O-1", orderedQty: "10", uom: "EA" });
  expect((await saved(buyer.get(`${ordersPath}/${id}`)))["status"]).toBe("declined");
});

test("what a vendor cancelled or could not supply is in the copy as well, and who only reads orders is offered none", async () => {
  const order = await sentOrder(buyer, records);
  await saved(
    buyer.post(`${ordersPath}/${order.id}/cancel`, { version: order["version"], reason: "No longer wanted" }),
  );
  await copy(order);
  await see(field("Quantity of line 3")).toHaveValue("30");
  page = await testApp.signedIn("receiver@alpha.example");
  await visit(page, `${testApp.base}/warehouse/purchase-orders/details?id=${order.id}`);
  await see(page.getByRole("heading", { level: 1, name: String(order["number"]) })).toBeVisible();
  await see(page.getByRole("button", { name: "Copy", exact: true })).toHaveCount(0);
});
