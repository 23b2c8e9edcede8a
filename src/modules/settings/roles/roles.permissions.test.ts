// Not conformed: roles are listed as the specification has it, without pages, and several are changed at once.
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { installationOnly } from "#shared/permissions/permission-list.ts";
import type { AuditEvent } from "../audit/audit.contract.ts";
import type { User } from "../users/users.contract.ts";
import { defaultRoles } from "./default-roles.server.ts";
import type { Role } from "./roles.contract.ts";

const path = "/api/auth/roles";
let testApp: TestApp;
let admin: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

// Plain arrays, as section 7 of the specification has them.
const list = async (client = admin) => (await client.get(path)).body as unknown as Role[];
const byCode = async (code: string, client = admin): Promise<Role> =>
  (await list(client)).find((role) => role.code === code) ?? expect.fail(code);
let made = 0;
const makeRole = async (permissions: readonly string[], client = admin): Promise<Role> => {
  const { status, body, text } = await client.post(path, { name: `Role ${(made += 1)}`, permissions });
  expect(status, text).toBe(200);
  return body as unknown as Role;
};
const change = (role: Role, permissions: readonly string[], client = admin) =>
  client.put(`${path}/${role.id}`, {
    name: role.name,
    description: role.description,
    permissions,
    version: role.version,
  });
const give = async (userId: string, { id: roleId }: Role, client = admin) =>
  ((await client.post("/api/auth/user-role", { userId, roleId })).body as unknown as User).roles.find(
    (one) => one.roleId === roleId,
  )?.id ?? expect.fail("not given");
const events = async (role: Role) =>
  (
    (await admin.get(`/api/settings/audit?entity=role&q=${encodeURIComponent(role.name)}`)).body
      .items as unknown as AuditEvent[]
  ).filter(({ entityId }) => entityId === role.id);

