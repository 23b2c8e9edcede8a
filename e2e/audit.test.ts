import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownDemo, type DemoProduct } from "#main/testing/demo.ts";
import { see, untilIdle } from "#main/testing/browser.ts";
import { openLook, visit } from "#main/testing/screens.ts";

let demo: DemoProduct;
let page: Page;
let vendorId: string;
beforeAll(async () => {
  demo = await ownDemo();
  page = await (await openLook(demo, "super", { width: 1440, height: 900, scheme: "light" })).newPage();
  const buyer = await demo.as("buyer");
  const made = await buyer.post("/api/warehouse/vendors", {
    code: "TRAIL-1",
    name: "Trailing Pallets",
    currency: "EUR",
  });
  vendorId = made.body.id;
  await buyer.put(`/api/warehouse/vendors/${vendorId}`, {
    code: "TRAIL-1",
    name: "Trailing Pallets and Crates",
    currency: "EUR",
    version: made.body.version,
  });
  await buyer.post(`/api/warehouse/vendors/${vendorId}/hold`, { reason: "Two loads came wet" });
});
afterAll(() => demo.close());

const rows = () => page.getByRole("grid", { name: "Audit trail" }).getByRole("row");

test("who did what to which record stands in plain words, leads to the record, and opens to what changed", async () => {
  await visit(page, `${demo.base}/settings/audit?entity=vendor&q=trail`);
  await see(rows().nth(1)).toContainText(/Held.*Vendor Trailing Pallets and Crates.*Two loads came wet/);
  await see(rows().nth(2)).toContainText("Name Trailing Pallets → Trailing Pallets and Crates");
  await see(rows().nth(3)).toContainText("Created");
  await see(rows()).toHaveCount(4);
  await rows().nth(2).getByText("Changed: Name").click();
  const drawer = page.getByRole("dialog");
  await see(drawer).toContainText(/\d\d:\d\d:\d\d/);
  await see(drawer.locator("s")).toHaveText("Trailing Pallets");
  await see(drawer.locator("b")).toHaveText("Trailing Pallets and Crates");
  expect(new URL(page.url()).searchParams.get("q"), "the filters stay in the address").toBe("trail");
  await drawer.getByRole("link", { name: "All that happened to this record" }).click();
  await see(rows()).toHaveCount(4);
  await see(page.getByRole("button", { name: "Remove the filter Record" })).toBeVisible();
  await rows().nth(3).getByRole("link", { name: "Trailing Pallets and Crates" }).click();
  await see(page.getByRole("heading", { level: 1 })).toHaveText("Trailing Pallets and Crates");
  expect(page.url()).toContain(`/warehouse/vendors/details?id=${vendorId}`);
});

test("by keyboard: a filter is set and stands in the address, arrows move, Enter opens an event, Escape closes it", async () => {
  await visit(page, `${demo.base}/settings/audit`);
  await page.getByRole("button", { name: "Filter" }).press("Enter");
  await page.getByRole("menuitem", { name: "Action" }).press("Enter");
  await page.getByRole("checkbox", { name: "Created" }).press(" ");
  await see(page).toHaveURL(/step=created/);
  await page.keyboard.press("Escape");
  await untilIdle(page); // the rows of the filter are there
  await page.getByRole("grid", { name: "Audit trail" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await see(page.getByRole("dialog")).toContainText("Created");
  await page.keyboard.press("Escape");
  await see(page.getByRole("dialog")).toHaveCount(0);
  await see(page).toHaveURL(/audit\?step=created$/);
});

test("the export button gives what the list shows; nothing that matches is said, and cleared", async () => {
  await visit(page, `${demo.base}/settings/audit?entity=vendor&q=trail`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export" }).click(),
  ]);
  const lines = (
    await (await demo.as("super")).get(new URL(download.url()).pathname + new URL(download.url()).search)
  ).text
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain("Trailing Pallets and Crates");
  await visit(page, `${demo.base}/settings/audit?q=nothing-is-called-so`);
  await see(page.getByText("No event matches “nothing-is-called-so”")).toBeVisible();
  await page.getByRole("button", { name: "Clear the search" }).click();
  await see(rows().nth(1)).toBeVisible();
});

test("when the list does not come it says so, and comes when asked again", async () => {
  await page.route("**/api/settings/audit?*", (route) =>
    route.fulfill({
      status: 500,
      contentType: "application/json",
      body: JSON.stringify({ code: "internal", message: "Something went wrong on our side.", requestId: "r-1" }),
    }),
  );
  await page.goto(`${demo.base}/settings/audit?step=signedIn`);
  await see(page.getByText("The list did not load")).toBeVisible({ timeout: 15_000 });
  await page.unroute("**/api/settings/audit?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await see(rows().nth(1)).toContainText("Signed in");
});
