import type { ScreenEntry } from "./screens.ts";

/** What both sides know of a module. Its server half adds what it serves, its web half the components. */
export interface Module {
  readonly id: string;
  /** As people choose it. */
  readonly title: string;
  /** In the order of the menu. */
  readonly screens: readonly ScreenEntry[];
}

/** Declares a module: `export const warehouse = defineModule({ id: "warehouse", title: "Warehouse", screens: [ … ] })`. */
export function defineModule<const M extends Module>(module: M): M {
  return module;
}
