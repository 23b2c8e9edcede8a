import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see, untilIdle } from "#main/testing/browser.ts";
import { keyboardOf } from "#main/testing/keyboard.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriver, inHours, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle, registered } from "#main/testing/records/vehicles.ts";
import { visit } from "#main/testing/screens.ts";
import type { Body, Client } from "#main/testing/test-app.ts";

let testApp: BrowserApp;
let dispatcher: Client;
let page: Page;
let vehicle: Body;
let driver: Body;
/** Deliveries to A, B and C, whose windows begin one after the other. */
let deliveries: Body[];
const consignees = ["Ahlers", "Boer", "Claes"];

beforeAll(async () => {
  testApp = await startBrowserApp();
  dispatcher = await testApp.as("DISPATCHER");
  const manager = await testApp.as("FLEET_MANAGER");
  const typeId = await registered(manager, "vehicle-types", "RIGID");
  vehicle = await aVehicle(manager, { typeId, unitNumber: "PLAN-1", payloadKg: "1500" });
  driver = await anActiveDriver(testApp, { firstName: "Ann", lastName: "Planned" });
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});
beforeEach(async () => {
  onTestFailed(() => testApp.shoot("trip-planner"));
  const { id: commodityId } = await saved(
    (await testApp.as("FLEET_MANAGER")).post("/api/fleet/asset-commodities", {
      code: `TILE-${randomUUID().slice(0, 8)}`,
      name: "Tiles, pallet",
      quantityType: "XPX",
      unitWeightKg: "800",
    }),
  );
  deliveries = [];
  for (const [n, consigneeName] of consignees.entries())
    deliveries.push(
      await aFleetDelivery(testApp, {
        consigneeName,
        windowStart: inHours(25 + 2 * n),
        windowEnd: inHours(27.25 + 2 * n),
        lines: [{ commodityId, unit: "XPX", plannedQuantity: n === 0 ? "2" : "1" }],
      }),
    );
  page = await testApp.signedIn("dispatcher@alpha.example");
});

const waiting = () => page.getByRole("region", { name: "Deliveries that wait" });
const stops = () => page.getByRole("region", { name: "Stops" });
const limits = () => page.getByRole("region", { name: "Vehicle and people" });
const number = (n: number) => String(deliveries[n]?.["deliveryNumber"]);
const card = (n: number) => waiting().locator(`[data-delivery="${number(n)}"]`);
const order = () => stops().locator("[data-at] b").allTextContents();
const read = (n: number): Promise<Body> => saved(dispatcher.get(`${fleetDeliveriesPath}/${String(deliveries[n]?.id)}`));

/** Drags a card to just above a stop. */
async function dragAbove(n: number, stop: number): Promise<void> {
  const [from, to] = [
    await card(n).locator("b").boundingBox(),
    await stops().locator(`[data-at="${stop}"]`).boundingBox(),
  ];
  if (!from || !to) throw new Error("both are on the screen");
  await page.mouse.move(from.x + 10, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + from.height / 2);
  await page.mouse.move(to.x + 200, to.y + 6, { steps: 6 });
  await page.mouse.up();
}

/** A vehicle whose home is a yard of that name. */
async function aVehicleAtHome(unitNumber: string, name: string): Promise<void> {
  const place = { kind: "yard", timezone: "Europe/Amsterdam", latitude: "51.5719", longitude: "5.0719" };
  const yard = { ...place, code: `HOME-${unitNumber}`, name };
  const { id: homeLocationId } = await saved((await testApp.as("COMPANY_ADMIN")).post("/api/settings/locations", yard));
  await aVehicle(await testApp.as("FLEET_MANAGER"), { unitNumber, homeLocationId });
}

async function choose(what: string, who: string): Promise<void> {
  await limits()
    .getByRole("button", { name: new RegExp(`^(Choose|Change): ${what}$`) })
    .click();
  await limits().getByLabel(`Search: ${what}`).fill(who);
  await limits()
    .getByRole("button", { name: `Choose ${who}` })
    .click();
}

