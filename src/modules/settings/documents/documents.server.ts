import type {} from "@fastify/multipart";
import { pipeline } from "node:stream/promises";
import { sql, type RawBuilder } from "kysely";
import { conflict, forbidden, invalid, notFound, refusedBody, message } from "#shared/contract/problem.ts";
import type { DocumentRights } from "#shared/contract/record.ts";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import { whenAskerLeaves } from "#server/files/reading/readers.ts";
import { DiskFiles, type Received } from "#server/files/disk-files.ts";
import type { ServedRecord } from "#server/http/modules.ts";
import { deleteRow, findById, insertRow, stale, lockById } from "#server/records/records.ts";
import { serve, type Handlers, type Served } from "#server/http/serve.ts";
import { documentsOf, largestDocument, type DocumentRecord } from "./documents.contract.ts";
import { mediaTypeOf, mustBeLogo, safeName } from "./upload-rules.server.ts";

const mostOfOneRecord = 200;

interface Subject {
  readonly entity: string;
  readonly entityId: string;
}

/** Serves the documents of these kinds of records. */
export function serveDocuments(records: readonly ServedRecord[]): Served {
  const subjects = records.flatMap(({ entity, documents }) => (documents ? [[entity, documents] as const] : []));
  return serve(documentsOf(Object.fromEntries(subjects)), handlers);
}

const handlers: Handlers<ReturnType<typeof documentsOf>> = {
  async list(ctx, { query }) {
    mayTouch(ctx, "view", query.entity);
    await mustExist(ctx, query);
    return { items: await documentsWhere(ctx, sql`d.entity = ${query.entity} and d.entity_id = ${query.entityId}`) };
  },
  async upload(ctx, { query }) {
    mayTouch(ctx, "edit", query.entity);
    await ctx.open((inner) => mustExist(inner, query)); // before 20 MB are taken in vain
    const files = new DiskFiles(ctx.app.dataDir);
    const received = await receive(ctx, files);
    try {
      const name = safeName(received.name);
      const mediaType = await mediaTypeOf(name, received, ctx.app.readers, whenAskerLeaves(ctx.reply));
      if (query.entity === "company") mustBeLogo(mediaType, received.bytes);
      await files.keep(ctx.companyId, received);
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
      await files.discard(received);
    }
  },
  async download(ctx, { id, query }) {
    const document = await ctx.open((inner) => findById(inner.db, "documents", id));
    mayTouch(ctx, "view", document.entity);
    const contents = await new DiskFiles(ctx.app.dataDir).read(ctx.companyId, document.sha256);
    if (!contents)
      throw notFound(
        "contents_missing",
        "The contents of this document are not there. Your administrator may have them in a backup.",
      );
    const inline = query.inline === true && document.mediaType.startsWith("image/");
    ctx.reply.hijack();
    ctx.reply.raw.writeHead(200, {
      ...Object.fromEntries(Object.entries(ctx.reply.getHeaders()).map(([name, value]) => [name, String(value)])),
      "content-type": document.mediaType,
      "content-length": String(document.bytes),
      "content-disposition": disposition(inline ? "inline" : "attachment", document.name),
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    });
    await pipeline(contents, ctx.reply.raw).catch((error: unknown) =>
      ctx.request.log.info({ err: error }, "a download was cut off"),
    );
  },
  async remove(ctx, { id, query }) {
    const document = await lockById(ctx.db, "documents", id);
    mayTouch(ctx, "edit", document.entity);
    if (document.version !== query.version) throw stale((await documentsWhere(ctx, sql`d.id = ${id}`))[0]);
    await deleteRow(ctx.db, "documents", id);
    await ctx.emit(`${document.entity}.documentRemoved`, { id: document.entityId }, { note: document.name });
    await ctx.enqueue("sweep-file", { sha256: document.sha256.toString("hex") }, new Date(Date.now() + 15 * 60_000));
  },
};

