import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { see, untilIdle } from "#main/testing/browser.ts";
import { linkIn, startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { aCarrier, aYard, booked, deliveriesPath, from, hourOf } from "#main/testing/records/docks.ts";
import { saved } from "#main/testing/records/orders.ts";
import { visit } from "#main/testing/screens.ts";
import type { Client } from "#main/testing/test-app.ts";

let testApp: BrowserApp;
let admin: Client;
let docks: Client;
beforeAll(async () => {
  testApp = await startBrowserApp();
  admin = await testApp.as("COMPANY_ADMIN");
  docks = await testApp.as("DOCK_SUPERVISOR");
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});

test("a booking is not sent by Enter, and what was typed and chosen for it is there again after a reload", async () => {
  onTestFailed(() => testApp.shoot("kept-booking"));
  const { locationId } = await aYard(admin, { docks: 1 });
  await aCarrier(admin, "Rijnland");
  const page = await testApp.signedIn("dock-supervisor@alpha.example");
  const sent: string[] = [];
  page.on("request", (one) => one.method() === "POST" && one.url().includes(deliveriesPath) && sent.push(one.url()));
  await visit(
    page,
    `${testApp.base}/warehouse/delivery-schedules/new?locationId=${locationId}&date=${hourOf(8).slice(0, 10)}`,
  );
  await page
    .getByRole("radiogroup", { name: /^Free starts/ })
    .locator("label")
    .filter({ hasText: "10:00" })
    .click();
  const carrier = page.getByRole("combobox", { name: "Carrier" });
  await carrier.fill("rijn");
  await carrier.press("Enter");
  await see(carrier).toHaveValue("Rijnland");
  await page.getByLabel("For your team only").fill("Rings before it comes"); // the last letters before the reload
  expect(sent).toEqual([]);
  await page.reload();
  await untilIdle(page);
  await see(page.getByText("What you typed before is back.")).toBeVisible();
  await see(carrier).toHaveValue("Rijnland");
  await see(page.getByLabel("For your team only")).toHaveValue("Rings before it comes");
  await see(page.getByRole("button", { name: "Book the dock" })).toBeEnabled();
  await page.getByLabel("For your team only").press("Control+Enter");
  await see(page.getByText(/ is booked$/).first()).toBeVisible();
  expect(sent).toHaveLength(1);
  await visit(page, `${testApp.base}/warehouse/delivery-schedules/new?locationId=${locationId}`);
  await see(carrier).toHaveValue("");
});

test("what was typed in a new record and in the dialog of a step is there again after a reload", async () => {
  onTestFailed(() => testApp.shoot("kept-record"));
  const page = await testApp.signedIn("company-admin@alpha.example");
  await visit(page, `${testApp.base}/warehouse/vendors?form=new`);
  await page.getByRole("form", { name: "New vendor" }).getByLabel("Name", { exact: true }).fill("Half a vendor");
  await page.reload();
  await see(page.getByText("What you typed before is back. It is not saved yet.")).toBeVisible();
  await see(page.getByRole("form", { name: "New vendor" }).getByLabel("Name", { exact: true })).toHaveValue(
    "Half a vendor",
  );

  const delivery = await booked(docks, await aYard(admin, { docks: 1 }));
  const at = await testApp.signedIn("dock-supervisor@alpha.example");
  await visit(at, `${testApp.base}/warehouse/delivery-schedules/details?id=${delivery.id}`);
  const open = async () => {
    const more = at.getByRole("button", { name: "More steps" });
    if (await more.isVisible()) await more.click();
    await at
      .getByRole("menuitem", { name: /^Cancel/ })
      .or(at.getByRole("button", { name: /^Cancel/ }))
      .first()
      .click();
    await untilIdle(at);
  };
  await open();
  await at.getByRole("dialog").getByLabel("Reason").fill("The goods are not ready");
  await at.reload();
  await untilIdle(at);
  await open();
  await see(at.getByRole("dialog").getByText("What you typed before is back.")).toBeVisible();
  await see(at.getByRole("dialog").getByLabel("Reason")).toHaveValue("The goods are not ready");
  await at.getByRole("button", { name: "Keep as it is" }).click();
  await open();
  await see(at.getByRole("dialog").getByLabel("Reason")).toHaveValue("");
});

test("what was typed of a person to invite is there again after a reload", async () => {
  onTestFailed(() => testApp.shoot("kept-person"));
  const page = await testApp.signedIn("company-admin@alpha.example");
  await visit(page, `${testApp.base}/settings/users?form=new`);
  const name = page.getByRole("form", { name: "Invite a person" }).getByLabel("First name");
  await name.fill("Dora");
  await page.reload();
  await see(page.getByText("What you typed before is back.")).toBeVisible();
  await see(name).toHaveValue("Dora");
});

test("what a carrier has typed in answer to a mailed time is there again after a reload", async () => {
  onTestFailed(() => testApp.shoot("kept-answer"));
  const yard = await aYard(admin, { docks: 1 });
  const carrierEmail = "desk@carrier.example";
  const delivery = await saved(
    docks.post(deliveriesPath, {
      locationId: yard.locationId,
      dockId: yard.dockIds[0],
      askParty: "carrier",
      carrierId: (await aCarrier(admin, "Rijnland Spoed")).id,
      carrierEmail,
      ...from(8, 9),
    }),
  );
  const { page } = await testApp.open();
  await visit(page, linkIn(await testApp.mailTo(carrierEmail, String(delivery["number"]))));
  await page.getByRole("radiogroup", { name: "Your answer" }).getByText("Decline").click();
  await page.getByLabel("Why you decline").fill("Our truck is in the workshop.");
  await page.getByLabel("Your name").fill("Anke"); // the last letters before the reload
  await page.getByLabel("Your name").press("Enter");
  await page.reload();
  await see(page.getByText("What you typed before is back. It is not sent yet.")).toBeVisible();
  await see(page.getByLabel("Why you decline")).toHaveValue("Our truck is in the workshop.");
  await see(page.getByLabel("Your name")).toHaveValue("Anke");
  expect((await docks.get(`${deliveriesPath}/${delivery.id}`)).body["status"]).toBe(delivery["status"]);
});
