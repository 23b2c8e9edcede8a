import type { MenuItem } from "#shared/contract/screens.ts";

/** All entries, without their headings. */
export function itemsOf(menus: readonly MenuItem[]): readonly MenuItem[] {
  return menus.flatMap((item) => (item.component === "group" ? itemsOf(item.items) : [item]));
}

/** The entry that we are under: the one with the longest path that leads to `path`. */
export function pathHere(menus: readonly MenuItem[], path: string): string | undefined {
  const above = itemsOf(menus).flatMap(({ to }) =>
    to !== null && (path === to || path.startsWith(`${to}/`)) ? [to] : [],
  );
  return above.sort((a, b) => b.length - a.length)[0];
}
