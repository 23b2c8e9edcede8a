import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { aChain, hasNotLeft } from "#main/testing/records/chains.ts";
import { deliveriesPath } from "#main/testing/records/docks.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, inHours, stopsPath, tripsPath } from "#main/testing/records/trips.ts";
import { visit } from "#main/testing/screens.ts";
import type { Body, Client } from "#main/testing/test-app.ts";
import { wallTime } from "#shared/format/wall-time.ts";

let testApp: BrowserApp;
let dispatcher: Client;
let page: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  dispatcher = await testApp.as("DISPATCHER");
  page = await testApp.signedIn("dispatcher@alpha.example");
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});
beforeEach(() => onTestFailed(() => testApp.shoot("fleet-deliveries")));

const read = (id: string): Promise<Body> => saved(dispatcher.get(`${fleetDeliveriesPath}/${id}`));

test("deliveries that wait are put on one trip together, and taken off it again", async () => {
  const deliveries = [await aFleetDelivery(testApp), await aFleetDelivery(testApp)];
  const trip = await aTrip(testApp);
  const row = ({ deliveryNumber }: Body) =>
    page.locator("[role=row][data-index]").filter({ hasText: String(deliveryNumber) });
  const bar = page.getByRole("toolbar", { name: "Selection" });
  const dialog = page.getByRole("dialog");
  await visit(page, `${testApp.base}/fleet/deliveries?worklist=waiting`);
  for (const one of deliveries) await row(one).getByRole("checkbox").click();
  await bar.getByRole("button", { name: "Put on a trip 2" }).click();
  await see(dialog.getByRole("listitem")).toHaveCount(2);
  await dialog.getByRole("combobox", { name: "Trip" }).click();
  await page.getByRole("option", { name: String(trip["tripNumber"]) }).click();
  await dialog.getByRole("button", { name: "Put on a trip 2" }).click();
  await see(page.getByText("Put on a trip: done")).toBeVisible();
  for (const { id } of deliveries) expect(await read(id)).toMatchObject({ status: "assigned", tripId: trip.id });

  await visit(page, `${testApp.base}/fleet/deliveries?tripId=${trip.id}`);
  for (const one of deliveries) await row(one).getByRole("checkbox").click();
  await bar.getByRole("button", { name: "Take off the trip 2" }).click();
  await dialog.getByRole("button", { name: "Take off the trip 2" }).click();
  await see(page.getByText("Take off the trip: done")).toBeVisible();
  for (const { id } of deliveries) expect(await read(id)).toMatchObject({ status: "unassigned", tripId: null });
});

test("a new delivery of which nobody says what is delivered is refused with a sentence, and no field's path before it", async () => {
  await visit(page, `${testApp.base}/fleet/deliveries`);
  await page.getByRole("button", { name: "New fleet delivery" }).click();
  await page.getByRole("button", { name: "Create fleet delivery" }).click();
  await see(page.getByRole("alert").getByText("Say what is delivered.", { exact: true })).toBeVisible();
});

test("the form of a new delivery says what it needs, and asks for a product only who may choose one", async () => {
  await visit(page, `${testApp.base}/fleet/deliveries`);
  await page.getByRole("button", { name: "New fleet delivery" }).click();
  const form = page.getByRole("form", { name: "New fleet delivery" });
  const isNeeded = (name: string | RegExp, is: boolean) =>
    see(form.getByRole("textbox", { name })).toHaveAttribute("aria-required", String(is));
  for (const name of ["Consignee", "Or an address", "Not before", "Not after"]) await isNeeded(name, true);
  await isNeeded(/^Their phone/, false);
  await form.getByRole("textbox", { name: "Or an address" }).fill("Markt 3, Breda");
  await see(form.getByRole("combobox", { name: /^Own location/ })).toHaveAttribute("aria-required", "false");
  await form.getByRole("button", { name: "Add line" }).click();
  await see(form.getByPlaceholder("Not open to you")).toHaveCount(0);
  await see(form.getByRole("combobox", { name: "Product" })).toHaveCount(0);
  await isNeeded("Or in words", true);
  await form.getByRole("textbox", { name: "Or in words" }).fill("Flour, 25 kg bag");
  await see(form.getByRole("combobox", { name: /^Commodity/ })).toHaveAttribute("aria-required", "false");
});

