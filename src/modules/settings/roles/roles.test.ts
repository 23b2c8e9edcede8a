// Not conformed: roles are read only; making and changing them is for the identity issue.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "#main/testing.ts";
import { permissionNames } from "#shared/permissions.ts";
import { defaultRoles } from "./default-roles.server.ts";
import type { Role } from "./roles.contract.ts";

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.close());

test("[CALL:GET /api/auth/roles] a company's roles, with what each holds and how many hold it", async () => {
  const roles = (await (await world.as("COMPANY_ADMIN")).get("/api/auth/roles")).body as unknown as Role[];
  expect(roles.map(({ code }) => code).sort()).toEqual(defaultRoles.map(({ code }) => code).sort());
  expect(roles.find(({ code }) => code === "VIEWER")).toMatchObject({ isDefault: true, userCount: 1, permissions: expect.arrayContaining(["CAN_VIEW", "CAN_VIEW_VENDORS"]) });
});

test("[CALL:GET /api/auth/permissions] every permission with its plain meaning", async () => {
  const { body } = await (await world.as("COMPANY_ADMIN")).get("/api/auth/permissions");
  expect(body).toHaveLength(permissionNames.length);
  expect(body).toContainEqual({ name: "CAN_VIEW", meaning: "Open the console at all", group: "general" });
});

test("[CALL:GET /api/auth/user-roles/check] tells anybody who is signed in what they hold just now", async () => {
  const { body } = await (await world.as("RECEIVER")).get("/api/auth/user-roles/check");
  expect(body).toMatchObject({ userId: world.users.RECEIVER, roles: ["RECEIVER"], roleMap: { RECEIVER: true }, permissions: { CAN_RECEIVE: true }, isUserApproved: true });
  expect((await world.visitor().get("/api/auth/user-roles/check")).status).toBe(401);
});

test("[PERM-3] roles and permissions are listed for administrators only", async () => {
  const manager = await world.as("WAREHOUSE_MANAGER");
  for (const path of ["/api/auth/roles", "/api/auth/permissions"]) {
    expect((await manager.get(path)).status, path).toBe(403);
    expect((await world.visitor().get(path)).status, path).toBe(401);
  }
});

test("no default role holds what belongs to the installation, and each may open the console", () => {
  for (const { code, permissions } of defaultRoles) {
    expect(permissions, code).toContain("CAN_VIEW");
    expect(permissions.filter((name) => name === "CAN_VIEW_COMPANIES" || name === "CAN_MANAGE_COMPANIES"), code).toEqual([]);
  }
  const managing = defaultRoles.filter(({ permissions }) => permissions.includes("CAN_MANAGE_USERS")).map(({ code }) => code);
  expect(managing).toEqual(["COMPANY_ADMIN"]);
});
