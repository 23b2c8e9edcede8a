import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAccounts } from "#modules/account/session/demo-accounts.ts";
import { sharedDemo, type DemoProduct } from "#main/testing/demo.ts";
import { see } from "#main/testing/browser.ts";
import { openLook, visit } from "#main/testing/screens.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";

let demo: DemoProduct;
let page: Page;
const asked: string[] = [];
beforeAll(async () => {
  demo = await sharedDemo();
  page = await (await openLook(demo, "super", { width: 1440, height: 900, scheme: "light" })).newPage();
  page.on("request", (request) => asked.push(request.url()));
});
afterAll(() => demo.close());

const calls = () => page.locator("main details");
const example = () => page.getByRole("region", { name: "Example for the shell" });

test("an address names one call: it is open, in sight, and has the focus", async () => {
  await visit(page, `${demo.base}/settings/api#postWarehouseVendors`);
  const call = page.locator("#postWarehouseVendors");
  await see(call.locator("summary")).toBeFocused();
  await see(call.locator("summary")).toBeInViewport();
  await see(call).toContainText("Add, change, archive and import vendors");
  await see(call.getByRole("row", { name: /^name required/ }).first()).toContainText("1 to 120 characters");
  await see(call.getByRole("row", { name: /^Idempotency-Key/ })).toBeVisible();
  await see(call).toContainText("Vendor");
  await call.getByRole("link", { name: "Link to this call" }).click();
  expect(page.url()).toBe(`${demo.base}/settings/api#postWarehouseVendors`);
});

test("by keyboard: / searches by words of path, summary and permission, Enter opens a call", async () => {
  await visit(page, `${demo.base}/settings/api`);
  const all = await calls().count();
  await page.keyboard.press("/");
  await page.keyboard.type("can_receive post receipts");
  await page.keyboard.press("Enter");
  await see(page.getByRole("status").filter({ hasText: /calls?$/ })).not.toHaveText(`${all} calls`);
  const paths = await calls().locator("summary bdi").allTextContents();
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !path.includes("receipts"))).toEqual([]);
  await calls().first().locator("summary").focus();
  await page.keyboard.press("Enter");
  await see(calls().first().getByText("Refusals")).toBeVisible();
  await visit(page, `${demo.base}/settings/api?q=nothing-is-called-so`);
  await see(page.getByText("No call matches “nothing-is-called-so”")).toBeVisible();
});

test("the examples work as they stand: sign in, and make a vendor", async () => {
  await visit(page, `${demo.base}/settings/api#postWarehouseVendors`);
  const [signIn = "", create = ""] = await example().allTextContents();
  const script = `set -e\n${signIn}\n${create}`
    .replace("you@example.com", "buyer@demo.example")
    .replace("your password", demoAccounts.password);
  const filled = script.replace(
    /-d '(\{"code.*\})'$/m,
    (_, body: string) =>
      `-d '${JSON.stringify({ ...(JSON.parse(body) as object), code: "CURL-1", name: "Made by curl", currency: "EUR" })}'`,
  );
  const { stdout: said } = await promisify(execFile)("bash", ["-c", filled], {
    cwd: temporaryFolder(),
    timeout: 20_000,
  });
  expect(said).toContain('"code":"CURL-1"');
});

test("nothing is asked of another host, and the document of the API only here", async () => {
  expect(asked.filter((url) => !url.startsWith(demo.base) && !/^(?:about|data|blob):/.test(url))).toEqual([]);
  asked.length = 0;
  await visit(page, `${demo.base}/profile`);
  expect(asked.filter((url) => /openapi\.json|\/api[.-][\w-]*\.js/.test(url))).toEqual([]);
});
