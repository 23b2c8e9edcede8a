import { installationOnly, permissionList } from "#shared/permissions/permission-list.ts";
import { conflict, notFound, message, signInRequired } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { difference } from "#server/records/crud.ts";
import { deleteRow, insertRow, updateRow, stale, lockById, lockMany, type RecordOf } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { keepAnAdministratorAfter } from "../users/administrators.server.ts";
import { codeFor, readRole, readRoles } from "./role-records.server.ts";
import { moved, refuseAboveOwn, refuseOfDefault, refuseToMove, type RoleChange } from "./role-rules.server.ts";
import { roles } from "./roles.contract.ts";

export default serve(roles, {
  list: (ctx) => readRoles(ctx.db),
  async create(ctx, { body }) {
    const { name, description, permissions, code } = body;
    refuseToMove(ctx, { added: permissions, removed: [] });
    const made = await insertRow(ctx.installation, "roles", {
      name,
      description,
      permissions: [...new Set(permissions)],
      code: code ?? (await codeFor(ctx.installation, name)),
      companyId: ctx.companyId,
      createdBy: ctx.user?.id ?? null,
    });
    await ctx.emit("role.created", made, { changes: { name, code: made.code, added: made.permissions } });
    return readRole(ctx.installation, made.id);
  },
  async update(ctx, { id, body }) {
    const { version, ...change } = body;
    const role = await lockById(ctx.installation, "roles", id);
    if (role.version !== version) throw stale(await readRole(ctx.installation, id));
    await keepAnAdministratorAfter(ctx, () => write(ctx, role, change));
    return readRole(ctx.installation, id);
  },
  async hold(ctx, { body }) {
    const taken = new Map(
      (
        await lockMany(
          ctx.installation,
          "roles",
          body.roles.map(({ id }) => id),
        )
      ).map((role) => [role.id, role]),
    );
    const changes = body.roles.map((change) => ({ change, role: taken.get(change.id) }));
    if (changes.some(({ role }) => !role)) throw notFound("no_role", "This role does not exist, or it was removed.");
    if (changes.some(({ change, role }) => role?.version !== change.version))
      throw stale(await readRoles(ctx.installation));
    await keepAnAdministratorAfter(ctx, async () => {
      for (const {
        change: { permissions },
        role,
      } of changes)
        if (role) await write(ctx, role, { permissions }); // each has its own event; a company has a dozen roles
    });
    return readRoles(ctx.installation);
  },
  async remove(ctx, { id, query }) {
    const role = await lockById(ctx.installation, "roles", id);
    const { userCount, isDefault, ...shown } = await readRole(ctx.installation, id);
    if (role.version !== query.version) throw stale({ ...shown, userCount, isDefault });
    refuseAboveOwn(ctx, role);
    if (isDefault)
      throw conflict(
        "default_role",
        "Every company has this role. It cannot be removed; take from it what it should not hold.",
      );
    if (userCount > 0)
      throw conflict(
        "in_use",
        message("{count, plural, one {# person holds} other {# people hold}} this role. Take it from them first.", {
          count: userCount,
        }),
        { usedBy: "user_roles", count: userCount },
      );
    await deleteRow(ctx.installation, "roles", id);
    await ctx.emit("role.removed", role, { changes: { name: role.name, code: role.code } });
  },
  async permissions() {
    return permissionList.map(({ name, meaning, group, area }) => ({
      name,
      meaning,
      group,
      area,
      isInstallationOnly: installationOnly.includes(name),
    }));
  },
  async check({ user }) {
    if (!user) throw signInRequired();
    const { id: userId, roleMap, permissions, status } = user;
    return { userId, roles: Object.keys(roleMap), roleMap, permissions, isUserApproved: status === "active" };
  },
});

/** Writes what a role is called and holds, with an event that says what it got and what it lost. */
async function write(ctx: Ctx, role: RecordOf<"roles">, { permissions, ...named }: RoleChange): Promise<void> {
  refuseAboveOwn(ctx, role);
  refuseOfDefault(role, { permissions, ...named });
  const { added, removed } = moved(role.permissions, [...new Set(permissions)]);
  refuseToMove(ctx, { added, removed });
  const kept = role.permissions.filter((name) => !removed.includes(name));
  await updateRow(ctx.installation, "roles", role, { ...named, permissions: [...kept, ...added] });
  await ctx.emit("role.updated", role, {
    changes: { ...difference(role, named), ...(added.length ? { added } : {}), ...(removed.length ? { removed } : {}) },
  });
}
