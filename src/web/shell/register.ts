import { lazy, type ComponentType } from "react";
import type { Module } from "#shared/contract/module.ts";
import type { ScreenEntry } from "#shared/contract/screens.ts";
import { chunk } from "../api/chunk.ts";

/** A component that arrives with its own chunk. */
export type Part = () => Promise<ComponentType>;

/** One screen of the console: its entry in the module's contract and where its component is. */
export interface Screen extends ScreenEntry {
  readonly load: Part;
  /** Draws a row of this screen's list, which the palette found. */
  readonly preview?: ComponentType;
}

/** A page without shell and gate, e.g. a vendor's page by link. */
export interface PublicPage {
  readonly path: string;
  readonly title?: string;
  readonly load: Part;
  /**
   * Whom it is for; others are sent where they belong. `guest`: nobody is signed in. `registration` and `approval`:
   * somebody whose registration, or whose approval, is missing. Without it: everybody.
   */
  readonly only?: "guest" | "registration" | "approval";
}

interface WebParts<Entry extends ScreenEntry> {
  /** The component of each of the module's screens; one without is a compile error. */
  readonly screens: Readonly<Record<Entry["path"], Part>>;
  /** What the palette draws of a record that it found, by the screen that lists it; one without is a compile error, too. */
  readonly previews: Readonly<Record<Extract<Entry, { readonly find: object }>["path"], Part>>;
  readonly publicPages?: readonly PublicPage[];
}

/** A module with the components of its screens. */
export interface WebModule {
  readonly screens: readonly Screen[];
  readonly publicPages: readonly PublicPage[];
}

/**
 * Declares the web half of a module; each component arrives with its own chunk.
 * `webModule(warehouse, { screens: { "/warehouse/vendors": part(() => import("../vendors/vendors.web.tsx"), "VendorList") } })`
 */
export function webModule<const M extends Module>(
  module: M,
  { screens, previews, publicPages = [] }: WebParts<M["screens"][number]>,
): WebModule {
  const partAt: Readonly<Record<string, Part | undefined>> = screens;
  const previewAt: Readonly<Record<string, Part | undefined>> = previews;
  return {
    screens: module.screens.flatMap((entry) => {
      const load = partAt[entry.path];
      const preview = previewAt[entry.path];
      const whole = { ...entry, ...(preview ? { preview: lazy(async () => ({ default: await preview() })) } : {}) };
      return load ? [{ ...whole, load }] : [];
    }),
    publicPages,
  };
}

/** Names the component of a lazy module: `part(() => import("../vendors/vendors.web.tsx"), "VendorList")`. */
export function part<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): Part {
  return async () => (await chunk(load))[name];
}
