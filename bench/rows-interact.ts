import type { Page } from "playwright";
import { launchBrowser } from "#main/testing/browser.ts";
import { paste } from "#main/testing/inputs.ts";
import type { Bench, Row } from "./row.ts";
import { median, told, within, type Result } from "./measure.ts";
import { signedIn } from "./rows-web.ts";
import type { Environment } from "./environment.ts";

/** What a person does on a list, and what says that it has happened. */
const deeds: readonly { what: string; of: (page: Page) => Promise<void> }[] = [
  { what: "a click on nothing", of: (page) => page.locator("h1").click() },
  { what: "sort", of: (page) => page.getByRole("columnheader").getByRole("button").nth(1).click() },
  { what: "filter by a view", of: (page) => page.locator("main nav button").nth(2).click() },
  { what: "open a detail", of: (page) => page.getByRole("row").nth(2).getByRole("link").first().click() },
  { what: "switch the module", of: switchModule },
];

async function switchModule(page: Page): Promise<void> {
  await page.getByRole("complementary", { name: "Menu" }).getByRole("button").first().click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
}

const watch = `window.events = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) window.events.push(entry.duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true })`;

/** The longest answer of the page to a deed, in ms until the next paint; 16 where the browser counts it as nothing. */
async function answerOf(page: Page, url: string, deed: (page: Page) => Promise<void>): Promise<number> {
  await page.goto(url);
  await page.getByRole("gridcell").first().waitFor();
  await page.waitForTimeout(800);
  await page.evaluate("window.events.length = 0");
  await deed(page);
  await page.waitForTimeout(700);
  return Math.max(16, ...(await page.evaluate<number[]>("window.events")));
}

async function interactions(environment: Environment, rounds: number): Promise<Result[]> {
  const browser = await launchBrowser();
  try {
    const context = await signedIn(browser, environment);
    await context.addInitScript(watch);
    const page = await context.newPage();
    await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const results: Result[] = [];
    for (const { what, of } of deeds) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        times.push(await answerOf(page, `${environment.product.address}/warehouse/purchase-orders`, of));
        await environment.client.put("/api/auth/select-module/warehouse");
      }
      results.push(
        told({
          name: "web.interact",
          what: `${what}, ${environment.rows.toLocaleString("en")} orders, the processor four times as slow: ms to the next paint`,
          target: "≤ 100",
          value: median(times),
          meets: within(100),
          facts: { longest: Math.max(...times) },
        }),
      );
    }
    return results;
  } finally {
    await browser.close();
  }
}

const orderLines = 1000;

/** Pastes an order of many lines into the form and types into it: ms from a key to the next paint. */
async function keys(environment: Environment): Promise<Result> {
  const browser = await launchBrowser();
  try {
    const context = await signedIn(browser, environment);
    await context.addInitScript(watch.replace("durationThreshold: 16", "durationThreshold: 8"));
    const page = await context.newPage();
    await page.goto(`${environment.product.address}/warehouse/purchase-orders/new`);
    const vendor = await environment.client.get(`/api/warehouse/vendors/${environment.records.vendorId}`);
    await page.getByRole("combobox", { name: "Vendor" }).fill(String(vendor.body.name));
    await page.getByRole("option", { name: String(vendor.body.name) }).click();
    await page.getByLabel("Product of line 1").focus();
    const sku = environment.records.products[0]?.sku;
    await paste(page, Array.from({ length: orderLines }, (_, n) => `${sku}\t${n + 1}\t2`).join("\n"));
    await page
      .getByRole("alert")
      .filter({ hasText: `${orderLines} lines pasted` })
      .waitFor();
    const quantity = page.getByLabel("Quantity of line 3", { exact: true });
    await quantity.click();
    await page.waitForTimeout(800);
    const times: number[] = [];
    for (const key of "1234567") {
      await page.evaluate("window.events.length = 0");
      await quantity.press(key);
      await page.waitForTimeout(300);
      times.push(Math.max(8, ...(await page.evaluate<number[]>("window.events"))));
    }
    return told({
      name: "web.keys",
      what: `a key in an order of ${orderLines.toLocaleString("en")} lines: ms to the next paint`,
      target: "≤ 50",
      value: median(times),
      meets: within(50),
      facts: { longest: Math.max(...times) },
    });
  } finally {
    await browser.close();
  }
}

export const interactRows: readonly Row[] = [
  {
    name: "web.keys",
    run: async (bench: Bench) => [await keys(await bench.environments.stage(50))],
  },
  {
    name: "web.interact",
    run: async (bench: Bench) => [
      ...(await interactions(await bench.environments.stage(50), bench.rounds)),
      ...(await interactions(await bench.environments.stage(10_000), bench.rounds)),
    ],
  },
];
