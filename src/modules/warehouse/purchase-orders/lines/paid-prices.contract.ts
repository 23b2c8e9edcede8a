import { z } from "zod";
import { date, numeric, route } from "#shared/contract/contract.ts";
import { maxLines } from "./lines.contract.ts";

/** What a product cost: a line of an order that its vendor has, or had. */
export const paidPrice = z.object({
  itemId: z.uuid(),
  productId: z.uuid(),
  orderId: z.uuid(),
  orderNumber: z.string(),
  orderDate: date,
  vendorId: z.uuid(),
  vendorName: z.string(),
  orderedQty: numeric,
  uom: z.string(),
  qtyPerUom: numeric,
  /** For one `uom`, before the discount. */
  unitPrice: numeric,
  discountPct: numeric,
  currency: z.string(),
});
export type PaidPrice = z.output<typeof paidPrice>;

/** As many as a screen shows of one product. */
export const mostPaidPrices = 50;

/** The order that is being written is not compared with itself. */
const exceptOrderId = z.uuid().nullable().default(null);

/** What products were bought for, below the path of the orders. */
export const paidPriceRoutes = (path: string) => ({
  lastPrices: route({
    method: "POST",
    path: `${path}/last-prices`,
    can: "CAN_VIEW_PURCHASE_ORDERS",
    summary:
      "The last price of each product: this vendor's, where it has sold it, else the last one that anybody sold it for",
    body: z.strictObject({ vendorId: z.uuid(), productIds: z.array(z.uuid()).max(maxLines), exceptOrderId }),
    /** Of the products that were bought before. */
    reply: z.object({ items: z.array(paidPrice) }),
  }),
  priceHistory: route({
    method: "GET",
    path: `${path}/price-history`,
    can: "CAN_VIEW_PURCHASE_ORDERS",
    summary: `What a product was bought for, the latest first, ${mostPaidPrices} at most`,
    query: z.strictObject({ productId: z.uuid(), exceptOrderId: z.uuid().optional() }),
    reply: z.object({ items: z.array(paidPrice), hasMore: z.boolean() }),
  }),
});
