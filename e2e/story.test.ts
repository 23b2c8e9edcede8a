import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { asSuper } from "#main/testing/test-app.ts";
import { fillDate, paste, scan } from "#main/testing/inputs.ts";
import { see } from "#main/testing/browser.ts";
import { linkIn, startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";

let testApp: BrowserApp;
/** Of the first chapter, for the second. */
let order = { url: "", number: "" };
beforeAll(async () => {
  testApp = await startBrowserApp();
  const admin = await testApp.as("COMPANY_ADMIN");
  const hours = [1, 2, 3, 4, 5, 6, 0].map((dayOfWeek) => ({ dayOfWeek, opensAt: "00:00", closesAt: "23:59" }));
  const site = await admin.post("/api/settings/locations", {
    code: "TIL",
    name: "Tilburg DC",
    timezone: "Europe/Amsterdam",
    hours,
    minLeadMinutes: 0,
  });
  expect(site.status, site.text).toBe(200);
  const dock = await admin.post("/api/warehouse/docks", { locationId: site.body.id, code: "1", name: "Dock 1" });
  expect(dock.status, dock.text).toBe(200);
  await asSuper(testApp, "update companies set po_approval_threshold = 400 where id = $1", [testApp.companies.a]);
});
afterAll(() => testApp.close());

/** SKU → GTIN, out of Open Food Facts. */
const gtins: Record<string, string> = { 41: "8809059290040", 51: "8809059290088", 65: "3017620422003" };
const northwind = fileURLToPath(new URL("../../shared/data/products/northwind/", import.meta.url));
const isReal = existsSync(northwind);
const ownFiles: Record<string, string> = {
  categories: "CategoryID,CategoryName\n1,Beverages\n4,Dairy Products\n5,Grains/Cereals\n",
  suppliers: "SupplierID,CompanyName,City,Country\n5,Cooperativa de Quesos,Oviedo,Spain\n",
  products:
    "ProductID,ProductName,SupplierID,CategoryID,UnitPrice,Discontinued\n" +
    "41,Jack's New England Clam Chowder,5,4,9.65,0\n" +
    "51,Manjimup Dried Apples,5,5,53,0\n" +
    "65,Louisiana Fiery Hot Pepper Sauce,5,1,21.05,0\n",
};

/** The real file, or a small one of our own where it is absent. */
function input(name: string): string {
  if (isReal) return join(northwind, `${name}.csv`);
  const file = join(mkdtempSync(join(tmpdir(), "waybill-story-")), `${name}.csv`);
  writeFileSync(file, ownFiles[name] ?? "");
  return file;
}

async function importFile(page: Page, entity: string, file: string): Promise<void> {
  await page.goto(`${testApp.base}/warehouse/import?entity=${entity}`);
  await page.getByLabel("Spreadsheet").setInputFiles(file);
  await page.getByRole("button", { name: /^Check \d+ rows?$/ }).click();
  await see(page.getByText(/^(All \d+ rows are|The one row is) good\.$/)).toBeVisible();
  await page.getByRole("button", { name: /^Import \d+ rows?$/ }).click();
  await see(page.getByText(/\d+ added, \d+ changed\./)).toBeVisible({ timeout: 20_000 });
}

const today = Date.now(); // once, so that a midnight in between moves nothing
const day = (days: number): string => new Date(today + days * 86_400_000).toISOString().slice(0, 10);

test("an order from its import to the vendor's confirmed second revision, each step by the person whose step it is", async () => {
  onTestFailed(() => testApp.shoot("story"));
  if (!isReal) console.log("The Northwind files are absent; small files of our own stand in for them.");
  const buyer = await testApp.signedIn("buyer@alpha.example");

  // Import vendors and products through the product's own screen.
  await importFile(buyer, "product-category", input("categories"));
  await importFile(buyer, "vendor", input("suppliers"));
  await importFile(buyer, "product", input("products"));
  // Northwind knows no GTINs; three real ones of food stand on the goods.
  for (const [sku, gtin] of Object.entries(gtins))
    await asSuper(testApp, "update products set gtin = $2 where sku = $1", [sku, gtin.padStart(14, "0")]);

  // The vendor gets the address that orders go to.
  await buyer.goto(`${testApp.base}/warehouse/vendors?q=Quesos`);
  await buyer.getByRole("link", { name: /Cooperativa de Quesos/ }).click();
  await buyer.getByRole("button", { name: "Edit" }).click();
  await buyer.getByLabel(/E-mail for orders/).fill("orders@quesos.example");
  await buyer.getByRole("button", { name: "Save 1 change" }).click();
  await see(buyer.getByText("orders@quesos.example").first()).toBeVisible();

  // An order of three lines, pasted from a spreadsheet: the lines of Northwind's order 10250.
  await buyer.goto(`${testApp.base}/warehouse/purchase-orders/new`);
  await buyer.getByRole("combobox", { name: "Vendor" }).fill("Quesos");
  await buyer.getByRole("option", { name: /Cooperativa de Quesos/ }).click();
  await buyer.getByRole("combobox", { name: "Deliver to" }).click();
  await buyer.getByRole("option", { name: "Tilburg DC" }).click();
  await fillDate(buyer.getByLabel("Needed by", { exact: true }), day(10));
  await buyer.getByLabel("Needed by", { exact: true }).press("Enter"); // saves nothing: there are no lines yet
  await buyer.getByLabel("Product of line 1").focus();
  await paste(buyer, "41\t10\t7.7\n51\t35\t42.4\n65\t15\t16.8\n");
  await see(buyer.getByLabel("Quantity of line 3")).toHaveValue("15");
  await see(buyer.getByText("€1,813.00").last()).toBeVisible();
  await buyer.getByRole("button", { name: "Save and submit" }).click();
  await see(buyer.getByText("Awaiting approval")).toBeVisible();
  order = { url: buyer.url(), number: (await buyer.getByRole("heading", { level: 1 }).textContent()) ?? "" };
  expect(order.number).toMatch(/^PO-\d{4}-\d{5}$/);

  // Above the threshold: another user approves.
  const manager = await testApp.signedIn("warehouse-manager@alpha.example");
  await manager.goto(order.url);
  await manager.getByRole("button", { name: "Approve" }).click();
  await manager.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await see(manager.getByRole("button", { name: "Send to vendor" })).toBeVisible();

  // Sent to a real SMTP server.
  await buyer.reload();
  await buyer.getByRole("button", { name: "Send to vendor" }).click();
  const asked = buyer.getByRole("dialog", { name: "Send it to the vendor?" });
  await see(asked.getByText(order.number)).toBeVisible();
  await see(asked.getByText("It goes to orders@quesos.example.")).toBeVisible();
  await asked.getByRole("button", { name: "Send to vendor" }).click();
  const first = linkIn(await testApp.mailTo("orders@quesos.example", order.number));

  // The vendor, without a session, on a phone: a later date and a smaller quantity on one line.
  const { page: vendor } = await testApp.open({ width: 390, height: 844 });
  await vendor.goto(first);
  await see(vendor.getByRole("heading", { name: "Can you supply this order?" })).toBeVisible();
  expect(vendor.url(), "the secret leaves the address bar").not.toContain("#t=");
  await vendor.getByRole("radiogroup").nth(1).getByText("Change").click();
  await vendor.getByLabel("Quantity we can supply, line 2").fill("28");
  await fillDate(vendor.getByLabel("Our date, line 2"), day(17));
  await see(vendor.getByText("7 fewer, 7 days later")).toBeVisible();
  await vendor.getByRole("button", { name: "Confirm the 2 open lines" }).click();
  await vendor.getByLabel("Note to the buyer").fill("The apples come a week later.");
  await vendor.getByLabel("Your name").fill("Antonio del Valle");
  await vendor.getByLabel(/I may answer for/).check();
  await vendor.getByRole("button", { name: "Send answer" }).click();
  await see(vendor.getByText("Your changes are with the buyer")).toBeVisible();

  // The buyer accepts.
  await buyer.goto(order.url);
  await see(buyer.getByText("1 change.")).toBeVisible();
  await see(buyer.getByText(/The apples come a week later/).first()).toBeVisible();
  await buyer.getByRole("button", { name: "Accept the changes" }).click();
  await buyer.getByRole("dialog").getByRole("button", { name: "Accept the changes" }).click();
  await see(buyer.getByText(/Revision 2/).first()).toBeVisible();

  // The vendor confirms the new revision by the new link; the old one says what happened.
  const second = linkIn(await testApp.mailTo("orders@quesos.example", "revision 2"));
  expect(second).not.toBe(first);
  const { page: again } = await testApp.open();
  await again.goto(second);
  await again.getByRole("button", { name: "Confirm the 3 open lines" }).click();
  await again.getByLabel("Your name").fill("Antonio del Valle");
  await again.getByLabel(/I may answer for/).check();
  await again.getByRole("button", { name: "Send answer" }).click();
  await see(again.getByText("You confirmed this order")).toBeVisible();
  const { page: late } = await testApp.open();
  const answer = late.waitForResponse((response) => response.url().endsWith("/api/links/open"));
  await late.goto(first);
  expect((await answer).status()).toBe(410);
  await see(late.getByText("This link is over")).toBeVisible();
  await see(late.getByText(/Antonio del Valle/)).toBeVisible();

  // The order's own page tells all of it.
  await buyer.goto(order.url);
  await see(buyer.getByText("Confirmed").first()).toBeVisible();
  const told = buyer.getByLabel("What happened");
  for (const words of ["Created", "Submitted", "Approved", "Sent", "Change proposed", "Proposal accepted", "Confirmed"])
    await see(told.getByText(words, { exact: true }).first()).toBeVisible();
  await see(told.getByText("Line 2, ordered qty", { exact: true }).first()).toBeVisible();
  await see(told.getByText(/Antonio del Valle/).first()).toBeVisible();
  expect(testApp.faults).toEqual([]);
});

test("the same order from its dock to its last line: booked, approved by link, arrived, counted by scan, closed", async () => {
  onTestFailed(() => testApp.shoot("story-dock"));
  expect(order.number, "the first chapter has to have ended well").not.toBe("");

  // A dock and a time, which the vendor has to accept.
  const docks = await testApp.signedIn("dock-supervisor@alpha.example");
  await docks.goto(order.url);
  await docks.getByRole("button", { name: "Book a delivery" }).click();
  await docks.getByRole("combobox", { name: "Who must accept it first" }).click();
  await docks.getByRole("option", { name: "The vendor, by mail" }).click();
  await docks.getByRole("radiogroup", { name: "Free starts at dock 1" }).locator("label").nth(4).click();
  await docks.getByRole("button", { name: "Book the dock" }).click();
  await see(docks.getByText("waits for the vendor").first()).toBeVisible();
  const delivery = { url: docks.url(), number: (await docks.getByRole("heading", { level: 1 }).textContent()) ?? "" };

  const { page: vendor } = await testApp.open({ width: 390, height: 844 });
  await vendor.goto(linkIn(await testApp.mailTo("orders@quesos.example", delivery.number)));
  await vendor.getByRole("radiogroup", { name: "Your answer" }).locator("label").first().click();
  await vendor.getByLabel("Your name").fill("Antonio del Valle");
  await vendor.getByRole("button", { name: /^Accept/ }).click();
  await see(vendor.getByRole("heading", { name: "The time is confirmed" })).toBeVisible();

  // It arrives.
  await docks.goto(delivery.url);
  await docks.getByRole("button", { name: "Check in" }).click();
  await docks
    .getByRole("dialog")
    .getByLabel(/Number plate|Tractor plate/)
    .fill("NL-412");
  await docks.getByRole("dialog").getByRole("button", { name: "Check in" }).click();
  await see(docks.getByText("Arrived").first()).toBeVisible();

  // On the phone: three lines by scan, the second short, the third with two damaged and a photo.
  const phone = await testApp.signedIn("receiver@alpha.example", { width: 390, height: 844 });
  await phone.goto(`${testApp.base}/warehouse/receiving`);
  await phone.getByText(delivery.number).click();
  await phone.getByRole("button", { name: "Start unloading" }).click();
  await see(phone.getByText("3 lines to count")).toBeVisible();
  await scan(phone, gtins[41] ?? "");
  await count(phone, "10");
  await scan(phone, gtins[51] ?? "");
  await count(phone, "20");
  await scan(phone, gtins[65] ?? "");
  await count(phone, "15");
  await phone.getByRole("button", { name: "Damaged" }).first().click();
  await phone.getByLabel("Damaged, kept apart", { exact: true }).getByRole("textbox").fill("2");
  await phone.locator('input[type="file"]').setInputFiles({ name: "box.png", mimeType: "image/png", buffer: photo });
  await phone.getByRole("radio").first().check({ force: true });
  await phone.getByRole("button", { name: /^Keep 2/ }).click();
  await phone.getByRole("button", { name: "Scan next" }).click();
  await phone.getByRole("button", { name: "Review and post" }).click();
  await phone.getByRole("button", { name: /^Post/ }).dblclick();
  await see(phone.getByText(/is posted$/)).toBeVisible();
  expect(await asSuper(testApp, "select count(*)::int as n from receipts")).toEqual([{ n: 1 }]);
  await see(phone.getByText(/ISS-\d+/).first()).toBeVisible();
  await phone.getByRole("button", { name: "Complete delivery" }).click();

  // The photo hangs on the issue of the damage.
  await expectRows("select count(*)::int as n from files where entity = 'issue'", 1);

  // The truck has left, the short line is closed, and with it the order.
  await docks.goto(delivery.url);
  await see(docks.getByText("Completed").first()).toBeVisible();
  const manager = await testApp.signedIn("warehouse-manager@alpha.example");
  await manager.goto(order.url);
  await manager.getByRole("button", { name: "Steps of line 2" }).click();
  await manager.getByRole("menuitem", { name: "Close line short" }).click();
  await manager.getByRole("dialog").getByRole("textbox").first().fill("The vendor has no more");
  await manager.getByRole("dialog").getByRole("button", { name: "Close line short" }).click();
  await see(manager.getByText("Closed short").first()).toBeVisible();
  await expectRows("select count(*)::int as n from purchase_orders where status = 'closed'", 1);

  // Its page tells all of it.
  await manager.reload();
  const told = manager.getByLabel("What happened");
  for (const words of ["Goods received", "Line short closed", "Closed"])
    await see(told.getByText(words, { exact: true }).first()).toBeVisible();
  expect(testApp.faults).toEqual([]);
});

/** One pixel, as a camera's picture. */
const photo = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function count(page: Page, quantity: string): Promise<void> {
  const field = page.getByLabel(/^Counted, in/);
  await field.fill(quantity);
  await field.press("Enter");
}

/** Waits until a count in the database is that. */
async function expectRows(sql: string, n: number): Promise<void> {
  await expect.poll(() => asSuper(testApp, sql), { timeout: 10_000 }).toEqual([{ n }]);
}