test("what is chosen for a line of a delivery brings its unit, and one that was chosen stays", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  for (const [code, name, quantityType] of [
    ["WATER-U", "Mineral water", "XPX"],
    ["FUEL-U", "Petrol in drums", "XDR"],
  ])
    await saved(manager.post("/api/fleet/asset-commodities", { code, name, quantityType }));
  const own = await testApp.signedIn("fleet-manager@alpha.example"); // who has no draft of one
  await visit(own, `${testApp.base}/fleet/deliveries`);
  await own.getByRole("button", { name: "New fleet delivery" }).click();
  const form = own.getByRole("form", { name: "New fleet delivery" });
  await form.getByRole("button", { name: "Add line" }).click();
  const choose = async (what: string) => {
    await form.getByRole("combobox", { name: /^Commodity/ }).fill(what);
    await own.getByRole("option", { name: what }).click();
  };
  const unit = form.getByRole("combobox", { name: "Unit" });
  await choose("Mineral water");
  await see(unit).toHaveValue(/pallet/i);
  await choose("Petrol in drums");
  await see(unit).toHaveValue(/pallet/i);
});

test("whoever changes a delivery by its form changes what they typed, and nothing else of it", async () => {
  const [windowStart, windowEnd] = [24, 26].map((hours) => `${inHours(hours).slice(0, 16)}:00.000Z`); // as a form gives it
  const delivery = await aFleetDelivery(testApp, { notes: "Ring twice", windowStart, windowEnd });
  await visit(page, `${testApp.base}/fleet/deliveries/details?id=${delivery.id}`);
  await page.getByRole("button", { name: "Edit", exact: true }).first().click();
  await page.getByRole("textbox", { name: "Notes" }).fill("Gate 4, ring once");
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await see(page.getByRole("form")).toHaveCount(0); // else the text is found in its field
  await see(page.getByText("Gate 4, ring once").first()).toBeVisible();
  const { updatedAt: _before, version: _was, notes: _said, ...rest } = delivery;
  expect(await read(delivery.id)).toMatchObject({ ...rest, notes: "Gate 4, ring once" });
});

test("the list opens on what is still to be done, what is due first on top", async () => {
  const done = await aFleetDelivery(testApp);
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${done.id}/cancel`, { reason: "ordered twice" }));
  const later = await aFleetDelivery(testApp, { windowStart: inHours(30), windowEnd: inHours(31) });
  const sooner = await aFleetDelivery(testApp, { windowStart: inHours(2), windowEnd: inHours(3) });
  await visit(page, `${testApp.base}/fleet/deliveries`);
  await see(page.getByRole("button", { name: "Open", exact: true })).toHaveAttribute("aria-current", "page");
  const link = ({ deliveryNumber }: Body) => page.getByRole("link", { name: String(deliveryNumber) });
  const at = async (delivery: Body) => Number((await link(delivery).boundingBox())?.y);
  await see(link(later)).toBeVisible();
  expect(await at(sooner)).toBeLessThan(await at(later));
  await see(link(done)).toHaveCount(0);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await see(page).toHaveURL(/\/fleet\/deliveries$/);
  await see(link(done)).toBeVisible();
});

test("the consignee of a delivery that is over is forgotten by who may erase people, and once", async () => {
  const { id } = await aFleetDelivery(testApp, { consigneeName: "Bakkerij Vergeten" });
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${id}/cancel`, { reason: "ordered twice" }));
  const address = `${testApp.base}/fleet/deliveries/details?id=${id}`;
  const button = (on: Page) => on.getByRole("button", { name: "Forget consignee" });
  await visit(page, address);
  await see(page.getByText("Bakkerij Vergeten").first()).toBeVisible();
  await see(button(page)).toHaveCount(0);
  const admin = await testApp.signedIn("company-admin@alpha.example");
  await visit(admin, address);
  await button(admin).click();
  const dialog = admin.getByRole("dialog", { name: "Forget the consignee for good?" });
  await dialog.getByRole("button", { name: "Forget consignee" }).click();
  await see(admin.getByText("nothing is kept of the consignee")).toBeVisible();
  await see(button(admin)).toHaveCount(0);
  await see(admin.getByText("Bakkerij Vergeten")).toHaveCount(0);
  await admin.close();
});

