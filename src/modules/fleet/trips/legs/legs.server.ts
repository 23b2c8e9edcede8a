import { sql } from "kysely";
import { utc } from "#server/db/utc.ts";
import type { historyOf } from "#server/audit/events.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import type { TripCheck } from "../guards/trip-check.contract.ts";

type Trip = RecordOf<"trips">;

/**
 * Who drove a trip `t` with which vehicle, where that changed on the road. To those who drive it themselves neither why somebody
 * else was relieved is told, nor what was not in order with them.
 */
export const legs = (
  isForDesk: boolean,
) => sql`(select coalesce(json_agg(json_build_object('id', l.id, 'vehicleId', l.vehicle_id,
    'driverId', l.driver_id, 'vehicleName', l.vehicle_label, 'driverName', l.driver_label, 'beginsAt', ${utc("l.begins_at")},
    'endsAt', ${utc("l.ends_at")}, 'reason', ${isForDesk ? sql`l.reason` : sql`null`}, 'remarks', ${isForDesk ? sql`l.remarks` : sql`'[]'::jsonb`}) order by l.begins_at), '[]')
  from trip_legs l where l.company_id = t.company_id and l.trip_id = t.id)`;

type History = Awaited<ReturnType<typeof historyOf>>;

/** The history of a trip as those who drive it read it: that somebody took over, and not why. */
export const withoutReasons = ({ items }: History): History => ({
  items: items.map((item) =>
    /(?:driver|vehicle)Changed/i.test(item.step) ? { ...item, reason: null, note: null } : item,
  ),
});

/** Since when a trip runs as it does now: nothing that happens later is told to have been before. */
export async function runsSince(ctx: Ctx, trip: Pick<Trip, "id" | "actualStart">): Promise<string | null> {
  const { rows } = await sql<{ begun: string }>`select l.begins_at as begun from trip_legs l
    where l.company_id = current_company() and l.trip_id = ${trip.id} order by l.begins_at desc limit 1`.execute(
    ctx.db,
  );
  return rows[0]?.begun ?? trip.actualStart;
}

export const vehicleLabel = (id: string | null) => sql<string>`(select concat_ws(' ', v.unit_number, v.plate_number)
  from vehicles v where v.company_id = current_company() and v.id = ${id})`;
export const driverLabel = (id: string | null) => sql<string>`(select d.first_name || ' ' || d.last_name
  from drivers d where d.company_id = current_company() and d.id = ${id})`;

interface Turn {
  readonly vehicleId: string | null;
  readonly driverId: string | null;
  readonly at: string;
  readonly reason: string;
}

/** What a trip was until a moment is told as it was, and what it is from then on begins. */
export async function turn(ctx: Ctx, trip: Trip, { vehicleId, driverId, at, reason }: Turn): Promise<void> {
  await sql`
    with ended as (
      update trip_legs set ends_at = ${at} where company_id = current_company() and trip_id = ${trip.id}
        and ends_at is null returning id
    ) insert into trip_legs (trip_id, vehicle_id, driver_id, vehicle_label, driver_label, begins_at, ends_at)
    select ${trip.id}, ${trip.vehicleId}::uuid, ${trip.driverId}::uuid,
      coalesce(${trip.vehicleLabel}::text, ${vehicleLabel(trip.vehicleId)}),
      coalesce(${trip.driverLabel}::text, ${driverLabel(trip.driverId)}), ${trip.actualStart}::timestamptz, ${at}::timestamptz
    where not exists (select from ended)`.execute(ctx.db);
  await sql`
    insert into trip_legs (trip_id, vehicle_id, driver_id, vehicle_label, driver_label, begins_at, reason)
    values (${trip.id}, ${vehicleId}, ${driverId}, ${vehicleLabel(vehicleId)}, ${driverLabel(driverId)}, ${at}, ${reason})`.execute(
    ctx.db,
  );
}

/**
 * Keeps what was not in order with whoever or whatever took over. Of a hold its reason stays with the hold, and of a confidential
 * paper its name with the paper.
 */
export async function keepRemarks(
  ctx: Ctx,
  tripId: string,
  checks: readonly (TripCheck & { readonly isConfidential?: boolean })[],
): Promise<void> {
  if (checks.length === 0) return;
  const remarks = checks.map(({ code, what, has, may, isConfidential = false }) => ({
    code,
    what: code === "vehicle_held" || isConfidential ? null : what,
    has,
    may,
  }));
  await sql`update trip_legs set remarks = ${JSON.stringify(remarks)}::jsonb where company_id = current_company()
    and trip_id = ${tripId} and ends_at is null`.execute(ctx.db);
}

/** The last leg ends with its trip. */
export async function endLegs(ctx: Ctx, trip: Pick<Trip, "id" | "actualEnd">): Promise<void> {
  await sql`update trip_legs set ends_at = ${trip.actualEnd}::timestamptz where company_id = current_company()
    and trip_id = ${trip.id} and ends_at is null`.execute(ctx.db);
}

/** The leg that ended with its trip goes on with it. */
export async function resumeLegs(ctx: Ctx, trip: Pick<Trip, "id" | "actualEnd">): Promise<void> {
  await sql`update trip_legs set ends_at = null where company_id = current_company() and trip_id = ${trip.id}
    and ends_at = ${trip.actualEnd}::timestamptz`.execute(ctx.db);
}
