import { sql, type RawBuilder } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { reaction } from "#server/jobs/reactions.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { statesIn } from "#server/records/states.ts";
import { lockById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { lackedByAsset } from "../documents/document-states.server.ts";
import { toldWithoutDrivers } from "../drivers/unnamed-drivers.server.ts";
import { completeAsset } from "./asset-rules.server.ts";
import { availability, bookedFrom, bookedUntil } from "./availability.server.ts";
import { assetRecord, assets } from "./assets.contract.ts";
import { assetFlow } from "./assets.flow.ts";

const named = (table: string, key: string, column: string) =>
  sql`(select ${sql.ref(`r.${column}`)} from ${sql.table(table)} r where r.company_id = t.company_id
    and r.id = ${sql.ref(`t.${key}`)})`;
const kind = named("asset_types", "type_id", "kind");

const standard = crudHandlers(assets, {
  record: assetRecord,
  defaultSort: "assetNo",
  flow: assetFlow,
  add: {
    typeName: named("asset_types", "type_id", "name"),
    kind,
    allowsCommodities: named("asset_types", "type_id", "allows_commodities"),
    locationName: named("locations", "location_id", "name"),
    vehicleNumber: named("vehicles", "vehicle_id", "unit_number"),
    lackedDocuments: lackedByAsset,
    payloadKg: sql`trim_scale(t.max_gross_kg - t.tare_kg)`,
    availability,
    bookedFrom,
    bookedUntil,
  },
  where: {
    availability: (wanted: string[]) => sql`${availability} = any(${wanted})`,
    kind: (wanted: string[]) => sql`${kind} = any(${wanted})`,
  },
});

const becauseOf = { set: (_ctx: Ctx, _asset: unknown, { reason }: { reason: string }) => ({ statusReason: reason }) };
const freely = { set: () => ({ statusReason: null }) };

export default serve(assets, {
  ...standard,
  history: async (ctx, req) => toldWithoutDrivers(ctx, await standard.history(ctx, req)),
  ...flowHandlers(
    assets,
    assetFlow,
    { record: assetRecord, read: standard.read },
    {
      sendToMaintenance: {
        ...becauseOf,
        check: (ctx, { id }) => mustHaveNoBookings(ctx, id, sql`b.reason = 'trip' and lower(b.during) <= now()`),
      },
      returnFromMaintenance: { set: (_ctx, _asset, { condition }) => ({ statusReason: null, condition }) },
      reportLost: becauseOf,
      found: freely,
      retire: {
        ...becauseOf,
        check: async (ctx, { id }) => {
          await mustHaveNoBookings(ctx, id, sql`true`);
          await mustBeEmpty(ctx, id);
        },
      },
      reinstate: freely,
    },
  ),
  async create(ctx, req) {
    return standard.create(ctx, { ...req, body: await completeAsset(ctx, req.body, null) });
  },
  async update(ctx, req) {
    const before = await lockById(ctx.db, "assets", req.id);
    const { version, ...given } = req.body;
    return standard.update(ctx, { ...req, body: { ...(await completeAsset(ctx, given, before)), version } });
  },
  async archive(ctx, req) {
    const { status } = await lockById(ctx.db, "assets", req.id);
    if (status !== "retired")
      throw conflict("not_retired", message("Retire it first: what is in use is in no archive."));
    return standard.archive(ctx, req);
  },
});

/** 409 while something is loaded on it. */
async function mustBeEmpty(ctx: Ctx, id: string): Promise<void> {
  const { rows } = await sql<{ said: string }>`select l.said || ' ' || c.name as said from asset_loads l
    join asset_commodities c on (c.company_id, c.id) = (l.company_id, l.commodity_id)
    where l.company_id = current_company() and l.asset_id = ${id} and l.unloaded_at is null and l.archived_at is null
    order by l.loaded_at limit 1`.execute(ctx.db);
  const [load] = rows;
  if (load)
    throw conflict(
      "asset_is_loaded",
      message("Something is loaded on it still: {load}. Unload it first.", { load: load.said }),
    );
}

/** 409 while somebody counts on it: of those bookings that have not ended. */
async function mustHaveNoBookings(ctx: Ctx, id: string, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ reason: string; until: string | null }>`select b.reason, upper(b.during) as until
    from bookings b where b.company_id = current_company() and b.resource_id = ${id} and b.active and ${which}
      and (b.standing or upper(b.during) > now()) order by b.during limit 100`.execute(ctx.db);
  if (rows.length > 0)
    throw conflict(
      "asset_is_booked",
      message(
        "{count, plural, one {# booking of it is} other {# bookings of it are}} under way or ahead. Give them another asset first.",
        {
          count: rows.length,
        },
      ),
      { bookings: rows },
    );
}

/** A vehicle leaves the fleet without what is on it: somebody says first where that stands. */
export const assetReactions = [
  reaction("vehicle.retired", async (ctx, vehicleId) => {
    const { rows } = await sql<{ assetNo: string }>`select a.asset_no as "assetNo" from assets a
      where a.company_id = current_company() and a.vehicle_id = ${vehicleId} and a.status not in (${statesIn(assetFlow, "over")})
      order by a.asset_no limit 100`.execute(ctx.db);
    const [first] = rows;
    if (first)
      throw conflict(
        "vehicle_has_assets",
        message(
          "{count, plural, one {# asset is} other {# assets are}} on it, such as {number}. Say where they stand first.",
          {
            count: rows.length,
            number: first.assetNo,
          },
        ),
      );
  }),
];