test("a delivery that its trip brings outside of its window is told on the trip's page and on its own", async () => {
  const { id, deliveryNumber } = await aFleetDelivery(testApp, {
    windowStart: inHours(24 * 8),
    windowEnd: inHours(24 * 8 + 2),
  });
  const trip = await aTrip(testApp);
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${id}/assign`, { tripId: trip.id }));
  await visit(page, `${testApp.base}/fleet/trips/details?id=${trip.id}`);
  await see(page.getByText("Deliveries outside of their windows")).toBeVisible();
  const told = page.getByRole("listitem").filter({ hasText: "too early: planned for" });
  await told.getByRole("link", { name: String(deliveryNumber) }).click();
  await see(page.getByText("Its trip is planned to bring it outside of its window.")).toBeVisible();
});

test("the page of a delivery of the warehouse that the fleet does not carry says where one is", async () => {
  await visit(page, `${testApp.base}/fleet/deliveries/${crypto.randomUUID()}`);
  await see(page.getByText("The own fleet does not carry this delivery")).toBeVisible();
  const trail = page.getByRole("navigation", { name: "Breadcrumb" });
  await see(trail.getByRole("listitem")).toHaveText(["Home", "Fleet deliveries", "Fleet delivery"]);
  await trail.getByRole("link", { name: "Fleet deliveries" }).click();
  await see(page.getByRole("heading", { name: "Fleet deliveries", level: 1 })).toBeVisible();
});

test("a truck that will be late shows on its chain; one press moves its dock to when it comes, and the board tells which trip it is", async () => {
  const { delivery, schedule, trip, yard } = await aChain(testApp, { steps: ["plan", "dispatch"] });
  await hasNotLeft(testApp, trip, 60);
  await visit(page, `${testApp.base}/fleet/deliveries/details?id=${delivery.id}`);
  const slot = page.getByRole("region", { name: "Dock slot" });
  await see(slot.getByText("truck 60 min late").or(slot.getByText("truck 1 h late"))).toBeVisible();
  await see(page.getByRole("region", { name: "Purchase order" }).getByRole("link")).toBeVisible();
  await see(page.getByRole("region", { name: "Receipt", exact: true })).toHaveCount(0); // dispatchers are not shown receipts
  const ways = page.getByRole("radiogroup", { name: "How dock and truck come together" });
  await see(ways.getByRole("radio")).toHaveCount(2);
  await ways.getByRole("radio").last().check();
  await see(page.getByRole("button", { name: /^Move to/ })).toHaveCount(0); // keeping it is nothing to press
  await ways.getByRole("radio").first().check();
  await page.getByRole("button", { name: /^Move to/ }).click();
  await see(page.getByText("The dock is moved")).toBeVisible();
  await see(ways).toHaveCount(0);
  const moved = await saved(dispatcher.get(`${deliveriesPath}/${schedule.id}`));
  expect(Date.parse(String(moved["plannedStart"]))).toBeGreaterThan(Date.parse(String(schedule["plannedStart"])));
  expect(await read(delivery.id)).toMatchObject({
    windowStart: moved["plannedStart"],
    windowEnd: moved["plannedEnd"],
  });

  await see(page.getByText("Moved with dock")).toBeVisible();
  await see(page.getByText(/\d{4}-\d\d-\d\dT/)).toHaveCount(0); // the history says moments as people do

  const supervisor = await testApp.signedIn("dock-supervisor@alpha.example");
  const date = wallTime(String(moved["plannedStart"]), "Europe/Amsterdam").date;
  await visit(
    supervisor,
    `${testApp.base}/warehouse/delivery-schedules/calenders?locationId=${yard.locationId}&date=${date}&view=list`,
  );
  await see(supervisor.getByText(new RegExp(`^${String(trip["tripNumber"])}, .*expected`))).toBeVisible();
  await supervisor.context().close();
});

/** A delivery of twelve bags and 2.5 kg that a trip is bringing. */
async function onTheWay(): Promise<Body> {
  const delivery = await aFleetDelivery(testApp);
  const { id: tripId } = await aTrip(testApp, { steps: [] });
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId }));
  for (const name of ["plan", "dispatch", "start"]) await saved(dispatcher.post(`${tripsPath}/${tripId}/${name}`));
  return delivery;
}

test("no outcome is the filled button before the stop of a delivery is reached; there it is that all was delivered", async () => {
  const { id, dropoffStopId } = await onTheWay().then((delivery) => read(delivery.id));
  const address = `${testApp.base}/fleet/deliveries/details?id=${id}`;
  await visit(page, address);
  const filled = page.locator('[data-variant="filled"]');
  await see(page.getByRole("button", { name: "Delivered", exact: true })).toBeVisible();
  await see(filled).toHaveCount(0);
  await saved(dispatcher.post(`${stopsPath}/${String(dropoffStopId)}/arrive`, { reason: "it is on the way" }));
  await visit(page, address);
  await see(filled).toHaveText(["Delivered"]);
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${id}/deliver-partly`, await someOf(id)));
  await see(page.getByRole("button", { name: "Comes back" })).toBeVisible();
  await see(filled).toHaveCount(0);
});

