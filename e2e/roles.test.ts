import type { Page } from "playwright";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { choose } from "#main/testing/inputs.ts";
import { see } from "#main/testing/browser.ts";

let testApp: BrowserApp;
let admin: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  admin = await testApp.signedIn("company-admin@alpha.example");
});
afterAll(() => testApp.close());

const toast = (page: Page, words: string) => page.getByRole("alert", { name: words });
const cell = (page: Page, role: string, meaning: string) => page.getByRole("checkbox", { name: `${role}: ${meaning}` });
const vendors = "See vendors, their contacts and terms";

/** Goes there as a person does: by the menu of the settings. */
async function throughTheMenu(page: Page, item: string): Promise<void> {
  await page.goto(`${testApp.base}/company-profile`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: item, exact: true }).click();
  await see(page.getByRole("heading", { level: 1 })).toHaveText(item);
}

async function makeRole(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New role" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("dialog").getByLabel("What it is for").fill("Helps out in the summer");
  await page.getByRole("button", { name: "Create role" }).click();
  await see(toast(page, "Saved successfully").first()).toBeVisible();
  await see(page.getByRole("complementary", { name })).toContainText("Helps out in the summer");
}

test("[ROUTE:/settings/users/roles] [PERM-4] [MSG-5] a role of two permissions is given to a person, who may do it at once, not before, and no more when it is taken away", async () => {
  onTestFailed(() => testApp.shoot("roles"));
  const driver = await testApp.signedIn("driver@alpha.example");
  await driver.goto(`${testApp.base}/warehouse/vendors`);
  await driver.waitForURL(/\/unauthorized/);

  await throughTheMenu(admin, "Roles");
  await makeRole(admin, "Summer help");
  await cell(admin, "Summer help", vendors).click();
  await cell(admin, "Summer help", "See docks and their occupation").click();
  const rail = admin.getByRole("complementary", { name: "Summer help" });
  await see(rail.getByRole("listitem").filter({ hasText: vendors })).toContainText("Summer help, added");
  await see(admin.getByText("2 changes not saved.")).toBeVisible();
  await see(admin.getByText("Nobody is affected yet.")).toBeVisible();
  await admin.getByRole("button", { name: "Save 2 changes" }).click();
  await see(toast(admin, "Updated successfully").first()).toBeVisible();
  await driver.goto(`${testApp.base}/warehouse/vendors`);
  await driver.waitForURL(/\/unauthorized/);

  await rail.getByRole("button", { name: "Give this role to someone" }).click();
  await admin.getByRole("menuitem", { name: "driver Alpha" }).click();
  await see(rail.getByRole("link", { name: "driver Alpha also Driver" })).toBeVisible();
  await driver.goto(`${testApp.base}/warehouse/vendors`);
  await see(driver.getByRole("heading", { level: 1 })).toHaveText("Vendors");

  await cell(admin, "Summer help", vendors).click();
  await see(admin.getByText("1 person is affected from the next click.")).toBeVisible();
  await admin.getByRole("button", { name: "See who" }).click();
  await see(admin.getByRole("dialog")).toContainText(`driver AlphaMay no longer: ${vendors}`);
  await admin.keyboard.press("Escape");
  await admin.getByRole("button", { name: "Save 1 change" }).click();
  await see(admin.getByRole("button", { name: /^Save/ })).toHaveCount(0);
  await driver.goto(`${testApp.base}/warehouse/vendors`);
  await driver.waitForURL(/\/unauthorized/);

  await Promise.all([
    toast(admin, "Removed successfully").first().waitFor(), // from before the click: it goes by itself
    rail.getByRole("button", { name: "Take the role from driver Alpha" }).click(),
  ]);
  await admin.mouse.move(640, 600); // a notice that came beneath the pointer is held there, over the head of the role
  await see(rail).toContainText("Nobody holds this role.");
  await rail.getByRole("button", { name: "More about this role" }).click();
  await admin.getByRole("menuitem", { name: "Remove" }).click();
  await admin.getByRole("button", { name: "Remove role" }).click();
  await see(toast(admin, "Deleted successfully")).toBeVisible();
  await see(admin.getByRole("button", { name: /Summer help/ })).toHaveCount(0);
  expect(testApp.faults).toEqual([]);
});

