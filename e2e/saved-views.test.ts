import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from "vitest";
import { see, untilIdle } from "#main/testing/browser.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { keyboardOf } from "#main/testing/keyboard.ts";
import { saved } from "#main/testing/records/orders.ts";
import { go, visit } from "#main/testing/screens.ts";
import { asSuper, type Client } from "#main/testing/test-app.ts";

const viewsPath = "/api/settings/saved-views";
const list = "/api/warehouse/vendors";
let testApp: BrowserApp;
let buyer: Client;
let page: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  buyer = await testApp.as("BUYER");
  const admin = await testApp.as("COMPANY_ADMIN");
  for (const [code, name, city] of [
    ["V-1", "Anker Oils", "Lisbon"],
    ["V-2", "Baltic Cartons", "Riga"],
    ["V-3", "Cordoba Olives", "Cordoba"],
  ])
    await saved(admin.post(list, { code, name, city, currency: "EUR" }));
  page = await testApp.signedIn("buyer@alpha.example");
});
beforeEach(async () => {
  await asSuper(testApp, "delete from saved_views");
  await page.goto("about:blank");
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});

const tabs = (on = page, name = "Vendors") => on.getByRole("navigation", { name, exact: true });
const tab = (name: string | RegExp, on = page) =>
  tabs(on).getByRole("button", { name, exact: typeof name === "string" });
const saveView = (on = page) => on.getByRole("button", { name: "Save view" });
const dialog = (on = page) => on.getByRole("dialog");
const head = (name: string) => page.getByRole("columnheader", { name, exact: true });
const rows = (on = page) => on.getByRole("row", { name: /V-\d/ });
const more = (name: string, on = page) => on.getByRole("button", { name: `More about ${name}`, exact: true });
const menuItem = (name: string, on = page) => on.getByRole("menuitem", { name, exact: true });
async function open(address = "", on = page): Promise<void> {
  await visit(on, `${testApp.base}/warehouse/vendors${address}`);
  await see(rows(on).first()).toBeVisible();
}
async function saveAs(name: string, on = page): Promise<void> {
  await saveView(on).click();
  await dialog(on).getByRole("textbox", { name: "Name" }).fill(name);
  await dialog(on).getByRole("button", { name: "Save", exact: true }).click();
  await see(dialog(on)).toHaveCount(0);
  await see(tab(name, on)).toHaveAttribute("aria-current", "page");
}
async function choose(name: string, item: string): Promise<void> {
  await more(name).click();
  await menuItem(item).click();
  await untilIdle(page);
}
const post = (view: Record<string, unknown>, client = buyer) =>
  saved(client.post(viewsPath, { list, search: {}, ...view }));
const order = async () =>
  (await tabs().getByRole("button").allInnerTexts()).filter((text) => text !== "").map((text) => text.split("\n")[0]);

test("what a list shows is saved under a name: filters, search, order and columns; after a reload and on another machine it is there", async () => {
  onTestFailed(() => testApp.shoot("saved-views-save"));
  await open("?status=active&q=o&sort=-code");
  await see(tabs()).toHaveCount(0);
  await page.getByRole("button", { name: "Columns" }).click();
  await dialog().getByRole("checkbox", { name: "City" }).uncheck();
  await page.keyboard.press("Escape");
  await saveAs("Mine");
  await see(page.getByRole("alert", { name: "View saved" })).toContainText("Mine");
  await see(saveView()).toBeFocused();
  await see(tab("All")).not.toHaveAttribute("aria-current");

  for (const on of [page, await testApp.signedIn("buyer@alpha.example")]) {
    await open("", on);
    await tab("Mine", on).click();
    await untilIdle(on);
    const { searchParams } = new URL(on.url());
    expect(Object.fromEntries(searchParams)).toMatchObject({ status: "active", q: "o", sort: "-code" });
    await see(rows(on)).toHaveText([/V-3/, /V-2/, /V-1/]);
    await see(on.getByRole("searchbox", { name: "Search vendors" })).toHaveValue("o");
    await see(on.getByRole("columnheader", { name: "City" })).toHaveCount(0);
    const exported = (await on.getByRole("link", { name: "Export" }).getAttribute("href")) ?? "";
    expect(exported).toContain("status=active");
    expect(new URL(exported, testApp.base).searchParams.get("columns")).not.toContain("city");
    await on.reload();
    await see(tab("Mine", on)).toHaveAttribute("aria-current", "page");
    await see(on.getByRole("columnheader", { name: "City" })).toHaveCount(0);
  }
});

