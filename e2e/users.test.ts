import type { Page } from "playwright";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";

let testApp: BrowserApp;
let admin: Page;
/** What the screens sent to change a person: "PUT" or the step's name, and whether with the version that was seen. */
const changes: { what: string; hasVersion: boolean }[] = [];
beforeAll(async () => {
  testApp = await startBrowserApp();
  admin = await testApp.signedIn("company-admin@alpha.example");
  admin.on("request", (request) => {
    const [, step = request.method()] =
      /^\/api\/auth\/users\/[\w-]{36}(?:\/([\w-]+))?/.exec(new URL(request.url()).pathname) ?? [];
    if (request.method() === "GET" || !request.url().includes("/api/auth/users/")) return;
    const sent = request.postData() === null ? {} : (request.postDataJSON() as Record<string, unknown>);
    changes.push({
      what: step,
      hasVersion: Number(sent["version"] ?? new URL(request.url()).searchParams.get("version")) > 0,
    });
  });
});
afterAll(() => testApp.close());

const toast = (words: string) => admin.getByRole("alert", { name: words });
const row = (name: string) => admin.getByRole("row").filter({ hasText: name });
const drawer = (name: string) => admin.getByRole("dialog", { name, exact: true });

/** Opens one person; the toasts that still stand are taken away, so that the next can be told from them. */
async function open(name: string): Promise<void> {
  await admin.goto(`${testApp.base}/settings/users`);
  await row(name).getByRole("button").click();
  await drawer(name).waitFor();
}

test("[ROUTE:/settings/users] [MSG-5] a person is invited, changed, given and taken a role, each with its word", async () => {
  onTestFailed(() => testApp.shoot("users"));
  await admin.goto(`${testApp.base}/company-profile`);
  await admin.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Users", exact: true }).click();
  await see(admin.getByRole("heading", { level: 1 })).toHaveText("Users");
  await admin.getByRole("button", { name: "Invite a person" }).click();
  await admin.getByLabel("E-mail").fill("noor@alpha.example");
  await admin.getByLabel("First name").fill("Noor");
  await admin.getByLabel("Last name").fill("Bakker");
  await admin.getByRole("checkbox", { name: /^Viewer/ }).check();
  await admin.getByRole("button", { name: "Send the invitation" }).click();
  await see(toast("Saved successfully")).toBeVisible();
  await see(row("Noor Bakker")).toContainText(/Invited.*Viewer/);

  await open("Noor Bakker");
  await admin.getByLabel("Last name").fill("Bakker-Smit");
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await see(toast("Updated successfully")).toBeVisible();

  await open("Noor Bakker-Smit");
  await admin.getByRole("button", { name: "Give a role" }).click();
  await admin.getByRole("menuitem", { name: "Receiver" }).click();
  await see(toast("Saved successfully")).toBeVisible();
  await admin.getByRole("tab", { name: "What they may do" }).click();
  const may = drawer("Noor Bakker-Smit").getByRole("listitem");
  await see(may.filter({ hasText: "See vendors, their contacts and terms" })).toContainText("through Receiver, Viewer");
  await see(may.filter({ hasText: "Count goods and post receipts" })).toContainText("through Receiver");
  await drawer("Noor Bakker-Smit").getByRole("searchbox").fill("reverse");
  await see(drawer("Noor Bakker-Smit")).toContainText("Nothing matches “reverse”.");
  await admin.getByRole("checkbox", { name: "Also what they may not" }).check();
  await see(may).toHaveCount(1);
  await see(may).toContainText("Reverse a posted receipt CAN_REVERSE_RECEIPTSthrough no role");

  await admin.getByRole("tab", { name: "Person and roles" }).click();
  await admin.getByRole("button", { name: "Take the role Receiver" }).click();
  await see(toast("Removed successfully")).toContainText("Receiver, from Noor Bakker-Smit");

  // The last one is asked about.
  await admin.getByRole("button", { name: "Take the role Viewer" }).click();
  const asked = admin.getByRole("dialog", { name: "Take the last role from Noor Bakker-Smit?" });
  await asked.getByRole("button", { name: "Keep as it is" }).click();
  await see(asked).toBeHidden();
  await see(drawer("Noor Bakker-Smit").getByRole("listitem")).toHaveText("Viewer");
  await admin.getByRole("button", { name: "Take the role Viewer" }).click();
  await asked.getByRole("button", { name: "Take the role Viewer" }).click();
  await see(toast("Removed successfully").filter({ hasText: "Viewer, from Noor Bakker-Smit" })).toBeVisible();
  await see(drawer("Noor Bakker-Smit")).toContainText("No role yet");
});

test("what is typed of a person is asked for before it is left", async () => {
  onTestFailed(() => testApp.shoot("typed"));
  await open("driver Alpha");
  await admin.getByLabel("Phone").fill("+31 20 555 0100");
  await admin.getByRole("tab", { name: "What they may do" }).click();
  await admin.getByRole("button", { name: "Keep editing" }).click();
  await see(admin.getByLabel("Phone")).toHaveValue("+31 20 555 0100");
  await admin.getByRole("button", { name: "Close" }).last().click();
  await admin.getByRole("button", { name: "Discard" }).click();
  await see(drawer("driver Alpha")).toHaveCount(0);
});

test("[MSG-5] a person is suspended with a reason, let in again, and removed after being asked; never oneself", async () => {
  onTestFailed(() => testApp.shoot("suspended"));
  await open("dispatcher Alpha");
  await admin.getByRole("button", { name: "Suspend" }).click();
  const dialog = admin.getByRole("dialog", { name: "Suspend dispatcher Alpha?" });
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await see(dialog.getByRole("textbox")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByRole("textbox").fill("Left the company phone on a train");
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await see(toast("Updated successfully")).toBeVisible();
  await see(drawer("dispatcher Alpha")).toContainText("Suspended");
  await admin.getByRole("button", { name: "Reactivate" }).click();
  await see(drawer("dispatcher Alpha")).toContainText("Active");

  await admin.getByRole("button", { name: "Remove", exact: true }).click();
  const asked = admin.getByRole("dialog", { name: "Remove dispatcher Alpha?" });
  await asked.getByRole("button", { name: "Keep as it is" }).click();
  await see(drawer("dispatcher Alpha")).toContainText("Active");
  await admin.getByRole("button", { name: "Remove", exact: true }).click();
  await asked.getByRole("button", { name: "Remove user" }).click();
  await see(toast("Deleted successfully")).toBeVisible();
  await see(row("dispatcher Alpha")).toHaveCount(0);

  await open("company_admin Alpha");
  await see(drawer("company_admin Alpha")).toContainText("This is your own account.");
  await see(
    drawer("company_admin Alpha").getByRole("button", { name: /Suspend|Remove|Give a role|Take the role/ }),
  ).toHaveCount(0);
});

test("whatever was changed of a person above was sent with the version that was seen", () => {
  expect([...new Set(changes.map(({ what }) => what))].sort()).toEqual(["DELETE", "PUT", "reactivate", "suspend"]);
  expect(changes.filter(({ hasVersion }) => !hasVersion)).toEqual([]);
});
