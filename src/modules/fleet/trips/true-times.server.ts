import { sql } from "kysely";
import { invalid, message } from "#shared/contract/problem.ts";
import { utc } from "#server/db/utc.ts";
import type { Ctx } from "#server/http/context.ts";
import { findById } from "#server/records/records.ts";

/** How far a clock may be ahead of ours. */
const leeway = 5 * 60_000;

/** When something happened: as it was reported in a field, else now. 422 for what is still to come, and for what was before `after`. */
export function momentOf(at: string | null, after: string | null = null, field = "at"): string {
  const moment = at ?? new Date().toISOString();
  if (Date.parse(moment) > Date.now() + leeway)
    throw invalid({ [field]: message("This moment is still to come. Give when it happened.") });
  if (after !== null && Date.parse(moment) <= Date.parse(after)) {
    if (at !== null) throw invalid({ [field]: message("That is before what happened before it.") });
    return new Date(Date.parse(after) + 1).toISOString();
  }
  return moment;
}

/** Nothing of a trip happened before this: it left then, as far as the clocks of the road and of the desk agree. */
export async function begunAt(ctx: Ctx, tripId: string | null): Promise<string | null> {
  const { actualStart = null } = tripId === null ? {} : await findById(ctx.db, "trips", tripId);
  return actualStart && new Date(Date.parse(actualStart) - leeway).toISOString();
}

/** When a trip was at a stop last: it is not over before that, as far as the clocks of the road and of the desk agree. */
export async function lastAtStop(ctx: Ctx, tripId: string): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select ${utc(sql`max(greatest(s.arrived_at, s.completed_at, s.departed_at))`)} as at from trip_stops s
    where s.company_id = current_company() and s.trip_id = ${tripId}`.execute(ctx.db);
  const at = rows[0]?.at ?? null;
  return at && new Date(Date.parse(at) - leeway).toISOString();
}

/** The later of two moments of which either may not be known. */
export const laterOf = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && Date.parse(other) > Date.parse(one)) ? other : one;

/** Whether something was reported after it had happened, rather than as it is decided. */
export const isPast = (at: string | null): boolean => at !== null && Date.parse(at) < Date.now() - leeway;
