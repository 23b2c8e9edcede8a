import type { Page, Request, Route } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { asSuper, testPassword } from "#main/testing/test-app.ts";
import { see, untilIdle } from "#main/testing/browser.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";

let testApp: BrowserApp;
beforeAll(async () => {
  testApp = await startBrowserApp();
  const buyer = await testApp.as("BUYER");
  const { status, text } = await buyer.post("/api/warehouse/vendors", {
    code: "HERON",
    name: "Grey Heron Traders",
    currency: "EUR",
  });
  expect(status, text).toBe(200);
});
afterAll(() => testApp.close());

const me = "**/api/auth/users/me";
const vendors = /\/api\/warehouse\/vendors(\?|$)/;
const toast = (page: Page, words: string) => page.getByRole("alert", { name: words });
const fail =
  (status: number, message = "These words are for nobody.") =>
  (route: Route) =>
    route.fulfill({ status, json: { code: "x", message } });
/** Holds an answer back until it is let go. */
function aPause(): { held: Promise<void>; answer: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { held: promise, answer: resolve };
}
/** What the page asks of the server from now on, as "GET /api/settings". */
function calls(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) seen.push(`${request.method()} ${pathname}`);
  });
  return seen;
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
}

async function logout(page: Page): Promise<void> {
  await page.locator("header button").filter({ hasText: "Alpha" }).last().click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
}

test("[SESS-4] [SESS-8] at start settings and user are asked for; signing in asks for the user and goes to the first screen of the menu", async () => {
  onTestFailed(() => testApp.shoot("sign-in"));
  const { page } = await testApp.open();
  const seen = calls(page);
  await page.goto(`${testApp.base}/login`);
  await see(page.getByLabel("Email")).toBeVisible();
  expect(seen.filter((call) => /settings|me$/.test(call)).sort()).toEqual([
    "GET /api/auth/users/me",
    "GET /api/settings",
  ]);
  seen.length = 0;
  await signIn(page, "buyer@alpha.example");
  const { selectedMenu } = (await (await testApp.as("BUYER")).get("/api/auth/users/me")).body as unknown as {
    selectedMenu: { to: string };
  };
  await page.waitForURL(`${testApp.base}${selectedMenu.to}`);
  expect(seen.slice(0, 2)).toEqual(["POST /api/auth/logins", "GET /api/auth/users/me"]);
});

