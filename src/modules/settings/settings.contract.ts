import type { ScreenEntry } from "#shared/screens.ts";

/** The screens of the settings, in the order of their menu. */
export const settings = [
  { path: "/profile", title: "Profile", can: "CAN_VIEW" },
] as const satisfies readonly ScreenEntry[];
