import { z } from "zod";
import {
  anyOf,
  between,
  crud,
  date,
  instant,
  listTotal,
  numeric,
  route,
  saved,
  savedFields,
  stepRoutes,
  yesNo,
} from "#shared/contract/contract.ts";
import { currency, decimal, line, notes, plainCode, wholeNumber } from "#shared/fields/fields.ts";
import { freightTerms, incoterm } from "../vendors/vendors.contract.ts";
import {
  chargesInput,
  itemsInput,
  maxLines,
  proposal,
  purchaseOrderCharge,
  purchaseOrderItem,
} from "./lines/lines.contract.ts";
import { paidPriceRoutes } from "./lines/paid-prices.contract.ts";
import { purchaseOrderFlow } from "./purchase-orders.flow.ts";
import { vendorPage } from "./vendor-page/vendor-page.contract.ts";
import { record } from "#shared/contract/record.ts";
import { statesOfFlow, statesOfGroups } from "#shared/flow/state-list.ts";
import { itemStates } from "./lines/lines.contract.ts";

const terms = z.object({
  vendorId: z.uuid(),
  shipToLocationId: z.uuid(),
  requestedDate: date,
  /** What the buyer reckons with. The approver sees it; what an approval needs is judged by the company's own rates. */
  exchangeRate: decimal(10, { above: 0 }).nullable().default(null),
  paymentTermsDays: wholeNumber(0, 365).nullable().default(null),
  incoterm: incoterm.nullable().default(null),
  incotermPlace: line(),
  freightTerms: freightTerms.nullable().default(null),
  /** What asked for the goods: a requisition, a sales order, a project. */
  sourceDocument: line(60),
  internalNotes: notes,
  vendorNotes: notes,
});

/** What a person writes. Everything that can be computed is computed by the server: number, totals, snapshots. */
export const purchaseOrderInput = terms.extend({
  /** The vendor's, where not given. */
  currency: currency.nullable().default(null),
  /** Oneself, where not given. */
  buyerId: z.uuid().nullable().default(null),
  items: itemsInput.default([]),
  charges: chargesInput.default([]),
});
export type PurchaseOrderInput = z.output<typeof purchaseOrderInput>;

export const purchaseOrderStatus = z.enum(purchaseOrderFlow.states);
export const receiptStatus = z.enum(["not_received", "partial", "full"]);

/** Why it needs an approver: above the limit; in a currency without a rate that can be used; by what somebody typed. */
export const waitsBecause = z.enum(["above_threshold", "no_rate", "typed_rate"]);
export type WaitsBecause = z.output<typeof waitsBecause>;

/** What stands beside the status: why this order wants to be looked at. `attentionCount` is what is said in brackets. */
export const attention = z.enum([
  "on_hold", // note: why
  "rejected", // note: why
  "declined", // note: why
  "over_threshold", // waits for approval
  "changes", // of so many lines
  "nothing_expected", // opened again, though everything came or was credited
  "damage", // on so many lines
  "overdue", // so many lines
  "no_answer", // for so many hours, 48 or more
  "reversed_since_closing", // a receipt was taken back after somebody closed it
  "short", // closed with so many per cent missing
]);

/** What list and record have in common. */
const head = {
  number: z.string(),
  externalNumber: z.string().nullable(), // in the program that it came from
  revision: z.number().int(),
  status: purchaseOrderStatus,
  receiptStatus,
  vendorName: z.string(),
  vendorCode: z.string(),
  shipToName: z.string(),
  shipToTimezone: z.string(),
  buyerId: z.uuid(),
  buyerName: z.string(),
  currency: z.string(),
  total: numeric,
  lineCount: z.number().int(),
  orderDate: date,
  originalPromisedDate: date.nullable(),
  promisedDate: date.nullable(),
  vendorReference: z.string().nullable(),
  onHold: z.boolean(),
  holdReason: z.string().nullable(),
  sentAt: instant.nullable(),
  closedAt: instant.nullable(),
  createdBy: z.uuid().nullable(),
  submittedBy: z.uuid().nullable(),
  approverMustDiffer: z.boolean(),
  /** Who may not approve it where another person has to: since the last approval, and whose exchange rate it took. */
  authors: z.array(z.uuid()),
  rateAuthors: z.array(z.uuid()),
  /** Where an order stood that the vendor has and that waits for the approval of a change. */
  waitsFrom: z.string().nullable(),
  /** Mean over the lines, 0 to 100: for the receipt bar. 100 only when nothing is missing. */
  acceptedPct: z.number().int(),
  damagedPct: z.number().int(),
  onTheWayPct: z.number().int(),
  attention: attention.nullable(),
  attentionCount: z.number().int().nullable(),
  attentionNote: z.string().nullable(),
  /** What this user may do now: the buttons, and no others. */
  steps: z.array(z.string()),
};

