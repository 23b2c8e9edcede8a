import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { anAsset, assetsPath, aYard } from "#main/testing/records/assets.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { aTrip, stopsPath, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle, vehiclesPath } from "#main/testing/records/vehicles.ts";
import { visit } from "#main/testing/screens.ts";
import { asSuper, type Body, type Client } from "#main/testing/test-app.ts";
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
  await see(page.getByRole("button", { name: "Dispatch", exact: true })).toHaveCount(0); // it would be refused
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
  await see(page.getByText(/^Let go by .+, reason: only to the workshop$/)).toBeVisible();
  await see(page.getByText("Would not be dispatched as it is now")).toHaveCount(0);
  await hold("the horn is silent");
  await see(page.getByText("Would not be dispatched as it is now")).toBeVisible(); // nobody has answered for this one

  await saved(manager.post(`${tripsPath}/${trip.id}/start`));
  await saved(manager.post(`${tripsPath}/${trip.id}/pause`, { reason: "waiting for the tow truck" }));
  await visit(page, `${testApp.base}/fleet/trips/details?id=${trip.id}`);
  await see(page.getByRole("heading", { name: "Pauses" })).toBeVisible();
  await see(page.getByText("waiting for the tow truck").last()).toBeVisible();
  await see(page.getByText("It drove though this should have kept it")).toBeVisible();
  await see(page.getByText(/^Let go by .+, reason: only to the workshop$/)).toBeVisible();
});

