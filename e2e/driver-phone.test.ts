import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { asSuper, type Body, type Client } from "#main/testing/test-app.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see, untilIdle } from "#main/testing/browser.ts";
import {
  checkAll,
  leaveStop,
  onTheRoad,
  openTrip,
  phoneOf,
  press,
  sign,
  signIn,
  waits,
  workerOf,
} from "#main/testing/driver-phone.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { saved } from "#main/testing/records/orders.ts";
import { webBuild } from "#main/app.ts";
import { tripsPath } from "#main/testing/records/trips.ts";

// A build of its own, for the newer version of it.
const webFolder = temporaryFolder();
let testApp: BrowserApp;
let dispatcher: Client;
beforeAll(async () => {
  cpSync(webBuild, webFolder, { recursive: true });
  testApp = await startBrowserApp({ webFolder, hasOwnBrowser: true });
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());
beforeEach(() => onTestFailed(() => testApp.shoot("driver-phone")));

const read = (id: string): Promise<Body> => saved(dispatcher.get(`${tripsPath}/${id}`));
const statesOf = async (id: string) => ((await read(id))["stops"] as Body[]).map(({ status }) => status);

/**
 * The browser lets a newer worker answer only once the older one is idle: at once as a rule, and where it counts a call of the page
 * that was left as one that is still answered, after five minutes.
 */
const keptNow = `${workerOf}.then(async (worker) => ({
  programs: (await caches.keys()).filter((name) => name.startsWith("waybill-shell-")),
  isWaiting: Boolean(worker.waiting),
  isInstalling: Boolean(worker.installing),
}))`;
const isControlled = "navigator.serviceWorker.controller !== null";

async function start(page: Page, trip: Body): Promise<void> {
  await openTrip(page, trip);
  await press(page, "I take this trip");
  await press(page, "Start");
  await page.getByLabel("What the meter shows").fill("1000");
  await checkAll(page);
  await press(page, "Start the trip");
  await see(page.getByText("Next stop, 1 of 2")).toBeVisible();
  await expect.poll(() => statesOf(trip.id)).toEqual(["en_route", "pending"]); // the server has it, not the phone alone
}

async function signOut(page: Page): Promise<void> {
  await page.locator("header button").filter({ hasText: "Driving Person" }).last().click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await page.waitForURL(`${testApp.base}/`); // the server has ended the session, too
}

/** The server takes nothing of this driver for now: they have reported more today than anybody does. */
const close = (trip: Body) =>
  asSuper(
    testApp,
    `insert into driver_actions (company_id, id, status, outcome, kind, trip_id, driver_id, user_id, phone_at, offset_ms, happened_at, is_applied)
      select t.company_id, gen_random_uuid(), 'settled', 'applied', 'resume', t.id, t.driver_id, t.id, now(), 0, now(), true
      from trips t, generate_series(1, 2000) where t.id = $1`,
    [trip.id],
  );
const reopen = (trip: Body) =>
  asSuper(testApp, "delete from driver_actions where trip_id = $1 and user_id = trip_id", [trip.id]);

test("a driver makes two stops without a network, and the server knows them once it is back, in their order and with their times", async () => {
  const { trip, email } = await onTheRoad(testApp);
  const { context, page } = await phoneOf(testApp, email);
  await start(page, trip);
  await waits(page, 0);
  await expect.poll(() => statesOf(trip.id)).toEqual(["en_route", "pending"]);

  await context.setOffline(true);
  await press(page, "I have arrived");
  await press(page, "Done here");
  await press(page, "I have arrived");
  await press(page, "It did not work here");
  await press(page, "Nobody was there");
  await press(page, "Report");
  await see(page.getByText("Every stop is made")).toBeVisible();
  await waits(page, 4);
  expect(await statesOf(trip.id)).toEqual(["en_route", "pending"]);

  await context.setOffline(false);
  await waits(page, 0);
  await expect.poll(() => statesOf(trip.id)).toEqual(["completed", "failed"]);
  const rows = await asSuper<{ kind: string; outcome: string }>(
    testApp,
    "select kind, outcome from driver_actions where trip_id = $1 order by phone_at",
    [trip.id],
  );
  expect(rows.map(({ kind }) => kind)).toEqual([
    "acknowledge",
    "start",
    "arrive",
    "complete_stop",
    "arrive",
    "fail_stop",
  ]);
  expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(["applied"]));
});

