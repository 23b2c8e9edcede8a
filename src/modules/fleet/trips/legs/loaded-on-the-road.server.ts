import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { lockById, updateRow, type RecordOf } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { isOfLoad } from "../guards/trip-check.contract.ts";
import { tripFlow } from "../trips.flow.ts";
import { judge, whatIsNew } from "./judge.server.ts";

type Trip = RecordOf<"trips">;

/** The trip that has an asset on the road, locked before the asset, as by each step of it. */
export async function runningTrip(ctx: Ctx, assetId: string): Promise<Trip | undefined> {
  const { rows } = await sql<{ id: string }>`select p.id from trip_assets x
    join trips p on (p.company_id, p.id) = (x.company_id, x.trip_id)
    where x.company_id = current_company() and x.asset_id = ${assetId} and x.detached_at is null
      and p.status in (${statesIn(tripFlow, "running")})`.execute(ctx.db);
  const [found] = rows;
  return found && lockById(ctx.db, "trips", found.id);
}

/**
 * What is loaded on the road is a fact: what it makes too heavy, or dangerous, waits for somebody who answers for it. What has not
 * left is judged as it leaves.
 */
export async function judgeOnTheRoad(ctx: Ctx, trip: Trip): Promise<void> {
  if (trip.actualStart === null) return;
  if ((await whatIsNew(ctx, trip.id, isOfLoad)).length === 0) return;
  await updateRow(ctx.db, "trips", trip, {}); // another version: nobody answers for what they have not read
  await judge(ctx, trip, { hasHappened: true, isAbout: isOfLoad });
}
