import type { Page } from "playwright";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see, untilIdle } from "#main/testing/browser.ts";
import { fillDate } from "#main/testing/inputs.ts";
import { visit } from "#main/testing/screens.ts";
import { orderBody, orderRecords, ordersPath, saved } from "#main/testing/records/orders.ts";
import { asSuper } from "#main/testing/test-app.ts";

let testApp: BrowserApp;
beforeAll(async () => {
  testApp = await startBrowserApp();
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});

const email = "company-admin@alpha.example";
const languages = {
  en: {
    typed: "24/11/2099",
    shown: "24 Nov 2099",
    day: /^Tuesday,? 24 November 2099$/,
    weekday: "Mon",
    calendar: "Calendar",
    picked: "2 Jan 2100",
    from: "From currency",
    create: "Create exchange rate",
    refused: "A rate is known on its day. Enter it then.",
    nonsense: "Write a date like 24 Nov 2026.",
  },
  de: {
    typed: "24.11.2099",
    shown: "24. Nov. 2099",
    day: /^Dienstag, 24. November 2099$/,
    weekday: "Mo",
    calendar: "Kalender",
    picked: "2. Jan. 2100",
    from: "Von Währung",
    create: "Wechselkurs anlegen",
    refused: "Ein Kurs ist an seinem Tag bekannt. Geben Sie ihn dann ein.",
    nonsense: "Schreiben Sie ein Datum wie 24. Nov. 2026.",
  },
} as const;
type Language = keyof typeof languages;

async function signedIn(language: Language, width: number): Promise<Page> {
  await asSuper(testApp, "update users set locale = $1 where email = $2", [language, email]);
  return testApp.signedIn(email, { width, height: width < 500 ? 844 : 900 });
}

test("Enter takes the first choice that fits, also where it comes before the list has opened; what fits none sends no form", async () => {
  const page = await signedIn("en", 1440);
  await visit(page, `${testApp.base}/settings/exchange-rates?form=new`);
  const form = page.getByRole("form");
  const currency = form.locator('[data-path="fromCurrency"]');
  await see(currency).toBeEditable(); // its choices are there
  await currency.focus();
  await page.keyboard.press("Escape");
  await see(currency).toHaveAttribute("aria-expanded", "false");
  // In one go, as a page that is busy takes the keys of somebody who types fast.
  await page.evaluate(`{
    const input = document.querySelector('form [data-path="fromCurrency"]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, "us doll");
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true }));
  }`);
  await see(currency).toHaveValue("USD US Dollar");

  await currency.fill("no such money");
  await currency.press("Enter");
  await see(currency).toHaveValue("no such money");
  await see(currency).not.toHaveAttribute("aria-invalid", "true");

  await currency.fill("dollar");
  await currency.press("ArrowDown");
  await currency.press("Enter");
  await see(currency).not.toHaveValue("dollar");
  await see(currency).not.toHaveValue("AUD Australian Dollar"); // the first
});

test("of few choices the same is taken by arrows and Enter, however fast the keys come: also before the page has drawn the list", async () => {
  const kindIn = async (page: Page) => {
    await visit(page, `${testApp.base}/settings/asset-types?form=new`);
    const kind = page.getByRole("form").locator('[data-path="kind"]');
    await see(page.locator("[data-combobox-option]")).toHaveCount(5); // the closed list stands behind it
    await kind.focus();
    return kind;
  };
  const slow = await signedIn("en", 1440);
  const atLeisure = await kindIn(slow);
  await slow.keyboard.press("ArrowDown");
  await see(slow.getByRole("option")).toHaveCount(5);
  await slow.evaluate("new Promise((done) => setTimeout(done))"); // opening marks the first choice in two timers, not in one
  await slow.keyboard.press("ArrowDown");
  await slow.keyboard.press("Enter");
  await see(slow.getByRole("option")).toHaveCount(0);
  await see(atLeisure).not.toHaveValue("");

  const fast = await signedIn("en", 1440);
  const inHaste = await kindIn(fast);
  // No frame is drawn between these keys.
  await fast.evaluate(`(async () => {
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) {
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true }));
      for (let turn = 0; turn < 20; turn += 1) await null;
    }
  })()`);
  await see(inHaste).toHaveValue(await atLeisure.inputValue());
  await see(fast.getByRole("option")).toHaveCount(0);
});

for (const language of Object.keys(languages) as Language[])
  for (const width of [1440, 390]) {
    const words = languages[language];
    test(`${language}, ${width} px: a date is typed or picked by keyboard, a choice found by typing; a refusal keeps both`, async () => {
      onTestFailed(() => testApp.shoot(`inputs-${language}-${width}`));
      const page = await signedIn(language, width);
      await visit(page, `${testApp.base}/settings/exchange-rates?form=new`);
      const form = page.getByRole("form");
      const date = form.locator('[data-path="asOf"]');
      const currency = form.locator('[data-path="fromCurrency"]');
      const calendar = page.getByRole("dialog", { name: words.calendar });

      await fillDate(date, words.typed);
      await see(date).toHaveValue(words.shown);
      await date.press("Alt+ArrowDown");
      await see(calendar.getByRole("button", { name: words.day })).toBeFocused();
      await see(calendar.getByRole("columnheader").nth(1)).toHaveText(words.weekday);
      const box = await calendar.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
      // A week on and a day, beyond the end of the month, then a month.
      for (const key of ["ArrowDown", "ArrowRight", "PageDown", "Enter"]) await page.keyboard.press(key);
      await see(calendar).toHaveCount(0);
      await see(date).toBeFocused();
      await see(date).toHaveValue(words.picked);
      await date.press("Alt+ArrowDown");
      await see(calendar).toBeVisible();
      await page.keyboard.press("Escape");
      await see(calendar).toHaveCount(0);
      await see(date).toHaveValue(words.picked); // Escape closed the calendar, not the form

      await currency.focus();
      await page.keyboard.type("us doll");
      await page.keyboard.press("Enter");
      await see(currency).toHaveValue("USD US Dollar");
      await form.locator('[data-path="rate"]').fill("0.9");
      await page.getByRole("button", { name: words.create }).click();
      await see(form.getByText(words.refused)).toBeVisible();
      await see(date).toHaveValue(words.picked);
      await see(currency).toHaveValue("USD US Dollar");

      await fillDate(date, "soonish");
      await see(form.getByText(words.nonsense)).toBeVisible();
      await see(date).toHaveValue("soonish");
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      await page.context().close();
    });
  }

