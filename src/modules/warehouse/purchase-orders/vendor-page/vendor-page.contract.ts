import { z } from "zod";
import { date, instant, numeric, route } from "#shared/contract/contract.ts";
import { chargeType, itemStatus, proposal } from "../lines/lines.contract.ts";
import { purchaseOrderFlow } from "../purchase-orders.flow.ts";

/** What a vendor sees of an order, by link: nothing internal, no names but the buyer's. */
export const vendorPage = z.object({
  id: z.uuid(),
  number: z.string(),
  /** That the vendor may know it by: of the program that the order came from. */
  externalNumber: z.string().nullable(),
  revision: z.number().int(),
  /** By link, never one of those before it was sent. */
  status: z.enum(purchaseOrderFlow.states),
  /** This caller may confirm, propose or decline now. */
  mayAnswer: z.boolean(),
  /** They confirmed it, something of it has not come yet, and they may propose another date or quantity for that. */
  mayPropose: z.boolean(),
  linkExpiresAt: instant.nullable(),
  companyName: z.string(),
  /** Units that the company calls by words of its own. */
  unitNames: z.array(z.object({ code: z.string(), label: z.string() })),
  vendorName: z.string(),
  shipTo: z.object({
    name: z.string(),
    addressLine1: z.string().nullable(),
    addressLine2: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    postalCode: z.string().nullable(),
    countryCode: z.string().nullable(),
    timezone: z.string(),
    receivingInstructions: z.string().nullable(),
  }),
  buyer: z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() }),
  orderDate: date,
  sentAt: instant.nullable(),
  requestedDate: date,
  promisedDate: date.nullable(),
  currency: z.string(),
  minorUnit: z.number().int(),
  paymentTermsDays: z.number().int().nullable(),
  incoterm: z.string().nullable(),
  incotermPlace: z.string().nullable(),
  freightTerms: z.string().nullable(),
  vendorNotes: z.string().nullable(),
  vendorReference: z.string().nullable(),
  cancelReason: z.string().nullable(),
  items: z.array(
    z.object({
      id: z.uuid(),
      lineNo: z.number().int(),
      status: itemStatus,
      sku: z.string(),
      vendorSku: z.string().nullable(),
      description: z.string(),
      orderedQty: numeric,
      uom: z.string(),
      qtyPerUom: numeric,
      baseUom: z.string(),
      /** The product's packs: what a vendor's price may be for. */
      packages: z.array(z.object({ uom: z.string(), qtyPerUom: z.string() })),
      unitPrice: numeric,
      discountPct: numeric,
      taxRatePct: numeric,
      lineTotal: numeric,
      requestedDate: date,
      /** Agreed before; what is asked for is this date, else the requested one. */
      promisedDate: date.nullable(),
      confirmedQty: numeric.nullable(),
    }),
  ),
  charges: z.array(
    z.object({ type: chargeType, description: z.string().nullable(), amount: z.string(), taxRatePct: z.string() }),
  ),
  subtotal: numeric,
  chargesTotal: numeric,
  taxTotal: numeric,
  total: numeric,
  /** What was recorded as the vendor's answer to this revision. */
  answer: z
    .object({
      kind: z.enum(["accepted", "declined", "change_proposed"]),
      at: instant,
      by: z.string(),
      note: z.string().nullable(),
    })
    .nullable(),
  proposal: proposal.omit({ decidedByName: true }).nullable(),
});
export type VendorPage = z.output<typeof vendorPage>;

const path = "/api/links/purchase-orders/:id";
const can = ["link:po.respond", "link:po.view", "CAN_VIEW_PURCHASE_ORDERS"] as const;

/** The vendor's page; a user who may see orders sees the same. The answers are steps of the order. */
export const vendorPages = {
  read: route({ method: "GET", path, can, summary: "An order as its vendor sees it", reply: vendorPage }),
  pdf: route({
    method: "GET",
    path: `${path}/order.pdf`,
    can,
    summary: "An order as a PDF for its vendor",
    /** `yes`: as it is written, for whoever may send it; while a change waits its vendor has what was agreed before. */
    query: z.strictObject({ draft: z.enum(["yes"]).optional() }),
    transaction: "none",
    gives: "application/pdf",
  }),
};
