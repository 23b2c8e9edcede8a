import type { Db } from "#server/db/database.ts";
import type { StandardRole } from "#shared/permissions/permission-entry.ts";
import { installationOnly, permissionList } from "#shared/permissions/permission-list.ts";

const titles: Readonly<Record<StandardRole, { readonly name: string; readonly description: string }>> = {
  BUYER: { name: "Buyer", description: "Vendors, products, purchase orders" },
  DOCK_SUPERVISOR: { name: "Dock supervisor", description: "Docks, deliveries, the gate" },
  RECEIVER: { name: "Receiver", description: "Counts what arrives" },
  WAREHOUSE_MANAGER: { name: "Warehouse manager", description: "All of the warehouse, and approvals" },
  DISPATCHER: { name: "Dispatcher", description: "Plans trips and deliveries" },
  FLEET_MANAGER: { name: "Fleet manager", description: "Vehicles, drivers, trips" },
  DRIVER: { name: "Driver", description: "Own trips and deliveries" },
  VIEWER: { name: "Viewer", description: "Sees, changes nothing" },
};

/** The roles that every company starts with. SUPER_ADMIN is no role of a company: it belongs to the installation. */
export const defaultRoles = [
  {
    code: "COMPANY_ADMIN",
    name: "Company administrator",
    description: "Everything in this company",
    permissions: permissionList.map(({ name }) => name).filter((name) => !installationOnly.includes(name)),
  },
  ...Object.entries(titles).map(([code, title]) => ({
    code,
    ...title,
    permissions: permissionList.filter(({ heldBy }) => heldBy.some((role) => role === code)).map(({ name }) => name),
  })),
];

/** Gives a new company its roles. The transaction works in that company. */
export async function addDefaultRoles(db: Db): Promise<void> {
  await db
    .insertInto("roles")
    .values(defaultRoles.map((role) => ({ ...role, is_default: true })))
    .execute();
}
