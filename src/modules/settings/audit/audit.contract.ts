import { z } from "zod";
import { anyOf, between, exportOptions, instant, listTotal, route } from "#shared/contract/contract.ts";

/** One thing that happened: who did what to which record, and when. */
export const auditEvent = z.object({
  id: z.uuid(),
  at: instant,
  actorKind: z.enum(["user", "link", "system", "import"]),
  actorName: z.string().nullable(),
  step: z.string(),
  entity: z.string(),
  /** The record's number or name as it is now; null once it is removed. */
  recordName: z.string().nullable(),
  entityId: z.uuid(),
  fromStatus: z.string().nullable(),
  toStatus: z.string().nullable(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  /** Where it came from: of sign-ins, refusals, exports and opened links. */
  address: z.string().nullable(),
  changes: z.record(z.string(), z.unknown()).nullable(),
  requestId: z.string().nullable(),
  /** As every record of a list has them; an event never changes and is never archived. */
  version: z.literal(1),
  archivedAt: z.null(),
});
export type AuditEvent = z.output<typeof auditEvent>;

/** What the chain of seals says of the trail. */
const auditSeal = z.object({
  /** When the newest event happened that is sealed. */
  sealedUpTo: instant.nullable(),
  verifiedAt: instant.nullable(),
  /** The first link, counted from 1, that is not what was sealed. */
  brokenAt: z.number().int().nullable(),
});

const word = z.string().regex(/^[A-Za-z][A-Za-z-]{0,59}$/, "Give the name of a kind or an action.");
const query = z.strictObject({
  /** Words of the record's number or name. */
  q: z.string().trim().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(2000).optional(),
  /** Days on the company's clock. */
  at: between().optional(),
  /** People by their id, or `system`, `link`, `import`. */
  actor: anyOf(z.union([z.uuid(), z.enum(["system", "link", "import"])])).optional(),
  entity: anyOf(word).optional(),
  entityId: anyOf(z.uuid()).optional(),
  step: anyOf(word).optional(),
  address: z.string().max(60).optional(),
});
export type AuditQuery = z.output<typeof query>;

const path = "/api/settings/audit";
/** The audit trail, newest first. There is no way to change or remove what it holds. */
export const audit = {
  list: route({
    method: "GET",
    path,
    can: "CAN_VIEW_AUDIT",
    summary: "List what happened in the company, newest first",
    query,
    reply: z.object({ items: z.array(auditEvent), nextCursor: z.string().nullable(), total: listTotal.nullable() }),
  }),
  seal: route({
    method: "GET",
    path: `${path}/seal`,
    can: "CAN_VIEW_AUDIT",
    summary: "Up to where the audit trail is sealed, and what its newest verification found",
    reply: auditSeal,
  }),
  exportCsv: route({
    method: "GET",
    path: `${path}/export.csv`,
    can: "CAN_VIEW_AUDIT",
    summary: "Export what happened as CSV",
    query: query.extend(exportOptions),
    transaction: "none",
    gives: "text/csv",
  }),
};
