import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { SUPER_ADMIN } from "#shared/permissions/permissions.ts";
import { notFound } from "#shared/contract/problem.ts";
import type { BareCtx } from "#server/http/context.ts";
import { exportCsv } from "#server/records/export.ts";
import { one, page, type ListSource } from "#server/records/list.ts";
import { render } from "#server/mail/language.ts";
import { overLimit } from "#server/mail/mail-limit.ts";
import { interrupted, keptFolder } from "#server/mail/mailer.ts";
import { isMasked } from "#server/crypto/secrets.ts";
import { serve } from "#server/http/serve.ts";
import { mail, mails, type MailRecord } from "./mails.contract.ts";

const source: ListSource = {
  table: "mails",
  record: mail,
  add: { version: sql`1`, archivedAt: sql`null` },
  defaultSort: "-createdAt",
  path: mails.list.path,
};

export default serve(mails, {
  list: (ctx, { query }) => readerOf(ctx).open((inner) => page(inner, source, query)) as never, // the rows' shape is the record's
  async exportCsv(ctx, { query }) {
    await exportCsv(readerOf(ctx), source, query as never); // `columns` is in the query's schema
  },
  async read(ctx, { id }) {
    const row = (await readerOf(ctx).open((inner) => one(inner, source, id))) as MailRecord | undefined; // as above
    if (!row) throw notFound();
    const { raw, headers } = ctx.request;
    const whole = ctx.app.wholeMails?.get(id, { peer: raw.socket.remoteAddress, headers });
    const kept = whole ?? (row.status === "kept" ? await readKept(ctx, id) : { text: null, html: null });
    const ours = [interrupted, overLimit].find(({ message: said }) => said === row.error);
    const error = ours ? render(ours, ctx.language) : row.error;
    return { ...row, ...kept, error, isMasked: isMasked(`${row.subject} ${kept.text ?? ""}`) };
  },
});

/**
 * The role of the app does not see mails about access, nor those to a SUPER_ADMIN (policy not_about_access); that of
 * the installation does.
 */
function readerOf(ctx: BareCtx): BareCtx {
  if (ctx.user?.roleMap[SUPER_ADMIN] !== true) return ctx;
  return { ...ctx, open: (work) => ctx.openInstallation(ctx.companyId, work) };
}

async function readKept(ctx: BareCtx, id: string): Promise<{ text: string | null; html: string | null }> {
  const file = join(keptFolder(ctx.app.dataDir, ctx.companyId), `${id}.json`);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null; // the folder was cleared; the list remains
    throw error;
  });
  return text === null ? { text: null, html: null } : (JSON.parse(text) as { text: string; html: string }); // written by mailer.ts
}
