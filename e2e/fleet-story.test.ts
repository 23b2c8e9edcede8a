import type { BrowserContext, Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, linkIn, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { leaveStop } from "#main/testing/driver-phone.ts";
import { wallTime } from "#shared/format/wall-time.ts";
import { aYard, booked } from "#main/testing/records/docks.ts";
import { aDocument, typeCalled, verified } from "#main/testing/records/documents.ts";
import { dayIn } from "#main/testing/records/drivers.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { orderRecords, saved, sentOrder } from "#main/testing/records/orders.ts";
import { anActiveDriverAtWork, inHours, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { visit } from "#main/testing/screens.ts";
import { asSuper, testPassword, type Body, type Client } from "#main/testing/test-app.ts";

let testApp: BrowserApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startBrowserApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
const delivery = (id: unknown): Promise<Body> => saved(dispatcher.get(`${fleetDeliveriesPath}/${String(id)}`));

/** What an order brings to a warehouse of its own in so many hours: the own fleet carries it from Antwerp to the dock there. */
async function carriedTo(warehouse: string, hours: number, proofsRequired: string[] = []) {
  const admin = await testApp.as("COMPANY_ADMIN");
  const yard = await aYard(admin, { location: { name: warehouse } });
  const records = { ...(await orderRecords(admin, { products: 1 })), shipToLocationId: yard.locationId };
  const order = await sentOrder(await testApp.as("WAREHOUSE_MANAGER"), records);
  const [plannedStart, plannedEnd] = [inHours(hours), inHours(hours + 1)];
  const schedule = await booked(await testApp.as("DOCK_SUPERVISOR"), yard, {
    vendorId: records.vendorId,
    plannedStart,
    plannedEnd,
    lines: [{ purchaseOrderItemId: order.items[0]?.id, plannedQty: "8" }],
  });
  const carried = await saved(
    dispatcher.post(fleetDeliveriesPath, {
      deliveryScheduleId: schedule.id,
      pickupAddress: "Haven 9, Antwerpen",
      proofsRequired,
    }),
  );
  const { date } = wallTime(plannedStart, "Europe/Amsterdam");
  const board = `/warehouse/delivery-schedules/calenders?locationId=${yard.locationId}&date=${date}&view=list`;
  return { order, carried, board };
}

/** Somebody writes their name on the glass. */
async function sign(phone: Page, name: string): Promise<void> {
  await phone.getByLabel("Signed by").fill(name);
  const { x = 0, y = 0 } = (await phone.getByRole("img", { name: "Sign here" }).boundingBox()) ?? {};
  await phone.mouse.move(x + 20, y + 20);
  await phone.mouse.down();
  await phone.mouse.move(x + 120, y + 80);
  await phone.mouse.up();
}

/** The phone of a driver who signs in with the password of the tests. */
async function phoneOf(userId: string): Promise<{ context: BrowserContext; page: Page }> {
  const [user] = await asSuper<{ email: string }>(
    testApp,
    "update users set password_hash = (select u.password_hash from users u where u.id = $2) where id = $1 returning email",
    [userId, testApp.users.BUYER],
  );
  const { context, page } = await testApp.open({ width: 390, height: 844 });
  await page.goto(`${testApp.base}/login`);
  await page.getByLabel("Email").fill(user?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await see(page.getByRole("heading", { name: "My trips" })).toBeVisible();
  const worker = "navigator.serviceWorker.getRegistration('/fleet/my-trips')";
  await expect.poll(() => page.evaluate(`${worker}.then((found) => found?.active?.state === "activated")`)).toBe(true);
  return { context, page };
}

async function choose(page: Page, what: string, who: string): Promise<void> {
  const limits = page.getByRole("region", { name: "Vehicle and people" });
  await limits.getByRole("button", { name: `Choose: ${what}` }).click();
  await limits.getByLabel(`Search: ${what}`).fill(who);
  await limits.getByRole("button", { name: `Choose ${who}` }).click();
}

test("three deliveries, two of them of orders of two warehouses, on one trip: it waits for a paper, is driven partly without a network, and each who looks sees what is known", async () => {
  const desk = await testApp.signedIn("dispatcher@alpha.example");
  onTestFailed(() => testApp.shoot("fleet-story"));
  const manager = await testApp.as("FLEET_MANAGER");
  const { driver, userId } = await anActiveDriverAtWork(testApp);
  const vehicle = await aVehicle(manager, { unitNumber: "STORY-1" });
  const inspection = { vehicleId: vehicle.id, expiresOn: dayIn(1), number: "APK-1" };
  const paper = await aDocument(dispatcher, await typeCalled(manager, "INSPECTION"), null, inspection);
  await verified(manager, paper.id);
  const north = await carriedTo("Hal Noord", 49);
  const south = await carriedTo("Hal Zuid", 51, ["photo", "signature"]);
  const [whole, part] = [north.carried, south.carried];
  const none = await aFleetDelivery(testApp, {
    consigneeName: "Claes",
    consigneeEmail: "claes@example.org",
    pickupAddress: "Kade 1, Tilburg",
    windowStart: inHours(53),
    windowEnd: inHours(55),
  });
  const all = [whole, part, none];

  // The plan, and what keeps it.
  await visit(desk, `${testApp.base}/fleet/deliveries`);
  for (const one of all)
    await desk
      .getByRole("row", { name: String(one["deliveryNumber"]) })
      .getByRole("checkbox")
      .click();
  await desk.getByRole("link", { name: "Plan a trip with 3" }).click();
  await choose(desk, "Vehicle", "STORY-1");
  await choose(desk, "Driver", `${String(driver["firstName"])} ${String(driver["lastName"])}`);
  await press(desk, "Plan the trip");
  await desk.waitForURL(/\/fleet\/trips\/details\?id=/);
  const tripPage = desk.url();
  const tripId = new URL(tripPage).searchParams.get("id") ?? "";
  const status = async () => (await saved(dispatcher.get(`${tripsPath}/${tripId}`))).status;
  await see(desk.getByText("Would not be dispatched as it is now")).toBeVisible();
  await see(desk.getByText(/Roadworthiness inspection/)).toBeVisible();
  const dispatchAsItIs = async () => {
    await see(desk.getByRole("button", { name: "Dispatch", exact: true })).toHaveCount(0);
    await press(desk, "More steps");
    await desk.getByRole("menuitem", { name: "Dispatch", exact: true }).click();
  };
  await dispatchAsItIs();
  await see(desk.getByText("Something keeps this trip from leaving.")).toBeVisible();
  expect(await status()).toBe("planned");

  await visit(desk, `${testApp.base}/fleet/documents/details?id=${paper.id}`);
  await press(desk, "Renew");
  const [year, month, day] = dayIn(360).split("-");
  await desk.getByRole("dialog").getByLabel("Expires on").fill(`${day}/${month}/${year}`);
  await desk.getByRole("dialog").getByRole("button", { name: "Renew" }).click();
  await see(desk.getByText("It has no file yet: attach the paper, then somebody else checks it.")).toBeVisible();
  await see(desk.getByText("None yet. Drop one here: PDF, picture or spreadsheet.")).toBeVisible();
  const scan = { name: "inspection.png", mimeType: "image/png", buffer: await desk.screenshot() };
  await desk.getByLabel("File", { exact: true }).setInputFiles(scan);
  await see(desk.getByRole("link", { name: "inspection.png" })).toBeVisible();
  const renewal = desk.url();
  await visit(desk, tripPage);
  await dispatchAsItIs();
  await see(desk.getByText("Something keeps this trip from leaving.")).toBeVisible();
  expect(await status()).toBe("planned");

  const office = await testApp.signedIn("fleet-manager@alpha.example");
  await visit(office, renewal);
  await press(office, "Verify");
  await see(office.getByText("Verified").first()).toBeVisible();
  await visit(desk, tripPage);
  await see(desk.getByText("Would not be dispatched as it is now")).toHaveCount(0);
  await press(desk, "Dispatch");
  await expect.poll(status).toBe("dispatched");

  // Who looks after the docks sees which trip comes, and when.
  const [atNorth, atSouth] = [
    await testApp.signedIn("dock-supervisor@alpha.example"),
    await testApp.signedIn("dock-supervisor@alpha.example"),
  ];
  const { tripNumber } = await saved(dispatcher.get(`${tripsPath}/${tripId}`));
  const onBoard = (board: Page, told: string) =>
    see(board.getByText(new RegExp(`^${String(tripNumber)}, STORY-1 .+: ${told} `)));
  await visit(atNorth, `${testApp.base}${north.board}`);
  await visit(atSouth, `${testApp.base}${south.board}`);
  await onBoard(atNorth, "expected").toBeVisible();
  await onBoard(atSouth, "expected").toBeVisible();

  // The road: both are loaded, then the network is gone for two stops.
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${none.id}/share`));
  const { context, page: phone } = await phoneOf(userId);
  await phone.getByRole("link", { name: String(tripNumber) }).click();
  await press(phone, "I take this trip");
  await press(phone, "Start");
  await see(phone.getByRole("checkbox")).toHaveCount(5);
  for (const looked of await phone.getByRole("checkbox").all()) await looked.check();
  await press(phone, "Start the trip");
  for (const _pickup of ["Tilburg", "Antwerpen"]) {
    await press(phone, "I have arrived");
    await leaveStop(phone);
  }
  await see(phone.locator('[data-waiting="0"]')).toBeVisible();
  for (const one of all) await expect.poll(async () => (await delivery(one.id)).status).toBe("out_for_delivery");
  await context.setOffline(true);
  await press(phone, "I have arrived");
  await press(phone, "All of it delivered");
  await press(phone, "Done here");
  await press(phone, "I have arrived");
  await press(phone, "Short or over");
  await phone.getByLabel(/^Product 1 of /).fill("6");
  await phone.getByLabel(/^Why Product 1 of .* is not as planned/).fill("two boxes were wet");
  await press(phone, "Report");
  await press(phone, "Take proof of delivery");
  await phone.getByLabel("Photo").setInputFiles({ ...scan, name: "photo.png" });
  await press(phone, "Keep the proof");
  await press(phone, "Take proof of delivery");
  await sign(phone, "Femke de Wit");
  await press(phone, "Keep the proof");
  await press(phone, "Done here");
  for (const one of [whole, part]) expect((await delivery(one.id)).status).toBe("out_for_delivery");
  await see(desk.getByText("Out for delivery")).toHaveCount(3);
  await see(desk.getByRole("listitem").filter({ hasText: "Hal Noord" }).getByText("En route")).toBeVisible();
  await onBoard(atNorth, "expected").toBeVisible();

  await context.setOffline(false);
  await see(phone.locator('[data-waiting="0"]')).toBeVisible();
  await see(desk.getByText("Delivered", { exact: true })).toBeVisible(); // told at once, on a page that was open before
  await see(desk.getByText("Partly delivered")).toBeVisible();
  // The board asks every half minute: its readers are told of no trips.
  await onBoard(atNorth, "left").toBeVisible({ timeout: 45_000 });
  await onBoard(atSouth, "left").toBeVisible();
  expect(await delivery(part.id)).toMatchObject({
    status: "partly_delivered",
    proofs: [{ type: "photo" }, { type: "signature", signerName: "Femke de Wit" }],
    lines: [{ plannedQuantity: "8", deliveredQuantity: "6", reason: "two boxes were wet" }],
  });
  await press(phone, "I have arrived");
  await press(phone, "Not delivered");
  await press(phone, "Nobody was there");
  await press(phone, "Report");
  await press(phone, "Done here");
  await press(phone, "End the trip");
  await press(phone, "End the trip");
  await expect.poll(status).toBe("completed");

  // The consignee is told, and it is planned again.
  const { page: visitor } = await testApp.open();
  await visitor.goto(linkIn(await testApp.mailTo("claes@example.org", String(none["deliveryNumber"]))));
  await see(visitor.getByText(/^It could not be delivered on /)).toBeVisible();
  await see(visitor.getByText("Nobody was there")).toBeVisible();
  await visit(desk, `${testApp.base}/fleet/deliveries/details?id=${none.id}`);
  await press(desk, "Try again");
  await desk.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
  await see(desk.getByRole("link", { name: "Plan a trip" })).toBeVisible();
  expect(await delivery(none.id)).toMatchObject({ status: "unassigned", attemptNo: 2 });
  expect(testApp.faults).toEqual([]);
});
