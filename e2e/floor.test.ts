import type { Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import type { Client } from "#main/testing/test-app.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { choose } from "#main/testing/inputs.ts";
import { aCarrier, aYard, booked, deliveriesPath, hourOf, windowFromNow } from "#main/testing/records/docks.ts";
import { orderRecords, saved, sentOrder, step as orderStep } from "#main/testing/records/orders.ts";

let testApp: BrowserApp;
let admin: Client;
let docks: Client;
let page: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  admin = await testApp.as("COMPANY_ADMIN");
  docks = await testApp.as("DOCK_SUPERVISOR");
  page = await testApp.signedIn("dock-supervisor@alpha.example");
});
afterAll(() => testApp.close());

const step = (id: string, name: string, body: unknown = {}) =>
  saved(docks.post(`${deliveriesPath}/${id}/${name}`, body));
const open = (id: string, on = page) => on.goto(`${testApp.base}/warehouse/delivery-schedules/details?id=${id}`);
const dialog = () => page.getByRole("dialog");

test("a truck whose door is taken starts there once it is said that the one before has gone, and what was planned gets a time", async () => {
  onTestFailed(() => testApp.shoot("floor"));
  const yard = await aYard(admin, { docks: 3 });
  const before = await booked(docks, yard, windowFromNow(-40, 10));
  await step(before.id, "arrive");
  await step(before.id, "start");
  const planned = await booked(docks, yard, windowFromNow(40, 70));
  const truck = await booked(docks, yard, { dockId: yard.dockIds[1], ...windowFromNow(180, 240) });
  await step(truck.id, "arrive");

  await open(truck.id);
  await page.getByRole("button", { name: "Start unloading" }).click();
  await see(dialog().getByText("Planned: dock D2")).toBeVisible();
  await dialog().getByRole("combobox", { name: "At which dock" }).click();
  await page.getByRole("option", { name: /^D1, / }).click();
  await dialog().getByRole("button", { name: "Start unloading" }).click();
  await see(dialog().getByText(`${before["number"]} still stands at dock D1. Has it gone, and when?`)).toBeVisible();
  await dialog()
    .getByRole("button", { name: `${before["number"]} has gone, start here` })
    .click();
  await see(page.getByText("Unloading", { exact: true }).first()).toBeVisible();

  await open(before.id);
  await see(page.getByText("The truck has left, and not everything is counted.")).toBeVisible();
  await page.getByRole("button", { name: "Complete delivery" }).click();
  await dialog().getByRole("textbox").first().fill("The truck was empty");
  const why = dialog().locator("label").filter({ hasText: "Why nothing came" });
  await see(why).toBeVisible();
  await see(why.getByText("optional")).toHaveCount(0); // nothing was counted: it has to be said why
  await dialog().getByRole("button", { name: "Complete delivery" }).click();
  await see(page.getByText("Completed without a receipt for each line.")).toBeVisible();

  await open(planned.id);
  await see(page.getByText("It needs a time.")).toBeVisible();
  await see(page.getByText(String(truck["number"])).first()).toBeVisible();
  await page
    .getByRole("button", { name: /^Dock D\d, / })
    .first()
    .click();
  await see(page.getByText("It needs a time.")).toBeHidden();

  await page.goto(`${testApp.base}/warehouse/delivery-schedules/calenders?locationId=${yard.locationId}`);
  await see(page.getByRole("region", { name: "Dock D1" }).getByText("Unloading").first()).toBeVisible();
  expect(testApp.faults).toEqual([]);
});

test("completing a delivery on its page names the lines that did not come, and asks why at the field", async () => {
  onTestFailed(() => testApp.shoot("floor-complete"));
  const records = await orderRecords(admin, { products: 2 });
  const yard = await aYard(admin, { docks: 1 });
  const order = await sentOrder(admin, { ...records, shipToLocationId: yard.locationId });
  const lines = order.items.map(({ id }, at) => ({ purchaseOrderItemId: id, plannedQty: String(4 + at) }));
  const truck = await booked(docks, yard, { ...windowFromNow(-30, 60), lines });
  await step(truck.id, "arrive");
  await step(truck.id, "start");
  await saved(
    admin.post("/api/warehouse/receipts", {
      clientReceiptKey: crypto.randomUUID(),
      deliveryScheduleId: truck.id,
      locationId: yard.locationId,
      lines: [
        {
          purchaseOrderItemId: order.items[0]?.id,
          productId: records.products[0]?.id,
          uom: "EA",
          qtyPerUom: "1",
          acceptedQty: "4",
        },
      ],
    }),
  );
  await step(truck.id, "unload");
  await open(truck.id);
  await page.getByRole("button", { name: "Complete delivery" }).click();
  await see(dialog().getByRole("heading", { name: "Did not come" })).toBeVisible();
  await see(dialog().getByRole("listitem")).toHaveCount(1);
  for (const words of [`${order["number"]} / 2`, "5 pieces"])
    await see(dialog().getByRole("listitem").getByText(words)).toBeVisible();
  await dialog().getByRole("button", { name: "Complete delivery" }).click();
  await see(dialog().getByText("Say why nothing came of them.")).toBeVisible();
  await dialog().getByLabel("Why nothing came of them").fill("The vendor has no more");
  await dialog().getByRole("button", { name: "Complete delivery" }).click();
  await see(page.getByText("The vendor has no more").first()).toBeVisible();
  expect(testApp.faults).toEqual([]);
});

