import type { Page } from "playwright";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import type { Client } from "#main/testing/test-app.ts";

let testApp: BrowserApp;
let buyer: Client;
let page: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  buyer = await testApp.as("BUYER");
  for (const name of ["Anchor Parts", "Birch Timber", "Copper Works"]) await vendor(name);
  page = await testApp.signedIn("warehouse-manager@alpha.example");
  await page.goto(`${testApp.base}/warehouse/vendors`);
  await see(rows().first()).toContainText("Anchor Parts");
});
afterAll(() => testApp.close());

const shoot = (name: string) => onTestFailed(() => testApp.shoot(`live-${name}`));
const rows = () => page.locator("[role=row][data-index]");
const names = async () =>
  (await rows().allInnerTexts()).map((text) => text.split("\n").find((line) => / /.test(line)) ?? text);
const asked = (path: string) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === path, { timeout: 15_000 });

async function vendor(name: string) {
  const answer = await buyer.post("/api/warehouse/vendors", {
    code: name.slice(0, 6).toUpperCase().trim(),
    name,
    currency: "EUR",
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function renamed(record: { id: string; version: number; [field: string]: unknown }, name: string) {
  const { code, currency } = record;
  const answer = await buyer.put(`/api/warehouse/vendors/${record.id}`, {
    code,
    currency,
    name,
    version: record.version,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

test("[REC-1] what somebody else writes is seen without a reload: new in front, changed in its place, archived or removed gone", async () => {
  shoot("list");
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  const made = await vendor("Zinc and Sons");
  await see(rows().first()).toContainText("Zinc and Sons");
  await see(page.getByText("4 vendors")).toBeVisible();

  const birch = (await buyer.get("/api/warehouse/vendors?q=birch")).body.items[0]!;
  await renamed(birch, "Walnut Timber");
  await see(page.getByText("Walnut Timber")).toBeVisible();
  expect(await names()).toEqual(["Zinc and Sons", "Anchor Parts", "Walnut Timber", "Copper Works"]);

  const copper = (await buyer.get("/api/warehouse/vendors?q=copper")).body.items[0]!;
  expect((await buyer.post(`/api/warehouse/vendors/${copper.id}/archive`)).status).toBe(200);
  await see(page.getByText("Copper Works")).toHaveCount(0);
  expect((await buyer.remove(`/api/warehouse/vendors/${made.id}?version=${made.version}`)).status).toBe(204);
  await see(page.getByText("Zinc and Sons")).toHaveCount(0);
  expect(await names()).toEqual(["Anchor Parts", "Walnut Timber"]);
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
});

test("a list that is narrowed shows of what others write only what belongs there", async () => {
  shoot("narrowed");
  await page.goto(`${testApp.base}/warehouse/vendors?q=anchor`);
  await see(rows()).toHaveCount(1);
  const again = asked("/api/warehouse/vendors");
  await vendor("Elm Furniture");
  await again;
  await vendor("Second Anchor");
  await see(rows()).toHaveCount(2);
  await see(page.getByText("Elm Furniture")).toHaveCount(0);
});

test("one's own write is shown by its answer; the list is not read again for it", async () => {
  shoot("own");
  await page.goto(`${testApp.base}/warehouse/vendors?form=new`);
  const form = page.getByRole("form", { name: "New vendor" });
  const reads: string[] = [];
  await form.getByLabel("Code", { exact: true }).fill("OWN");
  await form.getByLabel("Name", { exact: true }).fill("Own Goods");
  await form.locator("[data-path=currency]").fill("EUR");
  await page.getByRole("option", { name: "EUR" }).click();
  page.on(
    "request",
    (request) =>
      request.method() === "GET" &&
      new URL(request.url()).pathname === "/api/warehouse/vendors" &&
      reads.push(request.url()),
  );
  await form.getByRole("button", { name: "Create vendor" }).click();
  await see(rows().first()).toContainText("Own Goods");
  const fir = await vendor("Fir Boxes"); // told after the own one
  await see(rows().first()).toContainText("Fir Boxes");
  const own = (await buyer.get("/api/warehouse/vendors?q=own%20goods")).body.items[0]!;
  // What others wrote shortly before the page was opened may be read as well.
  const read = reads.flatMap((url) => new URL(url).searchParams.get("ids")?.split(",") ?? ["the whole list"]);
  expect(read).toContain(fir.id);
  expect(read).not.toContain(own.id);
  expect(read).not.toContain("the whole list");
});

test("what is being read stays where it is when others write, also far down in a list", async () => {
  shoot("place");
  for (let n = 10; n < 60; n += 1) await vendor(`N${n} Stores`);
  await page.goto(`${testApp.base}/warehouse/vendors`);
  await see(rows().first()).toBeVisible();
  const grid = page.getByRole("grid");
  await grid.hover();
  await page.mouse.wheel(0, 720);
  const row = rows().filter({ hasText: "N40 Stores" });
  const top = async () => (await row.boundingBox())?.y;
  await see(row).toBeInViewport();
  const [before, count] = [await top(), page.getByText(/^\d+ vendors$/)];
  const counted = await count.innerText();
  await vendor("Quartz Mills");
  await see(count).not.toHaveText(counted);
  await expect.poll(top).toBe(before);
  await page.mouse.wheel(0, -5000);
  await see(rows().first()).toContainText("Quartz Mills");
});

test("what is typed in a form stays when the record changes under it, and saving tells of it", async () => {
  shoot("form");
  const elm = (await buyer.get("/api/warehouse/vendors?q=elm")).body.items[0]!;
  await page.goto(`${testApp.base}/warehouse/vendors/details?id=${elm.id}&form=edit`);
  const form = page.getByRole("form", { name: "Edit vendor" });
  const name = form.getByLabel("Name", { exact: true });
  await see(name).toHaveValue("Elm Furniture");
  await name.fill("Elm and Oak");
  await renamed(elm, "Elm Interiors");
  await see(page.getByRole("heading", { level: 1, name: "Elm Interiors", includeHidden: true })).toBeVisible();
  await see(name).toHaveValue("Elm and Oak");
  await form.getByRole("button", { name: "Save 1 change" }).click();
  await see(form.getByText("This record changed meanwhile. Your edit is kept.")).toBeVisible();
  await see(name).toHaveValue("Elm and Oak");
});

test("who is suspended is led to sign-in at once, without touching anything", async () => {
  shoot("suspended");
  const other = await testApp.signedIn("receiver@alpha.example");
  const admin = await testApp.as("COMPANY_ADMIN");
  expect((await admin.post(`/api/auth/users/${testApp.users.RECEIVER}/suspend`, { reason: "Left" })).status).toBe(200);
  await see(other.getByText("You are logged out!")).toBeVisible({ timeout: 15_000 });
  await other.waitForURL(`${testApp.base}/login`);
});

test("what is typed of a person stays when another gives them a role, and is saved with it", async () => {
  shoot("person");
  const admin = await testApp.as("COMPANY_ADMIN");
  const other = await testApp.signedIn("company-admin@alpha.example");
  await other.goto(`${testApp.base}/settings/users?id=${testApp.users.DISPATCHER}`);
  const name = other.getByRole("form", { name: "Edit user" }).getByLabel("First name");
  await name.fill("Dora");
  const roles = (await admin.get("/api/auth/roles")).body as unknown as { id: string; code: string }[]; // an array, by its contract
  expect(
    (
      await admin.post("/api/auth/user-role", {
        userId: testApp.users.DISPATCHER,
        roleId: roles.find(({ code }) => code === "RECEIVER")?.id,
      })
    ).status,
  ).toBe(200);
  await see(other.getByRole("dialog").getByText("Receiver", { exact: true }).first()).toBeVisible({ timeout: 15_000 });
  await see(name).toHaveValue("Dora");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await see(other.getByText("Updated successfully")).toBeVisible();
  expect((await admin.get(`/api/auth/users/${testApp.users.DISPATCHER}`)).body["firstName"]).toBe("Dora");
});

test("who gets a role sees its menu without a reload", async () => {
  shoot("role");
  const other = await testApp.signedIn("viewer@alpha.example");
  const admin = await testApp.as("COMPANY_ADMIN");
  await other.goto(`${testApp.base}/warehouse/vendors`);
  await see(other.getByRole("button", { name: "New vendor" })).toHaveCount(0);
  const roles = (await admin.get("/api/auth/roles")).body as unknown as { id: string; code: string }[]; // an array, by its contract
  expect(
    (
      await admin.post("/api/auth/user-role", {
        userId: testApp.users.VIEWER,
        roleId: roles.find(({ code }) => code === "BUYER")?.id,
      })
    ).status,
  ).toBe(200);
  await see(other.getByRole("button", { name: "New vendor" })).toBeVisible({ timeout: 15_000 });
  expect(testApp.faults).toEqual([]);
});
