import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { anAsset, aYard } from "#main/testing/records/assets.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, tripsPath } from "#main/testing/records/trips.ts";
import { vehiclesPath } from "#main/testing/records/vehicles.ts";
import { visit } from "#main/testing/screens.ts";
import type { Body, Client } from "#main/testing/test-app.ts";
import type { Trip } from "#modules/fleet/trips/trips.contract.ts";

let testApp: BrowserApp;
let manager: Client;
let page: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  manager = await testApp.as("FLEET_MANAGER");
  page = await testApp.signedIn("fleet-manager@alpha.example");
});
afterAll(() => testApp.close());
beforeEach(() => onTestFailed(() => testApp.shoot("trip-override")));

test("who lets a trip go anyway reads what they answer for, and is asked again for what came up meanwhile; the page tells its pauses", async () => {
  const trip = await aTrip(testApp, { from: 0.1 });
  const hold = (reason: string) => saved(manager.post(`${vehiclesPath}/${String(trip["vehicleId"])}/hold`, { reason }));
  await hold("a lamp");
  await visit(page, `${testApp.base}/fleet/trips/details?id=${trip.id}`);
  await page.getByRole("button", { name: "Dispatch anyway" }).click();
  const dialog = page.getByRole("dialog");
  await see(dialog.getByText("may not leave: a lamp")).toBeVisible();
  await see(dialog.getByLabel("Reason")).toBeFocused();
  await page.keyboard.press("Escape");
  const opener = page.getByRole("button", { name: "Dispatch anyway" });
  await see(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await hold("brakes have failed");
  const send = async () => dialog.getByRole("button", { name: "Dispatch anyway" }).click();
  await dialog.getByLabel("Reason").fill("only to the workshop");
  await send();
  await see(dialog.getByText("Something keeps this trip from leaving.")).toBeVisible();
  await see(dialog.getByText("may not leave: brakes have failed")).toBeVisible();
  await see(dialog.getByLabel("Reason")).toHaveValue("only to the workshop");
  await send();
  await see(dialog).toHaveCount(0);
  await see(page.getByText("Dispatched", { exact: true }).first()).toBeVisible();
  const read = () => saved(manager.get(`${tripsPath}/${trip.id}`));
  expect(await read()).toMatchObject({ status: "dispatched", overrideReason: "only to the workshop" });

  await saved(manager.post(`${tripsPath}/${trip.id}/start`));
  await saved(manager.post(`${tripsPath}/${trip.id}/pause`, { reason: "waiting for the tow truck" }));
  await visit(page, `${testApp.base}/fleet/trips/details?id=${trip.id}`);
  await see(page.getByRole("heading", { name: "Pauses" })).toBeVisible();
  await see(page.getByText("waiting for the tow truck").last()).toBeVisible();
  expect(await read()).toMatchObject({ isUnanswered: false });
});

test("the list marks a planned trip that would be refused, and no more once it would not", async () => {
  const trip = await aTrip(testApp, { from: 48 });
  const ready = await aTrip(testApp, { from: 49 });
  const hold = await saved(
    manager.post("/api/fleet/vehicle-holds", { vehicleId: trip["vehicleId"], reason: "mirror broken" }),
  );
  await visit(page, `${testApp.base}/fleet/trips`);
  const row = ({ tripNumber }: Body) => page.locator("[role=row][data-index]").filter({ hasText: String(tripNumber) });
  await see(row(trip).getByText("would be refused")).toBeVisible();
  await see(row(ready)).toBeVisible();
  await see(row(ready).getByText("would be refused")).toHaveCount(0);
  await saved(manager.post(`/api/fleet/vehicle-holds/${hold.id}/close`, { reason: "new mirror" }));
  await see(row(trip).getByText("would be refused")).toHaveCount(0);
});

test("what stays behind is chosen among what goes along", async () => {
  const yard = await aYard(await testApp.as("COMPANY_ADMIN"));
  const [trailer, other] = [await anAsset(manager, yard), await anAsset(manager, yard)];
  const trip = await aTrip(testApp, { from: 30, assets: [{ assetId: trailer.id }], steps: ["plan", "dispatch"] });
  await visit(page, `${testApp.base}/fleet/trips/details?id=${trip.id}`);
  await page.getByRole("button", { name: "More steps" }).click();
  await page.getByRole("menuitem", { name: "Change trailer", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Stays behind").click();
  await see(page.getByRole("option")).toHaveCount(1);
  await page.getByRole("option", { name: String(trailer["assetNo"]) }).click();
  await dialog.getByLabel("Goes on with").fill(String(other["assetNo"]));
  await page.getByRole("option", { name: String(other["assetNo"]) }).click();
  await dialog.getByLabel("Reason").fill("tyre is flat");
  await dialog.getByRole("button", { name: "Change trailer" }).click();
  await see(dialog).toHaveCount(0);
  await see(page.getByText("Asset changed")).not.toHaveCount(0);
  await see(page.getByText(String(trailer.id))).toHaveCount(0);
  const { attached } = (await saved(manager.get(`${tripsPath}/${trip.id}`))) as unknown as Trip;
  expect(attached.map(({ assetId }) => assetId)).toEqual([other.id]);
});
