import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { job, reaction, type Job } from "#server/jobs/reactions.ts";
import { dropFiles } from "../../settings/files/drop-files.server.ts";
import { driverRecord } from "./drivers.contract.ts";

/** How long licences, qualifications and files are kept of a driver who has left. */
const keptMonths = 12;
export const keptMs = (keptMonths * 31 + 1) * 86_400_000;

interface OfDriver {
  readonly driverId: string;
}

/** A year after somebody has left: unless they came back, nobody has a reason to keep their papers. */
const dropPapers = job<OfDriver>("drop-driver-papers", ({ open }, { driverId }, companyId) =>
  open(companyId, async (ctx) => {
    const { rows } = await sql`
      select drop_driver_papers(d.id) from drivers d where d.company_id = current_company() and d.id = ${driverId}
        and d.status = 'left' and d.left_on <= current_date - make_interval(months => ${keptMonths})`.execute(ctx.db);
    if (rows.length === 0) return;
    await dropFiles(ctx, driverRecord.entity, driverId);
    await ctx.emit("driver.papersDropped", { id: driverId });
  }),
);

const dropFilesOf = job<OfDriver>("drop-driver-files", ({ open }, { driverId }, companyId) =>
  open(companyId, (ctx) => dropFiles(ctx, driverRecord.entity, driverId)),
);

/** An account was erased, and with it, by the database, the driver who signed in with it; their files go after it. */
const dropFilesOfUser = job<{ userId: string }>("drop-files-of-erased-driver", ({ open }, { userId }, companyId) =>
  open(companyId, async (ctx: Ctx) => {
    const { rows } = await sql<{ id: string }>`
      select id from drivers where company_id = current_company() and user_id = ${userId} and erased_at is not null`.execute(
      ctx.db,
    );
    for (const { id } of rows) await dropFiles(ctx, driverRecord.entity, id);
  }),
);

export const driverJobs: readonly Job<never>[] = [dropPapers, dropFilesOf, dropFilesOfUser];

export const erasedUser = reaction("user.erased", (ctx, userId) =>
  ctx.enqueue("drop-files-of-erased-driver", { userId }),
);