describe("[PERM-4] what a role holds", () => {
  test("counts from the next request of everybody who holds it, and is gone with the one after", async () => {
    const role = await makeRole(["CAN_VIEW"]);
    await give(testApp.users.NOBODY, role);
    const nobody = await testApp.as("NOBODY");
    expect((await nobody.get("/api/warehouse/vendors")).status).toBe(403);
    const given = await change(role, ["CAN_VIEW", "CAN_VIEW_VENDORS"]);
    expect((await nobody.get("/api/warehouse/vendors")).status).toBe(200);
    expect((await nobody.get("/api/auth/user-roles/check")).body).toMatchObject({
      permissions: { CAN_VIEW_VENDORS: true },
    });
    await change(given.body as unknown as Role, ["CAN_VIEW"]);
    expect((await nobody.get("/api/warehouse/vendors")).status).toBe(403);
  });

  test("of several roles is changed together or not at all", async () => {
    const [first, second] = [await makeRole(["CAN_VIEW"]), await makeRole(["CAN_VIEW"])];
    const both = (name: string, version: number) => ({
      roles: [
        { id: first.id, permissions: ["CAN_RECEIVE"], version: first.version },
        { id: second.id, permissions: [name], version },
      ],
    });
    expect((await admin.put(path, both("CAN_CHECK_IN", 7))).status).toBe(409);
    expect((await admin.put(path, both("CAN_FLY", 1))).status).toBe(422);
    expect(await byCode(first.code)).toMatchObject({ permissions: ["CAN_VIEW"], version: 1 });
    const { body } = await admin.put(path, both("CAN_CHECK_IN", 1));
    expect(body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: first.id, permissions: ["CAN_RECEIVE"] }),
        expect.objectContaining({ id: second.id, permissions: ["CAN_CHECK_IN"] }),
      ]),
    );
    expect(await events(second)).toMatchObject([
      { changes: { added: ["CAN_CHECK_IN"], removed: ["CAN_VIEW"] } },
      { step: "created" },
    ]);
  });

  test("is never what the giver does not hold; what they hold themselves they take away", async () => {
    const clerk = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_USERS", "CAN_MANAGE_ROLES"]);
    const refused = { status: 409, body: { code: "permission_above_own", details: { permission: "CAN_RECEIVE" } } };
    expect(await clerk.post(path, { name: "Above the clerk", permissions: ["CAN_VIEW", "CAN_RECEIVE"] })).toMatchObject(
      refused,
    );
    const role = await makeRole(["CAN_VIEW"], clerk);
    expect(await change(role, ["CAN_VIEW", "CAN_RECEIVE"], clerk)).toMatchObject(refused);
    expect(await clerk.put(path, { roles: [{ id: role.id, permissions: ["CAN_RECEIVE"], version: 1 }] })).toMatchObject(
      refused,
    );
    const above = (await change(role, ["CAN_VIEW", "CAN_RECEIVE"])).body as unknown as Role;
    expect((await change(above, ["CAN_RECEIVE"], clerk)).body).toMatchObject({ permissions: ["CAN_RECEIVE"] });
  });

  test("is never what belongs to the installation, not even from SUPER_ADMIN", async () => {
    const root = await testApp.as("SUPER_ADMIN");
    const role = await makeRole(["CAN_VIEW"], root);
    for (const name of installationOnly) {
      expect((await root.post(path, { name: `With ${name}`, permissions: [name] })).status).toBe(422);
      expect((await change(role, [name], root)).status).toBe(422);
    }
  });

  describe("is not taken from the last who can manage people and roles", () => {
    const needed = ["CAN_VIEW", "CAN_VIEW_USERS", "CAN_MANAGE_USERS", "CAN_MANAGE_ROLES"];
    /** Nobody holds anything in company A but the two whom the test gives roles. */
    beforeEach(() => asSuper(testApp, "delete from user_roles where company_id = $1", [testApp.companies.a]));

    test("whichever of the four it is, in one role or spread over two", async () => {
      const root = await testApp.as("SUPER_ADMIN");
      const [people, office] = [await makeRole(needed.slice(0, 3), root), await makeRole(needed.slice(3), root)];
      await give(testApp.users.BUYER, people, root);
      await give(testApp.users.BUYER, office, root);
      const buyer = await testApp.as("BUYER");
      const refused = { status: 409, body: { code: "last_administrator" } };
      for (const name of people.permissions)
        expect(
          await change(
            people,
            people.permissions.filter((one) => one !== name),
            buyer,
          ),
          name,
        ).toMatchObject(refused);
      expect(await change(office, [], root)).toMatchObject(refused);
      const swapped = await buyer.put(path, {
        roles: [
          { id: people.id, permissions: needed, version: 1 },
          { id: office.id, permissions: [], version: 1 },
        ],
      });
      expect(swapped.status, swapped.text).toBe(200);
    });

    test("not by two at the same moment either", async () => {
      const root = await testApp.as("SUPER_ADMIN");
      const [first, second] = [await makeRole(needed, root), await makeRole(needed, root)];
      await give(testApp.users.BUYER, first, root);
      await give(testApp.users.DISPATCHER, second, root);
      const [buyer, dispatcher] = [await testApp.as("BUYER"), await testApp.as("DISPATCHER")];
      const gate = new pg.Client({ connectionString: testApp.superUrl });
      await gate.connect();
      await gate.query("begin; lock table events in share mode"); // who has written waits here for the gate, before it is judged
      const answers = Promise.all([change(first, ["CAN_VIEW"], dispatcher), change(second, ["CAN_VIEW"], buyer)]);
      await vi.waitFor(
        async () =>
          expect(
            await asSuper(
              testApp,
              `select count(*)::int as count from pg_stat_activity
                where wait_event_type = 'Lock' and datname = current_database()`,
            ),
          ).toEqual([{ count: 2 }]),
        20_000,
      );
      await gate.query("commit");
      await gate.end();
      expect((await answers).map(({ status }) => status).sort()).toEqual([200, 409]);
    });
  });
});

test("no default role holds what belongs to the installation, and each may open the console", () => {
  for (const { code, permissions } of defaultRoles) {
    expect(permissions, code).toContain("CAN_VIEW");
    expect(
      permissions.filter((name) => installationOnly.includes(name)),
      code,
    ).toEqual([]);
  }
  const managing = defaultRoles
    .filter(({ permissions }) => permissions.includes("CAN_MANAGE_USERS") || permissions.includes("CAN_MANAGE_ROLES"))
    .map(({ code }) => code);
  expect(managing).toEqual(["COMPANY_ADMIN"]);
});
