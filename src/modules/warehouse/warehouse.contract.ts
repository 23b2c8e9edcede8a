import type { ScreenEntry } from "#shared/screens.ts";

/** The screens of the warehouse, in the order of their menu. */
export const warehouse = [] as const satisfies readonly ScreenEntry[];
