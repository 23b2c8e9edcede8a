import { z } from "zod";
import { numeric } from "#shared/contract/contract.ts";

/** A line of an order on a delivery. */
export const savedLine = z.object({
  id: z.uuid(),
  purchaseOrderItemId: z.uuid(),
  plannedQty: numeric,
  purchaseOrderId: z.uuid(),
  purchaseOrderNumber: z.string(),
  lineNo: z.number().int(),
  productId: z.uuid(),
  sku: z.string(),
  description: z.string(),
  uom: z.string(),
  qtyPerUom: numeric,
  baseUom: z.string(),
  orderedQty: numeric,
  receivedQty: numeric,
  /** Its order is on hold: it is held, not missing. */
  isHeld: z.boolean(),
  /** Nothing more is wanted of it, and it comes all the same: it is put aside. */
  isClosed: z.boolean(),
  /** A receipt of this delivery counts it. */
  isCounted: z.boolean(),
});
