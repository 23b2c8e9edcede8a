import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { message } from "#shared/contract/problem.ts";
import { job, type Job, type JobTools } from "#server/jobs/reactions.ts";
import { ZipWriter } from "#modules/settings/company-exports/zip-writer.server.ts";
import { exportFile } from "./export-file.server.ts";
import { writeExport } from "./write-export.server.ts";

const keptForDays = 7;

/** Writes the file of an export. Run twice, it makes one file and one mail: what is ready or given up is left alone. */
const exportCompany = job<{ exportId: string }>("export-company", async (tools, { exportId }, companyId) => {
  const begun = await tools.open(companyId, async (ctx) => {
    const record = await ctx.db
      .updateTable("company_exports")
      .set({ state: "working", rows_done: "0", updated_at: new Date() })
      .where("company_id", "=", companyId)
      .where("id", "=", exportId)
      .where("state", "in", ["waiting", "working"])
      .returning(["asked_by", "asked_by_name", "created_at"])
      .executeTakeFirst();
    return record && { ...record, file: exportFile(ctx.app.dataDir, companyId, exportId) };
  });
  if (!begun) return;
  const partial = await partialOf(begun.file);
  const zip = await ZipWriter.create(partial);
  try {
    await tools.read(companyId, (ctx) =>
      writeExport(ctx, zip, { askedByName: begun.asked_by_name, createdAt: begun.created_at }, (rows) =>
        tellProgress(tools, companyId, exportId, rows),
      ),
    );
    const bytes = await zip.close();
    await rename(partial, begun.file);
    const isKept = await tools.open(companyId, async (ctx) => {
      const now = new Date();
      const expires = new Date(now.getTime() + keptForDays * 86_400_000);
      const ready = await ctx.db
        .updateTable("company_exports")
        .set({ state: "ready", bytes: String(bytes), ready_at: now, expires_at: expires, updated_at: now })
        .where("company_id", "=", companyId)
        .where("id", "=", exportId)
        .where("state", "=", "working")
        .returning("rows_done")
        .executeTakeFirst();
      if (!ready)
        return (
          (
            await ctx.db
              .selectFrom("company_exports")
              .select("state")
              .where("company_id", "=", companyId)
              .where("id", "=", exportId)
              .executeTakeFirst()
          )?.state === "ready"
        ); // another run was faster, or it was given up
      await ctx.emit(
        "company.exported",
        { id: companyId },
        {
          by: { kind: "user", id: begun.asked_by, name: begun.asked_by_name },
          changes: { rows: Number(ready.rows_done), bytes },
        },
      );
      await ctx.enqueue("remove-export", { exportId }, expires);
      await ctx.enqueue("mail-export-ready", { exportId });
      return true;
    });
    if (!isKept) await rm(begun.file, { force: true });
  } catch (error) {
    await zip.abandon();
    await rm(partial, { force: true });
    throw error; // tried again by the queue
  }
});

/** A name beside the file, after what earlier runs that were killed have left is cleared away. */
async function partialOf(file: string): Promise<string> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const found = name.endsWith(".partial") ? await stat(join(folder, name)).catch(() => null) : null; // its own run was faster
    if (found && Date.now() - found.mtimeMs > 3_600_000) await rm(join(folder, name), { force: true });
  }
  return join(folder, `${basename(file)}.${randomUUID()}.partial`);
}

async function tellProgress({ open }: JobTools, companyId: string, exportId: string, rows: number): Promise<void> {
  await open(companyId, ({ db }) =>
    db
      .updateTable("company_exports")
      .set({ rows_done: String(rows), updated_at: new Date() })
      .where("company_id", "=", companyId)
      .where("id", "=", exportId)
      .where("state", "=", "working")
      .execute(),
  );
}

/** Tells whoever asked where the file is; the address is that of the screen, behind the sign-in. */
const mailExportReady = job<{ exportId: string }>(
  "mail-export-ready",
  async ({ openInstallation, mail, appUrl }, { exportId }, companyId) => {
    const asked = await openInstallation(companyId, ({ db }) =>
      db
        .selectFrom("company_exports as x")
        .innerJoin("users as u", "u.id", "x.asked_by")
        .innerJoin("companies as c", "c.id", "x.company_id")
        .select(["u.email", "u.first_name", "c.legal_name", "c.display_name"])
        .where("x.company_id", "=", companyId)
        .where("x.id", "=", exportId)
        .where("x.state", "=", "ready")
        .executeTakeFirst(),
    );
    if (!asked) return;
    const company = asked.display_name ?? asked.legal_name;
    await mail(companyId, {
      to: asked.email,
      entity: "company-export",
      entityId: exportId,
      about: "work",
      secrets: [],
      write: () => ({
        company,
        subject: message("The data of {company} is ready", { company }),
        title: message("Your export is ready"),
        paragraphs: [
          message(
            "All data of {company} is in one file now. It is kept for {days} days, for those who may export the company.",
            { company, days: keptForDays },
          ),
        ],
        button: { label: message("Open the screen"), url: `${appUrl}/settings/data` },
        foot: message("If you did not ask for this, tell another administrator of your company."),
      }),
    });
  },
);

/** Removes the file once its days are over, or earlier. */
const removeExport = job<{ exportId: string }>("remove-export", async ({ open }, { exportId }, companyId) => {
  const file = await open(companyId, async ({ db, app }) => {
    await db
      .updateTable("company_exports")
      .set({ state: "expired" })
      .where("company_id", "=", companyId)
      .where("id", "=", exportId)
      .where("state", "=", "ready")
      .execute();
    return exportFile(app.dataDir, companyId, exportId);
  });
  await rm(file, { force: true });
});

export const exportJobs = [exportCompany, mailExportReady, removeExport] as readonly Job[];
