import type { Page } from "playwright";
import { afterAll, beforeAll, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { testPassword } from "#main/testing/test-app.ts";
import { keyboardOf } from "#main/testing/keyboard.ts";

let testApp: BrowserApp;
beforeAll(async () => void (testApp = await startBrowserApp()));
afterAll(() => testApp.close());

const toast = (page: Page, words: string) => page.getByRole("alert", { name: words }).last();

test(
  "an administrator's morning by keyboard alone: sign in, invite a colleague, make a role, a location and an asset type, change the company and the own profile, choose the dark, sign out",
  { timeout: 240_000 },
  async () => {
    onTestFailed(() => testApp.shoot("keyboard-settings"));
    const { page } = await testApp.open();
    const { press, type, tabTo } = keyboardOf(page);
    const goTo = async (name: string) => {
      await press("Control+k");
      await see(page.getByRole("dialog", { name: "Search or jump to" })).toBeVisible();
      await type(name);
      await see(page.getByRole("group", { name: "Go to" }).getByRole("option", { name, exact: true })).toBeVisible();
      while (!(await page.getByRole("option", { name, exact: true, selected: true }).isVisible()))
        await press("ArrowDown");
      await press("Enter");
      await see(page.getByRole("dialog", { name: "Search or jump to" })).toHaveCount(0);
    };
    const heading = (name: string) => see(page.getByRole("heading", { level: 1, name })).toBeVisible();

    // The first page leads to sign-in.
    await page.goto(testApp.base);
    await tabTo(/^Sign in$/);
    await press("Enter");
    await page.waitForURL(`${testApp.base}/login`);
    await see(page.getByLabel("Email")).toBeVisible();
    if (!(await page.getByLabel("Email").evaluate("(field) => field === document.activeElement")))
      await tabTo(/^Email/);
    await type("company-admin@alpha.example");
    await tabTo(/^Password/);
    await type(testPassword);
    await press("Enter");
    await see(page.getByRole("navigation", { name: "Main" })).toBeVisible();

    // A colleague.
    await goTo("Users");
    await heading("Users");
    await tabTo(/^Invite/);
    await press("Enter");
    await see(page.getByRole("dialog")).toBeVisible();
    await see(page.getByRole("dialog").getByLabel("E-mail")).toBeFocused();
    await type("robin@alpha.example");
    await tabTo(/^First name/);
    await type("Robin");
    await tabTo(/^Last name/);
    await type("Osei");
    await tabTo(/^Send the invitation$/);
    await press("Enter");
    await see(toast(page, "Saved successfully")).toBeVisible();
    await see(page.getByText("robin@alpha.example").first()).toBeVisible();

    // A role of one's own.
    await goTo("Roles");
    await heading("Roles");
    await tabTo(/^New role$/);
    await press("Enter");
    await see(page.getByRole("dialog")).toBeVisible();
    await type("Night shift");
    await tabTo(/^Create role$/);
    await press("Enter");
    await see(page.getByText("Night shift").first()).toBeVisible();

    // A site.
    await goTo("Locations");
    await heading("Locations");
    await tabTo(/^New location$/);
    await press("Enter");
    await see(page.getByRole("dialog").getByLabel("Name", { exact: true })).toBeFocused();
    await type("Utrecht XD");
    await tabTo(/^Code/);
    await type("UTR");
    await tabTo(/^Time zone/);
    await type("Amsterdam");
    await see(page.getByRole("option", { name: /Amsterdam/ })).toBeVisible();
    await press("ArrowDown", "Enter");
    await tabTo(/^Create location$/, "Shift+Tab");
    await press("Enter");
    await see(page.getByRole("link", { name: "Utrecht XD" })).toBeVisible();

    // What goods move on.
    await goTo("Asset types");
    await heading("Asset types");
    await tabTo(/^New asset type$/);
    await press("Enter");
    await see(page.getByRole("dialog").getByLabel("Name", { exact: true })).toBeFocused();
    await type("Roll cage");
    await tabTo(/^Code/);
    await type("CAGE");
    await tabTo(/^Kind/);
    await press("ArrowDown", "ArrowDown", "Enter");
    await tabTo(/^Create asset type$/, "Shift+Tab");
    await press("Enter");
    await see(page.getByRole("grid").getByText("Roll cage", { exact: true })).toBeVisible();

    // The company.
    await goTo("Company profile");
    await heading("Alpha Logistics");
    await tabTo(/^Edit$/);
    await press("Enter");
    await see(page.getByRole("dialog").getByLabel("Legal name")).toBeFocused();
    await press("Control+a");
    await type("Alpha Logistics B.V.");
    await tabTo(/^Save 1 change$/, "Shift+Tab");
    await press("Enter");
    await see(page.getByRole("dialog")).toHaveCount(0);

    // Oneself.
    await tabTo(/^(CA)?company_admin Alpha/, "Shift+Tab");
    await press("Enter");
    await see(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
    await press("Enter");
    await heading("company_admin Alpha");
    await tabTo(/^First name/);
    await press("Control+a");
    await type("Ada");
    await press("Control+Enter");
    await see(toast(page, "Profile updated successfully")).toBeVisible();

    // The dark, another module, and out.
    await press("Control+k");
    await type("Dark theme");
    await press("Enter");
    await see(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await press("Control+k");
    await type("Switch to Warehouse");
    await press("Enter");
    await page.waitForURL(/\/warehouse\//);
    await press("Control+k");
    await type("Logout");
    await press("Enter");
    await page.waitForURL(`${testApp.base}/`);
  },
);
