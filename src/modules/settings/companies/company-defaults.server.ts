import type { Db } from "#server/db.ts";
import { addDefaultAssetTypes } from "../asset-types/default-asset-types.server.ts";
import { addDefaultLists } from "../reference-lists/default-lists.server.ts";
import { addDefaultRoles } from "../roles/default-roles.server.ts";

/** What every company starts with: its roles, its reference lists and its asset types. The transaction works in that company. */
export async function addCompanyDefaults(db: Db): Promise<void> {
  await addDefaultRoles(db);
  await addDefaultLists(db);
  await addDefaultAssetTypes(db);
}
