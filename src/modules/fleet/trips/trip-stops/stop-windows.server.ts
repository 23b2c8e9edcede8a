import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";

type Trip = Pick<RecordOf<"trips">, "id">;
type Delivery = Pick<RecordOf<"fleet_deliveries">, "windowStart" | "windowEnd">;

/** More than anybody brings in a day. */
export const mostDeliveries = 200;

/** 409 `trip_is_full` for one delivery more than a trip carries. The trip is locked. */
export async function mustCarryMore(ctx: Ctx, { id }: Trip): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from fleet_deliveries d
    where d.company_id = current_company() and d.trip_id = ${id}`.execute(ctx.db);
  if ((rows[0]?.count ?? 0) >= mostDeliveries)
    throw conflict("trip_is_full", message("A trip carries {count} deliveries at most.", { count: mostDeliveries }));
}

interface Stop {
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
}

/** Whether a delivery can be brought when a stop is made: two whose windows do not meet are brought at two stops. */
export const windowsMeet = (stop: Stop, { windowStart, windowEnd }: Delivery): boolean =>
  (stop.windowStart === null || stop.windowStart < windowEnd) &&
  (stop.windowEnd === null || stop.windowEnd > windowStart);

/**
 * Gives each stop that a trip has for its deliveries the time in which all of them may be brought: from the last beginning of
 * their windows to the first end. A stop that was planned by hand keeps the window that it was given.
 */
export async function fitWindows(ctx: Ctx, { id }: Trip): Promise<void> {
  await sql`
    update trip_stops s set window_start = w.starts, window_end = w.ends, version = s.version + 1, updated_at = now()
    from (select d.dropoff_stop_id, max(d.window_start) as starts, min(d.window_end) as ends from fleet_deliveries d
      where d.company_id = current_company() and d.trip_id = ${id} and d.dropoff_stop_id is not null
      group by d.dropoff_stop_id) w
    where s.company_id = current_company() and s.id = w.dropoff_stop_id and s.made_for_delivery and w.starts < w.ends
      and row(s.window_start, s.window_end) is distinct from row(w.starts, w.ends)`.execute(ctx.db);
}
