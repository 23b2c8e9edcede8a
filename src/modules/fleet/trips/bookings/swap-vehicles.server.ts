import { sql } from "kysely";
import type { BodyOf } from "#shared/contract/contract.ts";
import { conflict, invalid, message, notFound } from "#shared/contract/problem.ts";
import { exchangeResources } from "#server/bookings/bookings.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockMany, stale, updateRow, type RecordOf } from "#server/records/records.ts";
import { vehicleLabel } from "../legs/legs.server.ts";
import { mustSeeTrip } from "../own-trip.server.ts";
import type { trips } from "../trips.contract.ts";
import { lockToPlan } from "./hold-resources.server.ts";

type Row = RecordOf<"trips">;
type Swap = BodyOf<typeof trips.swapVehicles>;

/** Two trips that no driver has yet exchange their vehicles, and are judged when they are dispatched: both bookings in one statement, so that neither is without one. */
export async function swapVehicles(
  ctx: Ctx,
  id: string,
  { withTripId, version, withVersion }: Swap,
  read: (trip: Row) => Promise<object>,
): Promise<void> {
  const found = await lockMany(ctx.db, "trips", [id, withTripId]);
  const [one, other] = [id, withTripId].map((tripId) => found.find((trip) => trip.id === tripId));
  if (!one) throw notFound();
  await mustSeeTrip(ctx, withTripId, "withTripId");
  if (id === withTripId) throw invalid({ withTripId: message("Choose another trip.") });
  if (!other) throw invalid({ withTripId: message("Choose one from the list.") });
  if (one.version !== version) throw stale(await read(one));
  if (other.version !== withVersion) throw stale(await read(other));
  const taken = [one, other].map(vehicleOf);
  await lockToPlan(ctx, { vehicleIds: taken });
  if (one.vehicleId === other.vehicleId) return;
  await exchangeResources(
    ctx.db,
    { subjectId: id, resourceId: taken[0] ?? "" },
    { subjectId: withTripId, resourceId: taken[1] ?? "" },
  );
  await give(ctx, one, taken[1] ?? "");
  await give(ctx, other, taken[0] ?? "");
}

function vehicleOf({ status, vehicleId, tripNumber }: Row): string {
  if (status !== "planned" || vehicleId === null)
    throw conflict(
      "wrong_state",
      message("Trip {number} has no vehicle that it could give away now.", { number: tripNumber }),
      { status },
    );
  return vehicleId;
}

async function give(ctx: Ctx, trip: Row, vehicleId: string): Promise<void> {
  const label = sql<
    string | null
  >`case when ${trip.vehicleLabel}::text is null then null else ${vehicleLabel(vehicleId)} end`;
  await updateRow(ctx.db, "trips", trip, { vehicleId, vehicleLabel: label });
  await ctx.emit("trip.vehicleChanged", trip, { changes: { vehicleId: { from: trip.vehicleId, to: vehicleId } } });
}