test("a page that is killed without a network loses nothing, opens again without it, and goes on", async () => {
  const { trip, email } = await onTheRoad(testApp);
  const { context, page } = await phoneOf(testApp, email);
  await start(page, trip);
  await waits(page, 0);
  await context.setOffline(true);
  await press(page, "I have arrived");
  await see(page.getByText("At stop 1 of 2")).toBeVisible();
  await waits(page, 1);
  // A toast goes by itself: what was said for a moment counts, too.
  await page.addInitScript(`addEventListener("DOMContentLoaded", () =>
    new MutationObserver(() => {
      if (/could not be reached/.test(document.body.innerText)) window.toldOfNoServer = true;
    }).observe(document.body, { childList: true, subtree: true }))`);
  await page.reload();
  await waits(page, 1);
  await untilIdle(page);
  expect(await page.evaluate("window.toldOfNoServer ?? false"), "it is kept here: nothing failed").toBe(false);
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await again.goto(`${testApp.base}/fleet/my-trips?id=${trip.id}`);
  await see(again.getByText("At stop 1 of 2")).toBeVisible();
  await waits(again, 1);
  await press(again, "Done here");
  await waits(again, 2);
  await context.setOffline(false);
  await waits(again, 0);
  await expect.poll(() => statesOf(trip.id)).toEqual(["completed", "en_route"]);
});

test("the next driver on the phone sees and sends nothing of the one before, who finds it when they are back", async () => {
  const [first, second] = [await onTheRoad(testApp), await onTheRoad(testApp)];
  const { context, page } = await phoneOf(testApp, first.email);
  await start(page, first.trip);
  await waits(page, 0);
  await close(first.trip);
  await press(page, "I have arrived");
  await waits(page, 1);
  await signOut(page);
  await reopen(first.trip);

  await signIn(testApp, page, second.email);
  await see(page.getByRole("link", { name: String(second.trip["tripNumber"]) })).toBeVisible();
  await see(page.getByRole("link", { name: String(first.trip["tripNumber"]) })).toHaveCount(0);
  await waits(page, 0);
  // What lies there is no text that somebody could read, and the key to it is gone.
  const kept = (await page.evaluate(`new Promise((resolve) => {
    const request = indexedDB.open("waybill-phone");
    request.onsuccess = () => {
      const all = request.result.transaction(["keys", "reports"]);
      const [keys, reports] = ["keys", "reports"].map((name) => all.objectStore(name).getAll());
      all.oncomplete = () => {
        request.result.close();
        resolve({ keys: keys.result.length, reports: reports.result.map(({ sealed }) => Object.keys(sealed).sort()) });
      };
    };
  })`)) as { keys: number; reports: string[][] };
  expect(kept.keys).toBe(1);
  expect(kept.reports.length).toBeGreaterThan(0);
  for (const sealed of kept.reports) expect(sealed).toEqual(["data", "iv"]);
  expect(await statesOf(first.trip.id)).toEqual(["en_route", "pending"]);

  await signOut(page);
  await signIn(testApp, page, first.email);
  await waits(page, 0);
  await expect.poll(() => statesOf(first.trip.id)).toEqual(["arrived", "pending"]);
  await context.close();
});

test("a phone whose first opening failed opens once somebody tries again", async () => {
  const { trip, email } = await onTheRoad(testApp);
  const { context, page } = await testApp.open({ width: 390, height: 844 });
  await page.route("**/api/fleet/my-phone-key", (route) => route.abort());
  await signIn(testApp, page, email);
  await see(page.getByText("Your trips did not load")).toBeVisible();
  await page.unroute("**/api/fleet/my-phone-key");
  await press(page, "Try again");
  await see(page.getByRole("link", { name: String(trip["tripNumber"]) })).toBeVisible();
  await start(page, trip);
  await context.close();
});

