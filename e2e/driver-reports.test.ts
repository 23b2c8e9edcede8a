import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { asSuper, type Body, type Client } from "#main/testing/test-app.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { pixel } from "#main/testing/files/pictures.ts";
import { checkAll, leaveStop, onTheRoad, openTrip, phoneOf, press, sign, waits } from "#main/testing/driver-phone.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, tripsPath } from "#main/testing/records/trips.ts";

let testApp: BrowserApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startBrowserApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());
beforeEach(() => onTestFailed(() => testApp.shoot("driver-reports")));

const deliveryNow = (id: string): Promise<Body> => saved(dispatcher.get(`${fleetDeliveriesPath}/${id}`));
const part = (page: Page, { deliveryNumber }: Body) =>
  page.getByRole("region", { name: String(deliveryNumber), exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** What the server has of a trip, in the order in which it was told. */
const told = ({ id }: Body) =>
  asSuper<{ kind: string; flags: string[] }>(
    testApp,
    "select kind, flags from driver_actions where trip_id = $1 order by phone_at, received_at, id",
    [id],
  );
const countOf = async (trip: Body, kind: string) => (await told(trip)).filter((one) => one.kind === kind).length;

/** A phone whose trip brings this delivery, before its driver leaves. */
async function withTrip(delivery: Body) {
  const { trip, email, driver } = await onTheRoad(testApp, { steps: [] });
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId: trip.id }));
  for (const name of ["plan", "dispatch"]) await saved(dispatcher.post(`${tripsPath}/${trip.id}/${name}`));
  const { page, context } = await phoneOf(testApp, email);
  await openTrip(page, trip);
  await press(page, "I take this trip");
  await press(page, "Start");
  const stops = (await saved(dispatcher.get(`${tripsPath}/${trip.id}`)))["stops"] as Body[];
  return { page, context, trip, driver, stops: stops.length };
}

/** The same, where the delivery is brought to. */
async function atTheDoor(delivery: Body) {
  const phone = await withTrip(delivery);
  const { page, stops } = phone;
  await checkAll(page);
  await press(page, "Start the trip");
  for (let n = 0; n < stops && !(await part(page, delivery).isVisible()); n += 1) {
    await press(page, "I have arrived");
    await see(button(page, "Done here")).toBeVisible();
    if (!(await part(page, delivery).isVisible())) await leaveStop(page);
  }
  return phone;
}

/** Two clicks before the page has drawn anything. */
const tapTwice = (page: Page, name: string) =>
  button(page, name).evaluate((one) => {
    one.click();
    one.click();
  });

test("two taps in a row are one report", async () => {
  const delivery = await aFleetDelivery(testApp);
  const { page, trip, stops } = await withTrip(delivery);
  await checkAll(page);
  await tapTwice(page, "Start the trip");
  for (let n = 0; n < stops && !(await part(page, delivery).isVisible()); n += 1) {
    await tapTwice(page, "I have arrived");
    await see(button(page, "Done here")).toBeVisible();
    if (!(await part(page, delivery).isVisible())) await leaveStop(page);
  }
  await tapTwice(page, "All of it delivered");
  await see(part(page, delivery).getByText("Delivered", { exact: true })).toBeVisible();
  await press(page, "Add a proof");
  await page.getByLabel("Signed by").fill("Femke de Wit");
  await sign(page);
  await tapTwice(page, "Keep the proof");
  await see(part(page, delivery).getByText("Signed by Femke de Wit")).toHaveCount(1);
  await waits(page, 0);
  await tapTwice(page, "Done here");
  await waits(page, 0);
  for (const kind of ["start", "deliver", "prove_delivery"]) expect(await countOf(trip, kind), kind).toBe(1);
  expect(await countOf(trip, "arrive")).toBe(await countOf(trip, "complete_stop"));
  expect((await told(trip)).flatMap(({ flags }) => flags)).toEqual([]);
  await see(page.getByText(/did not fit/)).toHaveCount(0);
});

