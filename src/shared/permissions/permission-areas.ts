import { permissionGroups, type PermissionGroup } from "./permissions.ts";

/** What within a module belongs together, by the word that its permissions share; the first that fits counts. */
const words = {
  vendors_and_carriers: /VENDORS|CARRIERS/,
  products: /PRODUCTS|PALLET_TYPES/,
  purchase_orders: /PURCHASE_ORDERS/,
  docks_and_deliveries: /DOCK|DELIVERY_SCHEDULES|CHECK_IN/,
  receiving: /RECEI/,
  issues: /ISSUES/,
  people: /USERS|ROLES|PEOPLE/,
  company: /COMPAN|LOCATIONS|REFERENCE_LISTS|EXCHANGE_RATES/,
  oversight: /AUDIT|MAILS/,
} as const;

type Area = keyof typeof words | PermissionGroup;
export const areas = [...Object.keys(words), ...Object.keys(permissionGroups)] as [Area, ...Area[]]; // the keys of both

/** The area of a permission within its module; what fits none stands under the module itself. */
export function areaOf(name: string, group: PermissionGroup): Area {
  const found = Object.entries(words).find(([, word]) => word.test(name));
  return found ? (found[0] as Area) : group; // a key of words
}

interface Placed {
  readonly group: PermissionGroup;
  readonly area: Area;
}

/** Permissions by their areas, module after module, each area once. */
export function byArea<P extends Placed>(
  permissions: readonly P[],
): { readonly group: PermissionGroup; readonly area: Area; readonly own: readonly P[] }[] {
  const placed = new Map<string, { group: PermissionGroup; area: Area; own: P[] }>();
  for (const one of permissions) {
    const key = `${one.group} ${one.area}`;
    placed.set(key, { group: one.group, area: one.area, own: [...(placed.get(key)?.own ?? []), one] });
  }
  const modules = Object.keys(permissionGroups);
  // stable: areas keep the order of their permissions
  return [...placed.values()].sort((a, b) => modules.indexOf(a.group) - modules.indexOf(b.group));
}
