import type { Locator, Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { asSuper, type Body, type Client } from "#main/testing/test-app.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { checkAll, leaveStop, onTheRoad, openTrip, phoneOf, press, sign, waits } from "#main/testing/driver-phone.ts";
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
beforeEach(() => onTestFailed(() => testApp.shoot("driver-forms")));

const read = (id: string): Promise<Body> => saved(dispatcher.get(`${tripsPath}/${id}`));
const deliveryNow = (id: string): Promise<Body> => saved(dispatcher.get(`${fleetDeliveriesPath}/${id}`));
const part = (page: Page, delivery: Body) =>
  page.getByRole("region", { name: String(delivery["deliveryNumber"]), exact: true });
/** The next of the two ways back that a form has: at its foot. */
const back = (page: Page) => page.getByRole("button", { name: "Back", exact: true }).last().click();

/** A phone that stands where these deliveries are brought to. */
async function atTheDoor(...deliveries: Body[]) {
  const { trip, email } = await onTheRoad(testApp, { steps: [] });
  for (const { id } of deliveries)
    await saved(dispatcher.post(`${fleetDeliveriesPath}/${id}/assign`, { tripId: trip.id }));
  for (const name of ["plan", "dispatch"]) await saved(dispatcher.post(`${tripsPath}/${trip.id}/${name}`));
  const { page } = await phoneOf(testApp, email);
  await openTrip(page, trip);
  await press(page, "I take this trip");
  await press(page, "Start");
  await checkAll(page);
  await press(page, "Start the trip");
  const [first] = deliveries;
  const stops = ((await read(trip.id))["stops"] as Body[]).length;
  for (let n = 0; first && n < stops && !(await part(page, first).isVisible()); n += 1) {
    await press(page, "I have arrived");
    await see(page.getByRole("button", { name: "Done here" })).toBeVisible();
    if (!(await part(page, first).isVisible())) await leaveStop(page);
  }
  return { page, trip, email };
}

test("a driver goes on duty with one touch, which needs a network; once they drive it follows the trip", async () => {
  const { trip, email } = await onTheRoad(testApp);
  const { context, page } = await phoneOf(testApp, email);
  const duty = page.getByRole("region", { name: "Your duty" });
  await see(duty).toContainText("Off duty");
  await press(page, "Go on duty");
  await see(duty).toContainText("On duty since");
  await context.setOffline(true);
  await press(page, "Take a break");
  await see(duty.getByRole("status")).toContainText("This needs a network");
  await context.setOffline(false);
  await press(page, "Take a break");
  await see(duty).toContainText("On break since");
  await saved(dispatcher.post(`${tripsPath}/${trip.id}/start`));
  await see(duty).toContainText("Driving");
  await see(duty.getByRole("button")).toHaveCount(0);
});

test("a form has the phone to itself with what ends it in sight; a signature that was begun stays when the form is left, and is asked about before the stop is", async () => {
  const delivery = await aFleetDelivery(testApp, { proofsRequired: ["barcode"] });
  const number = String(delivery["deliveryNumber"]);
  const { page, trip } = await atTheDoor(delivery);
  await press(page, "All of it delivered");
  await press(page, "Take proof of delivery");
  await see(page.getByLabel("Barcode")).toBeFocused();
  await page.keyboard.type(`${number}\n`); // as a scanner does
  await see(part(page, delivery).getByText("Barcode kept")).toBeVisible();
  await press(page, "Add a proof");
  await sign(page);
  await see(page.getByRole("button", { name: "Keep the proof" })).toBeInViewport({ ratio: 1 });
  await see(page.getByRole("button", { name: "Done here" })).toHaveCount(0);
  await see(page.getByRole("link", { name: "Navigate" })).toHaveCount(0);
  await see(page.getByRole("img", { name: "Sign here" })).toBeInViewport({ ratio: 1 });
  await back(page);
  await see(part(page, delivery).getByRole("button", { name: "Go on with the proof" })).toBeVisible();
  await press(page, "Done here");
  await see(page.getByText(/^A proof is begun and not kept yet: .*Bakkerij Van Dael/)).toBeVisible();
  await page.reload();
  await press(page, "Go on with the proof");
  await page.getByLabel("Signed by").fill("Femke de Wit");
  await press(page, "Keep the proof");
  await see(part(page, delivery).getByText("Signed by Femke de Wit")).toBeVisible();
  await press(page, "Done here");
  await expect
    .poll(async () => ((await read(trip.id))["stops"] as Body[]).filter(({ status }) => status === "arrived").length)
    .toBe(0);
  expect((await deliveryNow(delivery.id))["proofs"]).toMatchObject([
    { type: "barcode", note: number, isOfDelivery: true },
    { type: "signature", signerName: "Femke de Wit", fileId: expect.any(String) },
  ]);
  await press(page, "Take a break");
  await page.getByLabel("In your own words").fill("the engine is warm");
  await back(page);
  await press(page, "Take a break");
  await see(page.getByLabel("In your own words")).toHaveValue("the engine is warm");
  await press(page, "Breakdown");
  await press(page, "Report");
  await expect.poll(async () => (await read(trip.id))["statusReason"]).toBe("Breakdown: the engine is warm");
  expect(testApp.faults).toEqual([]);
});

test("who is done at a stop of which nothing is reported is asked there what became of it, and may leave all the same", async () => {
  const delivery = await aFleetDelivery(testApp);
  const { page, trip } = await atTheDoor(delivery);
  const { dropoffStopId } = await deliveryNow(delivery.id);
  const here = async () =>
    ((await read(trip.id))["stops"] as Body[]).find(({ id }) => id === dropoffStopId)?.["status"];
  await expect.poll(here).toBe("arrived");
  await press(page, "Done here");
  await see(page.getByText(`Nothing is reported yet of ${String(delivery["deliveryNumber"])}`)).toBeVisible();
  await see(page.getByRole("button", { name: "Leave all the same" })).toBeVisible();
  expect(await here(), "it is asked first").toBe("arrived");
  await press(page, "Not delivered");
  await press(page, "Nobody was there");
  await press(page, "Report");
  await see(page.getByRole("button", { name: "Leave all the same" })).toHaveCount(0);
  await press(page, "Done here");
  await expect.poll(here).not.toBe("arrived");
  expect((await deliveryNow(delivery.id)).status).toBe("failed");
  const stop = page.getByRole("list", { name: "Stops" }).getByRole("listitem").filter({ hasText: "Bakkerij" });
  await see(stop.getByText("Nothing was delivered here")).toBeVisible();
  expect(testApp.faults).toEqual([]);
});

test("after a report the phone goes to what comes next at the same stop, and says how much was handed over of what was planned", async () => {
  const address = "Markt 14, 4811 XR Breda";
  const [one, other] = [await aFleetDelivery(testApp, { address }), await aFleetDelivery(testApp, { address })];
  const { page } = await atTheDoor(one, other);
  const focus = () => page.evaluate("document.activeElement?.getAttribute('aria-label') ?? ''");
  await part(page, one).getByRole("button", { name: "Short or over" }).click();
  await page.getByLabel("Flour, 25 kg bag (bags)").fill("10");
  await page.getByRole("button", { name: "Missing" }).click();
  await press(page, "Report");
  await expect.poll(focus).toBe(other["deliveryNumber"]);
  await see(part(page, other).getByRole("button", { name: "All of it delivered" })).toBeInViewport();
  await see(part(page, one).getByText("10 of 12 bags")).toBeVisible();
  await see(part(page, one).getByText("Partly delivered")).toBeVisible();
  await part(page, other).getByRole("button", { name: "All of it delivered" }).click();
  await expect.poll(focus).toBe(other["deliveryNumber"]);
  await see(part(page, other).getByText("12 bags", { exact: true })).toBeVisible();
  await waits(page, 0);
  await page.reload();
  await see(part(page, one).getByText("10 of 12 bags")).toBeVisible();
  await see(part(page, one).getByText("Missing")).toBeVisible();
  expect(testApp.faults).toEqual([]);
});

test("a meter far from what it showed last is asked about with that in sight, and sent all the same", async () => {
  const { trip, email } = await onTheRoad(testApp);
  const manager = await testApp.as("FLEET_MANAGER");
  await saved(
    manager.post("/api/fleet/meter-readings", {
      vehicleId: trip["vehicleId"],
      meter: "odometer",
      enteredValue: "55578",
      enteredUnit: "km",
      readAt: new Date(Date.now() - 3_600_000).toISOString(),
    }),
  );
  const { page } = await phoneOf(testApp, email);
  await openTrip(page, trip);
  await see(page.getByText("For you")).toBeVisible();
  await press(page, "I take this trip");
  await see(page.getByText("For you"), "it was taken: that is no news any more").toHaveCount(0);
  await press(page, "Start");
  await see(page.getByText("Last known: 55,578 km", { exact: true })).toBeVisible();
  const middle = async (place: Locator) => {
    const { y = 0, height = 0 } = (await place.boundingBox()) ?? {};
    return y + height / 2;
  };
  const tyres = await middle(page.getByLabel("Tyres", { exact: true }));
  const wrong = await middle(page.getByRole("button", { name: "Not in order: Tyres" }));
  expect(Math.abs(tyres - wrong), "what is not in order stands beside what it is about").toBeLessThan(8);
  await checkAll(page);
  const meter = page.getByLabel("What the meter shows");
  await meter.fill("10");
  await press(page, "Start the trip");
  await see(page.getByText("Last known: 55,578 km. Is 10 right?")).toBeInViewport();
  await meter.fill("55600");
  await see(page.getByText(/Is 10 right/)).toHaveCount(0);
  await meter.fill("58000");
  await press(page, "Start the trip");
  await see(page.getByText("Is 58,000 right?")).toBeInViewport();
  await press(page, "It is right, start the trip");
  await expect.poll(async () => (await read(trip.id)).status).toBe("in_progress");
  expect(testApp.faults).toEqual([]);
});

test("at a stop whose consignee has a phone the site is called with one touch", async () => {
  const delivery = await aFleetDelivery(testApp);
  const { page } = await atTheDoor(delivery);
  await see(page.getByRole("link", { name: "Call the site" })).toHaveAttribute("href", "tel:+31765550199");
});

test("a trip that is planned for today is today's, and a stop that is planned after its window says when it was due", async () => {
  const { trip, email } = await onTheRoad(testApp, { from: 72, steps: ["plan"] });
  await asSuper(testApp, "update trips set planned_start = now() where id = $1", [trip.id]);
  await asSuper(
    testApp,
    `update trip_stops set window_start = planned_arrival - interval '3 hours', window_end = planned_arrival - interval '2 hours'
      where trip_id = $1 and position = (select min(position) from trip_stops where trip_id = $1)`,
    [trip.id],
  );
  const { page } = await phoneOf(testApp, email);
  await see(page.getByText(/^Your next trip leaves today at \d\d:\d\d$/)).toBeVisible();
  await see(page.getByText("No trip for you today")).toHaveCount(0);
  await see(page.getByText(`${String(trip["tripNumber"])} is planned for you. It shows up here`)).toBeVisible();
  await saved(dispatcher.post(`${tripsPath}/${trip.id}/dispatch`));
  await openTrip(page, trip);
  await see(page.getByRole("list", { name: "Stops" }).getByText(/^was due \d/)).toBeVisible();
});
