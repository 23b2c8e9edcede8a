import { z } from "zod";
import { anyOf, crud, route, saved, yesNo } from "#shared/contract/contract.ts";
import { anyWords, code, flag, name, wholeNumber } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";

/** What a document is about. */
export const documentSubject = z.enum(["driver", "company", "vehicle", "asset", "trip", "delivery"]);
/** The qualification that a paper of a driver proves: dangerous goods, the professional one (code 95) and so on. */
export const provenQualification = z.enum(["adr", "cpc", "medical", "tacho_card", "forklift"]);
export const reminder = z.enum(["90", "60", "30", "14", "7", "1"]);

export const documentTypeInput = z.object({
  code,
  name,
  subject: documentSubject,
  requiresExpiry: flag.default(true),
  /** Days before its end on which somebody is reminded, once each. */
  remindDays: anyWords(reminder).default(["60", "30", "14", "7", "1"]),
  /** Nobody drives once it has ended. */
  blocksDispatch: flag,
  /** Everyone has to have one. */
  isRequired: flag,
  /** Only who may see papers of drivers sees it. */
  isConfidential: flag,
  /** Of papers of drivers: what whoever has one may do. */
  proves: provenQualification.nullable().default(null),
  renewalMonths: wholeNumber(1, 240).nullable().default(null),
  isActive: flag.default(true),
});
export const documentType = saved(documentTypeInput, {});
export type DocumentType = z.output<typeof documentType>;

const path = "/api/fleet/document-types";
export const documentTypes = {
  ...crud(path, {
    name: "document type",
    record: documentType,
    input: documentTypeInput,
    sort: ["name", "code", "createdAt"],
    filter: { subject: anyOf(documentSubject), isActive: yesNo() },
    view: "CAN_VIEW_DOCUMENTS",
    edit: "CAN_EDIT_DOCUMENT_TYPES",
  }),
  stopped: route({
    method: "GET",
    path: `${path}/stopped`,
    can: "CAN_EDIT_DOCUMENT_TYPES",
    summary:
      "How many drivers, vehicles or assets a type with this code would keep from leaving today, were it saved as blocking",
    query: z.strictObject({
      code: z.string().trim().max(60).default(""),
      subject: documentSubject,
      isRequired: yesNo(),
    }),
    reply: z.object({ count: z.number().int() }),
  }),
};

export const documentTypeRecord = record({
  entity: "document-type",
  table: "document_types",
  label: "name",
  notPersonal: {
    "document_types.name": "the name of a thing",
    "document_types.subject": "one of a few words",
    "document_types.proves": "one of a few words",
    "document_types.remind_days": "numbers of days",
  },
});
