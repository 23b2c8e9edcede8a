import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { notFound } from "#shared/problem.ts";
import type { Ctx } from "#server/context.ts";
import { exportCsv } from "#server/export.ts";
import { one, page, type ListSource } from "#server/list.ts";
import { keptFolder } from "#server/mail.ts";
import { serve } from "#server/serve.ts";
import { mail, mails, type MailRecord } from "./mails.contract.ts";

const source: ListSource = {
  table: "mails",
  record: mail,
  add: { version: sql`1`, archivedAt: sql`null` },
  defaultSort: "-createdAt",
  path: mails.list.path,
};

export default serve(mails, {
  list: (ctx, { query }) => page(ctx, source, query) as never, // the rows' shape is the record's
  async exportCsv(ctx, { query }) {
    await exportCsv(ctx, source, query as never); // `columns` is in the query's schema
  },
  async read(ctx, { id }) {
    const row = (await one(ctx, source, id)) as MailRecord | undefined; // as above
    if (!row) throw notFound();
    const kept = row.status === "kept" ? await readKept(ctx, id) : { text: null, html: null };
    return { ...row, ...kept };
  },
});

async function readKept(ctx: Ctx, id: string): Promise<{ text: string | null; html: string | null }> {
  const file = join(keptFolder(ctx.app.dataDir, ctx.companyId), `${id}.json`);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null; // the folder was cleared; the list remains
    throw error;
  });
  return text === null ? { text: null, html: null } : (JSON.parse(text) as { text: string; html: string }); // written by mail.ts
}