test("a wrong code is told in its field while the consignee stands there; told without a network, at its delivery once it is sent, and on no other trip", async () => {
  const delivery = await aFleetDelivery(testApp, {
    proofsRequired: ["code"],
    consigneeEmail: "baker@consignee.example",
  });
  const { page, context, trip, driver } = await atTheDoor(delivery);
  const other = await aTrip(testApp, { driverId: driver.id, from: 72, steps: ["plan", "dispatch"] });
  await press(page, "All of it delivered");
  await press(page, "Take proof of delivery");
  const code = page.getByLabel("Code that the consignee was mailed");
  await code.fill("111");
  await see(page.getByText("Type the six digits of the code.")).toBeInViewport();
  await see(button(page, "Keep the proof")).toBeDisabled();
  await code.fill("111111");
  await tapTwice(page, "Keep the proof");
  const wrong = page
    .getByRole("alert")
    .filter({ hasText: "That is no code that was mailed to them. Ask once more, or have one mailed." });
  await see(wrong).toBeVisible();
  await see(code).toHaveValue("111111");
  await see(code).toHaveAttribute("aria-invalid", "true");
  const flagsOfProofs = async () =>
    (await told(trip)).filter(({ kind }) => kind === "prove_delivery").map(({ flags }) => flags);
  expect(await flagsOfProofs(), "the dispatcher has it all the same").toEqual([["wrong_code"]]);
  await code.fill("111112");
  await see(wrong).toHaveCount(0);

  await context.setOffline(true);
  await press(page, "Keep the proof");
  await see(part(page, delivery).getByText("Code kept")).toBeVisible();
  await see(page.getByText("Saving and sending wait until you are back.")).toBeHidden();
  await see(page.getByText("What you report is kept on this phone, and goes once there is a network.")).toBeVisible();
  await waits(page, 1);
  await context.setOffline(false);
  await waits(page, 0);
  await see(
    part(page, delivery).getByRole("status").filter({ hasText: "the code was not the one that was mailed" }),
  ).toBeVisible();
  await see(part(page, delivery).getByText("Code kept")).toHaveCount(0);
  await see(page.getByText("1 report did not fit")).toBeVisible();
  expect(await flagsOfProofs()).toEqual([["wrong_code"], ["wrong_code"]]);

  await press(page, "Back");
  await see(page.getByRole("heading", { name: "My trips" })).toBeVisible();
  await see(page.getByText(/did not fit/)).toHaveCount(0);
  await openTrip(page, other);
  await see(button(page, "I take this trip")).toBeVisible();
  await see(page.getByText(/did not fit/)).toHaveCount(0);
  await press(page, "Back");
  await openTrip(page, trip);
  await part(page, delivery).getByRole("button", { name: "Read" }).click();
  await see(page.getByText(/did not fit/)).toHaveCount(0);
});

test("a tick leaves a count as it was typed, and below a button that is grey stands what is missing", async () => {
  const delivery = await aFleetDelivery(testApp, { pickupAddress: "Kade 1, Tilburg" });
  const { page } = await withTrip(delivery);
  await see(page.getByText("Tick each thing, or say what is not in order.")).toBeInViewport();
  await press(page, "Not in order: No new damage");
  const wrong = page.getByLabel("What is wrong: No new damage");
  await see(wrong).toBeInViewport({ ratio: 1 });
  await see(wrong).toBeFocused();
  await see(page.getByText("Say what is wrong.")).toBeVisible();
  await wrong.fill("a scratch");
  for (const item of ["Tyres", "Lights", "Load is secured", "Papers are here"])
    await page.getByLabel(item, { exact: true }).check();
  await press(page, "Start the trip");
  const pickup = page.getByRole("list", { name: "Stops" }).getByRole("listitem").filter({ hasText: "Kade 1" });
  await see(pickup.getByText("Pickup, 12 bags, 2.5 kg")).toBeVisible();
  await press(page, "I have arrived");
  await press(page, "Tick off what is loaded");
  const onBoard = button(page, "This is on board");
  await see(page.getByText("Tick each line, or say what is short or over.")).toBeVisible();
  await page.getByRole("checkbox", { name: /^Yeast/ }).check();
  await press(page, "Flour, 25 kg bag: short or over");
  await press(page, "One less of Flour, 25 kg bag");
  await page.getByRole("checkbox", { name: /^Flour/ }).check();
  await see(page.getByLabel("How much of Flour, 25 kg bag is on board")).toHaveValue("11");
  await see(page.getByText("Say why it is short.")).toBeInViewport();
  await see(onBoard).toBeDisabled();
  await press(page, "Not ready");
  await onBoard.click();
  await waits(page, 0);
  await expect
    .poll(async () => (await deliveryNow(delivery.id))["lines"])
    .toMatchObject([{ loadedQuantity: "11", loadReason: "Not ready" }, { loadedQuantity: "2.5" }]);
});

