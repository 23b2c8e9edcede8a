import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import type { Me } from "#modules/account/session/session.contract.ts";
import { demoAccounts } from "#modules/account/session/demo-accounts.ts";
import { sharedDemo, type DemoProduct } from "#main/testing/demo.ts";
import { allScreens, go, openLook, crawlTargets, visit, type CrawlTarget } from "#main/testing/screens.ts";
import { untilIdle } from "#main/testing/browser.ts";
import type { MenuItem } from "#shared/contract/screens.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const widths = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** One window per width and person, used for the whole walk, and what went wrong in it since it was last asked. */
interface Window {
  readonly page: Page;
  readonly faults: string[];
}

let demo: DemoProduct;
const windows = new Map<string, Window>();
beforeAll(async () => {
  demo = await sharedDemo();
  for (const [width, size] of Object.entries(widths)) {
    for (const who of ["super", "visitor"] as const) {
      const page = await (await openLook(demo, who, { ...size, scheme: "light" })).newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on(
        "console",
        (message) =>
          message.type() === "error" &&
          /Content Security Policy|Unhandled|Uncaught/.test(message.text()) &&
          faults.push(message.text()),
      );
      windows.set(`${who} ${width}`, { page, faults });
    }
  }
});
afterAll(() => demo.close());

const allRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Those that measure colours; the others have seen the same page in the light already. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds, as `rule: element: what it measured`. It comes in by the debugger, so the content policy stays as
 * strict as at the users'.
 */
async function findings(page: Page, runOnly: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const results = await page.evaluate<AxeResults>(
    `axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"], preload: false })`,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) =>
        `${id}: ${node.target.join(" ")}: ${[...node.any, ...node.all, ...node.none].map(({ message }) => message).join("; ")}`,
    ),
  );
}

/** All rules of axe once, at the desk in the light; the other looks change colours and places, so those are measured again. */
async function look({ path, as, title }: CrawlTarget, width: keyof typeof widths, address: string): Promise<void> {
  const window = windows.get(`${as} ${width}`);
  if (!window) throw new Error("no such window");
  const { page, faults } = window;
  faults.length = 0;
  await page.emulateMedia({ colorScheme: "light" });
  // At the desk each address is opened as by a mail or a bookmark; on the phone one goes from screen to screen.
  const isOpen = page.url().startsWith(demo.base);
  await (width === "phone" && as === "super" && isOpen
    ? go(page, address.slice(demo.base.length))
    : visit(page, address));
  expect.soft(await page.title(), "title").toMatch(title);
  expect.soft(new URL(page.url()).pathname, "stays on its page").toBe(new URL(address).pathname);
  expect
    .soft(
      await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
      `${path} scrolls sideways at ${width}`,
    )
    .toBeLessThanOrEqual(0);
  expect.soft(await squeezedColumns(page), `${path}, ${width}: columns without room`).toEqual([]);
  if (width === "wide") expect.soft(await tooWideGrids(page), `${path}: lists wider than the screen`).toEqual([]);
  if (!unitCodes[path]) expect.soft(await codesShown(page), `${path}: codes of units`).toEqual([]);
  const rules = width === "wide" ? allRules : rulesOfColour;
  expect.soft(await findings(page, rules), `${path}, ${width}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("html[data-mantine-color-scheme=dark]").waitFor({ state: "attached" });
  await untilIdle(page); // a map is drawn anew
  expect.soft(await findings(page, rulesOfColour), `${path}, ${width}, dark`).toEqual([]);
  expect.soft(await deadLinks(page), `${path}: links that lead nowhere`).toEqual([]);
  if (width === "wide") expect.soft(await refusedExports(page), `${path}: exports that are refused`).toEqual([]);
  expect.soft(faults, `${path}: faults of the page and of the content policy`).toEqual([]);
}

/** Columns whose cells nobody can read; a column that is not drawn is none. */
function squeezedColumns(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll("table th[scope=col]")].filter((th) => th.checkVisibility() && th.innerText.trim() !== "")
      .filter((th) => th.getBoundingClientRect().width < 30).map(({ innerText }) => innerText)`,
  );
}

