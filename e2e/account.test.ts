import type { Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { asSuper, testPassword } from "#main/testing/test-app.ts";
import { see, untilIdle } from "#main/testing/browser.ts";
import { linkIn, startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { appCode } from "#main/testing/authenticator.ts";

const fresh = "the grey heron waits at dock nine";
let testApp: BrowserApp;
beforeAll(async () => void (testApp = await startBrowserApp()));
afterAll(() => testApp.close());

const toast = (page: Page, words: string) => page.getByRole("alert", { name: words });
const password = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function signIn(page: Page, email: string, secret = testPassword): Promise<void> {
  await page.goto(`${testApp.base}/login`);
  await page.getByLabel("Email").fill(email);
  await password(page, "Password").fill(secret);
  await page.keyboard.press("Enter");
}

test("[PUB-3] [PUB-4] [MSG-5] [SESS-7] a forgotten password: the same words for every address, a mailed link, a new password, and no session left", async () => {
  onTestFailed(() => testApp.shoot("reset"));
  const { page } = await testApp.open();
  const words: string[] = [];
  for (const email of ["nobody-at-all@alpha.example", "viewer@alpha.example"]) {
    await page.goto(`${testApp.base}/login`);
    await page.getByRole("link", { name: "Reset password" }).click();
    await untilIdle(page); // the page before has a field of that name too
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await see(page.getByRole("heading", { name: "Look into your mail" })).toBeVisible();
    words.push((await page.locator("main").textContent()) ?? "");
    await see(
      toast(
        page,
        "If this address belongs to an account, a message with a link is on its way to it. The link works once, for an hour.",
      ),
    ).toBeVisible();
  }
  expect(words[0]).toBe(words[1]);

  const elsewhere = await testApp.signedIn("viewer@alpha.example");
  await page.goto(linkIn(await testApp.mailTo("viewer@alpha.example", "asked for a new password")));
  const field = password(page, "New password");
  await field.fill("waybill waybill");
  await see(page.getByText("Good", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Change password" }).click();
  await see(toast(page, "This is too easy to guess. Use a sentence of your own.")).toBeVisible();
  await see(field).toHaveAttribute("aria-invalid", "true"); // the strong-password flag is false
  await page.getByRole("button", { name: "Show password" }).click();
  await see(field).toHaveAttribute("type", "text");
  await field.fill(fresh);
  await see(page.getByText("Strong", { exact: true })).toBeVisible();
  const loggedOut = page.waitForRequest(
    (request) => request.method() === "DELETE" && request.url().endsWith("/api/auth/logins"),
  );
  await page.getByRole("button", { name: "Change password" }).click();
  await loggedOut;
  await page.waitForURL(`${testApp.base}/login`); // without the secret
  await see(toast(page, "Your password was changed. Sign in with the new one.")).toBeVisible();
  await see(page.getByRole("status").filter({ hasText: "Your password was changed" })).toBeVisible(); // the flag is true

  await elsewhere.reload();
  await elsewhere.waitForURL(`${testApp.base}/login`);
  await signIn(page, "viewer@alpha.example", fresh);
  await page.waitForURL((url) => url.pathname !== "/login");
});

test("[PUB-4] [SESS-7] a signed-in user changes the password with the current one, and signs in again in every tab", async () => {
  onTestFailed(() => testApp.shoot("change"));
  const page = await testApp.signedIn("receiver@alpha.example");
  const second = await page.context().newPage();
  await second.goto(`${testApp.base}/profile`);
  await page.goto(`${testApp.base}/profile`);
  await page.getByRole("link", { name: "Change password" }).click();
  await password(page, "Current password").fill("not this one, no");
  await password(page, "New password").fill(fresh);
  await page.getByRole("button", { name: "Change password" }).click();
  await see(toast(page, "The current password is wrong.")).toBeVisible();
  await password(page, "Current password").fill(testPassword);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.waitForURL(`${testApp.base}/login`);
  await second.waitForURL(`${testApp.base}/`);
  await page.goto(`${testApp.base}/profile`);
  await page.waitForURL(`${testApp.base}/login`);
});

test("[ROUTE:/profile] [CALL:PUT /api/auth/update-profile] [MSG-4] [MSG-5] the profile is changed in place: name, photo, language; what is refused stands in the form", async () => {
  onTestFailed(() => testApp.shoot("profile"));
  const page = await testApp.signedIn("dispatcher@alpha.example");
  await page.getByRole("button", { name: /dispatcher Alpha/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  const form = page.getByRole("form", { name: "About you" });
  await page.route("**/api/auth/update-profile", (route) => route.abort());
  await form.getByLabel("First name").fill("Tomasz");
  await form.getByRole("button", { name: "Save" }).click();
  await see(form.getByText("An error occurred while updating the profile")).toBeVisible();
  await page.unroute("**/api/auth/update-profile");
  await page.route("**/api/auth/update-profile", (route) =>
    route.fulfill({ status: 409, json: { code: "x", message: "The registry is closed today." } }),
  );
  await form.getByRole("button", { name: "Save" }).click();
  await see(form.getByText("The registry is closed today.")).toBeVisible();
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.unroute("**/api/auth/update-profile");

  await form
    .getByLabel("Photo", { exact: true })
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await see(form.getByText("This is no photo that can be shown.")).toBeVisible();
  await form
    .getByLabel("Photo", { exact: true })
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: await page.screenshot() });
  await see(form.getByRole("img", { name: "Photo of dispatcher Alpha" })).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await see(toast(page, "Profile updated successfully")).toBeVisible();
  await see(page.getByRole("heading", { name: "Tomasz Alpha" })).toBeVisible();
  await see(page.locator("header button img")).toHaveJSProperty("naturalWidth", 256);
  await form.getByLabel("Language and numbers").click();
  await page.getByRole("option", { name: "Deutsch" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await see(page.locator("html")).toHaveAttribute("lang", "de");
});

test("a second factor is set up with an app, asked for at the next sign-in, and survived by a recovery code", async () => {
  onTestFailed(() => testApp.shoot("factor"));
  const page = await testApp.signedIn("buyer@alpha.example");
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await page.goto(`${testApp.base}/profile`);
  await page.getByRole("button", { name: "Set up" }).click();
  await password(page, "Current password").fill(testPassword);
  await page.keyboard.press("Enter");
  await see(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.keyboard.press("Enter");
  await see(
    page.getByText("This code is not right, or it was used already. Wait for the next one and try again."),
  ).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(await appCode(secret, -30));
  await page.keyboard.press("Enter");
  const codes = page.getByRole("listitem").locator("code");
  await see(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent()) ?? "";
  await page.getByRole("button", { name: "I have kept them" }).click();
  await see(page.getByText("Recovery codes left: 10.")).toBeVisible();
  expect([...hosts]).toEqual([new URL(testApp.base).host]);

  for (const code of [await appCode(secret), recoveryCode]) {
    const { page: other } = await testApp.open();
    await signIn(other, "buyer@alpha.example");
    await other.getByLabel("Code", { exact: true }).fill(code);
    await other.keyboard.press("Enter");
    await other.waitForURL((url) => url.pathname !== "/login");
  }
  await page.reload();
  await see(page.getByText("Recovery codes left: 9.")).toBeVisible();
});

test("an administrator takes away the second factor of somebody who has lost it", async () => {
  onTestFailed(() => testApp.shoot("lost"));
  const admin = await testApp.signedIn("company-admin@alpha.example");
  await admin.goto(`${testApp.base}/settings/users?id=${testApp.users.BUYER}`);
  await admin.getByRole("button", { name: "Drop the second factor" }).click();
  await admin
    .getByRole("dialog", { name: /Drop the second factor of/ })
    .getByRole("button", { name: "Drop the second factor" })
    .click();
  await see(toast(admin, "Updated successfully")).toBeVisible();
  await see(admin.getByRole("button", { name: "Drop the second factor" })).toHaveCount(0);
  await testApp.signedIn("buyer@alpha.example");
});

test("where the company asks for a second factor, it is set up before one comes in", async () => {
  onTestFailed(() => testApp.shoot("required"));
  await asSuper(testApp, "update companies set second_factor_required = true where id = $1", [testApp.companies.b]);
  const { page } = await testApp.open();
  await signIn(page, "buyer@beta.example");
  await see(page.getByText("Your company asks for a second factor. Set it up now.")).toBeVisible();
  await page.goto(`${testApp.base}/profile`);
  await page.waitForURL(`${testApp.base}/login`);
  await signIn(page, "buyer@beta.example");
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code", { exact: true }).fill(await appCode(secret));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
});

test("one sees where one is signed in, ends one session, and signs out everywhere", async () => {
  onTestFailed(() => testApp.shoot("sessions"));
  const page = await testApp.signedIn("driver@alpha.example");
  const other = await testApp.signedIn("driver@alpha.example");
  await testApp.mailTo("driver@alpha.example", "on a device that you have not used before");
  await page.goto(`${testApp.base}/profile`);
  await see(page.getByText("This session")).toBeVisible();
  await page.getByRole("button", { name: /^End the session on Chrome, Linux/ }).click();
  await see(page.getByRole("button", { name: /^End the session/ })).toHaveCount(0);
  await other.goto(`${testApp.base}/profile`);
  await other.waitForURL(`${testApp.base}/login`);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await page.waitForURL(`${testApp.base}/`);
  await page.goto(`${testApp.base}/profile`);
  await page.waitForURL(`${testApp.base}/login`);
  expect(testApp.faults).toEqual([]);
});