/** One order in a list: without its lines. */
export const purchaseOrderRow = z.object({
  ...savedFields,
  vendorId: z.uuid(),
  shipToLocationId: z.uuid(),
  requestedDate: date,
  sourceDocument: z.string().nullable(),
  ...head,
});
export type PurchaseOrderRow = z.output<typeof purchaseOrderRow>;

export const purchaseOrder = saved(terms, {
  ...head,
  /** Who at the vendor gets the order by mail. */
  orderAddresses: z.array(z.string()),
  /** Decimals of the currency: what totals are rounded to. */
  minorUnit: z.number().int(),
  vendorResponse: z.enum(["none", "accepted", "declined", "change_proposed"]),
  vendorRespondedAt: instant.nullable(),
  vendorRespondedBy: z.string().nullable(),
  vendorNote: z.string().nullable(),
  subtotal: numeric,
  chargesTotal: numeric,
  taxTotal: numeric,
  submittedAt: instant.nullable(),
  waitsBecause: waitsBecause.nullable(),
  /** The threshold as it was when the order was judged, in `companyCurrency`. */
  approvalLimit: z.string().nullable(),
  /** As it was then. */
  companyCurrency: z.string(),
  /** The rate of the company that the order was judged by last: 1 `fromCurrency` = `rate` `toCurrency`. */
  rate: z
    .object({
      id: z.uuid(),
      fromCurrency: z.string(),
      toCurrency: z.string(),
      rate: numeric,
      asOf: date,
      /** Today, at the site. */
      ageDays: z.number().int(),
      enteredByName: z.string().nullable(),
      confirmedByName: z.string().nullable(),
      /** The order's total by it. */
      total: numeric,
    })
    .nullable(),
  approvedAt: instant.nullable(),
  /** Null with a time: approved by rule, below the threshold. */
  approvedByName: z.string().nullable(),
  rejectReason: z.string().nullable(),
  closedByName: z.string().nullable(),
  closeReason: z.string().nullable(),
  cancelledAt: instant.nullable(),
  cancelReason: z.string().nullable(),
  /** When the vendor first opened the link of this revision. */
  linkOpenedAt: instant.nullable(),
  items: z.array(purchaseOrderItem),
  charges: z.array(purchaseOrderCharge),
  /** The one that waits for a decision, else the latest. */
  proposal: proposal.nullable(),
});
export type PurchaseOrder = z.output<typeof purchaseOrder>;

export const orderView = z.enum(["all", "open", "needs_me", "waiting_on_vendor", "late", "arriving_week"]);
export type OrderView = z.output<typeof orderView>;

/** A product as the line grid needs it: with the vendor's own number, pack and price where there are such. */
export const orderableProduct = z.object({
  productId: z.uuid(),
  sku: z.string(),
  name: z.string(),
  gtin: z.string().nullable(),
  baseUom: z.string(),
  vendorSku: z.string().nullable(),
  /** What a line starts with: the unit the vendor takes orders in, or the one the price is for where it does not divide evenly. */
  uom: z.string(),
  qtyPerUom: numeric,
  /** For one `uom`, converted from the offer where that is for another unit. */
  unitPrice: numeric.nullable(),
  /** Of the price; the grid offers it only in an order of that currency. */
  currency: z.string().nullable(),
  /** The price as the vendor offers it; what it converts to is rounded to six decimals where it has to be. */
  offer: z
    .object({ unitPrice: z.string(), uom: z.string(), qtyPerUom: z.string(), isUnitConfirmed: z.boolean() })
    .nullable(),
  isPriceRounded: z.boolean(),
  /** In `uom`. */
  minOrderQty: numeric.nullable(),
  orderMultiple: z.string().nullable(),
  packages: z.array(z.object({ uom: z.string(), qtyPerUom: z.string() })),
});
export type OrderableProduct = z.output<typeof orderableProduct>;

const path = "/api/warehouse/purchase-orders";
const standard = crud(path, {
  name: "purchase order",
  record: purchaseOrder,
  row: purchaseOrderRow,
  input: purchaseOrderInput,
  sort: ["createdAt", "number", "requestedDate", "total"],
  defaultSort: "-createdAt",
  filter: {
    view: orderView,
    status: anyOf(purchaseOrderStatus),
    receiptStatus: anyOf(receiptStatus),
    vendorId: anyOf(z.uuid()),
    shipToLocationId: anyOf(z.uuid()),
    buyerId: anyOf(z.uuid()),
    requestedDate: between(),
    onHold: yesNo(),
    /** "Approved purchase orders": goods may come. */
    receivable: yesNo(),
  },
  view: "CAN_VIEW_PURCHASE_ORDERS",
  edit: "CAN_EDIT_PURCHASE_ORDERS",
});
const steps = stepRoutes(path, purchaseOrderFlow, purchaseOrder);

