import { z } from "zod";
import { instant, route } from "#shared/contract/contract.ts";
import type { Permission } from "#shared/permissions/permissions.ts";
import type { DocumentRights } from "#shared/contract/record.ts";

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
  entity: z.string(),
  entityId: z.uuid(),
  note: z.string().nullable(),
  createdByName: z.string().nullable(),
});
export type DocumentRecord = z.output<typeof document>;

const path = "/api/documents";
/**
 * Files beside a record. Whoever may see the record may read them; whoever may change it may add and remove them. Which
 * records these are is told by the modules that keep them.
 */
export function documentsOf(subjects: Readonly<Record<string, DocumentRights>>) {
  const anyOf = (right: keyof DocumentRights): Permission[] => [
    ...new Set(Object.values(subjects).flatMap((rights) => rights[right])),
  ];
  const entity = z.enum(Object.keys(subjects));
  const subject = { entity, entityId: z.uuid() };
  const one = document.extend({ entity });
  return {
    list: route({
      method: "GET",
      path,
      can: anyOf("view"),
      summary: "The documents of one record, newest first",
      query: z.strictObject(subject),
      reply: z.object({ items: z.array(one) }),
    }),
    upload: route({
      method: "POST",
      path,
      can: anyOf("edit"),
      summary: "Attach a file to a record (multipart/form-data, one part named file)",
      query: z.strictObject({ ...subject, note: z.string().trim().max(500).optional() }),
      reply: one,
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
}

/** The same routes for those who call them with a record of their own. */
export const documents = documentsOf({});
