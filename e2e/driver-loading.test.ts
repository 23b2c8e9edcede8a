import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import type { Body, Client } from "#main/testing/test-app.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { checkAll, leaveStop, onTheRoad, openTrip, phoneOf, press, waits } from "#main/testing/driver-phone.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { tripsPath } from "#main/testing/records/trips.ts";

let testApp: BrowserApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startBrowserApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());
beforeEach(() => onTestFailed(() => testApp.shoot("driver-loading")));

const read = (id: string): Promise<Body> => saved(dispatcher.get(`${tripsPath}/${id}`));
const statesOf = async (id: string) => ((await read(id))["stops"] as Body[]).map(({ status }) => status);
async function signOut(page: Page): Promise<void> {
  await page.locator("header button").filter({ hasText: "Driving Person" }).last().click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await page.waitForURL(`${testApp.base}/`);
}

test("a pickup that was loaded short while there was no network arrives once it is back; at the drop the phone says what is on board", async () => {
  const { trip, email } = await onTheRoad(testApp, { steps: [] });
  const delivery = await aFleetDelivery(testApp, { pickupAddress: "Kade 1, Tilburg" });
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId: trip.id }));
  for (const name of ["plan", "dispatch"]) await saved(dispatcher.post(`${tripsPath}/${trip.id}/${name}`));
  const { context, page } = await phoneOf(testApp, email);
  await openTrip(page, trip);
  await press(page, "I take this trip");
  await press(page, "Start");
  await checkAll(page);
  await press(page, "Start the trip");
  await expect.poll(() => statesOf(trip.id)).toContain("en_route"); // the server has it, not the phone alone
  await context.setOffline(true);
  await press(page, "I have arrived");
  const load = page.getByRole("region", { name: `Load ${String(delivery["deliveryNumber"])}` });
  await press(page, "Tick off what is loaded");
  const onBoard = page.getByRole("button", { name: "This is on board" });
  await see(onBoard).toBeDisabled();
  await page.getByRole("checkbox", { name: /^Yeast/ }).check();
  await press(page, "Flour, 25 kg bag: short or over");
  for (const _torn of [1, 2]) await press(page, "One less of Flour, 25 kg bag");
  await see(page.getByLabel("How much of Flour, 25 kg bag is on board")).toHaveValue("10");
  await see(page.getByText("2 bags short")).toBeVisible();
  await see(onBoard).toBeDisabled();
  await page.getByLabel("Why Flour, 25 kg bag is not as planned").fill("two bags torn");
  await onBoard.click();
  await see(load.getByText("10 bags")).toBeVisible();
  await press(page, "Done here");
  await waits(page, 3);
  const lines = async () => (await saved(dispatcher.get(`${fleetDeliveriesPath}/${delivery.id}`)))["lines"];
  expect(await lines()).toMatchObject([{ loadedQuantity: null }, { loadedQuantity: null }]);

  await context.setOffline(false);
  await waits(page, 0);
  await expect
    .poll(lines)
    .toMatchObject([{ loadedQuantity: "10", loadReason: "two bags torn" }, { loadedQuantity: "2.5" }]);

  expect(await read(trip.id)).toMatchObject({ hasReportsToSettle: true });
  const drop = page.getByRole("region", { name: String(delivery["deliveryNumber"]), exact: true });
  const stops = ((await read(trip.id))["stops"] as Body[]).length;
  for (let n = 1; n < stops && !(await drop.isVisible()); n += 1) {
    await press(page, "I have arrived");
    await see(page.getByRole("button", { name: "Done here" })).toBeVisible();
    if (!(await drop.isVisible())) await leaveStop(page);
  }
  await see(drop.getByText("10 bags")).toBeVisible();
  await press(page, "All that is on board delivered");
  await expect
    .poll(async () => saved(dispatcher.get(`${fleetDeliveriesPath}/${delivery.id}`)))
    .toMatchObject({ status: "partly_delivered", lines: [{ deliveredQuantity: "10" }, { deliveredQuantity: "2.5" }] });
  expect(testApp.faults).toEqual([]);
  const desk = await testApp.signedIn("dispatcher@alpha.example");
  await desk.goto(`${testApp.base}/fleet/deliveries/details?id=${delivery.id}`);
  await press(desk, "Correct what is loaded");
  const dialog = desk.getByRole("dialog");
  await dialog.getByRole("group", { name: "Flour, 25 kg bag" }).getByLabel("On board").fill("11");
  await dialog.getByRole("button", { name: "Correct what is loaded" }).click();
  await see(desk.getByRole("cell", { name: "11", exact: true })).toBeVisible();
  await expect.poll(lines).toMatchObject([{ loadedQuantity: "11", loadReason: "two bags torn" }, {}]);
});

test("nothing is ticked before a driver has looked at it; what is not in order asks for a word, and stands on the trip's page", async () => {
  const { trip, email } = await onTheRoad(testApp);
  const { page } = await phoneOf(testApp, email);
  await openTrip(page, trip);
  await press(page, "I take this trip");
  await press(page, "Start");
  await see(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  const begin = page.getByRole("button", { name: "Start the trip" });
  await see(begin).toBeDisabled();
  await checkAll(page);
  await page.getByLabel("Tyres", { exact: true }).uncheck();
  await press(page, "Not in order: Tyres");
  await see(begin).toBeDisabled();
  await page.getByLabel("What is wrong: Tyres").fill("left rear is flat");
  await begin.click();
  await waits(page, 0);
  await expect.poll(() => statesOf(trip.id)).toEqual(["en_route", "pending"]);

  const desk = await testApp.signedIn("dispatcher@alpha.example");
  await desk.goto(`${testApp.base}/fleet/trips/details?id=${trip.id}`);
  const checked = desk.getByRole("list", { name: /^Checked by/ });
  await see(checked.getByRole("listitem"), "who signs for it is no thing that is looked at").toHaveCount(5);
  await see(desk.getByText(/^Checked by .+, /)).toBeVisible();
  await see(checked.getByText("left rear is flat")).toBeVisible();
  await see(checked.getByText("Lights")).toBeVisible();
});

test("stops of another day say which; the call that ends a session outlives its page", async () => {
  const { trip, email } = await onTheRoad(testApp);
  const { page } = await phoneOf(testApp, email);
  await openTrip(page, trip);
  const [first] = (await read(trip.id))["stops"] as Body[];
  const day = new Date(String(first?.["plannedArrival"]));
  const list = page.getByRole("list", { name: "Stops" });
  await see(
    list.getByText(new RegExp(`\\b${day.toLocaleDateString("en-GB", { month: "short" })}\\b`)).first(),
  ).toBeVisible();
  await page.evaluate(`{
    const { fetch } = window;
    window.fetch = (address, init) => {
      if (init?.method === "DELETE") window.outlives = init.keepalive === true;
      return fetch(address, init);
    };
  }`);
  await signOut(page);
  expect(await page.evaluate("window.outlives")).toBe(true);
});