test("what waits goes on in a newer version of the product, whose worker takes over and keeps nothing of the older", async () => {
  const { trip, email } = await onTheRoad(testApp);
  const { page } = await phoneOf(testApp, email);
  await start(page, trip);
  await waits(page, 0);
  await close(trip);
  await press(page, "I have arrived");
  await waits(page, 1);
  const worker = join(webFolder, "worker.js");
  for (const packed of [".br", ".gz"]) rmSync(`${worker}${packed}`);
  writeFileSync(worker, readFileSync(worker, "utf8").replace(/"build":"\w+"/, '"build":"newer"'));
  await page.evaluate(`${workerOf}.then((worker) => worker.update()).then(() => undefined)`);
  await reopen(trip);
  await untilIdle(page); // of a page left while it loads, the browser now and then keeps a call that keeps the older worker
  await page.reload();
  await untilIdle(page);
  await expect
    .poll(() => page.evaluate(keptNow), { timeout: 400_000, interval: 1000 })
    .toEqual({ programs: ["waybill-shell-newer"], isWaiting: false, isInstalling: false });
  await waits(page, 0);
  await expect.poll(() => statesOf(trip.id)).toEqual(["arrived", "pending"]);
}, 480_000);

test("the worker answers for the driver's screen alone: every other page asks the server itself, and an older worker for all of them goes", async () => {
  const { email } = await onTheRoad(testApp);
  const { context, page } = await phoneOf(testApp, email);
  await page.goto(`${testApp.base}/fleet/my-trips`);
  expect(await page.evaluate(isControlled)).toBe(true);
  await see(page.locator("link[rel=manifest]")).toHaveAttribute("href", "/driver.webmanifest");
  const { start_url: start } = (await (await page.request.get(`${testApp.base}/driver.webmanifest`)).json()) as Body;
  expect(start).toBe("/fleet/my-trips");
  await page.goto(`${testApp.base}/no-such-page`);
  expect(await page.evaluate(isControlled)).toBe(false);

  const all =
    "navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => new URL(scope).pathname))";
  await page.evaluate("navigator.serviceWorker.register('/worker.js').then(() => undefined)");
  expect(await page.evaluate(all)).toContain("/");
  await page.goto(`${testApp.base}/fleet/my-trips`);
  await expect.poll(() => page.evaluate(all)).toEqual(["/fleet/my-trips"]);
  await context.close();
});

test("a delivery is proved by a signature that was given without a network", async () => {
  const { trip, email, driver } = await onTheRoad(testApp, { steps: [] });
  const delivery = await aFleetDelivery(testApp, { proofsRequired: ["signature"] });
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId: trip.id }));
  for (const name of ["plan", "dispatch"]) await saved(dispatcher.post(`${tripsPath}/${trip.id}/${name}`));
  expect((await read(trip.id))["driverId"]).toBe(driver.id);
  const { context, page } = await phoneOf(testApp, email);
  await openTrip(page, trip);
  await press(page, "I take this trip");
  await press(page, "Start");
  await checkAll(page);
  await press(page, "Start the trip");
  await waits(page, 0);
  await context.setOffline(true);
  const here = page.getByRole("region", { name: String(delivery["deliveryNumber"]), exact: true });
  const stops = ((await read(trip.id))["stops"] as Body[]).length;
  for (let n = 0; n < stops && !(await here.isVisible()); n += 1) {
    await press(page, "I have arrived");
    await see(page.getByRole("button", { name: "Done here" })).toBeVisible();
    if (!(await here.isVisible())) await leaveStop(page);
  }
  await press(page, "All of it delivered");
  await press(page, "Take proof of delivery");
  await page.getByLabel("Signed by").fill("Femke de Wit");
  await sign(page);
  await press(page, "Keep the proof");
  await see(page.getByRole("button", { name: "Add a proof" })).toBeVisible();
  await context.setOffline(false);
  await waits(page, 0);
  await expect
    .poll(async () => (await saved(dispatcher.get(`${fleetDeliveriesPath}/${delivery.id}`)))["proofs"])
    .toMatchObject([{ type: "signature", signerName: "Femke de Wit", fileId: expect.any(String) }]);
  expect(testApp.faults).toEqual([]);
});

