import type { Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test, beforeEach } from "vitest";
import { asSuper } from "#main/testing/test-app.ts";
import { choose } from "#main/testing/inputs.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { visit } from "#main/testing/screens.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";

let testApp: BrowserApp;
let page: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  page = await testApp.signedIn("buyer@alpha.example");
});
afterAll(() => testApp.close());
beforeEach(() => onTestFailed(() => testApp.shoot("imports")));

async function upload(name: string, text: string | Buffer, entity = "vendor"): Promise<void> {
  await page.goto(`${testApp.base}/warehouse/import?entity=${entity}`);
  await page.getByLabel("Spreadsheet").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await see(page.getByRole("region", { name: "Columns" })).toBeVisible();
}
const comesFrom = (field: string) => page.getByRole("combobox", { name: `${field} comes from` });

test("columns that are mapped by hand are checked and used", async () => {
  await upload("partners.csv", "Kennung,Bezeichnung,Ort\nH1,Hand Made,Bremen\n");
  await choose(comesFrom("Name"), "Bezeichnung");
  await choose(comesFrom("City"), "Ort");
  await choose(comesFrom("Code"), "Kennung"); // in another order than the fields have
  await page.getByRole("button", { name: "Check 1 row" }).click();
  await see(page.getByText("The one row is good.")).toBeVisible();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await see(page.getByText("1 added")).toBeVisible();
  expect(await asSuper(testApp, "select name, city from vendors where code = 'H1'")).toEqual([
    { name: "Hand Made", city: "Bremen" },
  ]);
});

test("a key column that is not found is refused at its row, and the columns can be read", async () => {
  await upload("short.csv", "Kürzel,Bezeichnung\nH2,Hand Made\n");
  await page.getByRole("button", { name: "Check 1 row" }).click();
  await see(page.getByRole("combobox", { name: "Code comes from", exact: true })).toBeFocused();
  await see(page.getByText("Choose the column that holds Code, or give one value for all rows.")).toBeInViewport();
  await choose(comesFrom("Code"), "Kürzel");
  await see(page.getByText("Choose the column that holds Code, or give one value for all rows.")).toBeHidden();
  const widths = await page
    .getByRole("row")
    .nth(1)
    .locator("th, td")
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(180);
});

test("a file that comes in again says that its rows were so already", async () => {
  for (const said of ["1 added, 0 changed.", "0 added, 0 changed."]) {
    await upload("again.csv", "Code,Name\nAGAIN,Once\n");
    await page.getByRole("button", { name: "Check 1 row" }).click();
    await page.getByRole("button", { name: "Import 1 row" }).click();
    await see(page.getByText(said)).toBeVisible();
  }
  await see(page.getByText("1 were so already and stay as they are.")).toBeVisible();
});

test("the list of vehicles leads to the import of readings, which tells a far distance before it is applied", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const { unitNumber } = await aVehicle(manager);
  const on = await testApp.signedIn("fleet-manager@alpha.example");
  await visit(on, `${testApp.base}/fleet/vehicles`);
  await on.getByRole("button", { name: "Import readings" }).click();
  await see(on.getByRole("heading", { name: "Import meter readings" })).toBeVisible();
  const rows = `Vehicle,Read at,What it showed\n${String(unitNumber)},2026-01-02 10:00,100\n${String(unitNumber)},2026-01-03 10:00,90000\n`;
  const file = { name: "readings.csv", mimeType: "text/csv", buffer: Buffer.from(rows) };
  await on.getByLabel("Spreadsheet").setInputFiles(file);
  await on.getByRole("button", { name: "Check 2 rows" }).click();
  await see(on.getByText("Row 3: at another time it showed 100 km, which is 89900 km in 1 day.")).toBeVisible();
  await on.getByRole("button", { name: "Import 2 rows" }).click();
  await see(on.getByText("2 added, 0 changed.")).toBeVisible();
});

test("numbers that could be either are asked about, with what they become", async () => {
  await upload("totals.csv", "Code;Name;Smallest order\nA1;Anna;1.200\n");
  await see(page.getByText("“1.200” could be either. How is it meant?")).toBeVisible();
  const check = page.getByRole("button", { name: "Check 1 row" });
  await see(check).toBeDisabled();
  await page.getByText("Decimal comma: 1,200").click();
  await see(page.getByText("1.200 → 1,200")).toBeVisible();
  await check.click();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await see(page.getByText("1 added")).toBeVisible();
  expect(await asSuper(testApp, "select min_order_total::int as total from vendors where code = 'A1'")).toEqual([
    { total: 1200 },
  ]);
});

test("how the file was read is shown, and it is read again with other headings or in another encoding", async () => {
  await upload("list.csv", Buffer.from("Our list;\nNummer;Wer\nCode;Name\nB1;B\xB3a\n", "latin1"));
  const how = page.getByRole("group", { name: "How the file was read" });
  await see(how.getByRole("combobox", { name: "Headings" })).toHaveValue("Row 3: Code, Name");
  await choose(how.getByRole("combobox", { name: "Encoding" }), "Windows-1252");
  await see(page.getByText("B³a")).toBeVisible();
  await choose(how.getByRole("combobox", { name: "Encoding" }), "Windows-1250");
  await see(page.getByText("Bła")).toBeVisible();
  await choose(how.getByRole("combobox", { name: "Headings" }), "Row 2: Nummer, Wer");
  await see(comesFrom("Name")).toHaveValue("Nothing");
  await choose(comesFrom("Code"), "Nummer");
  await choose(comesFrom("Name"), "Wer");
  await page.getByRole("button", { name: "Check 2 rows" }).click();
  await see(page.getByText("All 2 rows are good.")).toBeVisible();
});

test("while rows are checked the screen says how many are done", async () => {
  const rows = Array.from({ length: 1_200 }, (_, n) => `Q${n},Progress ${n}`);
  await upload("progress.csv", `Code,Name\n${rows.join("\n")}\n`);
  const seen = Promise.withResolvers<void>();
  await page.route("**/check", async (route) => {
    const reply = await route.fetch();
    await seen.promise; // the check is over, and its answer is still on its way
    await route.fulfill({ response: reply });
  });
  await page.getByRole("button", { name: "Check 1,200 rows" }).click();
  await see(page.getByText("1,200 of 1,200 rows.")).toBeVisible();
  await see(page.getByRole("progressbar", { name: "Rows that are done" })).toHaveAttribute("value", "1200");
  seen.resolve();
  await see(page.getByText("All 1,200 rows are good.")).toBeVisible();
  await see(page.getByText("1,200 of 1,200 rows.")).toHaveCount(0);
});

test("a double click imports once, and nothing else is said", async () => {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url().split("/").at(-1) ?? ""));
  const rows = Array.from({ length: 300 }, (_, n) => `TWICE${n},Pressed twice ${n}`);
  await upload("twice.csv", `Code,Name\n${rows.join("\n")}\n`);
  await page.getByRole("button", { name: "Check 300 rows" }).click();
  await page.getByRole("button", { name: "Import 300 rows" }).dblclick();
  await see(page.getByText("300 added, 0 changed.")).toBeVisible();
  await see(page.getByText("Check the rows first; then apply them.")).toHaveCount(0);
  expect(sent.filter((step) => step === "apply")).toHaveLength(1);
});
