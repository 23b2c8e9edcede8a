import type { Page } from "playwright";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { served } from "#main/app.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { allScreens, go, visit } from "#main/testing/screens.ts";
import { testRoles } from "#main/testing/test-app.ts";
import type { Me } from "#modules/account/session/session.contract.ts";
import { permissionsOf } from "#shared/flow/flow.ts";
import { allows } from "#shared/permissions/permissions.ts";
import type { RouteShape } from "#shared/contract/contract.ts";
import { orderBody, orderRecords, ordersPath, saved } from "#main/testing/records/orders.ts";

const contracts = served.map(({ contract }) => contract as Readonly<Record<string, RouteShape | undefined>>);
/** The calls of a screen's records: those of its list. */
const callsOf = (path: string, from?: string) =>
  contracts.find(({ list }) => list && [from, ...(listsOf[path] ?? [`/api${path}`])].includes(list.path));
/** Where the calls have another path than the screen. */
const listsOf: Readonly<Record<string, readonly string[]>> = {
  "/company-locations": ["/api/settings/locations"],
  "/company-locations/bins": ["/api/settings/storage-locations"],
  "/warehouse/products/categories": ["/api/warehouse/product-categories"],
  "/warehouse/delivery-schedules/docks": ["/api/warehouse/docks"],
  "/settings/companies/types": ["/api/settings/company-types"],
  "/settings/users": ["/api/auth/users"],
  "/settings/users/roles": ["/api/auth/roles"],
};

let testApp: BrowserApp;
const records = new Map<string, string>();
beforeAll(async () => {
  testApp = await startBrowserApp();
  const admin = await testApp.as("SUPER_ADMIN");
  const order = await orderRecords(admin);
  await saved(admin.post(ordersPath, orderBody(order)));
  for (const { path } of allScreens.filter(({ path: to }) => to.endsWith("/details"))) {
    const list = callsOf(path.replace(/\/details$/, ""))?.["list"];
    const [first] = list ? ((await admin.get(list.path)).body.items ?? []) : [];
    if (first) records.set(path, first.id);
  }
});
afterAll(() => testApp.close());

/** What the screen offers to do: a record in its head, a list also where it says that it is empty. */
const offers = (page: Page, isRecord: boolean) =>
  page.locator(`main ${isRecord ? "header " : ""}:is(button, a)`).allInnerTexts();
/** Made from another record, where what happened is at hand. */
const madeElsewhere = ["/warehouse/receipts"];

test.for(testRoles)(
  "[PERM-4] %s: every screen of the role opens without asking for more than it may, and offers nothing that the server would refuse",
  { timeout: 180_000 },
  async (role) => {
    onTestFailed(() => testApp.shoot(`permissions-${role}`));
    const client = await testApp.as(role);
    const me = (await client.get("/api/auth/users/me")).body as unknown as Me;
    const { page, context } = await testApp.open();
    await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: testApp.base })));
    const refused: string[] = [];
    page.on(
      "response",
      (response) =>
        [401, 403].includes(response.status()) &&
        refused.push(`${response.request().method()} ${new URL(response.url()).pathname}`),
    );
    await visit(page, `${testApp.base}/profile`);
    let made = 0;
    for (const { path, can, menu, find } of allScreens) {
      const isRecord = /\/(details|edit)$/.test(path);
      if (isRecord ? !records.has(path) : !menu) continue;
      const address = `${path}${isRecord ? `?id=${records.get(path)}` : ""}`;
      if (!allows(me, permissionsOf(can))) {
        if (role !== "NOBODY") continue; // the gate is the same for everybody
        await go(page, address);
        expect.soft(new URL(page.url()).pathname, path).toBe("/unauthorized");
        continue;
      }
      await go(page, address);
      expect.soft(new URL(page.url()).pathname, `${role} may open ${path}`).toBe(path);
      const calls = callsOf(path.replace(/\/(details|edit)$/, ""), find?.from);
      const wanted = isRecord ? calls?.["update"] : calls?.["create"];
      if (!wanted) continue;
      const mayIt = allows(me, permissionsOf(wanted.can));
      const words = (await offers(page, isRecord)).map((word) => word.trim());
      const isOffered = words.some((word) => (isRecord ? /^(Edit|Modify)/ : /^(New|Invite|Book)/).test(word));
      if (!mayIt) expect.soft(isOffered, `${role} may not, on ${path}: ${words.join(", ")}`).toBe(false);
      else if (!isRecord && !madeElsewhere.includes(path))
        expect.soft(isOffered, `${role} may make one on ${path}: ${words.join(", ")}`).toBe(true);
      made += isOffered ? 1 : 0;
    }
    expect(refused, "calls that were refused").toEqual([]);
    if (role === "COMPANY_ADMIN") expect(made, "what an administrator is offered").toBeGreaterThan(10);
    await context.close();
  },
);
