import type { BrowserContext, Page } from "playwright/test";
import { expect } from "vitest";
import { asSuper, testPassword, type Body } from "#main/testing/test-app.ts";
import type { BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { aTrip, anActiveDriverAtWork } from "#main/testing/records/trips.ts";

/** The registration of the worker that keeps the driver's screen. */
export const workerOf = "navigator.serviceWorker.getRegistration('/fleet/my-trips')";
const isKept = `${workerOf}.then((worker) => worker?.active?.state === "activated")`;

/** A driver with an account, and a trip of two stops that was given to them. */
export async function onTheRoad(testApp: BrowserApp, over: object = {}) {
  const { driver, userId } = await anActiveDriverAtWork(testApp);
  const [user] = await asSuper<{ email: string }>(
    testApp,
    "update users set password_hash = (select u.password_hash from users u where u.id = $2) where id = $1 returning email",
    [userId, testApp.users.BUYER],
  );
  const trip = await aTrip(testApp, { driverId: driver.id, steps: ["plan", "dispatch"], ...over });
  return { driver, trip, email: user?.email ?? "" };
}

/** A phone with that driver signed in, once it opens without the server, too. */
export async function phoneOf(testApp: BrowserApp, email: string): Promise<{ context: BrowserContext; page: Page }> {
  const { context, page } = await testApp.open({ width: 390, height: 844 });
  await signIn(testApp, page, email);
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
  return { context, page };
}

export async function signIn(testApp: BrowserApp, page: Page, email: string): Promise<void> {
  await page.goto(`${testApp.base}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await see(page.getByRole("heading", { name: "My trips" })).toBeVisible();
}

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
export const openTrip = (page: Page, trip: Body) =>
  page.getByRole("link", { name: String(trip["tripNumber"]) }).click();
export const waits = (page: Page, count: number) => see(page.locator(`[data-waiting="${count}"]`)).toBeVisible();

/** Looks at each thing before leaving, and finds it in order. */
export async function checkAll(page: Page): Promise<void> {
  for (const item of ["Tyres", "Lights", "Load is secured", "Papers are here", "No new damage"])
    await page.getByLabel(item, { exact: true }).check();
}

/** Leaves a stop, whether or not it was told what became of its deliveries. */
export async function leaveStop(page: Page): Promise<void> {
  await press(page, "Done here");
  const anyway = page.getByRole("button", { name: "Leave all the same" });
  if (await anyway.isVisible()) await anyway.click();
}

/** Draws a stroke where somebody signs. */
export async function sign(page: Page): Promise<void> {
  const { x = 0, y = 0 } = (await page.getByRole("img", { name: "Sign here" }).boundingBox()) ?? {};
  await page.mouse.move(x + 20, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 80);
  await page.mouse.up();
}
