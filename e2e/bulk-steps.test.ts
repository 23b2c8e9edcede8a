import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { orderBody, orderRecords, ordersPath, saved, step, type OrderRecords } from "#main/testing/records/orders.ts";
import { visit } from "#main/testing/screens.ts";
import { asSuper, type Body, type Client } from "#main/testing/test-app.ts";

let testApp: BrowserApp;
let buyer: Client;
let records: OrderRecords;
let page: Page;

beforeAll(async () => {
  testApp = await startBrowserApp();
  buyer = await testApp.as("BUYER");
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});
beforeEach(async () => {
  onTestFailed(() => testApp.shoot("bulk-steps"));
  records = await orderRecords(await testApp.as("SUPER_ADMIN"), { products: 1 });
  page = await testApp.signedIn("buyer@alpha.example");
});

const write = (over = {}): Promise<Body> => saved(buyer.post(ordersPath, orderBody(records, over)));
const row = ({ number }: Body) => page.locator("[role=row][data-index]").filter({ hasText: String(number) });
const bar = () => page.getByRole("toolbar", { name: "Selection" });
const statusOf = async ({ id }: Body) => (await saved(buyer.get(`${ordersPath}/${id}`)))["status"];

/** The list of the vendor's orders, with these rows selected. */
async function select(orders: readonly Body[]): Promise<void> {
  await visit(page, `${testApp.base}/warehouse/purchase-orders?vendorId=${records.vendorId}`);
  for (const order of orders) await row(order).getByRole("checkbox").click();
  await see(bar()).toContainText(`${orders.length} selected`);
}

test("a step is taken for each selected order that can take it; the others are named and stay as they are", async () => {
  const [first, second, empty] = [await write(), await write(), await write({ items: [] })];
  await select([first, second, empty]);
  await bar().getByRole("button", { name: "Submit for approval 2" }).click();
  const dialog = page.getByRole("dialog", { name: "Submit for approval: 2 purchase orders" });
  await see(dialog.getByRole("listitem")).toHaveCount(2);
  await see(dialog).toContainText(String(second["number"]));
  await see(dialog).toContainText("€25.00");
  await see(dialog).toContainText("1 of the selected cannot take this step now");
  await dialog.getByRole("button", { name: "Submit for approval 2" }).click();
  await see(page.getByText("Submit for approval: done")).toBeVisible();
  await see(row(first)).toContainText("Approved");
  expect(await Promise.all([first, second, empty].map(statusOf))).toEqual(["approved", "approved", "draft"]);
  await see(bar()).toHaveCount(0);
});

test("what is asked for a step is asked once and goes to each of them", async () => {
  const orders = [await write(), await write()];
  await select(orders);
  await bar().getByRole("button", { name: "Put on hold 2" }).click();
  await page.getByLabel("Reason").fill("The budget is spent");
  await page.getByRole("dialog").getByRole("button", { name: "Put on hold 2" }).click();
  await see(page.getByText("Put on hold: done")).toBeVisible();
  for (const { id } of orders)
    expect(await saved(buyer.get(`${ordersPath}/${id}`))).toMatchObject({ holdReason: "The budget is spent" });
});

test("an order that was changed meanwhile is refused with the reason, stays selected, and the others are done", async () => {
  const [changed, sent] = [await write(), await write()];
  for (const { id } of [changed, sent]) await step(buyer, id, "submit");
  await select([changed, sent]);
  await bar().getByRole("button", { name: "Send to vendor 2" }).click();
  // On the way of the call: the list, which is read again whenever something happens, would know of it otherwise.
  await page.route(`**/${changed.id}/send`, async (route) => {
    await asSuper(testApp, "update purchase_orders set version = version + 1 where id = $1", [changed.id]);
    await route.continue();
  });
  await page.getByRole("dialog").getByRole("button", { name: "Send to vendor 2" }).click();
  const refused = page.getByRole("dialog", { name: "1 was refused and is as before" });
  await see(refused.getByRole("listitem")).toHaveCount(1);
  await see(refused).toContainText(String(changed["number"]));
  await see(refused).toContainText("changed meanwhile");
  await refused.getByRole("button", { name: "Close", exact: true }).last().click();
  await see(bar()).toContainText("1 selected");
  expect([await statusOf(changed), await statusOf(sent)]).toEqual(["approved", "sent"]);
});

