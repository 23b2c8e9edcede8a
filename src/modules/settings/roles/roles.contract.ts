import { z } from "zod";
import { route, savedFields } from "#shared/contract.ts";
import { permissionGroups, type PermissionGroup } from "#shared/permissions.ts";

export const role = z.object({
  ...savedFields,
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  isDefault: z.boolean(),
  permissions: z.array(z.string()),
  userCount: z.number().int(),
});
export type Role = z.output<typeof role>;

const group = z.enum(Object.keys(permissionGroups) as [PermissionGroup, ...PermissionGroup[]]); // the object has keys
export const permission = z.object({ name: z.string(), meaning: z.string(), group });

/** Roles and what they hold. Making and changing roles is for a later issue; the routes have their place here. */
export const roles = {
  list: route({ method: "GET", path: "/api/auth/roles", can: "CAN_VIEW_USERS", summary: "The roles of the company", reply: z.array(role) }),
  permissions: route({ method: "GET", path: "/api/auth/permissions", can: "CAN_VIEW_USERS", summary: "Every permission there is, with its meaning", reply: z.array(permission) }),
  check: route({
    method: "GET",
    path: "/api/auth/user-roles/check",
    can: "signed_in",
    summary: "The own roles and permissions as they are now",
    reply: z.object({ userId: z.uuid(), roles: z.array(z.string()), roleMap: z.record(z.string(), z.boolean()), permissions: z.record(z.string(), z.boolean()), isUserApproved: z.boolean() }),
  }),
};
