import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientWith } from "#main/testing/records/people.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp, type TestRole } from "#main/testing/test-app.ts";

const path = "/api/auth/users";
let testApp: TestApp;
let admin: Client;
/** May manage people, and nothing else: neither approve, nor order, nor say what roles hold. */
let manager: Client;
const idOf = (role: TestRole): string => testApp.users[role] ?? "";

beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
  manager = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_USERS", "CAN_MANAGE_USERS"]);
});
afterAll(() => testApp.close());

const read = (id: string): Promise<Body> => saved(admin.get(`${path}/${id}`));
const abilities = async (by: Client, of: string) => (await saved(by.get(`${path}/${of}`)))["abilities"];
const roleOf = async (id: string): Promise<Body> => ((await read(id))["roles"] as Body[])[0] as Body;

describe("a right to manage people is no way to what those people may do", () => {
  test.each(["COMPANY_ADMIN", "WAREHOUSE_MANAGER", "FLEET_MANAGER"] as const)(
    "who lacks what runs the company, approves, verifies or overrides changes no %s, in no way",
    async (role) => {
      const id = idOf(role);
      const before = await read(id);
      const assigned = await asSuper<{ id: string }>(testApp, "select id from user_roles where user_id = $1", [id]);
      const { id: viewer } = await roleOf(idOf("VIEWER"));
      const tries: readonly (readonly [string, () => ReturnType<Client["post"]>])[] = [
        ["update", () => manager.put(`${path}/${id}`, { firstName: "Other", lastName: "Name" })],
        ["suspend", () => manager.post(`${path}/${id}/suspend`, { reason: "because" })],
        ["remove", () => manager.remove(`${path}/${id}`)],
        ["second factor", () => decide(manager, `${path}/${id}/drop-second-factor`)],
        ["take a role", () => manager.remove(`/api/auth/user-role/${assigned[0]?.id ?? ""}`)],
        ["give a role", () => manager.post("/api/auth/user-role", { userId: id, roleId: viewer })],
      ];
      for (const [what, attempt] of tries)
        expect(await attempt(), what).toMatchObject({ status: 409, body: { code: "user_above_own" } });
      expect(await read(id)).toEqual(before);
      expect(await abilities(manager, id)).toEqual([]);
    },
  );

  test("a person says with itself what of it the caller may do", async () => {
    expect(await abilities(admin, idOf("COMPANY_ADMIN"))).toEqual(["edit"]); // others change its roles and its state
    expect(await abilities(admin, idOf("FLEET_MANAGER"))).toEqual(["edit", "assignRoles", "remove"]);
    expect(await abilities(manager, idOf("RECEIVER"))).toEqual(["edit", "assignRoles"]);
    expect(await abilities(manager, idOf("NOBODY"))).toEqual(["edit", "assignRoles", "remove"]);
    const receiver = await testApp.as("RECEIVER");
    expect(await abilities(receiver, idOf("COMPANY_ADMIN")).catch(() => "refused")).toBe("refused");
  });

  test.each(["WAREHOUSE_MANAGER", "FLEET_MANAGER"] as const)("nor lets a suspended %s in again", async (role) => {
    await admin.post(`${path}/${idOf(role)}/suspend`, { reason: "on leave" });
    expect(await manager.post(`${path}/${idOf(role)}/reactivate`)).toMatchObject({
      status: 409,
      body: { code: "user_above_own" },
    });
    await saved(admin.post(`${path}/${idOf(role)}/reactivate`));
  });

  test("others can be managed, but nobody gives or takes a role that holds what they lack", async () => {
    const id = idOf("RECEIVER");
    expect((await manager.post(`${path}/${id}/suspend`, { reason: "on leave" })).status).toBe(200);
    expect((await manager.post(`${path}/${id}/reactivate`)).status).toBe(200);
    const [assigned] = await asSuper<{ id: string; role_id: string }>(
      testApp,
      "select id, role_id from user_roles where user_id = $1",
      [id],
    );
    expect(await manager.remove(`/api/auth/user-role/${assigned?.id ?? ""}`)).toMatchObject({
      status: 409,
      body: { code: "role_above_own" },
    });
    expect(
      await manager.post("/api/auth/user-role", { userId: idOf("NOBODY"), roleId: assigned?.role_id }),
    ).toMatchObject({ status: 409, body: { code: "role_above_own" } });
  });

  test("nobody removes a person who holds a role that they could not take: it would go with them", async () => {
    const id = idOf("RECEIVER");
    const before = await read(id);
    expect(await manager.remove(`${path}/${id}`)).toMatchObject({ status: 409, body: { code: "role_above_own" } });
    expect(await read(id)).toEqual(before);
    const withoutRole = { email: "no.role@example.com", firstName: "Nora", lastName: "Newcomer" };
    const invited = await saved(admin.post(path, withoutRole));
    expect((await manager.remove(`${path}/${String(invited["userId"])}`)).status).toBe(204);
  });

  test("nobody takes from a role what they lack, nor touches one that runs the company", async () => {
    const keeper = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_USERS", "CAN_MANAGE_ROLES"]);
    const roles = (await keeper.get("/api/auth/roles")).body as unknown as readonly (Body & {
      permissions: string[];
    })[];
    const receiver = roles.find(({ code }) => code === "RECEIVER");
    const manages = roles.find(({ code }) => code === "WAREHOUSE_MANAGER");
    if (!receiver || !manages) throw new Error("a company has these roles");
    const change = (role: typeof receiver, permissions: readonly string[]) =>
      keeper.put(`/api/auth/roles/${role.id}`, {
        name: role["name"],
        description: role["description"],
        permissions,
        version: role.version,
      });
    expect(
      await change(
        receiver,
        receiver.permissions.filter((name) => name !== "CAN_RECEIVE"),
      ),
    ).toMatchObject({
      status: 409,
      body: { code: "permission_above_own", message: "You do not hold CAN_RECEIVE yourself, so you cannot take it." },
    });
    expect(await change(manages, manages.permissions)).toMatchObject({ status: 409, body: { code: "role_above_own" } });
  });

  test.each([
    "CAN_MANAGE_USERS",
    "CAN_APPROVE_PURCHASE_ORDERS",
    "CAN_OVER_RECEIVE",
    "CAN_REVERSE_RECEIPTS",
    "CAN_VERIFY_DOCUMENTS",
    "CAN_ADMIN_FLEET",
    "CAN_OVERRIDE_DISPATCH",
    "CAN_OVERRIDE_HOLD",
  ])("a role of the company's own that holds %s is not removed by who lacks it", async (name) => {
    const keeper = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_USERS", "CAN_MANAGE_ROLES"]);
    const role = await saved(admin.post("/api/auth/roles", { name: `With ${name}`, permissions: ["CAN_VIEW", name] }));
    const own = `/api/auth/roles/${role.id}?version=${role.version}`;
    expect(await keeper.remove(own)).toMatchObject({ status: 409, body: { code: "role_above_own" } });
    expect((await admin.remove(own)).status).toBe(204);
  });
});

test("the last active company administrator stays, also beside somebody else who may manage people and roles", async () => {
  const own = ["CAN_VIEW", "CAN_VIEW_USERS", "CAN_MANAGE_USERS", "CAN_MANAGE_ROLES"];
  const role = await saved(admin.post("/api/auth/roles", { name: "Office", permissions: own }));
  await saved(admin.post("/api/auth/user-role", { userId: idOf("NOBODY"), roleId: role.id }));
  const id = idOf("COMPANY_ADMIN");
  const root = await testApp.as("SUPER_ADMIN");
  const [assigned] = await asSuper<{ id: string }>(testApp, "select id from user_roles where user_id = $1", [id]);
  for (const [what, answer] of [
    ["suspend", await root.post(`${path}/${id}/suspend`, { reason: "because" })],
    ["remove", await root.remove(`${path}/${id}`)],
    ["un-role", await root.remove(`/api/auth/user-role/${assigned?.id ?? ""}`)],
  ] as const)
    expect(answer, what).toMatchObject({ status: 409, body: { code: "last_administrator" } });
});