test("what nobody has told of a stop that is done is asked for still; what was told wrongly is told again, on the phone and at the desk", async () => {
  const { trip, email } = await onTheRoad(testApp, { steps: [] });
  const delivery = await aFleetDelivery(testApp);
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId: trip.id }));
  for (const name of ["plan", "dispatch"]) await saved(dispatcher.post(`${tripsPath}/${trip.id}/${name}`));
  const { page } = await phoneOf(testApp, email);
  await openTrip(page, trip);
  await press(page, "I take this trip");
  await press(page, "Start");
  await checkAll(page);
  await press(page, "Start the trip");
  const stops = ((await read(trip.id))["stops"] as Body[]).length;
  for (let n = 0; n < stops; n += 1) {
    await press(page, "I have arrived");
    await leaveStop(page);
  }
  const status = async () => (await saved(dispatcher.get(`${fleetDeliveriesPath}/${delivery.id}`))).status;
  const untold = page.getByRole("region", { name: "Not told yet" });
  await untold.getByRole("button", { name: "All of it delivered" }).click();
  await expect.poll(status).toBe("delivered");
  await see(untold).toHaveCount(0);
  await page.getByText("Reported: 1").click();
  await press(page, "That was wrong");
  await press(page, "Short or over");
  await see(page.getByRole("button", { name: "Report" })).toBeDisabled();
  await page.getByLabel("Flour, 25 kg bag (bags)").fill("10");
  await see(page.getByText("2 bags short")).toBeVisible();
  await page.getByLabel("How much of Flour, 25 kg bag is damaged").fill("1");
  await press(page, "Damaged");
  await see(page.getByLabel("Why Flour, 25 kg bag is not as planned")).toHaveValue("Damaged");
  await press(page, "Report");
  await expect.poll(status).toBe("partly_delivered");

  const desk = await testApp.signedIn("dispatcher@alpha.example");
  await desk.goto(`${testApp.base}/fleet/deliveries/details?id=${delivery.id}`);
  await press(desk, "Correct the outcome");
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Outcome").click();
  await desk.getByRole("option", { name: "Failed" }).click();
  await dialog.getByRole("button", { name: "Correct the outcome" }).click();
  await see(dialog.getByText("Say why it failed.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("the pallet was for somebody else");
  await dialog.getByRole("button", { name: "Correct the outcome" }).click();
  await expect.poll(status).toBe("failed");
  await see(
    desk.getByRole("button", { name: "Try again on this trip" }).or(desk.getByText("More steps")),
  ).toBeVisible();
  expect(testApp.faults).toEqual([]);
});

test("who has no trip today reads which comes next, and calls the company with one touch; without a network as well", async () => {
  await asSuper(testApp, "update companies set phone = '+31 13 555 01 00' where id = $1", [testApp.companies.a]);
  const { trip, email, driver } = await onTheRoad(testApp, { from: 72, steps: ["plan"] });
  const { context, page } = await phoneOf(testApp, email);
  const number = String(trip["tripNumber"]);
  await see(page.getByText(`${number} is planned for you and leaves`)).toBeVisible();
  await see(page.getByRole("link", { name: /^Call / })).toHaveAttribute("href", "tel:+31135550100");
  await saved(dispatcher.post(`${tripsPath}/${trip.id}/dispatch`));
  expect((await read(trip.id))["driverId"]).toBe(driver.id);
  await see(page.getByText(`Your next one is ${number}. It leaves`)).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await see(page.getByText(`Your next one is ${number}. It leaves`)).toBeVisible();
  await see(page.getByRole("link", { name: /^Call / })).toBeVisible();
  await context.close();
});
