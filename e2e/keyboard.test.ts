import type { Page } from "playwright";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { ownDemo, type DemoProduct } from "#main/testing/demo.ts";
import { see } from "#main/testing/browser.ts";
import { openLook, visit } from "#main/testing/screens.ts";
import { keyboardOf, type Keyboard } from "#main/testing/keyboard.ts";

let demo: DemoProduct;
let page: Page;
let press: Keyboard["press"];
let focused: Keyboard["focused"];
let tabTo: Keyboard["tabTo"];
beforeAll(async () => {
  demo = await ownDemo();
  page = await (await openLook(demo, "super", { width: 1440, height: 900, scheme: "light" })).newPage();
  ({ press, focused, tabTo } = keyboardOf(page));
});
afterAll(() => demo.close());

const shoot = async (name: string): Promise<void> =>
  void (await page.screenshot({ path: `test-results/keyboard-${name}.png` }));

/** A day to come whose number is that of its month: browsers differ in which of the two is typed first. */
function sameEitherWay(): string {
  const days = Array.from({ length: 60 }, (_, n) =>
    new Date(Date.now() + (n + 3) * 86_400_000).toISOString().slice(0, 10),
  );
  return days.find((day) => day.slice(5, 7) === day.slice(8, 10)) ?? "";
}

/** The active row of the list, as the grid tells a screen reader. */
const activeRow = () => page.locator("[role=row][data-active]");

test("a list by keyboard alone: / searches, arrows move, Space selects, Enter opens, Escape takes back", async () => {
  onTestFailed(() => shoot("list"));
  await visit(page, `${demo.base}/warehouse/vendors`);
  await press("/");
  expect(await focused()).toBe("Search vendors");
  await page.keyboard.type("er");
  await press("Enter");
  await page.waitForURL(/[?&]q=er/);
  await tabTo(/^Vendors$/);
  await see(page.getByRole("grid")).toBeFocused();

  await press("Home");
  await see(activeRow()).toHaveAttribute("data-index", "0");
  await press("ArrowDown", "ArrowDown", "ArrowUp");
  await see(activeRow()).toHaveAttribute("data-index", "1");
  expect(await page.getByRole("grid").getAttribute("aria-activedescendant"), "a screen reader is told of the row").toBe(
    await activeRow().getAttribute("id"),
  );
  await press("Space");
  await see(activeRow()).toHaveAttribute("aria-selected", "true");
  await press("ArrowDown", "Space");
  await see(page.locator("[role=row][aria-selected=true]")).toHaveCount(2);
  await press("Escape");
  await see(page.locator("[role=row][aria-selected=true]")).toHaveCount(0);
  await press("End");
  await see(activeRow()).toHaveAttribute("data-index", /[1-9]/);
  await press("Home");
  const name = await activeRow().getByRole("link").first().textContent();
  await press("Enter");
  await see(page.getByRole("heading", { level: 1 })).toHaveText(name ?? "");

  // One record: the drawer of its form opens, and Escape closes it and gives the focus back.
  await tabTo(/^Edit$/);
  await press("Enter");
  await see(page.getByRole("dialog")).toBeVisible();
  await press("Escape");
  await see(page.getByRole("dialog")).toBeHidden();
  await expect.poll(focused, { message: "the focus comes back once the drawer has gone" }).toBe("Edit");
});

test("the palette by keyboard alone: it finds a screen and goes there", async () => {
  onTestFailed(() => shoot("palette"));
  await visit(page, `${demo.base}/warehouse/vendors`);
  await press("Control+k");
  await see(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.type("Purchase orders");
  await see(page.getByRole("option", { name: /^Purchase orders/ }).first()).toBeVisible();
  await press("Enter");
  await page.waitForURL(/\/warehouse\/purchase-orders$/);
  await press("Control+k", "Escape");
  await see(page.getByRole("dialog")).toBeHidden();
});

test("an order by keyboard alone: its head, a product, a second line opened and taken out, saved", async () => {
  onTestFailed(() => shoot("order"));
  const { body } = await (await demo.as("buyer")).get("/api/warehouse/products?limit=5&status=active");
  const product = body.items.find(({ preferredVendorName }) => preferredVendorName) ?? body.items[0];
  const vendor = String(product?.["preferredVendorName"]);

  await visit(page, `${demo.base}/warehouse/purchase-orders/new`);
  expect(await focused(), "the first field has the focus").toMatch(/^Vendor/);
  await page.keyboard.type(vendor);
  await see(page.getByRole("option", { name: vendor })).toBeVisible();
  // it stood among all of them before they were searched
  await see(page.getByRole("listbox").getByRole("option").first()).toHaveText(vendor);
  await press("ArrowDown", "Enter");
  await see(page.getByRole("combobox", { name: "Vendor" })).toHaveValue(vendor);
  await tabTo(/^Deliver to/);
  await press("ArrowDown");
  await see(page.getByRole("option", { name: "Tilburg DC" })).toBeVisible();
  await page.keyboard.type("Tilburg");
  await see(page.getByRole("option", { name: "Newark XD" })).toHaveCount(0);
  await press("ArrowDown", "Enter");
  await see(page.getByRole("combobox", { name: "Deliver to" })).toHaveValue("Tilburg DC");
  await tabTo(/^Needed by/);
  const due = sameEitherWay();
  await page.keyboard.type(`${due.slice(8, 10)}${due.slice(5, 7)}${due.slice(0, 4)}`);

  await tabTo(/^Product of line 1$/);
  const shown = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
  await see(page.getByLabel("Needed by", { exact: true })).toHaveValue(shown.format(new Date(`${due}T12:00:00Z`)));
  await page.keyboard.type(String(product?.["sku"]));
  await see(page.getByRole("listbox").getByRole("option").first()).toHaveAttribute("data-combobox-selected", "true");
  await press("Enter");
  await see(page.getByLabel("Quantity of line 1")).toBeFocused();
  await see(page.getByLabel("Product of line 1")).toHaveValue(String(product?.["name"]));
  await page.keyboard.type("12");
  await press("Enter");
  await see(page.getByLabel("Product of line 2")).toBeFocused();
  await press("Shift+Tab");
  await tabTo(/^Quantity of line 1$/, "Shift+Tab");
  await press("ArrowDown");
  await see(page.getByLabel("Quantity of line 2")).toBeFocused();
  await press("Control+Delete");
  await see(page.getByLabel("Product of line 2")).toHaveCount(0);
  await see(page.getByLabel("Product of line 1")).toBeFocused();
  await tabTo(/^Price of line 1$/);
  await page.keyboard.type("2.5");

  await tabTo(/^Save draft$/);
  await press("Enter");
  await page.waitForURL(/\/warehouse\/purchase-orders\/details\?id=/);
  await see(page.getByRole("heading", { level: 1 })).toHaveText(/^PO-\d{4}-\d{5}$/);
  await see(page.getByText("30.00").first()).toBeVisible();
});
