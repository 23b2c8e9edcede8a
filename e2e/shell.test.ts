import type { BrowserContext, Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import type { Me } from "#modules/account/session/session.contract.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see, untilIdle } from "#main/testing/browser.ts";
import { asSuper, testPassword, type Client } from "#main/testing/test-app.ts";
import { orderBody, orderRecords, ordersPath, saved, step } from "#main/testing/records/orders.ts";

let testApp: BrowserApp;
let admin: Client;
let page: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  admin = await testApp.as("COMPANY_ADMIN");
  await saved(admin.post("/api/warehouse/vendors", { code: "HERON", name: "Grey Heron Traders", currency: "EUR" }));
  page = await testApp.signedIn("company-admin@alpha.example");
});
afterAll(() => testApp.close());

const shoot = (name: string) => onTestFailed(() => testApp.shoot(`shell-${name}`));
const meOf = async (client: Client) => (await client.get("/api/auth/users/me")).body as unknown as Me;
const toast = (from: Page, words: string) => from.getByRole("alert", { name: words });
const banner = (from: Page) => from.getByRole("banner").first();
const menu = (from: Page) => from.getByRole("navigation", { name: "Main" });
/** A window that moves as it does for most people; the others of these tests ask for less motion. */
async function moving(size = { width: 1440, height: 900 }): Promise<Page> {
  const context = await testApp.browser.newContext({ viewport: size, reducedMotion: "no-preference", locale: "en-GB" });
  await takeSession(context);
  const fresh = await context.newPage();
  await fresh.goto(`${testApp.base}/warehouse/vendors`);
  await see(fresh.getByRole("heading", { level: 1, name: "Vendors" })).toBeVisible();
  return fresh;
}

async function takeSession(context: BrowserContext): Promise<void> {
  await context.addCookies([...admin.cookies].map(([name, value]) => ({ name, value, url: testApp.base })));
}

/** Done when the toasts stand where they stay, drawn in the fonts that they stay in. */
const entered = `Promise.all([document.fonts.ready,
  ...[...document.querySelectorAll(".Toastify__toast")].flatMap((toast) => toast.getAnimations()).map(({ finished }) => finished)])
  .then(() => undefined)`;