test("a double click takes one step, and the step that comes to stand there does not answer at once", async () => {
  onTestFailed(() => testApp.shoot("floor-double-click"));
  const yard = await aYard(admin, { docks: 1 });
  const truck = await booked(docks, yard, windowFromNow(-40, 10));
  await step(truck.id, "arrive");
  await step(truck.id, "start");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url().split("/").at(-1) ?? ""));
  await open(truck.id);
  await see(page.getByRole("button", { name: "Unloaded" })).toBeVisible();
  // What a click would meet at the moment in which the next step takes the place.
  const met = page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const named = (name) => [...document.querySelectorAll("button")].find((one) => one.textContent === name);
      const next = named("Truck has left");
      if (!next || named("Unloaded")) return;
      const { x, y, width, height } = next.getBoundingClientRect();
      resolve(document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button")?.textContent ?? "nothing");
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  })`);
  await page.getByRole("button", { name: "Unloaded" }).dblclick();
  expect(await met).toBe("nothing");
  expect(sent).toEqual(["unload"]);
  await page.getByRole("button", { name: "Truck has left" }).click(); // waits until it answers
  await see(page.getByRole("button", { name: "Truck has left" })).toBeHidden();
  expect(sent).toEqual(["unload", "depart"]);
});

test("the board opens at now, at any hour of the day", async () => {
  onTestFailed(() => testApp.shoot("floor-now"));
  const yard = await aYard(admin, { docks: 1 });
  const { day } = await saved(docks.get(`${deliveriesPath}/board?locationId=${yard.locationId}`));
  const { from, until } = day as { from: string; until: string }; // as the contract says
  const late = await testApp.signedIn("dock-supervisor@alpha.example");
  for (const at of [Date.parse(from) + 3 * 3_600_000, Date.parse(until) - 3_600_000]) {
    await late.clock.setFixedTime(at);
    await late.goto(`${testApp.base}/warehouse/delivery-schedules/calenders?locationId=${yard.locationId}`);
    await see(late.getByRole("region", { name: "Board" }).locator("time")).toBeInViewport();
  }
  await late.setViewportSize({ width: 390, height: 844 });
  for (const target of [
    late.getByRole("button", { name: "Day after" }),
    late.getByRole("button", { name: "Today" }),
    late.getByRole("combobox", { name: "Location" }),
    late.getByRole("textbox", { name: "Day" }),
  ])
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44); // room for a thumb
});

test("a truck without a booking is checked in on the board, and a time that was typed wrong is corrected with a reason", async () => {
  onTestFailed(() => testApp.shoot("floor-walk-in"));
  const yard = await aYard(admin, { docks: 1 });
  await page.goto(`${testApp.base}/warehouse/delivery-schedules/calenders?locationId=${yard.locationId}`);
  await page.getByRole("button", { name: "Truck without booking" }).click();
  await dialog().getByLabel("Tractor plate").fill("77-BX-1");
  await dialog().getByLabel("Carrier that is not in the list").fill("Rijnland");
  await dialog().getByRole("button", { name: "Check in" }).click();
  const tray = page.getByRole("complementary", { name: "Not placed and at the gate" });
  await see(tray.getByRole("heading", { name: "At the gate" })).toBeVisible();
  await tray.getByRole("link", { name: /^DS-/ }).click();
  await see(page.getByText("It waits at the gate without a dock.")).toBeVisible();
  await see(page.getByText("Rijnland", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Correct a time" }).click();
  await dialog().getByRole("textbox").first().fill("01/01/2020 10:00");
  await dialog().getByLabel("Reason").fill("The clock of the gate was wrong");
  await dialog().getByRole("button", { name: "Correct", exact: true }).click();
  await see(dialog().getByText("This is more than 31 days ago. Look at the date")).toBeVisible();
  expect(testApp.faults).toEqual([]);
});

test("an order whose truck is here says where it stands and what can be done instead of cancelling", async () => {
  onTestFailed(() => testApp.shoot("floor-order"));
  const records = await orderRecords(admin, { products: 1 });
  const yard = await aYard(admin, { docks: 1 });
  const order = await sentOrder(admin, { ...records, shipToLocationId: yard.locationId });
  const lines = [{ purchaseOrderItemId: order.items[0]?.id, plannedQty: "4" }];
  const delivery = await booked(docks, yard, { ...windowFromNow(-5, 60), lines });
  await step(delivery.id, "arrive");
  await step(delivery.id, "start");
  const buyer = await testApp.signedIn("buyer@alpha.example");
  await buyer.goto(`${testApp.base}/warehouse/purchase-orders/details?id=${order.id}`);
  await see(buyer.getByText("Unloading", { exact: true })).toBeVisible(); // as the delivery's own page says it
  await buyer.getByRole("button", { name: "More steps" }).click();
  await buyer.getByRole("menuitem", { name: "Cancel order" }).click();
  await see(buyer.getByRole("dialog").getByText(String(order["number"]))).toBeVisible();
  await buyer.getByRole("dialog").getByRole("textbox").first().fill("Project stopped");
  await buyer.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await see(
    buyer.getByText(
      `${delivery["number"]} stands at dock D1. Refuse the delivery, or receive it and close the order short.`,
    ),
  ).toBeVisible();
  await orderStep(admin, order.id, "hold", { reason: "Price is disputed" });
  await open(delivery.id);
  await see(page.getByText("held: its order is on hold")).toBeVisible();
  expect(testApp.faults).toEqual([]);
});

test("a step that was taken on the wrong truck is taken back on its page, which says for how long that is possible", async () => {
  onTestFailed(() => testApp.shoot("floor-undo"));
  const yard = await aYard(admin, { docks: 1 });
  const truck = await booked(docks, yard, windowFromNow(30, 90));
  await step(truck.id, "arrive");
  await open(truck.id);
  await see(page.getByText("possible for 30 minutes")).toBeVisible();
  await page.getByRole("button", { name: "Undo check-in" }).click();
  await see(dialog().getByText(String(truck["number"]))).toBeVisible();
  await dialog().getByLabel("Reason").fill("It was the truck behind");
  await dialog().getByRole("button", { name: "Undo check-in" }).click();
  await see(page.getByText("Scheduled", { exact: true }).first()).toBeVisible();
  await see(page.getByRole("button", { name: "Check in" })).toBeVisible();
  await see(page.getByRole("button", { name: "Undo check-in" })).toBeHidden();
  expect(testApp.faults).toEqual([]);
});

test("a truck that changes its dock, and a driver who leaves the trailer, are recorded on its page and stand on the board", async () => {
  onTestFailed(() => testApp.shoot("floor-dock"));
  const yard = await aYard(admin, { docks: 2 });
  const truck = await booked(docks, yard, windowFromNow(-30, 60));
  await step(truck.id, "arrive");
  await step(truck.id, "start");
  await open(truck.id);
  await page.getByRole("button", { name: "Change dock" }).click();
  await see(dialog().getByText("Now: dock D1")).toBeVisible();
  await dialog().getByRole("combobox", { name: "At which dock" }).click();
  await page.getByRole("option", { name: /^D2, / }).click();
  await dialog().getByRole("button", { name: "Change dock" }).click();
  await see(page.getByRole("button", { name: "Undo change of dock" })).toBeVisible();
  await page.getByRole("button", { name: "Driver has left" }).click();
  await see(dialog().getByText("The trailer goes on standing at dock D2.")).toBeVisible();
  await dialog().getByRole("button", { name: "Driver has left" }).click();
  await see(page.getByText("The trailer stands at dock D2.")).toBeVisible();
  await page.goto(`${testApp.base}/warehouse/delivery-schedules/calenders?locationId=${yard.locationId}`);
  await see(page.getByRole("region", { name: "Dock D2" }).getByText("trailer, unloading")).toBeVisible();
  expect(testApp.faults).toEqual([]);
});

test("what happened earlier is recorded at its time, and a delivery of another day is checked in once that is confirmed", async () => {
  onTestFailed(() => testApp.shoot("floor-late"));
  const yard = await aYard(admin, { docks: 1 });
  const truck = await booked(docks, yard, windowFromNow(3 * 24 * 60, 3 * 24 * 60 + 60));
  await open(truck.id);
  await page.getByRole("button", { name: "Check in" }).click();
  await see(dialog().getByText(`Is this ${truck["number"]}, booked for another day?`)).toBeVisible();
  await see(dialog().getByText(/^It is booked for .*, and not for today\./)).toBeVisible();
  await see(dialog().getByLabel("When")).toBeVisible();
  await see(dialog().getByLabel("At another location")).toBeVisible();
  await dialog().getByRole("button", { name: "Check in" }).click();
  await see(page.getByRole("button", { name: "Start unloading" })).toBeVisible();
  await step(truck.id, "start");
  await page.reload();
  await page.getByRole("button", { name: "Record late" }).click();
  await dialog().getByLabel("When").fill("01/01/2020 10:00");
  await dialog().getByRole("button", { name: "Unloaded" }).click();
  await see(dialog().getByText("This is more than 31 days ago. Look at the date")).toBeVisible();
  expect(testApp.faults).toEqual([]);
});

test("a time on another clock than the reader's says in lists whose it is", async () => {
  onTestFailed(() => testApp.shoot("floor-zone"));
  const [here, there] = [await aYard(admin), await aYard(admin, { location: { timezone: "America/Chicago" } })];
  const carrierId = (await aCarrier(admin, "Rhine Transport")).id;
  const [near, far] = [await booked(docks, here, { carrierId }), await booked(docks, there, { carrierId })];
  await page.goto(`${testApp.base}/warehouse/delivery-schedules?sort=-createdAt`);
  const row = (number: unknown) => page.getByRole("row").filter({ hasText: String(number) });
  await see(row(far["number"]).getByText("Chicago")).toBeVisible();
  await see(row(near["number"])).toBeVisible();
  await see(row(near["number"]).getByText("Amsterdam")).toHaveCount(0);
  const said = await row(far["number"]).locator("time").textContent();
  await page.goto(`${testApp.base}/warehouse/carriers/details?id=${carrierId}`);
  await see(row(far["number"]).locator("time")).toHaveText(said ?? "");
  expect(testApp.faults).toEqual([]);
});

test("a delivery is booked with a carrier found by typing: its address is proposed, and one on hold is refused at the field", async () => {
  onTestFailed(() => testApp.shoot("floor-carrier"));
  const yard = await aYard(admin, { docks: 1 });
  await aCarrier(admin, "Maas Transport");
  const held = await aCarrier(admin, "Zeeland Transport");
  await saved(admin.post(`/api/warehouse/carriers/${held.id}/hold`, { reason: "came late" }));
  const query = `locationId=${yard.locationId}&date=${hourOf(0).slice(0, 10)}`;
  await page.goto(`${testApp.base}/warehouse/delivery-schedules/new?${query}`);
  const carrier = page.getByRole("combobox", { name: "Carrier" });
  const address = page.getByLabel("E-mail of the carrier");
  const take = async (typed: string) => {
    await carrier.fill(typed);
    await carrier.press("Enter");
  };
  await page.getByRole("radiogroup", { name: "Free starts at dock D1" }).locator("label").nth(4).click();
  await take("zeeland");
  await see(address).toHaveValue("zeeland.transport@carrier.example");
  await page.getByRole("button", { name: "Book the dock" }).click();
  await see(page.getByText("Nothing is sent with Zeeland Transport now.")).toBeVisible();
  await see(carrier).toHaveAttribute("aria-invalid", "true");
  await take("maas");
  await see(address, "what was proposed goes with its carrier").toHaveValue("maas.transport@carrier.example");
  await page.getByRole("button", { name: "Book the dock" }).click();
  await see(page.getByRole("heading", { level: 1, name: /^DS-/ })).toBeVisible();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await see(dialog().getByRole("combobox", { name: "Carrier" })).toHaveValue("Maas Transport");
  await see(dialog().getByLabel("Carrier that is not in the list")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Maas Transport" }).click();
  await see(page.getByRole("region", { name: "Deliveries" }).getByText(/^DS-/)).toBeVisible();
  expect(testApp.faults).toEqual([]);
});

test("what a step refuses of a field that its dialog does not show is said in the dialog", async () => {
  onTestFailed(() => testApp.shoot("floor-refused-step"));
  const yard = await aYard(admin, { docks: 1 });
  const requested = await booked(await testApp.as("BUYER"), yard);
  await open(requested.id);
  await page.getByRole("button", { name: "More steps" }).click();
  await page.getByRole("menuitem", { name: "Ask to accept" }).click();
  await choose(dialog().getByLabel("Party"), "Carrier");
  await dialog().getByRole("button", { name: "Ask to accept" }).click();
  await see(dialog().getByText("Give the carrier's address, so that it can be asked.")).toBeVisible();
});
