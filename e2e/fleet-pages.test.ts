import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { anActiveDriver, aTrip, inHours, stopsPath, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { visit } from "#main/testing/screens.ts";
import { asSuper, type Body, type Client } from "#main/testing/test-app.ts";

let testApp: BrowserApp;
let manager: Client;
let dispatcher: Client;
let page: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  manager = await testApp.as("FLEET_MANAGER");
  dispatcher = await testApp.as("DISPATCHER");
  page = await testApp.signedIn("fleet-manager@alpha.example");
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});
beforeEach(() => onTestFailed(() => testApp.shoot("fleet-pages")));

const button = (name: string) => page.getByRole("button", { name, exact: true });
const filled = () => page.locator('[data-variant="filled"]');
const open = (path: string, id: string) => visit(page, `${testApp.base}/fleet/${path}/details?id=${id}`);

test("of the ways to a new trip the planner is the filled one; the form opens beside it", async () => {
  await aTrip(testApp);
  await visit(page, `${testApp.base}/fleet/trips`);
  await see(filled()).toHaveText(["Plan a trip"]);
  await button("New trip").click();
  await see(page.getByRole("dialog", { name: "New trip" })).toBeVisible();
});

test("a healthy vehicle offers to hold it as one way among others, and says first what it may do now", async () => {
  const { id } = await aVehicle(manager, { vin: "WVWZZZ1JZ3W386752" });
  await open("vehicles", id);
  const head = page.getByRole("heading", { level: 1 }).locator("..");
  await see(head.getByText("Available", { exact: true })).toBeVisible();
  await see(head.getByText("In service", { exact: true })).toHaveCount(0);
  await see(button("Put on hold")).toHaveAttribute("data-variant", "default");
  await see(filled()).toHaveCount(0);
  await see(page.getByText("The ninth character is no check digit.")).toBeVisible();
  await see(page.getByRole("status").filter({ hasText: "check digit" }), "it is nothing to act on").toHaveCount(0);
});

test("a meter is read now, in its own unit, beside what it showed last", async () => {
  const { id } = await aVehicle(manager);
  await saved(
    manager.post("/api/fleet/meter-readings", { vehicleId: id, enteredValue: "48210", readAt: inHours(-30) }),
  );
  await open("vehicles", id);
  await button("Enter a reading").click();
  const dialog = page.getByRole("dialog");
  await see(dialog.getByText(/^It showed 48,210 km on /)).toBeVisible();
  await see(dialog.getByRole("combobox", { name: "Unit" })).toHaveValue("km");
  await see(dialog.getByLabel("Read", { exact: true })).not.toHaveValue("");
  await dialog.getByLabel("It shows").fill("48390");
  await dialog.getByRole("button", { name: "Enter", exact: true }).click();
  await see(dialog).toHaveCount(0);
  await see(page.getByText("+180", { exact: true })).toBeVisible();
});

test("what keeps a trip in the yard leads to where that is mended: the vehicle with its hold, the driver with the licences", async () => {
  const vehicle = await aVehicle(manager);
  const driver = await anActiveDriver(testApp);
  const trip = await aTrip(testApp, { vehicleId: vehicle.id, driverId: driver.id });
  await saved(manager.post("/api/fleet/vehicle-holds", { vehicleId: vehicle.id, reason: "Brake worn" }));
  await asSuper(testApp, "update driver_licences set expires_on = '2026-01-17' where driver_id = $1", [driver.id]);
  await open("trips", trip.id);
  await page
    .getByRole("listitem")
    .filter({ hasText: "Brake worn" })
    .getByRole("link", { name: "Open the vehicle" })
    .click();
  await see(page.getByRole("heading", { level: 1, name: String(vehicle["unitNumber"]) })).toBeVisible();
  await page.getByRole("listitem").filter({ hasText: "Brake worn" }).getByRole("link", { name: "Its holds" }).click();
  await see(button("End the hold").last()).toBeInViewport();
  await open("trips", trip.id);
  await page.getByRole("link", { name: "Their licences" }).click();
  await see(page.getByText(/^May not drive today\. No valid licence/)).toBeVisible();
  await page.getByRole("link", { name: "Their licences" }).click();
  await see(page.getByRole("heading", { name: "Licences" })).toBeInViewport();
});

test("a driver who may drive has it said with which classes, and until when", async () => {
  const { id } = await anActiveDriver(testApp);
  await open("drivers", id);
  await see(page.getByText(/^May drive today\. .+ until \d+ \w+ \d{4}$/)).toBeVisible();
});

test("a trip tells one delay: its stop is late by the minutes that its head says; a stop where nothing was taken is no success", async () => {
  const delivery = await aFleetDelivery(testApp);
  const { id: tripId } = await aTrip(testApp, { steps: [] });
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId }));
  for (const step of ["plan", "dispatch", "start"]) await saved(dispatcher.post(`${tripsPath}/${tripId}/${step}`));
  const { dropoffStopId } = await saved(dispatcher.get(`${fleetDeliveriesPath}/${delivery.id}`));
  const { items } = await saved(dispatcher.get(`${stopsPath}?tripId=${tripId}&sort=plannedArrival`));
  await asSuper(
    testApp,
    "update trip_stops set planned_arrival = now() - interval '3 hours', window_end = now() - interval '2 hours' where id = $1",
    [(items as Body[])[0]?.id],
  );
  await open("trips", tripId);
  await see(page.getByText("2 h late at stop 1")).toBeVisible();
  const stops = page.getByRole("list", { name: "Stops" }).getByRole("listitem");
  await see(stops.first().getByText("2 h late", { exact: true })).toBeVisible();
  await see(stops.first().getByText("+3 h")).toHaveCount(0);
  await saved(dispatcher.post(`${stopsPath}/${String(dropoffStopId)}/arrive`, { reason: "it is on the way" }));
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/fail`, { reason: "nobody was there" }));
  await saved(dispatcher.post(`${stopsPath}/${String(dropoffStopId)}/complete`, {}));
  await see(stops.filter({ hasText: "Nothing was delivered here" })).toHaveCount(1);
});
