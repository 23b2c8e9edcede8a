// Not conformed: roles are listed as the specification has it, without pages, and several are changed at once.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { installationOnly, permissionNames } from "#shared/permissions/permission-list.ts";
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

describe("the roles of a company", () => {
  test("[CALL:GET /api/auth/roles] are a plain array, with what each holds and how many hold it", async () => {
    const all = await list(await testApp.as("COMPANY_ADMIN", "b"));
    expect(all.map(({ code }) => code).sort()).toEqual(defaultRoles.map(({ code }) => code).sort());
    expect(all.find(({ code }) => code === "VIEWER")).toMatchObject({
      isDefault: true,
      userCount: 1,
      permissions: expect.arrayContaining(["CAN_VIEW", "CAN_VIEW_VENDORS"]),
    });
  });

  test("[CALL:GET /api/auth/permissions] permissions are a plain array, each with its plain meaning, its module and its area", async () => {
    const { body } = await admin.get("/api/auth/permissions");
    expect(body).toHaveLength(permissionNames.length);
    expect(body).toContainEqual({
      name: "CAN_VIEW",
      meaning: "Open the console at all",
      group: "general",
      area: "general",
      isInstallationOnly: false,
    });
    expect(body).toContainEqual(
      expect.objectContaining({ name: "CAN_SEND_PURCHASE_ORDERS", group: "warehouse", area: "purchase_orders" }),
    );
    expect(
      (body as unknown as { name: string; isInstallationOnly: boolean }[])
        .filter((one) => one.isInstallationOnly)
        .map(({ name }) => name),
    ).toEqual(installationOnly);
  });

  test("[CALL:GET /api/auth/user-roles/check] tells anybody who is signed in what they hold just now", async () => {
    const { body } = await (await testApp.as("RECEIVER")).get("/api/auth/user-roles/check");
    expect(body).toMatchObject({
      userId: testApp.users.RECEIVER,
      roles: ["RECEIVER"],
      roleMap: { RECEIVER: true },
      permissions: { CAN_RECEIVE: true },
      isUserApproved: true,
    });
    expect((await testApp.visitor().get("/api/auth/user-roles/check")).status).toBe(401);
  });

  test("[PERM-3] are listed and changed by administrators only; who only sees users changes none", async () => {
    const { id } = await byCode("DRIVER");
    const changes = (client: Client) =>
      Promise.all([
        client.post(path, {}),
        client.put(path, {}),
        client.put(`${path}/${id}`, {}),
        client.remove(`${path}/${id}?version=1`),
      ]);
    const manager = await testApp.as("WAREHOUSE_MANAGER");
    for (const answer of [
      await manager.get(path),
      await manager.get("/api/auth/permissions"),
      ...(await changes(manager)),
    ])
      expect(answer.status).toBe(403);
    const onlooker = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_USERS", "CAN_MANAGE_USERS"]);
    expect((await onlooker.get(path)).status).toBe(200);
    for (const answer of await changes(onlooker)) expect(answer.status).toBe(403);
    for (const answer of await changes(testApp.visitor())) expect(answer.status).toBe(401);
  });

  test("of another company are not found", async () => {
    const theirs = await byCode("DRIVER", await testApp.as("COMPANY_ADMIN", "b"));
    expect((await change(theirs, ["CAN_VIEW"])).status).toBe(404);
    expect((await admin.put(path, { roles: [{ id: theirs.id, permissions: [], version: 1 }] })).status).toBe(404);
    expect((await admin.remove(`${path}/${theirs.id}?version=1`)).status).toBe(404);
  });
});

