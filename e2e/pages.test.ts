import type { Page, Route } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, onTestFinished, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { saved } from "#main/testing/records/orders.ts";

let testApp: BrowserApp;
let page: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  await saved(
    (await testApp.as("BUYER")).post("/api/warehouse/vendors", {
      code: "HERON",
      name: "Grey Heron Traders",
      currency: "EUR",
    }),
  );
  page = await testApp.signedIn("buyer@alpha.example");
});
afterAll(() => testApp.close());

const shoot = (name: string) => onTestFailed(() => testApp.shoot(`pages-${name}`));
const toast = (words: string) => page.getByRole("alert", { name: words });
const heading = (name: string) => page.getByRole("heading", { level: 1, name });
const open = (path: string) => page.goto(`${testApp.base}${path}`);

test("[PUB-8] /404, and a path in the shell that no screen has, say that there is no such page", async () => {
  shoot("404");
  await open("/404");
  await see(heading("There is no such page")).toBeVisible();
  await see(page.getByText("404", { exact: true })).toBeVisible();
  await open("/warehouse/nothing-stands-here");
  await see(heading("There is no such page")).toBeVisible();
  await see(page.getByRole("navigation", { name: "Main" })).toBeVisible(); // with the menu beside it
  await page.getByRole("link", { name: "Go to the start page" }).click();
  await page.waitForURL(({ pathname }) => pathname.startsWith("/warehouse/"));
});

test("[PUB-9] /500 says that the fault is ours, with the reference to quote", async () => {
  shoot("500");
  await open("/500?reference=7f3a-12");
  await see(heading("The server made a mistake")).toBeVisible();
  await see(page.getByText("500", { exact: true })).toBeVisible();
  await see(page.getByText("Reference 7f3a-12")).toBeVisible();
});

