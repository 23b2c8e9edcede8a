import type { ComponentType } from "react";
import type { ScreenEntry } from "#shared/screens.ts";
import { chunk } from "./chunk.ts";

/** A component that arrives with its own chunk. */
export type Part = () => Promise<ComponentType>;

/** One screen of the console: its entry in the module's contract and where its component is. */
export interface Screen extends ScreenEntry {
  readonly load: Part;
}

/** A page without shell and gate, e.g. a vendor's page by link. */
export interface PublicPage {
  readonly path: string;
  readonly title: string;
  readonly load: Part;
}

/**
 * A module's screens: each entry of its contract gets its component; one without is a compile error.
 * `screens(warehouse, { "/warehouse/vendors": part(() => import("./vendors/vendors.web.tsx"), "VendorList") })`
 */
export function screens<const Entries extends readonly ScreenEntry[]>(
  entries: Entries,
  parts: Readonly<Record<Entries[number]["path"], Part>>,
): readonly Screen[] {
  const partAt: Readonly<Record<string, Part | undefined>> = parts;
  return entries.flatMap((entry) => {
    const load = partAt[entry.path];
    return load ? [{ ...entry, load }] : [];
  });
}

/** Names the component of a lazy module: `part(() => import("./vendors/vendors.web.tsx"), "VendorList")`. */
export function part<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): Part {
  return async () => (await chunk(load))[name];
}