test("what comes next is the filled button; a proof that is asked for is asked about before the stop is left, and what is on board before the trip ends", async () => {
  const delivery = await aFleetDelivery(testApp, { proofsRequired: ["photo"] });
  const { page, stops } = await atTheDoor(delivery);
  const isFilled = async (name: string) => {
    const colour = await button(page, name).evaluate((one) => {
      const shown = one.computedStyleMap().get("background-color");
      return String(shown);
    });
    return colour !== "rgba(0, 0, 0, 0)";
  };
  await see(page.locator("header").getByText("At the stop")).toBeVisible();
  await see(page.getByRole("link", { name: "Navigate" })).toHaveCount(0);
  expect([await isFilled("All of it delivered"), await isFilled("Done here")]).toEqual([true, false]);
  await press(page, "Short or over");
  await see(page.getByText("Change what was not handed over as planned.", { exact: true })).toBeInViewport();
  await page.getByLabel("Flour, 25 kg bag (bags)").fill("10");
  await see(page.getByText("Say why it is short.")).toBeInViewport();
  await press(page, "Missing");
  await press(page, "Report");
  await see(button(page, "Take proof of delivery")).toBeVisible();
  expect([await isFilled("Take proof of delivery"), await isFilled("Done here")]).toEqual([true, false]);
  await press(page, "Done here");
  await see(page.getByText(/^A proof is asked for and not taken yet: .*Bakkerij Van Dael/)).toBeVisible();
  await see(button(page, "Leave all the same")).toBeVisible();
  await press(page, "Take proof of delivery");
  await see(page.getByText("Take a photo first.")).toBeInViewport();
  await see(button(page, "Take a photo")).toBeVisible();
  await page.getByLabel("Photo").setInputFiles({ name: "box.png", mimeType: "image/png", buffer: pixel });
  await see(page.getByRole("img", { name: "The photo that was taken" })).toBeVisible();
  await see(button(page, "Take another")).toBeVisible();
  await press(page, "Keep the proof");
  await see(page.getByText("Photo kept")).toBeVisible();
  expect(await isFilled("Done here")).toBe(true);
  await press(page, "Add a proof");
  await press(page, "Signature");
  await see(page.getByText("10 bags Flour, 25 kg bag, 2.5 kg Yeast")).toBeVisible();
  await see(page.getByText("Sign here", { exact: true })).toBeVisible();
  await see(page.getByText("The signature is missing.")).toBeInViewport();
  await button(page, "Back").last().click();
  await press(page, "Done here");
  await see(button(page, "Leave all the same")).toHaveCount(0);
  for (let n = 0; n < stops && !(await button(page, "End the trip").isVisible()); n += 1) {
    await see(button(page, "I have arrived").or(button(page, "End the trip"))).toBeVisible();
    if (await button(page, "End the trip").isVisible()) break;
    await press(page, "I have arrived");
    await leaveStop(page);
  }
  const reported = page.getByText("Reported: 1");
  await see(reported.locator("svg"), "a line that opens, as elsewhere in the house").toHaveCount(1);
  await press(page, "End the trip");
  const left = page.getByRole("status").filter({ hasText: "Not handed over, and so on board still" });
  await see(
    left.getByText(`${String(delivery["deliveryNumber"])} Bakkerij Van Dael: 2 bags Flour, 25 kg bag`),
  ).toBeVisible();
  await press(page, "End the trip");
  await waits(page, 0);
});

test("why nothing was delivered is chosen, and reported only then", async () => {
  const delivery = await aFleetDelivery(testApp);
  const { page, trip } = await atTheDoor(delivery);
  await press(page, "Not delivered");
  await see(page.getByText("Choose a reason, or say it in your own words.")).toBeInViewport();
  await press(page, "Wrong goods");
  await press(page, "They refused it");
  await see(button(page, "Wrong goods")).toHaveAttribute("aria-pressed", "false");
  await see(button(page, "They refused it")).toHaveAttribute("aria-pressed", "true");
  await waits(page, 0);
  expect(await countOf(trip, "fail_delivery")).toBe(0);
  await press(page, "Report");
  await expect.poll(async () => await deliveryNow(delivery.id)).toMatchObject({ status: "failed" });
  expect(await countOf(trip, "fail_delivery")).toBe(1);
});
