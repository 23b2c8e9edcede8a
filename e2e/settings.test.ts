import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { fillDate, paste } from "#main/testing/inputs.ts";
import { see } from "#main/testing/browser.ts";
import { orderBody, orderRecords, ordersPath, saved } from "#main/testing/records/orders.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let testApp: BrowserApp;
let admin: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  admin = await testApp.signedIn("company-admin@alpha.example");
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});

const shoot = (name: string) => onTestFailed(() => testApp.shoot(`settings-${name}`));
const toast = (page: Page, words: string) => page.getByRole("alert", { name: words });
const menu = (page: Page) => page.getByRole("navigation", { name: "Main" });
const text = (form: Locator | Page, name: string) => form.getByRole("textbox", { name, exact: true });
const drawn = (map: Locator) => map.locator("[aria-busy=false] canvas");

async function choose(page: Page, path: string, typed: string, option: string | RegExp): Promise<void> {
  await page.locator(`[data-path="${path}"]`).fill(typed);
  await page.getByRole("option", { name: option }).first().click();
}

async function openSettings(page: Page): Promise<void> {
  await page
    .getByRole("complementary", { name: "Menu" })
    .getByRole("button", { name: /Warehouse|Settings/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
}

test("[ROUTE:/company-locations] a location is made with its hours, a closure, slot rules and a pin, found in the list and changed", async () => {
  shoot("locations");
  const loaded: string[] = [];
  admin.on("request", (request) => loaded.push(request.url()));
  await openSettings(admin);
  await menu(admin).getByRole("link", { name: "Locations" }).click();
  await see(admin.getByRole("heading", { level: 1, name: "Locations" })).toBeVisible();
  // no page pays for a map that it does not show
  expect(loaded.filter((url) => /map-canvas|maplibre|world-|cities-/.test(url))).toEqual([]);
  await admin.getByRole("button", { name: "New location" }).click();
  const form = admin.getByRole("form", { name: "New location" });
  await form.locator('[data-path="name"]').fill("Rotterdam Quay");
  await form.locator('[data-path="code"]').fill("RTM");
  await choose(admin, "timezone", "Amsterdam", "Europe/Amsterdam");
  await form.locator('[data-path="city"]').fill("Rotterdam");

  await form.getByRole("combobox", { name: "Find a place" }).fill("rotter");
  await see(admin.getByRole("option", { name: "Rotterdam, Netherlands" })).toBeVisible();
  await admin.keyboard.press("Enter");
  await see(text(form, "Latitude optional")).toHaveValue("51.92");
  const pin = form.getByRole("button", { name: /^Pin at 51\.92, 4\.48\./ });
  await pin.press("ArrowRight");
  await see(text(form, "Longitude optional")).not.toHaveValue("4.48");
  await see(text(form, "Latitude optional")).toHaveValue("51.92");
  const before = await text(form, "Longitude optional").inputValue();
  await drawn(form).click({ position: { x: 120, y: 150 } });
  await see(text(form, "Longitude optional")).not.toHaveValue(before);
  const clicked = await text(form, "Longitude optional").inputValue();
  await form.getByRole("button", { name: /^Pin at/ }).hover();
  await admin.mouse.down();
  await admin.mouse.move(1150, 500, { steps: 5 });
  await admin.mouse.up();
  await see(text(form, "Longitude optional")).not.toHaveValue(clicked);
  await form.getByRole("button", { name: "Remove the pin" }).click();
  await see(text(form, "Longitude optional")).toHaveValue("");
  await see(form.getByRole("button", { name: /^Pin at/ })).toHaveCount(0);
  await drawn(form).click({ position: { x: 200, y: 100 } });
  await see(form.getByRole("button", { name: /^Pin at/ })).toBeVisible();
  await admin.locator('[data-path="latitude"]').focus();
  await paste(admin, "https://www.openstreetmap.org/#map=15/51.9225/4.4792");
  await see(text(form, "Latitude optional")).toHaveValue("51.9225");
  await see(text(form, "Longitude optional")).toHaveValue("4.4792");

  await form.getByRole("group", { name: "window 1" }).getByRole("textbox", { name: "Opens" }).fill("06:30");
  await form.getByRole("button", { name: "Remove window 5" }).click();
  await form.getByRole("button", { name: "Add closure" }).click();
  await fillDate(form.getByLabel("From", { exact: true }), "2027-04-27 00:00");
  await fillDate(form.getByLabel("Until", { exact: true }), "2027-04-28 00:00");
  await text(form, "Reason").fill("King's Day");
  await form.locator('[data-path="slotMinutes"]').click();
  await admin.getByRole("option", { name: "15 min" }).click();
  await text(form, "Book at least this long before").fill("90");
  await admin.getByRole("button", { name: "Create location" }).click();
  await see(toast(admin, "Saved successfully")).toBeVisible();

  await admin.getByRole("searchbox").or(admin.getByLabel("Search locations")).first().fill("quay");
  await admin.getByRole("link", { name: "Rotterdam Quay" }).click();
  await see(admin.getByRole("heading", { level: 1, name: "Rotterdam Quay" })).toBeVisible();
  const main = admin.getByRole("main");
  await see(main.getByText("06:30 to 17:00")).toBeVisible();
  await see(main.getByRole("list", { name: "Closures" })).toContainText("King's Day");
  const place = main.getByRole("region", { name: "Place", exact: true });
  await see(place.locator("canvas")).toBeVisible();
  await see(place).toContainText("51.9225, 4.4792");
  await see(place.getByRole("link", { name: "Directions on OpenStreetMap" })).toHaveAttribute(
    "href",
    "https://www.openstreetmap.org/directions?to=51.9225%2C4.4792",
  );
  await see(place.getByRole("link", { name: "Natural Earth" })).toBeVisible();
  await see(place.getByRole("link", { name: "GeoNames" })).toBeVisible();
  expect(loaded.filter((url) => !url.startsWith(testApp.base) && !/^(?:data|blob):/.test(url))).toEqual([]); // nobody else learns of a site

  await admin.evaluate("document.querySelector('main canvas').dataset.scheme = 'light'");
  await admin.getByRole("button", { name: "Theme" }).click();
  await admin.getByRole("menuitemradio", { name: "Dark" }).click();
  await see(place.locator("canvas[data-scheme]")).toHaveCount(0); // it is another map
  await see(drawn(place)).toBeVisible();

  await admin.getByRole("button", { name: "Edit", exact: true }).click();
  const edit = admin.getByRole("form", { name: "Edit location" });
  await edit.locator('[data-path="name"]').fill("Rotterdam Quay East");
  await edit.getByRole("button", { name: /^Pin at/ }).press("Shift+ArrowDown");
  await see(edit.getByText("2 changes not saved")).toBeVisible(); // the name, and the latitude alone
  await admin.evaluate(axe);
  expect(
    await admin.evaluate<string[]>(
      "axe.run('[role=dialog]').then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
    ),
  ).toEqual([]);
  await edit.getByRole("button", { name: "Save 2 changes" }).click();
  await see(admin.getByRole("heading", { level: 1, name: "Rotterdam Quay East" })).toBeVisible();
  await see(place).not.toContainText("51.9225,");

  await admin.goto(`${testApp.base}/company-locations`);
  await admin.getByRole("button", { name: "Map", exact: true }).click();
  await see(
    admin.getByRole("list", { name: "Locations" }).getByRole("link", { name: "Rotterdam Quay East" }),
  ).toBeVisible();
  await see(drawn(main)).toBeVisible();
});

test("without WebGL the place is typed, and a sentence says why there is no map", async () => {
  shoot("no-webgl");
  const page = await testApp.signedIn("warehouse-manager@alpha.example");
  await page.addInitScript(
    `const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind.startsWith("webgl") ? null : get.call(this, kind, ...rest);
    };`,
  );
  await page.goto(`${testApp.base}/company-locations?form=new`);
  const form = page.getByRole("form", { name: "New location" });
  await see(form.getByText(/This browser draws no maps/)).toBeVisible();
  await form.locator('[data-path="name"]').fill("Typed");
  await form.locator('[data-path="code"]').fill("TYP");
  await choose(page, "timezone", "Berlin", "Europe/Berlin");
  await text(form, "Latitude optional").fill("52.52");
  await page.getByRole("button", { name: "Create location" }).click();
  await see(form.getByText("A pin needs both, latitude and longitude.")).toBeVisible();
  await text(form, "Longitude optional").fill("13.405");
  await page.getByRole("button", { name: "Create location" }).click();
  await see(toast(page, "Saved successfully")).toBeVisible();
});

test.each(["/company-profile", "/settings/companies/profile"])(
  "[ROUTE:%s] an administrator changes who the company is, its money, numbers and rules",
  async (path) => {
    shoot("profile");
    const isFirst = path === "/company-profile";
    await admin.goto(`${testApp.base}${path}`);
    await admin.getByRole("button", { name: "Edit", exact: true }).click();
    const form = admin.getByRole("form", { name: "Edit company" });
    for (const group of [
      "Company",
      "Address",
      "Money and time",
      "Purchase orders",
      "Receiving",
      "Sign-in and proof",
      "Notice",
    ])
      await see(form.getByRole("group", { name: group, exact: true })).toBeVisible();
    await form.locator('[data-path="legalName"]').fill(isFirst ? "Alpha Logistics N.V." : "Alpha Holding N.V.");
    await form.locator('[data-path="taxId"]').fill("NL0099");
    await choose(admin, "defaultCurrency", isFirst ? "GBP" : "CHF", isFirst ? /^GBP/ : /^CHF/);
    await choose(admin, "timezone", isFirst ? "Lisbon" : "Zurich", isFirst ? "Europe/Lisbon" : "Europe/Zurich");
    await form.locator('[data-path="poNumberPattern"]').fill(isFirst ? "ALPHA-{seq:4}" : "ZH-{seq:4}");
    await form.locator('[data-path="poApprovalThreshold"]').fill("750");
    await form
      .getByRole("switch", { name: "Recipients confirm a delivery with a one-time code" })
      .setChecked(isFirst, { force: true });
    await form.getByRole("button", { name: /^Save \d changes$/ }).click();
    await see(toast(admin, "Updated successfully")).toBeVisible();
    await see(admin.getByRole("main")).toContainText(isFirst ? "Alpha Logistics N.V." : "Alpha Holding N.V.");
    await see(admin.getByRole("main")).toContainText(isFirst ? "Lisbon" : "Zurich");

    const client = await testApp.as("COMPANY_ADMIN");
    const order = await saved(client.post(ordersPath, orderBody(await orderRecords(client))));
    expect(order["number"]).toMatch(isFirst ? /^ALPHA-\d{4}$/ : /^ZH-\d{4}$/);
    expect((await client.get("/api/settings/company")).body).toMatchObject({
      defaultCurrency: isFirst ? "GBP" : "CHF",
      poApprovalThreshold: "750",
      podOtpRequired: isFirst,
    });
  },
);

test("a notice is seen by a colleague above every screen, and put away for as long as the tab is open", async () => {
  shoot("notice");
  const colleague = await testApp.signedIn("driver@alpha.example");
  const stranger = await testApp.signedIn("buyer@beta.example");
  await admin.goto(`${testApp.base}/company-profile`);
  await admin.getByRole("button", { name: "Edit", exact: true }).click();
  const form = admin.getByRole("form", { name: "Edit company" });
  await form.locator('[data-path="hrMessage"]').fill("The canteen is closed on Friday.");
  await fillDate(form.locator('[data-path="hrMessageUntil"]'), "2099-12-31");
  await form.getByRole("button", { name: "Save 2 changes" }).click();
  const notice = (page: Page) => page.getByRole("complementary", { name: "Notice of the company" });
  await see(notice(admin)).toContainText("The canteen is closed on Friday.");
  for (const page of [colleague, stranger]) await page.goto(`${testApp.base}/profile`);
  await see(notice(colleague)).toContainText("The canteen is closed on Friday.");
  await see(stranger.getByRole("heading", { level: 1 })).toBeVisible();
  await see(notice(stranger)).toHaveCount(0);
  await notice(colleague).getByRole("button", { name: "Put the notice away" }).click();
  await colleague.reload();
  await see(colleague.getByRole("heading", { level: 1 })).toBeVisible();
  await see(notice(colleague)).toHaveCount(0);
});

test("[ROUTE:/settings/companies] a SUPER_ADMIN lists the companies, makes one, opens it, acts in it, and comes back", async () => {
  shoot("companies");
  const root = await testApp.signedIn("super-admin@alpha.example");
  await root.goto(`${testApp.base}/settings/companies`);
  await see(root.getByRole("link", { name: /^Beta/ })).toBeVisible();
  await root.getByRole("button", { name: "New company" }).click();
  const form = root.getByRole("form", { name: "New company" });
  await form.locator('[data-path="legalName"]').fill("Gamma Haulage");
  await form.locator('[data-path="email"]').fill("office@gamma.example");
  await choose(root, "defaultCurrency", "SEK", /^SEK/);
  await choose(root, "timezone", "Stockholm", "Europe/Stockholm");
  await form.locator('[data-path="code"]').fill("GAMMA");
  await form.locator('[data-path="companyTypeId"]').click();
  await root.getByRole("option").first().click();
  await root.getByRole("button", { name: "Create company" }).click();
  await see(toast(root, "Saved successfully")).toBeVisible();
  await root.getByRole("link", { name: "Gamma Haulage" }).click();
  await see(root.getByRole("heading", { level: 1, name: "Gamma Haulage" })).toBeVisible();
  const banner = root.getByRole("banner").first();
  await actInThis(root);
  await see(banner).toContainText("Gamma Haulage");
  await root.goto(`${testApp.base}/company-locations`);
  await see(root.getByText("No locations yet")).toBeVisible();
  await root.goto(`${testApp.base}/settings/companies`);
  await root.getByRole("link", { name: /^Alpha/ }).click();
  await actInThis(root);
  await see(banner).toContainText("Alpha");
});

test("who may only look is offered no change, and who may not look gets no page", async () => {
  shoot("viewer");
  const viewer = await testApp.signedIn("viewer@alpha.example");
  const [location] = (await (await testApp.as("VIEWER")).get("/api/settings/locations?q=quay")).body.items;
  for (const path of [
    "/company-locations",
    `/company-locations/details?id=${location?.id}`,
    "/company-profile",
    "/settings/companies/profile",
  ]) {
    await viewer.goto(`${testApp.base}${path}`);
    await see(viewer.getByRole("heading", { level: 1 })).toBeVisible();
    await see(viewer.getByRole("main").getByRole("button", { name: /^(Edit|New|Choose a logo)/ })).toHaveCount(0);
  }
  await viewer.goto(`${testApp.base}/settings/companies`);
  await viewer.waitForURL(({ pathname }) => pathname === "/unauthorized");
});

async function actInThis(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Act in this company" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Act in this company" }).click();
  await see(page.getByRole("alert", { name: /^You work in/ }).first()).toBeVisible();
}
