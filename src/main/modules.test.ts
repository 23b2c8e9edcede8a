import { afterAll, beforeAll, expect, test } from "vitest";
import type { Me } from "#modules/account/session/session.contract.ts";
import { defineModule } from "#shared/contract/module.ts";
import { composeModules, serverModule } from "#server/http/modules.ts";
import { modules } from "./modules.ts";
import { startTestApp, type TestRole, type TestApp } from "./testing/test-app.ts";

// A drill: somebody begins a module with one screen and nothing else.
const drill = defineModule({
  id: "drill",
  title: "Drill",
  screens: [
    { path: "/drill/list", title: "Drills", can: "CAN_EDIT_ASSETS", menu: { group: "Drill", icon: "box" } },
    { path: "/drill/list/details", title: "Drill", can: "CAN_EDIT_ASSETS" },
  ],
});
const drillServer = serverModule(drill, { serves: [], records: [] });

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp({ modules: composeModules([...modules.all, drillServer]) })));
afterAll(() => testApp.close());

const meOf = async (role: TestRole) => (await (await testApp.as(role)).get("/api/auth/users/me")).body as unknown as Me;

test("an empty module with one screen appears in the menu of a role that has its permission, and of no other", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  expect((await meOf("FLEET_MANAGER")).modules).toContainEqual({ id: "drill", fullName: "Drill" });
  expect((await manager.put("/api/auth/select-module/drill")).status).toBe(200);
  const { menus, selectedModule, selectedMenu } = await meOf("FLEET_MANAGER");
  expect(selectedModule).toEqual({ id: "drill", fullName: "Drill" });
  expect(menus).toMatchObject([{ component: "group", name: "Drill", items: [{ name: "Drills", to: "/drill/list" }] }]);
  expect(selectedMenu).toEqual({ to: "/drill/list" });

  expect((await meOf("VIEWER")).modules.map(({ id }) => id)).not.toContain("drill");
  expect((await (await testApp.as("VIEWER")).put("/api/auth/select-module/drill")).status).toBe(404);
});

test("a module that is not composed is offered to nobody", async () => {
  const plain = await startTestApp();
  try {
    const { body } = await (await plain.as("COMPANY_ADMIN")).get("/api/auth/users/me");
    expect((body as unknown as Me).modules.map(({ id }) => id)).not.toContain("drill");
  } finally {
    await plain.close();
  }
});

test("two modules that claim the same module, record or list of states are not composed", () => {
  expect(() =>
    composeModules([...modules.all, serverModule({ ...drill, id: "warehouse" }, { serves: [], records: [] })]),
  ).toThrow("modules that two claim: warehouse");
  const vendor = modules.records.find(({ entity }) => entity === "vendor")!;
  expect(() => composeModules([...modules.all, serverModule(drill, { serves: [], records: [vendor] })])).toThrow(
    "records that two claim: vendor",
  );
});