test("[PUB-2] a wrong password and an unknown user are told in the same words", async () => {
  onTestFailed(() => testApp.shoot("wrong"));
  for (const email of ["buyer@alpha.example", "nobody-at-all@alpha.example"]) {
    const { page } = await testApp.open();
    await page.goto(`${testApp.base}/login`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.keyboard.press("Enter");
    await see(toast(page, "The e-mail address or the password is wrong.")).toBeVisible();
    await see(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  }
});

test.each([401, 403])(
  "[SESS-2] [SESS-3] an answer of %i says nothing of itself: 'You are logged out!', and sign-in after three seconds",
  async (status) => {
    onTestFailed(() => testApp.shoot("over"));
    const { page, context } = await testApp.open();
    await page.clock.install();
    await page.goto(`${testApp.base}/login`);
    await signIn(page, "buyer@alpha.example");
    await see(page.getByRole("navigation").first()).toBeVisible();
    const other = await context.newPage();
    await other.goto(`${testApp.base}/warehouse/products`);
    await see(other.getByRole("heading", { name: "Products", exact: true })).toBeVisible();
    const seen = calls(page);
    const { held, answer } = aPause();
    await page.route(vendors, async (route) => {
      await held;
      await fail(status)(route);
    });
    const asked = page.waitForRequest(vendors);
    await page.getByRole("link", { name: "Vendors" }).first().click();
    await asked;
    await page.clock.pauseAt(Date.now() + 5000);
    answer();
    await see(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
    await page.clock.runFor(500);
    await see(toast(page, "You are logged out!")).toBeVisible();
    await see(toast(other, "You are logged out!")).toBeVisible(); // every tab leaves
    expect(await page.getByText("These words are for nobody.").count()).toBe(0);
    await see(page.getByText("Grey Heron Traders")).toHaveCount(0);
    expect(seen).toContain("DELETE /api/auth/logins");
    await page.clock.runFor(2400);
    expect(new URL(page.url()).pathname).toBe("/warehouse/vendors");
    // The clock of both tabs stands but for these steps; the other one may have heard of it later, and has more to load.
    for (const tab of [page, other]) {
      const goOn = async () => {
        await page.clock.runFor(200);
        return new URL(tab.url()).pathname;
      };
      await see.poll(goOn).toBe("/login");
    }
  },
);

test("[SESS-5] signing out leads to the first page, in every tab, also when the call fails", async () => {
  onTestFailed(() => testApp.shoot("sign-out"));
  const page = await testApp.signedIn("receiver@alpha.example");
  const other = await page.context().newPage();
  await other.goto(`${testApp.base}/profile`);
  await see(other.getByRole("heading", { name: "receiver Alpha" })).toBeVisible();
  await logout(page);
  await page.waitForURL(`${testApp.base}/`);
  await other.waitForURL(`${testApp.base}/`);
  await other.goto(`${testApp.base}/profile`);
  await other.waitForURL(`${testApp.base}/login`);

  await signIn(other, "receiver@alpha.example");
  await page.waitForURL((url) => url.pathname !== "/" && url.pathname !== "/login"); // the other tab comes in with it
  await page.route("**/api/auth/logins", fail(500));
  await logout(page);
  await page.waitForURL(`${testApp.base}/`);
  await see(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
});

test("[SESS-6] a user that cannot be loaded is signed out: with a message for a fault, silently for 401", async () => {
  onTestFailed(() => testApp.shoot("no-user"));
  const page = await testApp.signedIn("viewer@alpha.example");
  const seen = calls(page);
  await page.route(me, fail(500, "The database is on holiday."));
  await page.goto(`${testApp.base}/warehouse/vendors`);
  await page.waitForURL(`${testApp.base}/login`);
  await see(toast(page, "The database is on holiday.")).toBeVisible();
  expect(seen).toContain("DELETE /api/auth/logins");
  await page.unroute(me);
  await page.goto(`${testApp.base}/warehouse/vendors`);
  await page.waitForURL(`${testApp.base}/login`); // the session is over on the server, too
  await untilIdle(page); // the code of a toast would be there by now
  expect(await page.getByRole("alert").count()).toBe(0);
});

test.each([401, 403])("[SESS-2] a visitor whose first call is answered by %i reads nothing of it", async (status) => {
  onTestFailed(() => testApp.shoot("silent"));
  const { page } = await testApp.open();
  await page.route(me, fail(status));
  await page.goto(`${testApp.base}/login`);
  await see(page.getByLabel("Email")).toBeVisible();
  await untilIdle(page); // as above
  expect(await page.getByText("These words are for nobody.").count()).toBe(0);
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("[CALL-X1] calls ask for JSON with the anti-forgery pair, and wait for their answer as long as it takes", async () => {
  onTestFailed(() => testApp.shoot("patient"));
  const { page } = await testApp.open();
  await page.clock.install();
  await page.goto(`${testApp.base}/login`);
  const signing = page.waitForRequest("**/api/auth/logins");
  await signIn(page, "buyer@alpha.example");
  const { accept, "x-xsrf-token": header, cookie = "" } = await (await signing).allHeaders();
  expect(accept).toBe("application/json");
  expect(cookie).toContain(`XSRF-TOKEN=${header}`);
  await see(page.getByRole("navigation").first()).toBeVisible();
  const { held, answer } = aPause();
  await page.route(vendors, async (route) => {
    await held;
    await route.continue();
  });
  const parts = new Set<Request>();
  page.on("request", (request) => /\.(?:js|css)$/.test(request.url()) && parts.add(request));
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => parts.delete(request));
  const asked = page.waitForRequest(vendors);
  await page.getByRole("link", { name: "Vendors" }).first().click();
  await asked;
  // The code of the screen and of its parts is there; only the call is awaited.
  await see(page.getByRole("heading", { name: "Vendors", level: 1 })).toBeVisible();
  await see.poll(() => parts.size).toBe(0);
  await see(page.getByRole("button", { name: "Save view" })).toBeVisible();
  await page.clock.runFor(3_600_000);
  answer();
  await see(page.getByRole("link", { name: "Grey Heron Traders" })).toBeVisible();
});

test("[SESS-9] another module is chosen on the server, and its first screen opens; when that fails only the spinner stops", async () => {
  onTestFailed(() => testApp.shoot("module"));
  const page = await testApp.signedIn("company-admin@alpha.example");
  const start = new URL(page.url()).pathname;
  const seen = calls(page);
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "Warehouse", exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await page.route(me, fail(500));
  await choose("Settings");
  await see
    .poll(() => seen.filter((call) => /select-module|me$/.test(call)).slice(0, 2))
    .toEqual(["PUT /api/auth/select-module/settings", "GET /api/auth/users/me"]);
  // the spinner stands in the switch, which waits for it
  await see(page.getByRole("complementary").getByRole("button").first()).toBeEnabled();
  expect([new URL(page.url()).pathname, await page.getByRole("alert").count()]).toEqual([start, 0]);
  await page.unroute(me);
  await choose("Settings");
  await page.waitForURL((url) => url.pathname !== start);
  const { body } = await (await testApp.as("COMPANY_ADMIN")).get("/api/auth/users/me");
  expect(seen.filter((call) => call.includes("select-module"))).toEqual(
    Array(2).fill("PUT /api/auth/select-module/settings"),
  );
  expect(body).toMatchObject({
    selectedMenu: { to: new URL(page.url()).pathname },
    selectedModule: { id: "settings" },
  });
});

test("[SESS-10] nothing of the last user is left, in memory or in what the browser keeps", async () => {
  onTestFailed(() => testApp.shoot("clean"));
  const page = await testApp.signedIn("buyer@alpha.example");
  await page.goto(`${testApp.base}/warehouse/vendors?form=new`);
  await page.getByLabel("Name", { exact: true }).fill("A draft about the heron");
  await see.poll(() => page.evaluate("JSON.stringify(sessionStorage)")).toContain("heron");
  await page.goto(`${testApp.base}/warehouse/vendors`);
  await see(page.getByRole("link", { name: "Grey Heron Traders" })).toBeVisible();
  await logout(page);
  await page.waitForURL(`${testApp.base}/`);
  expect(await page.evaluate("JSON.stringify([sessionStorage, localStorage])")).not.toMatch(/heron/i);
  await page.getByRole("link", { name: "Sign in" }).first().click();
  const { held, answer } = aPause();
  await page.route(vendors, async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, "buyer@beta.example");
  await page.getByRole("link", { name: "Vendors" }).first().click();
  await see(page.getByRole("heading", { name: "Vendors", exact: true })).toBeVisible();
  expect(await page.getByText(/heron/i).count()).toBe(0);
  answer();
  await see(page.getByText(/heron/i)).toHaveCount(0);
});

test("[SESS-10] who signs in as somebody else in one tab leaves nothing of the first user in another", async () => {
  onTestFailed(() => testApp.shoot("swap"));
  const page = await testApp.signedIn("buyer@alpha.example");
  await page.goto(`${testApp.base}/warehouse/vendors`);
  await see(page.getByRole("link", { name: "Grey Heron Traders" })).toBeVisible();
  const other = await page.context().newPage();
  await page.context().clearCookies({ name: "waybill-session" });
  await other.goto(`${testApp.base}/login`);
  await signIn(other, "buyer@beta.example");
  await page.waitForURL((url) => url.pathname !== "/warehouse/vendors");
  await page.getByRole("link", { name: "Vendors" }).first().click();
  await see(page.getByRole("heading", { name: "Vendors", exact: true })).toBeVisible();
  expect(await page.getByText(/heron/i).count()).toBe(0);
});

test("[GATE-1] [GATE-2] [GATE-3] [GATE-4] [GATE-5] [GATE-6] [SESS-1] the gate asks in its order: signed in, registered, approved, permitted", async () => {
  onTestFailed(() => testApp.shoot("gate"));
  const { page } = await testApp.open();
  const opens = async (path: string, leadsTo: string) => {
    await page.goto(`${testApp.base}${path}`);
    await page.waitForURL(`${testApp.base}${leadsTo}`);
  };
  const is = (status: string) =>
    asSuper(testApp, "update users set status = $2 where id = $1", [testApp.users.NOBODY, status]);
  await opens("/warehouse/vendors", "/login");
  await opens("/register-step2", "/login");
  await opens("/approve-process", "/login");
  await is("registering"); // and without any permission
  await signIn(page, "nobody@alpha.example");
  await page.waitForURL(`${testApp.base}/register-step2`);
  await opens("/warehouse/vendors", "/register-step2");
  await opens("/approve-process", "/register-step2");
  await is("pending_approval");
  await opens("/warehouse/vendors", "/approve-process");
  await opens("/register-step2", "/approve-process");
  await is("active");
  await opens("/warehouse/vendors", "/unauthorized");
  await opens("/a-path-that-nobody-knows", "/unauthorized"); // the catch-all needs CAN_VIEW
  await see(page.getByRole("heading", { name: "You are not authorized" })).toBeVisible();
  await asSuper(
    testApp,
    `insert into user_roles (company_id, user_id, role_id) select company_id, $1, id from roles
      where code = 'VIEWER' and company_id = $2`,
    [testApp.users.NOBODY, testApp.companies.a],
  );
  await opens("/warehouse/vendors", "/warehouse/vendors");
  await see(page.getByRole("link", { name: "Grey Heron Traders" })).toBeVisible();
  await opens("/settings/users", "/unauthorized");
  expect(testApp.faults).toEqual([]);
});
