import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see, untilIdle } from "#main/testing/browser.ts";
import { visit } from "#main/testing/screens.ts";
import { inDays, orderBody, orderRecords, ordersPath, saved, type OrderRecords } from "#main/testing/records/orders.ts";
import { testPassword, type Body, type Client } from "#main/testing/test-app.ts";
import { choose, fillDate, paste } from "#main/testing/inputs.ts";

let testApp: BrowserApp;
let buyer: Client;
let records: OrderRecords;
let vendor: Body;
let page: Page;

beforeAll(async () => {
  testApp = await startBrowserApp();
  buyer = await testApp.as("BUYER");
  const terms = { paymentTermsDays: 45, incoterm: "DAP", incotermPlace: "Tilburg" };
  records = await orderRecords(await testApp.as("SUPER_ADMIN"), { vendor: terms });
  vendor = await saved(buyer.get(`/api/warehouse/vendors/${records.vendorId}`));
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});
beforeEach(async () => {
  onTestFailed(() => testApp.shoot("order-drafts"));
  page = await testApp.signedIn("buyer@alpha.example");
  await begin();
});

const vendorField = () => page.getByRole("combobox", { name: "Vendor" });
const note = (words: string) => page.getByText(words);
const sku = (at: number) => records.products[at]?.sku ?? "";
const begin = () => visit(page, `${testApp.base}/warehouse/purchase-orders/new`);

async function chooseVendor({ name } = vendor): Promise<void> {
  await vendorField().fill(String(name));
  await page.getByRole("option", { name: String(name) }).click();
}

/** Lines of a spreadsheet, pasted into the first product field. */
async function pasteLines(text: string): Promise<void> {
  await page.getByLabel("Product of line 1").focus();
  await paste(page, text);
}

