import { serverModule } from "#server/http/modules.ts";
import carriers from "./carriers/carriers.server.ts";
import deliveryLinks from "./delivery-schedules/link-page/delivery-links.server.ts";
import deliverySchedules from "./delivery-schedules/delivery-schedules.server.ts";
import dockDowntimes from "./dock-downtimes/dock-downtimes.server.ts";
import docks from "./docks/docks.server.ts";
import issues from "./issues/issues.server.ts";
import productCategories from "./product-categories/product-categories.server.ts";
import products from "./products/products.server.ts";
import vendorPages from "./purchase-orders/vendor-page/vendor-page.server.ts";
import purchaseOrders from "./purchase-orders/purchase-orders.server.ts";
import receipts from "./receipts/receipts.server.ts";
import vendors from "./vendors/vendors.server.ts";
import { carrierRecord } from "./carriers/carriers.contract.ts";
import { carrierImporter } from "./carriers/carriers.import.server.ts";
import { deliveryScheduleRecord } from "./delivery-schedules/delivery-schedules.contract.ts";
import { deliveryJobs, deliveryWithin } from "./delivery-schedules/mails/delivery-schedules.jobs.ts";
import { dockDowntimeRecord } from "./dock-downtimes/dock-downtimes.contract.ts";
import { dockRecord } from "./docks/docks.contract.ts";
import { dockImporter } from "./docks/docks.import.server.ts";
import { issueRecord } from "./issues/issues.contract.ts";
import { issueReactions } from "./issues/issue-reactions.server.ts";
import { warehouseBadges } from "./menu-badges.server.ts";
import { warehouse } from "./module.ts";
import { productCategoryRecord } from "./product-categories/product-categories.contract.ts";
import { productCategoryImporter } from "./product-categories/product-categories.import.server.ts";
import openingStock from "./products/opening/opening-stock.server.ts";
import { openingStockImporter } from "./products/opening/opening-stock.import.server.ts";
import { priceListImporter } from "./products/prices/price-lists.import.server.ts";
import { productRecord } from "./products/products.contract.ts";
import { productImporter } from "./products/products.import.server.ts";
import { unitUse } from "./products/unit-use.server.ts";
import openOrders from "./purchase-orders/import/open-orders.server.ts";
import { openOrderImporter } from "./purchase-orders/import/open-orders.import.server.ts";
import { purchaseOrderRecord } from "./purchase-orders/purchase-orders.contract.ts";
import { purchaseOrderJobs } from "./purchase-orders/mails/purchase-orders.jobs.ts";
import { binUse } from "./products/bin-use.server.ts";
import { archiveUse } from "./purchase-orders/archive-use.server.ts";
import { easedApproval } from "./purchase-orders/approval/eased-approval.server.ts";
import { receiptRecord } from "./receipts/receipts.contract.ts";
import { formerAddresses } from "./vendors/former-addresses.server.ts";
import { vendorRecord } from "./vendors/vendors.contract.ts";
import { vendorImporter } from "./vendors/vendors.import.server.ts";
import palletTypes from "./pallet-types/pallet-types.server.ts";
import { palletTypeRecord } from "./pallet-types/pallet-types.contract.ts";

export const warehouseServer = serverModule(warehouse, {
  serves: [
    carriers,
    deliveryLinks,
    deliverySchedules,
    dockDowntimes,
    docks,
    issues,
    productCategories,
    products,
    openingStock,
    openOrders,
    purchaseOrders,
    vendorPages,
    receipts,
    vendors,
    palletTypes,
  ],
  records: [
    vendorRecord,
    carrierRecord,
    productRecord,
    productCategoryRecord,
    purchaseOrderRecord,
    dockRecord,
    dockDowntimeRecord,
    deliveryScheduleRecord,
    receiptRecord,
    issueRecord,
    palletTypeRecord,
  ],
  jobs: [...deliveryJobs, ...purchaseOrderJobs],
  reactions: [...deliveryWithin, ...issueReactions, ...archiveUse, ...binUse, easedApproval, formerAddresses],
  badges: warehouseBadges,
  importers: [
    carrierImporter,
    dockImporter,
    priceListImporter,
    productCategoryImporter,
    openingStockImporter,
    openOrderImporter,
    productImporter,
    vendorImporter,
  ],
  usedBy: [unitUse],
});
