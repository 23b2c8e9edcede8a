import type { Page } from "playwright/test";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { asSuper, type Body, type Client } from "#main/testing/test-app.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriver, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";

let testApp: BrowserApp;
let dispatcher: Client;
let page: Page;
/** Tomorrow, where the company is. */
let tomorrow: { date: string; from: number; timezone: string };
let rounds = 0;
/** Two vehicles of a name that finds them, and a trip of the first from 10:00 to 14:00. */
let tag: string;
let trip: Body;

beforeAll(async () => {
  testApp = await startBrowserApp();
  dispatcher = await testApp.as("DISPATCHER");
  page = await testApp.signedIn("dispatcher@alpha.example");
  const { day, timezone } = await saved(dispatcher.get(`${tripsPath}/timeline`));
  const { until } = day as unknown as { until: string }; // as the contract says
  const date = new Date(Date.parse(until) + 12 * 3_600_000).toISOString().slice(0, 10);
  tomorrow = { date, from: Date.parse(until), timezone: String(timezone) };
});
afterAll(() => testApp.close());

const at = (hours: number) => new Date(tomorrow.from + hours * 3_600_000).toISOString();
/** What the company's clock shows then: "11:00 – 15:00", but for two days of the year. */
const clock = (from: number, until: number) =>
  [from, until]
    .map((hours) =>
      new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: tomorrow.timezone }).format(new Date(at(hours))),
    )
    .join(" – ");
const unit = (n: number) => `${tag}-${n}`;
const row = (n: number, on = page) => on.getByRole("region", { name: unit(n), exact: true });
const barIn = (n: number, one = trip, on = page) => row(n, on).locator(`[data-trip="${String(one["tripNumber"])}"]`);
const vehicleOf = async (one = trip) => (await saved(dispatcher.get(`${tripsPath}/${one.id}`)))["vehicleId"];

async function aPlannedTrip(vehicleId: string, hours: number, steps = ["plan"]): Promise<Body> {
  const { id: driverId } = await anActiveDriver(testApp);
  const stop = (kind: string, name: string, hour: number) => ({
    kind,
    name,
    address: "Kade 1",
    plannedArrival: at(hour),
  });
  const stops = [stop("pickup", "Depot", hours), stop("dropoff", "Baker", hours + 2)];
  const body = { vehicleId, driverId, plannedStart: at(hours), plannedEnd: at(hours + 4), stops };
  let one = await saved(dispatcher.post(tripsPath, body));
  for (const step of steps) one = await saved(dispatcher.post(`${tripsPath}/${one.id}/${step}`));
  return one;
}

/** Presses on a bar and goes so many hours along and into another row; whoever calls lets go. */
async function drag(one: Body, { from, to, hours = 0 }: { from: number; to: number; hours?: number }): Promise<void> {
  const [bar, target] = [await barIn(from, one).boundingBox(), await row(to).boundingBox()];
  if (!bar || !target) throw new Error("both are on the screen");
  const hourPx = bar.width / 4;
  await page.mouse.move(bar.x + hourPx, bar.y + bar.height / 2);
  await page.mouse.down();
  await page.mouse.move(bar.x + hourPx + 8, bar.y + bar.height / 2);
  await page.mouse.move(bar.x + hourPx * (1 + hours), target.y + target.height / 2, { steps: 6 });
}

const vehicles: Body[] = [];
beforeEach(async () => {
  rounds += 1;
  tag = `LINE${rounds}`;
  const manager = await testApp.as("FLEET_MANAGER");
  vehicles.length = 0;
  for (const n of [1, 2]) vehicles.push(await aVehicle(manager, { unitNumber: unit(n) }));
  trip = await aPlannedTrip(vehicles[0]!.id, 10);
  await page.goto(`${testApp.base}/fleet/trips/timeline?date=${tomorrow.date}&q=${tag}`);
  await see(barIn(1)).toBeVisible();
});

test("a planned trip is dragged to another vehicle, a colleague sees it there, and Undo brings it back", async () => {
  onTestFailed(() => testApp.shoot("timeline-drag"));
  const colleague = await testApp.signedIn("fleet-manager@alpha.example");
  await colleague.goto(page.url());
  await see(barIn(1, trip, colleague)).toBeVisible();
  await drag(trip, { from: 1, to: 2, hours: 1 });
  await see(
    page.getByRole("status").getByText(`${String(trip["tripNumber"])}: ${unit(2)}, ${clock(11, 15)}.`),
  ).toBeVisible();
  await see(page.getByText("Enter moves it")).toHaveCount(0); // that is for the keys
  await page.mouse.up();
  await see(barIn(2)).toBeVisible();
  await see(barIn(1)).toHaveCount(0);
  await see(barIn(2, trip, colleague)).toBeVisible();
  expect(await saved(dispatcher.get(`${tripsPath}/${trip.id}`))).toMatchObject({
    vehicleId: vehicles[1]!.id,
    plannedStart: at(11),
    plannedEnd: at(15),
    stops: [{ plannedArrival: at(11) }, { plannedArrival: at(13) }],
  });
  expect(page.url()).toContain("/fleet/trips/timeline"); // what was dragged is not opened
  await page.getByRole("button", { name: "Undo" }).click();
  await see(barIn(1)).toBeVisible();
  expect(await vehicleOf()).toBe(vehicles[0]!.id);
  expect(testApp.faults).toEqual([]);
});

