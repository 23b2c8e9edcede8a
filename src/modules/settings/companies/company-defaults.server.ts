import type { Db } from "#server/db.ts";
import { addDefaultLists } from "../reference-lists/default-lists.server.ts";
import { addDefaultRoles } from "../roles/default-roles.server.ts";

/** What every company starts with: its roles and its reference lists. The transaction works in that company. */
export async function addCompanyDefaults(db: Db): Promise<void> {
  await addDefaultRoles(db);
  await addDefaultLists(db);
}
