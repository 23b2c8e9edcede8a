import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Ctx } from "#server/http/context.ts";
import { findById, lockById, lockMany, type RecordOf } from "#server/records/records.ts";
import { mustSeeTrip } from "../trips/own-trip.server.ts";
import { stopsFor } from "../trips/trip-stops/stops-of-delivery.server.ts";
import { fitWindows, mustCarryMore } from "../trips/trip-stops/stop-windows.server.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { forgetLoad } from "./loading/loading.server.ts";
import { tripOf } from "./trip-effects.server.ts";

type Row = RecordOf<"fleet_deliveries">;

/** The step that puts a delivery on a trip; why it is put there anyway stands in its own history. */
export const goesOnTrip = (event: `trip.${string}`) => ({
  set: async (ctx: Ctx, delivery: Row, { tripId }: { readonly tripId: string }) => {
    const trip = await lockById(ctx.db, "trips", tripId);
    await mustCarryMore(ctx, trip);
    return { tripId, loadedAt: null, ...(await stopsFor(ctx, trip, delivery)) };
  },
  then: async (ctx: Ctx, delivery: Row, { tripId, reason }: { readonly tripId: string; readonly reason?: string }) => {
    await forgetLoad(ctx, delivery);
    await fitWindows(ctx, { id: tripId });
    await ctx.emit(event, { id: tripId }, { note: delivery.deliveryNumber, ...(reason && { reason }) });
  },
});

/** Locks the trip before the delivery, as each step of a trip does. */
export async function lockTrip(ctx: Ctx, id: string): Promise<void> {
  const { tripId } = await findById(ctx.db, "fleet_deliveries", id);
  if (tripId !== null) await lockById(ctx.db, "trips", tripId);
}

/** The trip and then the delivery, locked: the one is not over, and the other is on no trip. */
export async function mustBeFreeFor(ctx: Ctx, id: string, tripId: string): Promise<void> {
  await findById(ctx.db, "fleet_deliveries", id);
  await mustSeeTrip(ctx, tripId);
  await mustTakeIt(ctx, tripId);
  const taken = await tripOf(ctx, (await lockById(ctx.db, "fleet_deliveries", id)).id);
  if (taken)
    throw conflict("on_another_trip", message("Trip {number} has it already.", { number: taken.tripNumber }), taken);
}

/** The trip, locked: it is not over. */
async function mustTakeIt(ctx: Ctx, tripId: string): Promise<void> {
  const [trip] = await lockMany(ctx.db, "trips", [tripId]);
  if (!trip) throw invalid({ tripId: message("Choose one from the list.") });
  const { status, tripNumber } = trip;
  if (inGroup(tripFlow, "over", status))
    throw conflict("trip_is_over", message("Trip {number} is over. Choose one that is not.", { number: tripNumber }), {
      status,
    });
}
