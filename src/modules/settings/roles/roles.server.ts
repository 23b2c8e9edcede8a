import { sql } from "kysely";
import { permissionGroups, type PermissionGroup } from "#shared/permissions.ts";
import { signInRequired } from "#shared/problem.ts";
import { serve } from "#server/serve.ts";
import { roles, type Role } from "./roles.contract.ts";

export default serve(roles, {
  async list(ctx) {
    const { rows } = await sql<Role>`
      select r.id, r.version, r.created_at as "createdAt", r.updated_at as "updatedAt", r.archived_at as "archivedAt", r.code, r.name, r.description, r.is_default as "isDefault", r.permissions,
        (select count(*)::int from user_roles ur where ur.company_id = r.company_id and ur.role_id = r.id) as "userCount"
      from roles r where r.company_id = current_company() and r.archived_at is null order by r.name, r.id`.execute(ctx.db);
    return rows;
  },
  async permissions() {
    return Object.entries(permissionGroups).flatMap(([group, names]) => Object.entries(names).map(([name, meaning]) => ({ name, meaning: String(meaning), group: group as PermissionGroup }))); // the object's own keys
  },
  async check({ user }) {
    if (!user) throw signInRequired();
    const { id: userId, roleMap, permissions, status } = user;
    return { userId, roles: Object.keys(roleMap), roleMap, permissions, isUserApproved: status === "active" };
  },
});
