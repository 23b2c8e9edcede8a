import { sql } from "kysely";
import { job, type Job } from "#server/jobs/reactions.ts";

/** How long papers and files are kept of a driver who has left. */
const keptMonths = 12;
export const keptMs = (keptMonths * 31 + 1) * 86_400_000;

/** A year after somebody has left: unless they came back, nobody has a reason to keep their papers, or what they wrote on the road. */
const dropPapers = job<{ driverId: string }>("drop-driver-papers", ({ open }, { driverId }, companyId) =>
  open(companyId, async (ctx) => {
    const { rows } = await sql`
      select drop_driver_papers(d.id), drop_driver_absences(d.id), drop_driver_words(d.id), drop_assignment_notes(d.id)
      from drivers d where d.company_id = current_company() and d.id = ${driverId}
        and d.status = 'left' and d.left_on <= current_date - make_interval(months => ${keptMonths})`.execute(ctx.db);
    if (rows.length > 0) await ctx.emit("driver.papersDropped", { id: driverId });
  }),
);

export const driverJobs: readonly Job<never>[] = [dropPapers];
