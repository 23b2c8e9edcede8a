import type { Ctx } from "#server/http/context.ts";
import { lockMany, updateRow } from "#server/records/records.ts";

interface Place {
  readonly locationId: string | null;
  readonly vehicleId: string | null;
}

/** Says of assets where they are now, in their own histories too; nothing where they are there already. */
export async function placeAssets(
  ctx: Ctx,
  assetIds: readonly string[],
  { locationId, vehicleId }: Place,
): Promise<void> {
  for (const asset of await lockMany(ctx.db, "assets", assetIds)) {
    if (asset.locationId === locationId && asset.vehicleId === vehicleId) continue;
    await updateRow(ctx.db, "assets", asset, { locationId, vehicleId });
    const changes = {
      ...(asset.locationId === locationId ? {} : { locationId: { from: asset.locationId, to: locationId } }),
      ...(asset.vehicleId === vehicleId ? {} : { vehicleId: { from: asset.vehicleId, to: vehicleId } }),
    };
    await ctx.emit("asset.moved", asset, { changes });
  }
}
