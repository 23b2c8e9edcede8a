import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { see, untilIdle } from "#main/testing/browser.ts";
import { linkIn, startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { aCarrier, aYard, booked, deliveriesPath, from, hourOf } from "#main/testing/records/docks.ts";
import { orderRecords, saved, sentOrder, step } from "#main/testing/records/orders.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
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

test.for([
  {
    what: "a downtime of a dock",
    open: "Add a downtime",
    field: "Reason",
    path: async () => `/warehouse/delivery-schedules/docks/details?id=${(await aYard(admin)).dockIds[0]}`,
  },
  {
    what: "a reading of a meter",
    open: "Enter a reading",
    field: "Note",
    path: async () => `/fleet/vehicles/details?id=${(await aVehicle(admin)).id}`,
  },
  { what: "a new role", open: "New role", field: "What it is for", path: () => "/settings/users/roles" },
])(
  "what was typed in the dialog of $what is there again after a reload, and gone once it is kept as it is",
  async (its) => {
    onTestFailed(() => testApp.shoot(`kept-${its.open}`));
    const page = await testApp.signedIn("company-admin@alpha.example");
    await visit(page, testApp.base + (await its.path()));
    const field = page.getByRole("dialog").getByLabel(its.field);
    const open = () => page.getByRole("button", { name: its.open }).click();
    await open();
    await field.fill("Told by the night shift"); // the last letters before the reload
    await page.reload();
    await untilIdle(page);
    await open();
    await see(page.getByRole("dialog").getByText("What you typed before is back.")).toBeVisible();
    await see(field).toHaveValue("Told by the night shift");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^(Keep as it is|Cancel)$/ })
      .click();
    await open();
    await see(field).toHaveValue("");
  },
);

test("what a buyer has chosen and typed for the lines of a proposal is there again after a reload", async () => {
  onTestFailed(() => testApp.shoot("kept-proposal"));
  const buyer = await testApp.as("BUYER");
  const order = await sentOrder(buyer, await orderRecords(admin, { products: 1 }));
  const lines = [{ itemId: order.items[0]?.id, answer: "change", qty: "6" }];
  await step(buyer, order.id, "propose", { name: "Anke", lines });
  const page = await testApp.signedIn("buyer@alpha.example");
  await visit(page, `${testApp.base}/warehouse/purchase-orders/details?id=${order.id}`);
  const part = page.getByRole("region", { name: "Decide line by line" });
  await part.getByRole("radiogroup").getByText("Counter").click();
  await part.getByLabel("Quantity that we ask for, line 1").fill("8");
  await page.reload();
  await see(part.getByText("What you typed before is back.")).toBeVisible();
  await see(part.getByRole("radio", { name: "Counter" })).toBeChecked();
  await see(part.getByLabel("Quantity that we ask for, line 1")).toHaveValue("8");
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

test("what was typed of oneself, and of a value of a list, is there again after a reload", async () => {
  onTestFailed(() => testApp.shoot("kept-small"));
  const page = await testApp.signedIn("company-admin@alpha.example");
  await visit(page, `${testApp.base}/profile`);
  const about = page.getByRole("form", { name: "About you" });
  await about.getByLabel("First name").fill("Dorothea");
  await page.reload();
  await see(about.getByText("What you typed before is back.")).toBeVisible();
  await see(about.getByLabel("First name")).toHaveValue("Dorothea");
  await about.getByRole("button", { name: "Save" }).click();
  await see(page.getByText("Profile updated successfully").first()).toBeVisible();
  await page.reload();
  await see(about.getByLabel("First name")).toHaveValue("Dorothea");
  await see(about.getByText("What you typed before is back.")).toHaveCount(0);

  await visit(page, `${testApp.base}/settings/reference-lists?list=quantity_types`);
  const begin = () => page.getByRole("button", { name: "Add value" }).first().click();
  const label = page.getByRole("dialog").getByLabel("Label");
  await begin();
  await label.fill("Half a value");
  await page.reload();
  await untilIdle(page);
  await begin();
  await see(label).toHaveValue("Half a value");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await begin();
  await see(label).toHaveValue("");
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
