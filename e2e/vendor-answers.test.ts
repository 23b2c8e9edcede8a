import type { Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { asSuper, type Client } from "#main/testing/test-app.ts";
import { fillDate } from "#main/testing/inputs.ts";
import { see } from "#main/testing/browser.ts";
import { linkIn, startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import {
  inDays,
  orderBody,
  orderRecords,
  ordersPath,
  saved,
  sentOrder,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";

const vendorMail = "orders@kontor.example";
let testApp: BrowserApp;
let buyer: Client;
let records: OrderRecords;
beforeAll(async () => {
  testApp = await startBrowserApp();
  buyer = await testApp.as("WAREHOUSE_MANAGER");
  records = await orderRecords(await testApp.as("COMPANY_ADMIN"), { vendor: { orderEmail: vendorMail }, products: 2 });
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});

/** The page of the mailed link of a fresh order, on a phone. */
async function mailedPage(): Promise<{ page: Page; number: string }> {
  const order = await sentOrder(buyer, records);
  const { page } = await testApp.open({ width: 390, height: 844 });
  await page.goto(linkIn(await testApp.mailTo(vendorMail, String(order["number"]))));
  await see(page.getByRole("radiogroup")).toHaveCount(2);
  return { page, number: String(order["number"]) };
}

test("what a vendor has typed is there again after a reload, until it is sent", async () => {
  onTestFailed(() => testApp.shoot("vendor-typed"));
  const { page, number } = await mailedPage();
  await page.getByRole("radiogroup").first().getByText("Change").click();
  await page.getByLabel("Quantity we can supply, line 1").fill("8");
  await page.getByLabel("Our price, line 1").fill("2.75");
  await page.getByLabel("Your order number").fill("AB-77");
  await page.getByLabel("Your name").fill("Anke Lührs");
  await page.reload();
  await see(page.getByText("What you typed before is back. It is not sent yet.")).toBeVisible();
  await see(page.getByLabel("Quantity we can supply, line 1")).toHaveValue("8");
  await see(page.getByLabel("Our price, line 1")).toHaveValue("2.75");
  await see(page.getByLabel("Your order number")).toHaveValue("AB-77");
  await see(page.getByLabel("Your name")).toHaveValue("Anke Lührs");
  await page.getByRole("button", { name: "Confirm the open line" }).click();
  await page.getByLabel(/I may answer for/).check();
  await page.getByRole("button", { name: "Send answer" }).click();

  // The end is clear, and in sight although the button was at the foot of the page.
  const outcome = page.getByRole("heading", { name: "Your changes are with the buyer" });
  await see(outcome).toBeInViewport();
  await see(page.getByText(/You get a mail as soon as .* has decided/)).toBeVisible();
  expect(await page.evaluate("JSON.stringify(sessionStorage)")).not.toContain("Anke");

  // The answer stands beside what was asked, also for whoever comes back by the copy.
  for (const isAgain of [false, true]) {
    if (isAgain) await page.goto(linkIn(await testApp.mailTo(vendorMail, `Your changes to order ${number} are with`)));
    const first = page.getByRole("group", { name: "Your answer to line 1" });
    await see(first).toContainText("Changed");
    await see(first).toContainText("8 pieces");
    await see(first).toContainText("2.75 per piece");
    await see(page.getByRole("group", { name: "Your answer to line 2" })).toContainText("Confirmed");
    await see(page.getByText("You offered")).toBeVisible();
  }
});

test("who confirms reads that a copy comes by mail, and each line says that it was confirmed", async () => {
  onTestFailed(() => testApp.shoot("vendor-confirms"));
  const { page } = await mailedPage();
  await page.getByRole("button", { name: "Confirm the 2 open lines" }).click();
  await page.getByLabel("Your name").fill("Anke Lührs");
  await page.getByLabel(/I may answer for/).check();
  await page.getByRole("button", { name: "Send answer" }).click();
  await see(page.getByRole("heading", { name: "You confirmed this order" })).toBeInViewport();
  await see(page.getByText("A copy is on its way to you by mail.")).toBeVisible();
  await see(page.getByRole("group", { name: "Your answer to line 2" })).toContainText("Confirmed");
  await page.reload();
  await see(
    page.getByText(/^It was answered on .+ by Anke Lührs: confirmed\. One link takes one answer\.$/),
  ).toBeVisible();
});

test("a buyer decides a proposal line by line, by keyboard and on a phone, and the vendor reads what is asked instead", async () => {
  onTestFailed(() => testApp.shoot("proposal-lines"));
  const order = await sentOrder(buyer, records);
  const [one, two] = order.items;
  await step(buyer, order.id, "propose", {
    name: "Anke Lührs",
    lines: [
      { itemId: one?.id, answer: "change", qty: "6" },
      { itemId: two?.id, answer: "change", unitPrice: "3", date: inDays(28) },
    ],
  });
  const page = await testApp.signedIn("warehouse-manager@alpha.example");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${testApp.base}/warehouse/purchase-orders/details?id=${order.id}`);
  const part = page.getByRole("region", { name: "Decide line by line" });
  const send = part.getByRole("button", { name: "Send what is decided" });
  await see(part).toContainText("10 pieces · 2.50");
  await see(part).toContainText("6 pieces · 2.50");
  await see(part.getByText("2 lines are still open")).toBeVisible();
  await see(send).toBeDisabled();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);

  await part.getByRole("radiogroup").first().getByRole("radio", { name: "Accept" }).focus();
  await page.keyboard.press("Space");
  await part.getByRole("radiogroup").last().getByRole("radio", { name: "Accept" }).focus();
  for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  const [qty, price, by] = ["Quantity", "Price", "Date"].map((what) =>
    part.getByLabel(`${what} that we ask for, line 2`),
  );
  await see(price!).toHaveValue("3"); // begins with what they offer
  await qty!.fill("1.5");
  await price!.fill("2.75");
  await fillDate(by!, inDays(21));
  await send.click();
  const dialog = page.getByRole("dialog");
  await see(dialog).toContainText("1 are accepted, 0 are kept as asked, and 1 get a counter-offer");
  await dialog.getByRole("button", { name: "Send what is decided" }).click();
  await see(part.getByText("This is counted in whole pieces.")).toBeVisible();
  await see(qty!).toBeFocused();
  await qty!.fill("18");
  await send.click();
  await dialog.getByRole("button", { name: "Send what is decided" }).click();
  await see(part).toHaveCount(0);
  expect(await saved(buyer.get(`${ordersPath}/${order.id}`))).toMatchObject({
    status: "sent",
    revision: 2,
    items: [{ orderedQty: "6" }, { orderedQty: "18", unitPrice: "2.75", promisedDate: inDays(21) }],
  });
  const mail = await testApp.mailTo(vendorMail, `takes your changes to ${order["number"]} in part`);
  const { page: theirs } = await testApp.open({ width: 390, height: 844 });
  await theirs.goto(linkIn(mail));
  await see(theirs.getByRole("radiogroup")).toHaveCount(2);
  await see(theirs.getByText("2.75")).toBeVisible();
});

test("whoever sends an order is shown the paper that goes out, and the list says how many of its lines are late", async () => {
  onTestFailed(() => testApp.shoot("order-preview"));
  const six = await orderRecords(await testApp.as("COMPANY_ADMIN"), { products: 6 });
  const { id, number, items } = await saved(buyer.post(ordersPath, orderBody(six)));
  await step(buyer, id, "submit");
  const page = await testApp.signedIn("warehouse-manager@alpha.example");
  await page.goto(`${testApp.base}/warehouse/purchase-orders/details?id=${id}`);
  await see(page.getByRole("button", { name: "Revise" })).toHaveAttribute("data-variant", "default");
  await see(page.getByRole("button", { name: "Send to vendor" })).toHaveAttribute("data-variant", "filled");
  await page.getByRole("button", { name: "Send to vendor" }).click();
  const dialog = page.getByRole("dialog");
  const paper = dialog.getByRole("link", { name: "See the PDF that they would get" });
  await see(paper).toHaveAttribute("href", `/api/links/purchase-orders/${id}/order.pdf?draft=yes`);
  await dialog.getByRole("button", { name: "Send to vendor" }).click();
  await see(page.getByRole("button", { name: "Send to vendor" })).toHaveCount(0);
  await asSuper(testApp, "update purchase_order_items set requested_date = $2 where id = any($1)", [
    items.slice(0, 2).map((item) => item.id),
    inDays(-3),
  ]);
  await page.goto(`${testApp.base}/warehouse/purchase-orders?view=late`);
  await see(page.getByRole("row").filter({ hasText: String(number) })).toContainText("2 of 6 lines late");
});

test("a discount stands below its line's price wherever the line does, and the totals of lines with the vendor too", async () => {
  onTestFailed(() => testApp.shoot("discount"));
  const [first, second] = orderBody(records).items;
  const items = [{ ...first, orderedQty: "12", unitPrice: "10.33", discountPct: "5" }, second];
  const order = await sentOrder(buyer, records, { items });
  const page = await testApp.signedIn("warehouse-manager@alpha.example");
  await page.goto(`${testApp.base}/warehouse/purchase-orders/details?id=${order.id}`);
  const table = page.getByRole("region", { name: "Lines" }).first();
  await see(table).toContainText("10.33per pieceless 5 %117.76");
  await see(table.getByText(/^less/)).toHaveCount(1);

  const link = linkIn(await testApp.mailTo(vendorMail, String(order["number"])));
  for (const width of [1440, 390]) {
    const { page: theirs } = await testApp.open({ width, height: 844 });
    await theirs.goto(link);
    await see(theirs.getByText("less 5 %")).toBeVisible();
    await see(theirs.getByText("117.76", { exact: true })).toBeVisible();
    await see(theirs.getByText("50.00", { exact: true })).toBeVisible();
    await see(theirs.getByText("€167.76").first()).toBeVisible();
    expect(await theirs.evaluate("document.documentElement.scrollWidth")).toBe(width);
  }
  await step(buyer, order.id, "propose", {
    name: "Anke Lührs",
    lines: order.items.map(({ id }) => ({ itemId: id, answer: "change", qty: "6" })),
  });
  await see(page.getByRole("region", { name: "Decide line by line" })).toContainText("12 pieces · 10.33 less 5 %");
});