test("[PUB-10] /unauthorized has the words of the specification, and a search that finds the screens one may open", async () => {
  shoot("401");
  await open("/settings/users");
  await page.waitForURL(`${testApp.base}/unauthorized`);
  await see(page.getByText("401", { exact: true })).toBeVisible();
  await see(heading("You are not authorized")).toBeVisible();
  await see(page.getByText("The page you are looking for is temporarily unavailable.", { exact: true })).toBeVisible();
  const found = page.getByRole("list").getByRole("link");
  await page.getByRole("searchbox", { name: "Search" }).fill("ven");
  await see(found).toHaveText(["Vendors"]);
  await page.getByRole("searchbox", { name: "Search" }).fill("no screen is called so");
  await see(found).toHaveCount(0);
  await see(page.getByText("No screen has this name.")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill("Vendors");
  await found.click();
  await page.waitForURL(`${testApp.base}/warehouse/vendors`);
});

test("[PUB-11] every other path goes through the gate into the shell", async () => {
  shoot("gate");
  const { page: visitor } = await testApp.open();
  for (const path of ["/anything", "/warehouse/anything/below", "/fleet/anything", "/profile"]) {
    await visitor.goto(`${testApp.base}${path}`);
    await visitor.waitForURL(`${testApp.base}/login`);
    await open(path);
    await see(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  }
});

/** A vendor is made while the server answers so. */
async function sendTo(answer: (route: Route) => Promise<void>): Promise<void> {
  await open("/warehouse/products/categories?form=new");
  await page.route(/\/api\/warehouse\/product-categories$/, answer);
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Perishables");
  await page.getByRole("button", { name: "Create category" }).click();
}

test.for([
  [
    "[MSG-1] a failure shows the message of the answer",
    { status: 500, json: { code: "x", message: "The shelf is full." } },
    "The shelf is full.",
  ],
  [
    "[MSG-2] a text that contains html is not shown",
    { status: 502, contentType: "text/html", body: "<html><h1>Bad gateway</h1></html>" },
    "Error occurred. Try again later.",
  ],
  [
    "[MSG-2] any other text is shown as it is",
    { status: 500, contentType: "text/plain", body: "The gateway has lost its way." },
    "The gateway has lost its way.",
  ],
  [
    "[MSG-3] an answer that is no JSON is told in the error's own words",
    { status: 200, contentType: "application/json", body: "the warehouse is open" },
    /is not valid JSON/,
  ],
  ["[MSG-3] an answer without words is told in ours", { status: 500, json: {} }, "Error occurred. Try again"],
] as const)("%s", async ([, answer, words]) => {
  shoot("message");
  await sendTo((route) => (route.request().method() === "POST" ? route.fulfill({ ...answer }) : route.continue()));
  await see(page.getByText(words, { exact: true }).first()).toBeVisible();
  await see(page.getByRole("dialog").getByLabel("Name", { exact: true })).toHaveValue("Perishables"); // nothing is lost
  expect(await page.getByText("Bad gateway").count()).toBe(0);
  await page.unrouteAll();
});

test("[MSG-1] [MSG-3] what fails outside of a form is a toast with its message", async () => {
  shoot("toast");
  onTestFinished(async () => void (page = await testApp.signedIn("buyer@alpha.example"))); // a user that cannot be loaded is signed out
  await open("/warehouse/vendors");
  await page.route(/\/api\/auth\/users\/me$/, (route) =>
    route.fulfill({ status: 500, json: { code: "x", message: "Nobody is at the desk." } }),
  );
  await page.reload();
  await see(toast("Nobody is at the desk.")).toBeVisible();
});

test("a first page whose part is lost on its way comes all the same; one that cannot be had says so", async () => {
  shoot("chunk-again");
  const own = await testApp.signedIn("buyer@alpha.example");
  let left = 1;
  await own.route(/\/assets\/docks\.web.*\.js/, (route) => {
    left -= 1;
    return left < 0 ? route.continue() : route.abort();
  });
  await own.goto(`${testApp.base}/warehouse/delivery-schedules/docks`);
  await see(own.getByRole("heading", { name: "Docks", exact: true })).toBeVisible();
  left = 1000;
  await own.goto(`${testApp.base}/warehouse/delivery-schedules/docks`);
  await see(own.getByText("A part of this page did not load")).toBeVisible();
  await own.context().close();
});

test("[MSG-6] a part of the program that does not load offers to reload, and so does one that takes 120 seconds", async () => {
  shoot("chunk");
  await page.clock.install();
  await open("/warehouse/vendors");
  await see(heading("Vendors")).toBeVisible();
  const { promise: never, resolve: end } = Promise.withResolvers<void>();
  const broken = (route: Route) => route.abort();
  for (const answer of [broken, () => never]) {
    await page.goto(`${testApp.base}/warehouse/vendors`);
    await see(heading("Vendors")).toBeVisible();
    await page.route(/\/assets\/docks.*\.js/, answer);
    await page.clock.pauseAt((await page.evaluate<number>("Date.now()")) + 1000); // the 120 seconds pass by our hand alone
    const asked = page.waitForRequest(/\/assets\/docks.*\.js/);
    await page.getByRole("link", { name: "Docks", exact: true }).click();
    await asked;
    await page.clock.runFor(119_000);
    if (answer !== broken) expect(await page.getByText("A part of this page did not load").count()).toBe(0);
    await page.clock.runFor(2_000);
    await see(page.getByText("A part of this page did not load")).toBeVisible();
    await page.clock.resume();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.getByRole("button", { name: "Reload the page" }).click();
    await see(heading("Docks")).toBeVisible();
  }
  end();
});

test("by keyboard: ? shows what the keys do, Ctrl+K offers the records seen last, and neither types into a field", async () => {
  shoot("keys");
  const [vendor] = (await (await testApp.as("BUYER")).get("/api/warehouse/vendors")).body.items;
  await page.goto(`${testApp.base}/warehouse/vendors/details?id=${vendor?.id}`);
  await see(page.getByRole("heading", { level: 1, name: String(vendor?.["name"]) })).toBeVisible();
  await page.goto(`${testApp.base}/warehouse/vendors`);
  await see(page.getByRole("grid")).toBeVisible();
  await page.keyboard.press("?");
  await see(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await see(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("/");
  await page.keyboard.type("?");
  await see(page.getByRole("searchbox")).toHaveValue("?");
  await see(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await see(
    page.getByRole("group", { name: "Seen last" }).getByRole("option", { name: String(vendor?.["name"]) }),
  ).toBeVisible();
  await page.keyboard.press("Enter");
  await see.poll(() => page.url()).toBe(`${testApp.base}/warehouse/vendors/details?id=${vendor?.id}`);
});

test("a page that is older than the server says so, and keeps what is typed until it is reloaded", async () => {
  shoot("version");
  await page.goto(`${testApp.base}/warehouse/vendors?form=new`);
  const name = page.getByRole("dialog").getByLabel("Name", { exact: true });
  await name.fill("Half a vendor");
  await page.route(/\/api\//, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), "x-build": "another" } });
  });
  const [known] = (await (await testApp.as("BUYER")).get("/api/warehouse/vendors")).body.items;
  await page.getByRole("dialog").getByLabel("Code", { exact: true }).fill(String(known?.code)); // the server refuses it
  await page.getByRole("dialog").getByLabel("Currency").fill("EUR");
  await page.getByRole("option", { name: "EUR Euro" }).click();
  await page.getByRole("button", { name: "Create vendor" }).click();
  await see(page.getByText("Waybill was updated")).toBeVisible();
  await see(name).toHaveValue("Half a vendor");
  await page.unrouteAll();
  await page.goto(`${testApp.base}/warehouse/vendors`);
  await see(page.getByText("Waybill was updated")).toHaveCount(0);
  expect(testApp.faults).toEqual([]);
});
