import type { Db } from "#server/db/database.ts";
import {
  installationOnly,
  permissionGroups,
  permissionNames,
  type Permission,
} from "#shared/permissions/permissions.ts";

interface DefaultRole {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly Permission[];
}

const administrative: readonly Permission[] = [
  ...installationOnly,
  "CAN_VIEW_USERS",
  "CAN_VIEW_MAILS",
  "CAN_VIEW_AUDIT",
];
const views = permissionNames.filter((name) => name.startsWith("CAN_VIEW_") && !administrative.includes(name));
const warehouse = Object.keys(permissionGroups.warehouse) as Permission[]; // the group's keys are permissions

/** The roles that every company starts with. SUPER_ADMIN is no role of a company: it belongs to the installation. */
export const defaultRoles: readonly DefaultRole[] = [
  {
    code: "COMPANY_ADMIN",
    name: "Company administrator",
    description: "Everything in this company",
    permissions: permissionNames.filter((name) => !installationOnly.includes(name)),
  },
  {
    code: "BUYER",
    name: "Buyer",
    description: "Vendors, products, purchase orders",
    permissions: [
      "CAN_VIEW",
      ...views,
      "CAN_EDIT_VENDORS",
      "CAN_EDIT_PRODUCTS",
      "CAN_EDIT_PURCHASE_ORDERS",
      "CAN_SEND_PURCHASE_ORDERS",
      "CAN_CANCEL_PURCHASE_ORDERS",
      "CAN_CLOSE_PURCHASE_ORDERS",
      "CAN_REPORT_ISSUES",
      "CAN_MANAGE_ISSUES",
    ],
  },
  {
    code: "DOCK_SUPERVISOR",
    name: "Dock supervisor",
    description: "Docks, deliveries, the gate",
    permissions: [
      "CAN_VIEW",
      ...views,
      "CAN_EDIT_CARRIERS",
      "CAN_MANAGE_DOCKS",
      "CAN_SCHEDULE_DOCK",
      "CAN_APPROVE_DELIVERY_SCHEDULES",
      "CAN_CHECK_IN",
      "CAN_RECEIVE",
      "CAN_REPORT_ISSUES",
      "CAN_MANAGE_ISSUES",
    ],
  },
  {
    code: "RECEIVER",
    name: "Receiver",
    description: "Counts what arrives",
    permissions: [
      "CAN_VIEW",
      "CAN_VIEW_PRODUCTS",
      "CAN_VIEW_VENDORS",
      "CAN_VIEW_CARRIERS",
      "CAN_VIEW_PURCHASE_ORDERS",
      "CAN_VIEW_DOCKS",
      "CAN_VIEW_DELIVERY_SCHEDULES",
      "CAN_VIEW_PALLET_TYPES",
      "CAN_VIEW_LOCATIONS",
      "CAN_VIEW_RECEIPTS",
      "CAN_VIEW_ISSUES",
      "CAN_CHECK_IN",
      "CAN_RECEIVE",
      "CAN_REPORT_ISSUES",
    ],
  },
  {
    code: "WAREHOUSE_MANAGER",
    name: "Warehouse manager",
    description: "All of the warehouse, and approvals",
    permissions: ["CAN_VIEW", ...views, ...warehouse, "CAN_EDIT_LOCATIONS", "CAN_EDIT_REFERENCE_LISTS"].filter(
      (name, at, all) => all.indexOf(name) === at,
    ) as Permission[],
  }, // Permission names, once each
  {
    code: "DISPATCHER",
    name: "Dispatcher",
    description: "Plans trips and deliveries",
    permissions: [
      "CAN_VIEW",
      "CAN_VIEW_CARRIERS",
      "CAN_EDIT_CARRIERS",
      "CAN_VIEW_ASSETS",
      "CAN_VIEW_PURCHASE_ORDERS",
      "CAN_VIEW_DOCKS",
      "CAN_VIEW_DELIVERY_SCHEDULES",
      "CAN_SCHEDULE_DOCK",
      "CAN_VIEW_PALLET_TYPES",
      "CAN_VIEW_LOCATIONS",
      "CAN_VIEW_ISSUES",
      "CAN_REPORT_ISSUES",
    ],
  },
  {
    code: "FLEET_MANAGER",
    name: "Fleet manager",
    description: "Vehicles, drivers, trips",
    permissions: [
      "CAN_VIEW",
      "CAN_VIEW_ASSETS",
      "CAN_EDIT_ASSETS",
      "CAN_VIEW_CARRIERS",
      "CAN_VIEW_DELIVERY_SCHEDULES",
      "CAN_VIEW_LOCATIONS",
      "CAN_VIEW_ISSUES",
    ],
  },
  {
    code: "DRIVER",
    name: "Driver",
    description: "Own trips and deliveries",
    permissions: ["CAN_VIEW", "CAN_REPORT_ISSUES"],
  },
  { code: "VIEWER", name: "Viewer", description: "Sees, changes nothing", permissions: ["CAN_VIEW", ...views] },
];

/** Gives a new company its roles. The transaction works in that company. */
export async function addDefaultRoles(db: Db): Promise<void> {
  await db
    .insertInto("roles")
    .values(
      defaultRoles.map(({ permissions, ...role }) => ({ ...role, permissions: [...permissions], is_default: true })),
    )
    .execute();
}