test("the list as it comes stays one press away, with its own columns and without the filters of the view", async () => {
  onTestFailed(() => testApp.shoot("saved-views-all"));
  await post({ name: "Mine", search: { q: "Anker", columns: "name,-code,-currency" } });
  await open();
  await tab("Mine").click();
  await see(rows()).toHaveCount(0); // the code is hidden
  await see(head("Currency")).toHaveCount(0);
  await tab("All").click();
  await see(rows()).toHaveCount(3);
  await see(head("Currency")).toBeVisible();
  await see(page).toHaveURL(/\/warehouse\/vendors$/);
});

test("a view that is altered says so; it is reset, or what the list shows now is saved in it", async () => {
  onTestFailed(() => testApp.shoot("saved-views-altered"));
  await post({ name: "Mine", search: { sort: "-code" } });
  await open();
  await tab("Mine").click();
  await see(rows()).toHaveText([/V-3/, /V-2/, /V-1/]);
  await see(tabs()).not.toContainText("altered");
  await head("Name").getByRole("button").click();
  await see(tab(/^Mine/)).toContainText("altered");
  await tabs().getByRole("button", { name: "Reset" }).click();
  await see(rows()).toHaveText([/V-3/, /V-2/, /V-1/]);
  await see(tabs()).not.toContainText("altered");
  await see(more("Mine")).toBeFocused();

  await page.getByRole("button", { name: "Columns" }).click();
  await dialog().getByRole("checkbox", { name: "Code" }).uncheck();
  await page.keyboard.press("Escape");
  await see(tab(/^Mine/)).toContainText("altered");
  await tabs().getByRole("button", { name: "Save changes" }).click();
  await see(page.getByRole("alert", { name: "View saved" })).toBeVisible();
  await see(tabs()).not.toContainText("altered");
  await open();
  await see(head("Code")).toBeVisible();
  await tab("Mine").click();
  await see(head("Code")).toHaveCount(0);
});

test("by keyboard alone a view is saved, renamed and moved, and the focus stays where it was", async () => {
  onTestFailed(() => testApp.shoot("saved-views-keyboard"));
  await post({ name: "First" });
  await open("?q=o");
  const { tabTo, press, type } = keyboardOf(page);
  await tabTo(/^Save view$/);
  await press("Enter");
  await see(dialog().getByRole("textbox", { name: "Name" })).toBeFocused();
  await type("FIRST");
  await press("Control+Enter");
  await see(dialog()).toContainText("You have a view of this name already. Choose another name.");
  await page.keyboard.press("Control+A");
  await type("Second");
  await press("Control+Enter");
  await see(dialog()).toHaveCount(0);
  await see(saveView()).toBeFocused();

  await tabTo(/^More about Second$/, "Shift+Tab");
  await press("Enter");
  await see(menuItem("Rename")).toBeFocused();
  await press("Enter");
  await see(dialog().getByRole("textbox", { name: "Name" })).toHaveValue("Second");
  await page.keyboard.press("Control+A");
  await type("Other");
  await press("Control+Enter");
  await see(dialog()).toHaveCount(0);
  await see(more("Other")).toBeFocused();

  await press("ArrowDown", "m"); // the first letter of "Move left", the only way for the last one
  await see(menuItem("Move left")).toBeFocused();
  await see(menuItem("Move right")).toHaveCount(0);
  await press("Enter");
  await expect.poll(order).toEqual(["All", "Other", "First"]);
  await see(more("Other")).toBeFocused();
  await press("ArrowDown", "m", "Enter");
  await expect.poll(order).toEqual(["All", "First", "Other"]);
  await see(more("Other")).toBeFocused();
});

