import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { makeZip } from "#main/testing/files/zip.ts";
import { asSuper } from "#main/testing/test-app.ts";

let testApp: BrowserApp;
let page: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  page = await testApp.signedIn("fleet-manager@alpha.example");
});
afterAll(() => testApp.close());
beforeEach(() => onTestFailed(() => testApp.shoot("import-documents")));

test("a zip with a table and its scans is chosen from the list of documents, told row by row, and imported", async () => {
  await page.goto(`${testApp.base}/fleet/documents`);
  await page.getByRole("button", { name: "Import" }).click();
  await see(page.getByText("A zip of 100 MB at most brings files along")).toBeVisible();
  const buffer = makeZip({
    "papers/list.csv":
      "Type;Number;Expires on;File\nLIABILITY;L-1;2031-01-31;policy.pdf\nLIABILITY;L-2;2031-01-31;none.pdf\n",
    "papers/policy.pdf": "%PDF-1.4\n%%EOF\n",
    "papers/left.pdf": "%PDF-1.4\n% left\n%%EOF\n",
  });
  await page.getByLabel("Spreadsheet").setInputFiles({ name: "papers.zip", mimeType: "application/zip", buffer });
  await see(page.getByRole("region", { name: "Columns" })).toBeVisible();
  await page.getByRole("button", { name: "Check 2 rows" }).click();
  await see(page.getByText("The zip has no file none.pdf.")).toBeVisible();
  await see(page.getByText("No row names a file of the zip, and it is not kept: papers/left.pdf")).toBeVisible();
  await page.getByText("Skip the bad rows").click();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await see(page.getByText("1 added")).toBeVisible();
  expect(
    await asSuper(
      testApp,
      "select p.number, p.status, f.name from papers p join files f on f.entity_id = p.id where f.entity = 'document'",
    ),
  ).toEqual([{ number: "L-1", status: "pending", name: "policy.pdf" }]);
});
