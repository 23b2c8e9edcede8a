import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { anAsset, aYard } from "#main/testing/records/assets.ts";
import { aChain } from "#main/testing/records/chains.ts";
import { aDocument, typeCalled, verified } from "#main/testing/records/documents.ts";
import { aDriver, dayIn } from "#main/testing/records/drivers.ts";
import { aFleetDelivery } from "#main/testing/records/fleet-deliveries.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { anActiveDriver, aTrip } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { visit } from "#main/testing/screens.ts";
import { asSuper, type Client } from "#main/testing/test-app.ts";

let testApp: BrowserApp;
let manager: Client;
let page: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  manager = await testApp.as("FLEET_MANAGER");
  page = await testApp.signedIn("fleet-manager@alpha.example");
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});
beforeEach(() => onTestFailed(() => testApp.shoot("fleet-records")));

/** Opens a list from the menu and finds a record in it by what somebody would search for. */
async function find(entry: string, words: string): Promise<void> {
  await visit(page, `${testApp.base}/fleet/dashboard`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: entry, exact: true }).click();
  await see(page.getByRole("heading", { level: 1, name: entry })).toBeVisible();
  await page.getByRole("searchbox").fill(words);
  await see(page.locator("[role=row][data-index]")).toHaveCount(1);
}
const open = async (link: string, heading: string): Promise<void> => {
  await page.locator("[role=row][data-index]").getByRole("link", { name: link }).first().click();
  await see(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
};

test("[ROUTE:/fleet/drivers] [ROUTE:/fleet/drivers/details] a driver is found from the menu and opened", async () => {
  await aDriver(manager, { firstName: "Ilse", lastName: "Zoekmans" });
  await find("Drivers", "Zoekmans");
  await open("Zoekmans", "Ilse Zoekmans");
});

test("[ROUTE:/fleet/vehicles] [ROUTE:/fleet/vehicles/details] a vehicle is found from the menu and opened", async () => {
  const unitNumber = String((await aVehicle(manager))["unitNumber"]);
  await find("Vehicles", unitNumber);
  await open(unitNumber, unitNumber);
});

test("[ROUTE:/fleet/assets] an asset is found from the menu and opened", async () => {
  const { assetNo } = await anAsset(manager, await aYard(await testApp.as("COMPANY_ADMIN")));
  await find("Assets", String(assetNo));
  await open(String(assetNo), String(assetNo));
});

test("[ROUTE:/fleet/asset-commodities] a commodity is found from the menu, and its form opens", async () => {
  const commodity = { code: "FOUND", name: "Commodity to be found", quantityType: "KGM" };
  await saved(manager.post("/api/fleet/asset-commodities", commodity));
  await find("Asset commodities", "Commodity to be found");
  await page.locator("[role=row][data-index]").getByRole("link").first().click();
  await see(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toHaveValue("Commodity to be found");
  await page.keyboard.press("Escape");
});

test("[ROUTE:/fleet/trips] [ROUTE:/fleet/trips/details] a trip is found from the menu and opened", async () => {
  const tripNumber = String((await aTrip(testApp))["tripNumber"]);
  await find("Trips", tripNumber);
  await open(tripNumber, tripNumber);
});

test("[ROUTE:/fleet/deliveries] a delivery is found from the menu and opened", async () => {
  const { deliveryNumber } = await aFleetDelivery(testApp, { consigneeName: "Zuivelhandel Gevonden" });
  await find("Fleet deliveries", "Zuivelhandel Gevonden");
  await open(String(deliveryNumber), String(deliveryNumber));
});

test("[ROUTE:/fleet/deliveries/:deliveryScheduleId] the address of a delivery to a dock leads to the one that carries it", async () => {
  const { delivery, schedule } = await aChain(testApp);
  await visit(page, `${testApp.base}/fleet/deliveries/${schedule.id}`);
  await see(page.getByRole("heading", { level: 1, name: String(delivery["deliveryNumber"]) })).toBeVisible();
});

const step = (name: string) => page.getByRole("button", { name, exact: true });

test("who holds a vehicle reads which planned trips that stops; held, its page offers first to end the hold, and says plainly how it is", async () => {
  const { id, unitNumber } = await aVehicle(manager, { modelYear: 2023 });
  const trip = await aTrip(testApp, { vehicleId: id, from: 24 });
  await visit(page, `${testApp.base}/fleet/vehicles/details?id=${id}`);
  await see(page.getByText(/\b2023$/), "a year is no quantity").toBeVisible();
  await see(page.getByRole("row", { name: new RegExp(String(trip["tripNumber"])) })).toBeVisible();
  await step("Put on hold").click();
  const dialog = page.getByRole("dialog", { name: "Put on hold" });
  await see(dialog.getByText("A planned trip does not leave with it:")).toBeVisible();
  await see(dialog.getByRole("link", { name: String(trip["tripNumber"]) })).toBeVisible();
  await dialog.getByLabel("Reason").fill("Mirror broken");
  await dialog.getByRole("button", { name: "Put on hold" }).click();
  await see(step("End the hold").first()).toHaveAttribute("data-variant", "filled");
  await see(step("Put on hold")).toHaveCount(0);
  await see(page.getByText("Attention", { exact: true })).toBeVisible();
  await see(page.getByText("Service due")).toHaveCount(0);
  await see(page.getByRole("complementary").getByText("Held", { exact: true })).toBeVisible();
  await saved(manager.post("/api/fleet/vehicle-holds", { vehicleId: id, reason: "Tyre" }));
  await step("2 holds keep it").click();
  await saved(decide(manager, `/api/fleet/vehicle-holds/${await firstHold(id)}/close`, { reason: "mended" }));
  await see(step("2 holds keep it")).toHaveCount(0);
  await step("End the hold").first().click();
  const question = page.getByRole("dialog", { name: `Let ${String(unitNumber)} go?` });
  await question.getByLabel("Reason").fill("Mended");
  await question.getByRole("button", { name: "End the hold" }).click();
  await see(step("Put on hold")).toBeVisible();
  await step("More steps").click();
  await page.getByRole("menuitem", { name: "Take out of service" }).click();
  const out = page.getByRole("dialog", { name: "Take out of service" });
  await see(out.getByRole("link", { name: String(trip["tripNumber"]) }), "so does what is laid up").toBeVisible();
});

async function firstHold(vehicleId: string): Promise<string> {
  const { items } = await saved(manager.get(`/api/fleet/vehicle-holds?vehicleId=${vehicleId}&isOpen=true`));
  return items[0]?.id ?? "";
}

test("the pages of a driver and of a vehicle tell the trips that run and come next, and lead to all of them", async () => {
  const { tripNumber, driverId, vehicleId } = await aTrip(testApp, { from: 30, steps: ["plan"] });
  for (const [path, id] of [
    ["drivers", driverId],
    ["vehicles", vehicleId],
  ]) {
    await visit(page, `${testApp.base}/fleet/${String(path)}/details?id=${String(id)}`);
    const list = page.getByRole("region", { name: "Running and next trips" });
    await see(list.getByRole("link", { name: String(tripNumber) })).toBeVisible();
    await page.getByRole("link", { name: "All trips" }).click();
    await see(page.locator("[role=row][data-index]")).toHaveCount(1);
    await see(page.getByRole("link", { name: String(tripNumber) })).toBeVisible();
  }
});

test("who enters a driver goes on to that driver's own page", async () => {
  await visit(page, `${testApp.base}/fleet/drivers`);
  await page.getByRole("button", { name: "New driver" }).click();
  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Last name").fill("Nieuw");
  await page.getByLabel("Employee number").fill("D-NIEUW");
  await page.getByRole("button", { name: "Create driver" }).click();
  await see(page.getByRole("heading", { level: 1, name: "Nora Nieuw" })).toBeVisible();
});

test("the page of a driver who may not drive names the paper that has ended, and when; a confidential one only to who may see it", async () => {
  const { id } = await anActiveDriver(testApp, {});
  const chief = await testApp.as("COMPANY_ADMIN");
  for (const code of ["TACHO", "MEDICAL"]) {
    const paper = await aDocument(manager, await typeCalled(manager, code), id, { expiresOn: dayIn(30) });
    await verified(chief, paper.id);
    await asSuper(testApp, "update papers set expires_on = '2026-01-17' where id = $1", [paper.id]);
  }
  const address = `${testApp.base}/fleet/drivers/details?id=${id}`;
  await visit(page, address);
  const named = "Medical certificate ended 17 Jan 2026, Tachograph card ended 17 Jan 2026";
  await see(page.getByText(`May not drive today. ${named}`)).toBeVisible();
  const dispatcher = await testApp.signedIn("dispatcher@alpha.example");
  await visit(dispatcher, address);
  await see(
    dispatcher.getByText("A confidential document is missing, Tachograph card ended 17 Jan 2026"),
  ).toBeVisible();
});