test("a list opens with its default view, here and on another machine, until the person says otherwise", async () => {
  onTestFailed(() => testApp.shoot("saved-views-default"));
  await post({ name: "Mine", search: { sort: "-code" } });
  await open();
  await tab("Mine").click();
  await choose("Mine", "Make it my default");
  await see(page.getByRole("alert", { name: "The list opens with this view" })).toBeVisible();
  for (const on of [page, await testApp.signedIn("buyer@alpha.example")]) {
    await open("", on);
    await see(tab("Mine", on)).toHaveAttribute("aria-current", "page");
    await see(rows(on)).toHaveText([/V-3/, /V-2/, /V-1/]);
  }
  await tab("All").click();
  await see(rows()).toHaveText([/V-1/, /V-2/, /V-3/]);
  await page.reload();
  await see(tab("All")).toHaveAttribute("aria-current", "page");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Vendors" }).click();
  await see(tab("Mine")).toHaveAttribute("aria-current", "page");

  // What an address asks for is shown, and with its last filter gone the list is as it comes.
  await open("?q=Anker");
  await see(rows()).toHaveText([/V-1/]);
  await page.getByRole("searchbox", { name: "Search vendors" }).fill("");
  await see(rows()).toHaveText([/V-1/, /V-2/, /V-3/]);

  await tab("Mine").click();
  await choose("Mine", "No longer my default");
  await open();
  await see(tab("All")).toHaveAttribute("aria-current", "page");
});

