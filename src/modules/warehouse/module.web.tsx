import { part, webModule } from "#web/shell/register.ts";
import { warehouse } from "./module.ts";

export const warehouseWeb = webModule(warehouse, {
  screens: {
    "/warehouse/purchase-orders": part(
      () => import("./purchase-orders/purchase-orders.list.web.tsx"),
      "PurchaseOrderList",
    ),
    "/warehouse/purchase-orders/new": part(
      () => import("./purchase-orders/purchase-orders.edit.web.tsx"),
      "NewPurchaseOrder",
    ),
    "/warehouse/purchase-orders/edit": part(
      () => import("./purchase-orders/purchase-orders.edit.web.tsx"),
      "EditPurchaseOrder",
    ),
    "/warehouse/purchase-orders/details": part(
      () => import("./purchase-orders/purchase-orders.detail.web.tsx"),
      "PurchaseOrderDetail",
    ),
    "/warehouse/receiving": part(() => import("./receipts/receiving.web.tsx"), "Receiving"),
    "/warehouse/receipts": part(() => import("./receipts/receipts.list.web.tsx"), "ReceiptList"),
    "/warehouse/receipts/details": part(() => import("./receipts/receipts.detail.web.tsx"), "ReceiptDetail"),
    "/warehouse/issues": part(() => import("./issues/issues.web.tsx"), "IssueList"),
    "/warehouse/issues/details": part(() => import("./issues/issues.detail.web.tsx"), "IssueDetail"),
    "/warehouse/delivery-schedules": part(
      () => import("./delivery-schedules/delivery-schedules.list.web.tsx"),
      "DeliveryScheduleList",
    ),
    "/warehouse/delivery-schedules/new": part(
      () => import("./delivery-schedules/delivery-schedules.new.web.tsx"),
      "NewDeliverySchedule",
    ),
    "/warehouse/delivery-schedules/calenders": part(
      () => import("./delivery-schedules/board/dock-board.web.tsx"),
      "DockBoard",
    ),
    "/warehouse/delivery-schedules/docks": part(() => import("./docks/docks.web.tsx"), "DockList"),
    "/warehouse/delivery-schedules/docks/details": part(() => import("./docks/docks.detail.web.tsx"), "DockDetail"),
    "/warehouse/delivery-schedules/details": part(
      () => import("./delivery-schedules/delivery-schedules.detail.web.tsx"),
      "DeliveryScheduleDetail",
    ),
    "/warehouse/vendors": part(() => import("./vendors/vendors.web.tsx"), "VendorList"),
    "/warehouse/vendors/details": part(() => import("./vendors/vendors.detail.web.tsx"), "VendorDetail"),
    "/warehouse/carriers": part(() => import("./carriers/carriers.web.tsx"), "CarrierList"),
    "/warehouse/carriers/details": part(() => import("./carriers/carriers.detail.web.tsx"), "CarrierDetail"),
    "/warehouse/import": part(() => import("../settings/imports/imports.web.tsx"), "ImportScreen"),
    "/warehouse/products": part(() => import("./products/products.web.tsx"), "ProductList"),
    "/warehouse/products/details": part(() => import("./products/products.detail.web.tsx"), "ProductDetail"),
    "/warehouse/products/categories": part(
      () => import("./product-categories/product-categories.web.tsx"),
      "ProductCategoryList",
    ),
    "/warehouse/pallet-types": part(() => import("./pallet-types/pallet-types.web.tsx"), "PalletTypeList"),
    "/warehouse/pallet-types/details": part(() => import("./pallet-types/pallet-types.web.tsx"), "PalletTypeDetail"),
  },
  /** What the palette shows of a record that it found. */
  previews: {
    "/warehouse/purchase-orders": part(
      () => import("./purchase-orders/purchase-orders.list.web.tsx"),
      "PurchaseOrderPreview",
    ),
    "/warehouse/receipts": part(() => import("./receipts/receipts.list.web.tsx"), "ReceiptPreview"),
    "/warehouse/issues": part(() => import("./issues/issues.web.tsx"), "IssuePreview"),
    "/warehouse/delivery-schedules": part(
      () => import("./delivery-schedules/delivery-schedules.list.web.tsx"),
      "DeliverySchedulePreview",
    ),
    "/warehouse/vendors": part(() => import("./vendors/vendors.web.tsx"), "VendorPreview"),
    "/warehouse/carriers": part(() => import("./carriers/carriers.web.tsx"), "CarrierPreview"),
    "/warehouse/products": part(() => import("./products/products.web.tsx"), "ProductPreview"),
    "/warehouse/pallet-types": part(() => import("./pallet-types/pallet-types.web.tsx"), "PalletTypePreview"),
  },
  /** The pages that vendors and carriers reach by a mailed link. */
  publicPages: [
    {
      path: "/ds/approve/$deliveryScheduleId",
      title: "Delivery",
      load: part(() => import("./delivery-schedules/link-page/delivery-link.web.tsx"), "DeliveryLinkPage"),
    },
    {
      path: "/po/$option/$purchaseOrderId",
      title: "Purchase order",
      load: part(() => import("./purchase-orders/vendor-page/vendor-page.web.tsx"), "VendorOrderPage"),
    },
  ],
});
