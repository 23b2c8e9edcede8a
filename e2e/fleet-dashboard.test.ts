import type { Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { asSuper } from "#main/testing/test-app.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { aTrip, inHours } from "#main/testing/records/trips.ts";
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

  await saved(manager.post(`/api/fleet/vehicle-holds/${hold.id}/close`, { reason: "new mirror" }));
  await see(part("Next two hours").getByText("mirror broken")).toHaveCount(0); // told at once

  await part("Needs you")
    .getByRole("link", { name: /^(U-|T-)/ })
    .first()
    .click();
  await see(page.getByRole("heading", { name: String(late["tripNumber"]) })).toBeVisible();
  expect(testApp.faults).toEqual([]);
});
