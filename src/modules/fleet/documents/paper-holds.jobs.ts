import { sql } from "kysely";
import { job, type Job } from "#server/jobs/reactions.ts";
import { companyToday } from "../company-today.server.ts";
import { settleHold } from "./paper-holds.server.ts";

interface Look {
  readonly documentId: string;
  /** The day of the company from which on it is to be looked at. */
  readonly day: string;
}

/** Looks at the vehicle of a document on that day: holds it for what has ended, lets it go for what begins. */
const settle = job<Look>("settle-paper-hold", ({ open }, { documentId, day }, companyId) =>
  open(companyId, async (ctx) => {
    const { rows } = await sql<{ at: string }>`select (${day}::date)::timestamp at time zone c.timezone as at
      from companies c where c.id = current_company() and ${day}::date > ${companyToday}`.execute(ctx.db);
    const [later] = rows; // the company has moved to a zone in which that day has not begun
    if (later) await ctx.enqueue("settle-paper-hold", { documentId, day }, new Date(later.at));
    else await settleHold(ctx, documentId);
  }),
);

/** Looks at every vehicle with papers of a type that blocks from now on, or no longer does. */
const settleType = job<{ typeId: string }>("settle-holds-of-type", ({ open }, { typeId }, companyId) =>
  open(companyId, async (ctx) => {
    const { rows } = await sql<{ id: string }>`select distinct on (p.vehicle_id) p.id from papers p
      where p.company_id = current_company() and p.type_id = ${typeId} and p.vehicle_id is not null
        and p.was_verified order by p.vehicle_id, p.id`.execute(ctx.db);
    for (const { id } of rows) await settleHold(ctx, id);
  }),
);

export const paperHoldJobs: readonly Job<never>[] = [settle, settleType];
