import { sql } from "kysely";
import type { Ctx, EventDetails } from "#server/http/context.ts";
import { reaction, type Reaction } from "#server/jobs/reactions.ts";
import { lockMany } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { fitWindows } from "../../trips/trip-stops/stop-windows.server.ts";
import { fleetDeliveryFlow } from "../deliveries.flow.ts";

interface Window {
  readonly windowStart: string;
  readonly windowEnd: string;
}
interface Carried extends Window {
  readonly id: string;
  readonly tripId: string | null;
  readonly plannedStart: string;
  readonly plannedEnd: string;
}

/** What a change of a dock's time tells of the time before; nothing where the time stayed. */
function timeBefore({ changes }: EventDetails, now: Pick<Carried, "plannedStart" | "plannedEnd">): Window | null {
  const before = (key: string): unknown => (changes?.[key] as { from?: unknown } | undefined)?.from;
  const [start, end] = [before("plannedStart"), before("plannedEnd")];
  if (start === undefined && end === undefined) return null;
  return { windowStart: String(start ?? now.plannedStart), windowEnd: String(end ?? now.plannedEnd) };
}

/**
 * The window of a delivery that was to be brought in the time of its dock is the time of its dock still when that moves: it, and
 * the window of its stop. One that somebody gave another window keeps that. Its trip stays as it was planned.
 */
async function follow(ctx: Ctx, scheduleId: string, details: EventDetails): Promise<void> {
  const { rows } = await sql<Carried>`
    select d.id, d.trip_id as "tripId", d.window_start as "windowStart", d.window_end as "windowEnd",
      s.planned_start as "plannedStart", s.planned_end as "plannedEnd"
    from fleet_deliveries d join delivery_schedules s on (s.company_id, s.id) = (d.company_id, d.delivery_schedule_id)
    where d.company_id = current_company() and s.id = ${scheduleId}
      and d.status in (${statesIn(fleetDeliveryFlow, "open")})`.execute(ctx.db);
  for (const delivery of rows) {
    const before = timeBefore(details, delivery);
    if (before === null) return;
    if (delivery.tripId !== null) await lockMany(ctx.db, "trips", [delivery.tripId]); // before the delivery, as each step does
    const { plannedStart, plannedEnd } = delivery;
    const moved = await sql<{ tripId: string | null }>`
      update fleet_deliveries set window_start = ${plannedStart}, window_end = ${plannedEnd}, version = version + 1, updated_at = now()
      where company_id = current_company() and id = ${delivery.id} and status in (${statesIn(fleetDeliveryFlow, "open")})
        and trip_id is not distinct from ${delivery.tripId}
        and window_start = ${before.windowStart} and window_end = ${before.windowEnd}
      returning trip_id as "tripId"`.execute(ctx.db);
    const [after] = moved.rows;
    if (!after) continue;
    if (after.tripId !== null) await fitWindows(ctx, { id: after.tripId });
    await ctx.emit("delivery.movedWithDock", delivery, {
      changes: {
        windowStart: { from: before.windowStart, to: plannedStart },
        windowEnd: { from: before.windowEnd, to: plannedEnd },
      },
    });
  }
}

export const slotReactions: readonly Reaction[] = ["moved", "countered", "swapped"].map((event) =>
  reaction(`delivery-schedule.${event}`, follow),
);
