import type { ScreenEntry } from "#shared/screens.ts";

/** The screens of the settings, in the order of their menu. */
export const settings = [
  {
    path: "/company-profile",
    title: "Company profile",
    can: "CAN_VIEW",
    menu: { group: "Company", icon: "building", can: "CAN_EDIT_COMPANY_PROFILE" },
  },
  {
    path: "/company-locations",
    title: "Locations",
    can: "CAN_VIEW_LOCATIONS",
    menu: { group: "Company", icon: "map-pin" },
    find: {
      one: "Location",
      icon: "map-pin",
      from: "/api/settings/locations",
      label: "name",
      about: ["code", "city"],
      to: "/company-locations/details",
    },
  },
  { path: "/company-locations/details", title: "Location", can: "CAN_VIEW_LOCATIONS" },
  {
    path: "/company-locations/bins",
    title: "Bins",
    can: "CAN_VIEW_LOCATIONS",
    menu: { group: "Company", icon: "box" },
  },
  {
    path: "/settings/companies",
    title: "Companies",
    can: "CAN_VIEW_COMPANIES",
    menu: { group: "Company", icon: "stack-2" },
  },
  { path: "/settings/companies/details", title: "Company", can: "CAN_VIEW_COMPANIES" },
  { path: "/settings/companies/profile", title: "Company profile", can: "CAN_VIEW" },
  {
    path: "/settings/data",
    title: "Data",
    can: ["CAN_EXPORT_COMPANY", "CAN_ERASE_PEOPLE"],
    menu: { group: "Company", icon: "database-export" },
  },
  { path: "/settings/users", title: "Users", can: "CAN_VIEW_USERS", menu: { group: "People", icon: "users" } },
  {
    path: "/settings/users/roles",
    title: "Roles",
    can: "CAN_VIEW_USERS",
    menu: { group: "People", icon: "user-shield" },
  },
  {
    path: "/settings/users/permissions",
    title: "Permissions",
    can: "CAN_VIEW_USERS",
    menu: { group: "People", icon: "checklist" },
  },
  { path: "/settings/audit", title: "Audit trail", can: "CAN_VIEW_AUDIT", menu: { group: "People", icon: "history" } },
  {
    path: "/settings/asset-types",
    title: "Asset types",
    can: "CAN_VIEW_ASSETS",
    menu: { group: "Lists", icon: "box" },
  },
  {
    path: "/settings/companies/types",
    title: "Company types",
    can: "CAN_VIEW_COMPANIES",
    menu: { group: "Lists", icon: "category" },
  },
  {
    path: "/settings/reference-lists",
    title: "Reference lists",
    can: "CAN_VIEW",
    menu: { group: "Lists", icon: "list-details", can: "CAN_EDIT_REFERENCE_LISTS" },
  },
  { path: "/settings/mails", title: "Outbox", can: "CAN_VIEW_MAILS", menu: { group: "Messages", icon: "mail" } },
  { path: "/settings/mails/details", title: "Mail", can: "CAN_VIEW_MAILS" },
  { path: "/settings/api", title: "API", can: "CAN_EDIT_COMPANY_PROFILE", menu: { group: "Programs", icon: "code" } },
  { path: "/profile", title: "Profile", can: "CAN_VIEW" },
] as const satisfies readonly ScreenEntry[];
