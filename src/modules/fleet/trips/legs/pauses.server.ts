import { sql } from "kysely";
import { utc } from "#server/db/utc.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { driverDoes } from "../../drivers/duty.server.ts";
import { isPast, laterOf, momentOf } from "../true-times.server.ts";

type Trip = RecordOf<"trips">;

interface Reported {
  readonly at: string | null;
}

/** When a trip `t` stood still, the last fifty times; why, for the desk: who drives it now need not be who drove it then. */
export const pauses = (
  isForDesk: boolean,
) => sql`(select coalesce(json_agg(json_build_object('beginsAt', ${utc("p.begins_at")}, 'endsAt', ${utc("p.ends_at")},
    'reason', ${isForDesk ? sql`p.reason` : sql`null`}) order by p.begins_at), '[]') from (
    select * from trip_pauses a where a.company_id = t.company_id and a.trip_id = t.id order by a.begins_at desc limit 50) p)`;

/** When a trip last stood still or went on: nothing that happens later is told to have been before. */
export async function lastPause(ctx: Ctx, tripId: string): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`select ${utc(sql`max(coalesce(p.ends_at, p.begins_at))`)} as at
    from trip_pauses p where p.company_id = current_company() and p.trip_id = ${tripId}`.execute(ctx.db);
  return rows[0]?.at ?? null;
}

/** The step that has a trip stand still, from now on or since a moment that is told. */
export const standsStill = {
  set: (_ctx: Ctx, _trip: Trip, { reason }: { readonly reason: string }) => ({ statusReason: reason }),
  then: async (ctx: Ctx, trip: Trip, { reason, at }: Reported & { readonly reason: string }) => {
    const beginsAt = momentOf(at, laterOf(trip.actualStart, await lastPause(ctx, trip.id)));
    await sql`insert into trip_pauses (trip_id, begins_at, reason) values (${trip.id}, ${beginsAt}, ${reason})`.execute(
      ctx.db,
    );
    await driverDoes(ctx, trip, "on_break", beginsAt);
  },
  // Why stands on the trip, where it can be forgotten with whoever drove; when, where it was not just now.
  event: async (ctx: Ctx, { id }: Trip, { at }: Reported) => ({
    reason: undefined,
    ...(isPast(at) ? { changes: { pausedAt: { to: await lastPause(ctx, id) } } } : {}),
  }),
};

/** The step that has it go on. */
export const goesOn = {
  set: () => ({ statusReason: null }),
  then: async (ctx: Ctx, trip: Trip, { at }: Reported) => {
    const endsAt = momentOf(at, await lastPause(ctx, trip.id));
    await sql`update trip_pauses set ends_at = ${endsAt}::timestamptz where company_id = current_company()
      and trip_id = ${trip.id} and ends_at is null`.execute(ctx.db);
    await driverDoes(ctx, trip, "driving", endsAt);
  },
  event: async (ctx: Ctx, { id }: Trip, { at }: Reported) =>
    isPast(at) ? { changes: { resumedAt: { to: await lastPause(ctx, id) } } } : {},
};

/** The pause in which a trip ends, ends with it. */
export async function endPauses(ctx: Ctx, trip: Pick<Trip, "id" | "actualEnd">): Promise<void> {
  await sql`update trip_pauses set ends_at = greatest(begins_at, ${trip.actualEnd}::timestamptz)
    where company_id = current_company() and trip_id = ${trip.id} and ends_at is null`.execute(ctx.db);
}
