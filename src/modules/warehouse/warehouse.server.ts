import carriers from "./carriers/carriers.server.ts";
import deliveryLinks from "./delivery-schedules/delivery-links.server.ts";
import deliverySchedules from "./delivery-schedules/delivery-schedules.server.ts";
import dockDowntimes from "./dock-downtimes/dock-downtimes.server.ts";
import docks from "./docks/docks.server.ts";
import issues from "./issues/issues.server.ts";
import productCategories from "./product-categories/product-categories.server.ts";
import products from "./products/products.server.ts";
import vendorPages from "./purchase-orders/vendor-page.server.ts";
import purchaseOrders from "./purchase-orders/purchase-orders.server.ts";
import receipts from "./receipts/receipts.server.ts";
import vendors from "./vendors/vendors.server.ts";

/** What the warehouse serves. */
export const warehouse = [
  carriers,
  deliveryLinks,
  deliverySchedules,
  dockDowntimes,
  docks,
  issues,
  productCategories,
  products,
  purchaseOrders,
  vendorPages,
  receipts,
  vendors,
];