test("a dispatcher composes a trip of three deliveries by the keys and by dragging, sees what it carries and what would keep it, and lands on its page", async () => {
  const other = await aTrip(testApp, { from: 24, hours: 10 });
  const taken = String(other["vehicleName"]).split(" ")[0] ?? "";
  await visit(page, `${testApp.base}/fleet/trips`);
  await page.getByRole("link", { name: "Plan a trip" }).click();
  await see(card(0)).toBeVisible();

  const keyboard = keyboardOf(page);
  await keyboard.tabTo(new RegExp(`^Select ${number(0)}$`));
  await keyboard.press("Space");
  await keyboard.tabTo(new RegExp(`^Select ${number(1)}$`));
  await keyboard.press("Space");
  await keyboard.tabTo(/^Add 2 to the trip$/);
  await keyboard.press("Enter");
  await see(stops().locator("[data-at]")).toHaveCount(2);
  await see(waiting().getByText("1 wait for a trip")).toBeVisible();
  await see(card(0)).toHaveCount(0);

  await dragAbove(2, 1);
  await expect.poll(order).toEqual(["Ahlers", "Claes", "Boer"]);
  await see(stops().getByText(/^4[56] min too late$/)).toBeVisible(); // Boer comes after Claes has been waited for, and the way
  await stops().getByRole("button", { name: "Move stop 3, Boer", exact: true }).focus();
  await keyboard.press("ArrowUp");
  await expect.poll(order).toEqual(["Ahlers", "Boer", "Claes"]);
  expect(await keyboard.focused()).toBe("Move stop 2, Boer");
  await see(stops().getByText("too late")).toHaveCount(0);

  await limits().getByRole("button", { name: "Choose: Vehicle" }).click();
  await limits().getByLabel("Search: Vehicle").fill(taken);
  await see(limits().getByText(`on ${String(other["tripNumber"])} until`)).toBeVisible();
  await see(limits().getByRole("button", { name: `Choose ${taken}` })).toHaveCount(0);
  await limits().getByRole("button", { name: "Close: Vehicle" }).click();
  await choose("Vehicle", "PLAN-1");
  await choose("Driver", "Ann Planned");
  await see(limits().getByText("3,200 kg of 1,500 kg")).toBeVisible();
  const more = await aFleetDelivery(testApp, { lines: [{ description: "Sand", unit: "XPX", plannedQuantity: "1" }] });
  await see(
    waiting().getByRole("list", { name: "Fits this trip" }).getByText(String(more["deliveryNumber"])),
  ).toBeVisible();
  await see(limits().getByText("PLAN-1 may carry 1,500 kg, and 3,200 kg are planned")).toBeVisible();

  await page.reload();
  await see(page.getByText("What you typed before is back.")).toBeVisible();
  await expect.poll(order).toEqual(["Ahlers", "Boer", "Claes"]);
  await see(limits().getByText("3,200 kg of 1,500 kg")).toBeVisible();

  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Plan the trip" }).click();
  await see(page.getByRole("alert").getByText("could not be reached")).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Plan the trip" }).click();
  await page.waitForURL(/\/fleet\/trips\/details\?id=/);
  const id = new URL(page.url()).searchParams.get("id") ?? "";
  const trip = await saved(dispatcher.get(`${tripsPath}/${id}`));
  expect(trip).toMatchObject({
    status: "planned",
    vehicleId: vehicle.id,
    driverId: driver.id,
    stops: consignees.map((name) => ({ kind: "dropoff", name })),
  });
  await see(page.getByRole("heading", { name: String(trip["tripNumber"]) })).toBeVisible();
  await see(page.getByText("Would not be dispatched as it is now")).toBeVisible();
  for (const n of deliveries.keys()) expect(await read(n)).toMatchObject({ status: "assigned", tripId: id });
});

