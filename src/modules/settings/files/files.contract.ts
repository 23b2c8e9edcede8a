import { z } from "zod";
import { instant, route } from "#shared/contract/contract.ts";
import type { Permission } from "#shared/permissions/permissions.ts";
import type { FileRights } from "#shared/contract/record.ts";

/** What may be attached; content decides, and the name has to agree with it. */
export const fileTypes = ["pdf", "png", "jpeg", "webp", "csv", "xlsx", "docx"] as const;
export type FileType = (typeof fileTypes)[number];
export const largestFile = 20 * 1024 * 1024;
/** It is fetched with every page. */
export const largestLogo = 512 * 1024;

export const file = z.object({
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
export type FileRecord = z.output<typeof file>;

/**
 * Files beside a record. Whoever may see the record may read them; whoever may change it may add and remove them. Which
 * records these are is told by the modules that keep them.
 */
export function filesOf(subjects: Readonly<Record<string, FileRights>>, path = "/api/files") {
  const anyOf = (right: keyof FileRights): Permission[] => [
    ...new Set(Object.values(subjects).flatMap((rights) => rights[right])),
  ];
  const entity = z.enum(Object.keys(subjects));
  const subject = { entity, entityId: z.uuid() };
  const one = file.extend({ entity });
  return {
    list: route({
      method: "GET",
      path,
      can: anyOf("view"),
      summary: "The files of one record, newest first",
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
      summary: "Download a file",
      query: z.strictObject({ inline: z.stringbool().optional() }),
      transaction: "none",
      gives: "*/*",
    }),
    remove: route({
      method: "DELETE",
      path: `${path}/:id`,
      can: anyOf("edit"),
      summary: "Remove a file",
      query: z.strictObject({ version: z.coerce.number().int().min(1).max(2_000_000_000) }),
    }),
  };
}

type Routes = ReturnType<typeof filesOf>;
/** The routes at either address: only what is said of them differs. */
export type FileRoutes = { readonly [K in keyof Routes]: Omit<Routes[K], "summary"> & { readonly summary: string } };

/** The same routes for those who call them with a record of their own. */
export const files = filesOf({});

/** The address at which files were while they were called documents: whoever calls it gets what the other one gives. */
export function filesAsDocumentsOf(subjects: Readonly<Record<string, FileRights>>): FileRoutes {
  const { list, upload, download, remove } = filesOf(subjects, "/api/documents");
  return {
    list: route({ ...list, summary: "As GET /api/files, at its former address" }),
    upload: route({ ...upload, summary: "As POST /api/files, at its former address" }),
    download: route({ ...download, summary: "As GET /api/files/:id, at its former address" }),
    remove: route({ ...remove, summary: "As DELETE /api/files/:id, at its former address" }),
  };
}
