import type { MenuItem } from "#shared/screens.ts";

/** Settings stand behind their own entry at the foot of the menu. */
export function isSettingsPath(path: string): boolean {
  return /^\/(settings|company-profile|company-locations)(\/|$)/.test(path);
}

export function splitMenus(menus: readonly MenuItem[]): { work: MenuItem[]; settings: MenuItem[] } {
  const isOfSettings = (item: MenuItem) => isSettingsPath(firstPath([item]) ?? "");
  return { work: menus.filter((item) => !isOfSettings(item)), settings: menus.filter(isOfSettings) };
}

export function firstPath(menus: readonly MenuItem[]): string | undefined {
  return itemsOf(menus)[0]?.to ?? undefined;
}

/** All entries, without their headings. */
export function itemsOf(menus: readonly MenuItem[]): readonly MenuItem[] {
  return menus.flatMap((item) => (item.component === "group" ? itemsOf(item.items) : [item]));
}

/** The entry that we are under: the one with the longest path that leads to `path`. */
export function pathHere(menus: readonly MenuItem[], path: string): string | undefined {
  const above = itemsOf(menus).flatMap(({ to }) => (to !== null && (path === to || path.startsWith(`${to}/`)) ? [to] : []));
  return above.sort((a, b) => b.length - a.length)[0];
}
