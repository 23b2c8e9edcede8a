import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Me } from "#modules/account/session/session.contract.ts";
import { asSuper, startTestApp, testPassword, type TestRole, type TestApp } from "./testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

describe("sign-in", () => {
  test("[PUB-2] a wrong password and an unknown user get the same words and status", async () => {
    const wrong = await testApp.visitor().signIn("buyer@alpha.example", "not the password");
    const unknown = await testApp.visitor().signIn("nobody-at-all@alpha.example", "not the password");
    expect(wrong.status).toBe(422);
    expect(unknown.status).toBe(422);
    expect(wrong.body["message"]).toBe(unknown.body["message"]);
  });

  test("[REC-6] the signed-in user's record has roles, their map, permissions, modules and the menu's first screen", async () => {
    const buyer = await testApp.as("BUYER");
    const { status, body } = await buyer.get("/api/auth/users/me");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      userId: testApp.users.BUYER,
      firstName: "buyer",
      lastName: "Alpha",
      company: { id: testApp.companies.a, name: "Alpha Logistics", logo: null },
      roles: [{ name: "Buyer" }],
      roleMap: { BUYER: true },
    });
    expect(body).toMatchObject({
      isUserApproved: true,
      isUserRegistrationDone: true,
      modules: expect.arrayContaining([{ id: "warehouse", fullName: "Warehouse" }]),
      selectedModule: { id: "warehouse", fullName: "Warehouse" },
    });
    const { menus, selectedMenu, permissions } = body as unknown as Me;
    expect(menus.flatMap(({ to, items }) => [to, ...items.map((item) => item.to)])).toContain(selectedMenu.to);
    expect(permissions).toMatchObject({ CAN_VIEW: true, CAN_EDIT_VENDORS: true });
    expect(permissions["CAN_APPROVE_PURCHASE_ORDERS"]).not.toBe(true);
    expect(JSON.stringify(body)).not.toContain("hash");
  });

  test("a module is offered to whoever has a screen of it in their menu, and to nobody else", async () => {
    const modulesOf = async (role: TestRole) =>
      ((await (await testApp.as(role)).get("/api/auth/users/me")).body as unknown as Me).modules.map(({ id }) => id);
    expect(await modulesOf("DRIVER")).not.toContain("settings");
    expect(await modulesOf("VIEWER")).toEqual(expect.arrayContaining(["warehouse", "settings"])); // the locations
    for (const role of ["DRIVER", "VIEWER", "COMPANY_ADMIN"] as const) {
      const client = await testApp.as(role);
      for (const id of await modulesOf(role)) {
        await client.put(`/api/auth/select-module/${id}`);
        const { menus, selectedModule } = (await client.get("/api/auth/users/me")).body as unknown as Me;
        expect([selectedModule?.id, menus.length > 0], role).toEqual([id, true]);
        expect(JSON.stringify(menus).includes("/settings/mails"), `${role}, ${id}`).toBe(
          role === "COMPANY_ADMIN" && id === "settings",
        );
      }
    }
    expect((await (await testApp.as("DRIVER")).put("/api/auth/select-module/settings")).status).toBe(404);
  });

  test("who has chosen no module begins in that of which most screens are open to them", async () => {
    const begin = async (role: TestRole) => {
      await asSuper(testApp, "update users set selected_module = null where id = $1", [testApp.users[role]]);
      return (await (await testApp.as(role)).get("/api/auth/users/me")).body as unknown as Me;
    };
    expect((await begin("BUYER")).selectedModule?.id).toBe("warehouse");
    expect((await begin("COMPANY_ADMIN")).selectedModule?.id).toBe("warehouse");
    expect(await begin("DISPATCHER")).toMatchObject({
      selectedModule: { id: "fleet" },
      selectedMenu: { to: "/fleet/dashboard" },
    });
    expect((await begin("DRIVER")).selectedModule?.id).toBe("fleet");
  });

  test("a write without the anti-forgery pair is refused with a fresh start, and changes nothing", async () => {
    const buyer = await testApp.as("BUYER");
    const { status, body } = await buyer.post(
      "/api/warehouse/vendors",
      { code: "X", name: "X", currency: "EUR" },
      { "x-xsrf-token": "" },
    );
    expect([status, body["code"]]).toEqual([400, "csrf"]);
    const foreign = await buyer.post(
      "/api/warehouse/vendors",
      { code: "X", name: "X", currency: "EUR" },
      { origin: "https://evil.example" },
    );
    expect([foreign.status, foreign.body["code"]]).toEqual([400, "csrf"]);
  });

  test("[CALL:DELETE /api/auth/logins] signing out ends the session on the server", async () => {
    const client = testApp.visitor();
    await client.signIn("viewer@alpha.example");
    const session = client.cookies.get("waybill-session") ?? "";
    expect((await client.remove("/api/auth/logins")).status).toBe(204);
    client.cookies.set("waybill-session", session);
    expect((await client.get("/api/auth/users/me")).status).toBe(401);
  });

  test("after five wrong tries the same address waits, even with the right password; another address does not", async () => {
    const email = "driver@alpha.example";
    const attacker = testApp.visitor();
    for (let attempt = 0; attempt < 7; attempt += 1) await attacker.signIn(email, "wrong wrong wrong");
    const right = await attacker.signIn(email);
    expect(right.status).toBe(429);
    expect(Number(right.headers["retry-after"])).toBeGreaterThan(0);
    const owner = testApp.visitor();
    await owner.get("/api/settings");
    const answer = await testApp.app.inject({
      method: "POST",
      url: "/api/auth/logins",
      remoteAddress: "192.0.2.7",
      payload: { email, password: testPassword },
      headers: {
        cookie: [...owner.cookies].map(([n, v]) => `${n}=${v}`).join("; "),
        "x-xsrf-token": owner.cookies.get("XSRF-TOKEN") ?? "",
      },
    });
    expect(answer.statusCode).toBe(200);
  });

  test("no secret of a session stands in the database", async () => {
    const client = testApp.visitor();
    await client.signIn("receiver@alpha.example");
    const token = client.cookies.get("waybill-session") ?? "none";
    const rows = await asSuper<{ found: boolean }>(
      testApp,
      "select bool_or(s::text like '%' || $1 || '%') as found from sessions s",
      [token],
    );
    expect(rows[0]?.found).toBe(false);
  });
});
