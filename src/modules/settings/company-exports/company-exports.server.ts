import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { sql, type RawBuilder } from "kysely";
import { conflict, notFound } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { insertRow } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { companyExports, type CompanyExport } from "./company-exports.contract.ts";
import { exportFile } from "./export-file.server.ts";

export default serve(companyExports, {
  list: async (ctx) => ({ items: await exportsWhere(ctx, sql`true`) }),
  async ask(ctx) {
    // One that nobody has worked on for hours was given up by the queue.
    await sql`update company_exports
      set state = 'failed', failure = 'It could not be finished. Ask for it again.', updated_at = now()
      where company_id = current_company() and state in ('waiting', 'working')
        and updated_at < now() - interval '2 hours'`.execute(ctx.db);
    const [open] = await exportsWhere(ctx, sql`state in ('waiting', 'working')`);
    if (open) throw conflict("export_runs", "An export is being written already. Wait until it is ready.");
    const user = ctx.user;
    const { id } = await insertRow(ctx.db, "company_exports", {
      state: "waiting",
      askedBy: user?.id ?? "",
      askedByName: `${user?.firstName ?? ""} ${user?.lastName ?? ""}`.trim() || (user?.email ?? ""),
    });
    await ctx.emit("company.exportAsked", { id: ctx.companyId });
    await ctx.enqueue("export-company", { exportId: id });
    return one(ctx, id);
  },
  async download(ctx, { id }) {
    const ready = await ctx.open((inner) => one(inner, id));
    const file = exportFile(ctx.app.dataDir, ctx.companyId, id);
    const found = ready.state === "ready" ? await stat(file).catch(() => null) : null; // removed in this moment
    if (!found) throw notFound("export_gone", "This export is not there any more. Ask for a new one.");
    await ctx.open((inner) => inner.emit("company-export.downloaded", { id }, { address: ctx.address }));
    ctx.reply.hijack();
    ctx.reply.raw.writeHead(200, {
      ...Object.fromEntries(Object.entries(ctx.reply.getHeaders()).map(([name, value]) => [name, String(value)])),
      "content-type": "application/zip",
      "content-length": String(found.size),
      "content-disposition": `attachment; filename="waybill-export-${ready.createdAt.slice(0, 10)}.zip"`,
    });
    await pipeline(createReadStream(file), ctx.reply.raw).catch((error: unknown) =>
      ctx.request.log.info({ err: error }, "a download was cut off"),
    );
  },
});

async function one(ctx: Ctx, id: string): Promise<CompanyExport> {
  const [found] = await exportsWhere(ctx, sql`id = ${id}`);
  if (!found) throw notFound();
  return found;
}

async function exportsWhere(ctx: Ctx, condition: RawBuilder<unknown>): Promise<CompanyExport[]> {
  const { rows } = await sql<CompanyExport>`
    select id, created_at as "createdAt", state, asked_by_name as "askedByName", rows_done::int as "rowsDone",
      bytes::float8 as bytes, failure, ready_at as "readyAt", expires_at as "expiresAt"
    from company_exports where company_id = current_company() and ${condition} order by created_at desc, id desc
      limit 20`.execute(ctx.db);
  return rows;
}
