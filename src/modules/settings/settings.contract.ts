import type { ScreenEntry } from "#shared/screens.ts";

/** The screens of the settings, in the order of their menu. */
export const settings = [
  { path: "/settings/companies/types", title: "Company types", can: "CAN_VIEW_COMPANIES", menu: { group: "Lists", icon: "category" } },
  { path: "/profile", title: "Profile", can: "CAN_VIEW" },
] as const satisfies readonly ScreenEntry[];