describe("a role of the company's own", () => {
  test("is made with a code from its name, which no other role has", async () => {
    const { body: first } = await admin.post(path, {
      name: "Night shift: Gäste",
      description: "After ten",
      permissions: ["CAN_VIEW", "CAN_RECEIVE"],
    });
    expect(first).toMatchObject({
      name: "Night shift: Gäste",
      code: "NIGHT_SHIFT_GASTE",
      isDefault: false,
      userCount: 0,
      permissions: ["CAN_VIEW", "CAN_RECEIVE"],
      defaultPermissions: null,
    });
    expect((await admin.post(path, { name: "Night shift, Gaste" })).body).toMatchObject({
      code: "NIGHT_SHIFT_GASTE_2",
      permissions: [],
    });
    expect((await admin.post(path, { name: "夜勤" })).body).toMatchObject({ code: "ROLE" });
    expect(await admin.post(path, { name: "NIGHT SHIFT: GÄSTE" })).toMatchObject({
      status: 409,
      body: { fields: { name: expect.any(String) } },
    });
    expect(await admin.post(path, { name: "Another", code: "BUYER" })).toMatchObject({
      status: 409,
      body: { fields: { code: expect.any(String) } },
    });
  });

  test("can never pass for SUPER_ADMIN or for a permission, whatever it is called", async () => {
    for (const code of ["SUPER_ADMIN", "CAN_MANAGE_COMPANIES", "CAN_"])
      expect(await admin.post(path, { name: `As ${code}`, code })).toMatchObject({
        status: 422,
        body: { fields: { code: expect.any(String) } },
      });
    expect((await admin.post(path, { name: "Super admin" })).body).toMatchObject({ code: "ROLE_SUPER_ADMIN" });
    expect((await admin.post(path, { name: "Can view companies" })).body).toMatchObject({
      code: "ROLE_CAN_VIEW_COMPANIES",
    });
    await expect(
      asSuper(testApp, "update roles set code = 'SUPER_ADMIN' where code = 'ROLE_SUPER_ADMIN'"),
    ).rejects.toThrow("roles_code_is_no_permission");
  });

  test("is renamed and described, and stale edits are told with what is saved now", async () => {
    const role = await makeRole(["CAN_VIEW"]);
    const input = { name: `${role.name} of Tilburg`, description: "For the summer", permissions: ["CAN_VIEW"] };
    expect((await admin.put(`${path}/${role.id}`, { ...input, version: 1 })).body).toMatchObject({
      ...input,
      code: role.code,
      version: 2,
    });
    expect(await admin.put(`${path}/${role.id}`, { ...input, version: 1 })).toMatchObject({
      status: 409,
      body: { code: "stale_version", details: { current: { ...input, version: 2 } } },
    });
    expect(await admin.put(path, { roles: [{ id: role.id, permissions: [], version: 1 }] })).toMatchObject({
      status: 409,
      body: { code: "stale_version" },
    });
    expect((await admin.remove(`${path}/${role.id}?version=1`)).body).toMatchObject({ code: "stale_version" });
  });

  test("is removed when nobody holds it; who holds it is counted otherwise", async () => {
    const role = await makeRole(["CAN_VIEW"]);
    const assigned = await give(testApp.users.DRIVER, role);
    expect(await admin.remove(`${path}/${role.id}?version=1`)).toMatchObject({
      status: 409,
      body: { code: "in_use", message: "1 person holds this role. Take it from them first.", details: { count: 1 } },
    });
    await admin.remove(`/api/auth/user-role/${assigned}`);
    expect((await admin.remove(`${path}/${role.id}?version=1`)).status).toBe(204);
    expect((await list()).map(({ id }) => id)).not.toContain(role.id);
    expect((await admin.remove(`${path}/${role.id}?version=1`)).status).toBe(404);
  });

  test("leaves in the audit trail, by name, what it got and what it lost", async () => {
    const role = await makeRole(["CAN_VIEW", "CAN_RECEIVE"]);
    await change(role, ["CAN_VIEW", "CAN_CHECK_IN"]);
    expect(await events(role)).toMatchObject([
      {
        step: "updated",
        recordName: role.name,
        actorName: "company_admin Alpha",
        changes: { added: ["CAN_CHECK_IN"], removed: ["CAN_RECEIVE"] },
      },
      { step: "created", recordName: role.name, changes: { name: role.name, added: ["CAN_VIEW", "CAN_RECEIVE"] } },
    ]);
  });
});

describe("a role that every company has", () => {
  test("can hold something else, and be given back what it starts with", async () => {
    const driver = await byCode("DRIVER");
    expect((await change(driver, ["CAN_VIEW", "CAN_CHECK_IN"])).body).toMatchObject({
      permissions: ["CAN_VIEW", "CAN_CHECK_IN"],
      defaultPermissions: ["CAN_VIEW", "CAN_REPORT_ISSUES", "CAN_DRIVE"],
    });
    expect((await change(await byCode("DRIVER"), driver.defaultPermissions ?? [])).body).toMatchObject({
      permissions: ["CAN_VIEW", "CAN_REPORT_ISSUES", "CAN_DRIVE"],
    });
  });

  test("keeps its name, and is never removed", async () => {
    const role = await byCode("FLEET_MANAGER");
    const { permissions, description, version } = role;
    expect(await admin.put(`${path}/${role.id}`, { name: "Boss", description, permissions, version })).toMatchObject({
      status: 409,
      body: { code: "default_role" },
    });
    expect(await admin.remove(`${path}/${role.id}?version=${version}`)).toMatchObject({
      status: 409,
      body: { code: "default_role" },
    });
  });

  test("and is the administrator's always holds everything of the company", async () => {
    const role = await byCode("COMPANY_ADMIN");
    expect(role.permissions.toSorted()).toEqual(
      permissionNames.filter((name) => !installationOnly.includes(name)).toSorted(),
    );
    for (const client of [admin, await testApp.as("SUPER_ADMIN")])
      expect(
        await change(
          role,
          role.permissions.filter((name) => name !== "CAN_RECEIVE"),
          client,
        ),
      ).toMatchObject({ status: 409, body: { code: "fixed_role" } });
  });
});
