import type {} from "@fastify/multipart";
import { pipeline } from "node:stream/promises";
import { sql, type RawBuilder } from "kysely";
import { conflict, forbidden, invalid, notFound, refusedBody, message } from "#shared/contract/problem.ts";
import type { FileRights } from "#shared/contract/record.ts";
import { fullName } from "#server/db/full-name.ts";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import { whenAskerLeaves } from "#server/files/reading/readers.ts";
import { DiskFiles, type Received } from "#server/files/disk-files.ts";
import type { ServedRecord } from "#server/http/modules.ts";
import { isSeen, seenBy } from "#server/records/own.ts";
import { deleteRow, findById, insertRow, ofCompany, stale, lockById } from "#server/records/records.ts";
import { sweepContents } from "#server/records/record-files.ts";
import { serve, type Handlers, type Served } from "#server/http/serve.ts";
import { filesAsDocumentsOf, filesOf, largestFile, type FileRecord, type FileRoutes } from "./files.contract.ts";
import { mediaTypeOf, mustBeLogo, safeName } from "./upload-rules.server.ts";

const mostOfOneRecord = 200;

interface Subject {
  readonly entity: string;
  readonly entityId: string;
}

/** Serves the files of these kinds of records. */
export const serveFiles = (records: readonly ServedRecord[]): Served =>
  serve<FileRoutes>(filesOf(subjectsOf(records)), handlers);
export const serveFilesAsDocuments = (records: readonly ServedRecord[]): Served =>
  serve<FileRoutes>(filesAsDocumentsOf(subjectsOf(records)), handlers);

const subjectsOf = (records: readonly ServedRecord[]): Readonly<Record<string, FileRights>> =>
  Object.fromEntries(records.flatMap(({ entity, files }) => (files ? [[entity, files] as const] : [])));

const handlers: Handlers<FileRoutes> = {
  async list(ctx, { query }) {
    mayTouch(ctx, "view", query.entity);
    await mustExist(ctx, "view", query);
    return { items: await filesWhere(ctx, sql`f.entity = ${query.entity} and f.entity_id = ${query.entityId}`) };
  },
  async upload(ctx, { query }) {
    mayTouch(ctx, "edit", query.entity);
    await ctx.open((inner) => mustExist(inner, "edit", query)); // before 20 MB are taken in vain
    const disk = new DiskFiles(ctx.app.dataDir);
    const received = await receive(ctx, disk);
    try {
      const name = safeName(received.name);
      const mediaType = await mediaTypeOf(name, received, ctx.app.readers, whenAskerLeaves(ctx.reply));
      if (query.entity === "company") mustBeLogo(mediaType, received.bytes);
      await disk.keep(ctx.companyId, received);
      return await ctx.open((inner) =>
        attach(inner, query, {
          name,
          mediaType,
          bytes: received.bytes,
          sha256: received.sha256,
          note: query.note || null,
        }),
      );
    } finally {
      await disk.discard(received);
    }
  },
  async download(ctx, { id, query }) {
    const file = await ctx.open(async (inner) => {
      const found = await findById(inner.db, "files", id);
      if (!holds(inner, "view", found.entity)) throw notFound(); // an id says nothing, not even that there is one
      if (isNotForAll(subjectOf(inner, found.entity))) await mustExist(inner, "view", found);
      return found;
    });
    const contents = await new DiskFiles(ctx.app.dataDir).read(ctx.companyId, file.sha256);
    if (!contents)
      throw notFound(
        "contents_missing",
        "The contents of this file are not there. Your administrator may have them in a backup.",
      );
    const inline = query.inline === true && file.mediaType.startsWith("image/");
    ctx.reply.hijack();
    ctx.reply.raw.writeHead(200, {
      ...Object.fromEntries(Object.entries(ctx.reply.getHeaders()).map(([name, value]) => [name, String(value)])),
      "content-type": file.mediaType,
      "content-length": String(file.bytes),
      "content-disposition": disposition(inline ? "inline" : "attachment", file.name),
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    });
    await pipeline(contents, ctx.reply.raw).catch((error: unknown) =>
      ctx.request.log.info({ err: error }, "a download was cut off"),
    );
  },
  async remove(ctx, { id, query }) {
    const file = await lockById(ctx.db, "files", id);
    if (!holds(ctx, "view", file.entity) && !holds(ctx, "edit", file.entity)) throw notFound(); // as above
    if (isNotForAll(subjectOf(ctx, file.entity))) await mustExist(ctx, "view", file);
    mayTouch(ctx, "edit", file.entity);
    if (isNotForAll(subjectOf(ctx, file.entity))) await mustExist(ctx, "edit", file);
    if (file.version !== query.version) throw stale((await filesWhere(ctx, sql`f.id = ${id}`))[0]);
    await deleteRow(ctx.db, "files", id);
    await ctx.emit(`${file.entity}.fileRemoved`, { id: file.entityId }, { note: file.name });
    await sweepContents(ctx, file.sha256);
  },
};

