import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { asSuper, type Client } from "#main/testing/test-app.ts";
import { choose, paste } from "#main/testing/inputs.ts";
import { linkIn, startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { changeProduct, offerOf } from "#main/testing/records/offers.ts";
import { inDays, orderRecords, ordersPath, saved, sentOrder, type OrderRecords } from "#main/testing/records/orders.ts";

let testApp: BrowserApp;
let admin: Client;
let buyer: Client;
let page: Page;
/** One product that is ordered in cartons of 12, and sold for 10 euros a piece. */
let records: OrderRecords;

beforeAll(async () => {
  testApp = await startBrowserApp();
  admin = await testApp.as("SUPER_ADMIN");
  buyer = await testApp.as("BUYER");
  page = await testApp.signedIn("buyer@alpha.example");
});
afterAll(() => testApp.close());
beforeEach(async () => {
  onTestFailed(() => testApp.shoot("price-units"));
  records = await orderRecords(admin, { products: 1 });
  await offerOf(buyer, records, 0, { unitPrice: "10", priceUom: "EA" });
});

const product = () => records.products[0] ?? { id: "", sku: "" };
const unsaid = () =>
  asSuper(testApp, "update product_vendors set unit_confirmed_at = null where product_id = $1", [product().id]);
const told = () => page.getByRole("status", { name: "Note on line 1" });
const price = () => page.getByLabel("Price of line 1");
const unit = () => page.getByRole("combobox", { name: "Unit of line 1" });

/** A new order to the vendor, in which the product is chosen for the first line. */
async function begin(): Promise<void> {
  const vendor = await saved(admin.get(`/api/warehouse/vendors/${records.vendorId}`));
  // What was typed in the order before is kept.
  await page.goto(`${testApp.base}/warehouse/vendors`);
  await page.evaluate("sessionStorage.clear()");
  await page.goto(`${testApp.base}/warehouse/purchase-orders/new`);
  await page.getByRole("combobox", { name: "Vendor" }).fill(String(vendor["name"]));
  await page.getByRole("option", { name: String(vendor["name"]) }).click();
}
async function chooseProduct(): Promise<void> {
  await begin();
  await page.getByLabel("Product of line 1").fill(product().sku);
  await page.getByRole("option", { name: new RegExp(product().sku) }).click();
  await see(page.getByLabel("Quantity of line 1")).toBeFocused();
  await page.getByLabel("Quantity of line 1").fill("5");
}
/** Lines of a spreadsheet, pasted into the first product field. */
async function pasteLines(text: string): Promise<void> {
  await page.getByLabel("Product of line 1").focus();
  await paste(page, text);
}

test("a price per piece becomes twelve times that when the line is changed to cartons of 12, says so, and is taken back", async () => {
  await begin();
  await page.getByLabel("Product of line 1").fill(product().sku);
  await see(page.getByRole("option", { name: new RegExp(product().sku) })).toContainText("€10.00 per piece");
  await chooseProduct();
  await see(unit()).toHaveValue("piece");
  await see(price()).toHaveValue("10");
  await see(price()).toHaveAccessibleDescription("per piece");

  await choose(unit(), "carton of 12");
  await see(price()).toHaveValue("120");
  await see(price()).toHaveAccessibleDescription("per carton of 12");
  await see(told()).toContainText("was €10.00 per piece, now €120.00 per carton of 12");
  await see(page.getByText("€600.00").last()).toBeVisible();

  await told().getByRole("button", { name: "Undo on line 1" }).click();
  await see(price()).toHaveValue("10");
  await see(unit()).toHaveValue("piece");
  await see(told()).toHaveCount(0);
  await see(unit()).toBeFocused();
});

test("by keyboard a unit is changed with the arrows and taken back with Ctrl+Z", async () => {
  await chooseProduct();
  await page.keyboard.press("Tab");
  await see(unit()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await see(page.getByRole("option", { name: "carton of 12" })).toBeVisible(); // an arrow moves in a list that is there
  for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
  await see(price()).toHaveValue("120");
  await page.keyboard.press("Control+z");
  await see(price()).toHaveValue("10");
  await see(unit()).toHaveValue("piece");
});

test("a price that does not divide evenly says what it was rounded from, and going back gives it back", async () => {
  await chooseProduct();
  await choose(unit(), "carton of 12");
  await price().fill("10");
  await see(told()).toHaveCount(0);
  await choose(unit(), "piece");
  await see(price()).toHaveValue("0.833333");
  await see(told()).toContainText("rounded from €10.00 per carton of 12");
  await choose(unit(), "carton of 12");
  await see(price()).toHaveValue("10");
  await see(told()).not.toContainText("rounded");
});

test("a pasted row may say the unit of its price; one that does not is told what it is taken for", async () => {
  await begin();
  await pasteLines(`${product().sku}\t3\t118\tcarton of 12\n${product().sku}\t3\t\tcarton\n`);
  await see(price()).toHaveValue("118");
  await see(unit()).toHaveValue("carton of 12");
  await see(told()).toHaveCount(0);
  await see(page.getByLabel("Price of line 2")).toHaveValue("120");
  await begin();
  await pasteLines(`${product().sku}\t3\t118\n${product().sku}\t3\t118\tcrate\n`);
  await see(unit()).toHaveValue("piece");
  await see(told()).toContainText("The price came without a unit. It is taken per piece.");
  await see(page.getByRole("status", { name: "Note on line 2" })).toContainText("“crate” is no unit");
});

test("a pasted number that could be either is asked about before anything stands in the order", async () => {
  await begin();
  await pasteLines(`${product().sku}\t1.200\t118\tpiece\n`);
  const question = page.getByRole("group", { name: "Numbers that were pasted" });
  await see(question).toContainText("“1.200” in what you pasted could be either");
  await see(page.getByLabel("Quantity of line 1")).toHaveValue("");
  await question.getByRole("button", { name: "1,200" }).click();
  await see(page.getByLabel("Quantity of line 1")).toHaveValue("1200");
  await begin();
  await pasteLines(`${product().sku}\t1.200\t0,5\tpiece\n`); // the price shows how they are written
  await see(page.getByLabel("Quantity of line 1")).toHaveValue("1200");
  await see(price()).toHaveValue("0.5");
  await see(question).toHaveCount(0);
});

test("so is a number that is pasted into its cell", async () => {
  await chooseProduct();
  const question = page.getByRole("group", { name: "Numbers that were pasted" });
  for (const cell of [page.getByLabel("Quantity of line 1"), price()]) {
    await cell.fill("7");
    await cell.selectText();
    await paste(page, "1.200\r\n");
    await see(question).toContainText("“1.200” in what you pasted could be either");
    await see(cell).toHaveValue("7");
    await question.getByRole("button", { name: "Do not paste" }).click();
    await see(cell).toHaveValue("7");
    await see(cell).toBeFocused();
    await paste(page, "1.200");
    await question.getByRole("button", { name: "1,200" }).click();
    await see(cell).toHaveValue("1200");
    await paste(page, "12.50"); // can only be one
    await see(question).toHaveCount(0);
  }
});

test("a unit that nobody has confirmed is marked where it is used, without standing in the way, until it is confirmed on the product", async () => {
  await unsaid();
  await chooseProduct();
  await see(told()).toContainText("unit not confirmed");
  const items = [{ productId: product().id, orderedQty: "5", uom: "XCT", qtyPerUom: "12", unitPrice: "120" }];
  const terms = { vendorId: records.vendorId, shipToLocationId: records.shipToLocationId, requestedDate: inDays(9) };
  const order = await saved(buyer.post(ordersPath, { ...terms, items }));
  await page.goto(`${testApp.base}/warehouse/purchase-orders/details?id=${order.id}`);
  await see(page.getByText("unit not confirmed")).toBeVisible();
  await see(page.getByText("per carton of 12").first()).toBeVisible();

  await page.goto(`${testApp.base}/warehouse/products/details?id=${product().id}`);
  await see(page.getByText("unit not confirmed")).toBeVisible();
  await page.getByRole("button", { name: "Confirm price units (1)" }).click();
  const drawer = page.getByRole("dialog");
  await see(drawer.getByText("1 as they are, 0 corrected")).toBeVisible();
  await choose(drawer.getByLabel(/^What the price of/), "€10.00 per carton of 12");
  await see(drawer.getByText("was €10.00 per piece, becomes €10.00 per carton of 12")).toBeVisible();
  await choose(drawer.getByLabel(/^What the price of/), "€10.00 per piece");
  await drawer.getByRole("button", { name: "Confirm 1" }).click();
  await see(page.getByText("unit not confirmed")).toHaveCount(0);
  await page.goto(`${testApp.base}/warehouse/purchase-orders/details?id=${order.id}`);
  await see(page.getByText("per carton of 12").first()).toBeVisible();
  await see(page.getByText("unit not confirmed")).toHaveCount(0);
});

test("many prices are confirmed at once from the list, and one that is left out stays open", async () => {
  await unsaid();
  const other = await orderRecords(admin, { products: 1 });
  await offerOf(buyer, other, 0, { unitPrice: "7" });
  const more = await orderRecords(admin, { products: 1 });
  await offerOf(buyer, more, 0, { unitPrice: "8" });
  await page.goto(`${testApp.base}/warehouse/products?priceUnitNotConfirmed=yes`);
  await page.getByRole("button", { name: "Confirm price units (3)" }).click();
  const drawer = page.getByRole("dialog");
  const leaves = await saved(admin.get(`/api/warehouse/products/${more.products[0]?.id}`));
  await drawer.getByLabel(String(leaves["name"]), { exact: true }).uncheck();
  await drawer.getByRole("button", { name: "Confirm 2" }).click();
  await see(page.getByRole("button", { name: "Confirm price units (1)" })).toBeVisible();
  await see(page.getByRole("link", { name: String(leaves["name"]) })).toBeVisible();
});

test("a line keeps its carton of 12 and says that the product has one of 10 now", async () => {
  const items = [{ productId: product().id, orderedQty: "5", uom: "XCT", qtyPerUom: "12", unitPrice: "120" }];
  const terms = { vendorId: records.vendorId, shipToLocationId: records.shipToLocationId, requestedDate: inDays(9) };
  const order = await saved(buyer.post(ordersPath, { ...terms, items }));
  await saved(changeProduct(buyer, product().id, { packages: [{ uom: "XCT", quantityInBase: "10" }] }));
  await page.goto(`${testApp.base}/warehouse/purchase-orders/details?id=${order.id}`);
  await see(page.getByText("the product has a carton of 10 now")).toBeVisible();
  await page.goto(`${testApp.base}/warehouse/purchase-orders/edit?id=${order.id}`);
  await see(told()).toContainText("This line is for a carton of 12; the product has a carton of 10 now.");
  await see(unit()).toHaveValue("carton of 12");
  await choose(unit(), "carton of 10");
  await see(price()).toHaveValue("100");
});

test("a vendor answers by link with a price per piece, and both sides see what it makes for a carton", async () => {
  await unsaid();
  const items = [{ productId: product().id, orderedQty: "5", uom: "XCT", qtyPerUom: "12", unitPrice: "120" }];
  const order = await sentOrder(buyer, records, { items });
  const vendor = await saved(admin.get(`/api/warehouse/vendors/${records.vendorId}`));
  const { page: theirs } = await testApp.open({ width: 390, height: 844 });
  await theirs.goto(linkIn(await testApp.mailTo(String(vendor["orderEmail"]), String(order["number"]))));
  await see(theirs.getByText("per carton of 12").first()).toBeVisible();
  await theirs.getByRole("radiogroup").getByText("Change").click();
  await choose(theirs.getByLabel("Our price is for, line 1"), "per piece");
  await see(theirs.getByLabel("Our price, line 1")).toHaveValue("10");
  await theirs.getByLabel("Our price, line 1").fill("11");
  await see(theirs.getByText("12 dearer, that is 132 per carton of 12")).toBeVisible();
  await theirs.getByLabel("Your name").fill("Antonio del Valle");
  await theirs.getByLabel(/I may answer for/).check();
  await theirs.getByRole("button", { name: "Send answer" }).click();
  await see(theirs.getByText("Your changes are with the buyer")).toBeVisible();
  const mail = await testApp.mailTo("buyer@alpha.example", `proposes changes to ${String(order["number"])}`);
  expect(mail.text).toContain("120.00 per carton of 12 → 11.00 per piece = 132.00 per carton of 12");
  await page.goto(`${testApp.base}/warehouse/purchase-orders/details?id=${order.id}`);
  await see(page.getByText("they wrote 11.00 per piece")).toBeVisible();

  const again = await sentOrder(buyer, records, { items });
  await theirs.goto(linkIn(await testApp.mailTo(String(vendor["orderEmail"]), String(again["number"]))));
  await theirs.getByRole("radiogroup").getByText("Confirm").click();
  await theirs.getByLabel("Your name").fill("Antonio del Valle");
  await theirs.getByLabel(/I may answer for/).check();
  await theirs.getByRole("button", { name: "Send answer" }).click();
  await see(theirs.getByText("You confirmed this order")).toBeVisible();
  expect(
    (await saved(buyer.get("/api/warehouse/products/open-price-units"))).items.map((one) => one["productId"]),
  ).not.toContain(product().id);
});