/** The kind of record with this name, if it takes documents. */
function subjectOf({ app }: Pick<Ctx, "app">, entity: string): ServedRecord & { readonly documents: DocumentRights } {
  const kind = app.modules.records.find((one) => one.entity === entity);
  if (!kind?.documents) throw notFound();
  return { ...kind, documents: kind.documents };
}

function mayTouch(ctx: Pick<Ctx, "can" | "app">, right: keyof DocumentRights, entity: string): void {
  if (!subjectOf(ctx, entity).documents[right].some((permission) => ctx.can(permission))) throw forbidden();
}

/** A company is a record of the installation: one's own is the only one that there is. */
async function mustExist(ctx: Ctx, { entity, entityId }: Subject): Promise<void> {
  if (entity === "company" && entityId !== ctx.companyId) throw notFound();
  await findById(ctx.db, subjectOf(ctx, entity).table, entityId);
}

/** 404 without the record, 409 when it has so many documents that nobody finds one any more. */
async function roomFor(ctx: Ctx, { entity, entityId }: Subject): Promise<void> {
  // the lock of its own record is not ours to take
  if (entity !== "company") await lockById(ctx.db, subjectOf(ctx, entity).table, entityId);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from documents where company_id = current_company() and entity = ${entity}
    and entity_id = ${entityId}`.execute(ctx.db);
  if ((rows[0]?.count ?? 0) >= mostOfOneRecord)
    throw conflict(
      "too_many_documents",
      message("There are {count} documents already. Remove one first.", { count: mostOfOneRecord }),
    );
}

async function receive(ctx: BareCtx, files: DiskFiles): Promise<Received & { name: string }> {
  if (!ctx.request.isMultipart()) throw refusedBody(415, "wrong_type", "Send the file as multipart/form-data.");
  const part = await ctx.request.file({ limits: { fileSize: largestDocument }, throwFileSizeLimit: false });
  if (!part) throw invalid({ file: message("Choose a file.") });
  const received = await files.receive(part.file);
  if (!part.file.truncated) return { ...received, name: part.filename ?? "" };
  await files.discard(received);
  throw refusedBody(
    413,
    "too_large",
    message("A file may have {limit} MB at most.", { limit: largestDocument / 1024 / 1024 }),
  );
}

interface NewDocument {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly note: string | null;
}

/** Writes the row; an upload that is repeated, because its answer was lost, gets the document that is there. */
async function attach(ctx: Ctx, subject: Subject, document: NewDocument): Promise<DocumentRecord> {
  await roomFor(ctx, subject);
  const same = sql`d.entity = ${subject.entity} and d.entity_id = ${subject.entityId}
    and d.sha256 = ${document.sha256} and d.name = ${document.name}`;
  const [known] = await documentsWhere(ctx, same);
  if (known) return known;
  const { id } = await insertRow(ctx.db, "documents", {
    ...document,
    ...subject,
    bytes: String(document.bytes),
    createdBy: ctx.user?.id ?? null,
  });
  await ctx.emit(`${subject.entity}.documentAttached`, { id: subject.entityId }, { note: document.name });
  const [written] = await documentsWhere(ctx, sql`d.id = ${id}`);
  if (!written) throw notFound();
  return written;
}

async function documentsWhere(ctx: Ctx, condition: RawBuilder<unknown>): Promise<DocumentRecord[]> {
  const { rows } = await sql<DocumentRecord>`
    select d.id, d.version, d.created_at as "createdAt", d.name, d.media_type as "mediaType", d.bytes::int,
      d.media_type like 'image/%' as "isImage",
      d.entity, d.entity_id as "entityId", d.note, nullif(trim(u.first_name || ' ' || u.last_name), '') as "createdByName"
    from documents d left join users u on (u.company_id, u.id) = (d.company_id, d.created_by)
    where d.company_id = current_company() and ${condition} order by d.created_at desc, d.id desc
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
