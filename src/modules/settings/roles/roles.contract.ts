import { z } from "zod";
import { route, savedFields } from "#shared/contract/contract.ts";
import { line } from "#shared/fields/fields.ts";
import { areas } from "#shared/permissions/permission-areas.ts";
import {
  installationOnly,
  permissionAreas,
  permissionNames,
  type PermissionGroup,
} from "#shared/permissions/permission-list.ts";
import { record } from "#shared/contract/record.ts";

export const roleInput = z.object({
  name: z.string().trim().min(1).max(60),
  /** What the role is for. */
  description: line(200),
});
/** A check asks permissions and role codes alike, so no role may be called like a permission. */
const code = z
  .string()
  .trim()
  .max(40)
  .regex(/^[A-Z][A-Z0-9_]*$/, "Write capital letters, digits and _, a letter first.")
  .refine(
    (text) => text !== "SUPER_ADMIN" && !text.startsWith("CAN_"),
    "This code is kept for Waybill itself. Choose another.",
  );
const holdable = permissionNames.filter((name) => !installationOnly.includes(name)) as readonly string[] as [
  string,
  ...string[],
]; // there are some
const held = z.array(z.enum(holdable, "No role of a company can hold this permission.")).max(200);
const version = z.number().int().min(1).max(2_000_000_000);

export const role = z.object({
  ...savedFields,
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Every company has it: it keeps its name, and can be reset to what it starts with. */
  isDefault: z.boolean(),
  permissions: z.array(z.string()),
  defaultPermissions: z.array(z.string()).nullable(),
  userCount: z.number().int(),
});
export type Role = z.output<typeof role>;

const group = z.enum(Object.keys(permissionAreas) as [PermissionGroup, ...PermissionGroup[]]); // the object has keys
export const permission = z.object({
  name: z.string(),
  meaning: z.string(),
  group,
  area: z.enum(areas),
  isInstallationOnly: z.boolean(),
});
export type PermissionRow = z.output<typeof permission>;

/** The administrator's role holds everything in each company, so that there is always somebody who can give what was taken. */
export const fixedRole = "COMPANY_ADMIN";

const path = "/api/auth/roles";
const manage = { can: "CAN_MANAGE_ROLES", scope: "installation" } as const;
/** Roles and what they hold. */
export const roles = {
  list: route({
    method: "GET",
    path,
    can: "CAN_VIEW_USERS",
    summary: "The roles of the company",
    reply: z.array(role),
  }),
  create: route({
    method: "POST",
    path,
    ...manage,
    summary: "Make a role of the company's own; its code comes from the name where none is given",
    body: z.strictObject({ ...roleInput.shape, code: code.optional(), permissions: held.default([]) }),
    reply: role,
  }),
  update: route({
    method: "PUT",
    path: `${path}/:id`,
    ...manage,
    summary: "Change a role's name and what it holds",
    body: z.strictObject({ ...roleInput.shape, permissions: held, version }),
    reply: role,
  }),
  hold: route({
    method: "PUT",
    path,
    ...manage,
    summary: "Change what several roles hold, all or none of it",
    body: z.strictObject({
      roles: z
        .array(z.strictObject({ id: z.uuid(), permissions: held, version }))
        .min(1)
        .max(100),
    }),
    reply: z.array(role),
  }),
  remove: route({
    method: "DELETE",
    path: `${path}/:id`,
    ...manage,
    summary: "Remove a role of the company's own that nobody holds",
    query: z.strictObject({ version: z.coerce.number().int().min(1).max(2_000_000_000) }),
  }),
  permissions: route({
    method: "GET",
    path: "/api/auth/permissions",
    can: "CAN_VIEW_USERS",
    summary: "Every permission there is, with its meaning",
    reply: z.array(permission),
  }),
  check: route({
    method: "GET",
    path: "/api/auth/user-roles/check",
    can: "signed_in",
    summary: "The own roles and permissions as they are now",
    reply: z.object({
      userId: z.uuid(),
      roles: z.array(z.string()),
      roleMap: z.record(z.string(), z.boolean()),
      permissions: z.record(z.string(), z.boolean()),
      isUserApproved: z.boolean(),
    }),
  }),
};

export const roleRecord = record({
  entity: "role",
  table: "roles",
  label: "name",
  words: ["name"],
  notPersonal: {
    "roles.name": "the name of a thing",
    "roles.description": "the name of a thing",
    "roles.permissions": "names of permissions",
  },
});
