import { sql } from "kysely";
import { restoreBookings, type Booking } from "#server/bookings/bookings.ts";
import type { Db } from "#server/db/database.ts";

/** Downtimes of a dock that gave way to what stood there hold it again, on each lane that is free. */
export async function restoreDowntimes(db: Db, dockId: string): Promise<void> {
  const { rows } = await sql<Pick<Booking, "subjectId" | "from" | "until">>`
    select id as "subjectId", starts_at as "from", ends_at as "until" from dock_downtimes
    where company_id = current_company() and dock_id = ${dockId} and archived_at is null and ends_at > now()`.execute(
    db,
  );
  await restoreBookings(db, dockId, rows);
}