/** All lines of a delivery, of each of which one piece came. */
const someOf = async (id: string) => ({
  lines: ((await read(id))["lines"] as Body[]).map((line) => ({
    id: line.id,
    deliveredQuantity: "1",
    reason: "torn",
  })),
});

test("a delivery is put on a trip that can still take it in its window first, and last on one that is late or on the road", async () => {
  const runs = await aTrip(testApp, { from: 23, steps: ["plan", "dispatch", "start"] });
  const later = await aTrip(testApp, { from: 72 });
  const fits = await aTrip(testApp, { from: 50 });
  const delivery = await aFleetDelivery(testApp, { windowStart: inHours(51), windowEnd: inHours(53) });
  await visit(page, `${testApp.base}/fleet/deliveries/details?id=${delivery.id}`);
  await page.getByRole("button", { name: "Put on a trip" }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Trip" }).click();
  const options = page.getByRole("option");
  await see(options.first()).toContainText(String(fits["tripNumber"]));
  const told = await options.allTextContents();
  const at = ({ tripNumber }: Body) => told.findIndex((text) => text.includes(String(tripNumber)));
  expect(at(later)).toBeLessThan(at(runs));
  expect(told[at(runs)]).toContain("In progress");
});

test("what is on its way is told delivered, in part or failed, side by side; in part says what is missing, and asks why", async () => {
  const { id } = await onTheWay();
  await visit(page, `${testApp.base}/fleet/deliveries/details?id=${id}`);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  for (const name of ["Delivered", "Delivered in part", "Failed"]) await see(button(name)).toBeVisible();
  await button("Delivered in part").click();
  const dialog = page.getByRole("dialog");
  const tell = dialog.getByRole("button", { name: "Delivered in part" });
  await tell.click();
  await see(dialog.getByText("Each line is as planned: say that all of it was delivered.")).toBeVisible();
  const flour = dialog.getByRole("group", { name: "Flour, 25 kg bag" });
  await see(flour.getByText("12 bags planned")).toBeVisible();
  await see(flour.getByLabel("Why it is not as planned")).toHaveCount(0);
  await flour.getByLabel("Delivered").fill("14");
  await see(flour.getByText("+2", { exact: true })).toBeVisible();
  await flour.getByLabel("Delivered").fill("10");
  await see(flour.getByText("2 short", { exact: true })).toBeVisible();
  await see(flour.getByLabel("Why it is not as planned")).toHaveAttribute("aria-required", "true");
  await tell.click();
  await see(flour.getByText("Say why there are fewer.")).toBeVisible();
  await flour.getByLabel("Why it is not as planned").fill("two bags torn");
  await flour.getByLabel("Damaged").fill("2");
  await dialog.getByLabel("Received by").fill("A. Maes");
  await tell.click();
  await see(dialog).toHaveCount(0);
  expect(await read(id)).toMatchObject({
    status: "partly_delivered",
    lines: [{ deliveredQuantity: "10", damagedQuantity: "2", reason: "two bags torn" }, { deliveredQuantity: "2.5" }],
  });

  await see(page.getByText("nobody has said that its stop was reached")).toBeVisible();
  await button("Plan the rest").click();
  const typed = (hours: number) => {
    const { date, time } = wallTime(inHours(hours), "Europe/Amsterdam");
    return `${date.split("-").toReversed().join("/")} ${time}`;
  };
  await dialog.getByLabel("Window start").fill(typed(30));
  await dialog.getByLabel("Window end").fill(typed(32));
  await dialog.getByRole("button", { name: "Plan the rest" }).click();
  await see(page.getByText(/^What was not handed over goes with D-/)).toBeVisible();
  await page.getByRole("link", { name: String((await read(id))["restNumber"]) }).click();
  await see(page.getByText(/^It brings the rest of D-/)).toBeVisible();
  await see(page.getByRole("region", { name: "What is delivered" }).getByText("2 bags")).toBeVisible();
});

test("whoever shares a delivery is told that its link is mailed, and where no mail is sent that it is kept", async () => {
  const share = async () => {
    const { id } = await aFleetDelivery(testApp, { consigneeEmail: "follow@consignee.example" });
    await visit(page, `${testApp.base}/fleet/deliveries/details?id=${id}`);
    await page.getByRole("button", { name: "Mail the link to the consignee" }).click();
  };
  await share();
  await see(page.getByText("The link is mailed")).toBeVisible();
  await page.route("**/api/settings", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), mails_are_kept: true } });
  });
  await share();
  await see(page.getByText("The link is kept in the outbox: no mails are sent from here")).toBeVisible();
  await page.unroute("**/api/settings");
});

