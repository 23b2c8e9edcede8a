import type { ScreenEntry } from "#shared/screens.ts";

/** The screens of the warehouse, in the order of their menu. */
export const warehouse = [
  {
    path: "/warehouse/vendors",
    title: "Vendors",
    can: "CAN_VIEW_VENDORS",
    menu: { group: "Partners", icon: "building-store" },
    find: { one: "Vendor", icon: "building-store", from: "/api/warehouse/vendors", label: "name", about: ["code", "city"], to: "/warehouse/vendors/details" },
  },
  { path: "/warehouse/vendors/details", title: "Vendor", can: "CAN_VIEW_VENDORS" },
  { path: "/warehouse/products/categories", title: "Categories", can: "CAN_VIEW_PRODUCTS", menu: { group: "Catalogue", icon: "category" } },
] as const satisfies readonly ScreenEntry[];
