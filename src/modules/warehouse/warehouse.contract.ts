import type { ScreenEntry } from "#shared/screens.ts";

/** The screens of the warehouse, in the order of their menu. */
export const warehouse = [
  {
    path: "/warehouse/purchase-orders",
    title: "Purchase orders",
    can: "CAN_VIEW_PURCHASE_ORDERS",
    menu: { group: "Inbound", icon: "clipboard-list" },
    find: { one: "Purchase order", icon: "clipboard-list", from: "/api/warehouse/purchase-orders", label: "number", about: ["vendorName", "status"], to: "/warehouse/purchase-orders/details" },
  },
  { path: "/warehouse/purchase-orders/new", title: "New purchase order", can: "CAN_EDIT_PURCHASE_ORDERS" },
  { path: "/warehouse/purchase-orders/edit", title: "Modify order", can: ["CAN_EDIT_PURCHASE_ORDERS", "CAN_SEND_PURCHASE_ORDERS"] },
  { path: "/warehouse/purchase-orders/details", title: "Purchase order", can: "CAN_VIEW_PURCHASE_ORDERS" },
  { path: "/warehouse/receiving", title: "Receiving", can: "CAN_RECEIVE", menu: { group: "Inbound", icon: "scan" } },
  {
    path: "/warehouse/receipts",
    title: "Receipts",
    can: "CAN_VIEW_RECEIPTS",
    menu: { group: "Inbound", icon: "package-import" },
    find: { one: "Receipt", icon: "package-import", from: "/api/warehouse/receipts", label: "number", about: ["status"], to: "/warehouse/receipts/details" },
  },
  { path: "/warehouse/receipts/details", title: "Receipt", can: "CAN_VIEW_RECEIPTS" },
  {
    path: "/warehouse/issues",
    title: "Issues",
    can: "CAN_VIEW_ISSUES",
    menu: { group: "Inbound", icon: "alert-triangle" },
    find: { one: "Issue", icon: "alert-triangle", from: "/api/warehouse/issues", label: "number", about: ["kind", "vendorName"], to: "/warehouse/issues/details" },
  },
  { path: "/warehouse/issues/details", title: "Issue", can: "CAN_VIEW_ISSUES" },
  {
    path: "/warehouse/delivery-schedules",
    title: "Delivery schedules",
    can: "CAN_VIEW_DELIVERY_SCHEDULES",
    menu: { group: "Inbound", icon: "truck-delivery" },
    find: { one: "Delivery", icon: "truck-delivery", from: "/api/warehouse/delivery-schedules", label: "number", about: ["vendorName", "status"], to: "/warehouse/delivery-schedules/details" },
  },
  { path: "/warehouse/delivery-schedules/new", title: "Book a delivery", can: ["CAN_SCHEDULE_DOCK", "CAN_EDIT_PURCHASE_ORDERS"] },
  { path: "/warehouse/delivery-schedules/details", title: "Delivery", can: "CAN_VIEW_DELIVERY_SCHEDULES" },
  {
    path: "/warehouse/vendors",
    title: "Vendors",
    can: "CAN_VIEW_VENDORS",
    menu: { group: "Partners", icon: "building-store" },
    find: { one: "Vendor", icon: "building-store", from: "/api/warehouse/vendors", label: "name", about: ["code", "city"], to: "/warehouse/vendors/details" },
  },
  { path: "/warehouse/vendors/details", title: "Vendor", can: "CAN_VIEW_VENDORS" },
  { path: "/warehouse/import", title: "Import", can: ["CAN_EDIT_VENDORS", "CAN_EDIT_PRODUCTS"] },
  {
    path: "/warehouse/products",
    title: "Products",
    can: "CAN_VIEW_PRODUCTS",
    menu: { group: "Catalogue", icon: "package" },
    find: { one: "Product", icon: "package", from: "/api/warehouse/products", label: "name", about: ["sku", "categoryName"], to: "/warehouse/products/details" },
  },
  { path: "/warehouse/products/details", title: "Product", can: "CAN_VIEW_PRODUCTS" },
  { path: "/warehouse/products/categories", title: "Categories", can: "CAN_VIEW_PRODUCTS", menu: { group: "Catalogue", icon: "category" } },
] as const satisfies readonly ScreenEntry[];