test("a date with a time is read on the clock of the site, and a day that is picked keeps the time", async () => {
  onTestFailed(() => testApp.shoot("inputs-time"));
  const page = await signedIn("en", 1440);
  await visit(page, `${testApp.base}/company-locations?form=new`);
  const form = page.getByRole("form");
  await form.getByRole("button", { name: "Add closure" }).click();
  const from = form.getByLabel("From", { exact: true });
  await fillDate(from, "tomorrow");
  await see(form.getByText("Write a date and a time like 24 Nov 2026 00:00.")).toBeVisible();
  await fillDate(from, "27/4/2099 9:30");
  await see(from).toHaveValue("27 Apr 2099 09:30");
  await from.locator("xpath=../..").getByRole("button", { name: "Calendar" }).click();
  await page.getByRole("button", { name: /^Wednesday,? 29 April 2099$/ }).click();
  await see(from).toHaveValue("29 Apr 2099 09:30");
  await page.context().close();
});

test("a list brings the editor of dates when pointer or focus comes near the filters, so opening one loads nothing", async () => {
  onTestFailed(() => testApp.shoot("inputs-filter"));
  const records = await orderRecords(await testApp.as("SUPER_ADMIN"));
  await saved((await testApp.as("BUYER")).post(ordersPath, orderBody(records)));
  const page = await testApp.signedIn("buyer@alpha.example");
  const parts: string[] = [];
  page.on("request", (request) => /calendar|range-editor|date/.test(request.url()) && parts.push(request.url()));
  await visit(page, `${testApp.base}/warehouse/purchase-orders`);
  expect(parts.filter((url) => url.endsWith(".js"))).toEqual([]);
  await page.getByRole("button", { name: "Filter", exact: true }).hover();
  await untilIdle(page);
  expect(parts.filter((url) => url.endsWith(".js")).length).toBeGreaterThan(1);
  const loaded = parts.length;
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menuitem", { name: "Needed by" }).click();
  const editor = page.getByRole("dialog", { name: "Needed by" });
  await editor.getByRole("button", { name: "Calendar" }).first().click();
  await see(page.getByRole("dialog", { name: "Calendar" })).toBeVisible();
  expect(parts.slice(loaded)).toEqual([]);
  await page.keyboard.press("Escape");
  const year = new Date().getUTCFullYear() + 1;
  await editor.getByLabel("From", { exact: true }).fill(`1 Nov ${year}`);
  await page.keyboard.press("Enter");
  await see(page).toHaveURL(new RegExp(`requestedDate=${year}-11-01\\.\\.`));
  await editor.getByRole("button", { name: "Calendar" }).last().click();
  const days = page.getByRole("dialog", { name: "Calendar" });
  await see(days.getByRole("button", { name: new RegExp(String.raw`\b1 November ${year}$`) })).toBeFocused(); // none before it can be picked
  await page.keyboard.press("Escape");
  await see(days).toHaveCount(0);
  await see(editor).toBeVisible(); // what is opened from a panel is a part of it
  await page.context().close();
});

test("who types in a form before it has come to rest goes on where they are", async () => {
  const page = await signedIn("en", 1440);
  await page.goto(`${testApp.base}/settings/asset-types`);
  await untilIdle(page);
  // Whatever was put off until nothing else is to be done comes when somebody types already, in its order.
  await page.evaluate(
    "{ const later = setTimeout; window.setTimeout = (run, ms, ...given) => later(run, ms || 1500, ...given); }",
  );
  await page.getByRole("button", { name: "New asset type" }).click();
  const form = page.getByRole("dialog");
  await see(form.getByLabel("Name", { exact: true })).toBeFocused();
  await form.getByLabel("Code").focus();
  await page.keyboard.type("CA");
  await page.evaluate("new Promise((done) => setTimeout(done))");
  await page.keyboard.type("GE");
  await see(form.getByLabel("Code")).toHaveValue("CAGE");
  await see(form.getByLabel("Name", { exact: true })).toHaveValue("");
});

test("a field that could not search says so, and searches again with the next letter", async () => {
  const page = await signedIn("en", 1440);
  await visit(page, `${testApp.base}/fleet/vehicles?form=new`);
  const home = page.getByRole("form").getByRole("combobox", { name: "Home location" });
  const searches = "**/api/settings/locations?q=*";
  await page.route(searches, (route) => route.fulfill({ status: 500, json: { code: "x", message: "It broke." } }));
  await home.fill("no such pl");
  await see(page.getByRole("listbox", { name: "Home location" }).getByText("The search failed")).toBeVisible();
  await page.unroute(searches);
  await home.fill("no such place");
  await see(page.getByRole("listbox", { name: "Home location" }).getByText("Nothing found")).toBeVisible();
});