/** What the browser computed of an element, e.g. how long it moves. */
const styleOf = (from: Page, selector: string, property: string) =>
  from.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`);

test("[SHELL-1] the sidebar is the menu that the server gives: groups, names, icons, addresses, and how many wait", async () => {
  shoot("menu");
  const buyer = await testApp.as("BUYER");
  const records = await orderRecords(admin);
  await asSuper(testApp, "update companies set po_approval_threshold = 1 where id = $1", [testApp.companies.a]);
  for (let n = 0; n < 3; n += 1) {
    const { id } = await saved(buyer.post(ordersPath, orderBody(records)));
    await step(buyer, id, "submit");
  }
  const manager = await testApp.as("WAREHOUSE_MANAGER");
  const { menus } = await meOf(manager);
  const shown = await testApp.signedIn("warehouse-manager@alpha.example");
  const groups = menus.filter(({ component }) => component === "group");
  for (const { name } of groups) await see(menu(shown).getByRole("button", { name, exact: true })).toBeVisible();
  for (const item of groups.flatMap(({ items }) => items)) {
    const link = menu(shown).locator(`a[href="${item.to}"]`);
    await see(link).toContainText(item.name);
    await see(link.locator("svg")).toHaveCount(1);
  }
  await see(menu(shown).locator("a")).toHaveCount(
    menus.reduce((sum, { component, items }) => sum + (component === "group" ? items.length : 1), 0),
  );
  await see(menu(shown).getByRole("link", { name: /Purchase orders/ })).toContainText("3");
  const waiting = await testApp.signedIn("buyer@alpha.example"); // wrote them, and may not approve
  await see(menu(waiting).getByRole("link", { name: "Purchase orders", exact: true })).toBeVisible();
});

test("[SHELL-2] [SHELL-3] [SHELL-5] the top bar has company, logo and role names; the account menu greets by name and has Profile and Logout", async () => {
  shoot("top");
  const me = await meOf(admin);
  await page.goto(`${testApp.base}/company-profile`);
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: png });
  // the path stands behind app_url
  await see(banner(page).locator("img").first()).toHaveAttribute("src", new RegExp(`^${testApp.base}/api/files/`));
  await see.poll(() => page.evaluate<number>("document.querySelector('header img').naturalWidth")).toBe(1);
  await see(banner(page)).toContainText(me.company.name);
  const account = banner(page).getByRole("button").filter({ hasText: me.lastName });
  await see(account).toContainText("Company administrator");
  await account.click();
  await see(page.getByText(`Hello, ${me.firstName} ${me.lastName}`)).toBeVisible();
  expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(["Profile", "Logout"]);
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/profile");
});

test("[SHELL-4] light, dark and auto: kept under the front end's name, and there before the program is", async () => {
  shoot("theme");
  const context = await testApp.browser.newContext({ colorScheme: "light", locale: "en-GB" });
  await takeSession(context);
  const own = await context.newPage();
  const scheme = (of: Page) => of.evaluate<string>("document.documentElement.dataset.mantineColorScheme");
  await own.goto(`${testApp.base}/warehouse/vendors`);
  expect(await scheme(own)).toBe("light"); // auto follows the device
  await own.emulateMedia({ colorScheme: "dark" });
  await see.poll(() => scheme(own)).toBe("dark");
  await own.emulateMedia({ colorScheme: "light" });
  await banner(own).getByRole("button", { name: "Theme" }).click();
  await own.getByRole("menuitemradio", { name: "Dark" }).click();
  await see.poll(() => scheme(own)).toBe("dark");
  expect(await own.evaluate<string>("localStorage.getItem('waybill-theme')")).toBe("dark");
  const later = await context.newPage();
  await later.route(/\/assets\/.*\.js/, (route) => route.abort()); // nothing of the program runs
  await later.goto(`${testApp.base}/warehouse/vendors`, { waitUntil: "domcontentloaded" });
  expect(await scheme(later)).toBe("dark");
  const records = await styleOf(later, "body", "backgroundColor");
  expect(Math.max(...(records.match(/\d+/g) ?? ["255"]).slice(0, 3).map(Number)), records).toBeLessThan(60);
  await context.close();
});

test("[SHELL-6] the footer has the current year", async () => {
  const { page: later, context } = await testApp.open();
  await context.addCookies([...admin.cookies].map(([name, value]) => ({ name, value, url: testApp.base })));
  await later.clock.setFixedTime("2031-06-15T12:00:00Z");
  await later.goto(`${testApp.base}/warehouse/vendors`);
  await see(later.locator("footer").filter({ hasText: "© 2031" })).toBeVisible();
  await context.close();
});

test("[SHELL-7] who has several modules switches them at the top of the sidebar; who has one has no switch", async () => {
  shoot("modules");
  await page.goto(`${testApp.base}/warehouse/vendors`);
  const { modules } = await meOf(admin);
  const side = page.getByRole("complementary", { name: "Menu" });
  await side.getByRole("button", { name: "Warehouse" }).first().click();
  expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(modules.map(({ fullName }) => fullName));
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await see(menu(page).getByRole("link", { name: "Users" })).toBeVisible();
  const { selectedMenu } = await meOf(await freshAdmin());
  await page.waitForURL(({ pathname }) => pathname === selectedMenu.to);
  await side.getByRole("button", { name: "Settings" }).first().click();
  await page.getByRole("menuitem", { name: "Warehouse" }).click();
  await see(menu(page).getByRole("link", { name: "Vendors" })).toBeVisible();
  const none = await testApp.signedIn("driver@alpha.example");
  await see(none.getByRole("complementary", { name: "Menu" })).toBeVisible();
  await see(none.getByRole("complementary", { name: "Menu" }).locator("[aria-haspopup=menu]")).toHaveCount(
    (await meOf(await testApp.as("DRIVER"))).modules.length > 1 ? 1 : 0,
  );
});

/** The same administrator in another session, who sees what the first one chose. */
async function freshAdmin(): Promise<Client> {
  const client = testApp.visitor();
  await client.signIn("company-admin@alpha.example", testPassword);
  return client;
}

test("[SHELL-8] [SHELL-9] the breadcrumb begins with Home and follows the screens; the title is the product and the first of them", async () => {
  shoot("crumbs");
  const [vendor] = (await admin.get("/api/warehouse/vendors")).body.items;
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem");
  await page.goto(`${testApp.base}/warehouse/vendors/details?id=${vendor?.id}`);
  await see(crumbs).toHaveText(["Home", "Vendors", String(vendor?.["name"])]);
  await see(page).toHaveTitle(`Waybill | Vendors | ${vendor?.["name"]}`);
  await crumbs.nth(1).getByRole("link").click();
  await page.waitForURL(`${testApp.base}/warehouse/vendors`);
  await see(page).toHaveTitle("Waybill | Vendors");
  await page.goto(`${testApp.base}/nothing-stands-here`);
  await see(page).toHaveTitle("Waybill | Dashboard");
});

test("[SHELL-10] without the network a banner says 'Offline', and goes when it is back; what was typed stays", async () => {
  shoot("offline");
  await page.goto(`${testApp.base}/warehouse/vendors?form=new`);
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Half a vendor");
  await page.context().setOffline(true);
  await see(page.getByText("Offline", { exact: true })).toBeVisible();
  await page.context().setOffline(false);
  await see(page.getByText("Offline", { exact: true })).toHaveCount(0);
  await see(page.getByRole("dialog").getByLabel("Name", { exact: true })).toHaveValue("Half a vendor");
});

test("[SHELL-11] a thin bar runs as long as something loads", async () => {
  shoot("bar");
  await page.goto(`${testApp.base}/warehouse/vendors`);
  const bar = page.locator("main [data-progress]");
  await untilIdle(page);
  await see(bar).not.toHaveAttribute("data-busy");
  const products = /\/api\/warehouse\/products(\?|$)/;
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(products, async (route) => {
    await promise;
    await route.continue();
  });
  const asked = page.waitForRequest(products);
  await menu(page).getByRole("link", { name: "Products" }).click();
  await asked;
  await see(bar).toHaveAttribute("data-busy");
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(3);
  resolve();
  await see(bar).not.toHaveAttribute("data-busy");
  await page.unrouteAll();
});

test("[SHELL-12] a toast stands top right, goes after 5,000 ms, and when it is dragged away by 80 percent, not by less", async () => {
  shoot("toast");
  const own = await moving();
  await own.goto(`${testApp.base}/warehouse/products/categories?form=new`);
  await own.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Perishables");
  await own.getByRole("button", { name: "Create category" }).click();
  await see(toast(own, "Saved successfully")).toBeVisible();
  await toast(own, "Saved successfully").hover(); // holds its five seconds
  await own.evaluate(entered);
  const at = await toast(own, "Saved successfully").boundingBox();
  if (!at) throw new Error("the toast has no place");
  expect(1440 - at.x - at.width).toBeLessThan(60);
  expect(at.y).toBeLessThan(200);
  expect(await styleOf(own, ".Toastify__progress-bar", "animationDuration")).toBe("5s"); // its end closes the toast
  const drag = async (part: number) => {
    await own.mouse.move(at.x + 20, at.y + at.height / 2);
    await own.mouse.down();
    await own.mouse.move(at.x + 20 + (at.width * part) / 2, at.y + at.height / 2, { steps: 4 });
    await own.mouse.move(at.x + 20 + at.width * part, at.y + at.height / 2, { steps: 4 });
    await own.mouse.up();
  };
  await drag(0.7);
  await own.mouse.move(at.x + 20, at.y + at.height / 2);
  await expect
    .poll(async () => Math.round((await toast(own, "Saved successfully").boundingBox())?.x ?? 0))
    .toBe(Math.round(at.x)); // it has gone back
  await see(toast(own, "Saved successfully")).toBeVisible();
  await drag(0.9);
  await see(toast(own, "Saved successfully")).toHaveCount(0, { timeout: 2000 });
  await own.context().close();
});

test("[SHELL-13] the sidebar folds to a strip and remembers it; groups move in 300 ms, on a phone it hides behind a backdrop of 150 ms", async () => {
  shoot("sidebar");
  const own = await moving();
  const width = async () =>
    Math.round((await own.getByRole("complementary", { name: "Menu" }).boundingBox())?.width ?? 0);
  const full = await width();
  await own.getByRole("button", { name: "Fold the menu" }).click();
  await see.poll(width).toBeLessThan(full / 3);
  await own.reload();
  await see(own.getByRole("button", { name: "Show the whole menu" })).toBeVisible();
  expect(await width()).toBeLessThan(full / 3);
  await own.getByRole("button", { name: "Show the whole menu" }).click();
  await see.poll(width).toBe(full);
  const heading = menu(own).getByRole("button", { name: "Partners" });
  const items = `#${CSS_ESCAPE(await heading.getAttribute("aria-controls"))}`;
  expect((await styleOf(own, items, "transitionDuration")).split(", ")).toContain("0.3s");
  await heading.click();
  await see(menu(own).getByRole("link", { name: "Vendors" })).toBeHidden();
  await own.context().close();

  const phone = await moving({ width: 390, height: 844 });
  const side = phone.getByRole("complementary", { name: "Menu" });
  await see(side).not.toBeInViewport();
  await banner(phone).getByRole("button", { name: "Menu" }).click();
  await see(side).toBeInViewport();
  expect((await styleOf(phone, "[class*=backdrop]", "transitionDuration")).split(", ")).toContain("0.15s");
  await phone
    .locator("[class*=backdrop]")
    .first()
    .click({ position: { x: 380, y: 600 } });
  await see(side).not.toBeInViewport();
  await phone.context().close();
});

