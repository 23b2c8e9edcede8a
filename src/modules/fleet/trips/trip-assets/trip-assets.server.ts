import { sql } from "kysely";
import { utc } from "#server/db/utc.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { placeAssets } from "../../assets/place-assets.server.ts";
import { assetsOf } from "../bookings/hold-resources.server.ts";

type Trip = Pick<RecordOf<"trips">, "id" | "vehicleId">;

/** What goes along on a trip `t`, in its order, and what was left on the way. */
export const attached = sql`(select coalesce(json_agg(json_build_object('assetId', x.asset_id, 'assetNo', a.asset_no,
    'typeName', y.name, 'kind', y.kind, 'attachedAt', ${utc("x.attached_at")}, 'detachedAt', ${utc("x.detached_at")},
    'reason', x.reason) order by x.position), '[]') from trip_assets x
  join assets a on (a.company_id, a.id) = (x.company_id, x.asset_id)
  join asset_types y on (y.company_id, y.id) = (a.company_id, a.type_id)
  where x.company_id = t.company_id and x.trip_id = t.id)`;

/** The same as a list shows it: their numbers, one after the other; null where there is none. */
export const assetNumbers = sql`(select string_agg(a.asset_no, ', ' order by x.position) from trip_assets x
  join assets a on (a.company_id, a.id) = (x.company_id, x.asset_id)
  where x.company_id = t.company_id and x.trip_id = t.id)`;

/** Whether one of these assets goes along on a trip `t`, or did for a part of it. */
export const hasAsset = (ids: readonly string[]) => sql`t.id in (select x.trip_id from trip_assets x
  where x.company_id = current_company() and x.asset_id = any(${[...ids]}))`;

/** From when on it runs, a trip's assets are on its vehicle. One that still runs on another trip is refused by its index. */
export async function attachAssets(ctx: Ctx, trip: Trip & Pick<RecordOf<"trips">, "actualStart">): Promise<void> {
  await sql`update trip_assets set attached_at = ${trip.actualStart}::timestamptz where company_id = current_company()
    and trip_id = ${trip.id} and detached_at is null`.execute(ctx.db);
  await placeAssets(ctx, await assetsOf(ctx, trip.id), { locationId: null, vehicleId: trip.vehicleId });
}

/** The assets of a trip that goes on with another vehicle go on behind that one. */
export async function hangBehind(ctx: Ctx, tripId: string, vehicleId: string): Promise<void> {
  await placeAssets(ctx, await assetsOf(ctx, tripId), { locationId: null, vehicleId });
}

/** What a trip that was completed had with it stands where it made its last stop, if that is a location of the company's. */
export async function leaveAtLastStop(ctx: Ctx, tripId: string): Promise<void> {
  const along = await assetsOf(ctx, tripId);
  if (along.length === 0) return;
  const { rows } = await sql<{ locationId: string | null }>`select s.location_id as "locationId" from trip_stops s
    where s.company_id = current_company() and s.trip_id = ${tripId} and s.arrived_at is not null
    order by s.arrived_at desc, s.position desc limit 1`.execute(ctx.db);
  const locationId = rows[0]?.locationId ?? null;
  if (locationId !== null) await placeAssets(ctx, along, { locationId, vehicleId: null });
}

/** A trip that has ended has nothing with it any more. Where nobody says otherwise its assets are on its vehicle still. */
export async function detachAssets(ctx: Ctx, trip: Pick<RecordOf<"trips">, "id" | "actualEnd">): Promise<void> {
  await sql`update trip_assets set detached_at = greatest(attached_at, ${trip.actualEnd}::timestamptz)
    where company_id = current_company() and trip_id = ${trip.id} and attached_at is not null
      and detached_at is null`.execute(ctx.db);
}

/** What a trip had with it until it ended goes along again; `attachAssets` puts it on its vehicle. */
export async function takeAlongAgain(ctx: Ctx, trip: Pick<RecordOf<"trips">, "id" | "actualEnd">): Promise<void> {
  await sql`update trip_assets set attached_at = null, detached_at = null where company_id = current_company()
    and trip_id = ${trip.id} and reason is null
    and detached_at = greatest(attached_at, ${trip.actualEnd}::timestamptz)`.execute(ctx.db);
}
