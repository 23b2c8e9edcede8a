import { z } from "zod";
import { anyOf, between, crud, instant, route, saved, stepRoutes } from "#shared/contract/contract.ts";
import { record } from "#shared/contract/record.ts";
import { documentSubject, provenQualification } from "../document-types/document-types.contract.ts";
import { ownDriver } from "../drivers/drivers.contract.ts";
import { documentFlow, paperInput } from "./documents.flow.ts";

/** How a document stands today; `superseded`: its renewal has begun. */
export const documentValidity = z.enum(["not_yet_valid", "valid", "expiring", "expired", "superseded"]);

export const documentInput = z.object({
  typeId: z.uuid(),
  /** Of documents of drivers. */
  driverId: z.uuid().nullable().default(null),
  /** Of documents of vehicles. */
  vehicleId: z.uuid().nullable().default(null),
  /** Of documents of assets. */
  assetId: z.uuid().nullable().default(null),
  /** Of documents of trips. */
  tripId: z.uuid().nullable().default(null),
  /** Of documents of deliveries. */
  deliveryId: z.uuid().nullable().default(null),
  ...paperInput.shape,
});
export const document = saved(documentInput, {
  status: z.enum(documentFlow.states),
  subject: documentSubject,
  typeName: z.string(),
  blocksDispatch: z.boolean(),
  isConfidential: z.boolean(),
  driverName: z.string().nullable(),
  /** The account of that driver: nobody verifies their own paper. */
  driverUserId: z.string().nullable(),
  /** The last signs of a number that is kept sealed. */
  numberEnd: z.string().nullable(),
  /** The qualification that it proves, by its type. */
  proves: provenQualification.nullable(),
  vehicleName: z.string().nullable(),
  assetNo: z.string().nullable(),
  tripNumber: z.string().nullable(),
  deliveryNumber: z.string().nullable(),
  validity: documentValidity,
  supersedesId: z.uuid().nullable(),
  /** What is to take its place, verified or not. */
  renewalId: z.uuid().nullable(),
  enteredBy: z.string().nullable(),
  /** Whoever has written anything of it since it was verified the last time: they do not verify it. */
  authors: z.array(z.string()),
  enteredByName: z.string().nullable(),
  decidedByName: z.string().nullable(),
  decidedAt: instant.nullable(),
  decisionReason: z.string().nullable(),
  fileCount: z.number().int(),
  /** Whether papers of its type have an end. */
  requiresExpiry: z.boolean(),
  /** For how many months they are usually renewed. */
  renewalMonths: z.number().int().nullable(),
  /** Of one that waits for a check, how many people may verify it; null for who neither enters nor verifies documents. */
  checkerCount: z.number().int().nullable(),
  /** Whose the document is that has the same type and number, for who enters or verifies documents and may see that one. */
  sameNumberOf: z.string().nullable(),
  steps: z.array(z.string()),
});
export type Document = z.output<typeof document>;

/** A document in a list: without what only its own page says. */
const documentRow = document.omit({
  requiresExpiry: true,
  renewalMonths: true,
  checkerCount: true,
  sameNumberOf: true,
});
export type DocumentRow = z.output<typeof documentRow>;

const path = "/api/fleet/documents";
const seers = ["CAN_VIEW_DRIVER_PAPERS"] as const;

export const documents = {
  ...crud(path, {
    name: "document",
    record: document,
    row: documentRow,
    input: documentInput,
    sort: ["endsOn", "createdAt"],
    filter: {
      typeId: anyOf(z.uuid()),
      subject: anyOf(documentSubject),
      driverId: anyOf(z.uuid()),
      vehicleId: anyOf(z.uuid()),
      assetId: anyOf(z.uuid()),
      tripId: anyOf(z.uuid()),
      deliveryId: anyOf(z.uuid()),
      status: anyOf(z.enum(documentFlow.states)),
      expiresOn: between(),
      validity: anyOf(documentValidity),
    },
    view: ["CAN_VIEW_DOCUMENTS", ...seers, ...ownDriver],
    edit: "CAN_EDIT_DOCUMENTS",
  }),
  ...stepRoutes(path, documentFlow, document),
  /** As of licences: told one at a time, and noted. */
  number: route({
    method: "POST",
    path: `${path}/:id/number`,
    can: [...seers, ...ownDriver],
    summary: "Read the whole number of a document where it is kept sealed, which is noted in its history",
    reply: z.object({ number: z.string() }),
    transaction: "none",
  }),
};

export const documentRecord = record({
  entity: "document",
  table: "papers",
  own: { can: ownDriver, column: "driver_id", of: "drivers" },
  confidential: { can: seers, column: "is_confidential" },
  files: { view: ["CAN_VIEW_DOCUMENTS", ...seers, ...ownDriver], edit: ["CAN_EDIT_DOCUMENTS"] },
  personal: { papers: ["title", "number", "number_end", "decision_reason"] },
  notPersonal: { "papers.subject": "one of a few words" },
});