test("what was typed in an order is there again after a reload, lines and charges too, until it is discarded", async () => {
  await chooseVendor();
  await pasteLines(`${sku(0)}\t12\t3\n${sku(1)}\t7\t4\n`);
  await see(page.getByLabel("Quantity of line 2")).toHaveValue("7");
  await page.getByRole("button", { name: "Add freight or another charge" }).click();
  await page.getByLabel("Amount of charge 1").fill("15");
  await page.getByLabel("Note to vendor").fill("Gate 3, please"); // the last letters before the reload
  await page.reload();
  await see(note("What you typed before is back.")).toBeVisible();
  await see(vendorField()).toHaveValue(String(vendor["name"]));
  await see(page.getByLabel("Product of line 2")).toHaveValue(/^Product 2/);
  await see(page.getByLabel("Quantity of line 2")).toHaveValue("7");
  await see(page.getByLabel("Amount of charge 1")).toHaveValue("15");
  await see(page.getByLabel("Note to vendor")).toHaveValue("Gate 3, please");
  await see(page.getByText("€79.00").last()).toBeVisible();
  await page.getByRole("button", { name: "Discard my edit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
  await see(page.getByLabel("Quantity of line 2")).toHaveValue("7");
  await page.getByRole("button", { name: "Discard my edit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await see(vendorField()).toHaveValue("");
  await page.reload();
  await see(vendorField()).toHaveValue("");
  await see(note("What you typed before is back.")).toHaveCount(0);
});

test("an order that was being written is offered again to the same person after the session has ended", async () => {
  await chooseVendor();
  await page.getByLabel("Quantity of line 1").fill("42");
  const writing = page.url();
  await page.context().clearCookies({ name: "waybill-session" });
  await page.getByLabel("Product of line 1").fill("any"); // asks the server, which knows nobody any more
  await page.waitForURL(`${testApp.base}/login`);
  await page.getByLabel("Email").fill("buyer@alpha.example");
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname !== "/login");
  await page.getByRole("button", { name: "Back to where you were" }).click();
  await page.waitForURL(writing);
  await see(note("What you typed before is back.")).toBeVisible();
  await see(page.getByLabel("Quantity of line 1")).toHaveValue("42");
  await see(vendorField()).toHaveValue(String(vendor["name"]));
});

test("lines that were pasted before a vendor was chosen stay, and find their products with the vendor", async () => {
  await pasteLines(`${sku(0)}\t12\t3\n${sku(2)}\t9\t2\n`);
  await see(note("What you pasted is kept.")).toBeVisible();
  await see(page.getByLabel("Product of line 2")).toHaveValue(sku(2));
  await see(page.getByLabel("Quantity of line 2")).toHaveValue("9");
  await chooseVendor();
  await see(page.getByLabel("Product of line 2")).toHaveValue(/^Product 3/);
  await see(page.getByLabel("Price of line 2")).toHaveValue("2");
  await see(note("What you pasted is kept.")).toHaveCount(0);
});

test("who saves before the products of pasted codes are found saves the order once they are", async () => {
  const found = Promise.withResolvers<void>();
  await page.route("**/match-products", async (route) => {
    await found.promise;
    await route.continue();
  });
  await chooseVendor();
  await choose(page.getByRole("combobox", { name: "Deliver to" }), /./);
  await fillDate(page.getByLabel("Needed by", { exact: true }), "+10");
  await pasteLines(`${sku(0)}\t12\t3\n${sku(1)}\t7\t4\n`);
  await page.getByRole("button", { name: "Save draft" }).click();
  await see(page.getByText("Some fields need your attention.")).toHaveCount(0);
  found.resolve();
  await see(page.getByRole("heading", { level: 1, name: /^PO-/ })).toBeVisible();
  await see(page.getByText("64.00").first()).toBeVisible();
});

test("what was refused of a line is marked until it is changed, field by field", async () => {
  await chooseVendor();
  await choose(page.getByRole("combobox", { name: "Deliver to" }), /./);
  await fillDate(page.getByLabel("Needed by", { exact: true }), "+10");
  await pasteLines(`${sku(0)}\t0\t-3\n${sku(1)}\t0\t4\n`);
  await see(page.getByLabel("Product of line 2")).toHaveValue(/^Product 2/);
  await page.getByRole("button", { name: "Save draft" }).click();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await see(field("Quantity of line 1")).toHaveAttribute("aria-invalid", "true");
  await see(field("Price of line 1")).toHaveAttribute("aria-invalid", "true");
  await field("Quantity of line 1").fill("5");
  await see(field("Quantity of line 1")).not.toHaveAttribute("aria-invalid", "true");
  await see(field("Price of line 1")).toHaveAttribute("aria-invalid", "true");
  await see(field("Quantity of line 2")).toHaveAttribute("aria-invalid", "true");
});

test("a pasted code that fits no product is marked on its line, where the nearest product is offered", async () => {
  await chooseVendor();
  await pasteLines(`${sku(1)}x\t5\n${sku(0)}\t6\n`);
  const told = page.getByRole("status", { name: "Note on line 1" });
  await see(told).toContainText(`No product has the code “${sku(1)}x”.`);
  await see(page.getByLabel("Product of line 1")).toHaveAttribute("aria-invalid", "true");
  await told.getByRole("button", { name: `Take ${sku(1)}` }).click();
  await see(page.getByLabel("Product of line 1")).toHaveValue(/^Product 2/);
  await see(page.getByLabel("Quantity of line 1")).toHaveValue("5");
  await see(told).toHaveCount(0);
});

test("the vendor's usual terms stand in the order once the vendor is chosen; what was typed before stays", async () => {
  await page.getByLabel(/^Payment terms/).fill("10");
  await chooseVendor();
  await see(page.getByLabel(/^Incoterm place/)).toHaveValue("Tilburg");
  await see(page.getByRole("combobox", { name: /^Incoterm/ })).toHaveValue("DAP");
  await see(page.getByLabel(/^Payment terms/)).toHaveValue("10");
});

test("Enter takes the first hit of a picker, also before it is there, and sends no form; Ctrl+Enter sends it", async () => {
  const writes: string[] = [];
  page.on("request", (request) => request.method() === "POST" && writes.push(new URL(request.url()).pathname));
  await vendorField().focus();
  await page.keyboard.type(String(vendor["name"]));
  await page.keyboard.press("Enter"); // faster than the answer
  await see(vendorField()).toHaveValue(String(vendor["name"]));
  await untilIdle(page);
  await see(vendorField()).toHaveValue(String(vendor["name"]));
  await page.getByLabel("Product of line 1").focus();
  await page.keyboard.type(sku(1));
  await page.keyboard.press("Enter"); // the same
  await see(page.getByLabel("Quantity of line 1")).toBeFocused();
  await see(page.getByLabel("Product of line 1")).toHaveValue(/^Product 2/);
  const site = await saved(buyer.get(`/api/settings/locations/${records.shipToLocationId}`));
  await page.getByRole("combobox", { name: "Deliver to" }).focus();
  await page.keyboard.type(String(site["name"]));
  await see(page.getByRole("option", { name: String(site["name"]) })).toBeVisible();
  await page.keyboard.press("Enter");
  await see(page.getByRole("combobox", { name: "Deliver to" })).toHaveValue(String(site["name"]));
  await page.getByLabel("Needed by", { exact: true }).fill(inDays(9));
  await page.keyboard.press("Enter");
  await page.getByLabel("Quantity of line 1").fill("3");
  await page.getByLabel("Price of line 1").fill("2");
  await page.getByLabel(/^Incoterm place/).press("Enter");
  await untilIdle(page);
  expect(writes.filter((path) => path === ordersPath)).toEqual([]);
  await page.getByLabel("Price of line 1").press("Control+Enter");
  await page.waitForURL(/details\?id=/);
  expect(writes.filter((path) => path === ordersPath)).toEqual([ordersPath]);
});

test("who is slower is told so at once, where they are, and may keep their edit", async () => {
  const order = await saved(buyer.post(ordersPath, orderBody(records)));
  await visit(page, `${testApp.base}/warehouse/purchase-orders/edit?id=${order.id}`);
  await page.getByLabel("Note to vendor").fill("Mine");
  const other = await testApp.as("SUPER_ADMIN");
  await saved(
    other.put(`${ordersPath}/${order.id}`, {
      ...orderBody(records),
      items: orderBody(records).items.map((item, at) => ({ ...item, id: order.items[at]?.id })),
      internalNotes: "Theirs",
      version: order["version"],
    }),
  );
  await page.getByRole("button", { name: "Save draft" }).click();
  const told = page.getByRole("alert").filter({ hasText: "This record changed meanwhile. Your edit is kept." });
  await see(told).toBeInViewport();
  await see(told).toContainText(/super_admin Alpha · .+ · Changed: .*Internal notes/);
  await see(told.getByRole("link", { name: "Open the order in another tab to compare." })).toHaveAttribute(
    "href",
    `/warehouse/purchase-orders/details?id=${order.id}`,
  );
  await told.getByRole("button", { name: "Keep my edit" }).click();
  await see(note("Your edit stands on what super_admin Alpha saved now. It is not saved yet.")).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL(/details\?id=/);
  expect((await saved(buyer.get(`${ordersPath}/${order.id}`)))["vendorNotes"]).toBe("Mine");
});

test("an edit that is kept changes what was changed in it alone: what somebody else added, removed or wrote meanwhile stays", async () => {
  const [first, second] = orderBody(records).items;
  const order = await saved(
    buyer.post(ordersPath, { ...orderBody(records), items: [first, { ...second, unitPrice: "4" }] }),
  );
  const path = `${ordersPath}/${order.id}`;
  await visit(page, `${testApp.base}/warehouse/purchase-orders/edit?id=${order.id}`);
  await page.getByLabel("Quantity of line 1").fill("7");
  await page.getByLabel("Discount of line 2").fill("5");
  await page.getByLabel("Note to vendor").fill("Mine");
  const other = await testApp.as("SUPER_ADMIN");
  // theirs: line 1 is gone, line 2 has another quantity, a third came, and a note for the team
  const theirs = [
    { ...second, unitPrice: "3", orderedQty: "9", id: order.items[1]?.id },
    { ...first, orderedQty: "3" },
  ];
  await saved(
    other.put(path, {
      ...orderBody(records),
      items: theirs,
      charges: [{ type: "freight", amount: "12" }],
      internalNotes: "Theirs",
      version: order["version"],
    }),
  );
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByRole("button", { name: "Keep my edit" }).click();
  await see(page.getByLabel("Quantity of line 1")).toHaveValue("7");
  await see(page.getByLabel("Quantity of line 2")).toHaveValue("9");
  await see(page.getByLabel("Quantity of line 3")).toHaveValue("3");
  await see(page.getByLabel("For your team only")).toHaveValue("Theirs");
  await page.reload();
  await see(page.getByLabel("Quantity of line 3")).toHaveValue("3");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL(/details\?id=/);
  const now = await saved(buyer.get(path));
  expect(now).toMatchObject({ vendorNotes: "Mine", internalNotes: "Theirs", charges: [{ amount: "12" }] });
  expect(now.items).toContainEqual(expect.objectContaining({ orderedQty: "9", unitPrice: "3", discountPct: "5" }));
  expect(now.items.map(({ orderedQty }) => Number(orderedQty)).toSorted()).toEqual([3, 7, 9]);
});

test("a line that was only looked at goes where somebody else removed it meanwhile; one that was removed here stays away", async () => {
  const [first, second] = orderBody(records).items;
  const order = await saved(
    buyer.post(ordersPath, { ...orderBody(records), items: [first, second, { ...first, orderedQty: "5" }] }),
  );
  const path = `${ordersPath}/${order.id}`;
  await visit(page, `${testApp.base}/warehouse/purchase-orders/edit?id=${order.id}`);
  await page.getByRole("button", { name: "Remove line 2" }).click();
  const theirs = [
    { ...second, orderedQty: "9", id: order.items[1]?.id },
    { ...first, orderedQty: "5", id: order.items[2]?.id },
  ];
  await saved(buyer.put(path, { ...orderBody(records), items: theirs, version: order["version"] }));
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByRole("button", { name: "Keep my edit" }).click();
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL(/details\?id=/);
  const now = await saved(buyer.get(path));
  expect(now.items.map(({ orderedQty }) => Number(orderedQty))).toEqual([5]);
});

/** Another vendor, with other terms and another currency. */
async function otherVendor(): Promise<Body> {
  const code = `T-${Date.now()}`;
  const terms = { paymentTermsDays: 30, incoterm: "FCA", incotermPlace: "Oslo", currency: "NOK" };
  return saved(
    (await testApp.as("SUPER_ADMIN")).post("/api/warehouse/vendors", { code, name: `Fjord ${code}`, ...terms }),
  );
}

test("terms and currency follow the vendor, after a reload and in a saved draft too; what was typed stays", async () => {
  const other = await otherVendor();
  const change = async (said: string) => {
    await see(vendorField()).toHaveValue(said); // and with it what it brings
    await untilIdle(page);
    await chooseVendor(other);
    await see(page.getByLabel(/^Incoterm place/)).toHaveValue("Oslo");
    await see(page.getByRole("combobox", { name: /^Incoterm/ })).toHaveValue("FCA");
  };
  await chooseVendor();
  await see(page.getByLabel(/^Payment terms/)).toHaveValue("45");
  await page.reload();
  await change(String(vendor["name"]));
  await see(page.getByLabel(/^Payment terms/)).toHaveValue("30");

  const terms = { paymentTermsDays: 7, incoterm: "DAP", incotermPlace: "Tilburg", currency: "EUR" };
  const order = await saved(buyer.post(ordersPath, orderBody(records, terms)));
  await visit(page, `${testApp.base}/warehouse/purchase-orders/edit?id=${order.id}`);
  await change(String(vendor["name"]));
  await see(page.getByLabel(/^Payment terms/)).toHaveValue("7");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL(/details\?id=/);
  expect(await saved(buyer.get(`${ordersPath}/${order.id}`))).toMatchObject({
    vendorId: other.id,
    currency: "NOK",
    paymentTermsDays: 7,
    incoterm: "FCA",
    incotermPlace: "Oslo",
  });
});

test("a product that is typed before the vendor is chosen asks for the vendor first", async () => {
  await page.getByLabel("Product of line 1").fill(sku(0));
  await see(page.getByRole("listbox")).toHaveText("Choose the vendor first.");
});

test("on a phone the suggestions of products fit the screen, prices and all", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await chooseVendor();
  await page.getByLabel("Product of line 1").fill(sku(0));
  const box = await page.getByRole("option", { name: sku(0) }).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  expect(await page.evaluate("[scrollX, document.documentElement.scrollWidth]")).toEqual([0, 390]);
});
