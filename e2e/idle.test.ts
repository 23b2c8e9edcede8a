import type { Page, Route } from "playwright";
import { afterAll, beforeAll, expect, onTestFailed, onTestFinished, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { go, visit } from "#main/testing/screens.ts";
import { see, untilIdle } from "#main/testing/browser.ts";

let testApp: BrowserApp;
let page: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  const buyer = await testApp.as("BUYER");
  const made = await buyer.post("/api/warehouse/vendors", { code: "HERON", name: "Grey Heron", currency: "EUR" });
  expect(made.status, made.text).toBe(200);
  page = await testApp.signedIn("buyer@alpha.example");
});
afterAll(() => testApp.close());

const shoot = (name: string) => {
  onTestFailed(() => testApp.shoot(`idle-${name}`));
  onTestFinished(() => page.unrouteAll({ behavior: "ignoreErrors" }));
};
const vendors = /\/api\/warehouse\/vendors(\?|$)/;
const isIdle = (of: Page) => of.evaluate<boolean>("document.documentElement.hasAttribute('data-idle')");
/** Whether the page calls itself idle when something was just done to it, before any answer can have come. */
const isIdleAfter = (act: string) =>
  page.evaluate<boolean>(
    `new Promise((done) => { ${act}; setTimeout(() => done(document.documentElement.hasAttribute("data-idle"))) })`,
  );

/** Requests that wait in the network until `answer` says what becomes of them. */
async function hold(of: Page, what: RegExp) {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: decided, resolve: answer } = Promise.withResolvers<(route: Route) => Promise<void>>();
  await of.route(what, async (route) => {
    arrive();
    await (
      await decided
    )(route);
  });
  return { arrived, answer };
}
const goOn = (route: Route) => route.continue();

test("a page that has not come to stand does not call itself idle: not before its session, not before its code, not before its data", async () => {
  shoot("first");
  for (const what of [/\/api\/auth\/users\/me$/, /\/assets\/vendors\.web.*\.js$/, vendors]) {
    const fresh = await page.context().newPage();
    const request = await hold(fresh, what);
    await fresh.goto(`${testApp.base}/warehouse/vendors`, { waitUntil: "commit" });
    await request.arrived;
    expect(await isIdle(fresh), String(what)).toBe(false);
    request.answer(goOn);
    await untilIdle(fresh);
    expect(await fresh.getByText("Grey Heron").isVisible()).toBe(true);
    await fresh.close();
  }
});

test("a request that fails or is refused is over", async () => {
  shoot("over");
  await visit(page, `${testApp.base}/profile`);
  for (const answer of [
    (route: Route) => route.fulfill({ status: 500, json: { code: "x", message: "It broke." } }),
    (route: Route) => route.abort(), // asked again twice, after pauses in which the page is not idle either
    (route: Route) => route.fulfill({ status: 200, body: "no JSON" }),
  ]) {
    const request = await hold(page, vendors);
    await page.evaluate("void history.pushState({}, '', '/warehouse/vendors?archived=with')");
    await request.arrived;
    expect(await isIdle(page)).toBe(false);
    request.answer(answer);
    await untilIdle(page);
    await see(page.getByRole("button", { name: "Try again" }).or(page.getByText("Grey Heron")).first()).toBeVisible();
    await page.unrouteAll();
    await visit(page, `${testApp.base}/profile`);
  }
});

test("a request that is aborted, because one went on to another screen, is over", async () => {
  shoot("aborted");
  await visit(page, `${testApp.base}/profile`);
  const request = await hold(page, vendors);
  await page.evaluate("void history.pushState({}, '', '/warehouse/vendors')");
  await request.arrived;
  expect(await isIdle(page)).toBe(false);
  await go(page, "/profile"); // though nothing ever answers
  expect(await page.getByRole("heading", { level: 1, name: "buyer Alpha" }).isVisible()).toBe(true);
  request.answer((route) => route.abort().catch(() => undefined)); // nobody waits for it any more
});

test("idle ends as soon as a letter is typed, a route is taken, or a change is sent", async () => {
  shoot("task");
  await visit(page, `${testApp.base}/warehouse/vendors`);
  expect(await isIdle(page)).toBe(true);
  const type = `const field = document.querySelector("input[type=search]");
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, "nobody");
    field.dispatchEvent(new Event("input", { bubbles: true }))`;
  expect(await isIdleAfter(type)).toBe(false);
  await untilIdle(page);
  expect(new URL(page.url()).searchParams.get("q"), "what was typed has been asked").toBe("nobody");
  expect(await isIdleAfter("history.pushState({}, '', '/profile')")).toBe(false);
  await untilIdle(page);
  await page.getByLabel("First name").fill("Anna");
  await untilIdle(page);
  expect(await isIdleAfter("document.querySelector('main form').requestSubmit()")).toBe(false);
  await untilIdle(page);
  expect(await page.getByRole("heading", { level: 1, name: "Anna Alpha" }).isVisible()).toBe(true);
});

test("a part that is loaded when it is opened stands before the page is idle", async () => {
  shoot("part");
  await visit(page, `${testApp.base}/warehouse/vendors`);
  await page.keyboard.press("?");
  await untilIdle(page);
  expect(await page.getByRole("dialog").isVisible()).toBe(true);
  await page.keyboard.press("Escape");
});