test("deliveries lead to a plan that has them, what a colleague was faster with is said at its stop, and taken off it goes", async () => {
  await visit(page, `${testApp.base}/fleet/deliveries/details?id=${String(deliveries[2]?.id)}`);
  await page.getByRole("link", { name: "Plan a trip" }).click();
  await expect.poll(order).toEqual(["Claes"]);
  await page.getByRole("button", { name: "Begin anew" }).click();
  await see(stops().getByText("No stops yet.")).toBeVisible();

  await visit(page, `${testApp.base}/fleet/deliveries`);
  for (const n of [0, 1])
    await page
      .getByRole("row", { name: number(n) })
      .getByRole("checkbox")
      .click();
  await page.getByRole("link", { name: "Plan a trip with 2" }).click();
  await expect.poll(order).toEqual(["Ahlers", "Boer"]);
  const other = await aTrip(testApp, { from: 24, steps: [] });
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${String(deliveries[1]?.id)}/assign`, { tripId: other.id }));
  await see(stops().getByText(`on ${String(other["tripNumber"])}`)).toBeVisible();
  await page.getByRole("button", { name: "Save as a draft" }).click();
  await see(page.getByRole("alert").getByText(`${number(1)} does not wait for a trip any more`)).toBeVisible();
  await stops()
    .getByRole("button", { name: `Take ${number(1)} off the trip` })
    .click();
  await expect.poll(order).toEqual(["Ahlers"]);
  await page.getByRole("button", { name: "Save as a draft" }).click();
  await page.waitForURL(/\/fleet\/trips\/details\?id=/);
  expect(await read(0)).toMatchObject({ status: "assigned", tripStatus: "draft" });

  await page.getByRole("link", { name: "Open in the planner" }).click();
  await expect.poll(order).toEqual(["Ahlers"]);
  await waiting()
    .getByRole("button", { name: `Add ${number(2)}` })
    .click();
  await stops()
    .getByRole("button", { name: `Take ${number(0)} off the trip` })
    .click();
  await expect.poll(order).toEqual(["Claes"]);
  await page.getByRole("button", { name: "Save the plan" }).click();
  await page.waitForURL(/\/fleet\/trips\/details\?id=/);
  expect(await read(0)).toMatchObject({ status: "unassigned", tripId: null });
  expect(await read(2)).toMatchObject({ status: "assigned", tripStatus: "draft" });
});

test("a vehicle that is chosen brings its driver along as a proposal, which leaves with it, and nobody who was chosen is replaced", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const unit = (n: number) => `PAIR-${n}`;
  const own = [await anActiveDriver(testApp, { firstName: "Ida", lastName: "Firstpair" })];
  own.push(await anActiveDriver(testApp, { firstName: "Udo", lastName: "Secondpair" }));
  for (const [n, { id: driverId }] of own.entries()) {
    const { id: vehicleId } = await aVehicle(manager, { unitNumber: unit(n) });
    const firstDay = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
    await saved(manager.post("/api/fleet/driver-assignments", { driverId, vehicleId, firstDay }));
  }
  await visit(page, `${testApp.base}/fleet/trips/plan`);
  await choose("Vehicle", unit(0));
  await see(limits().getByText("Proposed: this driver usually drives the vehicle.")).toBeVisible();
  await see(limits().getByText("Ida Firstpair")).toBeVisible();
  await choose("Vehicle", unit(1));
  await see(limits().getByText("Udo Secondpair")).toBeVisible();
  await choose("Driver", "Ann Planned");
  await see(limits().getByText("Ann Planned")).toBeVisible();
  await choose("Vehicle", unit(0));
  await see(limits().getByText(unit(0)).first()).toBeVisible();
  await untilIdle(page);
  await see(limits().getByText("Ann Planned")).toBeVisible();
  await see(limits().getByText("Ida Firstpair")).toHaveCount(0);
});

test("a stop is proposed for after the way there and the end for after the way home, both are told; and where it is loaded is asked for", async () => {
  await aVehicleAtHome("WAY-1", "Tilburg yard");
  const breda = { consigneeName: "Dorst", latitude: "51.5865", longitude: "4.7760" };
  const one = await aFleetDelivery(testApp, { ...breda, windowStart: inHours(-1), windowEnd: inHours(9) });
  await visit(page, `${testApp.base}/fleet/trips/plan?deliveries=${one.id},${String(deliveries[0]?.id)}`);
  await see(stops().getByText("way not known, 30 min assumed")).toHaveCount(2);
  await choose("Vehicle", "WAY-1");
  await see(stops().locator('[data-at="0"]').getByText("about 27 km, 30 min")).toBeVisible();
  await see(stops().locator('[data-at="1"]').getByText("way not known, 30 min assumed")).toBeVisible();
  const wall = async (label: string, at = 0) =>
    Date.parse(`${await stops().getByLabel(label).nth(at).inputValue()} UTC`);
  expect((await wall("Is there at")) - (await wall("Leaves"))).toBe(30 * 60_000);
  expect((await wall("Is back")) - (await wall("Is there at", 1))).toBe(60 * 60_000); // half an hour there, half an hour home

  await see(
    stops().getByText(`It is not said where this is loaded: ${String(one["deliveryNumber"])}, ${number(0)}.`),
  ).toBeVisible();
  await stops().getByRole("button", { name: "Add where it is loaded" }).click();
  const dialog = page.getByRole("dialog");
  await see(dialog.getByRole("combobox", { name: "Own location" }), "where the vehicle is at home").toHaveValue(
    "Tilburg yard",
  );
  await dialog.getByRole("button", { name: "Take over" }).click();
  await expect.poll(order).toEqual(["Tilburg yard", "Dorst", "Ahlers"]);
  await see(stops().getByText("It is not said where")).toHaveCount(0);
  expect(await wall("Is there at")).toBe(await wall("Leaves"));
  expect((await wall("Is there at", 1)) - (await wall("Leaves"))).toBe(60 * 60_000); // it is loaded first
});

test("the end that somebody types stays though the way home is only known meanwhile", async () => {
  await aVehicleAtHome("WAY-2", "Goirle yard");
  const far = { consigneeName: "Noord", latitude: "53.2194", longitude: "6.5665" };
  const one = await aFleetDelivery(testApp, { ...far, windowStart: inHours(9), windowEnd: inHours(12) });
  await visit(page, `${testApp.base}/fleet/trips/plan?deliveries=${one.id}`);
  const { promise: isTyped, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/settings/locations?ids=*", async (route) => {
    await isTyped;
    await route.continue();
  });
  await choose("Vehicle", "WAY-2");
  const end = stops().getByLabel("Is back");
  const before = await end.inputValue();
  await end.fill("+3 23:58");
  resolve();
  await see(
    stops()
      .locator('[data-at="0"]')
      .getByText(/about \d+ km/),
  ).toBeVisible();
  await see(end, "as it was typed, or as a date once the field is left").toHaveValue(/ 23:58$/);
  await end.press("Enter");
  await see(end).toHaveValue(/ 23:58$/);
  expect(await end.inputValue()).not.toBe(before);
});

test("once a vehicle is chosen what waits stands in two groups, with why it does not fit; vehicles that are too small come after those that carry it", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  await aVehicle(manager, { unitNumber: "FIT-A", payloadKg: "700" });
  await aVehicle(manager, { unitNumber: "FIT-B", payloadKg: "9000" });
  await aVehicle(manager, { unitNumber: "FIT-C", payloadKg: "1700" });
  await visit(page, `${testApp.base}/fleet/trips/plan?deliveries=${String(deliveries[1]?.id)}`);
  await see(limits().getByText("800 kg")).toBeVisible();
  await limits().getByRole("button", { name: "Choose: Vehicle" }).click();
  await limits().getByLabel("Search: Vehicle").fill("FIT-");
  const offered = limits().getByRole("listitem").filter({ hasText: "FIT-" });
  await see(offered).toHaveText([/^FIT-C/, /^FIT-B/, /^FIT-A.*free, too small: carries 700 kg/]);
  await limits().getByRole("button", { name: "Choose FIT-C" }).click();
  const group = (name: string) => waiting().getByRole("list", { name });
  await see(group("Fits this trip").locator(`[data-delivery="${number(2)}"]`)).toBeVisible();
  await see(
    group("Does not fit")
      .locator(`[data-delivery="${number(0)}"]`)
      .getByText("700 kg too heavy"),
  ).toBeVisible();
});
