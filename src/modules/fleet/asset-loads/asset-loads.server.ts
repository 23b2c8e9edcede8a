import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Abilities } from "#shared/flow/flow.ts";
import type { Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { withAbilities } from "#server/records/abilities.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { findById, insertRow, lockById, lockMany, updateRow } from "#server/records/records.ts";
import { assetFlow } from "../assets/assets.flow.ts";
import { judgeOnTheRoad, runningTrip } from "../trips/legs/loaded-on-the-road.server.ts";
import { mustSeeTrip } from "../trips/own-trip.server.ts";
import { momentOf } from "../trips/true-times.server.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { allAssetLoads, assetLoadRecord, assetLoads, type AssetLoad } from "./asset-loads.contract.ts";

const ofCommodity = (column: ReturnType<typeof sql>) => sql`(select ${column} from asset_commodities c
  where c.company_id = t.company_id and c.id = t.commodity_id)`;
const abilities: Abilities = {
  unload: { can: assetLoads.unload.can, when: ({ unloadedAt }: AssetLoad) => unloadedAt === null },
};

const { list, exportCsv, read, history } = crudHandlers(allAssetLoads, {
  record: assetLoadRecord,
  defaultSort: "-loadedAt",
  abilities,
  add: {
    assetNo: sql`(select a.asset_no from assets a where a.company_id = t.company_id and a.id = t.asset_id)`,
    commodityName: ofCommodity(sql`c.name`),
    unNumber: ofCommodity(sql`c.un_number`),
    isHazmat: ofCommodity(sql`c.is_hazmat`),
    weightKg: ofCommodity(sql`trim_scale(round(c.unit_weight_kg * t.quantity, 3))`),
    tripNumber: sql`(select p.trip_number from trips p where p.company_id = t.company_id and p.id = t.trip_id)`,
  },
  where: { isLoaded: (wanted: boolean) => sql`(t.unloaded_at is null) = ${wanted}` },
});

export default serve(assetLoads, {
  /** The lists of loads offer to unload one. */
  async list(ctx, req) {
    const found = await list(ctx, req);
    return {
      ...found,
      items: found.items.map((row: AssetLoad) => withAbilities(ctx, { contract: {}, abilities }, row)),
    };
  },
  exportCsv,
  read,
  history,
  async create(ctx, { body }) {
    await runningTrip(ctx, body.assetId); // locked before the asset, as by each step of a trip
    await mustTakeLoads(ctx, body.assetId);
    const running = await runningTrip(ctx, body.assetId); // which may have left while the asset was waited for
    const quantityType = await countedIn(ctx, body.commodityId);
    await mustSeeTrip(ctx, body.tripId);
    if (body.tripId !== null) await mustGoAlong(ctx, body.tripId, body.assetId);
    const loadedAt = momentOf(body.loadedAt, null, "loadedAt");
    const load = await insertRow(ctx.db, "asset_loads", {
      ...body,
      loadedAt,
      quantityType,
      createdBy: ctx.user?.id ?? null,
    });
    await ctx.emit("asset-load.created", load);
    await ctx.emit("asset.loaded", { id: body.assetId }, { changes: { commodityId: { to: body.commodityId } } });
    if (running) await judgeOnTheRoad(ctx, running);
    return read(ctx, load);
  },
  async unload(ctx, { id, body: { at } }) {
    const { assetId } = await findById(ctx.db, "asset_loads", id);
    await lockById(ctx.db, "assets", assetId);
    const load = await lockById(ctx.db, "asset_loads", id);
    if (load.unloadedAt !== null) throw conflict("unloaded_already", message("It was unloaded already."));
    await updateRow(ctx.db, "asset_loads", load, { unloadedAt: momentOf(at, load.loadedAt) });
    await ctx.emit("asset-load.unloaded", load);
    await ctx.emit("asset.unloaded", { id: assetId }, { changes: { commodityId: { from: load.commodityId } } });
    return read(ctx, { id });
  },
});

/** Locks the asset that is to be loaded. 422 unless there is one that carries goods, and is in the fleet. */
async function mustTakeLoads(ctx: Ctx, assetId: string): Promise<void> {
  const [asset] = await lockMany(ctx.db, "assets", [assetId]);
  if (!asset) throw invalid({ assetId: message("Choose one from the list.") });
  if (inGroup(assetFlow, "over", asset.status))
    throw invalid({ assetId: message("{number} has left the fleet.", { number: asset.assetNo }) });
  const { rows } = await sql<{ allows: boolean }>`select y.allows_commodities as allows from asset_types y
    where y.company_id = current_company() and y.id = ${asset.typeId}`.execute(ctx.db);
  if (!rows[0]?.allows) throw invalid({ assetId: message("Assets of this type carry no goods: their type says so.") });
}

async function countedIn(ctx: Ctx, commodityId: string): Promise<string> {
  const [commodity] = await lockMany(ctx.db, "asset_commodities", [commodityId]);
  if (!commodity || commodity.archivedAt !== null) throw invalid({ commodityId: message("Choose one from the list.") });
  return commodity.quantityType;
}

async function mustGoAlong(ctx: Ctx, tripId: string, assetId: string): Promise<void> {
  const { rows } = await sql<{ status: string }>`select p.status from trips p join trip_assets x
      on (x.company_id, x.trip_id) = (p.company_id, p.id)
    where p.company_id = current_company() and p.id = ${tripId} and x.asset_id = ${assetId}
      and x.detached_at is null`.execute(ctx.db);
  const [trip] = rows;
  if (!trip || inGroup(tripFlow, "over", trip.status as "draft"))
    throw invalid({ tripId: message("The asset does not go along on this trip.") });
}