export const purchaseOrders = {
  ...standard,
  views: route({
    method: "GET",
    path: `${path}/views`,
    can: "CAN_VIEW_PURCHASE_ORDERS",
    summary: "Count the orders of each view, and what is still to come",
    reply: z.object({
      counts: z.record(orderView, listTotal),
      toCome: z.array(z.object({ currency: z.string(), amount: z.string() })),
      /** The same in the company's own currency, by today's rates; and the currencies of which there is no rate, which are not in it. */
      toComeInOwn: z.object({ currency: z.string(), amount: z.string(), withoutRate: z.array(z.string()) }),
    }),
  }),
  findProducts: route({
    method: "GET",
    path: `${path}/products`,
    can: "CAN_EDIT_PURCHASE_ORDERS",
    summary: "Find products for a line by SKU, name, GTIN or the vendor's number",
    query: z.strictObject({ vendorId: z.uuid(), q: z.string().trim().max(200).default("") }),
    reply: z.object({ items: z.array(orderableProduct) }),
  }),
  matchProducts: route({
    method: "POST",
    path: `${path}/match-products`,
    can: "CAN_EDIT_PURCHASE_ORDERS",
    summary: "Match pasted codes (SKU, GTIN, vendor's number) with products",
    body: z.strictObject({ vendorId: z.uuid(), codes: z.array(z.string().overwrite(plainCode).max(60)).max(maxLines) }),
    /** One per code, in their order; null where nothing or more than one fits. `nearest`: then, the one with the SKU most like it. */
    reply: z.object({ items: z.array(orderableProduct.nullable()), nearest: z.array(orderableProduct.nullable()) }),
  }),
  ...paidPriceRoutes(path),
  note: route({
    method: "POST",
    path: `${path}/:id/note`,
    can: ["CAN_EDIT_PURCHASE_ORDERS", "CAN_APPROVE_PURCHASE_ORDERS", "CAN_RECEIVE", "CAN_SCHEDULE_DOCK"],
    summary: "Leave a note for the team in an order's timeline",
    body: z.strictObject({ note: z.string().trim().min(1).max(4000) }),
  }),
  ...steps,
  // The vendor may call these by link, so they answer with what a vendor may see, and take no `version` (the link is bound to a revision).
  confirm: route({
    method: "POST",
    path: `${path}/:id/confirm`,
    can: purchaseOrderFlow.steps.confirm.can,
    summary: "Vendor: confirm the order as asked",
    body: z.strictObject(purchaseOrderFlow.steps.confirm.input.shape),
    reply: vendorPage,
  }),
  propose: route({
    method: "POST",
    path: `${path}/:id/propose`,
    can: purchaseOrderFlow.steps.propose.can,
    summary: "Vendor: answer line by line with changes",
    body: z.strictObject(purchaseOrderFlow.steps.propose.input.shape),
    reply: vendorPage,
  }),
  decline: route({
    method: "POST",
    path: `${path}/:id/decline`,
    can: purchaseOrderFlow.steps.decline.can,
    summary: "Vendor: decline the order",
    body: z.strictObject(purchaseOrderFlow.steps.decline.input.shape),
    reply: vendorPage,
  }),
};

export const purchaseOrderRecord = record({
  entity: "purchase-order",
  table: "purchase_orders",
  label: "number",
  files: {
    view: ["CAN_VIEW_PURCHASE_ORDERS"],
    edit: ["CAN_EDIT_PURCHASE_ORDERS", "CAN_SEND_PURCHASE_ORDERS"],
  },
  links: ["po.respond", "po.view"],
  personal: {
    purchase_order_charges: ["description"],
    purchase_order_items: ["close_reason", "credit_reason", "notes"],
    purchase_order_proposals: ["submitted_by", "lines", "note", "decision_note"],
    purchase_orders: [
      "vendor_responded_by",
      "vendor_note",
      "internal_notes",
      "vendor_notes",
      "hold_reason",
      "reject_reason",
      "close_reason",
      "cancel_reason",
      "search_text",
      "agreed_version",
    ],
  },
  notPersonal: { "purchase_order_items.description": "the name of a product" },
  states: {
    purchase_order_statuses: statesOfFlow("Purchase order statuses", purchaseOrderFlow),
    purchase_order_item_statuses: statesOfGroups(
      "Purchase order item statuses",
      itemStates,
      new Set(itemStates.groups.over),
    ),
  },
});