test("a trip that is dropped on another stays where it was, and the sentence names the other", async () => {
  onTestFailed(() => testApp.shoot("timeline-refused"));
  const other = await aPlannedTrip(vehicles[1]!.id, 12);
  const number = String(other["tripNumber"]);
  await see(barIn(2, other)).toBeVisible();
  await drag(trip, { from: 1, to: 2 });
  await see(row(2)).toHaveAttribute("data-refused", "true");
  await see(page.getByRole("status").getByText(`${unit(2)} is on ${number} until`)).toBeVisible();
  await page.mouse.up();
  await see(page.getByRole("alert").getByText(`${unit(2)} is on trip ${number} then.`)).toBeVisible();
  await see(barIn(1)).toBeVisible();
  await see(barIn(2)).toHaveCount(0);
  expect(await vehicleOf()).toBe(vehicles[0]!.id);
});

test("it opens with the rows that need somebody on top; who wants them by their names has the address say so", async () => {
  onTestFailed(() => testApp.shoot("timeline-order"));
  const idle = await aVehicle(await testApp.as("FLEET_MANAGER"), { unitNumber: `${tag}-0` });
  await page.reload();
  const first = page.getByRole("region", { name: new RegExp(`^${tag}-`) }).first();
  const order = page.getByRole("button", { name: "Needs you first" });
  await see(first).toHaveAccessibleName(unit(1));
  await see(order).toHaveAttribute("aria-pressed", "true");
  await order.click();
  await see(first).toHaveAccessibleName(String(idle["unitNumber"]));
  expect(page.url()).toContain("sort=name");
  await page.reload();
  await see(first).toHaveAccessibleName(String(idle["unitNumber"]));
  await order.click();
  await see(first).toHaveAccessibleName(unit(1));
  expect(page.url()).toContain("sort=need");
});

