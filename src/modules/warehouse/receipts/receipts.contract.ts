import { z } from "zod";
import {
  anyOf,
  between,
  crud,
  date,
  instant,
  numeric,
  route,
  savedFields,
  stepRoutes,
} from "#shared/contract/contract.ts";
import { codeLine, decimal, flag, line, notes, pointInTime, quantity, typedCode } from "#shared/fields/fields.ts";
import { vendorReceipt } from "./vendor-receipt.contract.ts";
import { unit } from "../products/prices/offers.contract.ts";
import { receiptFlow } from "./receipts.flow.ts";
import { record } from "#shared/contract/record.ts";
import { statesOfFlow } from "#shared/flow/state-list.ts";

/**
 * X12 element 412: damaged, short, over, quality, wrong product, non-standard container, good, rejected, hold,
 * scrapped, over and returned.
 */
export const conditionCode = z.enum(["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "12"]);
export const scanSource = z.enum(["scan", "manual"]);
const countedPart = decimal(6, { min: 0 }).default("0");
/** As it stands on the piece; GS1's have 20 characters at most, others more. */
export const serialNumber = typedCode(40);

/** What was counted of one product, in the unit it was counted in. Counting starts at zero. */
export const receiptLineInput = z
  .strictObject({
    purchaseOrderItemId: z.uuid().nullable().default(null),
    /** Null only of unexpected goods that no product of the catalogue is. */
    productId: z.uuid().nullable().default(null),
    describedAs: line(200),
    uom: unit,
    qtyPerUom: quantity,
    acceptedQty: countedPart,
    damagedQty: countedPart,
    rejectedQty: countedPart,
    lotNumber: codeLine(20),
    /** One of each piece, as far as they could be read. */
    serialNumbers: z.array(serialNumber).max(2000).default([]),
    expiryDate: date.nullable().default(null),
    /** Where the accepted goods went; else the order line's destination, else the receiving bin. */
    storageLocationId: z.uuid().nullable().default(null),
    conditionCode: conditionCode.nullable().default(null),
    scanSource: scanSource.default("manual"),
    note: line(500),
    /** Arrived, but on no order, or more than the order line takes: put aside until the buyer decides. */
    isUnexpected: flag,
  })
  .refine((own) => [own.acceptedQty, own.damagedQty, own.rejectedQty].some((part) => Number(part) > 0), {
    path: ["acceptedQty"],
    message: "Count something, or leave the line out.",
  })
  .refine(({ serialNumbers: all }) => new Set(all.map((one) => one.toLowerCase())).size === all.length, {
    path: ["serialNumbers"],
    message: "Each serial number is one piece: one of them stands here twice.",
  })
  .refine((own) => own.purchaseOrderItemId !== null || own.isUnexpected, {
    path: ["purchaseOrderItemId"],
    message: "Name the order line, or mark the goods as unexpected.",
  })
  .refine((own) => own.productId !== null || (own.describedAs !== null && own.purchaseOrderItemId === null), {
    path: ["productId"],
    message: "Name the product, or say what the unexpected goods are.",
  });

export const receiptInput = z.strictObject({
  /** Made by the device with the first scan and kept until the receipt is posted: it can be sent again and again. */
  clientReceiptKey: z.uuid(),
  deliveryScheduleId: z.uuid().nullable().default(null),
  locationId: z.uuid(),
  /** When the goods came; it may lie back, not ahead. Without it: now. */
  receivedAt: pointInTime.nullable().default(null),
  vendorDeliveryNote: codeLine(60),
  note: notes,
  /** Why more than the tolerance, or goods that expire too soon, are taken all the same. */
  overrideReason: line(500),
  lines: z.array(receiptLineInput).min(1).max(500),
});

export const receiptLine = z.object({
  id: z.uuid(),
  purchaseOrderItemId: z.uuid().nullable(),
  /** Of goods that were put aside: the order line that they were counted for. Order and line are those of either. */
  claimedItemId: z.uuid().nullable(),
  purchaseOrderId: z.uuid().nullable(),
  orderNumber: z.string().nullable(),
  lineNo: z.number().int().nullable(),
  /** Null: goods that no product of the catalogue is; `productName` says what they are. */
  productId: z.uuid().nullable(),
  sku: z.string().nullable(),
  productName: z.string(),
  uom: z.string(),
  qtyPerUom: numeric,
  /** What `qtyPerUom` counts. */
  baseUom: z.string(),
  countedQty: numeric,
  acceptedQty: numeric,
  damagedQty: numeric,
  rejectedQty: numeric,
  lotNumber: z.string().nullable(),
  serialNumbers: z.array(z.string()),
  expiryDate: z.string().nullable(),
  storageLocationId: z.uuid(),
  storageLocationCode: z.string(),
  damagedStorageLocationId: z.uuid().nullable(),
  damagedStorageLocationCode: z.string().nullable(),
  scanSource,
  conditionCode: conditionCode.nullable(),
  note: z.string().nullable(),
  isUnexpected: z.boolean(),
});

/** A receipt as lists show it. */
export const receiptSummary = z.object({
  ...savedFields,
  number: z.string(),
  status: z.enum(receiptFlow.states),
  clientReceiptKey: z.uuid(),
  deliveryScheduleId: z.uuid().nullable(),
  deliveryScheduleNumber: z.string().nullable(),
  locationId: z.uuid(),
  locationName: z.string(),
  receivedAt: instant,
  postedAt: instant,
  postedBy: z.uuid(),
  postedByName: z.string().nullable(),
  vendorDeliveryNote: z.string().nullable(),
  note: z.string().nullable(),
  overrideReason: z.string().nullable(),
  /** Set on a receipt that takes another one back. */
  reversalOfId: z.uuid().nullable(),
  reversalOfNumber: z.string().nullable(),
  reversalReason: z.string().nullable(),
  /** Set on a receipt that was taken back. */
  reversedById: z.uuid().nullable(),
  reversedByNumber: z.string().nullable(),
  lineCount: z.number().int(),
  orderNumbers: z.array(z.string()),
  vendorNames: z.array(z.string()),
  openIssues: z.number().int(),
  steps: z.array(z.string()),
});
export const receipt = receiptSummary.extend({
  lines: z.array(receiptLine),
  /** What its posting settled: goods that the buyer decided on, shortages that it made good. */
  settledIssues: z.array(z.object({ id: z.uuid(), number: z.string(), kind: z.string() })),
  /** Others of the vendor with the same delivery note, of no delivery that is this one's: it may have been counted twice. */
  sameNote: z.array(z.object({ id: z.uuid(), number: z.string() })),
  /** What its posting reported. */
  issues: z.array(
    z.object({
      id: z.uuid(),
      number: z.string(),
      kind: z.string(),
      status: z.string(),
      receiptLineId: z.uuid().nullable(),
    }),
  ),
});
export type Receipt = z.output<typeof receipt>;
export type ReceiptInput = z.output<typeof receiptInput>;

const path = "/api/warehouse/receipts";
/** The ordinary routes; a posted receipt is never changed or removed, so only the reading ones are served. */
export const receiptList = crud(path, {
  name: "receipt",
  record: receiptSummary,
  input: z.object(receiptInput.shape),
  sort: ["receivedAt", "createdAt"],
  defaultSort: "-receivedAt",
  filter: {
    status: anyOf(z.enum(receiptFlow.states)),
    locationId: anyOf(z.uuid()),
    deliveryScheduleId: anyOf(z.uuid()),
    purchaseOrderId: anyOf(z.uuid()),
    vendorId: anyOf(z.uuid()),
    productId: anyOf(z.uuid()),
    receivedAt: between(),
  },
  view: "CAN_VIEW_RECEIPTS",
  edit: "CAN_RECEIVE",
});

/** Everything a phone needs to count without a network: what is expected, every code that may be scanned, where it goes. */
export const expectedGoods = z.object({
  deliverySchedule: z
    .object({ id: z.uuid(), number: z.string(), status: z.string(), carrierName: z.string().nullable() })
    .nullable(),
  location: z.object({ id: z.uuid(), code: z.string(), name: z.string(), timezone: z.string() }),
  orders: z.array(
    z.object({
      id: z.uuid(),
      number: z.string(),
      status: z.string(),
      onHold: z.boolean(),
      vendorId: z.uuid(),
      vendorName: z.string(),
      /** Whether goods count for it now; if not, they are put aside, and `why` says why. */
      canReceive: z.boolean(),
      why: z.string().nullable(),
    }),
  ),
  lines: z.array(
    z.object({
      purchaseOrderItemId: z.uuid(),
      purchaseOrderId: z.uuid(),
      orderNumber: z.string(),
      lineNo: z.number().int(),
      status: z.string(),
      /** The line takes nothing more: what comes of it is put aside. */
      isOver: z.boolean(),
      productId: z.uuid(),
      sku: z.string(),
      vendorSku: z.string().nullable(),
      name: z.string(),
      gtin: z.string().nullable(),
      baseUom: z.string(),
      packages: z.array(z.object({ uom: z.string(), quantityInBase: numeric, gtin: z.string().nullable() })),
      trackingMode: z.enum(["none", "lot", "serial"]),
      expiryTracked: z.boolean(),
      minRemainingShelfLifeDays: z.number().int().nullable(),
      inspectionRequired: z.boolean(),
      /** Quantities below are in this unit. */
      uom: z.string(),
      qtyPerUom: numeric,
      orderedQty: numeric,
      /** What counts as received so far: accepted and damaged, without what was rejected or returned. */
      receivedQty: numeric,
      /** What was credited instead, and is not expected again. */
      creditedQty: numeric,
      openQty: numeric,
      /** What this delivery brings, where one was asked for. */
      plannedQty: numeric.nullable(),
      /** The most that can be received in all without an override. */
      maxQty: numeric,
      requestedDate: date,
      destinationStorageLocationId: z.uuid().nullable(),
    }),
  ),
  places: z.array(z.object({ id: z.uuid(), code: z.string(), kind: z.string(), barcode: z.string().nullable() })),
  /** Above this many times the ordered quantity nothing is taken: a mistaken unit. */
  hardLimitFactor: numeric,
});

export const receipts = {
  list: receiptList.list,
  exportCsv: receiptList.exportCsv,
  history: receiptList.history,
  expected: route({
    method: "GET",
    path: `${path}/expected`,
    reads: ["delivery-schedule", "purchase-order", "storage-location"],
    can: ["CAN_RECEIVE", "CAN_VIEW_RECEIPTS"],
    summary: "What a delivery or an order still has to bring",
    query: z.strictObject({ deliveryScheduleId: z.uuid().optional(), purchaseOrderId: z.uuid().optional() }),
    reply: expectedGoods,
  }),
  read: route({
    method: "GET",
    path: `${path}/:id`,
    can: "CAN_VIEW_RECEIPTS",
    summary: "Read one receipt",
    reply: receipt,
  }),
  create: route({
    method: "POST",
    path,
    can: "CAN_RECEIVE",
    summary: "Post a receipt, exactly once by its clientReceiptKey",
    body: receiptInput,
    reply: receipt,
  }),
  ...stepRoutes(path, receiptFlow, receipt),
  byLink: route({
    method: "GET",
    path: "/api/links/purchase-orders/:id/receipt",
    can: ["link:po.view", "link:po.respond", "CAN_VIEW_RECEIPTS"],
    summary: "What was received of an order, as its vendor may see it",
    reply: vendorReceipt,
  }),
};

export const receiptRecord = record({
  entity: "receipt",
  table: "receipts",
  label: "number",
  files: { view: ["CAN_VIEW_RECEIPTS"], edit: ["CAN_RECEIVE"] },
  personal: {
    receipt_lines: ["note", "described_as"],
    receipts: ["note", "reversal_reason", "override_reason", "search_text"],
  },
  notPersonal: {
    "receipts.vendor_delivery_note": "the number of a paper",
    "receipt_lines.serial_numbers": "the numbers of pieces",
    "stock_moves.reason": "one of a list",
  },
  states: {
    receipt_statuses: statesOfFlow("Receipt statuses", receiptFlow),
  },
});
