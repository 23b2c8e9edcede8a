import { sql } from "kysely";
import { notFound } from "#shared/contract/problem.ts";
import type { Db } from "#server/db/database.ts";
import { defaultRoles } from "./default-roles.server.ts";
import type { Role } from "./roles.contract.ts";

/** The roles of the company by name, with how many people hold each; only those with these ids, where they are given. */
export async function readRoles(db: Db, ids: readonly string[] | null = null): Promise<Role[]> {
  const { rows } = await sql<Omit<Role, "defaultPermissions">>`
    select r.id, r.version, r.created_at as "createdAt", r.updated_at as "updatedAt", r.archived_at as "archivedAt",
      r.code, r.name, r.description, r.is_default as "isDefault", r.permissions,
      (select count(*)::int from user_roles ur where ur.company_id = r.company_id and ur.role_id = r.id) as "userCount"
    from roles r where r.company_id = current_company() and r.archived_at is null
      and (${ids}::uuid[] is null or r.id = any(${ids}::uuid[])) order by r.name, r.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    defaultPermissions: row.isDefault
      ? [...(defaultRoles.find(({ code }) => code === row.code)?.permissions ?? [])]
      : null,
  }));
}

/** One role of the company; 404 as `lockById`. */
export async function readRole(db: Db, id: string): Promise<Role> {
  const [found] = await readRoles(db, [id]);
  if (!found) throw notFound();
  return found;
}

/** A code from a name, "Night shift" → NIGHT_SHIFT, that no role of the company has. */
export async function codeFor(db: Db, name: string): Promise<string> {
  const letters = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^[\d_]+|_+$/g, "")
    .slice(0, 30);
  const wished =
    letters === "" || /^CAN(_|$)|^SUPER_ADMIN$/.test(letters) ? `ROLE_${letters}`.replace(/_$/, "") : letters;
  const { rows } = await sql<{
    code: string;
  }>`select code from roles where company_id = current_company() and starts_with(code, ${wished})`.execute(db);
  const taken = new Set(rows.map(({ code }) => code));
  if (!taken.has(wished)) return wished;
  let count = 2;
  while (taken.has(`${wished}_${count}`)) count += 1;
  return `${wished}_${count}`;
}