test("an outcome that is corrected opens with what is recorded: what nobody changes stays as it was told", async () => {
  const { id, tripId, lines } = await onTheWay().then((delivery) => read(delivery.id));
  const at = inHours(-0.005);
  const [flour] = lines as Body[];
  const told = [{ id: flour?.id, deliveredQuantity: "9", damagedQuantity: "1", reason: "two bags torn" }];
  await saved(
    dispatcher.post(`${fleetDeliveriesPath}/${id}/deliver-partly`, { at, signerName: "A. Maes", lines: told }),
  );
  await visit(page, `${testApp.base}/fleet/deliveries/details?id=${id}`);
  await see(page.getByRole("button", { name: "Tell what is loaded" })).toHaveCount(0);
  await page.getByRole("button", { name: "Correct the outcome" }).click();
  const dialog = page.getByRole("dialog");
  const bags = dialog.getByRole("group", { name: "Flour, 25 kg bag" });
  await see(bags.getByLabel("Delivered")).toHaveValue("9");
  await see(bags.getByLabel("Why it is not as planned")).toHaveValue("two bags torn");
  await see(dialog.getByLabel("Received by")).toHaveValue("A. Maes");
  await bags.getByLabel("Delivered").fill("10");
  await dialog.getByRole("button", { name: "Correct the outcome" }).click();
  await see(dialog).toHaveCount(0);
  expect(await read(id)).toMatchObject({
    status: "partly_delivered",
    tripId,
    outcomeAt: at,
    receivedBy: "A. Maes",
    lines: [{ deliveredQuantity: "10", damagedQuantity: "1", reason: "two bags torn" }, { deliveredQuantity: "2.5" }],
  });
});
