import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { reaction, type Reaction } from "#server/jobs/reactions.ts";
import { setArchived } from "#server/records/crud.ts";
import { updateRow } from "#server/records/records.ts";
import { companyToday } from "../company-today.server.ts";
import { driverAssignmentRecord, type DriverAssignment } from "./driver-assignments.contract.ts";

type Ending = Pick<DriverAssignment, "id" | "lastDay" | "version">;

/** Ends a locked assignment with a day, and says so in its history. */
export async function endWith(ctx: Ctx, before: Ending, lastDay: string): Promise<void> {
  const after = await updateRow(ctx.db, "driver_assignments", before, { lastDay });
  await ctx.emit("driver-assignment.ended", after, { changes: { lastDay: { from: before.lastDay, to: lastDay } } });
}

/**
 * Ends what a driver or a vehicle that is gone was assigned to: today what holds, and what was to begin later goes to the archive.
 * What ends earlier stays as it is.
 */
async function endAll(ctx: Ctx, column: "driver_id" | "vehicle_id", id: string): Promise<void> {
  const { rows } = await sql<Ending & { archivedAt: null; today: string; isAhead: boolean }>`
    select a.id, a.version, a.last_day as "lastDay", a.archived_at as "archivedAt", a.first_day > ${companyToday} as "isAhead",
      ${companyToday} as today
    from driver_assignments a where a.company_id = current_company() and ${sql.ref(`a.${column}`)} = ${id}
      and a.archived_at is null and coalesce(a.last_day, 'infinity') > ${companyToday}
    order by a.id for no key update`.execute(ctx.db);
  for (const { today, isAhead, ...one } of rows)
    await (isAhead ? setArchived(ctx, { record: driverAssignmentRecord }, one, true) : endWith(ctx, one, today));
}

export const assignmentReactions: readonly Reaction[] = [
  reaction("driver.left", (ctx, id) => endAll(ctx, "driver_id", id)),
  reaction("vehicle.retired", (ctx, id) => endAll(ctx, "vehicle_id", id)),
];
