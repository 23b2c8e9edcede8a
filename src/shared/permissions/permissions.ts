/** Every permission there is, grouped by module, each with its plain meaning. The type `Permission` is its keys. */
export const permissionGroups = {
  general: {
    CAN_VIEW: "Open the console at all",
  },
  warehouse: {
    CAN_VIEW_VENDORS: "See vendors, their contacts and terms",
    CAN_EDIT_VENDORS: "Add, change, archive and import vendors",
    CAN_VIEW_CARRIERS: "See carriers, how to reach their dispatch and until when they are insured",
    CAN_EDIT_CARRIERS: "Add, change, hold and archive carriers",
    CAN_VIEW_PRODUCTS: "See products, packages and categories",
    CAN_EDIT_PRODUCTS: "Add, change, archive and import products and categories",
    CAN_VIEW_PURCHASE_ORDERS: "See purchase orders and their prices",
    CAN_EDIT_PURCHASE_ORDERS: "Write purchase orders and submit them for approval",
    CAN_APPROVE_PURCHASE_ORDERS: "Approve or reject orders above the threshold",
    CAN_SEND_PURCHASE_ORDERS: "Send orders to vendors, amend them, decide on the vendor's answer",
    CAN_CANCEL_PURCHASE_ORDERS: "Cancel an order of which nothing was received",
    CAN_CLOSE_PURCHASE_ORDERS: "Close an order or one line short",
    CAN_REOPEN_PURCHASE_ORDERS: "Open a closed order again",
    CAN_VIEW_DOCKS: "See docks and their occupation",
    CAN_MANAGE_DOCKS: "Add and change docks, take them out of service",
    CAN_VIEW_DELIVERY_SCHEDULES: "See delivery schedules",
    CAN_SCHEDULE_DOCK: "Give deliveries a dock and a time, move and cancel them",
    CAN_APPROVE_DELIVERY_SCHEDULES: "Approve or decline requested deliveries",
    CAN_CHECK_IN: "Record arrival and departure at the gate",
    CAN_VIEW_RECEIPTS: "See receipts and what was counted",
    CAN_RECEIVE: "Count goods and post receipts",
    CAN_OVER_RECEIVE: "Take more than the tolerance allows, with a reason",
    CAN_REVERSE_RECEIPTS: "Reverse a posted receipt",
    CAN_VIEW_ISSUES: "See reported issues",
    CAN_REPORT_ISSUES: "Report an issue",
    CAN_MANAGE_ISSUES: "Move issues through their states and resolve them",
    CAN_VIEW_PALLET_TYPES: "See pallet types, their sizes and deposits",
    CAN_EDIT_PALLET_TYPES: "Add, change and archive pallet types",
  },
  fleet: {
    CAN_VIEW_ASSETS: "See assets and asset types",
    CAN_EDIT_ASSETS: "Add, change and archive assets and asset types",
  },
  settings: {
    CAN_VIEW_COMPANIES: "See all companies of the installation",
    CAN_MANAGE_COMPANIES: "Add, approve and change companies and company types",
    CAN_EDIT_COMPANY_PROFILE: "Change the own company's profile and rules",
    CAN_VIEW_LOCATIONS: "See the company's locations",
    CAN_EDIT_LOCATIONS: "Add and change locations, their hours and slot rules",
    CAN_VIEW_USERS: "See the company's users and roles",
    CAN_MANAGE_USERS: "Invite users, change them, assign and remove roles",
    CAN_MANAGE_ROLES: "Make and change roles, and decide what they hold",
    CAN_VIEW_MAILS: "Read the mails that Waybill wrote, without what lets somebody in",
    CAN_VIEW_AUDIT: "Read who did what and when, and who was refused",
    CAN_EXPORT_COMPANY: "Take away all data of the company as one file",
    CAN_ERASE_PEOPLE: "Erase people who have left, for good",
    CAN_VIEW_EXCHANGE_RATES: "See what foreign currencies are worth in the company's own",
    CAN_EDIT_EXCHANGE_RATES: "Enter and import exchange rates, confirm those of others",
    CAN_EDIT_REFERENCE_LISTS: "Change labels, colours and order of reference lists",
  },
} as const;

type Groups = typeof permissionGroups;
export type PermissionGroup = keyof Groups;
export type Permission = { [G in PermissionGroup]: keyof Groups[G] }[PermissionGroup] & string;

/** name → meaning, flat. */
export const permissions = Object.assign({}, ...Object.values(permissionGroups)) as Readonly<
  Record<Permission, string>
>; // the groups' keys are Permission by definition
export const permissionNames = Object.keys(permissions) as readonly Permission[]; // as above

/** Those of the whole installation: only SUPER_ADMIN holds them, no role of a company does. */
export const installationOnly: readonly Permission[] = ["CAN_VIEW_COMPANIES", "CAN_MANAGE_COMPANIES"];

/**
 * Those that run the company or say yes in its name. Who lacks one of them changes nobody who holds it, and no role that
 * does: a right to manage people is no way to what those people may do.
 */
export const privileged: readonly Permission[] = [
  "CAN_EDIT_COMPANY_PROFILE",
  "CAN_MANAGE_USERS",
  "CAN_MANAGE_ROLES",
  "CAN_EXPORT_COMPANY",
  "CAN_ERASE_PEOPLE",
  "CAN_EDIT_EXCHANGE_RATES",
  "CAN_APPROVE_PURCHASE_ORDERS",
  "CAN_APPROVE_DELIVERY_SCHEDULES",
];

export const SUPER_ADMIN = "SUPER_ADMIN";

/** What a permission check needs to know of a user; both maps as the specification's user record has them. */
export interface Holder {
  readonly permissions: Readonly<Record<string, boolean>>;
  readonly roleMap: Readonly<Record<string, boolean>>;
}

/**
 * The specification's check (section 6): passes when there is a user, the list is not empty, and one name is true in
 * the permission map or the role map, or the user holds SUPER_ADMIN.
 */
export function allows(user: Holder | null | undefined, names: readonly string[]): boolean {
  if (!user || names.length === 0) return false;
  if (user.roleMap[SUPER_ADMIN] === true) return true;
  return names.some((name) => user.permissions[name] === true || user.roleMap[name] === true);
}

/** Who may call a route: holders of a permission, any session, anyone, or the holder of a link of that purpose. */
export type Can = Permission | "anyone" | "signed_in" | `link:${string}`;