/** The kind of record with this name, if it takes files. */
function subjectOf({ app }: Pick<Ctx, "app">, entity: string): ServedRecord & { readonly files: FileRights } {
  const kind = app.modules.records.find((one) => one.entity === entity);
  if (!kind?.files) throw notFound();
  return { ...kind, files: kind.files };
}

const holds = (ctx: Pick<Ctx, "can" | "app">, right: keyof FileRights, entity: string): boolean =>
  subjectOf(ctx, entity).files[right].some((permission) => ctx.can(permission));

function mayTouch(ctx: Pick<Ctx, "can" | "app">, right: keyof FileRights, entity: string): void {
  if (!holds(ctx, right, entity)) throw forbidden();
}

const isNotForAll = ({ own, confidential }: ServedRecord): boolean => own !== undefined || confidential !== undefined;

/** 404 unless the record is shown, and one that they may write where they write. A company is a record of the installation. */
async function mustExist(ctx: Ctx, right: keyof FileRights, { entity, entityId }: Subject): Promise<void> {
  if (entity === "company" && entityId !== ctx.companyId) throw notFound();
  const { table, files: rights, ...kind } = subjectOf(ctx, entity);
  const { rows } = await sql`select from ${sql.table(table)} as t where t.id = ${entityId} and ${ofCompany(table, "t")}
    and ${isSeen(ctx, seenBy(kind, rights.view))} and ${isSeen(ctx, seenBy(kind, rights[right]))}`.execute(ctx.db);
  if (rows.length === 0) throw notFound();
}

/** 404 without the record, 409 when whom it is about was erased or forgotten, and when it has so many files that nobody finds one any more. */
async function roomFor(ctx: Ctx, { entity, entityId }: Subject): Promise<void> {
  // the lock of its own record is not ours to take
  const record = entity === "company" ? {} : await lockById(ctx.db, subjectOf(ctx, entity).table, entityId);
  if (("erasedAt" in record && record.erasedAt !== null) || ("forgottenAt" in record && record.forgottenAt !== null))
    throw conflict("person_erased", message("Whom this is about was erased: nothing is kept of them any more."));
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from files where company_id = current_company() and entity = ${entity}
    and entity_id = ${entityId}`.execute(ctx.db);
  if ((rows[0]?.count ?? 0) >= mostOfOneRecord)
    throw conflict(
      "too_many_files",
      message("There are {count} files already. Remove one first.", { count: mostOfOneRecord }),
    );
}

async function receive(ctx: BareCtx, disk: DiskFiles): Promise<Received & { name: string }> {
  if (!ctx.request.isMultipart()) throw refusedBody(415, "wrong_type", "Send the file as multipart/form-data.");
  const part = await ctx.request.file({ limits: { fileSize: largestFile }, throwFileSizeLimit: false });
  if (!part) throw invalid({ file: message("Choose a file.") });
  const received = await disk.receive(part.file);
  if (!part.file.truncated) return { ...received, name: part.filename ?? "" };
  await disk.discard(received);
  throw refusedBody(
    413,
    "too_large",
    message("A file may have {limit} MB at most.", { limit: largestFile / 1024 / 1024 }),
  );
}

interface NewFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly note: string | null;
}

/** Writes the row; an upload that is repeated, because its answer was lost, gets the file that is there. */
async function attach(ctx: Ctx, subject: Subject, file: NewFile): Promise<FileRecord> {
  await roomFor(ctx, subject);
  const same = sql`f.entity = ${subject.entity} and f.entity_id = ${subject.entityId}
    and f.sha256 = ${file.sha256} and f.name = ${file.name}`;
  const [known] = await filesWhere(ctx, same);
  if (known) return known;
  const { id } = await insertRow(ctx.db, "files", {
    ...file,
    ...subject,
    bytes: String(file.bytes),
    createdBy: ctx.user?.id ?? null,
  });
  await ctx.emit(`${subject.entity}.fileAttached`, { id: subject.entityId }, { note: file.name });
  const [written] = await filesWhere(ctx, sql`f.id = ${id}`);
  if (!written) throw notFound();
  return written;
}

async function filesWhere(ctx: Ctx, condition: RawBuilder<unknown>): Promise<FileRecord[]> {
  const { rows } = await sql<FileRecord>`
    select f.id, f.version, f.created_at as "createdAt", f.name, f.media_type as "mediaType", f.bytes::int,
      f.media_type like 'image/%' as "isImage",
      f.entity, f.entity_id as "entityId", f.note, nullif(trim(${fullName("u")}), '') as "createdByName"
    from files f left join users u on (u.company_id, u.id) = (f.company_id, f.created_by)
    where f.company_id = current_company() and ${condition} order by f.created_at desc, f.id desc
      limit ${mostOfOneRecord}`.execute(ctx.db);
  return rows;
}

/** RFC 6266: a plain name for old clients, and the real one in UTF-8. */
function disposition(kind: "inline" | "attachment", name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
