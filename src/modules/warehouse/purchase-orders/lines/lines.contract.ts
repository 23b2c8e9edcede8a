import { z } from "zod";
import { date, instant, numeric } from "#shared/contract/contract.ts";
import { amount, codeLine, decimal, line, notes, percent, quantity, unitPrice } from "#shared/fields/fields.ts";
import { states } from "#shared/flow/groups.ts";

/** UNECE Rec 20, or Rec 21 packages with their X in front: EA, KGM, XCT. */
const uom = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{1,3}$/, "Give a unit code like EA or XCT.");

/**
 * One line as it is written. Prices and quantities are per `uom`; what is null is taken from product and order. A price
 * that is stated is kept as it is: whoever changes `uom` states the price of the new unit with it.
 */
export const purchaseOrderItemInput = z.object({
  /** Of a line that is there already; a line without one is new. */
  id: z.uuid().optional(),
  productId: z.uuid(),
  orderedQty: quantity,
  uom,
  qtyPerUom: decimal(6, { above: 0 }).default("1"),
  unitPrice,
  discountPct: percent.default("0"),
  taxRatePct: percent.default("0"),
  requestedDate: date.nullable().default(null),
  vendorSku: codeLine(60),
  notes,
});
export type PurchaseOrderItemInput = z.output<typeof purchaseOrderItemInput>;

const dropped = ["rejected_by_vendor", "cancelled"] as const;

/** A line moves with its order and with what is counted; it has no steps of its own. */
export const itemStates = states({
  states: [
    "open",
    "confirmed",
    "backordered",
    "rejected_by_vendor",
    "partially_received",
    "received",
    "short_closed",
    "cancelled",
  ],
  groups: {
    /** Nothing more is expected. */
    over: ["received", "short_closed", ...dropped],
    /** Ended by somebody's word, not by what came. */
    ended: ["short_closed", ...dropped],
    /** Not part of the order's total any more. */
    dropped,
    done: ["received", "short_closed"],
    failed: dropped,
  },
});
export const itemStatus = z.enum(itemStates.states);

export const purchaseOrderItem = z.object({
  id: z.uuid(),
  /** Given once and never changed; gaps are lines that were taken out. */
  lineNo: z.number().int(),
  status: itemStatus,
  productId: z.uuid(),
  /** As they were when the line was written. */
  sku: z.string(),
  description: z.string(),
  /** As they are now. */
  productName: z.string(),
  gtin: z.string().nullable(),
  baseUom: z.string(),
  vendorSku: z.string().nullable(),
  orderedQty: numeric,
  /** What was agreed before a change that waits for approval, and rules until then; null while none does. */
  agreedQty: numeric.nullable(),
  uom: z.string(),
  qtyPerUom: numeric,
  orderedBaseQty: numeric,
  unitPrice: numeric,
  discountPct: numeric,
  taxRatePct: numeric,
  lineTotal: numeric,
  requestedDate: date,
  originalPromisedDate: date.nullable(),
  promisedDate: date.nullable(),
  confirmedQty: numeric.nullable(),
  /** Counted = accepted + damaged + rejected. */
  receivedQty: numeric,
  acceptedQty: numeric,
  damagedQty: numeric,
  rejectedQty: numeric,
  returnedQty: numeric,
  /** Accepted and damaged less returned, exactly: in base units. */
  keptBaseQty: numeric,
  /** So much of what is ordered was credited instead of kept, and is not expected again: in base units. */
  creditedBaseQty: numeric,
  /**
   * Received before the order came into Waybill from another program: not ordered here, and no receipt of ours. It is kept
   * in base units, so that it stays the same goods in another unit of the line.
   */
  receivedBeforeQty: numeric,
  /** On live delivery schedules. */
  scheduledQty: numeric,
  /** Still to come: ordered less what was kept or credited; 0 once the line is over. */
  openQty: numeric,
  /** Expected, promised (else asked for) before today at the site, and on no truck that is here. */
  isLate: z.boolean(),
  overReceiptPct: numeric,
  closeReason: z.string().nullable(),
  notes: z.string().nullable(),
  /** The line has the vendor's price, and nobody has confirmed what that price is for. */
  isPriceUnitOpen: z.boolean(),
  /** The product's packs as they are now; the line keeps what it was written with. */
  packages: z.array(z.object({ uom: z.string(), qtyPerUom: z.string() })),
});
export type PurchaseOrderItem = z.output<typeof purchaseOrderItem>;