test("the matrix by keyboard: one stop of Tab, arrows go from cell to cell and over folded areas, Space ticks", async () => {
  onTestFailed(() => testApp.shoot("matrix"));
  await admin.goto(`${testApp.base}/settings/users/roles?q=purchase+orders`);
  await cell(admin, "Driver", "See purchase orders and their prices").waitFor();
  await admin.getByRole("checkbox", { name: "Only what differs" }).focus();
  await admin.keyboard.press("Tab");
  await see(cell(admin, "Buyer", "See purchase orders and their prices")).toBeFocused();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"]) await admin.keyboard.press(key);
  const write = cell(admin, "Driver", "Write purchase orders and submit them for approval");
  await see(write).toBeFocused();
  await admin.keyboard.press(" ");
  await see(write).toBeChecked();
  await see(write).toHaveAccessibleName(/changed$/);
  await admin.keyboard.press("ArrowUp");
  await admin.keyboard.press("ArrowUp");
  const area = admin.getByRole("button", { name: /^Purchase orders/ });
  await see(area).toBeFocused();
  await admin.keyboard.press("Enter");
  await see(area).toHaveAttribute("aria-expanded", "false");
  await see(write).toHaveCount(0);
  await admin.keyboard.press("ArrowUp");
  await see(admin.getByRole("button", { name: /^Driver/ })).toBeFocused();
  await admin.keyboard.press("Enter");
  await see(admin.getByRole("complementary", { name: "Driver" })).toContainText("Driver, added");
  await admin.keyboard.press("ArrowDown");
  await admin.keyboard.press("Enter");
  await see(write).toBeChecked();
  await admin.keyboard.press("ArrowDown");
  await admin.keyboard.press("Home");
  await see(cell(admin, "Buyer", "See purchase orders and their prices")).toBeFocused();
  await admin.keyboard.press("Control+End");
  await see(admin.getByRole("grid").getByRole("checkbox").last()).toBeFocused();
  await admin.keyboard.press("Shift+Tab");
  await see(admin.getByRole("checkbox", { name: "Only what differs" })).toBeFocused();
  await admin.getByRole("button", { name: "Discard" }).click();
  await see(admin.getByText("not saved")).toHaveCount(0);
});

test("the first tick opens what will change without moving a column below the pointer", async () => {
  onTestFailed(() => testApp.shoot("roles-still"));
  await admin.goto(`${testApp.base}/settings/users/roles?q=vendors`);
  const next = cell(admin, "Driver", vendors);
  await see(next).toBeVisible();
  const before = await next.boundingBox();
  await next.click();
  await see(admin.getByRole("complementary", { name: "What will change" })).toContainText("Driver, added");
  expect(await next.boundingBox()).toEqual(before);
  await admin.getByRole("button", { name: "Discard" }).click();
  await see(admin.getByText("not saved")).toHaveCount(0);
});

test("what is not saved is asked for before it is left, and stands on top of what somebody else saved meanwhile", async () => {
  onTestFailed(() => testApp.shoot("unsaved"));
  await admin.goto(`${testApp.base}/settings/users/roles?role=FLEET_MANAGER`);
  await cell(admin, "Fleet manager", vendors).click();
  await admin.getByRole("searchbox", { name: "Find a permission" }).fill("vendors");
  await admin.keyboard.press("Enter");
  await admin.waitForURL(/q=vendors/);
  await see(admin.getByText("1 change not saved.")).toBeVisible(); // searching leaves nothing
  await admin.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Users", exact: true }).click();
  const dialog = admin.getByRole("dialog", { name: "Discard 1 change?" });
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await see(cell(admin, "Fleet manager", vendors)).toBeChecked();

  const other = await testApp.as("COMPANY_ADMIN");
  const roles = (await other.get("/api/auth/roles")).body as unknown as {
    id: string;
    code: string;
    name: string;
    description: string | null;
    permissions: string[];
    version: number;
  }[];
  const { id, code: _, ...role } = roles.find(({ code }) => code === "FLEET_MANAGER") ?? expect.fail("no role");
  const { name, description, permissions, version } = role;
  expect(
    (
      await other.put(`/api/auth/roles/${id}`, {
        name,
        description,
        version,
        permissions: [...permissions, "CAN_RECEIVE"],
      })
    ).status,
  ).toBe(200);
  await admin.getByRole("button", { name: "Save 1 change" }).click();
  const note = admin.getByText("Somebody else changed these roles meanwhile.");
  await note.or(toast(admin, "Updated successfully").first()).first().waitFor(); // the screen may have heard of it already
  if (await note.isVisible()) await admin.getByRole("button", { name: "Save 1 change" }).click();
  await see(admin.getByRole("button", { name: /^Save/ })).toHaveCount(0);
  const saved = ((await other.get("/api/auth/roles")).body as unknown as typeof roles).find((one) => one.id === id);
  expect(saved?.permissions).toEqual(expect.arrayContaining(["CAN_RECEIVE", "CAN_VIEW_VENDORS"]));

  await admin.getByRole("button", { name: "More about this role" }).click();
  await admin.getByRole("menuitem", { name: "Reset to what it starts with" }).click();
  await see(admin.getByText("2 changes not saved.")).toBeVisible();
  await admin.getByRole("button", { name: "Save 2 changes" }).click();
  await see(admin.getByRole("button", { name: /^Save/ })).toHaveCount(0);
  await cell(admin, "Fleet manager", vendors).click();
  await admin.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Users", exact: true }).click();
  await admin.getByRole("button", { name: "Discard" }).last().click();
  await see(admin.getByRole("heading", { level: 1 })).toHaveText("Users");
});

