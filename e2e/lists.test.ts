import type { Page } from "playwright";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import type { z } from "zod";
import type { RouteShape } from "#shared/contract/contract.ts";
import { served } from "#main/app.ts";
import { ownDemo, type DemoProduct } from "#main/testing/demo.ts";
import { see } from "#main/testing/browser.ts";
import { go, openLook, visit } from "#main/testing/screens.ts";
import { keyboardOf, type Keyboard } from "#main/testing/keyboard.ts";

let demo: DemoProduct;
let page: Page;
let tabTo: Keyboard["tabTo"];
beforeAll(async () => {
  demo = await ownDemo();
  page = await (await openLook(demo, "super", { width: 1440, height: 900, scheme: "light" })).newPage();
  ({ tabTo } = keyboardOf(page));
});
afterAll(() => demo.close());

const shoot = async (name: string): Promise<void> =>
  void (await page.screenshot({ path: `test-results/lists-${name}.png` }));
const dialog = () => page.getByRole("dialog");
const field = (name: string) => dialog().getByRole("textbox", { name });
const menu = () => page.getByRole("navigation", { name: "Main" });
/** The steps that both lists of types share: open from the menu, make, change, put away and take that back. */
async function keepTypes({
  entry,
  one,
  made,
  changed,
  fill,
}: {
  entry: string;
  one: string;
  made: string;
  changed: string;
  fill: () => Promise<void>;
}): Promise<void> {
  const list = page.getByRole("grid", { name: entry });
  await visit(page, `${demo.base}/settings/users`);
  await menu().getByRole("link", { name: entry }).click();
  await see(page.getByRole("heading", { level: 1, name: entry })).toBeVisible();
  await page.getByRole("button", { name: `New ${one}` }).click();
  await field("Name").fill(made);
  await fill();
  await dialog()
    .getByRole("button", { name: `Create ${one}` })
    .click();
  await see(dialog()).toHaveCount(0);
  await list.getByRole("link", { name: made }).click();
  await field("Name").fill(changed);
  await dialog().getByRole("button", { name: "Save 1 change" }).click();
  await see(dialog()).toHaveCount(0);
  await see(list.getByRole("row", { name: changed })).toBeVisible();
  await list.getByRole("row", { name: changed }).getByRole("checkbox").click();
  await page.getByRole("toolbar", { name: "Selection" }).getByRole("button", { name: "Archive" }).click();
  await dialog()
    .getByRole("button", { name: /^Archive 1/ })
    .click();
  await see(list.getByText(changed)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await see(list.getByText(changed)).toBeVisible();
}

test("[ROUTE:/settings/asset-types] asset types open from the menu; one is made, changed, put away and taken back, each time in the list at once", async () => {
  onTestFailed(() => shoot("asset-types"));
  await keepTypes({
    entry: "Asset types",
    one: "asset type",
    made: "Genset 20 kVA",
    changed: "Genset 30 kVA",
    async fill() {
      await field("Code").fill("GENSET");
      await dialog().getByRole("combobox", { name: "Kind" }).click();
      await page.getByRole("option", { name: "Equipment" }).click();
      await field("Tare, kg").fill("900");
      await field("Max. gross, kg").fill("800");
      await dialog().getByRole("button", { name: "Create asset type" }).click();
      await see(dialog()).toContainText("Empty it weighs at most 800 kg");
      await field("Max. gross, kg").fill("950");
    },
  });
  await see(page.getByRole("row", { name: "Genset 30 kVA" })).toContainText(/Equipment.*900.*950/);
  await see(page.getByRole("row", { name: "Euro pallet pool" })).toContainText("Allows commodities");
});

test("[ROUTE:/settings/companies/types] company types open from the menu for who runs the installation; one is made, changed, put away and taken back", async () => {
  onTestFailed(() => shoot("company-types"));
  await keepTypes({
    entry: "Company types",
    one: "company type",
    made: "Cooperative",
    changed: "Growers' cooperative",
    fill: () => field("Code").fill("COOP"),
  });
});

const values = () => page.getByRole("region", { name: /^(Quantity types|Vehicle health|Delivery schedule statuses)$/ });
const row = (name: string) => values().getByRole("row", { name });
const more = async (name: string, what: string): Promise<void> => {
  await page.getByRole("button", { name: `More about ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: what }).click();
};
const saved = (method: string) => page.waitForResponse((reply) => reply.request().method() === method && reply.ok());
/** The units that a new product may be kept in. */
async function offered(): Promise<string[]> {
  await visit(page, `${demo.base}/warehouse/products?form=new`);
  await dialog().getByRole("combobox", { name: "Base unit" }).click();
  await see(page.getByRole("option").first()).toBeVisible();
  const options = await page.getByRole("option").allTextContents();
  await page.keyboard.press("Escape");
  return options;
}

test("a value that is added, renamed, coloured, put first and switched off is so in the forms that choose from its list", async () => {
  onTestFailed(() => shoot("values"));
  await visit(page, `${demo.base}/settings/users`);
  await menu().getByRole("link", { name: "Reference lists" }).click();
  await page
    .getByRole("navigation", { name: "Lists" })
    .getByRole("link", { name: /^Quantity types/ })
    .click();
  await see(page).toHaveURL(/\?list=quantity_types$/);
  await page.getByRole("button", { name: "Add value" }).click();
  await field("Label").fill("Coil");
  await field("Code").fill("a coil");
  await dialog().getByRole("button", { name: "Add value" }).click();
  await see(dialog()).toContainText("Give a unit code like EA, KGM or XBX.");
  await field("Code").fill("xcl");
  await dialog().getByRole("button", { name: "Add value" }).click();
  await see(values().getByRole("row").last()).toContainText(/Coil.*XCL/);

  await row("Coil").getByRole("button", { name: "Coil", exact: true }).click();
  await field("Label").fill("Steel coil");
  await dialog().getByRole("radio", { name: "Violet" }).check();
  await dialog().getByRole("button", { name: "Save" }).click();
  await see(dialog()).toHaveCount(0);
  const moved = saved("POST");
  await more("Steel coil", "Move to the top");
  await see(values().getByRole("row").nth(1)).toContainText("Steel coil");
  await moved;
  expect((await offered()).slice(0, 2)).toEqual(["Steel coil", "Each"]);

  await visit(page, `${demo.base}/settings/reference-lists?list=quantity_types&q=XCL`);
  await see(values().getByRole("row")).toHaveCount(2);
  await see(page.getByRole("button", { name: "Move Steel coil up" })).toHaveCount(0); // what is found has no place
  const turned = saved("PUT");
  await values().getByRole("switch", { name: "Steel coil can be chosen" }).click();
  await turned;
  expect(await offered()).not.toContain("Steel coil");
});

test("a unit that products are counted in stays, with a sentence that says why, and is switched off there; one that nobody uses goes, and comes back by Undo", async () => {
  onTestFailed(() => shoot("used"));
  await visit(page, `${demo.base}/settings/reference-lists?list=quantity_types`);
  await more("Kilogram", "Remove");
  await see(page.getByRole("status").filter({ hasText: "Kilogram stays." })).toContainText(
    /\d+ products are counted in it. Switch it off instead\./,
  );
  await page.getByRole("button", { name: "Switch Kilogram off" }).click();
  await see(page.getByRole("switch", { name: "Kilogram can be chosen" })).not.toBeChecked();
  await see(page.getByText("Kilogram stays.")).toHaveCount(0);
  await more("Tube", "Remove");
  await see(row("Tube")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await see(row("Tube")).toBeVisible();
});

test("by keyboard alone: a list is chosen, a value added with its colour, and put up twice", async () => {
  onTestFailed(() => shoot("keyboard"));
  await visit(page, `${demo.base}/settings/reference-lists`);
  await tabTo(/^Vehicle health/);
  await page.keyboard.press("Enter");
  await see(page.getByRole("heading", { level: 2, name: "Vehicle health" })).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await page.evaluate("document.activeElement.blur()");
  await tabTo(/^Add value$/);
  await page.keyboard.press("Enter");
  await see(field("Label")).toBeFocused();
  await page.keyboard.type("Towed");
  await page.keyboard.press("Tab");
  await page.keyboard.type("towed");
  await page.keyboard.press("Tab"); // what it means stays as it is proposed
  await page.keyboard.press("Tab");
  for (let n = 0; n < 5; n += 1) await page.keyboard.press("ArrowDown");
  await see(dialog().getByRole("radio", { name: "Red" })).toBeChecked();
  await page.keyboard.press("Control+Enter");
  await see(dialog()).toHaveCount(0);
  await see(values().getByRole("row").nth(6)).toContainText("Towed");
  await tabTo(/^Move Towed up$/);
  await page.keyboard.press("Enter");
  await see(values().getByRole("row").nth(5)).toContainText("Towed");
  await see(page.getByRole("button", { name: "Move Towed up" })).toBeFocused();
  await page.keyboard.press("Space");
  await see(values().getByRole("row").nth(4)).toContainText("Towed");
  await expect
    .poll(async () =>
      (await (await demo.as("viewer")).get("/api/settings/reference-lists/vehicle_health")).body.items.map(
        ({ code }) => code,
      ),
    )
    .toEqual(["unknown", "good", "service_due", "towed", "restricted", "unsafe"]);
});

test("the product's own states say why they are fixed, are called otherwise for the company alone, and back again", async () => {
  onTestFailed(() => shoot("states"));
  await visit(page, `${demo.base}/settings/reference-lists?list=delivery_schedule_statuses`);
  await see(page.getByText("their codes mean the same in every company")).toBeVisible();
  await see(page.getByRole("button", { name: "Add value" })).toHaveCount(0);
  await see(values().getByRole("switch")).toHaveCount(0);
  await row("completed").getByRole("button", { name: "Completed", exact: true }).click();
  await field("Label").fill("All in");
  await dialog().getByRole("radio", { name: "Violet" }).check();
  await dialog().getByRole("button", { name: "Save" }).click();
  await see(row("completed")).toContainText(/All in.*completed.*Completed/);
  const deliveries = page.getByRole("grid", { name: "Delivery schedules" });
  await go(page, "/warehouse/delivery-schedules?status=completed");
  await see(deliveries.getByText("All in").first()).toBeVisible();
  await visit(page, `${demo.base}/warehouse/delivery-schedules?status=completed`);
  await see(deliveries.getByText("All in").first()).toBeVisible();
  await visit(page, `${demo.base}/settings/reference-lists?list=delivery_schedule_statuses`);
  await more("All in", "Call it as the product does");
  await see(row("completed").getByRole("button", { name: "Completed", exact: true })).toBeVisible();
  await go(page, "/warehouse/delivery-schedules?status=completed");
  await see(deliveries.getByText("Completed").first()).toBeVisible();
  await see(deliveries.getByText("All in")).toHaveCount(0);
});

test("who may not change the lists reads them, and is offered nothing", async () => {
  onTestFailed(() => shoot("viewer"));
  const context = await demo.browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-GB" });
  await context.addCookies(
    [...(await demo.as("viewer")).cookies].map(([name, value]) => ({ name, value, url: demo.base })),
  );
  const own = await context.newPage();
  await visit(own, `${demo.base}/settings/reference-lists`);
  await own.getByRole("link", { name: /^Vehicle health/ }).click(); // a phone shows the lists first, then one of them
  await see(own.getByRole("row", { name: "Not safe to drive" })).toContainText(/unsafe.*Active/);
  await see(own.locator("main").getByRole("switch")).toHaveCount(0);
  expect(await own.locator("main").getByRole("button").allInnerTexts()).toEqual([""]); // the way back
  await own.getByRole("button", { name: "All lists" }).click();
  await see(own.getByRole("link", { name: /^Quantity types/ })).toBeVisible();
  await context.close();
});

test("what a list exports says sums with their currency, and prices, open lines and deliveries' lines in words", async () => {
  onTestFailed(() => shoot("exports"));
  const asked = async (path: string, name: string) => {
    await visit(page, `${demo.base}${path}`);
    const href = (await page.getByRole("link", { name, exact: true }).getAttribute("href")) ?? "";
    return new URL(href, demo.base).searchParams;
  };
  const orders = await asked("/warehouse/purchase-orders", "Export");
  expect(orders.get("columns")).toMatch(/\btotal,currency\b/);
  expect(orders.get("headings")).toMatch(/\bTotal\|Currency\b/);
  const lines = [
    ["/warehouse/purchase-orders", "Open lines"],
    ["/warehouse/products", "Prices"],
    ["/fleet/deliveries", "Lines"],
  ] as const;
  for (const [path, name] of lines) expect((await asked(path, name)).get("values"), name).toBe("words");
});

/** What has a standing order: the start that its contract tells the screens, by the path of its list. */
const starts = served
  .flatMap(({ contract }) => Object.values(contract) as RouteShape[])
  .flatMap((route) => {
    const sort = route.method === "GET" && !/[:.]/.test(route.path) && (route.query as z.ZodObject)?.shape?.["sort"];
    const start = sort && (sort as z.ZodType).meta()?.["start"];
    return typeof start === "string" ? [[route.path, start] as const] : [];
  });

test("each list stands in the order that its head and its foot tell", async () => {
  onTestFailed(() => shoot("order"));
  const client = await demo.as("super");
  expect(starts.length).toBeGreaterThan(30);
  const wrong: string[] = [];
  for (const [path, start] of starts) {
    const ids = async (query: string) =>
      ((await client.get(`${path}?limit=20${query}`)).body["items"] as readonly { id: string }[] | undefined)?.map(
        ({ id }) => id,
      );
    if (String(await ids("")) !== String(await ids(`&sort=${start}`))) wrong.push(`${path}: ${start}`);
  }
  expect(wrong).toEqual([]);
  await visit(page, `${demo.base}/settings/mails`);
  await see(page.getByRole("columnheader", { name: "Written" })).toHaveAttribute("aria-sort", "descending");
  await see(page.getByText("Sorted by Written, downwards")).toBeVisible();
  await visit(page, `${demo.base}/warehouse/purchase-orders`);
  await see(page.getByText(/^Sorted by .*, downwards$/)).toBeVisible();
});
