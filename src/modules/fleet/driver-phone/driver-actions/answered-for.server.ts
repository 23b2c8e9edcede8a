import { sql } from "kysely";
import { reaction } from "#server/jobs/reactions.ts";

/** Reports that wait for nothing but an answer for their trip are settled by it. */
export const answeredFor = reaction("trip.answeredFor", async (ctx, tripId) => {
  const { rows } = await sql<{
    id: string;
  }>`update driver_actions set status = 'settled', settled_by = ${ctx.user?.id ?? null},
      settled_at = now(), version = version + 1, updated_at = now()
    where company_id = current_company() and trip_id = ${tripId} and status = 'flagged' and is_applied
      and 'not_ready' = any(flags) and flags <@ array['not_ready', 'clock_off'] returning id`.execute(ctx.db);
  await ctx.emit("driver-action.settled", rows, { from: "flagged", to: "settled" });
});
