import { z } from "zod";
import { instant, route } from "#shared/contract.ts";
import type { Permission } from "#shared/permissions.ts";

interface Rights {
  readonly view: readonly Permission[];
  readonly edit: readonly Permission[];
}

/** Records that documents can be attached to, and whose permissions hold for them; any one of several will do. */
export const documentSubjects = {
  vendor: { view: ["CAN_VIEW_VENDORS"], edit: ["CAN_EDIT_VENDORS"] },
  product: { view: ["CAN_VIEW_PRODUCTS"], edit: ["CAN_EDIT_PRODUCTS"] },
  "purchase-order": {
    view: ["CAN_VIEW_PURCHASE_ORDERS"],
    edit: ["CAN_EDIT_PURCHASE_ORDERS", "CAN_SEND_PURCHASE_ORDERS"],
  },
  "delivery-schedule": {
    view: ["CAN_VIEW_DELIVERY_SCHEDULES"],
    edit: ["CAN_SCHEDULE_DOCK", "CAN_CHECK_IN", "CAN_RECEIVE"],
  },
  receipt: { view: ["CAN_VIEW_RECEIPTS"], edit: ["CAN_RECEIVE"] },
  issue: { view: ["CAN_VIEW_ISSUES"], edit: ["CAN_REPORT_ISSUES", "CAN_MANAGE_ISSUES"] },
  location: { view: ["CAN_VIEW_LOCATIONS"], edit: ["CAN_EDIT_LOCATIONS"] },
  /** Its logo: the newest picture. */
  company: { view: ["CAN_VIEW"], edit: ["CAN_EDIT_COMPANY_PROFILE"] },
} as const satisfies Readonly<Record<string, Rights>>;
export type DocumentSubject = keyof typeof documentSubjects;

const names = Object.keys(documentSubjects) as [DocumentSubject, ...DocumentSubject[]]; // the object has keys
const anyOf = (right: keyof Rights): Permission[] => [
  ...new Set(Object.values<Rights>(documentSubjects).flatMap((rights) => rights[right])),
];
const subject = { entity: z.enum(names), entityId: z.uuid() };

/** What may be attached; content decides, and the name has to agree with it. */
export const documentTypes = ["pdf", "png", "jpeg", "webp", "csv", "xlsx", "docx"] as const;
export type DocumentType = (typeof documentTypes)[number];
export const largestDocument = 20 * 1024 * 1024;
/** It is fetched with every page. */
export const largestLogo = 512 * 1024;

export const document = z.object({
  id: z.uuid(),
  version: z.number().int(),
  createdAt: instant,
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number().int(),
  isImage: z.boolean(),
  entity: z.enum(names),
  entityId: z.uuid(),
  note: z.string().nullable(),
  createdByName: z.string().nullable(),
});
export type DocumentRecord = z.output<typeof document>;

const path = "/api/documents";
/** Files beside a record. Whoever may see the record may read them; whoever may change it may add and remove them. */
export const documents = {
  list: route({
    method: "GET",
    path,
    can: anyOf("view"),
    summary: "The documents of one record, newest first",
    query: z.strictObject(subject),
    reply: z.object({ items: z.array(document) }),
  }),
  upload: route({
    method: "POST",
    path,
    can: anyOf("edit"),
    summary: "Attach a file to a record (multipart/form-data, one part named file)",
    query: z.strictObject({ ...subject, note: z.string().trim().max(500).optional() }),
    reply: document,
    transaction: "none",
    takesFile: true,
  }),
  /** `inline` shows an image in the page; anything else is always a download. */
  download: route({
    method: "GET",
    path: `${path}/:id`,
    can: anyOf("view"),
    summary: "Download a document",
    query: z.strictObject({ inline: z.stringbool().optional() }),
    transaction: "none",
    gives: "*/*",
  }),
  remove: route({
    method: "DELETE",
    path: `${path}/:id`,
    can: anyOf("edit"),
    summary: "Remove a document",
    query: z.strictObject({ version: z.coerce.number().int().min(1).max(2_000_000_000) }),
  }),
};
