import type { ScreenEntry } from "#shared/screens.ts";

/** The screens of the fleet, in the order of their menu. */
export const fleet = [] as const satisfies readonly ScreenEntry[];
