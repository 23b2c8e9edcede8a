import { permissionsOf } from "#shared/flow/flow.ts";
import { allows, type Holder, type Can } from "#shared/permissions/permissions.ts";

/** One screen as both sides know it: the web makes its route, title and gate of it, the server the menu. */
export interface ScreenEntry {
  /** As in the specification, e.g. `/warehouse/vendors/details`. */
  readonly path: string;
  /** Breadcrumb, page title and menu entry. */
  readonly title: string;
  readonly can: Can | readonly Can[];
  /** Absent for screens that are reached from another one. */
  readonly menu?: ScreenMenu;
  /** The kind of record whose page this is; `?id=` says which one. */
  readonly shows?: string;
  /** Kinds of records that are kept here and have no page. */
  readonly keeps?: readonly string[];
  /** The kind of record whose list this is and which a spreadsheet can be imported into, and what else can from here. */
  readonly imports?: ScreenImport | readonly ScreenImport[];
  /** Records of this screen that the palette finds. */
  readonly find?: ScreenFind;
}

/** What a spreadsheet is imported into; without a title it has its screen's. `takesFiles`: a zip brings files along. */
type ScreenImport = string | { readonly entity: string; readonly title: string; readonly takesFiles?: true };

/** What can be imported on a screen, each with its title. */
export function importsOf({ imports = [], title = "" }: Pick<Partial<ScreenEntry>, "imports" | "title">) {
  const entries = [imports].flat() as readonly ScreenImport[]; // flat() forgets what a readonly list holds
  return entries.map((one) => ({ takesFiles: false, ...(typeof one === "string" ? { entity: one, title } : one) }));
}

interface ScreenMenu {
  /** The heading it stands under; without one it stands above all headings. */
  readonly group?: string;
  readonly icon: string;
  /** Who is offered it, where more may open it. */
  readonly can?: Can;
}

interface ScreenFind {
  /** What one record is called: "Vendor". */
  readonly one: string;
  readonly icon: string;
  /** The list route to ask, with `q`; a record is opened on the screen that `shows` its kind. */
  readonly from: string;
  /** The field that names a record, and those that tell it from others. */
  readonly label: string;
  readonly about: readonly string[];
  /** Screens that begin something for such a record, with the name under which they are told its id. */
  readonly offers?: readonly { readonly to: string; readonly as: string }[];
}

/** A menu entry of the user record (specification, section 3). */
export interface MenuItem {
  readonly component: "item" | "group";
  readonly name: string;
  readonly icon: string | null;
  readonly to: string | null;
  readonly items: readonly MenuItem[];
  /** `late` asks for a hand and is amber; `count` is a plain number. */
  readonly badge: { readonly text: string; readonly kind: "count" | "late" } | null;
}

/** Badges by the path of their screen. */
export type MenuBadges = Readonly<Record<string, NonNullable<MenuItem["badge"]>>>;

/** The menu of a module for one user: what they may open, in the order of the screens, groups where first named. */
export function menusOf(screens: readonly ScreenEntry[], user: Holder, badges: MenuBadges = {}): MenuItem[] {
  const menus: (MenuItem & { items: MenuItem[] })[] = [];
  for (const { path, title, can, menu } of screens) {
    if (!menu || !allows(user, permissionsOf(can)) || (menu.can && !allows(user, permissionsOf(menu.can)))) continue;
    const item = {
      component: "item" as const,
      name: title,
      icon: menu.icon,
      to: path,
      items: [],
      badge: badges[path] ?? null,
    };
    const group = menus.find(({ component, name }) => component === "group" && name === menu.group);
    if (group) group.items.push(item);
    if (!group)
      menus.push(
        menu.group ? { component: "group", name: menu.group, icon: null, to: null, items: [item], badge: null } : item,
      );
  }
  return menus;
}
