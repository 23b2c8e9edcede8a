import { permissionAreas, permissionList, type Area, type PermissionGroup } from "./permission-list.ts";

const groups = Object.keys(permissionAreas);
/** The words for what stands together where roles are made: areas, then modules. */
export const areas = [...new Set([...permissionList.map(({ area }) => area), ...groups])] as [Area, ...Area[]]; // both are

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
  // stable: areas keep the order of their permissions
  return [...placed.values()].sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group));
}
