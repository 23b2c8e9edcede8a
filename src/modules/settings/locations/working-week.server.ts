import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { workingWeek } from "./locations.contract.ts";

/** The hours of new locations about which nobody has said anything. */
export async function addWorkingWeek(ctx: Ctx, locationIds: readonly string[]): Promise<void> {
  await sql`
    insert into location_hours (location_id, day_of_week, opens_at, closes_at)
    select l.id, h."dayOfWeek", h."opensAt", h."closesAt" from unnest(${locationIds}::uuid[]) l(id),
      jsonb_to_recordset(${JSON.stringify(workingWeek)}::jsonb) h("dayOfWeek" smallint, "opensAt" time, "closesAt" time)`.execute(
    ctx.db,
  );
}