test("the list marks a planned trip that would be refused, and no more once it would not", async () => {
  const trip = await aTrip(testApp, { from: 48 });
  const ready = await aTrip(testApp, { from: 49 });
  const hold = await saved(
    manager.post("/api/fleet/vehicle-holds", { vehicleId: trip["vehicleId"], reason: "mirror broken" }),
  );
  await visit(page, `${testApp.base}/fleet/trips`);
  const row = ({ tripNumber }: Body) => page.locator("[role=row][data-index]").filter({ hasText: String(tripNumber) });
  await see(row(trip).getByText("not ready")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await see(row(trip).getByText("not ready"), "as well on a phone").toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await see(row(ready)).toBeVisible();
  await see(row(ready).getByText("not ready")).toHaveCount(0);
  await saved(decide(manager, `/api/fleet/vehicle-holds/${hold.id}/close`, { reason: "new mirror" }));
  await see(row(trip).getByText("not ready")).toHaveCount(0);
});

test("a trip pauses and goes on at a press each; it is completed from the menu while stops are open", async () => {
  const trip = await aTrip(testApp, { from: 0.1, steps: ["plan", "dispatch", "start"] });
  await visit(page, `${testApp.base}/fleet/trips/details?id=${trip.id}`);
  await see(page.getByText("on its way")).toBeVisible();
  await see(page.getByRole("link", { name: "Call driver" })).toHaveAttribute("href", "tel:+31655501234");
  await see(page.getByRole("button", { name: "Complete" })).toHaveCount(0);
  await page.getByRole("button", { name: "Pause" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("a rest of 45 minutes");
  await dialog.getByRole("button", { name: "Pause" }).click();
  await see(page.getByText(/^paused since/)).toBeVisible();
  await see(page.getByText("on its way")).toHaveCount(0);
  await page.getByRole("button", { name: "Resume" }).click();
  await see(page.getByText("on its way")).toBeVisible();
  await see(page.getByRole("listitem").filter({ hasText: "a rest of 45 minutes" })).toContainText("0 min");

  const stops = trip["stops"] as readonly { id: string }[];
  for (const { id } of stops) await saved(manager.post(`${stopsPath}/${id}/skip`, { reason: "closed" }));
  await visit(page, `${testApp.base}/fleet/trips/details?id=${trip.id}`);
  await page.getByRole("button", { name: "Complete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Complete" }).click();
  await see(page.getByText("Completed", { exact: true }).first()).toBeVisible();
});

test("a meter that went further than a vehicle drives in the time is asked about where it is typed; the page says what was driven", async () => {
  const trip = await aTrip(testApp, { from: 0.1, steps: ["plan", "dispatch"] });
  await saved(manager.post(`${tripsPath}/${trip.id}/start`, { meterValue: "1000" }));
  await visit(page, `${testApp.base}/fleet/trips/details?id=${trip.id}`);
  await page.getByRole("button", { name: "More steps" }).click();
  await page.getByRole("menuitem", { name: "Abort" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("road closed");
  await dialog.getByLabel("What the meter shows").fill("9000");
  const right = dialog.getByRole("switch", { name: "It is right, though it is far" });
  await see(right).toHaveCount(0);
  const send = dialog.getByRole("button", { name: "Abort" });
  await send.click();
  await see(dialog.getByText("that is 8000 km in 1 day. Confirm it if it is right.")).toBeVisible();
  await right.click();
  await see(right).toBeChecked();
  await send.click();
  await see(dialog).toHaveCount(0);
  await see(page.getByRole("region", { name: "Meters" }).getByText("8,000 km")).toBeVisible();
});

test("each stop says how it stands against its plan, when the next ones are expected and how long somebody waits; the load is a share of what may be carried", async () => {
  const { id: vehicleId } = await aVehicle(manager, { payloadKg: "8000" });
  const trip = await aTrip(testApp, { from: 0.1, vehicleId, loadKg: "6000", steps: ["plan", "dispatch", "start"] });
  const [depot, baker] = trip["stops"] as { id: string }[];
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const plan = "update trip_stops set planned_arrival = $2, window_start = $2, window_end = $3 where id = $1";
  await asSuper(testApp, plan, [depot?.id, at(-45), at(10)]);
  await asSuper(testApp, plan, [baker?.id, at(30), at(50)]);
  await saved(manager.post(`${stopsPath}/${depot?.id ?? ""}/arrive`));
  await visit(page, `${testApp.base}/fleet/trips/details?id=${trip.id}`);
  await see(page.getByText("75 % of payload")).toBeVisible();
  const stopOf = (name: string) =>
    page.getByRole("list", { name: "Stops" }).getByRole("listitem").filter({ hasText: name });
  await see(stopOf("Depot").getByText("Pickup, Arrived")).toBeVisible();
  await see(stopOf("Depot").getByText(/^[+]4[56] min$/)).toBeVisible();
  await see(stopOf("Baker").getByText("Dropoff, Pending")).toBeVisible();
  await see(stopOf("Baker").getByText(/^2[56] min late$/)).toBeVisible(); // after its window, as the head of the trip says
  await see(stopOf("Baker").getByText(/^ETA /)).toBeVisible();
  await see(stopOf("Baker").getByText(/^Awaited .+ – /)).toBeVisible();
  await stopOf("Depot").getByRole("button", { name: "Done" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await see(stopOf("Depot").getByText("Pickup, Completed")).toBeVisible();
  await see(stopOf("Baker").getByText("Dropoff, En route")).toBeVisible();
  await saved(manager.post("/api/fleet/vehicle-holds", { vehicleId, reason: "the recall of the brakes" }));
  await see(page.getByText("It is on the road, and would not be dispatched as it is now")).toBeVisible();
  await visit(page, `${testApp.base}/fleet/trips?q=${String(trip["tripNumber"])}`);
  await see(page.getByText("may not drive")).toBeVisible();
});

test("what a trip is to leave with and is still out is told on its page, with the way to who has it", async () => {
  const out = await aTrip(testApp, { from: 1, hours: 2, steps: ["plan", "dispatch", "start"] });
  const next = await aTrip(testApp, { from: 3.2, vehicleId: out["vehicleId"], steps: ["plan", "dispatch"] });
  await asSuper(
    testApp,
    "update trips set planned_start = planned_start - interval '200 minutes', planned_end = planned_end - interval '200 minutes', actual_start = now() - interval '140 minutes' where id = $1",
    [out.id],
  );
  await asSuper(testApp, "update trips set planned_start = now() + interval '10 minutes' where id = $1", [next.id]);
  await visit(page, `${testApp.base}/fleet/trips/details?id=${next.id}`);
  const note = page.getByRole("status").filter({ hasText: "What this trip is to leave with is still out" });
  await see(note).toContainText(`${String(out["vehicleName"])} on ${String(out["tripNumber"])}, expected back`);
  await see(page.getByRole("button", { name: "Start" })).toHaveCount(0); // the other one ends first
  await note.getByRole("link", { name: String(out["tripNumber"]) }).click();
  await see(page.getByText("Others need what this trip has before it is back")).toBeVisible();
  await see(page.getByText("20 min behind plan")).toBeVisible();
});

test("another vehicle that should stay in the yard is refused with why, and goes in the same dialog with who answers for it", async () => {
  const trip = await aTrip(testApp, { from: 0.1, steps: ["plan", "dispatch", "start"] });
  const { id: vehicleId } = await aVehicle(manager, { unitNumber: "HELD-1" });
  const hold = (reason: string) => saved(manager.post(`${vehiclesPath}/${vehicleId}/hold`, { reason }));
  await hold("a lamp");
  const open = async (by: Page) => {
    await visit(by, `${testApp.base}/fleet/trips/details?id=${trip.id}`);
    await by.getByRole("button", { name: "Change", exact: true }).click();
    await see(by.getByRole("menuitem")).toHaveText(["Change vehicle", "Change driver", "Change trailer"]);
    await by.getByRole("menuitem", { name: "Change vehicle" }).click();
    const dialog = by.getByRole("dialog");
    await dialog.getByLabel("Goes on with").fill("HELD-1");
    await by.getByRole("option", { name: "HELD-1" }).click();
    await dialog.getByLabel("Reason").fill("the other one broke down");
    await dialog.getByRole("button", { name: "Change vehicle" }).click();
    await see(dialog.getByText("may not leave: a lamp")).toBeVisible();
    return dialog;
  };
  const theirs = await open(await testApp.signedIn("dispatcher@alpha.example"));
  await see(theirs.getByRole("button", { name: "Change vehicle", exact: true })).toBeVisible(); // not theirs to answer for

  const dialog = await open(page);
  await hold("brakes have failed");
  const anyway = dialog.getByRole("button", { name: "Change vehicle anyway" });
  await anyway.click();
  await see(dialog.getByText("may not leave: brakes have failed")).toBeVisible();
  await see(dialog.getByText("may not leave: a lamp")).toBeVisible();
  await see(dialog.getByLabel("Reason")).toHaveValue("the other one broke down");
  await anyway.click();
  await see(dialog).toHaveCount(0);
  await see(page.getByText(/^It goes on with HELD-1/)).not.toHaveCount(0);
  await see(page.getByText(/^Another vehicle let go by .+, reason: the other one broke down$/)).toBeVisible();
  expect(await saved(manager.get(`${tripsPath}/${trip.id}`))).toMatchObject({ vehicleId, isUnanswered: false });
});

test("of trailers those are offered that can be had, with what they are and where; what stays behind is known, and its load with it", async () => {
  const admin = await testApp.as("COMPANY_ADMIN");
  const yard = await aYard(admin);
  const [trailer, other, broken] = [
    await anAsset(manager, yard),
    await anAsset(manager, yard),
    await anAsset(manager, yard),
  ];
  await saved(manager.post(`${assetsPath}/${broken.id}/send-to-maintenance`, { reason: "brakes" }));
  const water = await saved(
    manager.post("/api/fleet/asset-commodities", { code: "WATER-1", name: "Mineral water", quantityType: "XPX" }),
  );
  await saved(manager.post("/api/fleet/asset-loads", { assetId: trailer.id, commodityId: water.id, quantity: "12" }));
  const trip = await aTrip(testApp, { from: 30, assets: [{ assetId: trailer.id }], steps: ["plan", "dispatch"] });
  await visit(page, `${testApp.base}/fleet/trips/details?id=${trip.id}`);
  const open = async () => {
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByRole("menuitem", { name: "Change trailer" }).click();
  };
  await open();
  const dialog = page.getByRole("dialog");
  await see(dialog.getByLabel("Stays behind")).toHaveValue(`${String(trailer["assetNo"])}, Curtain trailer`);
  await see(dialog.getByText("12 × Mineral water. Where it stays behind its load stays with it")).toBeVisible();
  await dialog.getByLabel("Goes on with").click();
  const offered = page.getByRole("option");
  await see(offered.filter({ hasText: String(other["assetNo"]) })).toContainText("Curtain trailer · Yard · free");
  await see(offered.filter({ hasText: String(broken["assetNo"]) })).toHaveCount(0);
  await see(offered.filter({ hasText: String(trailer["assetNo"]) })).toHaveCount(0);
  await dialog.getByLabel("Goes on with").fill(String(broken["assetNo"]));
  await see(offered.filter({ hasText: String(broken["assetNo"]) })).toContainText("free, but may not leave today");
  await dialog.getByLabel("Goes on with").fill(String(other["assetNo"]));
  await offered.filter({ hasText: String(other["assetNo"]) }).click();
  await dialog.getByLabel("Reason").fill("tyre is flat");
  await dialog.getByRole("button", { name: "Change trailer" }).click();
  await see(dialog).toHaveCount(0);
  const told = `${String(trailer["assetNo"])} stays behind, ${String(other["assetNo"])} goes along`;
  await see(page.getByText(told)).not.toHaveCount(0);
  await see(page.getByText(String(trailer.id))).toHaveCount(0);
  const attached = async () =>
    ((await saved(manager.get(`${tripsPath}/${trip.id}`))) as unknown as Trip).attached.map(({ assetId }) => assetId);
  expect(await attached()).toEqual([other.id]);

  await open();
  await dialog.getByLabel("Stays behind").click();
  await offered.filter({ hasText: String(other["assetNo"]) }).click(); // not that one: nothing does, and one more goes along
  await see(dialog.getByLabel("Stays behind")).toHaveValue("");
  await dialog.getByLabel("Goes on with").fill(String(trailer["assetNo"]));
  await offered.filter({ hasText: String(trailer["assetNo"]) }).click();
  await dialog.getByLabel("Reason").fill("it is mended");
  await dialog.getByRole("button", { name: "Change trailer" }).click();
  await see(page.getByText(`${String(trailer["assetNo"])} goes along`, { exact: true })).not.toHaveCount(0);
  expect((await attached()).toSorted()).toEqual([other.id, trailer.id].toSorted());
});

test("a delivery that is too much for a trip is refused with why, and goes on it in the same dialog with who answers for it", async () => {
  const { id: vehicleId } = await aVehicle(manager, { payloadKg: "1000" });
  const trip = await aTrip(testApp, { from: 0.1, vehicleId, steps: ["plan", "dispatch"] });
  const commodity = { code: "STEEL", name: "Steel", quantityType: "XPX", unitWeightKg: "600" };
  const { id: commodityId } = await saved(manager.post("/api/fleet/asset-commodities", commodity));
  const lines = [{ commodityId, unit: "XPX", plannedQuantity: "2" }];
  const { id } = await aFleetDelivery(testApp, { pickupAddress: "Kade 1, Tilburg", lines });
  await visit(page, `${testApp.base}/fleet/deliveries/details?id=${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Put on a trip" }).click();
  await dialog.getByRole("combobox", { name: "Trip" }).click();
  const option = page.getByRole("option", { name: String(trip["tripNumber"]) });
  for (const said of [trip["vehicleName"], trip["driverName"]]) await see(option).toContainText(String(said));
  await option.click();
  await dialog.getByRole("button", { name: "Put on a trip" }).click();
  await see(dialog.getByText("may carry 1,000 kg, and 1,200 kg are planned")).toBeVisible();
  await see(dialog.getByRole("combobox", { name: "Trip" })).toHaveValue(String(trip["tripNumber"]));
  await dialog.getByLabel("Reason").fill("half of it stays on the second trailer");
  await dialog.getByRole("button", { name: "Put on the trip anyway" }).click();
  await see(dialog).toHaveCount(0);
  expect(await saved(manager.get(`${fleetDeliveriesPath}/${id}`))).toMatchObject({ tripId: trip.id });
  await visit(page, `${testApp.base}/fleet/trips/details?id=${trip.id}`);
  await see(page.getByText(/^A delivery put on it anyway by .+, reason: half of it stays/)).toBeVisible();
});