test("a list that opens with one of its ready views opens with the person's default in its place", async () => {
  onTestFailed(() => testApp.shoot("saved-views-issues"));
  await post({ list: "/api/warehouse/issues", name: "Severe", search: { severity: "critical" }, isDefault: true });
  await visit(page, `${testApp.base}/warehouse/issues`);
  await see(tabs(page, "Issues").getByRole("button", { name: "Severe", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await tabs(page, "Issues").getByRole("button", { name: "Open", exact: true }).click();
  await see(tabs(page, "Issues").getByRole("button", { name: "Open", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  const { searchParams } = new URL(page.url());
  expect(searchParams.get("severity")).toBeNull();
});

test("a removed view comes back by Undo, at its place; without, it is gone, and the list is as it comes", async () => {
  onTestFailed(() => testApp.shoot("saved-views-remove"));
  for (const name of ["One", "Two", "Three"]) await post({ name, search: { q: "Anker" } });
  await open();
  await tab("Two").click();
  await see(rows()).toHaveCount(1);
  await choose("Two", "Remove");
  await see(tab("Two")).toHaveCount(0);
  await see(tab("All")).toHaveAttribute("aria-current", "page");
  await see(rows()).toHaveCount(3);
  await see(saveView()).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(order).toEqual(["All", "One", "Two", "Three"]);
  await tab("Two").click();
  await see(rows()).toHaveCount(1);
  for (const name of ["Two", "One", "Three"]) {
    await tab(name).click();
    await choose(name, "Remove");
    await see(tab(name)).toHaveCount(0);
  }
  await see(tabs()).toHaveCount(0);
  await open();
  await see(tabs()).toHaveCount(0);
});

test("a colleague sees none of it, nor what an address says of it", async () => {
  onTestFailed(() => testApp.shoot("saved-views-others"));
  const { id } = await post({ name: "Mine", search: { q: "Anker" }, isDefault: true });
  const colleague = await testApp.signedIn("warehouse-manager@alpha.example");
  await open("", colleague);
  await see(rows(colleague)).toHaveCount(3);
  await see(tabs(colleague)).toHaveCount(0);
  await open(`?q=Anker&columns=*&saved=${id}`, colleague);
  await see(rows(colleague)).toHaveCount(1);
  await see(tabs(colleague)).toHaveCount(0);
});

describe("what a view was saved with and the list has no more", () => {
  test("is left out and named: values, orders and columns; saving without it says no more of it", async () => {
    onTestFailed(() => testApp.shoot("saved-views-stale"));
    await post({ name: "Old", search: { q: "o", columns: "name,-postBox,code" } });
    await asSuper(testApp, `update saved_views set search = search || '{"status":"active,retired","sort":"colour"}'`);
    await open();
    await tab("Old").click();
    await see(rows()).toHaveCount(3);
    const note = page.getByRole("status").filter({ hasText: "the list no longer has" });
    await see(note).toContainText(/without it: (?:Status, Sort|Sort, Status), Post box\./);
    await see(tabs()).not.toContainText("altered");
    await note.getByRole("button", { name: "Save without it" }).click();
    await see(note).toHaveCount(0);
    const [left] = (await buyer.get(viewsPath)).body.items;
    expect(left).toMatchObject({ leftOut: [], search: { q: "o", status: "active" } });
    expect(left?.["search"]).not.toHaveProperty("sort");
  });

  test("may be a record: a view by two categories, one of which was removed, shows those of the other", async () => {
    onTestFailed(() => testApp.shoot("saved-views-record"));
    const admin = await testApp.as("COMPANY_ADMIN");
    const [dry, wet] = await Promise.all(
      ["Dry", "Wet"].map((name) => saved(admin.post("/api/warehouse/product-categories", { name }))),
    );
    await post({ list: "/api/warehouse/products", name: "Both", search: { categoryId: `${dry!.id},${wet!.id}` } });
    await admin.remove(`/api/warehouse/product-categories/${wet!.id}?version=1`);
    await saved(
      admin.post("/api/warehouse/products", { sku: "P-1", name: "Rice", baseUom: "KGM", categoryId: dry!.id }),
    );
    await visit(page, `${testApp.base}/warehouse/products`);
    await tabs(page, "Products").getByRole("button", { name: "Both" }).click();
    await see(page.getByText("is Dry")).toBeVisible();
    await see(page.getByRole("row", { name: /Rice/ })).toBeVisible();
    await see(page.getByRole("status").filter({ hasText: "without it: Category." })).toBeVisible();
    await see(tabs(page, "Products")).not.toContainText("altered");
    expect(new URL(page.url()).searchParams.get("categoryId")).toBe(dry!.id);
  });
});

test("beside ready views a person's own are tabs without counts, and only one of all is open", async () => {
  onTestFailed(() => testApp.shoot("saved-views-ready"));
  await visit(page, `${testApp.base}/warehouse/purchase-orders`);
  const orders = tabs(page, "Purchase orders");
  await orders.getByRole("button", { name: /^Late/ }).click();
  await saveView().click();
  await dialog().getByRole("textbox", { name: "Name" }).fill("Late, by me");
  await dialog().getByRole("button", { name: "Save", exact: true }).click();
  await see(orders.locator("[aria-current]")).toHaveText("Late, by me");
  await orders.getByRole("button", { name: /^Open/ }).click();
  await see(orders.locator("[aria-current]")).toHaveText(/^Open/);
  await orders.getByRole("button", { name: "Late, by me" }).click();
  expect(new URL(page.url()).searchParams.get("view")).toBe("late");
});

test("on a phone a view is saved and changed, with targets for a thumb, within the width of the screen", async () => {
  onTestFailed(() => testApp.shoot("saved-views-phone"));
  for (let n = 1; n <= 5; n += 1) await post({ name: `A view with a long name ${n}` });
  const phone = await testApp.signedIn("buyer@alpha.example", { width: 390, height: 844 });
  await visit(phone, `${testApp.base}/warehouse/vendors?q=o`);
  await saveAs("On the phone", phone);
  const button = more("On the phone", phone);
  await button.scrollIntoViewIfNeeded();
  const { width, height } = (await button.boundingBox())!;
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await button.click();
  await menuItem("Rename", phone).click();
  await dialog(phone).getByRole("textbox", { name: "Name" }).fill("By touch");
  await dialog(phone).getByRole("button", { name: "Rename" }).click();
  await see(tab("By touch", phone)).toBeInViewport();
  expect(await phone.evaluate("document.documentElement.scrollWidth")).toBe(390);
});

test("who works in German reads German", async () => {
  onTestFailed(() => testApp.shoot("saved-views-german"));
  await buyer.put("/api/auth/update-profile", { firstName: "Bo", lastName: "Alpha", locale: "de" });
  await post({ name: "Meine", search: { sort: "-code" } });
  await visit(page, `${testApp.base}/warehouse/vendors`);
  await page.getByRole("button", { name: "Meine" }).click();
  await go(page, `${new URL(page.url()).pathname}${new URL(page.url()).search.replace("-code", "code")}`);
  await see(page.getByRole("button", { name: "Änderungen speichern" })).toBeVisible();
  await see(page.getByRole("button", { name: /^Meine geändert/ })).toBeVisible();
  await page.getByRole("button", { name: "Mehr über Meine" }).click();
  await see(page.getByRole("menuitem")).toHaveText([
    "Änderungen speichern",
    "Zurücksetzen",
    "Umbenennen",
    "Als meinen Standard festlegen",
    "Entfernen",
  ]);
  await buyer.put("/api/auth/update-profile", { firstName: "Bo", lastName: "Alpha", locale: null });
});