export const chargeType = z.enum(["freight", "duty", "insurance", "handling", "discount", "other"]);
export const chargeAllocation = z.enum(["none", "by_value", "by_weight", "by_qty"]);

/** A discount is written as a positive amount and taken off. */
export const purchaseOrderChargeInput = z.object({
  type: chargeType,
  description: line(),
  amount,
  taxRatePct: percent.default("0"),
  allocation: chargeAllocation.default("none"),
});
export const purchaseOrderCharge = z.object({
  type: chargeType,
  description: z.string().nullable(),
  amount: numeric,
  taxRatePct: numeric,
  allocation: chargeAllocation,
});

/** At most this many lines; an order that needs more is several orders. */
export const maxLines = 500;
export const itemsInput = z.array(purchaseOrderItemInput).max(maxLines);
export const chargesInput = z.array(purchaseOrderChargeInput).max(50);

/** What the vendor says to one line; what is null stays as it was asked. */
export const answerLine = z.object({
  itemId: z.uuid(),
  answer: z.enum(["accept", "change", "reject"]),
  qty: quantity.nullable().default(null),
  unitPrice: unitPrice.nullable().default(null),
  /** What that price is for; the line's unit where it is not said. The order keeps its unit, and shows the price in both. */
  priceUom: uom.nullable().default(null),
  priceQtyPerUom: quantity.nullable().default(null),
  date: date.nullable().default(null),
  note: line(500),
});
export type AnswerLine = z.output<typeof answerLine>;

/** What the buyer says to one line that the vendor changes: taken, kept as asked, or a counter-offer, of which null is as proposed. */
export const decisionLine = z.object({
  itemId: z.uuid(),
  decision: z.enum(["accept", "keep", "counter"]),
  qty: quantity.nullable().default(null),
  /** In the line's unit. */
  unitPrice: unitPrice.nullable().default(null),
  date: date.nullable().default(null),
});
export type DecisionLine = z.output<typeof decisionLine>;

const offer = z.object({
  qty: numeric,
  unitPrice: numeric,
  date,
  lineTotal: numeric,
  /** The price as the vendor wrote it, where that was for another unit than the line's; `isRounded` once converted. */
  written: z
    .object({ unitPrice: z.string(), uom: z.string(), qtyPerUom: z.string(), isRounded: z.boolean() })
    .optional(),
});

/** The vendor's answer side by side with what was asked, as both were when it came. */
export const proposal = z.object({
  id: z.uuid(),
  revision: z.number().int(),
  state: z.enum(["pending", "accepted", "rejected", "superseded"]),
  submittedBy: z.string(),
  submittedAt: instant,
  note: z.string().nullable(),
  askedTotal: numeric,
  offeredTotal: numeric,
  decidedByName: z.string().nullable(),
  decidedAt: instant.nullable(),
  decisionNote: z.string().nullable(),
  lines: z.array(
    z.object({
      itemId: z.uuid(),
      lineNo: z.number().int(),
      sku: z.string(),
      description: z.string(),
      uom: z.string(),
      /** Of one `uom`; proposals from before prices had units lack these. */
      qtyPerUom: z.string().optional(),
      baseUom: z.string().optional(),
      answer: z.enum(["accept", "change", "reject"]),
      asked: offer,
      /** Equal to `asked` where accepted; null where rejected. */
      offered: offer.nullable(),
      note: z.string().nullable(),
      /** Where the buyer decided line by line. */
      decision: decisionLine.shape.decision.optional(),
      /** What they ask for instead. */
      countered: offer.optional(),
    }),
  ),
});
export type Proposal = z.output<typeof proposal>;
