import { lets, shows, standardRoles, type PermissionEntry } from "./permission-entry.ts";

/** Every permission there is: module → area, as they stand together where roles are made → permission. */
export const permissionAreas = {
  general: {
    general: {
      CAN_VIEW: lets("everyday", "Open the console at all", ...standardRoles),
    },
  },
  warehouse: {
    vendors_and_carriers: {
      CAN_VIEW_VENDORS: shows("See vendors, their contacts and terms", "RECEIVER"),
      CAN_EDIT_VENDORS: lets("everyday", "Add, change, archive and import vendors", "BUYER", "WAREHOUSE_MANAGER"),
      CAN_VIEW_CARRIERS: shows(
        "See carriers, how to reach their dispatch and until when they are insured",
        "RECEIVER",
        "DISPATCHER",
        "FLEET_MANAGER",
      ),
      CAN_EDIT_CARRIERS: lets(
        "everyday",
        "Add, change, hold and archive carriers",
        "DOCK_SUPERVISOR",
        "WAREHOUSE_MANAGER",
        "DISPATCHER",
      ),
    },
    products: {
      CAN_VIEW_PRODUCTS: shows("See products, packages and categories", "RECEIVER"),
      CAN_EDIT_PRODUCTS: lets(
        "everyday",
        "Add, change, archive and import products and categories",
        "BUYER",
        "WAREHOUSE_MANAGER",
      ),
      CAN_VIEW_PALLET_TYPES: shows("See pallet types, their sizes and deposits", "RECEIVER", "DISPATCHER"),
      CAN_EDIT_PALLET_TYPES: lets("everyday", "Add, change and archive pallet types", "WAREHOUSE_MANAGER"),
    },
    purchase_orders: {
      CAN_VIEW_PURCHASE_ORDERS: shows("See purchase orders and their prices", "RECEIVER", "DISPATCHER"),
      CAN_EDIT_PURCHASE_ORDERS: lets(
        "everyday",
        "Write purchase orders and submit them for approval",
        "BUYER",
        "WAREHOUSE_MANAGER",
      ),
      CAN_APPROVE_PURCHASE_ORDERS: lets(
        "privileged",
        "Approve or reject orders above the threshold",
        "WAREHOUSE_MANAGER",
      ),
      CAN_SEND_PURCHASE_ORDERS: lets(
        "everyday",
        "Send orders to vendors, amend them, decide on the vendor's answer",
        "BUYER",
        "WAREHOUSE_MANAGER",
      ),
      CAN_CANCEL_PURCHASE_ORDERS: lets(
        "everyday",
        "Cancel an order of which nothing was received",
        "BUYER",
        "WAREHOUSE_MANAGER",
      ),
      CAN_CLOSE_PURCHASE_ORDERS: lets("everyday", "Close an order or one line short", "BUYER", "WAREHOUSE_MANAGER"),
      CAN_REOPEN_PURCHASE_ORDERS: lets("privileged", "Open a closed order again", "WAREHOUSE_MANAGER"),
    },
    docks_and_deliveries: {
      CAN_VIEW_DOCKS: shows("See docks and their occupation", "RECEIVER", "DISPATCHER"),
      CAN_MANAGE_DOCKS: lets(
        "everyday",
        "Add and change docks, take them out of service",
        "DOCK_SUPERVISOR",
        "WAREHOUSE_MANAGER",
      ),
      CAN_VIEW_DELIVERY_SCHEDULES: shows("See delivery schedules", "RECEIVER", "DISPATCHER", "FLEET_MANAGER"),
      CAN_SCHEDULE_DOCK: lets(
        "everyday",
        "Give deliveries a dock and a time, move and cancel them",
        "DOCK_SUPERVISOR",
        "WAREHOUSE_MANAGER",
        "DISPATCHER",
      ),
      CAN_APPROVE_DELIVERY_SCHEDULES: lets(
        "privileged",
        "Approve or decline requested deliveries",
        "DOCK_SUPERVISOR",
        "WAREHOUSE_MANAGER",
      ),
      CAN_CHECK_IN: lets(
        "everyday",
        "Record arrival and departure at the gate",
        "DOCK_SUPERVISOR",
        "RECEIVER",
        "WAREHOUSE_MANAGER",
      ),
    },
    receiving: {
      CAN_VIEW_RECEIPTS: shows("See receipts and what was counted", "RECEIVER"),
      CAN_RECEIVE: lets(
        "everyday",
        "Count goods and post receipts",
        "DOCK_SUPERVISOR",
        "RECEIVER",
        "WAREHOUSE_MANAGER",
      ),
      CAN_OVER_RECEIVE: lets("privileged", "Take more than the tolerance allows, with a reason", "WAREHOUSE_MANAGER"),
      CAN_REVERSE_RECEIPTS: lets("privileged", "Reverse a posted receipt", "WAREHOUSE_MANAGER"),
      CAN_ENTER_OPENING_STOCK: lets(
        "privileged",
        "Import what lay in the bins when the company began with Waybill",
        "WAREHOUSE_MANAGER",
      ),
    },
    issues: {
      CAN_VIEW_ISSUES: shows("See reported issues", "RECEIVER", "DISPATCHER", "FLEET_MANAGER"),
      CAN_REPORT_ISSUES: lets(
        "everyday",
        "Report an issue",
        "BUYER",
        "DOCK_SUPERVISOR",
        "RECEIVER",
        "WAREHOUSE_MANAGER",
        "DISPATCHER",
        "DRIVER",
      ),
      CAN_MANAGE_ISSUES: lets(
        "everyday",
        "Move issues through their states and resolve them",
        "BUYER",
        "DOCK_SUPERVISOR",
        "WAREHOUSE_MANAGER",
      ),
    },
  },
  fleet: {
    fleet: {
      CAN_VIEW_ASSETS: shows(
        "See assets, their types and the commodities that they carry",
        "DISPATCHER",
        "FLEET_MANAGER",
      ),
      CAN_EDIT_ASSETS: lets(
        "everyday",
        "Add, change and archive asset types and commodities, import commodities",
        "FLEET_MANAGER",
      ),
      CAN_MANAGE_ASSETS: lets(
        "everyday",
        "Add, change, move and import assets, send them to maintenance, report them lost, retire them",
        "DISPATCHER",
        "FLEET_MANAGER",
      ),
    },
    vehicles: {
      CAN_VIEW_VEHICLES: shows(
        "See vehicles, and the types, makers, models, statuses and fuels that they are described by",
        "DISPATCHER",
        "FLEET_MANAGER",
      ),
      CAN_EDIT_VEHICLE_TYPES: lets(
        "everyday",
        "Add, change and archive vehicle types, makers, models, statuses and fuel types",
        "FLEET_MANAGER",
      ),
      CAN_MANAGE_VEHICLES: lets(
        "everyday",
        "Add and change vehicles, put them in service and retire them, void readings",
        "FLEET_MANAGER",
      ),
      CAN_HOLD_VEHICLE: lets(
        "everyday",
        "Keep a vehicle from leaving, and let it go again",
        "DISPATCHER",
        "FLEET_MANAGER",
      ),
      CAN_ENTER_READINGS: lets("everyday", "Enter what vehicles' meters show", "DISPATCHER", "FLEET_MANAGER"),
      CAN_OVERRIDE_HOLD: lets(
        "privileged",
        "End a hold after an incident or for a paper, with a reason",
        "FLEET_MANAGER",
      ),
      CAN_ADMIN_FLEET: lets("privileged", "Bring back what was retired or finished in the fleet", "FLEET_MANAGER"),
    },
    drivers: {
      CAN_VIEW_DRIVERS: lets(
        "everyday",
        "See drivers, how to reach them and what they may drive",
        "DISPATCHER",
        "FLEET_MANAGER",
      ),
      CAN_EDIT_DRIVERS: lets("everyday", "Add, change, suspend and import drivers", "FLEET_MANAGER"),
      CAN_VIEW_DRIVER_PAPERS: lets(
        "everyday",
        "See licences of drivers with their numbers, and confidential documents",
        "FLEET_MANAGER",
      ),
      CAN_EDIT_DRIVER_PAPERS: lets("everyday", "Enter and change licences of drivers", "FLEET_MANAGER"),
      CAN_VERIFY_DOCUMENTS: lets(
        "privileged",
        "Verify or reject papers that somebody else has entered",
        "FLEET_MANAGER",
      ),
      CAN_VIEW_DOCUMENTS: lets(
        "everyday",
        "See documents of drivers, vehicles, assets, trips, deliveries and the company, but for confidential ones",
        "DISPATCHER",
        "FLEET_MANAGER",
      ),
      CAN_EDIT_DOCUMENTS: lets("everyday", "Enter, upload and renew documents", "DISPATCHER", "FLEET_MANAGER"),
      CAN_EDIT_DOCUMENT_TYPES: lets("everyday", "Add and change types of documents", "FLEET_MANAGER"),
      CAN_DRIVE: lets("everyday", "See oneself as a driver, run one's own trips, and see nobody else's", "DRIVER"),
    },
    trips: {
      CAN_VIEW_TRIPS: lets(
        "everyday",
        "See trips with their vehicles, drivers and stops, of somebody's address the town alone",
        "DISPATCHER",
        "FLEET_MANAGER",
      ),
      CAN_PLAN_TRIPS: lets("everyday", "Plan trips: book vehicles and drivers for them", "DISPATCHER", "FLEET_MANAGER"),
      CAN_DISPATCH_TRIPS: lets(
        "everyday",
        "Give trips to their drivers, and report for these what happens",
        "DISPATCHER",
        "FLEET_MANAGER",
      ),
      CAN_OVERRIDE_DISPATCH: lets(
        "privileged",
        "Let a trip leave though something keeps it, with a reason",
        "FLEET_MANAGER",
      ),
      CAN_VIEW_FLEET_DELIVERIES: lets(
        "everyday",
        "See fleet deliveries, their consignees and their proofs",
        "DISPATCHER",
        "FLEET_MANAGER",
      ),
      CAN_EDIT_FLEET_DELIVERIES: lets(
        "everyday",
        "Enter, change and cancel fleet deliveries, have them tried again",
        "DISPATCHER",
        "FLEET_MANAGER",
      ),
    },
  },
  settings: {
    company: {
      CAN_VIEW_COMPANIES: lets("everyday", "See all companies of the installation"),
      CAN_MANAGE_COMPANIES: lets("privileged", "Add, approve and change companies and company types"),
      CAN_EDIT_COMPANY_PROFILE: lets("privileged", "Change the own company's profile and rules"),
      CAN_VIEW_LOCATIONS: shows("See the company's locations", "RECEIVER", "DISPATCHER", "FLEET_MANAGER"),
      CAN_EDIT_LOCATIONS: lets("everyday", "Add and change locations, their hours and slot rules", "WAREHOUSE_MANAGER"),
      CAN_EXPORT_COMPANY: lets("privileged", "Take away all data of the company as one file"),
      CAN_VIEW_EXCHANGE_RATES: shows("See what foreign currencies are worth in the company's own"),
      CAN_EDIT_EXCHANGE_RATES: lets("privileged", "Enter and import exchange rates, confirm those of others"),
      CAN_EDIT_REFERENCE_LISTS: lets(
        "everyday",
        "Change labels, colours and order of reference lists",
        "WAREHOUSE_MANAGER",
      ),
    },
    people: {
      CAN_VIEW_USERS: lets("everyday", "See the company's users and roles"),
      CAN_MANAGE_USERS: lets("privileged", "Invite users, change them, assign and remove roles"),
      CAN_MANAGE_ROLES: lets("privileged", "Make and change roles, and decide what they hold"),
      CAN_ERASE_PEOPLE: lets("privileged", "Erase people who have left, for good"),
    },
    oversight: {
      CAN_VIEW_MAILS: lets("everyday", "Read the mails that Waybill wrote, without what lets somebody in"),
      CAN_VIEW_AUDIT: lets("everyday", "Read who did what and when, and who was refused"),
    },
  },
} as const satisfies Record<string, Record<string, Record<string, PermissionEntry>>>;

