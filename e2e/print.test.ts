import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";

const many = 70;
let testApp: BrowserApp;
beforeAll(async () => {
  testApp = await startBrowserApp();
  const admin = await testApp.as("COMPANY_ADMIN");
  for (let n = 1; n <= many; n += 1)
    await admin.post("/api/warehouse/product-categories", { name: `Category ${String(n).padStart(3, "0")}` });
});
afterAll(() => testApp.close());

test("on paper a list has every row that is loaded, and neither menu nor buttons of the frame; dark becomes light", async () => {
  onTestFailed(() => testApp.shoot("print"));
  const page = await testApp.signedIn("buyer@alpha.example", { width: 1440, height: 600, scheme: "dark" });
  await page.goto(`${testApp.base}/warehouse/products/categories`);
  const row = (n: number) => page.getByRole("row").filter({ hasText: `Category ${String(n).padStart(3, "0")}` });
  await see(row(1)).toBeVisible();
  await page.getByRole("grid").press("PageDown"); // the second page comes
  await see.poll(() => page.getByText(`${many} product categories`).count()).toBe(1);
  for (let press = 0; press < 6; press += 1) await page.getByRole("grid").press("End");
  await see(row(many)).toBeVisible();
  await see(row(1)).toHaveCount(0); // out of sight, so not in the page
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  for (const n of [1, 35, many]) await see(row(n)).toBeVisible();
  await see(page.getByRole("complementary", { name: "Menu" })).toBeHidden();
  await see(page.getByRole("banner").first()).toBeHidden();
  expect(await page.evaluate<string>("document.documentElement.dataset.mantineColorScheme")).toBe("light");
  await page.screenshot({ path: "test-results/print-list.png", fullPage: true });
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  expect(await page.evaluate<string>("document.documentElement.dataset.mantineColorScheme")).toBe("dark");
});