/** An id of React as a selector takes it. */
const CSS_ESCAPE = (id: string | null) => (id ?? "").replaceAll(/[^\w-]/g, (sign) => `\\${sign}`);

test("[SHELL-14] a search waits 500 ms for the next letter", async () => {
  shoot("debounce");
  const { page: own } = await testApp.open();
  await takeSession(own.context());
  await own.clock.install();
  await own.goto(`${testApp.base}/warehouse/vendors`);
  await see(own.getByRole("grid")).toBeVisible();
  const asked: string[] = [];
  own.on(
    "request",
    (request) => request.url().includes("q=") && asked.push(new URL(request.url()).searchParams.get("q") ?? ""),
  );
  await own.clock.pauseAt(Date.now() + 10_000);
  await own.getByRole("searchbox").pressSequentially("kon");
  await own.clock.runFor(499);
  expect(asked).toEqual([]);
  await own.clock.runFor(1);
  await see.poll(() => asked).toEqual(["kon"]);
  await own.context().close();
});

test("[SHELL-16] `/` leads whoever is signed in to the first screen of the selected module", async () => {
  const { selectedMenu } = await meOf(await freshAdmin());
  await page.goto(`${testApp.base}/`);
  await page.waitForURL(`${testApp.base}${selectedMenu.to}`);
});
