import { release } from "#server/bookings/bookings.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { driverIsBack } from "../../drivers/duty.server.ts";
import { detachAssets } from "../trip-assets/trip-assets.server.ts";
import { endLegs } from "./legs.server.ts";
import { settleOverlaps } from "./overlaps.server.ts";
import { endPauses } from "./pauses.server.ts";

/** What ends with a trip that was on the road: who drove it with what, and that nobody else has these. */
export async function endOnTheRoad(ctx: Ctx, trip: RecordOf<"trips">): Promise<void> {
  await endLegs(ctx, trip);
  await endPauses(ctx, trip);
  await detachAssets(ctx, trip);
  await release(ctx.db, [trip.id], "everything");
  await driverIsBack(ctx, trip);
  await settleOverlaps(ctx, trip);
}