test("the keys do the same: by a quarter of an hour and from row to row, Enter moves it and Escape leaves it", async () => {
  onTestFailed(() => testApp.shoot("timeline-keys"));
  const link = barIn(1).getByRole("link");
  const said = (text: string) => page.getByRole("status").getByText(`${String(trip["tripNumber"])}: ${text}.`);
  await link.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await see(said(`${unit(2)}, ${clock(10.25, 14.25)}`)).toBeVisible();
  await see(page.getByText("Enter moves it there, Escape leaves it where it was.")).toBeVisible();
  await page.keyboard.press("Escape");
  await see(said(`${unit(2)}, ${clock(10.25, 14.25)}`)).toHaveCount(0);
  expect(await vehicleOf()).toBe(vehicles[0]!.id);

  await link.focus();
  for (const key of ["ArrowLeft", "Shift+ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  await see(said(`${unit(2)}, ${clock(9.75, 14)}`)).toBeVisible();
  await page.keyboard.press("Enter");
  await see(barIn(2)).toBeVisible();
  expect(await saved(dispatcher.get(`${tripsPath}/${trip.id}`))).toMatchObject({
    vehicleId: vehicles[1]!.id,
    plannedStart: at(9.75),
    plannedEnd: at(14),
  });
  await page.keyboard.press("Control+z");
  await see(barIn(1)).toBeVisible();
  expect(await saved(dispatcher.get(`${tripsPath}/${trip.id}`))).toMatchObject({
    vehicleId: vehicles[0]!.id,
    plannedStart: at(10),
    plannedEnd: at(14),
  });
});

test("the dialog begins in its first field, its time has no seconds, and a time that is left as it is stays to the second", async () => {
  onTestFailed(() => testApp.shoot("timeline-seconds"));
  const [start, end] = [new Date(Date.parse(at(5)) + 34_000), new Date(Date.parse(at(8)) + 34_000)];
  const { version, vehicleId, driverId } = trip as Body & { vehicleId: string; driverId: string };
  const plan = { version, vehicleId, driverId, plannedStart: start.toISOString(), plannedEnd: end.toISOString() };
  await saved(dispatcher.post(`${tripsPath}/${trip.id}/move`, plan));
  await page.reload();
  await barIn(1).getByRole("link").focus();
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog");
  await see(dialog.getByRole("combobox", { name: "Vehicle" })).toBeFocused();
  await see(dialog.getByLabel("Leaves")).toHaveValue(/ \d\d:\d\d$/);
  await dialog.getByRole("combobox", { name: "Vehicle" }).click();
  await page.getByRole("option", { name: unit(2) }).click();
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await see(barIn(2)).toBeVisible();
  expect(await saved(dispatcher.get(`${tripsPath}/${trip.id}`))).toMatchObject({
    vehicleId: vehicles[1]!.id,
    plannedStart: start.toISOString(),
    plannedEnd: end.toISOString(),
  });
});

test("a trip that is late says when it is expected back, on the day, in the list and in the week; a hold stands over the time that it lasts", async () => {
  onTestFailed(() => testApp.shoot("timeline-late"));
  const manager = await testApp.as("FLEET_MANAGER");
  await saved(manager.post("/api/fleet/vehicle-holds", { vehicleId: vehicles[1]!.id, reason: "gearbox" }));
  const late = await aTrip(testApp, {
    vehicleId: vehicles[0]!.id,
    from: 1,
    hours: 1,
    steps: ["plan", "dispatch", "start"],
  });
  await asSuper(
    testApp,
    `update trips set planned_start = now() - interval '2 hours', planned_end = now() - interval '84 minutes',
      actual_start = now() - interval '2 hours' where id = $1`,
    [late.id],
  );
  await asSuper(testApp, "update trip_stops set planned_arrival = now() - interval '100 minutes' where trip_id = $1", [
    late.id,
  ]);
  const words = /back about .*, 1 h 4\d.* late|back about .*100 min late/;
  for (const view of ["", "&view=list", "&span=week", "&span=week&view=list"]) {
    await page.goto(`${testApp.base}/fleet/trips/timeline?q=${tag}${view}`);
    const bar = page.locator(`[data-trip="${String(late["tripNumber"])}"]`).first();
    await see(bar).toContainText(words);
    if (!view.includes("list")) await see(row(2).getByText("Held", { exact: true })).toBeVisible();
  }
});

test("M asks for the vehicle and the time, and what its driver has already is not moved at all", async () => {
  onTestFailed(() => testApp.shoot("timeline-dialog"));
  const sent = await aPlannedTrip(vehicles[1]!.id, 12, ["plan", "dispatch"]);
  await see(barIn(2, sent)).toBeVisible();
  await see(barIn(2, sent)).not.toHaveAttribute("data-movable", "true");
  await see(barIn(2, sent).getByRole("button")).toHaveCount(0);
  await drag(sent, { from: 2, to: 1 });
  await page.mouse.up();
  await see(barIn(2, sent)).toBeVisible();
  expect(await vehicleOf(sent)).toBe(vehicles[1]!.id);

  await page.goto(`${testApp.base}/fleet/trips/timeline?date=${tomorrow.date}&q=${tag}`);
  await barIn(1).getByRole("link").focus();
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Vehicle" }).click();
  await page.getByRole("option", { name: unit(2) }).click();
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await see(page.getByRole("alert").getByText(String(sent["tripNumber"]))).toBeVisible();
  await see(barIn(1)).toBeVisible();
});

test("the week has the same trips by their numbers, the address keeps it, and a day of it leads to where they are moved", async () => {
  const number = String(trip["tripNumber"]);
  await page.getByRole("radiogroup", { name: "Span" }).getByText("Week").click();
  const bar = row(1).locator(`[data-trip="${number}"]`);
  await see(bar).toContainText(number);
  expect(new URL(page.url()).searchParams.get("span")).toBe("week");
  expect(await page.getByRole("button", { name: /^Open / }).count()).toBe(7);
  await see(row(1).getByRole("button", { name: `Move ${number}` })).toHaveCount(0);
  await page.reload();
  await see(bar).toBeVisible();
  const day = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  const open = page.getByRole("button", { name: `Open ${day.format(new Date(`${tomorrow.date}T12:00:00Z`))}` });
  await open.focus();
  await page.keyboard.press("Enter");
  await see(row(1).getByRole("button", { name: `Move ${number}` })).toBeVisible();
  const address = new URL(page.url()).searchParams;
  expect([address.get("span"), address.get("date"), address.get("q")]).toEqual([null, tomorrow.date, tag]);
  await page.goBack();
  await see(open).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  try {
    const list = page.getByRole("region", { name: "Trips of the week" });
    await see(list.getByRole("link", { name: number })).toBeVisible();
    await list
      .getByRole("button", { name: /^Open / })
      .first()
      .click();
    await see(page.getByRole("list", { name: "Trips of the day" })).toBeVisible();
  } finally {
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});
