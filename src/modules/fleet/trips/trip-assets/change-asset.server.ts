import { sql } from "kysely";
import { invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockMany, type RecordOf } from "#server/records/records.ts";
import { assetsOf, holdResources, lockResources, lockToPlan } from "../bookings/hold-resources.server.ts";
import { mustBeFree } from "../guards/must-be-free.server.ts";
import { isOfLoad, type TripCheck } from "../guards/trip-check.contract.ts";
import { judge } from "../legs/judge.server.ts";
import { handOver, hasHappened, isRunning } from "../legs/take-over.server.ts";
import { placeAssets } from "../../assets/place-assets.server.ts";

type Trip = RecordOf<"trips">;

interface AssetChange {
  readonly assetId: string | null;
  readonly withAssetId: string | null;
  readonly locationId: string | null;
  readonly reason: string;
  readonly at: string | null;
  /** What somebody answers for who may let it go on anyway. */
  readonly answersFor?: readonly string[];
}

/** The step that leaves an asset of a trip behind, picks one up, or both. All of them stay told of the trip. */
export const assetTakesOver = {
  check: async (ctx: Ctx, trip: Trip, body: AssetChange) => {
    const { assetId, withAssetId } = body;
    if (assetId === null && withAssetId === null)
      throw invalid({ withAssetId: message("Say what stays behind, or what goes along from now on.") });
    const along = await assetsOf(ctx, trip.id);
    if (assetId !== null && !along.includes(assetId))
      throw invalid({ assetId: message("The asset does not go along on this trip.") });
    if (withAssetId !== null && along.includes(withAssetId))
      throw invalid({ withAssetId: message("It goes along already.") });
  },
  then: async (ctx: Ctx, trip: Trip, body: AssetChange) => {
    const { withAssetId } = body;
    const isAbout = (check: TripCheck) =>
      check.assetId === withAssetId || isOfLoad(check) || ["licence_missing", "licence_ends"].includes(check.code);
    await (isRunning(trip) ? changeOnTheRoad(ctx, trip, body) : changePlan(ctx, trip, body));
    if (withAssetId !== null)
      await judge(ctx, trip, { answersFor: body.answersFor, hasHappened: hasHappened(trip, body), isAbout });
    if (!isRunning(trip)) await holdResources(ctx, trip);
  },
  event: (_ctx: Ctx, _trip: Trip, { assetId, withAssetId }: AssetChange) => ({
    changes: { assetId: { from: assetId, to: withAssetId } },
  }),
};

/** What has not left yet goes with another one, with one more, or without. */
async function changePlan(ctx: Ctx, trip: Trip, { assetId, withAssetId }: AssetChange): Promise<void> {
  const own = sql`company_id = current_company() and trip_id = ${trip.id} and asset_id = ${assetId}`;
  if (withAssetId === null) await sql`delete from trip_assets where ${own}`.execute(ctx.db);
  else if (assetId === null) await comesAlong(ctx, trip, withAssetId);
  else await sql`update trip_assets set asset_id = ${withAssetId} where ${own}`.execute(ctx.db);
}

const comesAlong = (ctx: Ctx, { id }: Trip, assetId: string) =>
  sql`insert into trip_assets (trip_id, asset_id, position) select ${id}, ${assetId}, coalesce(max(position) + 1, 0)
    from trip_assets where company_id = current_company() and trip_id = ${id}`.execute(ctx.db);

async function changeOnTheRoad(ctx: Ctx, trip: Trip, body: AssetChange): Promise<void> {
  const { assetId, withAssetId, locationId, reason } = body;
  const [left, next] = [assetId, withAssetId].map((id) => (id === null ? [] : [id])) as [string[], string[]]; // two of two
  await lockMany(ctx.db, "assets", [...left, ...next]);
  await (hasHappened(trip, body) ? lockResources : lockToPlan)(ctx, { assetIds: next });
  const at = await handOver(ctx, trip, { ...body, from: assetId, to: withAssetId });
  await sql`update trip_assets set detached_at = greatest(attached_at, ${at}::timestamptz), reason = ${reason}
    where company_id = current_company() and trip_id = ${trip.id} and asset_id = ${assetId}
      and detached_at is null`.execute(ctx.db);
  if (locationId !== null) await placeAssets(ctx, left, { locationId, vehicleId: null });
  if (withAssetId === null) return;
  await comesAlong(ctx, trip, withAssetId);
  await mustBeFree(ctx, { id: trip.id, vehicleId: null, driverId: null });
  await sql`update trip_assets set attached_at = ${at} where company_id = current_company() and trip_id = ${trip.id}
    and asset_id = ${withAssetId} and detached_at is null`.execute(ctx.db);
  await placeAssets(ctx, next, { locationId: null, vehicleId: trip.vehicleId });
}
