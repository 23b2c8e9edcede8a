import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { sharedDemo, type DemoProduct } from "#main/testing/demo.ts";
import { openLook, crawlTargets, visit } from "#main/testing/screens.ts";

const widths = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const tried = [
  "/login",
  "/warehouse/purchase-orders",
  "/warehouse/purchase-orders/details",
  "/warehouse/purchase-orders/edit",
  "/warehouse/delivery-schedules/calenders",
  "/company-profile",
  "/settings/users/roles",
];

let demo: DemoProduct;
const pages = new Map<string, Page>();
beforeAll(async () => {
  demo = await sharedDemo();
  for (const [width, size] of Object.entries(widths)) {
    for (const who of ["super", "visitor"] as const) {
      const page = await (await openLook(demo, who, { ...size, scheme: "light" })).newPage();
      await page.route("**/*", async (route) => {
        if (route.request().resourceType() !== "document") return route.fallback();
        const answer = await route.fetch();
        return route.fulfill({ response: answer, body: (await answer.text()).replace("<html ", '<html dir="rtl" ') });
      });
      pages.set(`${who} ${width}`, page);
    }
  }
});
afterAll(() => demo.close());

function pageOf(who: string, width: string): Page {
  const page = pages.get(`${who} ${width}`);
  if (!page) throw new Error("no such window");
  onTestFailed(async () => void (await page.screenshot({ path: `test-results/right-to-left-${who}-${width}.png` })));
  return page;
}

/** What can be seen and reaches beyond the window, unless it lies in something that scrolls. */
const cutOff = `[...document.querySelectorAll("a, button, input, select, textarea, h1, h2, h3, label, time, img, bdi")].filter((one) => {
  const box = one.getBoundingClientRect();
  if (box.width <= 1 || box.height <= 1 || one.closest("[inert]")) return false;
  if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  for (let above = one; above; above = above.parentElement) if (getComputedStyle(above).clipPath !== "none") return false;
  for (let above = one.parentElement; above && above !== document.body; above = above.parentElement)
    if (getComputedStyle(above).overflowX !== "visible") return false;
  return box.left < -1 || box.right > innerWidth + 1;
}).map((one) => one.tagName + " " + (one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 40))`;

/** Numbers of records, days and times whose first letter stands right of their last. */
const mirroredText = `(() => {
  const found = [];
  const number = "[A-Z]{2,3}-[\\\\d-]+\\\\d";
  const day = "\\\\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\\\b(?: \\\\d{4})?(?: \\\\d\\\\d:\\\\d\\\\d)?";
  const pattern = new RegExp("\\\\b" + number + "|\\\\b" + day + "|\\\\b\\\\d\\\\d:\\\\d\\\\d\\\\b", "g");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const place = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const match of node.data.matchAll(pattern)) {
      const [first, last] = [place(node, match.index), place(node, match.index + match[0].length - 1)];
      if (first.width && last.width && first.top === last.top && first.left > last.left) found.push(match[0]);
    }
  }
  return found;
})()`;

const arrowsAsTheyWere = `["arrow-left", "arrow-right", "chevron-left", "chevron-right"]
  .flatMap((name) => [...document.querySelectorAll(".tabler-icon-" + name)])
  .filter((one) => getComputedStyle(one).transform !== "matrix(-1, 0, 0, 1, 0, 0)").length`;

async function expectMirrored(page: Page, name: string): Promise<void> {
  expect(await page.evaluate("getComputedStyle(document.body).direction")).toBe("rtl");
  expect
    .soft(
      await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
      `${name} scrolls sideways`,
    )
    .toBeLessThanOrEqual(0);
  expect.soft(await page.evaluate(cutOff), `${name}: cut off`).toEqual([]);
  expect.soft(await page.evaluate(mirroredText), `${name}: numbers, days and times that are mirrored`).toEqual([]);
  expect.soft(await page.evaluate(arrowsAsTheyWere), `${name}: arrows that are not mirrored`).toBe(0);
}

describe.each(Object.keys(widths) as (keyof typeof widths)[])("read from right to left, %s", (width) => {
  test.each(crawlTargets.filter(({ path, name }) => tried.includes(path) && !name.includes("--")))(
    "$path is mirrored: nothing is cut off or scrolls sideways, arrows turn, numbers and times do not",
    async ({ path, as, at }) => {
      const page = pageOf(as, width);
      await visit(page, demo.base + (await at(demo)));
      await expectMirrored(page, path);
    },
  );

  test("the palette opens inside the window", async () => {
    const page = pageOf("super", width);
    await visit(page, `${demo.base}/warehouse/purchase-orders`);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("PO-2026");
    await page.getByRole("option").first().waitFor();
    await expectMirrored(page, "the palette");
  });
});

test("the sidebar stands at the right, and the way back reads from there", async () => {
  const page = pageOf("super", "wide");
  await visit(
    page,
    `${demo.base}${await crawlTargets.find(({ path }) => path === "/warehouse/purchase-orders/details")?.at(demo)}`,
  );
  const edges = (selector: string) => page.locator(selector).first().boundingBox();
  expect((await edges("aside, nav"))?.x).toBeGreaterThan(1440 / 2);
  expect((await edges("main"))?.x).toBeLessThan(20);
  const crumbs = await page.evaluate<number[]>(
    '[...document.querySelectorAll("nav[aria-label=Breadcrumb] a")].map((one) => one.getBoundingClientRect().left)',
  );
  expect(crumbs.length).toBeGreaterThan(1);
  expect(crumbs).toEqual(crumbs.toSorted((a, b) => b - a));
});

test("an arrow key goes where it points", async () => {
  const page = pageOf("super", "wide");
  await visit(page, `${demo.base}/settings/users/roles`);
  const focused = () => page.evaluate<number>("document.activeElement.getBoundingClientRect().left");
  await page.evaluate(
    '[...document.querySelectorAll("tr")].find((row) => row.querySelectorAll("[data-stop]").length > 1).querySelector("[data-stop]").focus()',
  );
  const start = await focused();
  await page.keyboard.press("ArrowLeft");
  expect(await focused()).toBeLessThan(start);
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe(start);
});
