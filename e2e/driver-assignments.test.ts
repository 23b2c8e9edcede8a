import type { Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see, untilIdle } from "#main/testing/browser.ts";
import { saved } from "#main/testing/records/orders.ts";
import { anActiveDriver, tripBody, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { visit } from "#main/testing/screens.ts";
import type { Body } from "#main/testing/test-app.ts";

let testApp: BrowserApp;
let vehicle: Body;
let ann: Body;
let bob: Body;
beforeAll(async () => {
  testApp = await startBrowserApp();
  const manager = await testApp.as("FLEET_MANAGER");
  vehicle = await aVehicle(manager, { unitNumber: "OWNED-1" });
  ann = await anActiveDriver(testApp, { firstName: "Ann", lastName: "Firstly" });
  bob = await anActiveDriver(testApp, { firstName: "Bob", lastName: "Secondly" });
  const firstDay = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  await saved(manager.post("/api/fleet/driver-assignments", { driverId: ann.id, vehicleId: vehicle.id, firstDay }));
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});

async function choose(on: Page, field: string, what: string): Promise<void> {
  const input = on.getByRole("combobox", { name: field }).first();
  await input.fill(what);
  await on.getByRole("option", { name: what }).click();
  await see(input).toHaveValue(what);
}

test("a new primary driver is entered on the vehicle's page, which tells whose it is until then, and ends that", async () => {
  onTestFailed(() => testApp.shoot("driver-assignments"));
  const page = await testApp.signedIn("fleet-manager@alpha.example");
  await visit(page, `${testApp.base}/fleet/vehicles/details?id=${vehicle.id}`);
  const now = page.getByRole("region", { name: "Who drives it" });
  await see(now.getByRole("link", { name: "Ann Firstly" })).toBeVisible();
  await page.getByRole("button", { name: "Assign a driver" }).click();
  const form = page.getByRole("form", { name: "New assignment" });
  await choose(page, "Driver", "Secondly");
  await see(form.getByText(/^Ann Firstly has OWNED-1 from/)).toBeVisible();
  await form.getByRole("checkbox", { name: "It ends on the day before" }).check();
  await form.getByRole("button", { name: "Create assignment" }).click();
  await see(now.getByRole("link", { name: "Bob Secondly" })).toBeVisible();
  await see(now.getByRole("link", { name: "Ann Firstly" })).toHaveCount(0);
  const others = page.getByRole("region", { name: "Earlier and coming drivers" });
  await see(others.getByRole("link", { name: "Ann Firstly" })).toBeVisible();
  await visit(page, `${testApp.base}/fleet/drivers/details?id=${bob.id}`);
  const own = page.getByRole("region", { name: "Their vehicles" });
  await see(own.getByRole("link", { name: /^OWNED-1/ })).toBeVisible();
  await own.getByRole("button", { name: "End today" }).click();
  const asked = page.getByRole("dialog", { name: "Does Bob Secondly have OWNED-1 for the last time today?" });
  await see(own.getByRole("button", { name: "End today" }), "nothing has ended before somebody says yes").toHaveCount(
    1,
  );
  await asked.getByRole("button", { name: "End today" }).click();
  await see(own.getByRole("button", { name: "End today" })).toHaveCount(0);
});

test("the form of a trip proposes the driver of a vehicle, which somebody may replace", async () => {
  onTestFailed(() => testApp.shoot("driver-assignments-trip"));
  const manager = await testApp.as("FLEET_MANAGER");
  const second = await aVehicle(manager, { unitNumber: "OWNED-2" });
  const cleo = await anActiveDriver(testApp, { firstName: "Cleo", lastName: "Thirdly" });
  const firstDay = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  await saved(manager.post("/api/fleet/driver-assignments", { driverId: cleo.id, vehicleId: second.id, firstDay }));
  const { id } = await saved((await testApp.as("DISPATCHER")).post(tripsPath, tripBody(48)));
  const page = await testApp.signedIn("dispatcher@alpha.example");
  await visit(page, `${testApp.base}/fleet/trips/details?id=${id}`);
  await page.getByRole("button", { name: "Edit", exact: true }).first().click();
  const driver = page.getByRole("combobox", { name: "Driver" }).first();
  await choose(page, "Vehicle", "OWNED-2");
  await see(page.getByText("Proposed: this driver usually drives the vehicle.")).toBeVisible();
  await see(driver).toHaveValue("Cleo Thirdly");
  await choose(page, "Driver", "Ann Firstly");
  await choose(page, "Vehicle", "OWNED-1");
  await choose(page, "Vehicle", "OWNED-2");
  await untilIdle(page);
  await see(driver).toHaveValue("Ann Firstly");
});