type Modules = typeof permissionAreas;
export type PermissionGroup = keyof Modules;
type AreaIn<G> = { [M in keyof G]: keyof G[M] }[keyof G] & string;
export type Area = AreaIn<Modules> | PermissionGroup;
type NamesIn<A> = { [K in keyof A]: keyof A[K] }[keyof A] & string;
/** The names of all permissions. */
export type PermissionName = { [M in PermissionGroup]: NamesIn<Modules[M]> }[PermissionGroup];

export interface ListedPermission extends PermissionEntry {
  readonly name: PermissionName;
  readonly group: PermissionGroup;
  readonly area: Area;
}

/** All permissions, module by module, area by area. */
export const permissionList: readonly ListedPermission[] = Object.entries(permissionAreas).flatMap(([group, areas]) =>
  Object.entries(areas).flatMap(([area, entries]) =>
    Object.entries(entries as Record<string, PermissionEntry>).map(([name, entry]) => ({
      name: name as PermissionName, // the keys of the object above, by definition; so are the next two
      group: group as PermissionGroup,
      area: area as Area,
      ...entry,
    })),
  ),
);

export const permissionNames: readonly PermissionName[] = permissionList.map(({ name }) => name);

/** Those of the whole installation: only SUPER_ADMIN holds them, no role of a company does. */
export const installationOnly: readonly PermissionName[] = ["CAN_VIEW_COMPANIES", "CAN_MANAGE_COMPANIES"];

/**
 * Those that run the company or say yes in its name. Who lacks one of them changes nobody who holds it, and no role that
 * does: a right to manage people is no way to what those people may do.
 */
export const privileged: readonly PermissionName[] = permissionList
  .filter(({ weight }) => weight === "privileged")
  .map(({ name }) => name);

const meanings: Readonly<Record<string, string>> = Object.fromEntries(
  permissionList.map(({ name, meaning }) => [name, meaning]),
);

/** What a permission lets somebody do; undefined for what is none. */
export function meaningOf(name: string): string | undefined {
  return Object.hasOwn(meanings, name) ? meanings[name] : undefined;
}