test("who stops in between keeps selected what was not come to", async () => {
  const orders = [await write(), await write(), await write()];
  const gone = Promise.withResolvers<void>();
  await page.route("**/submit", async (route) => {
    await gone.promise; // the first is under way until somebody has stopped
    await route.continue();
  });
  await select(orders);
  await bar().getByRole("button", { name: "Submit for approval 3" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Submit for approval 3" }).click();
  await see(bar().getByRole("progressbar")).toHaveAttribute("max", "3");
  await bar().getByRole("button", { name: "Stop" }).click();
  gone.resolve();
  await see(page.getByText("1 purchase order", { exact: true })).toBeVisible();
  await see(bar()).toContainText("2 selected");
  expect((await Promise.all(orders.map(statusOf))).toSorted()).toEqual(["approved", "draft", "draft"]);
});

test("what is refused is told, whatever the list shows meanwhile", async () => {
  const [refused, done] = [await write(), await write()];
  const gate = Promise.withResolvers<void>();
  await page.route("**/submit", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await select([refused, done]);
  await asSuper(testApp, "update purchase_orders set version = version + 1 where id = $1", [refused.id]);
  await bar().getByRole("button", { name: "Submit for approval 2" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Submit for approval 2" }).click();
  await see(bar().getByRole("progressbar")).toBeVisible();
  await page.getByRole("searchbox").fill("nothing is called so");
  await see(page.getByText("No purchase order matches")).toBeVisible();
  await see(bar().getByRole("button", { name: "Stop" })).toBeVisible();
  gate.resolve();
  await see(page.getByRole("dialog", { name: "1 was refused" })).toContainText(String(refused["number"]));
});

test("who leaves the list while a step is taken ends it, and is told what was not done", async () => {
  const orders = [await write(), await write()];
  const gate = Promise.withResolvers<void>();
  await page.route("**/submit", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await select(orders);
  await bar().getByRole("button", { name: "Submit for approval 2" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Submit for approval 2" }).click();
  await see(bar().getByRole("progressbar")).toBeVisible();
  await page.getByRole("link", { name: "Vendors" }).click();
  await see(page.getByRole("heading", { name: "Vendors", level: 1 })).toBeVisible();
  gate.resolve();
  await see(page.getByText("Not done: 1 purchase order")).toBeVisible();
  expect((await Promise.all(orders.map(statusOf))).toSorted()).toEqual(["approved", "draft"]);
});

test("where the answer is lost, nobody says that the order is as before", async () => {
  const orders = [await write(), await write()];
  await page.route("**/submit", async (route) => {
    await route.fetch(); // it is done
    await route.abort("connectionreset");
  });
  await select(orders);
  await bar().getByRole("button", { name: "Submit for approval 2" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Submit for approval 2" }).click();
  const dialog = page.getByRole("dialog", { name: "It is not known whether all were done" });
  await see(dialog.getByRole("listitem")).toHaveCount(1);
  await see(dialog).toContainText("No answer came, so it may be done.");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await see(page.locator("[role=row][data-index]").filter({ hasText: "Approved" })).toHaveCount(1); // read again
});

test("an order that needs an approver before it is sent is told of as such", async () => {
  const orders = [await write(), await write()];
  const { id: first } = orders[0] as Body; // two were written
  for (const { id } of orders) await step(buyer, id, "submit");
  // By what it was judged when it was submitted, it would be too dear now: as one whose rate has changed.
  await asSuper(testApp, "update purchase_orders set submitted_threshold = 1 where id = $1", [first]);
  await select(orders);
  await bar().getByRole("button", { name: "Send to vendor 2" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send to vendor 2" }).click();
  await see(page.getByText("2 purchase orders, 1: Needs an approver first")).toBeVisible();
});

test("who may take none of the steps is offered none", async () => {
  await write();
  page = await testApp.signedIn("viewer@alpha.example");
  await visit(page, `${testApp.base}/warehouse/purchase-orders?vendorId=${records.vendorId}`);
  await see(page.locator("[role=row][data-index]")).toHaveCount(1);
  await see(page.getByRole("checkbox")).toHaveCount(0);
});
