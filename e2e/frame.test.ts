import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { sharedDemo, type DemoProduct } from "#main/testing/demo.ts";
import { see } from "#main/testing/browser.ts";
import { openLook, visit } from "#main/testing/screens.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let demo: DemoProduct;
let wide: Page;
let phone: Page;
beforeAll(async () => {
  demo = await sharedDemo();
  const scheme = "light";
  wide = await (await openLook(demo, "super", { width: 1440, height: 900, scheme })).newPage();
  phone = await (await openLook(demo, "super", { width: 360, height: 740, scheme })).newPage();
});
afterAll(() => demo.close());

const shoot = (name: string, page: Page) =>
  onTestFailed(async () => void (await page.screenshot({ path: `test-results/frame-${name}.png` })));
const crumbs = (page: Page) =>
  page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem").allInnerTexts();

test.each(["wide", "phone"] as const)(
  "a notice stands below the head and takes only the clicks on itself (%s)",
  async (look) => {
    const page = look === "wide" ? wide : phone;
    shoot(`notice-${look}`, page);
    await visit(page, `${demo.base}/company-locations/bins?form=new`);
    await page.locator("[data-path=locationId]").fill("Newark");
    await page.getByRole("option", { name: "Newark XD" }).click();
    await page.getByRole("textbox", { name: "Code", exact: true }).fill(`E2E-${look}`);
    await page.getByRole("button", { name: "Create bin" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "Saved successfully" });
    await notice.waitFor();
    const [head, box] = await Promise.all([page.locator("main header").first().boundingBox(), notice.boundingBox()]);
    expect(box?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));
    await page.getByRole("button", { name: "New bin" }).click({ timeout: 2000 }); // a click that something else would take fails
    await see(page.getByRole("dialog")).toBeVisible();
  },
);

test("the chooser of a new order has the focus and stays closed until a key or a click asks for it", async () => {
  shoot("chooser", wide);
  await visit(wide, `${demo.base}/warehouse/purchase-orders/new`);
  const vendor = wide.locator("[data-path=vendorId]");
  await see(vendor).toBeFocused();
  await see(vendor).toHaveAttribute("aria-expanded", "false");
  await wide.keyboard.press("Enter");
  await see(vendor).toHaveAttribute("aria-expanded", "true");
  await wide.keyboard.press("Escape");
  await wide.keyboard.type("kyo");
  await see(wide.getByRole("option", { name: "Addis Coffee Exporters" })).toHaveCount(0);
  await see(wide.getByRole("option", { name: "Kyoto Leaf Trading" })).toBeVisible();
  await wide.keyboard.press("ArrowDown");
  await wide.keyboard.press("Enter");
  await see(vendor).toHaveValue("Kyoto Leaf Trading");
  await see(vendor).toHaveAttribute("aria-expanded", "false");
});

test("an import stands below its list", async () => {
  shoot("import", wide);
  await visit(wide, `${demo.base}/warehouse/import?entity=vendor`);
  expect(await crumbs(wide)).toEqual(["Home", "Vendors", "Import"]);
  await visit(wide, `${demo.base}/warehouse/import?entity=product-category`);
  expect(await crumbs(wide)).toEqual(["Home", "Products", "Categories", "Import"]);
  await wide.getByRole("link", { name: "Categories" }).first().click();
  await see(wide.getByRole("heading", { level: 1, name: "Product categories" })).toBeVisible();
  expect(await crumbs(wide)).toEqual(["Home", "Products", "Categories"]);
});

test("the page of a record that does not exist has one heading of the first level, and axe finds nothing", async () => {
  shoot("missing", wide);
  await visit(wide, `${demo.base}/warehouse/vendors/details?id=01890000-0000-7000-8000-000000000000`);
  expect(await wide.getByRole("heading", { level: 1 }).allInnerTexts()).toEqual(["This vendor does not exist"]);
  await wide.evaluate(axe);
  const found = await wide.evaluate<string[]>("axe.run().then(({ violations }) => violations.map(({ id }) => id))");
  expect(found).toEqual([]);
});

test("the buyer of an order is in sight on a usual screen, and no head of a list wraps on a small phone", async () => {
  shoot("widths", phone);
  await visit(wide, `${demo.base}/warehouse/purchase-orders`);
  const buyer = await wide.getByRole("columnheader", { name: "Buyer" }).boundingBox();
  expect((buyer?.x ?? 2000) + (buyer?.width ?? 0)).toBeLessThanOrEqual(1440);
  for (const path of ["vendors", "products", "products/categories", "purchase-orders"]) {
    await visit(phone, `${demo.base}/warehouse/${path}`);
    const [title, button] = await Promise.all([
      phone.locator("main h1").boundingBox(),
      phone.locator("main header").getByRole("button", { name: /^New/ }).boundingBox(),
    ]);
    expect(
      Math.abs((title?.y ?? 0) + (title?.height ?? 0) / 2 - (button?.y ?? 99) - (button?.height ?? 0) / 2),
      path,
    ).toBeLessThan(8);
  }
});

test("a new bin that is opened from a location has that location", async () => {
  shoot("bin", wide);
  const [location] = (await (await demo.as("super")).get("/api/settings/locations")).body.items;
  await visit(wide, `${demo.base}/company-locations/details?id=${location?.id}`);
  await wide.getByRole("button", { name: "New bin" }).click();
  await see(wide.locator("[data-path=locationId]")).toHaveValue(String(location?.["name"]));
});
