import { z } from "zod";
import { instant, numeric } from "#shared/contract/contract.ts";

/** What a vendor sees of our receipts of one order. */
export const vendorReceipt = z.object({
  orderNumber: z.string(),
  revision: z.number().int(),
  vendorName: z.string(),
  vendorReference: z.string().nullable(),
  companyName: z.string(),
  shipTo: z.object({
    name: z.string(),
    city: z.string().nullable(),
    countryCode: z.string().nullable(),
    timezone: z.string(),
  }),
  receiptStatus: z.enum(["not_received", "partial", "full"]),
  isClosed: z.boolean(),
  lines: z.array(
    z.object({
      lineNo: z.number().int(),
      sku: z.string(),
      vendorSku: z.string().nullable(),
      description: z.string(),
      uom: z.string(),
      qtyPerUom: numeric,
      baseUom: z.string(),
      orderedQty: numeric,
      acceptedQty: numeric,
      damagedQty: numeric,
      rejectedQty: numeric,
      /** Of what was received: went back. Expected again, as far as it was not credited. */
      returnedQty: numeric,
      /** Went back and was credited: not expected again. */
      creditedQty: numeric,
      overQty: numeric,
      /** Settled as missing: nothing more is expected. */
      shortQty: numeric,
      /** The company wants no more of it: nothing more is expected, and nothing is missing. */
      withdrawnQty: numeric,
      /** Still expected. */
      openQty: numeric,
    }),
  ),
  receipts: z.array(
    z.object({
      number: z.string(),
      receivedAt: instant,
      vendorDeliveryNote: z.string().nullable(),
      isReversed: z.boolean(),
    }),
  ),
});
export type VendorReceipt = z.output<typeof vendorReceipt>;
