import type { Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { asSuper } from "#main/testing/test-app.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { aTrip, inHours, stopsPath, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";

let testApp: BrowserApp;
let page: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  page = await testApp.signedIn("dispatcher@alpha.example");
});
afterAll(() => testApp.close());
const part = (title: string) => page.getByRole("region", { name: title });

test("[ROUTE:/fleet/dashboard] a dispatcher sees what is late and what would not leave, follows it, and sees it go when it is mended", async () => {
  onTestFailed(() => testApp.shoot("fleet-dashboard"));
  const manager = await testApp.as("FLEET_MANAGER");
  const late = await aTrip(testApp, { from: 1, steps: ["plan", "dispatch", "start"] });
  await asSuper(
    testApp,
    "update trip_stops set planned_arrival = now() - interval '45 minutes', en_route_at = null where trip_id = $1 and position = 0",
    [late.id],
  );
  const soon = await aTrip(testApp, { from: 1.5 });
  const hold = await saved(
    manager.post("/api/fleet/vehicle-holds", { vehicleId: soon["vehicleId"], reason: "mirror broken" }),
  );
  await aVehicle(manager, { unitNumber: "SPARE-1" });

  const waiting = await aFleetDelivery(testApp, { windowStart: inHours(2), windowEnd: inHours(4) });

  await page.goto(`${testApp.base}/fleet/trips`);
  await page.getByRole("link", { name: "Dashboard" }).click();
  await see(part("Needs you").getByText("Late at the next stop")).toBeVisible();
  await see(part("Needs you").getByText("Depot, to")).toBeVisible();
  await see(part("Next two hours").getByText("mirror broken")).toBeVisible();
  await see(part("Free vehicles").getByRole("link", { name: "SPARE-1" })).toBeVisible();
  await see(page.getByRole("link", { name: /^On-time arrival/ })).toBeVisible();
  await see(page.getByRole("link", { name: /^First-attempt success/ })).toBeVisible();

  const without = part("Deliveries without a trip");
  const number = String(waiting["deliveryNumber"]);
  await see(without.getByRole("link", { name: number })).toBeVisible();
  await without.getByRole("link", { name: "All that wait for a trip" }).click();
  await see(page.locator("[role=row][data-index]").filter({ hasText: number })).toBeVisible();
  await page.goBack();
  const dispatcher = await testApp.as("DISPATCHER");
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${waiting.id}/cancel`, { reason: "ordered twice" }));
  await see(without.getByRole("link", { name: number })).toHaveCount(0); // told at once

  await saved(decide(manager, `/api/fleet/vehicle-holds/${hold.id}/close`, { reason: "new mirror" }));
  await see(part("Next two hours").getByText("mirror broken")).toHaveCount(0); // told at once

  await part("Needs you")
    .getByRole("link", { name: /^(U-|T-)/ })
    .first()
    .click();
  await see(page.getByRole("heading", { name: String(late["tripNumber"]) })).toBeVisible();
  expect(testApp.faults).toEqual([]);
});

test("what was told and does not fit waits on the dashboard: a delivery without an outcome, and a vehicle on two trips at once", async () => {
  onTestFailed(() => testApp.shoot("fleet-dashboard-facts"));
  const dispatcher = await testApp.as("DISPATCHER");
  const trip = await aTrip(testApp, { steps: [] });
  const delivery = await aFleetDelivery(testApp);
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId: trip.id }));
  for (const step of ["plan", "dispatch", "start"]) await saved(dispatcher.post(`${tripsPath}/${trip.id}/${step}`));
  const { items } = await saved(dispatcher.get(`${stopsPath}?tripId=${trip.id}&sort=plannedArrival`));
  for (const stop of items)
    for (const step of ["arrive", "complete"]) await saved(dispatcher.post(`${stopsPath}/${stop.id}/${step}`));
  await saved(dispatcher.post(`${tripsPath}/${trip.id}/complete`));

  const { id: vehicleId } = await aVehicle(await testApp.as("FLEET_MANAGER"), { unitNumber: "TWICE-1" });
  const driven = async (from: number, until: number) => {
    const { id } = await aTrip(testApp, { steps: [], vehicleId });
    await saved(dispatcher.post(`${tripsPath}/${id}/cancel`, { reason: "not needed" }));
    const told = { startedAt: inHours(from), endedAt: inHours(until), reason: "told by phone" };
    return saved(dispatcher.post(`${tripsPath}/${id}/record-driven`, told));
  };
  const first = await driven(-6, -3);
  const second = await driven(-4, -1);

  await page.goto(`${testApp.base}/fleet/dashboard`);
  const number = String(delivery["deliveryNumber"]);
  await see(part("Outcome not told").getByRole("link", { name: number })).toBeVisible();
  await part("Outcome not told").getByRole("link", { name: "All without an outcome" }).click();
  await see(page.locator("[role=row][data-index]").filter({ hasText: number })).toBeVisible();
  await page.goBack();

  const drove = part("Drove though something should have kept it");
  await see(drove.getByText(`TWICE-1 was on trip ${String(first["tripNumber"])} at the same time`)).toBeVisible();
  await drove.getByRole("link", { name: String(second["tripNumber"]) }).click();
  await see(page.getByText("At the same time on another trip, by what was told")).toBeVisible();
  await page
    .getByRole("listitem")
    .filter({ hasText: "from" })
    .getByRole("link", { name: String(first["tripNumber"]) })
    .click();
  await see(page.getByRole("heading", { name: String(first["tripNumber"]) })).toBeVisible();
  await see(page.getByText("At the same time on another trip, by what was told")).toBeVisible();
  expect(testApp.faults).toEqual([]);
});
