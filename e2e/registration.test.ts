import type { Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { linkIn, startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { aRequest } from "#main/testing/records/registration.ts";

let testApp: BrowserApp;
beforeAll(async () => void (testApp = await startBrowserApp()));
afterAll(() => testApp.close());

const { firstName, lastName, password } = aRequest("");

async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Email").fill(email);
  await page.locator('input[type="password"]').fill(password);
  await page.getByRole("button", { name: "Register" }).click();
  await see(page.getByRole("heading", { name: "Look into your mailbox" })).toBeVisible();
}

async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).fill(typed);
  await page.getByRole("option", { name: option, exact: true }).click();
}

async function fillDetails(page: Page, name: string): Promise<void> {
  await page.getByLabel("Legal name").fill(name);
  await choose(page, "What the company does", "Carr", "Carrier");
  await page.getByLabel("Address", { exact: true }).fill("Kade 4");
  await page.getByLabel("City").fill("Enschede");
  await choose(page, "Country", "Nether", "Netherlands");
  await choose(page, "Currency", "EUR", "EUR Euro");
}

/** Somebody in front of the form for the company's details. */
async function confirmed(email: string): Promise<Page> {
  const { page } = await testApp.open();
  await page.goto(`${testApp.base}/register`);
  await register(page, email);
  await page.goto(linkIn(await testApp.mailTo(email, "/register/confirm")));
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await page.waitForURL(`${testApp.base}/register-step2`);
  return page;
}

async function sendIn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send in for approval" }).click();
  await page.waitForURL(`${testApp.base}/approve-process`);
}

async function decide(name: string, step: "Approve" | "Reject", reason?: string): Promise<void> {
  const root = await testApp.signedIn("super-admin@alpha.example");
  await root.goto(`${testApp.base}/settings/companies?status=pending`);
  await see(root.getByTitle("Companies", { exact: true })).toContainText("1");
  await root.getByRole("link", { name }).click();
  if (step === "Approve") await root.getByRole("button", { name: step }).click();
  if (step === "Reject") {
    await root.getByRole("button", { name: "More steps" }).click();
    await root.getByRole("menuitem", { name: step }).click();
    await root.getByLabel("Reason").fill(reason ?? "");
    await root.getByRole("dialog").getByRole("button", { name: step }).click();
  }
  await see(root.getByText(step === "Approve" ? "Active" : "Rejected").first()).toBeVisible();
  await see(root.getByTitle("Companies", { exact: true })).not.toContainText("1");
  await root.context().close();
}

test("[PUB-1] the welcome page says what the product is, and leads to sign-in and to registration", async () => {
  onTestFailed(() => testApp.shoot("registration-welcome"));
  const { page } = await testApp.open();
  await page.goto(testApp.base);
  await see(page.getByRole("heading", { level: 1 })).toContainText("Every truck has a paper.");
  await see(page.getByText("npm start")).toBeVisible();
  for (const picture of await page.locator('img[src$=".webp"]').all()) {
    await picture.scrollIntoViewIfNeeded(); // it is fetched when it comes near, into a place that is kept for it
    await see(picture).toHaveJSProperty("complete", true);
    await see(picture).toHaveJSProperty("naturalWidth", Number(await picture.getAttribute("width")));
  }
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await page.waitForURL(`${testApp.base}/login`);
  await page.goto(testApp.base);
  await page.getByRole("link", { name: "Register your company" }).first().click();
  await page.waitForURL(`${testApp.base}/register`);
  expect(testApp.faults).toEqual([]);
});

test(
  "[PUB-12] [PUB-5] [GATE-2] [GATE-3] somebody registers, confirms the address, gives the details, waits, and is in as soon as a SUPER_ADMIN approves",
  { timeout: 240_000 },
  async () => {
    onTestFailed(() => testApp.shoot("registration"));
    const email = "mira@holt.example";
    const { page } = await testApp.open();
    await page.goto(`${testApp.base}/login`);
    await page.getByRole("link", { name: "Register your company" }).click();
    await register(page, email);

    await page.goto(linkIn(await testApp.mailTo(email, "/register/confirm")));
    await page.reload(); // as a mail scanner opens it, with its scripts: nothing happens
    await page.getByLabel("Password", { exact: true }).fill("not the one that was chosen");
    await page.getByRole("button", { name: "Confirm and sign in" }).click();
    await see(page.getByText("This is not the password that you chose when you registered.")).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Confirm and sign in" }).click();

    await page.waitForURL(`${testApp.base}/register-step2`);
    await page.goto(`${testApp.base}/warehouse/vendors`); // the gate leads back, wherever one wants to go
    await page.waitForURL(`${testApp.base}/register-step2`);
    await fillDetails(page, "Holt Freight");
    await see(page.getByText("What you type is kept.")).toBeVisible();
    await page.reload();
    await see(page.getByLabel("Legal name")).toHaveValue("Holt Freight");
    await see(page.getByRole("combobox", { name: "Country" })).toHaveValue("Netherlands");
    await page.getByLabel("City").fill("");
    await page.getByRole("button", { name: "Send in for approval" }).click();
    await see(page.getByLabel("City")).toBeFocused();
    await see(page.getByText("Fill this in.")).toBeVisible();
    await page.getByLabel("City").fill("Enschede");
    await see(page.getByText("Fill this in.")).toBeHidden();
    await sendIn(page);

    await see(page.getByText("Kade 4, Enschede, Netherlands")).toBeVisible();
    await page.goto(`${testApp.base}/warehouse/vendors`);
    await page.waitForURL(`${testApp.base}/approve-process`);
    await testApp.mailTo(email, "have arrived");

    await decide("Holt Freight", "Approve");
    await page.waitForURL(/\/warehouse\//); // by itself
    await see(page.getByText("Holt Freight").first()).toBeVisible();
    await testApp.mailTo(email, "Holt Freight is approved");
    expect(testApp.faults).toEqual([]);
  },
);

test(
  "[GATE-3] a company that is not approved reads the reason, corrects its details and sends them in again",
  { timeout: 240_000 },
  async () => {
    onTestFailed(() => testApp.shoot("registration-rejected"));
    const page = await confirmed("ole@berg.example");
    await fillDetails(page, "Berg Tranport");
    await sendIn(page);
    await decide("Berg Tranport", "Reject", "The name is misspelt.");
    await see(page.getByRole("heading", { name: "Your company was not approved" })).toBeVisible({ timeout: 20_000 });
    await see(page.getByText("The name is misspelt.")).toBeVisible();
    await page.getByRole("button", { name: "Correct the details" }).click();
    await page.waitForURL(`${testApp.base}/register-step2`);
    await page.getByLabel("Legal name").fill("Berg Transport");
    await sendIn(page);
    await see(page.getByText("Berg Transport")).toBeVisible();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${testApp.base}/`);
    expect(testApp.faults).toEqual([]);
  },
);

test("[SESS-1] an address that is known gets the same page, and a mail with the way in instead of a link", async () => {
  const { page } = await testApp.open();
  await page.goto(`${testApp.base}/register`);
  await register(page, "buyer@alpha.example");
  const { text } = await testApp.mailTo("buyer@alpha.example", "You have an account already");
  expect(text).not.toContain("/register/confirm");
  expect(testApp.mails.filter(({ to, text: words }) => to === "buyer@alpha.example" && words.includes("#t="))).toEqual(
    [],
  );
});
