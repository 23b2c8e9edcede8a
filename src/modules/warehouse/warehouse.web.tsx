import { part, screens, type PublicPage } from "#web/register.ts";
import { warehouse } from "./warehouse.contract.ts";

export const warehouseScreens = screens(warehouse, {
  "/warehouse/purchase-orders": part(() => import("./purchase-orders/purchase-orders.list.web.tsx"), "PurchaseOrderList"),
  "/warehouse/purchase-orders/new": part(() => import("./purchase-orders/purchase-orders.edit.web.tsx"), "NewPurchaseOrder"),
  "/warehouse/purchase-orders/edit": part(() => import("./purchase-orders/purchase-orders.edit.web.tsx"), "EditPurchaseOrder"),
  "/warehouse/purchase-orders/details": part(() => import("./purchase-orders/purchase-orders.detail.web.tsx"), "PurchaseOrderDetail"),
  "/warehouse/vendors": part(() => import("./vendors/vendors.web.tsx"), "VendorList"),
  "/warehouse/vendors/details": part(() => import("./vendors/vendors.web.tsx"), "VendorDetail"),
  "/warehouse/import": part(() => import("../settings/imports/imports.web.tsx"), "ImportScreen"),
  "/warehouse/products": part(() => import("./products/products.web.tsx"), "ProductList"),
  "/warehouse/products/details": part(() => import("./products/products.detail.web.tsx"), "ProductDetail"),
  "/warehouse/products/categories": part(() => import("./product-categories/product-categories.web.tsx"), "ProductCategoryList"),
});

/** The pages that vendors and carriers reach by a mailed link. */
export const warehousePublicPages: readonly PublicPage[] = [
  { path: "/po/$option/$purchaseOrderId", title: "Purchase order", load: part(() => import("./purchase-orders/vendor-page.web.tsx"), "VendorOrderPage") },
];