/** Lists whose first columns already need more room than a desk's screen has. */
function tooWideGrids(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll("[role=grid]")].filter((grid) => grid.scrollWidth > grid.clientWidth)
      .map((grid) => grid.ariaLabel + ": " + grid.scrollWidth + " in " + grid.clientWidth)`,
  );
}

/** Screens that show units by their codes, and why. */
const unitCodes: Readonly<Record<string, string>> = {
  "/settings/reference-lists": "the codes are what is kept there",
  "/settings/api": "programs write codes",
  "/fleet/vehicle-makers": "their own codes are of such letters",
};

/** Units as programs write them: a person reads "carton". SET and PR are words or parts of plates, too, and EA without a number. Licence plates hold such letters too: `1-XXX-356`, `XJT 32K`. */
async function codesShown(page: Page): Promise<string[]> {
  const text = await page.evaluate<string>("document.body.innerText");
  return [
    ...new Set(
      text.match(
        /.{0,30}(?<![\w-])(?:X[A-Z]{2}|C62|PCE|DZN|GRM|KGM|TNE|LBR|ONZ|MLT|LTR|KWH|GLL|CMT|MTR|MTK|MTQ|(?<=\d )EA)(?![\w-]|\s\d\d[A-Z]).{0,20}/g,
      ),
    ),
  ];
}

/** Addresses of our own on the page that no route has. */
async function deadLinks(page: Page): Promise<string[]> {
  const links = await page.evaluate<string[]>(
    "[...document.querySelectorAll('a[href]')].map(({ href }) => new URL(href)).filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname)",
  );
  return [...new Set(links)].filter((path) => !path.startsWith("/api/") && !known.has(path));
}

/** Exports that the page offers, and that do not come. */
function refusedExports(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `Promise.all([...document.querySelectorAll("a[download][href*='export.csv']")].map(({ href }) =>
      fetch(href).then((reply) => (reply.ok ? [] : [href])))).then((all) => all.flat())`,
  );
}

/** Every page that does not take its record in the path. */
const known = new Set([...allScreens.map(({ path }) => path), ...crawlTargets.map(({ path }) => path)]);

test.for(crawlTargets)(
  "[SHELL-15] $name: it opens without an error and with the right title; no link leads nowhere; no fault that axe finds, light and dark, wide and on a phone; nothing scrolls sideways",
  async (target) => {
    onTestFailed(async () => {
      for (const [name, { page }] of windows)
        await page.screenshot({ path: `test-results/${target.name}-${name.replace(" ", "-")}.png` });
    });
    const address = `${demo.base}${await target.at(demo)}`;
    await Promise.all([look(target, "wide", address), look(target, "phone", address)]);
  },
);

test.for(demoAccounts.accounts)("[SHELL-15] the menu of $role has no dead link", async ({ email }) => {
  const [account = ""] = email.split("@");
  const { text } = await (await demo.as(account)).get("/api/auth/users/me");
  const { menus, selectedMenu } = JSON.parse(text) as Me; // the reply's own schema
  const links = (items: readonly MenuItem[]): string[] =>
    items.flatMap(({ to, items: inner }) => [...(to ? [to] : []), ...links(inner)]);
  expect(links(menus).filter((to) => !known.has(to))).toEqual([]);
  expect(known.has(selectedMenu.to) || selectedMenu.to === "/").toBe(true);
});

// A refusal asks to sign in again (SESS-2): whatever a screen offers has to be open to whoever sees it.
const mayEverything = /^(super|admin)@/;
test.for(demoAccounts.accounts.filter(({ email }) => !mayEverything.test(email)))(
  "[SESS-2] nothing is refused to $role on the screens of the menu, in their new forms and in what is chosen there",
  async ({ email }) => {
    const [account = ""] = email.split("@");
    const context = await openLook(demo, account, { ...widths.wide, scheme: "light" });
    const page = await context.newPage();
    const refused = new Set<string>();
    page.on("response", (reply) => {
      if ([401, 403].includes(reply.status())) refused.add(`${reply.status()} ${new URL(reply.url()).pathname}`);
    });
    const { text } = await (await demo.as(account)).get("/api/auth/users/me");
    const { menus } = JSON.parse(text) as Me; // the reply's own schema
    const links = (items: readonly MenuItem[]): string[] =>
      items.flatMap(({ to, items: inner }) => [...(to ? [to] : []), ...links(inner)]);
    for (const path of links(menus)) {
      await visit(page, demo.base + path);
      const create = page.getByRole("main").getByRole("button", { name: /^(New|Add|Invite) / });
      if (await create.first().isVisible()) await openAllOf(page, create.first());
      expect.soft([...refused], path).toEqual([]);
      refused.clear();
    }
    await context.close();
  },
);

/** Opens a form by its button, adds a line where it has lines, and looks into everything that is chosen there. */
async function openAllOf(page: Page, button: Locator): Promise<void> {
  await button.click();
  await untilIdle(page);
  const form = page.locator("[role=dialog] form, main form").first();
  if (!(await form.isVisible())) return;
  for (const line of await form.getByRole("button", { name: /^Add / }).all()) await line.click();
  await untilIdle(page);
  for (const field of await form.locator("input[role=combobox]:enabled, input[aria-haspopup=listbox]:enabled").all()) {
    await field.click();
    await untilIdle(page);
    await field.blur(); // what it offers lies over the next one
  }
}

test("the crawl stops at every page of the router", () => {
  const files = ["src/web/shell/router.tsx", ...globSync("src/modules/*/module.web.tsx", { cwd: root })];
  const sources = files.map((file) => readFileSync(join(root, file), "utf8"));
  const pages = sources.flatMap((source) =>
    [...source.matchAll(/\bopen\(\s*"([^"]+)"|\{\s*path: "([^"]+)",\s*title/g)].map(
      ([, open, page]) => open ?? page ?? "",
    ),
  );
  const walked = new Set(crawlTargets.map(({ path }) => path));
  const onlyUnfinished = ["/register-step2", "/approve-process"]; // of users that are not let in yet
  expect(pages.length).toBeGreaterThan(13);
  expect(pages.filter((path) => !walked.has(path) && !onlyUnfinished.includes(path))).toEqual([]);
});
