import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { see } from "#main/testing/browser.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { choose } from "#main/testing/inputs.ts";
import { aYard, booked, deliveriesPath, from, hourOf, roundTheClock } from "#main/testing/records/docks.ts";
import { saved } from "#main/testing/records/orders.ts";
import { visit } from "#main/testing/screens.ts";
import type { Client } from "#main/testing/test-app.ts";

const board = "/warehouse/delivery-schedules/calenders";

let testApp: BrowserApp;
let admin: Client;
let docks: Client;
beforeAll(async () => {
  testApp = await startBrowserApp();
  admin = await testApp.as("COMPANY_ADMIN");
  docks = await testApp.as("DOCK_SUPERVISOR");
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});

const supervisor = () => testApp.signedIn("dock-supervisor@alpha.example");

test("a board that was opened directly shows at once what somebody else has moved, and does not wait for its next poll", async () => {
  onTestFailed(() => testApp.shoot("dock-board-live"));
  const yard = await aYard(admin, { docks: 1 });
  const delivery = await booked(docks, yard);
  const page = await supervisor();
  await page.clock.install();
  await visit(page, `${testApp.base}${board}?locationId=${yard.locationId}&date=${hourOf(8).slice(0, 10)}`);
  const card = page.getByRole("article").filter({ hasText: String(delivery["number"]) });
  const at = card.getByText(/^\d\d:\d\d$/);
  const before = await at.innerText();
  // From here on the page's time stands: what it asks for every 30 s is not asked.
  await page.clock.pauseAt(Date.now() + 1000);
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await saved(docks.post(`${deliveriesPath}/${delivery.id}/move`, from(10, 11)));
  await expect
    .poll(async () => {
      await page.clock.runFor(50); // 20 s at most, while it asks again
      return at.innerText();
    })
    .not.toBe(before);
  expect(Number((await at.innerText()).slice(0, 2)) - Number(before.slice(0, 2)), "hours later").toBe(2);
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
});

test("the docks' list shows at once that a truck has docked", async () => {
  onTestFailed(() => testApp.shoot("docks-live"));
  const yard = await aYard(admin, { docks: 1, dock: { code: "LIVE-1" } });
  const delivery = await booked(docks, yard, {
    plannedStart: new Date(Date.now() - 60_000).toISOString(),
    plannedEnd: new Date(Date.now() + 3_600_000).toISOString(),
    override: true,
  });
  const page = await supervisor();
  await visit(page, `${testApp.base}/warehouse/delivery-schedules/docks?q=LIVE-1`);
  const row = page.getByRole("row").filter({ hasText: "LIVE-1" });
  await see(row).toContainText("Expected");
  const gate = await testApp.as("RECEIVER");
  await saved(gate.post(`${deliveriesPath}/${delivery.id}/arrive`));
  await saved(gate.post(`${deliveriesPath}/${delivery.id}/start`));
  await see(row).toContainText("Unloading");
});

test("the board opens where somebody chose last, else where deliveries come today, else where it is open today", async () => {
  onTestFailed(() => testApp.shoot("dock-board-site"));
  const named = (name: string, hours: readonly object[]) =>
    aYard(admin, { docks: 1, location: { name, hours, code: name } });
  const closed = await named("AAA closed", []);
  const open = await named("AAB open", roundTheClock);
  const busy = await named("AAC busy", roundTheClock);
  const page = await supervisor();
  const site = page.getByRole("combobox", { name: "Location" });
  await visit(page, testApp.base + board);
  const first = await site.inputValue();
  expect(first, "open, or with deliveries").not.toBe("AAA closed");

  const now = Date.now();
  const soon = {
    plannedStart: new Date(now + 60_000).toISOString(),
    plannedEnd: new Date(now + 1_800_000).toISOString(),
  };
  await saved(
    docks.post(deliveriesPath, { locationId: busy.locationId, dockId: busy.dockIds[0], ...soon, override: true }),
  );
  const { locationId } = await saved(docks.get(`${deliveriesPath}/board`));
  expect([closed.locationId, open.locationId]).not.toContain(locationId);

  await choose(site, "AAA closed");
  await visit(page, testApp.base + board);
  await see(site).toHaveValue("AAA closed");
  const other = await testApp.signedIn("warehouse-manager@alpha.example");
  await visit(other, testApp.base + board);
  await see(other.getByRole("combobox", { name: "Location" })).not.toHaveValue("AAA closed");
});

test("an address that names no day shows today, with a word", async () => {
  onTestFailed(() => testApp.shoot("dock-board-day"));
  const page = await testApp.signedIn("company-admin@alpha.example");
  for (const path of [board, "/fleet/trips/timeline"]) {
    await visit(page, `${testApp.base}${path}?date=2026-02-31`);
    await see(page.getByText("There is no day “2026-02-31”. Today is shown.")).toBeVisible();
    await see(page.getByRole("textbox", { name: "Day" })).toBeVisible();
  }
});
