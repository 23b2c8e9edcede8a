import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { unzip } from "#main/testing/files/unzip.ts";

let testApp: BrowserApp;
beforeAll(async () => void (testApp = await startBrowserApp()));
afterAll(() => testApp.close());

test("an administrator takes all data away and erases somebody who has left, who is asked for by name", async () => {
  onTestFailed(() => testApp.shoot("company-data"));
  const admin = await testApp.as("COMPANY_ADMIN");
  await admin.remove(`/api/auth/users/${testApp.users.VIEWER}`);
  const page = await testApp.signedIn("company-admin@alpha.example");
  await page.goto(`${testApp.base}/settings/data`);
  await see(page.getByRole("navigation").getByRole("link", { name: "Data", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Export all data" }).click();
  const exports = page.getByRole("list", { name: "Exports" });
  await see(exports.getByText("Ready")).toBeVisible({ timeout: 30_000 });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    exports.getByRole("link", { name: "Download the export" }).click(),
  ]);
  const files = unzip(readFileSync(await download.path()));
  expect(files.get("README.txt")?.toString()).toContain("Alpha Logistics");
  expect(files.get("tables/users.csv")?.toString()).toContain("viewer@alpha.example");
  expect((await testApp.mailTo("company-admin@alpha.example", "is ready")).text).toContain("/settings/data");

  await page.getByRole("button", { name: "Erase viewer Alpha" }).click();
  const dialog = page.getByRole("dialog");
  await see(dialog).toContainText("Type viewer Alpha to confirm.");
  await dialog.getByLabel("Name").fill("viewer");
  await dialog.getByRole("button", { name: "Erase for good" }).click();
  await see(dialog).toContainText("Type the name as it stands above.");
  await dialog.getByLabel("Name").fill("viewer Alpha");
  await page.keyboard.press("Control+Enter");
  await see(page.getByText("Nobody can be erased: only users who were removed can.")).toBeVisible();
  await see(exports.getByText("Removed"), "the export that named them is gone").toBeVisible();
  await page.goto(`${testApp.base}/settings/audit?step=erased`);
  await see(page.getByRole("grid", { name: "Audit trail" })).toContainText("Erased person");
  expect(testApp.faults).toEqual([]);
});