test("who would come to hold both sides of a separated duty is named before it is saved", async () => {
  onTestFailed(() => testApp.shoot("duties"));
  await admin.goto(`${testApp.base}/settings/users/roles`);
  await cell(admin, "Buyer", "Approve or reject orders above the threshold").click();
  await see(
    admin
      .getByRole("status")
      .filter({ hasText: "One person would hold both sides. buyer Alpha could write an order and approve it." }),
  ).toBeVisible();
  await see(cell(admin, "Company administrator", vendors)).toHaveAttribute("aria-disabled", "true");
  await admin.getByRole("button", { name: "Discard" }).click();
});

test("on a phone one role at a time is a list of switches", async () => {
  onTestFailed(() => testApp.shoot("phone"));
  const phone = await testApp.signedIn("company-admin@alpha.example", { width: 390, height: 844 });
  await phone.goto(`${testApp.base}/settings/users/roles`);
  await choose(phone.getByRole("combobox", { name: "Role" }), "Driver");
  const turn = phone.getByRole("switch", { name: vendors });
  await see(turn).not.toBeChecked();
  await turn.click();
  await see(turn).toBeChecked();
  await phone.getByRole("button", { name: "Save 1 change" }).click();
  await see(toast(phone, "Updated successfully")).toBeVisible();
  await turn.click();
  await phone.getByRole("button", { name: "Save 1 change" }).click();
  await see(phone.getByRole("button", { name: /^Save/ })).toHaveCount(0);
  expect(await phone.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  await phone.context().close();
});

test("[ROUTE:/settings/users/permissions] each permission tells what it means, which roles hold it and who has it through them", async () => {
  onTestFailed(() => testApp.shoot("permissions"));
  await throughTheMenu(admin, "Permissions");
  await admin.getByRole("searchbox", { name: "Find a permission" }).fill("nothing like this");
  await admin.keyboard.press("Enter");
  await see(admin.getByText("No permission matches “nothing like this”")).toBeVisible();
  await admin.getByRole("button", { name: "Clear the search" }).click();
  await admin.getByRole("searchbox", { name: "Find a permission" }).fill("reject order");
  await admin.keyboard.press("Enter");
  const entry = admin.getByRole("region", { name: "Permissions" }).getByRole("listitem");
  await see(entry).toHaveCount(1);
  await see(entry).toContainText("CAN_APPROVE_PURCHASE_ORDERS");
  await see(entry.getByRole("link")).toHaveText(["Warehouse manager", "Company administrator"]);
  await entry.getByText("2 people").click();
  await see(entry).toContainText("warehouse_manager Alpha");
  await entry.getByRole("link", { name: "Warehouse manager" }).click();
  await see(admin.getByRole("complementary", { name: "Warehouse manager" })).toContainText("warehouse_manager Alpha");
});

test("[PERM-3] who may only see users finds no button to change anything; who may not finds none of the screens", async () => {
  onTestFailed(() => testApp.shoot("onlooker"));
  const root = await testApp.as("COMPANY_ADMIN");
  const made = await root.post("/api/auth/roles", {
    name: "Works council",
    permissions: ["CAN_VIEW", "CAN_VIEW_USERS"],
  });
  await root.post("/api/auth/user-role", { userId: testApp.users.NOBODY, roleId: made.body["id"] });
  const onlooker = await testApp.signedIn("nobody@alpha.example");
  await onlooker.goto(`${testApp.base}/settings/users`);
  await onlooker.getByRole("button", { name: /buyer Alpha/ }).click();
  const drawer = onlooker.getByRole("dialog", { name: "buyer Alpha" });
  await see(drawer).toContainText("Buyer");
  await see(drawer.getByRole("button", { name: /Suspend|Remove|Give a role|Take the role|Save/ })).toHaveCount(0);
  await drawer.getByRole("tab", { name: "What they may do" }).click();
  await see(drawer.getByRole("listitem").filter({ hasText: "CAN_SEND_PURCHASE_ORDERS" })).toContainText(
    "through Buyer",
  );
  await onlooker.keyboard.press("Escape");
  await see(onlooker.getByRole("button", { name: "Invite a person" })).toHaveCount(0);
  await onlooker.goto(`${testApp.base}/settings/users/roles?role=BUYER`);
  await see(onlooker.getByRole("complementary", { name: "Buyer" })).toContainText("buyer Alpha");
  await see(onlooker.getByRole("button", { name: /New role|More about|Give this role|Take the role/ })).toHaveCount(0);
  await cell(onlooker, "Driver", vendors).click({ force: true });
  await see(cell(onlooker, "Driver", vendors)).not.toBeChecked();

  const buyer = await testApp.signedIn("buyer@alpha.example");
  for (const path of ["/settings/users", "/settings/users/roles", "/settings/users/permissions"]) {
    await buyer.goto(`${testApp.base}${path}`);
    await buyer.waitForURL(/\/unauthorized/);
  }
});
