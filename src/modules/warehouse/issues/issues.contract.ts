import { z } from "zod";
import { anyOf, crud, date, instant, numeric, saved, stepRoutes, yesNo } from "#shared/contract/contract.ts";
import { amount, currency, flag, pointInTime, quantity } from "#shared/fields/fields.ts";
import { unit } from "../products/prices/offers.contract.ts";
import { issueFlow, resolution } from "./issues.flow.ts";
import { record } from "#shared/contract/record.ts";
import { statesOfFlow } from "#shared/flow/state-list.ts";

export const issueKind = z.enum([
  "over",
  "short",
  "damaged",
  "wrong_item",
  /** On no order, or on one that takes nothing: put aside until the buyer decides. */
  "unexpected",
  /** Came while its order was on hold. */
  "held",
  "quality",
  "short_dated",
  "temperature",
  "packaging",
  "documents",
  "seal_mismatch",
  "late",
  "no_show",
  "safety",
  "other",
]);
export const issueSeverity = z.enum(["low", "medium", "high", "critical"]);
export const responsibleParty = z.enum(["vendor", "carrier", "warehouse", "unknown"]);
const reference = z.uuid().nullable().default(null);

/** Time to resolve, in hours, counted from opening. */
export const hoursToResolve = { critical: 4, high: 24, medium: 72, low: 168 } as const satisfies Record<
  z.output<typeof issueSeverity>,
  number
>;

export const issueInput = z.object({
  kind: issueKind,
  severity: issueSeverity.default("medium"),
  description: z.string().trim().min(1).max(4000).meta({ multiline: true }),
  /** Naming a receipt line names its receipt, order line, order, delivery and vendor as well. */
  purchaseOrderId: reference,
  purchaseOrderItemId: reference,
  receiptId: reference,
  receiptLineId: reference,
  deliveryScheduleId: reference,
  vendorId: reference,
  qtyAffected: quantity.nullable().default(null),
  uom: unit.nullable().default(null),
  discoveredAt: pointInTime.nullable().default(null),
  /** Found only after the goods were signed for. */
  concealed: flag,
  notedOnDeliveryReceipt: flag,
  /** Carriers want notice of damage within days of the delivery. */
  carrierNotifyBy: date.nullable().default(null),
  responsibleParty: responsibleParty.default("unknown"),
  assigneeId: reference,
  claimAmount: amount.nullable().default(null),
  claimCurrency: currency.nullable().default(null),
});

export const issue = saved(issueInput, {
  number: z.string(),
  status: z.enum(issueFlow.states),
  discoveredAt: instant,
  dueAt: instant,
  isOverdue: z.boolean(),
  resolution: resolution.nullable(),
  resolutionNote: z.string().nullable(),
  /** What one `uom` is in base units, where that is known. */
  qtyPerUom: numeric.nullable(),
  /** Of the product, where there is one. */
  baseUom: z.string().nullable(),
  /** What went back by its resolution, in base units, as long as that stands. */
  returnedBaseQty: numeric.nullable(),
  /** The same of what it scrapped, and of what it made expected again while the goods stay. */
  scrappedBaseQty: numeric.nullable(),
  replacedBaseQty: numeric.nullable(),
  resolvedAt: instant.nullable(),
  resolvedByName: z.string().nullable(),
  /** The receipt that settled it: it brought what was missing, or moved what was put aside. */
  resolvedByReceiptId: z.uuid().nullable(),
  resolvedByReceiptNumber: z.string().nullable(),
  orderNumber: z.string().nullable(),
  lineNo: z.number().int().nullable(),
  sku: z.string().nullable(),
  productName: z.string().nullable(),
  receiptNumber: z.string().nullable(),
  deliveryScheduleNumber: z.string().nullable(),
  vendorName: z.string().nullable(),
  assigneeName: z.string().nullable(),
  /** Null: the system opened it. */
  reportedByName: z.string().nullable(),
  photoCount: z.number().int(),
  /** Damage without a photo of it, on the issue or on its receipt, is worth little in a claim. */
  photosMissing: z.boolean(),
  steps: z.array(z.string()),
});
export type Issue = z.output<typeof issue>;

const path = "/api/warehouse/issues";
/** The ordinary routes. Reporting needs less than managing, and an issue is never removed: it is dismissed. */
export const issueCrud = crud(path, {
  name: "reported issue",
  record: issue,
  input: issueInput,
  sort: ["createdAt", "dueAt"],
  defaultSort: "-createdAt",
  filter: {
    status: anyOf(z.enum(issueFlow.states)),
    kind: anyOf(issueKind),
    severity: anyOf(issueSeverity),
    responsibleParty: anyOf(responsibleParty),
    purchaseOrderId: anyOf(z.uuid()),
    purchaseOrderItemId: anyOf(z.uuid()),
    receiptId: anyOf(z.uuid()),
    deliveryScheduleId: anyOf(z.uuid()),
    vendorId: anyOf(z.uuid()),
    assigneeId: anyOf(z.uuid()),
    isOverdue: yesNo(),
  },
  view: "CAN_VIEW_ISSUES",
  edit: "CAN_MANAGE_ISSUES",
});
const { remove: _never, create, ...ordinary } = issueCrud;

export const issues = {
  ...ordinary,
  create: { ...create, can: "CAN_REPORT_ISSUES" as const, summary: "Report an issue" },
  ...stepRoutes(path, issueFlow, issue),
};

export const issueRecord = record({
  entity: "issue",
  table: "reported_issues",
  label: "number",
  files: { view: ["CAN_VIEW_ISSUES"], edit: ["CAN_REPORT_ISSUES", "CAN_MANAGE_ISSUES"] },
  personal: { reported_issues: ["description", "told", "resolution_note"] },
  notPersonal: { "reported_issues.replaced_parts": "quantities by their part" },
  states: {
    issue_statuses: statesOfFlow("Issue statuses", issueFlow),
  },
});
